//! The kinds of work in experiments, one in each file.

mod aivat;
mod convergence;
mod counts;
mod crossing;
mod decks;
mod duel;
mod exact_judgement;
mod first_decisions;
mod full_stitching;
mod game_properties;
mod learned_play;
mod lower_bound;
mod mirror_descent;
mod one_seat;
mod self_play;
mod solved;
mod synthetic_trees;
mod threads;
mod value_variance;
mod variance;

use serde::Deserialize;

pub use aivat::Aivat;
pub use convergence::Convergence;
pub use counts::Counts;
pub use crossing::Crossing;
pub use decks::Decks;
pub use duel::Duel;
pub use exact_judgement::ExactJudgement;
pub use first_decisions::FirstDecisions;
pub use full_stitching::FullStitching;
pub use game_properties::GameProperties;
pub use learned_play::LearnedPlay;
pub use lower_bound::LowerBound;
pub use mirror_descent::MirrorDescent;
pub use one_seat::OneSeat;
pub use self_play::{Select, SelfPlay};
pub use solved::Solved;
pub use synthetic_trees::SyntheticTrees;
pub use threads::Threads;
pub use value_variance::ValueVariance;
pub use variance::Variance;

use super::{Outcome, WorkContext};

/// A piece of work, by its kind.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Work {
    /// A solver, judged exactly during its run.
    Convergence(Convergence),
    /// Magnetic mirror descent, until it is near a quantal response equilibrium.
    MirrorDescent(MirrorDescent),
    /// Bot against bot on duplicate deals.
    #[serde(rename = "meeting")]
    Duel(Duel),
    /// Bot against bot, the first always in seat 0.
    OneSeat(OneSeat),
    /// Bot against bot, with and without luck.
    Aivat(Aivat),
    /// The variance of sampled regrets.
    Variance(Variance),
    /// The variance of sampled values of actions while a solver learns.
    ValueVariance(ValueVariance),
    /// The size of a game.
    Counts(Counts),
    /// The size of Kinderschnapsen and the cost of its solution by deck.
    Decks(Decks),
    /// The judgement of the solution of Kinderschnapsen.
    Solved(Solved),
    /// The policy of a bot at all information sets, judged exactly.
    #[serde(rename = "stitched")]
    FullStitching(FullStitching),
    /// A bot, asked at all information sets and judged exactly.
    ExactJudgement(ExactJudgement),
    /// A tree search that learns a game by self-play, judged exactly during its run.
    SelfPlay(SelfPlay),
    /// Perfect information Monte Carlo on random trees with given properties.
    SyntheticTrees(SyntheticTrees),
    /// These properties of a game.
    #[serde(rename = "terrain")]
    GameProperties(GameProperties),
    /// Where a solver overtakes a search in self-play.
    Crossing(Crossing),
    /// A network that is learned and then plays against bots.
    LearnedPlay(LearnedPlay),
    /// The speed-up by threads.
    Threads(Threads),
    /// The time that bots take for a decision.
    FirstDecisions(FirstDecisions),
    /// What a local best response wins against a bot.
    #[serde(rename = "local-best-response")]
    LowerBound(LowerBound),
}

impl Work {
    /// Does the work; `None` if it is stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        match self {
            Work::Convergence(work) => work.run(context),
            Work::MirrorDescent(work) => work.run(context),
            Work::Duel(work) => work.run(context),
            Work::OneSeat(work) => work.run(context),
            Work::Aivat(work) => work.run(context),
            Work::Variance(work) => work.run(context),
            Work::ValueVariance(work) => work.run(context),
            Work::Counts(work) => work.run(context),
            Work::Crossing(work) => work.run(context),
            Work::Decks(work) => work.run(context),
            Work::Solved(work) => work.run(context),
            Work::FullStitching(work) => work.run(context),
            Work::ExactJudgement(work) => work.run(context),
            Work::SelfPlay(work) => work.run(context),
            Work::SyntheticTrees(work) => work.run(context),
            Work::GameProperties(work) => work.run(context),
            Work::LearnedPlay(work) => work.run(context),
            Work::Threads(work) => work.run(context),
            Work::FirstDecisions(work) => work.run(context),
            Work::LowerBound(work) => work.run(context),
        }
    }

    /// Whether something in it is drawn at random, so that its result depends on the seed.
    pub fn draws(&self) -> bool {
        match self {
            Work::Counts(_) | Work::MirrorDescent(_) | Work::Solved(_) => false,
            Work::Convergence(work) => work.draws(),
            _ => true,
        }
    }

    /// Whether it measures time, so that nothing else may run at the same time.
    pub fn wants_quiet(&self) -> bool {
        match self {
            Work::Threads(_) | Work::FirstDecisions(_) | Work::ExactJudgement(_) => true,
            Work::Decks(work) => work.exact || work.vector || work.reduced,
            Work::Convergence(work) => work.measures_time(),
            _ => false,
        }
    }
}
