//! The gate of a generation: a duel of its network with the best one so far, on duplicate deals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_players::bots::{BotFor, Budget};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::{SearchRequest, search};
use hinterhand_solvers::network::{Learned, LookaheadOptions, Network};
use hinterhand_training::Generation;

use crate::command::duel::bounds;

/// The worlds that are sampled for a decision in a closed hand, as by the bot `network`.
const WORLDS: u64 = 20;

/// The gate of a learning.
#[derive(Debug)]
pub(super) struct Gate<'g> {
    pub(super) game: &'g LoadedGame,
    pub(super) learned: Learned,
    pub(super) deals: u64,
    pub(super) seed: u64,
}

impl Gate<'_> {
    /// Plays the gate on all threads; the result does not depend on their number. Returns whether the network takes the place
    /// of the best one, and why in words, or `None` once `stop` is set.
    pub(super) fn play(
        &self,
        generation: &Generation<'_>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<(bool, String)>> {
        let Some(best) = generation.best else { return Ok(Some((true, "it is the first".to_owned()))) };
        let bots = [self.bot(generation.network)?, self.bot(best)?];
        // Each generation has deals of its own.
        let seed = self.seed.wrapping_add(generation.number);
        let pairing = Pairing { game: self.game, bots: [&bots[0], &bots[1]], exact: None, seed };
        let threads = rayon::current_num_threads();
        let duel =
            duel::run(&pairing, self.deals, threads, stop, |_| ()).context("cannot start the threads")?;
        let (Some(mean), false) = (duel.mean(), stop.load(Ordering::Relaxed)) else { return Ok(None) };
        let is_better = mean > 0.0;
        let verdict = if is_better { "it takes its place" } else { "that one stays" };
        let figure = format!("{mean:+.4}{}", bounds(duel.interval_95(), 1.0, 4));
        Ok(Some((is_better, format!("{figure} points a hand against the best before it; {verdict}"))))
    }

    /// A bot that plays by the outputs of a network.
    fn bot(&self, network: &Network) -> anyhow::Result<BotFor<'_>> {
        let (game, network) = (self.game, Arc::new(network.clone()));
        let request = if game.methods().networks().values_afterstates() {
            SearchRequest::Afterstates { network, worlds: 0 }
        } else {
            let options = LookaheadOptions { learned: self.learned, ..LookaheadOptions::default() };
            SearchRequest::Network { network, options }
        };
        let budget = Budget { steps: Some(WORLDS), time: None };
        Ok(BotFor::by_search(game, search(game.rules(), game.methods(), &request)?, budget))
    }
}
