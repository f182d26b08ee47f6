//! A tree rearranged for walks: the children of a node stand side by side, so that any of them is found at
//! once. Cards that are dealt one after the other are one draw.

use hinterhand_engine::{Player, Rng};

use super::domain::{Decision, Domain, NodeKind};
use super::log::Log;
use crate::tree::{self, NodeId, Tree};

/// A tree to walk on.
#[derive(Clone, Debug)]
pub(super) struct CompactTree {
    nodes: Vec<Node>,
    /// For each node the probability that chance takes the branch that leads to it.
    chances: Vec<f64>,
    /// The payoffs of each end to each player.
    payoffs: Vec<f64>,
    /// The largest number of nodes before an end.
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    /// `even` if all children are as likely.
    Chance {
        even: bool,
        first_child: u32,
        children: u32,
    },
    Decision {
        player: u8,
        first_child: u32,
        first: u32,
        actions: u32,
    },
    /// The index of its first payoff.
    End {
        payoffs: u32,
    },
}

const _: () = assert!(size_of::<Node>() == 16);

impl CompactTree {
    pub(super) fn new(tree: &Tree) -> CompactTree {
        let count = tree.node_count();
        // The number and the depth of each node that has got a number.
        let mut numbers: Vec<Option<(u32, usize)>> = vec![None; count];
        numbers[0] = Some((0, 0));
        let mut nodes = vec![Node::End { payoffs: 0 }; count];
        let mut chances = vec![1.0; count];
        let (mut next, mut deepest) = (1, 0);
        // Depth first, so that a parent has given its children their numbers before they are visited.
        for old in (0..count).map(NodeId::new) {
            let Some((number, depth)) = numbers[old.index()] else { continue };
            deepest = deepest.max(depth);
            let first_child = next;
            for (child, chance) in branches(tree, old) {
                numbers[child.index()] = Some((next, depth + 1));
                chances[next as usize] = chance;
                next += 1;
            }
            let children = next - first_child;
            nodes[number as usize] = match tree.node(old) {
                tree::Node::Chance => {
                    let chances = &chances[first_child as usize..next as usize];
                    let even = chances.iter().all(|&chance| chance == chances[0]);
                    Node::Chance { even, first_child, children }
                }
                tree::Node::Decision(set) => {
                    let set = tree.set(set);
                    let (player, first) = (set.player().index() as u8, set.slots().start as u32);
                    Node::Decision { player, first_child, first, actions: children }
                }
                tree::Node::End(end) => Node::End { payoffs: (end.index() * tree.players()) as u32 },
            };
        }
        nodes.truncate(next as usize);
        chances.truncate(next as usize);
        let payoffs = tree.ends().flat_map(|end| end.payoffs.iter().copied()).collect();
        CompactTree { nodes, chances, payoffs, depth: deepest }
    }

    /// The payoff of a player if the game is over at this place.
    #[inline]
    pub(super) fn end(&self, place: u32, player: Player) -> Option<f64> {
        match self.nodes[place as usize] {
            Node::End { payoffs } => Some(self.payoffs[payoffs as usize + player.index()]),
            Node::Chance { .. } | Node::Decision { .. } => None,
        }
    }

    /// The largest number of nodes before an end.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}

/// The children of a node with their probabilities. Draws of chance that follow one another are one as long as all its
/// outcomes are as likely.
fn branches(tree: &Tree, node: NodeId) -> Vec<(NodeId, f64)> {
    let children = |node: NodeId, chance: f64| {
        tree.children(node).map(move |child| (child, chance * tree.probability(child)))
    };
    let mut branches: Vec<(NodeId, f64)> = children(node, 1.0).collect();
    if !matches!(tree.node(node), tree::Node::Chance) {
        return branches;
    }
    while branches.iter().all(|&(child, _)| matches!(tree.node(child), tree::Node::Chance)) {
        let later: Vec<(NodeId, f64)> =
            branches.iter().flat_map(|&(child, chance)| children(child, chance)).collect();
        if later.iter().any(|&(_, chance)| chance != later[0].1) {
            break;
        }
        branches = later;
    }
    branches
}

impl Domain for CompactTree {
    type Place = u32;
    /// The first child.
    type Branches = u32;
    type NewInfoSets = ();

    #[inline]
    fn start(&self) -> u32 {
        0
    }

    #[inline]
    fn node(&self, &place: &u32, (): &mut ()) -> NodeKind<u32> {
        match self.nodes[place as usize] {
            Node::Chance { .. } => NodeKind::Chance,
            Node::Decision { player, first_child, first, actions } => NodeKind::Decision(Decision {
                player: Player::new(player.into()),
                first,
                actions,
                branches: first_child,
            }),
            Node::End { .. } => NodeKind::Over,
        }
    }

    /// The tables have room for the whole tree, and a walk is no longer than that.
    #[inline]
    fn is_full(&self, _: &Log<()>) -> bool {
        false
    }

    #[inline]
    fn deal(&self, place: u32, rng: &mut Rng) -> u32 {
        match self.nodes[place as usize] {
            Node::Chance { even: true, first_child, children } => first_child + rng.below(children),
            Node::Chance { even: false, first_child, children } => {
                let chances = &self.chances[first_child as usize..][..children as usize];
                first_child + rng.weighted(chances.iter().copied()) as u32
            }
            Node::Decision { .. } | Node::End { .. } => unreachable!("chance decides at chance nodes only"),
        }
    }

    #[inline]
    fn child(&self, _: &u32, first_child: &u32, action: usize) -> u32 {
        first_child + action as u32
    }

    #[inline]
    fn payoff(&self, &place: &u32, player: Player) -> f64 {
        self.end(place, player).expect("only ends pay")
    }
}
