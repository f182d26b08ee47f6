//! The size of Kinderschnapsen and the cost of its solution by deck: the same game with fewer or more cards.
//!
//! Small decks are written out, counted and solved with CFR+; the size of large ones is estimated from random
//! walks. The rules that do not follow from Kinderschnapsen are ours, see [`Deck`].

mod census;
mod deck;
mod reduced;
mod seen;
#[cfg(test)]
mod tests;

use std::num::NonZeroU64;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use hinterhand_engine::{Player, Rng};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Node, NodeId, Tree};
use serde::Deserialize;

use self::census::{Census, FIGURES};
use self::deck::Deck;
use crate::{Measure, Outcome, WorkContext};

/// The maximum number of nodes of a written-out tree.
const MOST_NODES: usize = 60_000_000;

/// The number of walks that share a generator.
const BLOCK: u64 = 10_000;

/// The default exploitability of a solution, in points a hand.
const TARGET: f64 = 1e-3;

/// The default maximum number of iterations.
const ITERATIONS: u64 = 10_000;

/// A deck, counted or estimated.
///
/// The measures are `cards`, `deals`, `end histories`, `decision histories`, `information sets`, the same `of
/// player 0` and `of player 1`, those `with a choice`, and the `actions` of all information sets. If the deck
/// is exact there are also the `nodes` of its tree, with chance card by card; the `megabytes` of the tree
/// with its information sets; the `seconds to compile` it; the median `seconds an iteration` of CFR+ in
/// single precision; the iterations and the seconds, without judging, until the exploitability is at most the
/// target, such as `iterations to 1e-3`; and the `exploitability` and the `value` for player 0 then. Times
/// depend on the machine and its load. If the deck is `reduced` there are the `megabytes at most`,
/// the peak of the process, the times and iterations, and `decisions of the reduced form` and its `actions`,
/// instead of all counts but `cards` and `deals`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    suits: u8,
    ranks: u8,
    /// The number of suits whose lowest card is missing, from the last suit on.
    #[serde(default)]
    without: u8,
    /// Whether the deck of three suits and four ranks is solved in the reduced form of its own solver.
    #[serde(default)]
    pub(super) reduced: bool,
    /// Whether the tree is written out and solved.
    #[serde(default)]
    pub(super) exact: bool,
    /// The number of random walks of an estimate.
    walks: Option<NonZeroU64>,
    /// The maximum exploitability of the solution, in points a hand.
    target: Option<f64>,
    /// The maximum number of iterations.
    iterations: Option<u64>,
}

impl Decks {
    /// Counts and solves, or estimates; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let deck = Deck::new(self.suits, self.ranks, self.without)?;
        let found = if self.reduced {
            ensure!(
                (self.suits, self.ranks, self.without, self.exact, self.walks) == (3, 4, 0, false, None),
                "`reduced` is for three suits and four ranks, and goes with neither `exact` nor `walks`"
            );
            reduced::solve(self.target.unwrap_or(TARGET), self.iterations.unwrap_or(ITERATIONS), context)?
        } else if self.exact {
            ensure!(self.walks.is_none(), "`walks` are of no use if the deck is `exact`");
            self.solve(&deck, context)?
        } else {
            ensure!(
                self.target.is_none() && self.iterations.is_none(),
                "`target` and `iterations` need `exact = true`: nothing is solved without it"
            );
            let walks = self.walks.context("either `walks` or `exact = true` is needed")?;
            estimate(&deck, walks.get(), context)
        };
        Ok(found.map(|outcome| {
            outcome
                .measure("cards", Measure::exact(deck.pack.cards.len() as f64))
                .measure("deals", Measure::exact(deck.pack.deals()))
        }))
    }

    fn solve(&self, deck: &Deck, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let (target, most) = (self.target.unwrap_or(TARGET), self.iterations.unwrap_or(ITERATIONS));
        ensure!(target > 0.0, "`target` is {target}; it must be more than 0");
        let size = GameTree::measure(deck, MOST_NODES)?;
        if context.is_stopped() {
            return Ok(None);
        }
        let began = Instant::now();
        let compiled = GameTree::compile(deck, MOST_NODES)?;
        let compiling = began.elapsed().as_secs_f64();
        let tree = compiled.tree();
        let mut solver = Cfr::<f32>::new(tree, Variant::CFR_PLUS);
        let mut seconds = Vec::new();
        let (policy, exploitability) = loop {
            if context.is_stopped() {
                return Ok(None);
            }
            let began = Instant::now();
            solver.step();
            seconds.push(began.elapsed().as_secs_f64());
            let policy = solver.average();
            let exploitability = judges::exploitability(tree, &policy).average();
            if exploitability <= target {
                break (policy, exploitability);
            }
            if solver.iterations() >= most {
                bail!("after {most} iterations the exploitability is still {exploitability}, not {target}");
            }
        };
        let mut outcome = Outcome::default()
            .measure(format!("iterations to {target:e}"), Measure::exact(seconds.len() as f64))
            .measure(format!("seconds to {target:e}"), Measure::exact(seconds.iter().sum()));
        seconds.sort_unstable_by(f64::total_cmp);
        let figures = [
            ("nodes", size.nodes as f64),
            ("megabytes", size.bytes as f64 / 1e6),
            ("seconds to compile", compiling),
            ("seconds an iteration", seconds[seconds.len() / 2]),
            ("exploitability", exploitability),
            ("value", judges::values(tree, &[&policy, &policy])[0]),
        ];
        for (name, figure) in FIGURES.into_iter().zip(counted(tree)).chain(figures) {
            outcome = outcome.measure(name, Measure::exact(figure));
        }
        Ok(Some(outcome))
    }
}

/// The exact values of what a census estimates, in the order of [`FIGURES`].
fn counted(tree: &Tree) -> [f64; FIGURES.len()] {
    let nodes = (0..tree.node_count()).map(|node| tree.node(NodeId::new(node)));
    let decisions = nodes.filter(|node| matches!(node, Node::Decision(_))).count();
    let [first, second] = [Player::FIRST, Player::SECOND].map(|player| tree.set_count(player));
    let choices = tree.sets().iter().filter(|set| set.action_count() > 1).count();
    [tree.end_count(), decisions, first, second, first + second, choices, tree.slot_count()]
        .map(|count| count as f64)
}

/// Estimates from random walks; `None` if stopped.
fn estimate(deck: &Deck, walks: u64, context: &WorkContext<'_>) -> Option<Outcome> {
    let mut census = Census::new(*deck);
    for block in 0..walks.div_ceil(BLOCK) {
        if context.is_stopped() {
            return None;
        }
        let mut rng = Rng::new(context.seed, block);
        (0..BLOCK.min(walks - block * BLOCK)).for_each(|_| census.step(&mut rng));
    }
    let mut outcome = Outcome::default();
    for (name, moments) in FIGURES.into_iter().zip(census.moments) {
        let mean = moments.mean().expect("at least one walk");
        outcome = outcome.measure(name, Measure::estimated(mean, moments.student(0.95)));
    }
    Some(outcome)
}
