//! The memory layout of the numbers of one player's information sets.
//!
//! Information sets with the same height (how often their player may decide after them) and the same number
//! of actions make a *batch*, and [`LANES`] of them a *block*. In a block lies the first action of all its
//! sets, then the second of all, and so on: so everything that regret matching does is done for all lanes of
//! a vector register at once, and no set of a batch has to wait for another. Batches are in the order from
//! the first decision to the last.
//!
//! Within a batch, sets that the others cannot distinguish are neighbours: those of one public history with
//! different hands, although the game does not declare what is public. They meet the same sequences of the
//! others, so that one load of such a sequence serves several lanes.

use std::cmp::Reverse;

use hinterhand_engine::Player;

use super::lanes::LANES;
use crate::tree::{Node, NodeId, Slot, Tree};

/// The place where the reach of having done nothing, 1, stands among the places of slots. The rest of that
/// row is 0, and what does not exist points there.
pub(super) const NOTHING_DONE: u32 = 0;
/// See [`NOTHING_DONE`].
pub(super) const NOWHERE: u32 = 1;

/// The places of one player's information sets and slots.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// From the first decisions to the last.
    pub(super) batches: Vec<Batch>,
    /// The number of places for slots; the first row of [`LANES`] is for having done nothing.
    pub(super) slots: usize,
    /// The number of places for sets; a row of zeros follows them.
    pub(super) sets: usize,
    /// For each slot of the tree its place; only that of the player's own is asked.
    pub(super) place_of_slot: Vec<u32>,
    /// For each set of the tree its place; only that of the player's own is asked.
    pub(super) place_of_set: Vec<u32>,
    /// For each place of a set the place of the last decision before it.
    pub(super) parents: Vec<u32>,
}

/// Information sets of the same height with the same number of actions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    pub(super) actions: usize,
    pub(super) blocks: usize,
    /// The place of its first slot; a multiple of [`LANES`].
    pub(super) first_slot: usize,
    /// The place of its first set; a multiple of [`LANES`].
    pub(super) first_set: usize,
}

impl Batch {
    /// The place after its last slot.
    pub(super) fn end_slot(&self) -> usize {
        self.first_slot + self.blocks * self.actions * LANES
    }

    /// The place after its last set.
    pub(super) fn end_set(&self) -> usize {
        self.first_set + self.blocks * LANES
    }
}

impl Layout {
    pub(super) fn new(tree: &Tree, player: Player) -> Layout {
        let sets = tree.sets();
        let heights = heights(tree);
        let mut own: Vec<usize> = (0..sets.len()).filter(|&set| sets[set].player() == player).collect();
        let groups = indistinct(tree, player);
        own.sort_by_key(|&set| (Reverse(heights[set]), sets[set].action_count(), groups[set], set));
        let mut layout = Layout {
            batches: Vec::new(),
            slots: LANES,
            sets: 0,
            place_of_slot: vec![NOWHERE; tree.slot_count()],
            place_of_set: vec![0; sets.len()],
            parents: Vec::new(),
        };
        let alike = |&one: &usize, &other: &usize| {
            heights[one] == heights[other] && sets[one].action_count() == sets[other].action_count()
        };
        for batch in own.chunk_by(alike) {
            layout.add(tree, batch);
        }
        layout
    }

    /// Gives a batch of sets its places.
    fn add(&mut self, tree: &Tree, sets: &[usize]) {
        let actions = tree.sets()[sets[0]].action_count();
        let blocks = sets.len().div_ceil(LANES);
        let batch = Batch { actions, blocks, first_slot: self.slots, first_set: self.sets };
        self.parents.resize(batch.end_set(), NOWHERE);
        for (n, &number) in sets.iter().enumerate() {
            let set = &tree.sets()[number];
            let (block, lane) = (n / LANES, n % LANES);
            for (action, slot) in set.slots().enumerate() {
                let place = batch.first_slot + (block * actions + action) * LANES + lane;
                self.place_of_slot[slot] = place as u32;
            }
            self.place_of_set[number] = (batch.first_set + n) as u32;
            self.parents[batch.first_set + n] = self.place_of_sequence(set.parent());
        }
        self.slots = batch.end_slot();
        self.sets = batch.end_set();
        self.batches.push(batch);
    }

    pub(super) fn place_of_sequence(&self, sequence: Option<Slot>) -> u32 {
        sequence.map_or(NOTHING_DONE, |slot| self.place_of_slot[slot.index()])
    }
}

/// For each set, the number of decisions that its player may still make after it.
fn heights(tree: &Tree) -> Vec<usize> {
    let mut set_of_slot = vec![0; tree.slot_count()];
    for (number, set) in tree.sets().iter().enumerate() {
        set_of_slot[set.slots()].fill(number);
    }
    let mut heights = vec![0; tree.sets().len()];
    for (number, set) in tree.sets().iter().enumerate().rev() {
        if let Some(slot) = set.parent() {
            let before = set_of_slot[slot.index()];
            heights[before] = heights[before].max(heights[number] + 1);
        }
    }
    heights
}

/// For each set of `player` the first of those that hang together with it: two sets do if another player may
/// have done the same before both of them.
fn indistinct(tree: &Tree, player: Player) -> Vec<usize> {
    let (players, own) = (tree.players(), player.index());
    // The last decision of each player before each node.
    let mut sequences: Vec<Option<Slot>> = vec![None; tree.node_count() * players];
    let mut groups: Vec<usize> = (0..tree.sets().len()).collect();
    // For each sequence of the others a set that they may meet with it.
    let mut met: Vec<Option<usize>> = vec![None; tree.slot_count()];
    let mut met_before: Vec<Option<usize>> = vec![None; players];
    for number in 0..tree.node_count() {
        let node = NodeId::new(number);
        let here = number * players..(number + 1) * players;
        let decision = match tree.node(node) {
            Node::Decision(set) => Some(set),
            _ => None,
        };
        for (branch, child) in tree.children(node).enumerate() {
            let below = child.index() * players;
            sequences.copy_within(here.clone(), below);
            if let Some(set) = decision.map(|set| tree.set(set)) {
                sequences[below + set.player().index()] = Some(set.slot(branch));
            }
        }
        let Some(set) = decision.filter(|&set| tree.set(set).player() == player) else { continue };
        for other in (0..players).filter(|&other| other != own) {
            let known = match sequences[here.start + other] {
                Some(slot) => &mut met[slot.index()],
                None => &mut met_before[other],
            };
            let one = first(&mut groups, set.index());
            let other = first(&mut groups, known.unwrap_or(one));
            groups[one.max(other)] = one.min(other);
            *known = Some(one.min(other));
        }
    }
    (0..groups.len()).map(|set| first(&mut groups, set)).collect()
}

/// The first set of the group, with the way to it shortened.
fn first(groups: &mut [usize], mut set: usize) -> usize {
    while groups[set] != set {
        groups[set] = groups[groups[set]];
        set = groups[set];
    }
    set
}
