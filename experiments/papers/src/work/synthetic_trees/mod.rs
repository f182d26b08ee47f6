//! Perfect information Monte Carlo on synthetic game trees with given properties.
//!
//! Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo sampling
//! in game tree search" (AAAI 2010), draw game trees with a given leaf correlation, bias and disambiguation
//! factor, solve them, and let perfect information Monte Carlo (PIMC) play against the equilibrium.
//! [`SyntheticTree`] tells how we draw them; a part of that is ours, as are the depth, the number of worlds
//! and the number of trees.
//!
//! As in the paper, player 0 is judged, which moves first. The opponent acts last if the depth is even, and
//! player 0 if it is odd; where siblings seldom have the same payoff, that decides nearly everything. PIMC
//! averages the open-card values of each action over all worlds of the information set and plays all actions
//! with the best mean with equal probability: the bot `pimc` without its random numbers. All figures of a
//! tree are computed exactly; the intervals are those of the sample of trees.

mod tree;

use anyhow::ensure;
use hinterhand_engine::{Game, Player, Rng};
use hinterhand_matches::ratings::Moments;
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Policy, SetId, Tree};
use serde::Deserialize;

use self::tree::{Shape, SyntheticTree};
use crate::{Measure, Outcome, WorkContext};

/// The exploitability at which an equilibrium is good enough, on a scale from -1 to 1.
const TARGET: f64 = 0.002;

/// The number of iterations between two computations of the exploitability.
const BETWEEN_LOOKS: u32 = 16;

/// The maximum number of nodes of a tree, not counting the deal.
const MOST_NODES: usize = 1 << 22;

/// PIMC on random trees with given properties, against an equilibrium and against a best response.
///
/// The measures are means over the trees, on a scale from -1 to 1 and for player 0: the `value` of the trees;
/// the difference between it and the payoff against the equilibrium of PIMC, `loss to nash`, and of a random
/// player, `random loss`; the difference of these, `gain over random`; and the same losses against a best
/// response, `loss to best response` and `random loss to best response`. A tree may have several equilibria;
/// one of them is used. Losses are exact up to its mean `exploitability`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyntheticTrees {
    /// The probability that sibling ends pay the same.
    pub correlation: f64,
    /// The probability that sibling ends that pay the same are won by player 0.
    pub bias: f64,
    /// The probability that two worlds that a player cannot distinguish become distinguishable until its next
    /// decision.
    pub disambiguation: f64,
    /// The number of trees.
    pub trees: u32,
    /// The number of actions of a play.
    pub depth: u32,
    /// The number of worlds of each player, between which chance decides.
    pub worlds: u8,
}

impl SyntheticTrees {
    /// Draws the trees and judges PIMC on each; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let shape = self.shape()?;
        ensure!(self.trees > 0, "`trees` is 0; at least one is needed");
        let mut moments = [Moments::default(); NAMES.len()];
        for number in 0..self.trees {
            let drawn = SyntheticTree::draw(shape, &mut Rng::new(context.seed, u64::from(number)));
            let Some(judged) = judge(&drawn, context)? else { return Ok(None) };
            moments.iter_mut().zip(judged.figures()).for_each(|(moments, figure)| moments.add(figure));
        }
        let mut outcome = Outcome::default();
        for (name, moments) in NAMES.into_iter().zip(moments) {
            let mean = moments.mean().expect("at least one tree");
            outcome = outcome.measure(name, Measure::estimated(mean, moments.student(0.95)));
        }
        Ok(Some(outcome))
    }

    fn shape(&self) -> anyhow::Result<Shape> {
        let SyntheticTrees { correlation, bias, disambiguation, depth, worlds, .. } = *self;
        for (name, share) in
            [("correlation", correlation), ("bias", bias), ("disambiguation", disambiguation)]
        {
            ensure!((0.0..=1.0).contains(&share), "`{name}` is {share}; it is a probability, from 0 to 1");
        }
        ensure!((1..=20).contains(&depth), "`depth` is {depth}; it must be from 1 to 20");
        ensure!(worlds > 0, "`worlds` is 0; at least one is needed");
        let shape = Shape { correlation, bias, disambiguation, depth, worlds };
        let nodes = shape.nodes() * usize::from(worlds) * usize::from(worlds);
        ensure!(
            nodes <= MOST_NODES,
            "a tree of `depth` {depth} and `worlds` {worlds} has {nodes} nodes; at most {MOST_NODES} are solved"
        );
        Ok(shape)
    }
}

/// The payoffs of player 0 on one tree.
struct Judged {
    value: f64,
    exploitability: f64,
    pimc: Payoffs,
    random: Payoffs,
}

/// The payoffs of one policy.
struct Payoffs {
    against_nash: f64,
    against_best: f64,
}

const NAMES: [&str; 7] = [
    "value",
    "exploitability",
    "loss to nash",
    "random loss",
    "gain over random",
    "loss to best response",
    "random loss to best response",
];

impl Judged {
    /// In the order of [`NAMES`].
    fn figures(&self) -> [f64; NAMES.len()] {
        [
            self.value,
            self.exploitability,
            self.value - self.pimc.against_nash,
            self.value - self.random.against_nash,
            self.pimc.against_nash - self.random.against_nash,
            self.value - self.pimc.against_best,
            self.value - self.random.against_best,
        ]
    }
}

/// Solves a tree and judges PIMC on it; `None` if stopped.
fn judge(drawn: &SyntheticTree, context: &WorkContext<'_>) -> anyhow::Result<Option<Judged>> {
    let compiled = GameTree::compile(drawn, usize::MAX)?;
    let tree = compiled.tree();
    let Some((nash, exploitability)) = equilibrium(tree, context) else { return Ok(None) };
    let payoffs = |policy: &Policy| Payoffs {
        against_nash: judges::values(tree, &[policy, &nash])[0],
        against_best: -judges::best_response(tree, Player::SECOND, policy).value,
    };
    let value = judges::values(tree, &[&nash, &nash])[0];
    let (pimc, random) = (payoffs(&pimc(drawn, &compiled)), payoffs(&Policy::uniform(tree)));
    Ok(Some(Judged { value, exploitability, pimc, random }))
}

/// An equilibrium and its exploitability; `None` if stopped.
fn equilibrium(tree: &Tree, context: &WorkContext<'_>) -> Option<(Policy, f64)> {
    let mut solver = Cfr::<f32>::new(tree, Variant::PCFR_PLUS);
    while !context.is_stopped() {
        (0..BETWEEN_LOOKS).for_each(|_| solver.step());
        let policy = solver.average();
        let exploitability = judges::exploitability(tree, &policy).average();
        if exploitability <= TARGET {
            return Some((policy, exploitability));
        }
    }
    None
}

/// The policy of PIMC for both players.
fn pimc(drawn: &SyntheticTree, compiled: &GameTree<SyntheticTree>) -> Policy {
    let tree = compiled.tree();
    let mut weights = vec![0.0; tree.slot_count()];
    for (number, set) in tree.sets().iter().enumerate() {
        let mut sums = [0i32; 2];
        for place in drawn.fitting(compiled.info_set(SetId::new(number))) {
            for (action, sum) in sums.iter_mut().enumerate() {
                let mut next = place;
                drawn.play(&mut next, action as u8);
                let first = i32::from(drawn.open_value(&next));
                *sum += if set.player() == Player::FIRST { first } else { -first };
            }
        }
        // All worlds of the information set are equally likely, so sums serve as means.
        let best = sums.into_iter().max();
        for (weight, sum) in weights[set.slots()].iter_mut().zip(sums) {
            *weight = f64::from(Some(sum) == best);
        }
    }
    Policy::from_weights(tree, weights)
}

#[cfg(test)]
mod tests;
