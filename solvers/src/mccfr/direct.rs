//! External sampling on a tree, one walk at a time: what is found is learned on the way back.
//!
//! With perfect recall a walk that follows all own actions comes to an information set of its player once, and to those
//! of the others without changing them. So learning at once is the same, bit for bit, as noting it down and learning it
//! after the walk.

use hinterhand_engine::{Player, Rng};

use super::compact::CompactTree;
use super::domain::{Decision, Domain as _, NodeKind};
use super::options::{Options, Weights};
use super::sampling::Sampling;
use super::tables::{Cell, Tables, follow_regrets};

/// Deeper trees are walked without recursion.
const DEEPEST: usize = 1_000;

/// The values of the actions of the decisions on the way: empty between walks.
pub(super) type Stack = Vec<f64>;

/// Returns true if these walks are made here.
#[inline]
pub(super) fn serves(tree: &CompactTree, options: &Options) -> bool {
    options.batch == 1
        && options.sampling == Sampling::EXTERNAL
        && options.baselines.is_none()
        && tree.depth() <= DEEPEST
}

/// Makes one walk of `player`, and returns the number of nodes visited.
pub(super) fn walk(
    tree: &CompactTree,
    tables: &mut Tables,
    player: Player,
    weights: Weights,
    stack: &mut Stack,
    rng: &mut Rng,
) -> u64 {
    let least = tables.least;
    let mut walk = Walk { tree, cells: &mut tables.cells, least, player, weights, stack, rng, nodes: 0 };
    walk.value(tree.start());
    walk.nodes
}

struct Walk<'a> {
    tree: &'a CompactTree,
    cells: &'a mut [Cell],
    /// The least regret.
    least: f64,
    player: Player,
    weights: Weights,
    stack: &'a mut Stack,
    rng: &'a mut Rng,
    nodes: u64,
}

impl Walk<'_> {
    /// The value of the game from this place on.
    fn value(&mut self, mut place: u32) -> f64 {
        loop {
            self.nodes += 1;
            place = match self.tree.node(&place, &mut ()) {
                NodeKind::Chance => self.tree.deal(place, self.rng),
                NodeKind::Over => return self.tree.payoff(&place, self.player),
                NodeKind::Decision(decision) if decision.player == self.player => {
                    return self.learn(&decision);
                }
                NodeKind::Decision(decision) => decision.branches + self.pass(&decision),
            };
        }
    }

    /// Visits all actions.
    fn learn(&mut self, &Decision { first, actions, branches, .. }: &Decision<u32>) -> f64 {
        let start = self.stack.len();
        for child in branches..branches + actions {
            // Half of all calls would be of ends.
            let value = match self.tree.end(child, self.player) {
                Some(payoff) => {
                    self.nodes += 1;
                    payoff
                }
                None => self.value(child),
            };
            self.stack.push(value);
        }
        let cells = &mut self.cells[first as usize..][..actions as usize];
        let values = &self.stack[start..];
        let value: f64 = cells.iter().zip(values).map(|(cell, value)| cell.current * value).sum();
        let mut sum = 0.0;
        for (cell, action) in cells.iter_mut().zip(values) {
            cell.regret = (cell.regret + self.weights.regrets * (action - value)).max(self.least);
            sum += cell.regret.max(0.0);
        }
        follow_regrets(cells, sum);
        self.stack.truncate(start);
        value
    }

    /// Draws an action of another player by the policy, which enters the average.
    #[inline]
    fn pass(&mut self, &Decision { first, actions, .. }: &Decision<u32>) -> u32 {
        let cells = &mut self.cells[first as usize..][..actions as usize];
        // If rounding has left something over it is the last one that can be drawn.
        let (mut left, mut drawn, mut open) = (self.rng.unit(), 0, true);
        for (action, cell) in (0..).zip(cells) {
            cell.average += self.weights.averages * cell.current;
            if open && cell.current > 0.0 {
                drawn = action;
                open = left >= cell.current;
                left -= cell.current;
            }
        }
        drawn
    }
}
