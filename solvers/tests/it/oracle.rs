//! Solving by an oracle: the same iterates as on the tree, best responses, what is refused, and quantal response
//! equilibria.

use hinterhand_engine::games::{Goofspiel, Kuhn, Leduc};
use hinterhand_solvers::cfr::{Cfr, Snapshot, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::oracle::{self, MirrorDescent, Oracle, OracleCfr, PayoffMatrix, judge, uniform};
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

fn kuhn() -> GameTree<Kuhn> {
    GameTree::compile(&Kuhn::default(), 1_000).expect("a small game")
}

/// Player 1 with the jack after a bet: against uniform play, folding is worth -1/6 and calling -1/3, with chance.
#[test]
fn a_step_of_mirror_descent_is_that_of_a_hand_computed_table() {
    let mut solver = MirrorDescent::new(PayoffMatrix::new(kuhn().tree()), 0.1, 0.5);
    solver.step();
    let policy = solver.policy(1);
    let ratio = (-0.5_f64 / 6.0 / 1.05).exp();
    // The order of the information sets is that of the tree, so it is looked for.
    let calls = ratio / (1.0 + ratio);
    assert!((calls - 0.48017).abs() < 1e-5);
    assert!(policy.iter().any(|probability| (probability - calls).abs() < 1e-12), "{policy:?}");
}

/// Where both play soft best responses, each loses to a best response at most the weight times the logarithm of
/// the number of its plans, since entropy is nowhere larger: 27 and 64 plans in Kuhn poker.
#[test]
fn mirror_descent_ends_in_a_quantal_response_equilibrium() {
    let plans = [27.0_f64, 64.0].map(f64::ln);
    for weight in [1.0, 0.1, 0.02] {
        let mut solver = MirrorDescent::new(PayoffMatrix::new(kuhn().tree()), weight, 0.5);
        let mut gaps = vec![solver.gap()];
        for _ in 0..4_000 {
            solver.step();
            gaps.push(solver.gap());
        }
        assert!(solver.gap() < 1e-12, "{weight}: {}", solver.gap());
        let judged = solver.judge();
        let most = weight * (plans[0] + plans[1]) / 2.0;
        assert!(judged.exploitability() > 0.0 && judged.exploitability() < most, "{weight}: {judged:?}");
        assert!((judged.value + 1.0 / 18.0).abs() < 2.0 * most, "{weight}: {judged:?}");
    }
}

/// The fixed point does not depend on the step size.
#[test]
fn mirror_descent_ends_in_the_same_policy_with_any_small_step() {
    let game = GameTree::compile(&Goofspiel { cards: 3, ..Goofspiel::default() }, 10_000).expect("small");
    let end = |step_size, steps| {
        let mut solver = MirrorDescent::new(PayoffMatrix::new(game.tree()), 0.2, step_size);
        (0..steps).for_each(|_| solver.step());
        [0, 1].map(|player| solver.policy(player))
    };
    let (one, other) = (end(0.4, 4_000), end(0.1, 16_000));
    for (one, other) in one.iter().flatten().zip(other.iter().flatten()) {
        assert!((one - other).abs() < 1e-6, "{one}, {other}");
    }
}
