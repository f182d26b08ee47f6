//! The tree itself: its limits, nodes, information sets, and what each player knows at each node.

use std::fmt;

use crate::Player;

/// A game that is an explicit tree.
///
/// Nodes are numbered in prefix order: first the root, then all below its first branch, and so on.
///
/// ```
/// use hinterhand_engine::games::tree::Tree;
/// use hinterhand_engine::{Game, Player};
///
/// let tree = Tree::from_efg(
///     r#"EFG 2 R "Matching pennies" { "Even" "Odd" }
///        p "" 1 1 "" { "heads" "tails" } 0
///        p "" 2 1 "" { "heads" "tails" } 0
///        t "" 1 "same" { 1, -1 }
///        t "" 2 "different" { -1, 1 }
///        p "" 2 1 0
///        t "" 2
///        t "" 1"#,
/// )
/// .expect("a sound tree");
/// assert_eq!((tree.node_count(), tree.end_count(), tree.set_count(Player::SECOND)), (7, 4, 1));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    pub(super) title: String,
    pub(super) comment: String,
    pub(super) players: Vec<String>,
    pub(super) nodes: Vec<Entry>,
    /// The children of all nodes, each node's in order from its `first_child` on.
    pub(super) children: Vec<NodeId>,
    pub(super) events: Vec<Event>,
    pub(super) sets: Vec<Set>,
    /// The payoff of each player at each end.
    pub(super) payoffs: Vec<f64>,
    /// The last decision of each player before each node.
    pub(super) pasts: Vec<Past>,
    /// For each player the nodes before its first decision.
    pub(super) before: Vec<Vec<Fit>>,
}

/// The largest number of players.
pub const MAX_PLAYERS: usize = 16;

/// The largest number of branches from the root to an end: a recursive walk needs no more
/// calls than this, which any stack holds.
pub const MAX_DEPTH: usize = 1_000;

/// The largest number of nodes.
pub const MAX_NODES: usize = 1 << 24;

/// A node of a tree, by number. It is the position of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

/// A branch of a node, counted from 0: an action, or what chance decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Branch(pub(super) u32);

/// An information set of a tree, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(pub(super) u32);

/// The event of chance at a node, by number: several nodes may share one list of outcomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub(super) u32);

/// A player's last decision, if it has made one. By perfect recall it determines all that it did and saw
/// before it.
pub type Past = Option<(SetId, Branch)>;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) parent: Option<(NodeId, Branch)>,
    /// The place in `children` where this node's begin.
    pub(super) first_child: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Chance(EventId),
    Decision(SetId),
    /// The place in `payoffs` where this end's begin.
    End(u32),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Event {
    pub(super) outcomes: Vec<(String, f64)>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Set {
    pub(super) player: Player,
    /// Its number among the sets of its player, from 1.
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) actions: Vec<String>,
    /// The player's last decision before it; the same at all its nodes, once there is one.
    pub(super) past: Option<Past>,
    /// The nodes of the set.
    pub(super) here: Vec<Fit>,
    /// For each action the nodes after it at which the player is not to move again yet.
    pub(super) after: Vec<Vec<Fit>>,
}

/// A node that fits what a player knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The node.
    pub node: NodeId,
    /// The probabilities of chance on the way to it, times one over the number of actions at each decision
    /// of others.
    pub weight: f64,
    /// The sum of this weight and those of the nodes before it.
    pub(super) upto: f64,
}

/// An information set of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    pub(super) player: Player,
    pub(super) moment: Moment,
}

/// Where a player stands in its own sequence of information sets and actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// It is to move at this information set.
    Turn(SetId),
    /// It has made this decision, or none yet, and is not to move now.
    Since(Past),
}

/// A node as a walker of the tree sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Node<'t> {
    /// Chance decides.
    Chance {
        /// The event, by number.
        event: EventId,
        /// The labels of the branches and their probabilities.
        outcomes: &'t [(String, f64)],
    },
    /// A player decides.
    Decision {
        /// The player.
        player: Player,
        /// At which information set.
        set: SetId,
        /// The labels of the branches.
        actions: &'t [String],
    },
    /// The game is over.
    End {
        /// The payoff of each player.
        payoffs: &'t [f64],
    },
}

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The number, to index with.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Branch {
    /// The branch with this number, counted from 0.
    pub fn new(index: usize) -> Branch {
        Branch(u32::try_from(index).expect("a tree has no more branches than it can have nodes"))
    }

    /// The number, to index with.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl SetId {
    /// The number, to index with: the sets of all players are counted together, in the order in which the
    /// builder added them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EventId {
    /// The number, to index with.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl InfoSet {
    /// The player whose knowledge it is.
    pub fn player(&self) -> Player {
        self.player
    }
}

impl Tree {
    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The comment of the author.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The names of the players, in seat order.
    pub fn player_names(&self) -> &[String] {
        &self.players
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of ends.
    pub fn end_count(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.kind, Kind::End(_))).count()
    }

    /// The number of information sets of `player`.
    pub fn set_count(&self, player: Player) -> usize {
        self.sets.iter().filter(|set| set.player == player).count()
    }

    /// All nodes, in prefix order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The content of a node.
    pub fn node(&self, node: NodeId) -> Node<'_> {
        match self.nodes[node.index()].kind {
            Kind::Chance(event) => Node::Chance { event, outcomes: &self.event(event).outcomes },
            Kind::Decision(set) => {
                let Set { player, actions, .. } = self.set(set);
                Node::Decision { player: *player, set, actions }
            }
            Kind::End(first) => Node::End { payoffs: &self.payoffs[first as usize..][..self.players.len()] },
        }
    }

    /// The nodes that follow a node, one for each branch.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let first = self.nodes[node.index()].first_child as usize;
        let past_last =
            self.nodes.get(node.index() + 1).map_or(self.children.len(), |next| next.first_child as usize);
        &self.children[first..past_last]
    }

    /// The node before a node, and the branch that leads from there.
    pub fn parent(&self, node: NodeId) -> Option<(NodeId, Branch)> {
        self.nodes[node.index()].parent
    }

    /// The name that an information set has in the file; it need not have one.
    pub fn set_name(&self, set: SetId) -> &str {
        &self.set(set).name
    }

    /// The number that an information set has among those of its player, from 1.
    pub fn set_number(&self, set: SetId) -> u32 {
        self.set(set).number
    }

    /// The label of a branch of `node`.
    pub fn label(&self, node: NodeId, branch: Branch) -> &str {
        match self.node(node) {
            Node::Chance { outcomes, .. } => &outcomes[branch.index()].0,
            Node::Decision { actions, .. } => &actions[branch.index()],
            Node::End { .. } => panic!("an end has no branches"),
        }
    }

    /// The labels on the way from the root to `node`.
    pub fn path(&self, node: NodeId) -> Vec<&str> {
        let mut labels = Vec::new();
        let mut at = node;
        while let Some((parent, branch)) = self.parent(at) {
            labels.push(self.label(parent, branch));
            at = parent;
        }
        labels.reverse();
        labels
    }

    /// The nodes that fit what a player knows: not empty for what is known at a node of this tree.
    pub fn fits(&self, info_set: &InfoSet) -> &[Fit] {
        match info_set.moment {
            Moment::Turn(set) => &self.set(set).here,
            Moment::Since(Some((set, branch))) => &self.set(set).after[branch.index()],
            Moment::Since(None) => &self.before[info_set.player.index()],
        }
    }

    pub(super) fn past(&self, node: NodeId, player: Player) -> Past {
        self.pasts[node.index() * self.players.len() + player.index()]
    }

    pub(super) fn set(&self, set: SetId) -> &Set {
        &self.sets[set.index()]
    }

    pub(super) fn event(&self, event: EventId) -> &Event {
        &self.events[event.index()]
    }
}
