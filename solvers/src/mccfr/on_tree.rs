//! The solver on a compiled tree: a step, and what can be read out.

use hinterhand_engine::Player;

use super::compact::CompactTree;
use super::direct::{self, Stack};
use super::log::{self, Log};
use super::options::{Options, Weights};
use super::tables::{SnapshotError, Tables};
use super::walk::walk_batch;
use crate::tree::{Policy, Set, Tree};

/// Monte Carlo counterfactual regret minimization on a compiled tree.
///
/// An iteration is a batch of walks of each player in turn, or one of all players together. The policies are frozen
/// during a batch; what its walks have found is learned in their order, so results do not depend on the number of
/// threads.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{judges, mccfr::{Mccfr, Options}, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let mut solver = Mccfr::new(kuhn.tree(), Options { seed: 1, ..Options::default() });
/// while solver.iterations() < 20_000 {
///     solver.step();
/// }
/// assert!(judges::exploitability(kuhn.tree(), &solver.average()).average() < 0.02);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mccfr {
    options: Options,
    iterations: u64,
    nodes: u64,
    tree: CompactTree,
    sets: Vec<Set>,
    players: usize,
    tables: Tables,
    logs: Vec<Log<()>>,
    /// Whether walks are learned at once, and the memory of these.
    direct: bool,
    stack: Stack,
}

/// The state of a solver, complete enough to continue bit for bit: one number for each slot of the tree.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    /// The number of iterations done.
    pub iterations: u64,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The regrets.
    pub regrets: Vec<f64>,
    /// The sums of the average policy.
    pub averages: Vec<f64>,
    /// The baselines of each slot, one for each player; none if there are no baselines.
    pub baselines: Vec<f64>,
    /// How far the generators of the walks have gone.
    pub generators: Vec<u64>,
}

impl Mccfr {
    /// A solver before its first iteration. The options must pass their [check](Options::check).
    pub fn new(tree: &Tree, options: Options) -> Mccfr {
        assert_eq!(options.check(), Ok(()), "options are checked by the caller");
        let players = tree.players();
        let mut tables = Tables::new(players, &options);
        for set in tree.sets() {
            let first = tables.add(set.action_count());
            debug_assert_eq!(first, set.slots().start);
        }
        let (tree, sets) = (CompactTree::new(tree), tree.sets().to_vec());
        let direct = direct::serves(&tree, &options);
        let (logs, stack) = (Log::of_batch(players, &options), Stack::new());
        Mccfr { options, iterations: 0, nodes: 0, tree, sets, players, tables, logs, direct, stack }
    }

    /// One iteration: every player learns from one batch of walks.
    pub fn step(&mut self) {
        let weights = self.options.weights(self.iterations);
        if self.direct {
            self.walk_directly(weights);
        } else {
            self.walk_by_notes(weights, None);
        }
        self.iterations += 1;
    }

    /// One iteration, the same bit for bit as by [`step`](Mccfr::step). `note` gets the slot of each action at
    /// each decision of the players who learned, and the estimate of its value to the player from there on: as
    /// often as walks came there, but not where the policies of the others never lead.
    pub fn step_and_note(&mut self, note: &mut dyn FnMut(usize, f64)) {
        let weights = self.options.weights(self.iterations);
        self.walk_by_notes(weights, Some(note));
        self.iterations += 1;
    }

    fn walk_directly(&mut self, weights: Weights) {
        let Mccfr { tree, tables, logs, stack, .. } = self;
        for player in Player::all(self.players) {
            self.nodes += direct::walk(tree, tables, player, weights, stack, &mut logs[0].rng);
        }
    }

    fn walk_by_notes(&mut self, weights: Weights, mut note: Option<&mut dyn FnMut(usize, f64)>) {
        let Mccfr { tree, tables, options, logs, players, .. } = self;
        let learners = options.sampling.learners(*players);
        let each = logs.len() / learners;
        for first in (0..*players).step_by(learners) {
            let who = || Player::all(*players).skip(first);
            for (player, logs) in who().zip(logs.chunks_mut(each)) {
                walk_batch(tree, tables, options, player, logs);
            }
            logs.iter().for_each(|log| tables.average_in(&log.results, weights));
            for (player, logs) in who().zip(logs.chunks(each)) {
                logs.iter().for_each(|log| tables.learn(&log.results, player, weights));
            }
            if let Some(note) = note.as_deref_mut() {
                logs.iter().for_each(|log| log.results.tell_estimates(note));
            }
            // Walks that all players learn from count once.
            self.nodes += logs[..each].iter().map(|log| log.results.nodes).sum::<u64>();
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of nodes visited by all walks: each draw of chance, decision and end counts each time that a
    /// walk reaches it. Draws that follow one another are one if all outcomes are as likely.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of bytes of the tables: regrets, sums of the average policy, the policy to be played next,
    /// baselines.
    pub fn table_bytes(&self) -> usize {
        self.tables.bytes(self.tables.cells.len())
    }

    /// The average of all policies played so far, which converges to an equilibrium.
    pub fn average(&self) -> Policy {
        self.policy(|cell| cell.average)
    }

    /// The policy to be played next.
    pub fn current(&self) -> Policy {
        self.policy(|cell| cell.current)
    }

    /// Everything needed to continue later.
    pub fn snapshot(&self) -> Snapshot {
        let [regrets, averages, baselines] = self.tables.numbers();
        let (iterations, nodes, generators) = (self.iterations, self.nodes, log::positions(&self.logs));
        Snapshot { iterations, nodes, regrets, averages, baselines, generators }
    }

    /// Goes back to a snapshot of a solver of the same tree and options: what follows is the same bit for
    /// bit.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        let Snapshot { iterations, nodes, regrets, averages, baselines, generators } = snapshot;
        SnapshotError::check("generators", generators.len(), self.logs.len())?;
        self.tables.put([regrets, averages, baselines], self.sets.iter().map(Set::slots))?;
        (self.iterations, self.nodes) = (*iterations, *nodes);
        log::seek(&mut self.logs, generators);
        Ok(())
    }

    fn policy(&self, weight: impl Fn(&super::tables::Cell) -> f64) -> Policy {
        Policy::from_weights_of(&self.sets, self.tables.cells.iter().map(weight).collect())
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::{Kuhn, Leduc};

    use super::*;
    use crate::mccfr::Sampling;
    use crate::tree::GameTree;

    #[track_caller]
    fn learns_the_same(tree: &Tree, options: Options) {
        let mut directly = Mccfr::new(tree, options);
        let mut by_notes = directly.clone();
        for t in 0..500 {
            directly.walk_directly(options.weights(t));
            by_notes.walk_by_notes(options.weights(t), None);
        }
        assert_eq!(directly.snapshot(), by_notes.snapshot());
    }

    /// In the first iteration every policy is even, and the values of what the first player can do with a jack,
    /// a queen and a king are known: a bet is called half of the time, a check is bet into half of the time.
    /// Hands are dealt, and actions listed, in this order.
    #[test]
    fn the_estimates_that_are_noted_are_right_on_average() {
        let kuhn = GameTree::compile(&Kuhn::default(), 1_000).expect("a small game");
        let first = |set: &&Set| set.player() == Player::FIRST && set.parent().is_none();
        for sampling in [Sampling::EXTERNAL, Sampling::OUTCOME] {
            let mut noted = vec![(0.0, 0.0); kuhn.tree().slot_count()];
            for seed in 0..60_000 {
                let mut solver = Mccfr::new(kuhn.tree(), Options { sampling, seed, ..Options::default() });
                solver.step_and_note(&mut |slot, value| {
                    noted[slot] = (noted[slot].0 + value, noted[slot].1 + 1.0);
                });
            }
            let slots = kuhn.tree().sets().iter().filter(first).flat_map(Set::slots);
            let means: Vec<f64> = slots.map(|slot| noted[slot].0 / noted[slot].1).collect();
            // Twenty thousand estimates each, which deviate by at most 3.2: four standard errors.
            let right = means.iter().zip([-1.25, -0.5, -0.25, 0.5, 0.75, 1.5]);
            assert!(right.clone().all(|(mean, value)| (mean - value).abs() < 0.09), "{means:?}");
        }
    }

    #[test]
    fn noting_changes_nothing() {
        let leduc = GameTree::compile(&Leduc::default(), 10_000).expect("a small game");
        for (sampling, baselines) in
            [(Sampling::EXTERNAL, None), (Sampling::OUTCOME, None), (Sampling::OUTCOME, Some(0.5))]
        {
            let options = Options { sampling, baselines, seed: 4, ..Options::default() };
            let mut solver = Mccfr::new(leduc.tree(), options);
            let (mut plain, mut count) = (solver.clone(), 0);
            for _ in 0..200 {
                plain.step();
                solver.step_and_note(&mut |_, _| count += 1);
            }
            assert_eq!(solver.snapshot(), plain.snapshot());
            assert!(count > 200);
        }
    }

    #[test]
    fn learning_at_once_is_learning_from_notes() {
        let leduc = GameTree::compile(&Leduc::default(), 10_000).expect("a small game");
        let three = GameTree::compile(&Kuhn { players: 3 }, 10_000).expect("a small game");
        for options in [
            Options { seed: 1, ..Options::default() },
            Options { seed: 2, linear: true, ..Options::default() },
            Options { seed: 3, plus: true, ..Options::default() },
        ] {
            assert!(Mccfr::new(leduc.tree(), options).direct);
            learns_the_same(leduc.tree(), options);
            learns_the_same(three.tree(), options);
        }
    }
}
