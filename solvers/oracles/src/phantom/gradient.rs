//! What the views of a player are worth against a plan of the other: a sum over the courses of a board.
//!
//! For a set of own stones and a set of the opponent's, all orders of both are gone through. What the opponent's plan
//! gives to its slots is gathered once for each of its orders; for each own order it is added up to keys, handed over
//! from course to course, and spread over the own slots by the same additions backwards. Eight bytes of the plan are
//! read for each slot, and nothing is written but what belongs to the set of own stones, so that sets are independent
//! tasks and sums are taken in a fixed order on any number of threads.

use hinterhand_solvers::parallel;

use super::board::{Board, Squares, count, each};
use super::course::{Courses, Shape, Side};
use super::injection::{choices, orders, place};
use super::pattern::Pattern;
use super::views::{Group, Offset, SetViews, Views};

/// The number of orders that are computed side by side.
const LANES: usize = 4;

type Lanes = [f64; LANES];

/// The tables of the courses.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    shapes: Vec<ShapeTables>,
    /// All orders, by the number of stones.
    orders: Vec<Vec<Vec<usize>>>,
}

#[derive(Clone, Debug)]
struct ShapeTables {
    stones: [usize; 2],
    ender: usize,
    courses: Vec<[u32; 2]>,
    sides: [SideTables; 2],
}

/// The slots of one player in a shape.
#[derive(Clone, Debug)]
struct SideTables {
    patterns: Vec<Pattern>,
    slots: usize,
    sums: Vec<[u32; 2]>,
    /// The number of patterns with ordered choices of the other's stones.
    entries: usize,
    /// For each order of the other's stones the entry of each slot.
    entry_of_slot: Vec<Vec<u32>>,
}

impl SideTables {
    fn new(side: &Side, others: usize, orders: &[Vec<usize>]) -> SideTables {
        let mut entries = 0;
        let firsts: Vec<usize> = side
            .patterns
            .iter()
            .map(|pattern| {
                entries += choices(others, pattern.fails());
                entries - choices(others, pattern.fails())
            })
            .collect();
        let entry = |order: &Vec<usize>| {
            let slots = side.slots.iter();
            slots
                .map(|slot| {
                    let stones = slot.hits.iter().map(|&stone| order[stone]);
                    (firsts[slot.pattern] + place(others, stones)) as u32
                })
                .collect()
        };
        SideTables {
            patterns: side.patterns.clone(),
            slots: side.slots.len(),
            sums: side.sums.clone(),
            entries,
            entry_of_slot: orders.iter().map(entry).collect(),
        }
    }

    fn nodes(&self) -> usize {
        self.slots + self.sums.len()
    }

    /// Where the views of the entries lie among those of an order of the player's stones.
    fn offsets(&self, views: &SetViews, others: Squares) -> Vec<Option<Offset>> {
        let squares: Vec<usize> = each(others).collect();
        let mut offsets = Vec::with_capacity(self.entries);
        for &pattern in &self.patterns {
            let first = offsets.len();
            if let Some(finder) = views.finder(pattern) {
                walk(views, &squares, 0, 0, pattern.fails(), &mut |node| {
                    offsets.push(node.and_then(&finder));
                });
            } else {
                offsets.resize(first + choices(squares.len(), pattern.fails()), None);
            }
        }
        offsets
    }
}

/// All ordered choices of `length` squares, in lexicographic order, as nodes of the trie.
fn walk(
    views: &SetViews,
    squares: &[usize],
    used: u32,
    node: usize,
    length: usize,
    each: &mut impl FnMut(Option<usize>),
) {
    if length == 0 {
        return each(Some(node));
    }
    for (place, &square) in squares.iter().enumerate() {
        if used >> place & 1 == 1 {
            continue;
        }
        match views.hits().next(node, square) {
            Some(next) => walk(views, squares, used | 1 << place, next, length - 1, each),
            None => {
                let left = squares.len() - used.count_ones() as usize - 1;
                (0..choices(left, length - 1)).for_each(|_| each(None));
            }
        }
    }
}

impl Kernel {
    /// The tables of the courses that occur on a board.
    pub(super) fn new(board: &Board, courses: &Courses, views: &[Views; 2]) -> Kernel {
        let all: Vec<Vec<Vec<usize>>> = (0..=board.squares())
            .map(|stones| {
                // The game ends before more stones stand on the board.
                let some =
                    views.iter().any(|views| views.sets().iter().any(|set| count(set.set()) == stones));
                if some { orders(stones) } else { Vec::new() }
            })
            .collect();
        let occurs = |shape: &&Shape| {
            views[shape.ender].sets().iter().any(|ender| {
                ender.wins()
                    && count(ender.set()) == shape.stones[shape.ender]
                    && opposing(board, &views[1 - shape.ender], ender.set(), shape.stones[1 - shape.ender])
                        .any(|other| !other.wins())
            })
        };
        let shapes = courses.shapes.iter().filter(occurs).map(|shape| ShapeTables {
            stones: shape.stones,
            ender: shape.ender,
            courses: shape.courses.clone(),
            sides: [0, 1].map(|player| {
                let others = shape.stones[1 - player];
                SideTables::new(&shape.sides[player], others, &all[others])
            }),
        });
        Kernel { shapes: shapes.collect(), orders: all }
    }

    /// All orders in which the stones of a set may have come, by their numbers.
    pub(super) fn orders_of(&self, set: &SetViews) -> Vec<usize> {
        let all = self.orders[count(set.set())].iter().enumerate();
        let allowed = all.filter(|(_, order)| order.last().is_none_or(|last| set.lasts().contains(last)));
        allowed.map(|(number, _)| number).collect()
    }

    /// Sets for views of `player` what they are worth, as the part of a sequence that leads there, if the other's views
    /// have this reach. `chosen` are the orders of each set of own stones whose views are wanted; of the others
    /// nothing is computed, and if there are none nothing is written.
    pub(super) fn gradient(
        &self,
        board: &Board,
        views: &[Views; 2],
        player: usize,
        chosen: &(dyn Fn(&SetViews) -> Vec<usize> + Sync),
        reach: &[f64],
        worth: &mut [f64],
    ) {
        let own = &views[player];
        let (mut infosets, mut ends) = worth.split_at_mut(own.infosets());
        let mut tasks = Vec::new();
        for set in own.sets() {
            let (these, rest) = infosets.split_at_mut(set.infoset_range().len());
            infosets = rest;
            let (those, rest) = ends.split_at_mut(set.end_range().len());
            ends = rest;
            let orders = chosen(set);
            if !orders.is_empty() {
                tasks.push(Task { set, orders, infosets: these, ends: those });
            }
        }
        // Sets differ in their work by a factor of thousands.
        parallel::for_each_alone(&mut tasks, &|task| {
            task.infosets.fill(0.0);
            task.ends.fill(0.0);
            let shapes = self.shapes.iter().filter(|shape| shape.stones[player] == count(task.set.set()));
            for shape in shapes.filter(|shape| (shape.ender == player) == task.set.wins()) {
                let stones = shape.stones[1 - player];
                for other in opposing(board, &views[1 - player], task.set.set(), stones) {
                    if other.wins() == (shape.ender != player) {
                        self.pair(shape, player, task, other, reach);
                    }
                }
            }
        });
    }

    /// The part of one set of own stones and one of the opponent's.
    fn pair(&self, shape: &ShapeTables, player: usize, task: &mut Task<'_>, other: &SetViews, reach: &[f64]) {
        let [mine, theirs] = [&shape.sides[player], &shape.sides[1 - player]];
        let payoff = if shape.ender == player { 1.0 } else { -1.0 };
        let their_orders = self.orders_of(other);
        let their_offsets = theirs.offsets(other, task.set.set());
        let own_offsets = mine.offsets(task.set, other.set());
        let mut gathered = vec![[0.0; LANES]; theirs.entries];
        let mut their_nodes = vec![[0.0; LANES]; theirs.nodes()];
        let mut own_nodes = vec![[0.0; LANES]; mine.nodes()];
        let mut sums = vec![0.0; mine.entries * task.orders.len()];
        for lanes in their_orders.chunks(LANES) {
            gathered.fill([0.0; LANES]);
            for (lane, &order) in lanes.iter().enumerate() {
                gather(&their_offsets, other.group(order), reach, lane, &mut gathered);
            }
            for (&order, sums) in task.orders.iter().zip(sums.chunks_exact_mut(mine.entries)) {
                add_up(theirs, &theirs.entry_of_slot[order], &gathered, &mut their_nodes);
                hand_over(&shape.courses, player, &their_nodes, &mut own_nodes);
                add_down(mine, &mut own_nodes);
                for (lane, &their_order) in lanes.iter().enumerate() {
                    let entries = &mine.entry_of_slot[their_order];
                    for (&entry, node) in entries.iter().zip(&own_nodes) {
                        sums[entry as usize] += node[lane];
                    }
                }
            }
        }
        for (number, sums) in sums.chunks_exact(mine.entries).enumerate() {
            let group = task.set.group(task.orders[number]);
            for (offset, sum) in own_offsets.iter().zip(sums) {
                if let Some(offset) = offset {
                    *task.at(group, *offset) += payoff * sum;
                }
            }
        }
    }
}

/// The views of one set of own stones with the chosen orders, and their numbers.
struct Task<'a> {
    set: &'a SetViews,
    orders: Vec<usize>,
    infosets: &'a mut [f64],
    ends: &'a mut [f64],
}

impl Task<'_> {
    fn at(&mut self, group: Group, offset: Offset) -> &mut f64 {
        let view = group.view(offset);
        match offset {
            Offset::Infoset(_) => &mut self.infosets[view - self.set.infoset_range().start],
            Offset::End(_) => &mut self.ends[view - self.set.end_range().start],
        }
    }
}

/// The sets of this number of stones of the opponent beside own ones.
fn opposing<'v>(
    board: &Board,
    views: &'v Views,
    own: Squares,
    stones: usize,
) -> impl Iterator<Item = &'v SetViews> {
    let free = board.all() & !own;
    (0..=free).filter(move |set| set & !free == 0 && count(*set) == stones).filter_map(|set| views.of(set))
}

fn gather(offsets: &[Option<Offset>], group: Group, reach: &[f64], lane: usize, gathered: &mut [Lanes]) {
    for (offset, gathered) in offsets.iter().zip(gathered) {
        if let Some(offset) = offset {
            gathered[lane] = reach[group.view(*offset)];
        }
    }
}

fn add_up(side: &SideTables, entry_of_slot: &[u32], gathered: &[Lanes], nodes: &mut [Lanes]) {
    for (node, &entry) in nodes.iter_mut().zip(entry_of_slot) {
        *node = gathered[entry as usize];
    }
    for (sum, &[one, other]) in (side.slots..).zip(&side.sums) {
        let (one, other) = (nodes[one as usize], nodes[other as usize]);
        for lane in 0..LANES {
            nodes[sum][lane] = one[lane] + other[lane];
        }
    }
}

fn hand_over(courses: &[[u32; 2]], player: usize, theirs: &[Lanes], own: &mut [Lanes]) {
    own.fill([0.0; LANES]);
    for course in courses {
        let from = &theirs[course[1 - player] as usize];
        let to = &mut own[course[player] as usize];
        for lane in 0..LANES {
            to[lane] += from[lane];
        }
    }
}

fn add_down(side: &SideTables, nodes: &mut [Lanes]) {
    for (sum, parts) in side.sums.iter().enumerate().rev() {
        let number = nodes[side.slots + sum];
        for &part in parts {
            let part = &mut nodes[part as usize];
            for lane in 0..LANES {
                part[lane] += number[lane];
            }
        }
    }
}
