//! The gauntlet that a strategy runs at each judgement: bots, one after the other, on duplicate deals. The deals are the
//! same each time, so that the judgements can be compared.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use hinterhand_engine::Settings;
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_players::bots::{Bot, BotError, Contender};
use hinterhand_players::games::Playable;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_training::Bout;

/// Bots that wait for a strategy.
#[derive(Debug)]
pub(super) struct Gauntlet<'b, G: Playable> {
    game: &'b G,
    settings: &'b Settings,
    bots: &'b [Bot],
    /// How many deals are played against each, from every seat.
    deals: u64,
    seed: u64,
}

impl<'b, G: Playable> Gauntlet<'b, G> {
    /// These bots for a game, which was made from `settings`.
    pub(super) fn new(
        game: &'b G,
        settings: &'b Settings,
        bots: &'b [Bot],
        deals: u64,
        seed: u64,
    ) -> Result<Gauntlet<'b, G>, BotError> {
        for bot in bots {
            Contender::new(bot, game, settings)?;
        }
        Ok(Gauntlet { game, settings, bots, deals, seed })
    }

    /// Has `strategy` play against all, on all threads; nothing comes of it once `stop` is set. The result does not
    /// depend on the number of threads.
    pub(super) fn play(
        &self,
        strategy: &dyn Strategy<G>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<Bout>>> {
        let player = Contender::by_strategy(self.game, strategy);
        let mut bouts = Vec::new();
        for bot in self.bots {
            let rival = Contender::new(bot, self.game, self.settings)?;
            let pairing = Pairing { game: self.game, bots: [&player, &rival], exact: None, seed: self.seed };
            let threads = rayon::current_num_threads();
            let duel =
                duel::run(&pairing, self.deals, threads, stop, |_| ()).context("cannot start the threads")?;
            let (Some(mean), false) = (duel.mean(), stop.load(Ordering::Relaxed)) else { return Ok(None) };
            let [mean_low, mean_high] = match duel.interval_95() {
                Some([low, high]) => [Some(low), Some(high)],
                None => [None, None],
            };
            let (bot, hands, forfeits) = (bot.spec().to_string(), duel.hands, duel.forfeits());
            bouts.push(Bout { bot, hands, forfeits, mean, mean_low, mean_high });
        }
        Ok(Some(bouts))
    }

    /// How many deals are played against each bot.
    pub(super) fn deals(&self) -> u64 {
        self.deals
    }

    /// The same bots on other numbers of the same deals.
    pub(super) fn set_deals(&mut self, deals: u64) {
        self.deals = deals;
    }
}
