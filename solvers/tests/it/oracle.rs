//! Solving by an oracle: the same iterates as on the tree, best responses, and what is refused.

use hinterhand_engine::games::{Kuhn, Leduc};
use hinterhand_solvers::cfr::{Cfr, Snapshot, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::oracle::{self, Oracle, OracleCfr, PayoffMatrix, judge, uniform};
use hinterhand_solvers::tree::{GameTree, Tree};

fn leduc() -> GameTree<Leduc> {
    GameTree::compile(&Leduc::default(), 10_000).expect("a small game")
}

/// What both solvers are worth after some iterations differs by rounding alone, which feeds on itself.
fn agrees(tree: &Tree, name: &str, variant: Variant) {
    let mut expected = Cfr::<f64>::new(tree, variant);
    let mut found = OracleCfr::<_, f64>::new(PayoffMatrix::new(tree), variant);
    for _ in 0..20 {
        expected.step();
        found.step();
    }
    let exploitability = judges::exploitability(tree, &expected.average()).average();
    let judged = found.judge().exploitability();
    assert!((judged - exploitability).abs() < 1e-9, "{name}: {judged}, {exploitability}");
}

#[test]
fn every_variant_learns_what_it_learns_on_a_tree() {
    let leduc = leduc();
    for (name, variant) in Variant::all(20) {
        agrees(leduc.tree(), name, variant);
    }
    let simultaneous =
        Variant { updates: hinterhand_solvers::cfr::Updates::Simultaneous, ..Variant::CFR_PLUS };
    agrees(leduc.tree(), "simultaneous updates", simultaneous);
}

#[test]
fn a_best_response_wins_what_the_judge_says() {
    let leduc = leduc();
    let matrix = PayoffMatrix::new(leduc.tree());
    let plans = [0, 1].map(|player| uniform(&matrix, player));
    let judged = judge(&matrix, [&plans[0], &plans[1]]);
    for player in [0, 1] {
        let policy = oracle::best_response(&matrix, player, &plans[1 - player]);
        let best = oracle::plan(&matrix, player, &policy);
        let (mut gradient, mut memory) = (vec![0.0; best.len()], Vec::new());
        matrix.gradient(player, &plans[1 - player], &mut gradient, &mut memory);
        let won: f64 = gradient.iter().zip(&best).map(|(worth, reach)| worth * reach).sum();
        assert!((won - judged.best_responses[player]).abs() < 1e-12, "{won}, {judged:?}");
    }
}

#[test]
fn a_solver_goes_on_from_a_snapshot_and_refuses_that_of_another_game() {
    let leduc = leduc();
    let new = || OracleCfr::<_, f32>::new(PayoffMatrix::new(leduc.tree()), Variant::PCFR_PLUS);
    let (mut whole, mut first, mut second) = (new(), new(), new());
    (0..9).for_each(|_| whole.step());
    (0..4).for_each(|_| first.step());
    let snapshots = [0, 1].map(|player| first.snapshot(player));
    second.restore([&snapshots[0], &snapshots[1]]).expect("the same game");
    (0..5).for_each(|_| second.step());
    assert_eq!(second.iterations(), 9);
    assert!([0, 1].into_iter().all(|player| whole.snapshot(player) == second.snapshot(player)));
    let kuhn = GameTree::compile(&Kuhn::default(), 1_000).expect("a small game");
    let mut other = OracleCfr::<_, f32>::new(PayoffMatrix::new(kuhn.tree()), Variant::PCFR_PLUS);
    let before = other.snapshot(0);
    let wrong: Snapshot<f32> = whole.snapshot(0);
    assert!(other.restore([&wrong, &wrong]).is_err());
    assert!(other.snapshot(0) == before, "nothing was taken over");
}
