//! A strategy by what browsers call it: a bot, or the equilibrium that was found here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Actions, InfoSet};
use hinterhand_players::bots::BotStrategy;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::strategy::{Strategy, Uniform};

use super::solved::Solved;
use crate::records::Adviser;
use crate::slow::Awaited;

/// What browsers call the equilibrium of a small game.
pub(crate) const EQUILIBRIUM: &str = "equilibrium";

/// The longest time for the decisions of a bot in one answer.
const LONGEST: Duration = Duration::from_secs(30);

/// A strategy.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A bot.
    Bot(Adviser),
    /// A game that was solved here.
    Solved(Arc<Solved>),
}

/// Until when an answer is worth working for.
#[derive(Debug)]
pub(crate) struct Limit<'a> {
    awaited: &'a Awaited,
    end: Instant,
}

impl<'a> Limit<'a> {
    /// From now on.
    pub(crate) fn new(awaited: &'a Awaited) -> Limit<'a> {
        Limit { awaited, end: Instant::now() + LONGEST }
    }

    fn is_over(&self) -> bool {
        !self.awaited.is_awaited() || Instant::now() > self.end
    }
}

impl Source {
    /// What browsers call it.
    pub(crate) fn name(&self) -> &str {
        match self {
            Source::Bot(adviser) => &adviser.name,
            Source::Solved(_) => EQUILIBRIUM,
        }
    }

    /// Lets some work ask the strategy; refuses what takes too long.
    pub(crate) fn with<T>(
        &self,
        game: &LoadedGame,
        limit: &Limit<'_>,
        work: impl FnOnce(InTime<'_>) -> T,
    ) -> Result<T, String> {
        let ask = |strategy: &dyn Strategy<AnyGame>, is_slow| {
            let is_late = AtomicBool::new(false);
            let done = work(InTime { strategy, limit, is_late: &is_late, is_slow });
            if is_late.into_inner() {
                return Err(format!("{} takes too long for this question", self.name()));
            }
            Ok(done)
        };
        match self {
            Source::Solved(solved) => ask(&**solved, false),
            Source::Bot(adviser) => {
                let bot = adviser.for_game(game)?;
                match bot.file_strategy() {
                    Some(strategy) => ask(strategy, false),
                    None => {
                        let is_slow = bot.remembers();
                        ask(&BotStrategy::new(bot, 1), is_slow)
                    }
                }
            }
        }
    }
}

/// A strategy that is asked as long as the answer is awaited; after that all actions are equally likely.
#[derive(Clone, Copy)]
pub(crate) struct InTime<'s> {
    strategy: &'s dyn Strategy<AnyGame>,
    limit: &'s Limit<'s>,
    is_late: &'s AtomicBool,
    /// Whether a decision takes so long that few can be asked for.
    pub(super) is_slow: bool,
}

impl InTime<'_> {
    /// Whether nothing more is asked.
    pub(super) fn is_late(&self) -> bool {
        if self.limit.is_over() {
            self.is_late.store(true, Ordering::Relaxed);
        }
        self.is_late.load(Ordering::Relaxed)
    }

    /// The probability of each legal action.
    pub(crate) fn shares(&self, info_set: &AnyInfoSet, legal: &AnyLegal) -> Vec<f64> {
        let mut shares = Vec::new();
        if self.is_late() {
            Strategy::<AnyGame>::probabilities(&Uniform, info_set, legal, &mut shares);
        } else {
            self.strategy.probabilities(info_set, legal, &mut shares);
        }
        shares
    }
}

impl Strategy<AnyGame> for InTime<'_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        *out = self.shares(info_set, legal);
    }
}

impl Strategy<Kinderschnapsen> for InTime<'_> {
    fn probabilities(&self, info_set: &InfoSet<Hand>, legal: &Actions, out: &mut Vec<f64>) {
        let (info_set, legal) = (AnyInfoSet::new(*info_set), AnyLegal::new::<Kinderschnapsen>(*legal));
        *out = self.shares(&info_set, &legal);
    }
}
