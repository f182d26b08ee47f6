//! Counterfactual regret minimization against an oracle.

use super::{Judgement, Oracle, Treeplex, judge, room};
use crate::cfr::{Number, Snapshot, SnapshotError, Updates, Variant};

/// Counterfactual regret minimization in the variants of [`Variant`], for a game that is known by an oracle. The tables
/// are of numbers `R`.
///
/// The policy of a player is frozen while it learns. Sums are taken in a fixed order: results do not depend on the
/// number of threads.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{cfr::Variant, oracle::{OracleCfr, PayoffMatrix}, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let mut solver = OracleCfr::<_, f64>::new(PayoffMatrix::new(kuhn.tree()), Variant::PCFR_PLUS);
/// while solver.iterations() < 100 {
///     solver.step();
/// }
/// assert!(solver.judge().exploitability() < 1e-4);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OracleCfr<O, R> {
    oracle: O,
    variant: Variant,
    iterations: u64,
    sides: [Side<R>; 2],
    /// What each sequence is worth, and the memory of passes: used again and again.
    worth: Vec<f64>,
    memory: Vec<f64>,
}

/// What is kept for a sequence. If it is the only one of its information set nothing is learned of it.
#[derive(Clone, Copy, Debug)]
struct Entry<R> {
    /// The regret, discounted by the variant.
    regret: R,
    /// The sum of the average plan.
    average: R,
    /// The probability with which the action is taken next.
    current: R,
}

/// The tables of a player.
#[derive(Clone, Debug)]
pub struct Side<R> {
    entries: Vec<Entry<R>>,
    /// The plan of the current policy.
    plan: Vec<f64>,
}

/// A number that the solver is compiled for: `f32` or `f64`.
pub trait TableNumber: Number + Loops {}

impl TableNumber for f32 {}

impl TableNumber for f64 {}

/// The loops of the solver, compiled here for both types of numbers: other crates, which may be compiled with less
/// optimisation, call them.
pub trait Loops: Sized {
    /// Changes the policy of a player by what its sequences are worth.
    fn learn(
        side: &mut Side<Self>,
        treeplex: &Treeplex,
        worth: &[f64],
        memory: &mut Vec<f64>,
        factors: &Factors<Self>,
    );

    /// Makes the plan of the current policy.
    fn refresh(side: &mut Side<Self>, treeplex: &Treeplex);

    /// The average of the policies.
    fn average(side: &Side<Self>, treeplex: &Treeplex) -> Vec<Self>;
}

macro_rules! loops {
    ($($real:ty),*) => {$(
        impl Loops for $real {
            fn learn(
                side: &mut Side<$real>,
                treeplex: &Treeplex,
                worth: &[f64],
                memory: &mut Vec<f64>,
                factors: &Factors<$real>,
            ) {
                side.learn(treeplex, worth, memory, factors);
            }

            fn refresh(side: &mut Side<$real>, treeplex: &Treeplex) {
                side.refresh(treeplex);
            }

            fn average(side: &Side<$real>, treeplex: &Treeplex) -> Vec<$real> {
                side.average(treeplex)
            }
        }
    )*};
}
loops!(f32, f64);

/// The numbers of a variant in one iteration.
#[derive(Clone, Copy, Debug)]
pub struct Factors<R> {
    positive: R,
    negative: R,
    next: R,
    prediction: R,
    average: R,
    floor: bool,
}

impl<R: Number> Factors<R> {
    fn new(variant: &Variant, t: u64) -> Factors<R> {
        Factors {
            positive: R::from_f64(variant.positive.at(t)),
            negative: R::from_f64(variant.negative.at(t)),
            next: R::from_f64(variant.positive.at(t + 1)),
            prediction: R::from_f64(variant.prediction),
            average: R::from_f64(variant.average_at(t)),
            floor: variant.floor,
        }
    }
}

impl<O: Oracle, R: TableNumber> OracleCfr<O, R> {
    /// A solver before its first iteration.
    pub fn new(oracle: O, variant: Variant) -> OracleCfr<O, R> {
        let sides = [0, 1].map(|player| {
            let treeplex = oracle.treeplex(player);
            let entry = Entry { regret: R::ZERO, average: R::ZERO, current: R::ONE };
            let mut entries = vec![entry; treeplex.sequences()];
            for infoset in 0..treeplex.infosets() {
                let entries = entries[treeplex.sequences_of(infoset)].iter_mut();
                entries
                    .zip(treeplex.even(infoset))
                    .for_each(|(entry, even)| entry.current = R::from_f64(even));
            }
            let mut side = Side { plan: vec![0.0; entries.len()], entries };
            R::refresh(&mut side, treeplex);
            side
        });
        OracleCfr { oracle, variant, iterations: 0, sides, worth: Vec::new(), memory: Vec::new() }
    }

    /// One iteration: both players learn once.
    pub fn step(&mut self) {
        self.iterations += 1;
        for player in [0, 1] {
            self.learn(player);
            if self.variant.updates == Updates::Alternating {
                self.refresh(player);
            }
        }
        if self.variant.updates == Updates::Simultaneous {
            [0, 1].into_iter().for_each(|player| self.refresh(player));
        }
    }

    /// The oracle.
    pub fn oracle(&self) -> &O {
        &self.oracle
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of bytes of the tables and of the numbers that an iteration needs.
    pub fn table_bytes(&self) -> usize {
        let sequences: usize = self.sides.iter().map(|side| side.entries.len()).sum();
        let memory = self.worth.capacity() + self.memory.capacity();
        sequences * (size_of::<Entry<R>>() + size_of::<f64>()) + memory * size_of::<f64>()
    }

    /// The average of all policies played so far: for each sequence the probability of its last action.
    pub fn average(&self, player: usize) -> Vec<R> {
        R::average(&self.sides[player], self.oracle.treeplex(player))
    }

    /// Judges the average of all policies played so far.
    pub fn judge(&self) -> Judgement {
        let plans = [0, 1].map(|player| plan(&self.oracle, player, &self.average(player)));
        judge(&self.oracle, [&plans[0], &plans[1]])
    }

    /// Everything needed to continue later: the tables of a player, a number for each sequence.
    pub fn snapshot(&self, player: usize) -> Snapshot<R> {
        let column = |number: fn(&Entry<R>) -> R| self.sides[player].entries.iter().map(number).collect();
        Snapshot {
            iterations: self.iterations,
            regrets: column(|entry| entry.regret),
            averages: column(|entry| entry.average),
            current: column(|entry| entry.current),
        }
    }

    /// Continues from the tables of both players. If they are of another game nothing changes.
    pub fn restore(&mut self, snapshots: [&Snapshot<R>; 2]) -> Result<(), SnapshotError> {
        for (player, snapshot) in snapshots.into_iter().enumerate() {
            snapshot.check(self.sides[player].entries.len())?;
        }
        for (player, snapshot) in snapshots.into_iter().enumerate() {
            self.iterations = snapshot.iterations;
            for (sequence, entry) in self.sides[player].entries.iter_mut().enumerate() {
                *entry = Entry {
                    regret: snapshot.regrets[sequence],
                    average: snapshot.averages[sequence],
                    current: snapshot.current[sequence],
                };
            }
            self.refresh(player);
        }
        Ok(())
    }

    fn learn(&mut self, player: usize) {
        let [first, second] = &mut self.sides;
        let (own, other) = if player == 0 { (first, second) } else { (second, first) };
        let worth = room(&mut self.worth, own.plan.len());
        self.oracle.gradient(player, &other.plan, worth, &mut self.memory);
        let factors = Factors::new(&self.variant, self.iterations);
        R::learn(own, self.oracle.treeplex(player), worth, &mut self.memory, &factors);
    }

    fn refresh(&mut self, player: usize) {
        R::refresh(&mut self.sides[player], self.oracle.treeplex(player));
    }
}

impl<R: Number> Side<R> {
    fn learn(&mut self, treeplex: &Treeplex, worth: &[f64], memory: &mut Vec<f64>, factors: &Factors<R>) {
        let plan = &self.plan;
        treeplex.from_the_end(memory, worth, &mut self.entries, |infoset, worth, entries| {
            if let [only] = worth {
                return *only;
            }
            let mut value = 0.0;
            worth.iter().zip(&*entries).for_each(|(worth, entry)| value += worth * entry.current.to_f64());
            let reaches = &plan[treeplex.sequences_of(infoset)];
            for ((worth, entry), &reach) in worth.iter().zip(&mut *entries).zip(reaches) {
                // The average is of what was played, before the policy changes.
                entry.average = entry.average * factors.average + R::from_f64(reach);
                let regret = R::from_f64(worth - value);
                let kept = if entry.regret > R::ZERO { factors.positive } else { factors.negative };
                entry.regret = entry.regret * kept + regret;
                if factors.floor {
                    entry.regret = entry.regret.positive();
                }
                entry.current = if factors.prediction == R::ZERO {
                    entry.regret.positive()
                } else {
                    (entry.regret * factors.next + factors.prediction * regret).positive()
                };
            }
            for (entry, &actions) in entries.iter_mut().zip(treeplex.alike(infoset)) {
                entry.current = entry.current * R::from_f64(f64::from(actions));
            }
            let mut sum = R::ZERO;
            entries.iter().for_each(|entry| sum += entry.current);
            if sum > R::ZERO {
                entries.iter_mut().for_each(|entry| entry.current = entry.current / sum);
            } else {
                let entries = entries.iter_mut().zip(treeplex.even(infoset));
                entries.for_each(|(entry, even)| entry.current = R::from_f64(even));
            }
            value
        });
    }

    fn refresh(&mut self, treeplex: &Treeplex) {
        treeplex.from_the_beginning(&mut self.plan, &mut self.entries, |_, reach, plan, entries| {
            for (plan, entry) in plan.iter_mut().zip(entries) {
                *plan = reach * entry.current.to_f64();
            }
        });
    }

    fn average(&self, treeplex: &Treeplex) -> Vec<R> {
        let mut policy = vec![R::ONE; self.entries.len()];
        for infoset in 0..treeplex.infosets() {
            let sequences = treeplex.sequences_of(infoset);
            let mut sum = 0.0;
            self.entries[sequences.clone()].iter().for_each(|entry| sum += entry.average.to_f64());
            for (sequence, even) in sequences.zip(treeplex.even(infoset)) {
                let part = self.entries[sequence].average.to_f64();
                policy[sequence] = R::from_f64(if sum > 0.0 { part / sum } else { even });
            }
        }
        policy
    }
}

/// The plan of a player with this policy: for each sequence the probability of its last action.
pub fn plan<R: Number>(oracle: &dyn Oracle, player: usize, policy: &[R]) -> Vec<f64> {
    let treeplex = oracle.treeplex(player);
    let mut plan = vec![0.0; policy.len()];
    let mut nothing = vec![(); policy.len()];
    treeplex.from_the_beginning(&mut plan, &mut nothing, |infoset, reach, plan, _| {
        for (plan, probability) in plan.iter_mut().zip(&policy[treeplex.sequences_of(infoset)]) {
            *plan = reach * probability.to_f64();
        }
    });
    plan
}
