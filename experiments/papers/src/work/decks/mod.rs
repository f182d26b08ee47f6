//! The size of Kinderschnapsen and the cost of its solution by deck: the same game with fewer or more cards.
//!
//! Small decks are written out, counted and solved with CFR+, decks of up to twelve cards are solved in
//! vector form; the size of large ones is estimated from random walks. The rules that do not follow from
//! Kinderschnapsen are ours, see [`Deck`].

mod census;
mod deck;
mod ending;
mod hands;
mod reduced;
mod seen;
#[cfg(test)]
mod tests;
mod vector;
mod walk;

use std::num::NonZeroU64;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use hinterhand_engine::{Player, Rng};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Node, NodeId, Tree};
use hinterhand_training::memory::peak_bytes;
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
/// depend on the machine and its load. If the deck is solved in `vector` form, or `reduced`, there are the
/// times and iterations, the `value`, the `megabytes at most`, which are the peak of the process, and the
/// `decisions of the vector form` or `of the reduced form` and their `actions`, instead of all counts but
/// `cards` and `deals`; with the vector form the counts can be estimated beside it.
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
    /// Whether the deck is solved in vector form.
    #[serde(default)]
    pub(super) vector: bool,
    /// Whether the tree is written out and solved.
    #[serde(default)]
    pub(super) exact: bool,
    /// The number of random walks of an estimate, alone or beside the vector form.
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
        let solves = self.exact || self.vector || self.reduced;
        let target = self.target.unwrap_or(TARGET);
        ensure!(
            solves || (self.target.is_none() && self.iterations.is_none()),
            "`target` and `iterations` go with `exact`, `vector` or `reduced`: nothing is solved without"
        );
        ensure!(target > 0.0, "`target` is {target}; it must be more than 0");
        if context.is_stopped() {
            return Ok(None);
        }
        let goal = Goal { target, iterations: self.iterations.unwrap_or(ITERATIONS) };
        let found = match (self.exact, self.vector, self.reduced, self.walks) {
            (true, false, false, None) => written_out(&deck, &goal, context)?,
            (false, true, false, walks) => {
                let solved = vector::solve(&deck, &goal, context)?;
                match (solved, walks) {
                    (Some(solved), Some(walks)) => estimate(&deck, walks.get(), context, solved),
                    (solved, _) => solved,
                }
            }
            (false, false, true, None) => {
                ensure!(
                    (self.suits, self.ranks, self.without) == (3, 4, 0),
                    "`reduced` is for three suits and four ranks"
                );
                reduced::solve(&goal, context)?
            }
            (false, false, false, Some(walks)) => estimate(&deck, walks.get(), context, Outcome::default()),
            _ => bail!(
                "one of `walks`, `exact = true`, `vector = true` and `reduced = true` is needed; `walks` go with \
                 `vector` too, but with no other"
            ),
        };
        Ok(found.map(|outcome| {
            outcome
                .measure("cards", Measure::exact(deck.pack.cards.len() as f64))
                .measure("deals", Measure::exact(deck.pack.deals()))
        }))
    }
}

/// Until when a solver learns.
struct Goal {
    /// The maximum exploitability.
    target: f64,
    /// The maximum number of iterations.
    iterations: u64,
}

/// A solver of a deck.
trait Learner {
    /// One iteration.
    fn step(&mut self);

    /// What a best response wins beyond the value of the game, on average over both seats.
    fn exploitability(&mut self) -> f64;
}

impl Goal {
    /// Learns until the goal is reached, and measures it; `None` if stopped.
    fn reach(&self, learner: &mut dyn Learner, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let &Goal { target, iterations } = self;
        let mut seconds = Vec::new();
        let exploitability = loop {
            if context.is_stopped() {
                return Ok(None);
            }
            let began = Instant::now();
            learner.step();
            seconds.push(began.elapsed().as_secs_f64());
            let exploitability = learner.exploitability();
            if exploitability <= target {
                break exploitability;
            }
            if seconds.len() as u64 >= iterations {
                bail!(
                    "after {iterations} iterations the exploitability is still {exploitability}, not {target}"
                );
            }
        };
        let outcome = Outcome::default()
            .measure(format!("iterations to {target:e}"), Measure::exact(seconds.len() as f64))
            .measure(format!("seconds to {target:e}"), Measure::exact(seconds.iter().sum()));
        seconds.sort_unstable_by(f64::total_cmp);
        let an_iteration = Measure::exact(seconds[seconds.len() / 2]);
        let outcome = outcome.measure("seconds an iteration", an_iteration);
        Ok(Some(outcome.measure("exploitability", Measure::exact(exploitability))))
    }
}

/// CFR+ on the tree of a deck.
struct WrittenOut<'a> {
    tree: &'a Tree,
    solver: Cfr<f32>,
}

impl Learner for WrittenOut<'_> {
    fn step(&mut self) {
        self.solver.step();
    }

    fn exploitability(&mut self) -> f64 {
        judges::exploitability(self.tree, &self.solver.average()).average()
    }
}

/// Writes the tree out and solves it; `None` if stopped.
fn written_out(deck: &Deck, goal: &Goal, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
    let size = GameTree::measure(deck, MOST_NODES)?;
    if context.is_stopped() {
        return Ok(None);
    }
    let began = Instant::now();
    let compiled = GameTree::compile(deck, MOST_NODES)?;
    let compiling = began.elapsed().as_secs_f64();
    let tree = compiled.tree();
    let mut learner = WrittenOut { tree, solver: Cfr::new(tree, Variant::CFR_PLUS) };
    let Some(mut outcome) = goal.reach(&mut learner, context)? else { return Ok(None) };
    let policy = learner.solver.average();
    let figures = [
        ("nodes", size.nodes as f64),
        ("megabytes", size.bytes as f64 / 1e6),
        ("seconds to compile", compiling),
        ("value", judges::values(tree, &[&policy, &policy])[0]),
    ];
    for (name, figure) in FIGURES.into_iter().zip(counted(tree)).chain(figures) {
        outcome = outcome.measure(name, Measure::exact(figure));
    }
    Ok(Some(outcome))
}

/// Forgets how large this process has been, so that the peak is that of what follows and of what it keeps
/// from before. Where the system does not allow it, the peak is that of the whole process.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The peak of this process, in megabytes.
fn peak_megabytes() -> anyhow::Result<f64> {
    let peak = peak_bytes().context("the system does not tell how much memory is in use")?;
    Ok(peak as f64 / 1e6)
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

/// Adds estimates from random walks; `None` if stopped.
fn estimate(deck: &Deck, walks: u64, context: &WorkContext<'_>, mut outcome: Outcome) -> Option<Outcome> {
    let mut census = Census::new(*deck);
    for block in 0..walks.div_ceil(BLOCK) {
        if context.is_stopped() {
            return None;
        }
        let mut rng = Rng::new(context.seed, block);
        (0..BLOCK.min(walks - block * BLOCK)).for_each(|_| census.step(&mut rng));
    }
    for (name, moments) in FIGURES.into_iter().zip(census.moments) {
        let mean = moments.mean().expect("at least one walk");
        outcome = outcome.measure(name, Measure::estimated(mean, moments.student(0.95)));
    }
    Some(outcome)
}
