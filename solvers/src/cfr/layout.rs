//! Where the numbers of one player's information sets lie in memory.
//!
//! Information sets with the same height (how often their player may decide after them) and the same number
//! of actions make a *batch*, and [`LANES`] of them a *block*. In a block lies the first action of all its
//! sets, then the second of all, and so on: so everything that regret matching does is done for all lanes of a
//! vector register at once, and no set of a batch has to wait for another. Batches are in the order from the
//! first decision to the last.

use hinterhand_engine::Player;

use crate::tree::{Slot, Tree};

/// How many information sets make a block.
pub(super) const LANES: usize = 8;

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
    /// How many places there are for slots; the first row of [`LANES`] is for having done nothing.
    pub(super) slots: usize,
    /// How many places there are for sets; after them comes a row of zeros.
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
        // Stable: within a batch in the order of the tree.
        own.sort_by_key(|&set| (std::cmp::Reverse(heights[set]), sets[set].action_count()));
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

/// How often the player of each set may decide after it.
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
