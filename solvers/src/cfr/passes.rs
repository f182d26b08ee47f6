//! The passes through a written-out game of two players on arrays of the caller, for update rules that are written elsewhere.
//!
//! The arrays of a player have a number for each *sequence*: number 0 is that of having done nothing, and all information
//! sets with the same number of actions make a [`Matrix`], with a row for each action and a column for each information
//! set. What a rule does with one number of every information set is then one operation on whole rows.
//!
//! The work is that of [`Cfr`](super::Cfr), without its tables: blocks of eight columns, so that what neighbours share is
//! read once. Sums are taken in a fixed order: results do not depend on the number of threads.

use std::collections::BTreeMap;

use hinterhand_engine::Player;

use super::lanes::{self, LANES, Row};
use super::layout::{Batch, Layout, NOTHING_DONE, NOWHERE};
use super::number::Number;
use super::products::{Entry, Payoffs};
use super::solver::later;
use super::sweep::Successors;
use crate::parallel;
use crate::tree::{SetId, Tree};

/// The number of blocks that a thread takes at once. Results do not depend on it.
const BLOCKS_AT_ONCE: usize = 512;

/// The passes through a written-out game of two players.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{cfr::{Memory, Passes}, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let passes = Passes::<f64>::new(kuhn.tree());
/// let mut memory = Memory::default();
/// let policies = [0, 1].map(|player| vec![0.5; passes.sequences(player)]);
/// let plans = [0, 1].map(|player| {
///     let mut plan = vec![0.0; passes.sequences(player)];
///     passes.plan(player, &policies[player], &mut plan);
///     plan
/// });
/// let mut worth = vec![0.0; passes.sequences(0)];
/// passes.action_values(0, &plans[1], &policies[0], &mut worth, &mut memory);
/// assert!((worth[0] - 0.125).abs() < 1e-15);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Passes<R> {
    sides: [Side<R>; 2],
}

/// All information sets of a player with the same number of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// The number of its first sequence: the first action of its first information set. Rows follow one another.
    pub first: usize,
    /// The number of rows.
    pub actions: usize,
    /// The number of columns.
    pub infosets: usize,
}

impl Matrix {
    /// The number of the sequence after its last one.
    pub fn end(&self) -> usize {
        self.first + self.actions * self.infosets
    }
}

/// The values of information sets in a pass. What it has allocated is used again.
#[derive(Clone, Debug, Default)]
pub struct Memory<R> {
    values: Vec<Row<R>>,
}

/// One player.
#[derive(Clone, Debug)]
struct Side<R> {
    layout: Layout,
    arrangement: Arrangement,
    successors: Successors<R>,
    /// The places, in the layout, of the information sets with no own decision before.
    beginnings: Vec<u32>,
}

/// Where the numbers of one player's sequences stand in the arrays of the caller.
#[derive(Clone, Debug)]
struct Arrangement {
    matrices: Vec<Matrix>,
    /// For each batch of the layout its columns.
    columns: Vec<Columns>,
    /// For each place of a slot in the layout the number of its sequence.
    numbers: Vec<u32>,
    /// For each place of an information set in the layout the number of the sequence before it.
    parents: Vec<u32>,
    sequences: usize,
}

/// The columns of a batch in its matrix.
#[derive(Clone, Copy, Debug)]
struct Columns {
    matrix: usize,
    first: usize,
    count: usize,
}

/// What a pass from the end back writes for each action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    /// What it is worth.
    Worth,
    /// How much more it is worth than the policy.
    Advantage,
}

impl<R: Number> Passes<R> {
    /// The passes through a tree.
    ///
    /// # Panics
    ///
    /// If it is not a game of two players.
    pub fn new(tree: &Tree) -> Passes<R> {
        assert_eq!(tree.players(), 2, "the passes are of two players");
        let layouts = [Player::FIRST, Player::SECOND].map(|player| Layout::new(tree, player));
        let arrangements = [0, 1].map(|player| Arrangement::new(&layouts[player]));
        let sides = [0, 1].map(|player| Side::new(tree, &layouts, &arrangements, player));
        Passes { sides }
    }

    /// The number of sequences of a player, the empty one included.
    pub fn sequences(&self, player: usize) -> usize {
        self.sides[player].arrangement.sequences
    }

    /// The matrices of a player, one after another from sequence 1 on, by their number of actions.
    pub fn matrices(&self, player: usize) -> &[Matrix] {
        &self.sides[player].arrangement.matrices
    }

    /// The number of the sequence that ends with an action at an information set of the tree.
    pub fn number(&self, tree: &Tree, set: SetId, action: usize) -> usize {
        let set = tree.set(set);
        let side = &self.sides[set.player().index()];
        side.arrangement.numbers[side.layout.place_of_slot[set.slot(action).index()] as usize] as usize
    }

    /// The plan of a policy.
    pub fn plan(&self, player: usize, policy: &[R], plan: &mut [R]) {
        let Side { layout, arrangement, .. } = &self.sides[player];
        arrangement.check([policy, &*plan]);
        plan[0] = R::ONE;
        let mut reaches = Vec::new();
        for (batch, columns) in layout.batches.iter().zip(&arrangement.columns) {
            let parents = &arrangement.parents[batch.first_set..][..columns.count];
            reaches.clear();
            reaches.extend(parents.iter().map(|&parent| plan[parent as usize]));
            for action in 0..batch.actions {
                let here = arrangement.row(columns, action);
                for ((plan, policy), &reach) in plan[here.clone()].iter_mut().zip(&policy[here]).zip(&reaches)
                {
                    *plan = reach * *policy;
                }
            }
        }
    }

    /// Sets for each sequence of a player what it contributes to the player's payoff if the other plays by this plan.
    pub fn gradient(&self, player: usize, plan: &[R], gradient: &mut [R]) {
        let Side { layout, arrangement, successors, .. } = &self.sides[player];
        arrangement.check([&*gradient]);
        self.sides[1 - player].arrangement.check([plan]);
        let (empty, mut rows) = arrangement.rows_mut(gradient);
        *empty = successors.ends.products(0, plan)[0];
        for (batch, columns) in layout.batches.iter().zip(&arrangement.columns) {
            let mut parts = split(batch, take(&mut rows, columns));
            parallel::for_each(&mut parts, &|_, (group, rows)| {
                let blocks = rows[0].len().div_ceil(LANES);
                for block in 0..blocks {
                    for (action, row) in rows.iter_mut().enumerate() {
                        let sums = successors.ends.products(*group + block * batch.actions + action, plan);
                        write(&mut row[block * LANES..], sums);
                    }
                }
            });
        }
    }

    /// The counterfactual value of each action of a player: what it is worth against the `plan` of the other if the player
    /// goes on by `policy`. That of sequence 0 is the value of the game.
    pub fn action_values(
        &self,
        player: usize,
        plan: &[R],
        policy: &[R],
        worth: &mut [R],
        memory: &mut Memory<R>,
    ) {
        self.back(player, plan, policy, worth, memory, Written::Worth);
    }

    /// How much more each action is worth than `policy` is at its information set: what an iteration adds to the
    /// regrets. That of sequence 0 is the value of the game.
    pub fn advantages(
        &self,
        player: usize,
        plan: &[R],
        policy: &[R],
        advantages: &mut [R],
        memory: &mut Memory<R>,
    ) {
        self.back(player, plan, policy, advantages, memory, Written::Advantage);
    }

    fn back(
        &self,
        player: usize,
        plan: &[R],
        policy: &[R],
        out: &mut [R],
        memory: &mut Memory<R>,
        written: Written,
    ) {
        let Side { layout, arrangement, successors, beginnings } = &self.sides[player];
        arrangement.check([policy, &*out]);
        self.sides[1 - player].arrangement.check([plan]);
        // The row of zeros at the end is never written.
        memory.values.resize(layout.sets / LANES + 1, [R::ZERO; LANES]);
        memory.values[layout.sets / LANES] = [R::ZERO; LANES];
        let (empty, mut rows) = arrangement.rows_mut(out);
        let mut rows: Vec<Vec<&mut [R]>> =
            arrangement.columns.iter().map(|columns| take(&mut rows, columns)).collect();
        for (batch, columns) in layout.batches.iter().zip(&arrangement.columns).rev() {
            let out = rows.pop().expect("there are rows for each batch");
            let policy: Vec<&[R]> =
                (0..batch.actions).map(|action| &policy[arrangement.row(columns, action)]).collect();
            let (values, later) = memory.values.split_at_mut(batch.end_set() / LANES);
            let values = values[batch.first_set / LANES..].chunks_mut(BLOCKS_AT_ONCE);
            let parts = split(batch, out).into_iter().zip(values).enumerate();
            let mut parts: Vec<Part<'_, R>> = parts
                .map(|(part, ((group, out), values))| Part {
                    group,
                    policy: policy.iter().map(|row| &row[part * BLOCKS_AT_ONCE * LANES..]).collect(),
                    out,
                    values,
                })
                .collect();
            let later = later.as_flattened();
            parallel::for_each(&mut parts, &|_, part| part.back(successors, plan, later, written));
        }
        let values = memory.values.as_flattened();
        let mut value = successors.ends.products(0, plan)[0];
        beginnings.iter().for_each(|&place| value += values[place as usize]);
        *empty = value;
    }
}

impl<R: Number> Side<R> {
    fn new(tree: &Tree, layouts: &[Layout; 2], arrangements: &[Arrangement; 2], player: usize) -> Side<R> {
        let (layout, other) = (&layouts[player], 1 - player);
        let entries = tree.ends().map(|end| {
            let row = layout.place_of_sequence(end.sequences[player]);
            let column = layouts[other].place_of_sequence(end.sequences[other]);
            let column = arrangements[other].numbers[column as usize];
            Entry { row, column, payoff: end.weight * end.payoffs[player] }
        });
        let ends = Payoffs::new(layout.slots, entries.collect(), 0);
        let own = tree.sets().iter().zip(&layout.place_of_set);
        let beginnings = own.filter(|(set, _)| set.player().index() == player && set.parent().is_none());
        Side {
            successors: Successors { ends, later: later(tree, layout, player) },
            beginnings: beginnings.map(|(_, &place)| place).collect(),
            layout: layout.clone(),
            arrangement: arrangements[player].clone(),
        }
    }
}

impl Arrangement {
    fn new(layout: &Layout) -> Arrangement {
        // What has no parent in the layout only fills a block.
        let count = |batch: &Batch| {
            let parents = &layout.parents[batch.first_set..batch.end_set()];
            parents.iter().filter(|&&parent| parent != NOWHERE).count()
        };
        let mut infosets: BTreeMap<usize, usize> = BTreeMap::new();
        for batch in &layout.batches {
            *infosets.entry(batch.actions).or_default() += count(batch);
        }
        let mut matrices: Vec<Matrix> = Vec::new();
        for (&actions, &infosets) in &infosets {
            let first = matrices.last().map_or(1, Matrix::end);
            matrices.push(Matrix { first, actions, infosets });
        }
        let mut arrangement = Arrangement {
            sequences: matrices.last().map_or(1, Matrix::end),
            matrices,
            columns: Vec::new(),
            numbers: vec![0; layout.slots],
            parents: Vec::new(),
        };
        let mut next = vec![0; arrangement.matrices.len()];
        for batch in &layout.batches {
            let matrix =
                infosets.keys().position(|&actions| actions == batch.actions).expect("counted above");
            let columns = Columns { matrix, first: next[matrix], count: count(batch) };
            next[matrix] += columns.count;
            for action in 0..batch.actions {
                for (column, number) in arrangement.row(&columns, action).enumerate() {
                    let row = column / LANES * batch.actions + action;
                    arrangement.numbers[batch.first_slot + row * LANES + column % LANES] = number as u32;
                }
            }
            arrangement.columns.push(columns);
        }
        debug_assert_eq!(arrangement.numbers[NOTHING_DONE as usize], 0);
        arrangement.parents =
            layout.parents.iter().map(|&place| arrangement.numbers[place as usize]).collect();
        arrangement
    }

    /// The sequences that end with this action at the information sets of a batch.
    fn row(&self, columns: &Columns, action: usize) -> std::ops::Range<usize> {
        let matrix = &self.matrices[columns.matrix];
        let first = matrix.first + action * matrix.infosets + columns.first;
        first..first + columns.count
    }

    /// The number of sequence 0, and the rows of each matrix.
    fn rows_mut<'t, R>(&self, numbers: &'t mut [R]) -> (&'t mut R, Vec<Vec<&'t mut [R]>>) {
        let (empty, mut rest) = numbers.split_first_mut().expect("checked by the caller");
        let mut rows = Vec::new();
        for matrix in &self.matrices {
            let (here, later) = std::mem::take(&mut rest).split_at_mut(matrix.actions * matrix.infosets);
            rows.push(here.chunks_mut(matrix.infosets).collect());
            rest = later;
        }
        (empty, rows)
    }

    fn check<R, const N: usize>(&self, arrays: [&[R]; N]) {
        for numbers in arrays {
            assert_eq!(numbers.len(), self.sequences, "one for each sequence");
        }
    }
}

/// Takes the next columns of a matrix from its rows.
fn take<'t, R>(rows: &mut [Vec<&'t mut [R]>], columns: &Columns) -> Vec<&'t mut [R]> {
    let take = |row: &mut &'t mut [R]| {
        let (here, later) = std::mem::take(row).split_at_mut(columns.count);
        *row = later;
        here
    };
    rows[columns.matrix].iter_mut().map(take).collect()
}

/// The rows of a batch in parts for threads, each with the number of its first group of eight.
fn split<'t, R>(batch: &Batch, rows: Vec<&'t mut [R]>) -> Vec<(usize, Vec<&'t mut [R]>)> {
    let parts = batch.blocks.div_ceil(BLOCKS_AT_ONCE);
    let group = |part: usize| batch.first_slot / LANES + part * BLOCKS_AT_ONCE * batch.actions;
    let mut split: Vec<_> = (0..parts).map(|part| (group(part), Vec::with_capacity(rows.len()))).collect();
    for row in rows {
        for (piece, (_, rows)) in row.chunks_mut(BLOCKS_AT_ONCE * LANES).zip(&mut split) {
            rows.push(piece);
        }
    }
    split
}

/// Some blocks of a batch.
struct Part<'t, R> {
    /// The number of the first group of eight.
    group: usize,
    policy: Vec<&'t [R]>,
    out: Vec<&'t mut [R]>,
    values: &'t mut [Row<R>],
}

impl<R: Number> Part<'_, R> {
    fn back(&mut self, successors: &Successors<R>, plan: &[R], later: &[R], written: Written) {
        // The compiler unrolls what it knows the length of.
        match self.out.len() {
            1 => self.back_with(&mut [[R::ZERO; LANES]; 1], successors, plan, later, written),
            2 => self.back_with(&mut [[R::ZERO; LANES]; 2], successors, plan, later, written),
            3 => self.back_with(&mut [[R::ZERO; LANES]; 3], successors, plan, later, written),
            n => self.back_with(&mut vec![[R::ZERO; LANES]; n], successors, plan, later, written),
        }
    }

    #[inline(always)]
    fn back_with(
        &mut self,
        worth: &mut [Row<R>],
        successors: &Successors<R>,
        plan: &[R],
        later: &[R],
        written: Written,
    ) {
        let mut group = self.group;
        for (block, value) in self.values.iter_mut().enumerate() {
            let mut mean = [R::ZERO; LANES];
            for (worth, policy) in worth.iter_mut().zip(&self.policy) {
                let mut sums = successors.ends.products(group, plan);
                if !successors.later.is_empty(group) {
                    sums = lanes::add(sums, successors.later.sums(group, |place| later[place as usize]));
                }
                mean = lanes::add(mean, lanes::multiply(sums, read(&policy[block * LANES..])));
                *worth = sums;
                group += 1;
            }
            *value = mean;
            for (worth, out) in worth.iter().zip(&mut self.out) {
                let numbers = match written {
                    Written::Worth => *worth,
                    Written::Advantage => lanes::zip(*worth, mean, |worth, mean| worth - mean),
                };
                write(&mut out[block * LANES..], numbers);
            }
        }
    }
}

/// The next eight numbers; zeros after the last one.
#[inline(always)]
fn read<R: Number>(numbers: &[R]) -> Row<R> {
    if let Some(row) = numbers.first_chunk::<LANES>() {
        return *row;
    }
    let mut row = [R::ZERO; LANES];
    row[..numbers.len()].copy_from_slice(numbers);
    row
}

/// Writes the next eight numbers, or those that are left.
#[inline(always)]
fn write<R: Number>(numbers: &mut [R], row: Row<R>) {
    if let Some(here) = numbers.first_chunk_mut::<LANES>() {
        *here = row;
    } else {
        let count = numbers.len();
        numbers.copy_from_slice(&row[..count]);
    }
}
