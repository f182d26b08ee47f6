//! The courses of a game: in which order stones came to stand and, in the abrupt version, which turns failed.
//!
//! Given the course, what the two players tried are independent choices: a failed try of a player hit one of the
//! opponent's stones that stood then and that it had not hit before. A course without the squares is a pair of
//! keys, one for each player: its pattern of outcomes, and for each of its failed tries how many stones of the
//! opponent stood then. What a player's plan contributes to a key is a sum over the stones that it may have hit;
//! such sums share their parts, and are written here as a list of additions. In the classical version failed
//! tries do not change whose turn it is, so there is one key, the sum of all.

use std::collections::BTreeMap;

use hinterhand_engine::games::phantom::Version;

use super::board::Board;
use super::pattern::Pattern;

/// All courses that end with the same numbers of stones.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The number of stones of each player.
    pub(super) stones: [usize; 2],
    /// The player that places the last stone.
    pub(super) ender: usize,
    /// What each player may have tried.
    pub(super) sides: [Side; 2],
    /// The courses: a node of each side.
    pub(super) courses: Vec<[u32; 2]>,
}

/// What one player may have tried in the courses of one shape.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    /// The patterns of outcomes.
    pub(super) patterns: Vec<Pattern>,
    /// The first nodes: what the plan gives to a pattern with the stones that were hit.
    pub(super) slots: Vec<Slot>,
    /// The other nodes: sums of two earlier ones.
    pub(super) sums: Vec<[u32; 2]>,
}

/// One pattern, and which stones of the opponent its failed tries have hit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Slot {
    /// The pattern, by its number.
    pub(super) pattern: usize,
    /// The stones, each by its place in the order in which the opponent placed them.
    pub(super) hits: Vec<usize>,
}

/// The courses of a board, and where players decide.
#[derive(Clone, Debug)]
pub(super) struct Courses {
    /// All shapes.
    pub(super) shapes: Vec<Shape>,
    /// For each player the patterns after which it may have to decide, each with the least number of stones that
    /// the opponent has then.
    pub(super) decisions: [BTreeMap<Pattern, usize>; 2],
}

impl Courses {
    /// All courses on a board.
    pub(super) fn new(board: &Board) -> Courses {
        let mut found =
            Finder { squares: board.squares(), shapes: BTreeMap::new(), decisions: Default::default() };
        match board.version() {
            Version::Abrupt => found.abrupt([Pattern::default(); 2], &mut [Vec::new(), Vec::new()], 0),
            Version::Classical => found.classical(),
        }
        let shapes = found.shapes.into_iter().map(|([first, second, ender], found)| {
            let [one, other] = &found.sides;
            let node = |side: &Sums, node: Node| match node {
                Node::Slot(slot) => slot,
                Node::Sum(sum) => side.slots.len() as u32 + sum,
            };
            let courses = found.courses.iter().map(|&[a, b]| [node(one, a), node(other, b)]).collect();
            Shape {
                stones: [first, second],
                ender,
                courses,
                sides: found.sides.map(|side| Side {
                    sums: side.sums.iter().map(|sum| sum.map(|part| node(&side, part))).collect(),
                    patterns: side.patterns,
                    slots: side.slots,
                }),
            }
        });
        Courses { shapes: shapes.collect(), decisions: found.decisions }
    }
}

/// The numbers of stones, and the player that places the last one.
type Key = [usize; 3];

struct Finder {
    squares: usize,
    shapes: BTreeMap<Key, Found>,
    decisions: [BTreeMap<Pattern, usize>; 2],
}

#[derive(Default)]
struct Found {
    sides: [Sums; 2],
    courses: Vec<[Node; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Node {
    Slot(u32),
    Sum(u32),
}

/// A side while its nodes are found.
#[derive(Default)]
struct Sums {
    patterns: Vec<Pattern>,
    slots: Vec<Slot>,
    sums: Vec<[Node; 2]>,
    slot_of: BTreeMap<Slot, u32>,
    sum_of: BTreeMap<[Node; 2], u32>,
    known: BTreeMap<(Slot, Vec<usize>), Option<Node>>,
}

impl Finder {
    fn decides(&mut self, player: usize, pattern: Pattern, opposing: usize) {
        let least = self.decisions[player].entry(pattern).or_insert(opposing);
        *least = opposing.min(*least);
    }

    /// What follows these patterns; `standing` has for each failed try how many stones of the opponent stood.
    fn abrupt(&mut self, patterns: [Pattern; 2], standing: &mut [Vec<usize>; 2], mover: usize) {
        let [own, other] = [patterns[mover], patterns[1 - mover]];
        if own.stones() + other.stones() == self.squares {
            return;
        }
        self.decides(mover, own, other.stones());
        let mut next = patterns;
        next[mover] = own.then(true);
        let key = [next[0].stones(), next[1].stones(), mover];
        let found = self.shapes.entry(key).or_default();
        let key_of = |player: usize| found.sides[player].key(next[player], &standing[player]);
        let [Some(first), Some(second)] = [0, 1].map(key_of) else {
            unreachable!("a player fails only where there is a stone to hit")
        };
        found.courses.push([first, second]);
        self.abrupt(next, standing, 1 - mover);
        if own.fails() < other.stones() {
            next[mover] = own.then(false);
            standing[mover].push(other.stones());
            self.abrupt(next, standing, 1 - mover);
            standing[mover].pop();
        }
    }

    fn classical(&mut self) {
        let ends = [0, 1].map(|player| {
            let mut ends = Vec::new();
            self.tries(player, Pattern::default(), &mut Vec::new(), &mut ends);
            ends
        });
        for all in 1..=self.squares {
            let (stones, ender) = ([all.div_ceil(2), all / 2], 1 - all % 2);
            let found = self.shapes.entry([stones[0], stones[1], ender]).or_default();
            let sum = |player: usize| {
                let side: &mut Sums = &mut found.sides[player];
                let ends = ends[player].iter().filter(|(pattern, _)| pattern.stones() == stones[player]);
                ends.fold(None, |sum, (pattern, standing)| {
                    let key = side.key(*pattern, standing);
                    side.join(sum, key)
                })
            };
            if let [Some(first), Some(second)] = [0, 1].map(sum) {
                found.courses.push([first, second]);
            }
        }
    }

    /// All patterns that begin like this and end a turn.
    fn tries(
        &mut self,
        player: usize,
        pattern: Pattern,
        standing: &mut Vec<usize>,
        ends: &mut Vec<(Pattern, Vec<usize>)>,
    ) {
        if pattern.last() != Some(false) {
            ends.push((pattern, standing.clone()));
        }
        let opposing = pattern.stones() + player;
        if pattern.stones() + opposing >= self.squares {
            return;
        }
        self.decides(player, pattern, opposing);
        self.tries(player, pattern.then(true), standing, ends);
        if pattern.fails() < opposing {
            standing.push(opposing);
            self.tries(player, pattern.then(false), standing, ends);
            standing.pop();
        }
    }
}

impl Sums {
    /// The sum over all stones that the failed tries may have hit.
    fn key(&mut self, pattern: Pattern, standing: &[usize]) -> Option<Node> {
        let pattern = self.patterns.iter().position(|&known| known == pattern).unwrap_or_else(|| {
            self.patterns.push(pattern);
            self.patterns.len() - 1
        });
        self.sum(Slot { pattern, hits: Vec::new() }, standing)
    }

    /// The sum over what the rest of the failed tries may have hit.
    fn sum(&mut self, slot: Slot, standing: &[usize]) -> Option<Node> {
        let Some((&first, rest)) = standing.split_first() else {
            let new = self.slots.len() as u32;
            let number = *self.slot_of.entry(slot.clone()).or_insert(new);
            if number == new {
                self.slots.push(slot);
            }
            return Some(Node::Slot(number));
        };
        let stone = first.checked_sub(1)?;
        let name = (slot, standing.to_vec());
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let (slot, _) = &name;
        let lower: Vec<usize> = [stone].iter().chain(rest).copied().collect();
        let lower = self.sum(slot.clone(), &lower);
        let this = if slot.hits.contains(&stone) {
            None
        } else {
            let hits = slot.hits.iter().copied().chain([stone]).collect();
            self.sum(Slot { pattern: slot.pattern, hits }, rest)
        };
        let node = self.join(lower, this);
        self.known.insert(name, node);
        node
    }

    fn join(&mut self, one: Option<Node>, other: Option<Node>) -> Option<Node> {
        let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
        let new = self.sums.len() as u32;
        let number = *self.sum_of.entry([one, other]).or_insert(new);
        if number == new {
            self.sums.push([one, other]);
        }
        Some(Node::Sum(number))
    }
}
