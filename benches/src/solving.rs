//! Solving a game by CFR+, and the same tree for the crate `cfr` as a yardstick.
//!
//! The work is counted in nodes: an iteration learns from every node of the tree, however a solver does it.
//! The crate gets the same tree with the same information sets; only the chance nodes of a deal are one for
//! it, which is to its advantage.

use std::convert::Infallible;

use ::cfr::{Moves, NodeType, Outcomes, PlayerNum, RegretParams, SolveMethod, SolveParams};
use hinterhand_engine::games::poker::Suits;
use hinterhand_engine::games::{Leduc, LiarsDice};
use hinterhand_engine::{Player, Steps};
use hinterhand_solvers::cfr::{Cfr, Real, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Node, NodeId, Tree};

/// Leduc poker with suits merged, 1,939 nodes.
pub fn leduc() -> Tree {
    tree(&Leduc::new(Suits::Merged), 1_939)
}

/// Liar's dice with six sides, 294,883 nodes.
pub fn liars_dice() -> Tree {
    tree(&LiarsDice::default(), 294_883)
}

fn tree<G: Steps>(game: &G, nodes: usize) -> Tree {
    let made = GameTree::compile(game, nodes).expect("no more nodes than that");
    assert_eq!(made.tree().node_count(), nodes);
    made.tree().clone()
}

/// A solver of this project after some iterations, which must have come close to an equilibrium.
pub fn solver<R: Real>(tree: &Tree, iterations: u64, exploitability: f64) -> Cfr<R> {
    let mut solver = Cfr::new(tree, Variant::CFR_PLUS);
    steps(&mut solver, iterations);
    let found = judges::exploitability(tree, &solver.average()).average();
    assert!(found < exploitability, "exploitability {found} after {iterations} iterations");
    solver
}

/// So many iterations more.
pub fn steps<R: Real>(solver: &mut Cfr<R>, iterations: u64) {
    (0..iterations).for_each(|_| solver.step());
}

/// A tree as the crate `cfr` holds it.
pub struct Peer(::cfr::GameTree<usize, usize>);

impl Peer {
    /// The same tree for the crate.
    pub fn new(tree: &Tree) -> Peer {
        Peer(::cfr::GameTree::from_game(At(tree, NodeId::ROOT)).expect("a sound tree"))
    }

    /// Solves by its CFR+ from the beginning, and returns what player 0 wins.
    pub fn solve(&self, iterations: u64) -> f64 {
        let params = SolveParams { regret: RegretParams::cfr_plus(), ..SolveParams::default() };
        let solved = self.0.solve(SolveMethod::Full, iterations, 0.0, 1, params);
        solved.expect("one thread").0.get_info().player_utility(PlayerNum::One)
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

/// Deals until somebody decides.
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
    use super::{Peer, leduc, solver};

    /// Leduc poker is worth -0.0856 to player 0: the crate solves the same game.
    #[test]
    fn both_solve_the_same_game() {
        let tree = leduc();
        solver::<f32>(&tree, 500, 2e-3);
        let value = Peer::new(&tree).solve(2_000);
        assert!((value + 0.0856).abs() < 5e-3, "{value}");
    }
}
