//! Perfect information Monte Carlo on synthetic game trees with given properties.
//!
//! Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo sampling
//! in game tree search" (AAAI 2010), draw game trees with a given leaf correlation, bias and disambiguation
//! factor, solve them, and let perfect information Monte Carlo (PIMC) play against the equilibrium.
//! [`SyntheticTree`] tells how we draw them; a part of that is ours.
//!
//! As in the paper, PIMC plays each tree twice, once in each seat, and the mean is what is judged. The player
//! that acts last has a great advantage where siblings seldom have the same payoff, so the two seats are
//! reported apart as well. PIMC averages the open-card values of each action over all worlds of the information set and plays all actions
//! with the best mean with equal probability: the bot `pimc` without its random numbers. All figures of a
//! tree are computed exactly; the intervals are those of the sample of trees.

mod tree;

use std::collections::BTreeMap;

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
/// The measures are means over the trees, on a scale from -1 to 1: the `value` of the trees for player 0; and,
/// for a player that plays each tree in both seats, the difference between the value and the payoff against
/// the equilibrium of PIMC, `loss to nash`, and of a random player, `random loss`; the difference of these,
/// `gain over random`; and the same losses against a best response, `loss to best response` and `random loss
/// to best response`. With `in seat 0` or `in seat 1` after the name they are those in one seat. A tree may
/// have several equilibria; one of them is used. Losses are exact up to its mean `exploitability`. Cells of
/// different properties share no chance.
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
        let mut moments: BTreeMap<String, Moments> = BTreeMap::new();
        for number in 0..self.trees {
            let drawn = SyntheticTree::draw(shape, &mut Rng::new(context.seed, self.stream(number)));
            let Some(judged) = judge(&drawn, context)? else { return Ok(None) };
            for (name, figure) in judged.figures() {
                moments.entry(name).or_default().add(figure);
            }
        }
        let mut outcome = Outcome::default();
        for (name, moments) in moments {
            let mean = moments.mean().expect("at least one tree");
            outcome = outcome.measure(name, Measure::estimated(mean, moments.student(0.95)));
        }
        Ok(Some(outcome))
    }

    /// The stream of random numbers of a tree, different for properties that differ by a thousandth.
    fn stream(&self, number: u32) -> u64 {
        let shares = [self.correlation, self.bias, self.disambiguation];
        let cell = shares.into_iter().fold(0, |cell, share| cell * 1001 + (1000.0 * share).round() as u64);
        cell << 32 | u64::from(number)
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

/// The payoffs on one tree.
struct Judged {
    /// For player 0.
    value: f64,
    exploitability: f64,
    /// For the player in each seat: its value, and what PIMC and the random player get there.
    seats: [InSeat; 2],
}

/// The payoffs in one seat.
struct InSeat {
    value: f64,
    pimc: Payoffs,
    random: Payoffs,
}

/// The payoffs of one policy.
struct Payoffs {
    against_nash: f64,
    against_best: f64,
}

impl InSeat {
    fn figures(&self) -> [(&'static str, f64); 5] {
        let InSeat { value, pimc, random } = self;
        [
            ("loss to nash", value - pimc.against_nash),
            ("random loss", value - random.against_nash),
            ("gain over random", pimc.against_nash - random.against_nash),
            ("loss to best response", value - pimc.against_best),
            ("random loss to best response", value - random.against_best),
        ]
    }
}

impl Judged {
    fn figures(&self) -> Vec<(String, f64)> {
        let mut all =
            vec![("value".to_owned(), self.value), ("exploitability".to_owned(), self.exploitability)];
        let [first, second] = self.seats.each_ref().map(InSeat::figures);
        for ((name, first), (_, second)) in first.into_iter().zip(second) {
            all.push((name.to_owned(), (first + second) / 2.0));
            all.push((format!("{name} in seat 0"), first));
            all.push((format!("{name} in seat 1"), second));
        }
        all
    }
}

/// Solves a tree and judges PIMC on it; `None` if stopped.
fn judge(drawn: &SyntheticTree, context: &WorkContext<'_>) -> anyhow::Result<Option<Judged>> {
    let compiled = GameTree::compile(drawn, usize::MAX)?;
    let tree = compiled.tree();
    let Some((nash, exploitability)) = equilibrium(tree, context) else { return Ok(None) };
    let value = judges::values(tree, &[&nash, &nash])[0];
    let (pimc, random) = (pimc(drawn, &compiled), Policy::uniform(tree));
    let seats = [Player::FIRST, Player::SECOND].map(|player| {
        let payoffs = |policy: &Policy| {
            let mut policies = [&nash; 2];
            policies[player.index()] = policy;
            Payoffs {
                against_nash: judges::values(tree, &policies)[player.index()],
                against_best: -judges::best_response(tree, player.other(), policy).value,
            }
        };
        let value = if player == Player::FIRST { value } else { -value };
        InSeat { value, pimc: payoffs(&pimc), random: payoffs(&random) }
    });
    Ok(Some(Judged { value, exploitability, seats }))
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
