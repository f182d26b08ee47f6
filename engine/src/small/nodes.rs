//! The enumerated tree of a small game: nodes, information sets, and which nodes fit each of them.

use std::collections::HashMap;

use crate::games::tree::Branch;
use crate::{Digest, Player, Turn};

/// A node of the tree, by number, the start first. It is the position of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) const START: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The information set of a player: the seat and the digest of all that it has observed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    seen: Digest,
}

impl InfoSet {
    /// The information set of `seat` before it has observed anything.
    pub(super) fn start(seat: Player) -> InfoSet {
        InfoSet { seat, seen: Digest::EMPTY }
    }

    /// The information set of the same seat once it has observed this too.
    pub(super) fn and(mut self, observed: &str) -> InfoSet {
        let digest = Digest::of(&observed).bits();
        self.seen.absorb(digest as u64);
        self.seen.absorb((digest >> 64) as u64);
        self
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }
}

/// The number of an information set in order of the first visit.
pub(super) type SetNumber = u32;

/// A node with the way to it and from it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Entry {
    pub(super) turn: Turn,
    pub(super) parent: NodeId,
    /// The number of words on the way here.
    pub(super) depth: u32,
    /// The branch of the parent that leads here, its word and its probability (1 unless chance decides).
    pub(super) branch: Branch,
    pub(super) word: u32,
    pub(super) probability: f64,
    /// The first of its children, which follow each other, or the place of its payoffs.
    pub(super) first: u32,
    pub(super) children: u32,
}

/// An information set: what was observed, and the nodes that fit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Set {
    pub(super) name: InfoSet,
    /// The set before the last observation, and that observation; none before the first.
    pub(super) last: Option<(SetNumber, String)>,
    /// The word of the owner's last action.
    pub(super) own: Option<u32>,
    /// The words among which the owner chooses; none where it is not to move. Unknown before the first node.
    pub(super) choice: Option<Vec<u32>>,
    pub(super) fits: Vec<Fit>,
}

/// A node that fits what a player knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fit {
    pub(super) node: NodeId,
    /// In proportion to its probability.
    pub(super) weight: f64,
    /// The sum of this weight and those of the nodes before it.
    pub(super) upto: f64,
}

/// The whole tree.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub(super) players: usize,
    pub(super) words: Vec<String>,
    pub(super) entries: Vec<Entry>,
    pub(super) payoffs: Vec<f64>,
    pub(super) sets: Vec<Set>,
    pub(super) numbers: HashMap<InfoSet, SetNumber>,
    /// The information set of each player at each node.
    pub(super) known: Vec<SetNumber>,
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn entry(&self, node: NodeId) -> &Entry {
        &self.entries[node.index()]
    }

    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone + use<> {
        let entry = self.entry(node);
        let children = if entry.turn == Turn::Over { 0 } else { entry.children };
        (entry.first..entry.first + children).map(NodeId)
    }

    pub(super) fn child(&self, node: NodeId, branch: Branch) -> NodeId {
        NodeId(self.entry(node).first + branch.index() as u32)
    }

    /// The word that leads to `node`.
    pub(super) fn word(&self, node: NodeId) -> &str {
        &self.words[self.entry(node).word as usize]
    }

    /// The nodes from the first event to `node`, which is the last of them.
    pub(super) fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = node;
        while at != NodeId::START {
            path.push(at);
            at = self.entry(at).parent;
        }
        path.reverse();
        path
    }

    /// The words from the start to `node`.
    pub(super) fn path_words(&self, node: NodeId) -> Vec<&str> {
        self.path(node).into_iter().map(|node| self.word(node)).collect()
    }

    pub(super) fn payoffs(&self, node: NodeId) -> &[f64] {
        let first = self.entry(node).first as usize;
        &self.payoffs[first..first + self.players]
    }

    pub(super) fn set_number(&self, node: NodeId, player: Player) -> SetNumber {
        self.known[node.index() * self.players + player.index()]
    }

    pub(super) fn set_at(&self, node: NodeId, player: Player) -> &Set {
        &self.sets[self.set_number(node, player) as usize]
    }

    pub(super) fn number(&self, info_set: &InfoSet) -> SetNumber {
        *self.numbers.get(info_set).expect("the information set is one of this game")
    }

    pub(super) fn set(&self, info_set: &InfoSet) -> &Set {
        &self.sets[self.number(info_set) as usize]
    }

    /// Everything that the owner of the set has observed.
    pub(super) fn seen(&self, number: SetNumber) -> String {
        let mut observed = Vec::new();
        let mut at = number;
        while let Some((before, last)) = &self.sets[at as usize].last {
            observed.push(last.as_str());
            at = *before;
        }
        observed.reverse();
        observed.join(" ")
    }
}
