//! The gauntlet of a strategy at each judgement: matches against bots on duplicate deals. The deals are the same at every
//! judgement, so that the results can be compared.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_players::bots::{Bot, BotError, BotFor};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_training::Bout;

/// The bots of a gauntlet and its deals.
#[derive(Debug)]
pub(super) struct Gauntlet<'b> {
    game: &'b LoadedGame,
    bots: &'b [Bot],
    /// The number of deals against each bot, played from every seat.
    deals: u64,
    seed: u64,
}

impl<'b> Gauntlet<'b> {
    /// A gauntlet of bots that can all play the game.
    pub(super) fn new(
        game: &'b LoadedGame,
        bots: &'b [Bot],
        deals: u64,
        seed: u64,
    ) -> Result<Gauntlet<'b>, BotError> {
        for bot in bots {
            bot.for_referee(game)?;
        }
        Ok(Gauntlet { game, bots, deals, seed })
    }

    /// Plays `strategy` against all bots, on all threads. Returns `None` once `stop` is set. The result does not depend on
    /// the number of threads.
    pub(super) fn play(
        &self,
        strategy: &dyn Strategy<AnyGame>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<Bout>>> {
        let player = BotFor::by_strategy(self.game, strategy);
        let mut bouts = Vec::new();
        for bot in self.bots {
            let rival = bot.for_referee(self.game)?;
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

    /// The number of deals against each bot.
    pub(super) fn deals(&self) -> u64 {
        self.deals
    }

    /// Sets the number of deals; the first ones stay the same.
    pub(super) fn set_deals(&mut self, deals: u64) {
        self.deals = deals;
    }
}
