//! The tree itself: nodes in depth-first order, information sets, and what each end pays.

use std::num::NonZeroU32;

use hinterhand_engine::Player;

/// A game tree without the game: numbers only.
///
/// Nodes are numbered in depth-first order, so the first child of a node is the next node. Information sets
/// are numbered in the order in which that walk meets them; by perfect recall each comes after the ones in
/// which its player decided before. The actions of all information sets, one set after the other, are the
/// [slots](Slot) of the tree: a policy or a table of regrets is a number for each slot.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    pub(super) players: usize,
    pub(super) nodes: Vec<Node>,
    /// For each node the first one that is not below it.
    pub(super) after: Vec<u32>,
    /// For each node the probability that chance takes the branch that leads to it; 1 after a decision.
    pub(super) chances: Vec<f64>,
    pub(super) sets: Vec<Set>,
    pub(super) slots: usize,
    /// For each end the product of the probabilities of chance on the way.
    pub(super) weights: Vec<f64>,
    /// The payoffs of each end to each player.
    pub(super) payoffs: Vec<f64>,
    /// The last decision of each player before each end.
    pub(super) sequences: Vec<Option<Slot>>,
}

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// Chance decides, with the [probabilities](Tree::probability) of the children.
    Chance,
    /// The player of this information set decides; the children are in the order of its actions.
    Decision(SetId),
    /// The game is over.
    End(EndId),
}

/// A node, by its number in depth-first order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// An information set, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(u32);

/// An end, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EndId(u32);

/// One action at one information set. It also stands for a *sequence*: all that its player did up to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(NonZeroU32);

const _: () = assert!(size_of::<Option<Slot>>() == 4 && size_of::<Node>() == 8);

/// An information set at which a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set {
    pub(super) player: Player,
    pub(super) first: u32,
    pub(super) actions: u32,
    pub(super) parent: Option<Slot>,
}

/// An end of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct End<'t> {
    /// The product of the probabilities of chance on the way.
    pub weight: f64,
    /// The payoff of each player.
    pub payoffs: &'t [f64],
    /// The last decision of each player, if there was one.
    pub sequences: &'t [Option<Slot>],
}

macro_rules! numbers {
    ($($name:ident),*) => {$(
        impl $name {
            /// The one with this number.
            pub const fn new(index: usize) -> $name {
                debug_assert!(index < u32::MAX as usize);
                $name(index as u32)
            }

            /// The number, to index with.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
numbers!(NodeId, SetId, EndId);

impl NodeId {
    /// The node at which the game begins.
    pub const ROOT: NodeId = NodeId(0);
}

impl Slot {
    /// The slot with this number.
    pub const fn new(index: usize) -> Slot {
        Slot(NonZeroU32::new(index as u32 + 1).expect("a tree has fewer slots than a u32 can count"))
    }

    /// The number, to index with.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Set {
    /// The player to move.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The number of actions.
    pub fn action_count(&self) -> usize {
        self.actions as usize
    }

    /// The slot of an action, counted from 0.
    pub fn slot(&self, action: usize) -> Slot {
        debug_assert!(action < self.action_count());
        Slot::new(self.first as usize + action)
    }

    /// The numbers of its slots, to index slices with.
    #[inline]
    pub fn slots(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.actions) as usize
    }

    /// The previous decision of the same player, if there was one.
    pub fn parent(&self) -> Option<Slot> {
        self.parent
    }
}

impl Tree {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of ends.
    pub fn end_count(&self) -> usize {
        self.weights.len()
    }

    /// The number of slots: the actions of all information sets.
    pub fn slot_count(&self) -> usize {
        self.slots
    }

    /// A node.
    #[inline]
    pub fn node(&self, node: NodeId) -> Node {
        self.nodes[node.index()]
    }

    /// The children of a node, in the order of the actions.
    #[inline]
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.after[node.index()];
        let first = Some(node.0 + 1).filter(|&child| child < end);
        std::iter::successors(first, move |&child| {
            Some(self.after[child as usize]).filter(|&next| next < end)
        })
        .map(NodeId)
    }

    /// The probability that chance takes the branch that leads to this node; 1 after a decision.
    #[inline]
    pub fn probability(&self, node: NodeId) -> f64 {
        self.chances[node.index()]
    }

    /// All information sets, in the order of their numbers.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// An information set.
    #[inline]
    pub fn set(&self, set: SetId) -> &Set {
        &self.sets[set.index()]
    }

    /// The number of information sets of this player.
    pub fn set_count(&self, player: Player) -> usize {
        self.sets.iter().filter(|set| set.player == player).count()
    }

    /// An end.
    #[inline]
    pub fn end(&self, end: EndId) -> End<'_> {
        let (index, players) = (end.index(), self.players);
        End {
            weight: self.weights[index],
            payoffs: &self.payoffs[index * players..][..players],
            sequences: &self.sequences[index * players..][..players],
        }
    }

    /// All ends, in depth-first order.
    pub fn ends(&self) -> impl Iterator<Item = End<'_>> {
        (0..self.end_count()).map(|index| self.end(EndId::new(index)))
    }

    /// Returns true if two players play and one always wins what the other loses.
    pub fn is_zero_sum_of_two(&self) -> bool {
        self.players == 2 && self.payoffs.chunks_exact(2).all(|payoffs| payoffs[0] == -payoffs[1])
    }
}
