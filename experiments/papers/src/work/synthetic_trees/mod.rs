//! Perfect information Monte Carlo on synthetic game trees, where what makes it succeed can be set.
//!
//! Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo sampling in game
//! tree search" (AAAI 2010), draw game trees with a given leaf correlation, bias and disambiguation factor, solve them,
//! and let perfect information Monte Carlo (PIMC) play against the equilibrium. How we draw them stands in
//! [`SyntheticTree`]; that is ours in part, and so are the depth, the number of worlds and that of trees.
//!
//! As in the paper player 0, who moves first, is judged. If the depth is even his opponent has the last word, if it is
//! odd he has it himself; where siblings are seldom alike that decides nearly everything. PIMC goes through all worlds
//! that fit, takes the mean of what they are worth with open cards, and plays all actions with the best mean alike:
//! what `pimc` does, without its chance. Everything about a tree is computed, nothing is played; only the trees are a
//! sample, and the intervals are about them.

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

/// An equilibrium is sought until it is no more exploitable than this, on a scale from -1 to 1.
const TARGET: f64 = 0.002;

/// How many iterations lie between two looks at how exploitable it is.
const BETWEEN_LOOKS: u32 = 16;

/// The largest trees, counted without the deal.
const MOST_NODES: usize = 1 << 22;

/// PIMC on random trees of one kind, against players of an equilibrium and against those who answer it best.
///
/// The measures are means over the trees, on a scale from -1 to 1 and for player 0: the `value` of the trees; by how
/// much PIMC stays below it against the equilibrium, `loss to nash`, and a player at random, `random loss`; the
/// difference of these, `gain over random`; by how much both stay below it against their best answer, `loss to best
/// response` and `random loss to best response`. A tree may have several equilibria; one of them is met. It is known
/// up to its mean `exploitability`, and no loss better than that.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyntheticTrees {
    /// The probability that sibling ends pay the same.
    pub correlation: f64,
    /// The probability that sibling ends that pay the same are won by player 0.
    pub bias: f64,
    /// The probability that two worlds that a player cannot tell apart part until his next decision.
    pub disambiguation: f64,
    /// How many trees are drawn.
    pub trees: u32,
    /// How many actions a game has.
    pub depth: u32,
    /// Between how many worlds chance chooses for each player.
    pub worlds: u8,
}

impl SyntheticTrees {
    /// Draws the trees and judges on each. Nothing comes back if the work was left.
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

/// What player 0 wins on one tree.
struct Judged {
    value: f64,
    exploitability: f64,
    pimc: Wins,
    random: Wins,
}

/// What one way to play wins.
struct Wins {
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

/// Solves a tree and judges on it; nothing comes back if the work is left.
fn judge(drawn: &SyntheticTree, context: &WorkContext<'_>) -> anyhow::Result<Option<Judged>> {
    let compiled = GameTree::compile(drawn, usize::MAX)?;
    let tree = compiled.tree();
    let Some((nash, exploitability)) = equilibrium(tree, context) else { return Ok(None) };
    let wins = |policy: &Policy| Wins {
        against_nash: judges::values(tree, &[policy, &nash])[0],
        against_best: -judges::best_response(tree, Player::SECOND, policy).value,
    };
    let value = judges::values(tree, &[&nash, &nash])[0];
    let (pimc, random) = (wins(&pimc(drawn, &compiled)), wins(&Policy::uniform(tree)));
    Ok(Some(Judged { value, exploitability, pimc, random }))
}

/// An equilibrium and how exploitable it still is; nothing if the work is left.
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

/// How PIMC plays, for both players.
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
        // All worlds that fit are as likely, and so the sums are as good as the means.
        let best = sums.into_iter().max();
        for (weight, sum) in weights[set.slots()].iter_mut().zip(sums) {
            *weight = f64::from(Some(sum) == best);
        }
    }
    Policy::from_weights(tree, weights)
}

#[cfg(test)]
mod tests;
