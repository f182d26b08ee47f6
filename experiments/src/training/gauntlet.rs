//! The gauntlet that a strategy runs at each judgement: bots, one after the other, on duplicate deals. The deals are the
//! same each time, so that the judgements can be compared.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use hinterhand_engine::Settings;
use hinterhand_solvers::strategy::Strategy;
use serde::{Deserialize, Serialize};

use crate::bots::{Bot, BotError, Contender};
use crate::duel::{self, Pairing};
use crate::games::Playable;

/// What came of the hands against one bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// The bot as it was asked for.
    pub bot: String,
    /// The hands played.
    pub hands: u64,
    /// Those among them that the bot forfeited, if it is a program of its own.
    #[serde(default)]
    pub forfeits: u64,
    /// What the strategy won in a hand, on average.
    pub mean: f64,
    /// The lower end of the 95 % confidence interval of that; none of a single deal.
    pub mean_low: Option<f64>,
    /// The upper end.
    pub mean_high: Option<f64>,
}

/// Bots that wait for a strategy.
#[derive(Debug)]
pub struct Gauntlet<'b, G: Playable> {
    game: &'b G,
    settings: &'b Settings,
    bots: &'b [Bot],
    /// How many deals are played against each, from every seat.
    deals: u64,
    seed: u64,
}

impl<'b, G: Playable> Gauntlet<'b, G> {
    /// These bots for a game, which was made from `settings`.
    pub fn new(
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
    pub fn play(&self, strategy: &dyn Strategy<G>, stop: &AtomicBool) -> anyhow::Result<Option<Vec<Bout>>> {
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
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The same bots on other numbers of the same deals.
    pub fn set_deals(&mut self, deals: u64) {
        self.deals = deals;
    }
}
