//! The crate `cfr` as a yardstick: the same tree with the same information sets.
//!
//! Only the chance nodes of a deal are one for it, which is to its advantage.

use std::convert::Infallible;

use ::cfr::{Moves, NodeType, Outcomes, PlayerNum, SolveParams, Strategies};
pub use ::cfr::{RegretParams, SolveMethod};
use hinterhand_engine::Player;
use hinterhand_solvers::tree::{Node, NodeId, Tree};

/// A tree as the crate `cfr` holds it.
pub struct Peer(::cfr::GameTree<usize, usize>);

impl Peer {
    /// The same tree for the crate.
    pub fn new(tree: &Tree) -> Peer {
        Peer(::cfr::GameTree::from_game(At(tree, NodeId::ROOT)).expect("a sound tree"))
    }

    /// Solves by its CFR+ from the beginning, and returns what player 0 wins.
    pub fn solve(&self, iterations: u64) -> f64 {
        let solved = self.solved(SolveMethod::Full, RegretParams::cfr_plus(), iterations);
        solved.0.get_info().player_utility(PlayerNum::One)
    }

    /// Solves from the beginning, on this thread.
    pub fn solved(&self, method: SolveMethod, regret: RegretParams, iterations: u64) -> Solved<'_> {
        let params = SolveParams { regret, seed: 2026, ..SolveParams::default() };
        Solved(self.0.solve(method, iterations, 0.0, 1, params).expect("one thread").0)
    }
}

/// The result of the crate.
pub struct Solved<'p>(Strategies<'p, usize, usize>);

impl Solved<'_> {
    /// The exploitability: the mean over the players of the gain of a best response.
    pub fn exploitability(&self) -> f64 {
        let info = self.0.get_info();
        (info.player_regret(PlayerNum::One) + info.player_regret(PlayerNum::Two)) / 2.0
    }
}

/// A node as a state of the crate.
#[derive(Clone, Copy)]
struct At<'t>(&'t Tree, NodeId);

/// The nodes after chance with their probabilities.
struct Deal<'t>(&'t Tree, Vec<(f64, NodeId)>);

/// The nodes after a decision.
struct Decision<'t>(&'t Tree, Vec<NodeId>);

impl<'t> ::cfr::Game for At<'t> {
    type Action = usize;
    type Infoset = usize;
    type ChanceInfoset = Infallible;
    type Chance = Deal<'t>;
    type Player = Decision<'t>;

    fn into_node(self) -> NodeType<Self> {
        let At(tree, node) = self;
        match tree.node(node) {
            Node::End(end) => NodeType::Terminal(tree.end(end).payoffs[0]),
            Node::Chance => {
                let mut dealt = Vec::new();
                deal(tree, node, 1.0, &mut dealt);
                NodeType::Chance(None, Deal(tree, dealt))
            }
            Node::Decision(set) => {
                let first = tree.set(set).player() == Player::FIRST;
                let player = if first { PlayerNum::One } else { PlayerNum::Two };
                NodeType::Player(player, set.index(), Decision(tree, tree.children(node).collect()))
            }
        }
    }
}

/// Deals until a player is to move.
fn deal(tree: &Tree, node: NodeId, probability: f64, dealt: &mut Vec<(f64, NodeId)>) {
    for child in tree.children(node) {
        let probability = probability * tree.probability(child);
        match tree.node(child) {
            Node::Chance => deal(tree, child, probability, dealt),
            _ => dealt.push((probability, child)),
        }
    }
}

impl<'t> Outcomes<At<'t>> for Deal<'t> {
    fn len(&self) -> usize {
        self.1.len()
    }

    fn get(&self, index: usize) -> (f64, At<'t>) {
        let (probability, node) = self.1[index];
        (probability, At(self.0, node))
    }
}

impl<'t> Moves<At<'t>> for Decision<'t> {
    fn len(&self) -> usize {
        self.1.len()
    }

    fn apply(&self, index: usize) -> At<'t> {
        At(self.0, self.1[index])
    }

    fn action(&self, index: usize) -> usize {
        index
    }
}

#[cfg(test)]
mod tests {
    use super::{Peer, RegretParams, SolveMethod};
    use crate::solving::leduc;

    /// Leduc poker is worth -0.0856 to player 0: the crate solves the same game.
    #[test]
    fn it_solves_the_same_game() {
        let peer = Peer::new(&leduc());
        let value = peer.solve(2_000);
        assert!((value + 0.0856).abs() < 5e-3, "{value}");
        let found = peer.solved(SolveMethod::Full, RegretParams::cfr_plus(), 600).exploitability();
        assert!(found < 1e-2, "{found}");
    }
}
