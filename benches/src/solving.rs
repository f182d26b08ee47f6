//! Solving a game by CFR+. The work is counted in nodes: an iteration learns from every node of the tree,
//! however a solver does it.

use hinterhand_engine::Steps;
use hinterhand_engine::games::poker::Suits;
use hinterhand_engine::games::{Leduc, LiarsDice};
use hinterhand_solvers::cfr::{Cfr, Real, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Tree};

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

/// Runs `iterations` more iterations.
pub fn steps<R: Real>(solver: &mut Cfr<R>, iterations: u64) {
    (0..iterations).for_each(|_| solver.step());
}

#[cfg(test)]
mod tests {
    use super::{leduc, solver};

    #[test]
    fn leduc_is_solved() {
        solver::<f32>(&leduc(), 500, 2e-3);
    }
}
