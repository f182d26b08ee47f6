//! The solver: its sides, a step, and what can be read out.

use std::collections::HashMap;

use hinterhand_engine::Player;

use super::lanes::{LANES, Row};
use super::layout::{Layout, NOWHERE};
use super::number::Number;
use super::products::{Entry, Payoffs, Rows};
use super::sweep::{Factors, Successors, Tables};
use super::variant::{Updates, Variant};
use crate::tree::{Policy, Set, Tree};

/// Counterfactual regret minimization over a whole tree.
///
/// It works on the sequence form: the information sets of each player, and for each pair of sequences the
/// payoff of the ends behind them, weighted with chance. Nodes are not visited any more, but all
/// counterfactual values and so all iterates are those of a walk through the tree.
///
/// The policy is frozen while a player learns. All sums are taken in a fixed order: results do not depend on
/// the number of threads.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{cfr::{Cfr, Variant}, judges, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let mut solver = Cfr::<f64>::new(kuhn.tree(), Variant::PCFR_PLUS);
/// while solver.iterations() < 100 {
///     solver.step();
/// }
/// assert!(judges::exploitability(kuhn.tree(), &solver.average()).average() < 1e-4);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cfr<R> {
    variant: Variant,
    iterations: u64,
    sets: Vec<Set>,
    slots: usize,
    sides: Vec<PlayerTables<R>>,
    /// For each player the reach of their sequences under the current policy.
    reaches: Vec<Vec<Row<R>>>,
}

/// The state of a solver, complete enough to continue bit for bit: one number for each slot of the tree.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot<R> {
    /// The number of iterations done.
    pub iterations: u64,
    /// The regrets.
    pub regrets: Vec<R>,
    /// The sums of the average policy.
    pub averages: Vec<R>,
    /// The policy to be played next.
    pub current: Vec<R>,
}

impl<R> Snapshot<R> {
    /// Checks that each table has this number of entries.
    pub(crate) fn check(&self, slots: usize) -> Result<(), SnapshotError> {
        for (table, numbers) in
            [("regrets", &self.regrets), ("averages", &self.averages), ("probabilities", &self.current)]
        {
            if numbers.len() != slots {
                return Err(SnapshotError { table, count: numbers.len(), slots });
            }
        }
        Ok(())
    }
}

/// A snapshot belongs to another tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a snapshot with {count} {table} for a tree with {slots} actions")]
pub struct SnapshotError {
    /// The table whose length is wrong.
    pub table: &'static str,
    /// The number of entries found.
    pub count: usize,
    /// The number of entries expected.
    pub slots: usize,
}

/// One player.
#[derive(Clone, Debug)]
struct PlayerTables<R> {
    layout: Layout,
    successors: Successors<R>,
    tables: Tables<R>,
    /// With more than two players: the reach of the others together.
    joint: Option<Joint<R>>,
}

/// The sequences that the others of three or more players come to ends with.
#[derive(Clone, Debug)]
struct Joint<R> {
    /// The other players.
    others: Vec<usize>,
    /// The places of their sequences, as many as there are others for each entry.
    places: Vec<u32>,
    /// The product of their reaches.
    reach: Vec<R>,
}

impl<R: Real> Cfr<R> {
    /// A solver before its first iteration, for two or more players.
    pub fn new(tree: &Tree, variant: Variant) -> Cfr<R> {
        R::solver(tree, variant)
    }

    /// One iteration: every player learns once.
    pub fn step(&mut self) {
        R::step(self);
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of bytes of the tables: regrets, sums of the average policy and the policy to be played
    /// next.
    pub fn table_bytes(&self) -> usize {
        3 * self.slots * size_of::<R>()
    }

    /// The average of all policies played so far, which converges to an equilibrium.
    pub fn average(&self) -> Policy {
        self.policy(self.in_tree_order(|tables| &tables.average))
    }

    /// The policy to be played next.
    pub fn current(&self) -> Policy {
        self.policy(self.in_tree_order(|tables| &tables.current))
    }

    /// The regret of each slot of the tree, discounted by the variant.
    pub fn regrets(&self) -> Vec<R> {
        self.in_tree_order(|tables| &tables.regrets)
    }

    /// Everything needed to continue later.
    pub fn snapshot(&self) -> Snapshot<R> {
        Snapshot {
            iterations: self.iterations,
            regrets: self.regrets(),
            averages: self.in_tree_order(|tables| &tables.average),
            current: self.in_tree_order(|tables| &tables.current),
        }
    }

    /// Goes back to a snapshot of a solver of the same tree and variant: what follows is the same bit for
    /// bit.
    pub fn restore(&mut self, snapshot: &Snapshot<R>) -> Result<(), SnapshotError> {
        snapshot.check(self.slots)?;
        let Snapshot { iterations, regrets, averages, current } = snapshot;
        self.iterations = *iterations;
        self.put(regrets, |tables| &mut tables.regrets);
        self.put(averages, |tables| &mut tables.average);
        self.put(current, |tables| &mut tables.current);
        (0..self.sides.len()).for_each(|seat| self.refresh(seat));
        Ok(())
    }

    fn refresh(&mut self, seat: usize) {
        let side = &self.sides[seat];
        side.tables.reach(&side.layout, &mut self.reaches[seat]);
    }

    fn policy(&self, weights: Vec<R>) -> Policy {
        Policy::from_weights_of(&self.sets, weights.into_iter().map(R::to_f64).collect())
    }

    fn in_tree_order(&self, table: impl Fn(&Tables<R>) -> &Vec<Row<R>>) -> Vec<R> {
        let mut numbers = vec![R::ZERO; self.slots];
        for set in &self.sets {
            let side = &self.sides[set.player().index()];
            let table = table(&side.tables).as_flattened();
            for slot in set.slots() {
                numbers[slot] = table[side.layout.place_of_slot[slot] as usize];
            }
        }
        numbers
    }

    fn put(&mut self, numbers: &[R], table: impl Fn(&mut Tables<R>) -> &mut Vec<Row<R>>) {
        for set in &self.sets {
            let side = &mut self.sides[set.player().index()];
            let table = table(&mut side.tables).as_flattened_mut();
            for slot in set.slots() {
                table[side.layout.place_of_slot[slot] as usize] = numbers[slot];
            }
        }
    }
}

/// A number that the solver is compiled for: `f32` or `f64`.
pub trait Real: Number + Loops {}

impl Real for f32 {}

impl Real for f64 {}

/// The loops of the solver, compiled here for both types of numbers: other crates, which may be compiled with
/// less optimisation, call them.
pub trait Loops: Sized {
    /// Makes a solver.
    fn solver(tree: &Tree, variant: Variant) -> Cfr<Self>;

    /// Does one iteration.
    fn step(solver: &mut Cfr<Self>);
}

macro_rules! loops {
    ($($real:ty),*) => {$(
        impl Loops for $real {
            fn solver(tree: &Tree, variant: Variant) -> Cfr<$real> {
                Cfr::made(tree, variant)
            }

            fn step(solver: &mut Cfr<$real>) {
                solver.iterate();
            }
        }
    )*};
}
loops!(f32, f64);

impl<R: Real> Cfr<R> {
    fn made(tree: &Tree, variant: Variant) -> Cfr<R> {
        assert!(tree.players() > 1, "a game of one player is searched, not learned");
        let layouts: Vec<Layout> =
            Player::all(tree.players()).map(|player| Layout::new(tree, player)).collect();
        let sides: Vec<PlayerTables<R>> =
            (0..layouts.len()).map(|seat| PlayerTables::new(tree, &layouts, seat)).collect();
        let reaches = sides.iter().map(|side| {
            let mut reach = vec![[R::ZERO; LANES]; side.layout.slots / LANES];
            reach[0][0] = R::ONE;
            side.tables.reach(&side.layout, &mut reach);
            reach
        });
        let reaches = reaches.collect();
        Cfr { variant, iterations: 0, sets: tree.sets().to_vec(), slots: tree.slot_count(), sides, reaches }
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        let factors = Factors::new(&self.variant, self.iterations);
        for seat in 0..self.sides.len() {
            self.sides[seat].learn(&factors, &self.reaches, seat);
            if self.variant.updates == Updates::Alternating {
                self.refresh(seat);
            }
        }
        if self.variant.updates == Updates::Simultaneous {
            (0..self.sides.len()).for_each(|seat| self.refresh(seat));
        }
    }
}

impl<R: Real> PlayerTables<R> {
    fn new(tree: &Tree, layouts: &[Layout], seat: usize) -> PlayerTables<R> {
        let layout = layouts[seat].clone();
        let others: Vec<usize> = (0..layouts.len()).filter(|&other| other != seat).collect();
        let (ends, joint) = ends(tree, layouts, seat, &others);
        let successors = Successors { ends, later: later(tree, &layout, seat) };
        let tables = Tables::new(&layout);
        PlayerTables { layout, successors, tables, joint: (others.len() > 1).then_some(joint) }
    }

    fn learn(&mut self, factors: &Factors<R>, reaches: &[Vec<Row<R>>], seat: usize) {
        let others = match &mut self.joint {
            Some(joint) => joint.multiply(reaches),
            None => reaches[1 - seat].as_flattened(),
        };
        self.tables.learn(&self.layout, &self.successors, factors, &reaches[seat], others);
    }
}

impl<R: Real> Joint<R> {
    fn multiply(&mut self, reaches: &[Vec<Row<R>>]) -> &[R] {
        for (reach, places) in self.reach.iter_mut().zip(self.places.chunks_exact(self.others.len())) {
            let factors = self.others.iter().zip(places);
            let factors = factors.map(|(&other, &place)| reaches[other].as_flattened()[place as usize]);
            *reach = factors.fold(R::ONE, |product, factor| product * factor);
        }
        &self.reach
    }
}

/// The payoffs of the ends, by the player's last decision and those of the others: ends with the same
/// decisions are one entry, and those that pay nothing none.
fn ends<R: Real>(tree: &Tree, layouts: &[Layout], seat: usize, others: &[usize]) -> (Payoffs<R>, Joint<R>) {
    let mut joint = Joint { others: others.to_vec(), places: Vec::new(), reach: Vec::new() };
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut entries = Vec::new();
    for end in tree.ends().filter(|end| end.sequences[seat].is_some()) {
        let place = |seat: usize| layouts[seat].place_of_sequence(end.sequences[seat]);
        let column = match others {
            [other] => place(*other),
            _ => {
                let places: Vec<u32> = others.iter().map(|&other| place(other)).collect();
                *known.entry(places).or_insert_with_key(|places| {
                    joint.places.extend(places);
                    joint.reach.push(R::ZERO);
                    joint.reach.len() as u32 - 1
                })
            }
        };
        entries.push(Entry { row: place(seat), column, payoff: end.weight * end.payoffs[seat] });
    }
    let nowhere = if others.len() == 1 { NOWHERE } else { 0 };
    (Payoffs::new(layouts[seat].slots, entries, nowhere), joint)
}

/// For each slot the sets that may come next, counted from the end of the batch that it is in.
pub(super) fn later(tree: &Tree, layout: &Layout, seat: usize) -> Rows<u32> {
    let own = |set: &Set| set.player().index() == seat && set.parent().is_some();
    let sets = tree.sets().iter().zip(&layout.place_of_set).filter(|(set, _)| own(set));
    let mut places: Vec<(u32, u32)> =
        sets.map(|(set, &place)| (layout.place_of_sequence(set.parent()), place)).collect();
    places.sort_unstable();
    let mut rows = Rows::new();
    // That of having done nothing, which is no slot.
    rows.push(&Default::default(), 0);
    let mut left = &places[..];
    for batch in &layout.batches {
        let end = batch.end_set() as u32;
        for first in (batch.first_slot..batch.end_slot()).step_by(LANES) {
            let count = left.partition_point(|&(parent, _)| (parent as usize) < first + LANES);
            let (here, rest) = left.split_at(count);
            let mut group: [Vec<u32>; LANES] = Default::default();
            here.iter().for_each(|&(parent, place)| group[parent as usize - first].push(place - end));
            // The row of zeros after the last set.
            rows.push(&group, layout.sets as u32 - end);
            left = rest;
        }
    }
    rows
}
