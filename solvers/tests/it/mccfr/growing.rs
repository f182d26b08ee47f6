//! The solver that grows its tables on the game itself.

use hinterhand_engine::games::{Kinderschnapsen, KlondikeChess, Kuhn, Leduc, SixtySix};
use hinterhand_engine::{Game, Player, Rng, Turn};
use hinterhand_solvers::judges;
use hinterhand_solvers::mccfr::{GrowingMccfr, GrowingSnapshot, Mccfr, Options, Sampling};
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{GameTree, Policy};

const ENOUGH: usize = 1 << 30;

/// The policy of `strategy` on a tree. Its legal actions are found by playing random games.
pub(crate) fn policy<G: Game>(game: &G, tree: &GameTree<G>, strategy: &impl Strategy<G>) -> Policy {
    let mut probabilities = vec![f64::NAN; tree.tree().slot_count()];
    let mut rng = Rng::new(1, 0);
    let mut out = Vec::new();
    let mut left = tree.tree().sets().len();
    while left > 0 {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Player(player) => {
                    let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                    let set = tree.find(player, &info_set).expect("every information set is in the tree");
                    let here = &mut probabilities[tree.tree().set(set).slots()];
                    left -= usize::from(here[0].is_nan());
                    strategy.probabilities(&info_set, &legal, &mut out);
                    here.copy_from_slice(&out);
                    let actions = tree.actions(set);
                    game.play(&mut state, actions[rng.below(actions.len() as u32) as usize]);
                }
            }
        }
    }
    Policy::new(tree.tree(), probabilities).expect("a strategy is one")
}

/// As near as the solver on the tree, which draws the same cards in other steps: with as many walks the
/// figures of two seeds differ by a third at most.
#[test]
fn it_solves_what_the_solver_on_the_tree_solves() {
    let game = Leduc::default();
    let tree = GameTree::compile(&game, 10_000).expect("a small game");
    let mut solver = GrowingMccfr::new(&game, Options { seed: 1, ..Options::default() }, ENOUGH);
    (0..100_000).for_each(|_| solver.step().expect("there is enough memory"));
    assert_eq!(solver.set_count(), 936);
    let found = judges::exploitability(tree.tree(), &policy(&game, &tree, &solver)).average();
    let mut on_tree = Mccfr::new(tree.tree(), Options { seed: 2, ..Options::default() });
    (0..100_000).for_each(|_| on_tree.step());
    let wanted = judges::exploitability(tree.tree(), &on_tree.average()).average();
    assert!((0.67..1.5).contains(&(found / wanted)), "{found}, and {wanted} on the tree");
}

#[test]
fn threads_change_nothing() {
    let game = Kinderschnapsen::default();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| {
            let options = Options {
                sampling: Sampling::OUTCOME,
                baselines: Some(0.5),
                linear: true,
                plus: false,
                batch: 100,
                seed: 3,
            };
            let mut solver = GrowingMccfr::new(&game, options, ENOUGH);
            (0..5).for_each(|_| solver.step().expect("there is enough memory"));
            solver.snapshot()
        })
    };
    let one = run(1);
    assert!(one.sets.len() > 1_000, "{}", one.sets.len());
    assert!(one == run(2) && one == run(7));
}

#[test]
fn a_restored_solver_goes_on_as_if_it_had_never_stopped() {
    let game = Kuhn { players: 3 };
    let options = Options { baselines: Some(0.5), linear: true, batch: 3, seed: 4, ..Options::default() };
    let mut one = GrowingMccfr::new(&game, options, ENOUGH);
    (0..10).for_each(|_| one.step().expect("there is enough memory"));
    let mut other = GrowingMccfr::new(&game, options, ENOUGH);
    other.restore(&one.snapshot()).expect("a snapshot of this game");
    (0..50).for_each(|_| one.step().and(other.step()).expect("there is enough memory"));
    assert_eq!(one.snapshot(), other.snapshot());
    let mut twice = one.snapshot();
    twice.sets[1] = twice.sets[0];
    let error = other.restore(&twice).expect_err("an information set twice").to_string();
    let count = twice.sets.len();
    assert_eq!(error, format!("a snapshot with {count} information sets where {} belong", count - 1));
    assert_eq!(one.snapshot(), other.snapshot(), "a refused snapshot changes nothing");
}

/// Games of more than a thousand actions, with states of half a kilobyte.
#[test]
fn long_games_do_not_exhaust_the_stack() {
    let game = KlondikeChess::default();
    let options = Options { sampling: Sampling::OUTCOME, batch: 64, ..Options::default() };
    let mut solver = GrowingMccfr::new(&game, options, ENOUGH);
    solver.step().expect("there is enough memory");
    assert!(solver.nodes() > 128 * 100, "{} nodes in 128 games", solver.nodes());
}

#[test]
fn memory_ends_with_a_word() {
    let game = Kinderschnapsen::default();
    let mut solver = GrowingMccfr::new(&game, Options::default(), 100_000);
    let full = loop {
        if let Err(full) = solver.step() {
            break full;
        }
    };
    assert_eq!(solver.step(), Err(full));
    assert_eq!((full.iterations, full.sets, full.limit), (solver.iterations(), solver.set_count(), 100_000));
    assert!((90_000..=100_000).contains(&solver.bytes()), "{}", solver.bytes());
    let told = full.to_string();
    assert!(told.ends_with("what walks found for them, would take more than 100000 bytes"), "{told}");
}

/// A solver that ran out of memory, given more of it, comes to the bits of one that always had enough.
#[test]
fn more_memory_goes_on_as_if_it_had_always_been_there() {
    let in_turn = more_memory(Sampling::EXTERNAL, 60);
    assert!(in_turn > 0, "memory never ended between the walks of the two players");
    assert_eq!(more_memory(Sampling::OUTCOME_SIMULTANEOUS, 600), 0, "both players walk together");
}

/// The same for a scheme in this many iterations. Returns how often memory ended between the walks of the two players.
fn more_memory(sampling: Sampling, iterations: u64) -> u64 {
    let game = Leduc::default();
    let options = Options { sampling, baselines: Some(0.5), batch: 3, seed: 8, ..Options::default() };
    let mut whole = GrowingMccfr::new(&game, options, ENOUGH);
    (0..iterations).for_each(|_| whole.step().expect("there is enough memory"));
    let mut ended_within = 0;
    for limit in (4_000..40_000).step_by(1_500) {
        let mut small = GrowingMccfr::new(&game, options, limit);
        while small.step().is_ok() {}
        let snapshot = small.snapshot();
        ended_within += snapshot.learned;
        let mut large = GrowingMccfr::new(&game, options, ENOUGH);
        large.restore(&snapshot).expect("a snapshot of this game");
        while large.iterations() < iterations {
            large.step().expect("there is enough memory");
        }
        assert!(large.snapshot() == whole.snapshot(), "other bits after {limit} bytes were full");
    }
    let wrong = GrowingSnapshot { learned: 2, ..whole.snapshot() };
    let error = whole.restore(&wrong).expect_err("both have learned").to_string();
    assert_eq!(error, "a snapshot with 2 players who have learned where 1 belong");
    ended_within
}

/// A walk through all own actions of Sixty-six does not finish in any memory.
#[test]
fn memory_ends_within_a_walk() {
    let game = SixtySix::default();
    for batch in [1, 40] {
        let mut solver = GrowingMccfr::new(&game, Options { batch, ..Options::default() }, 1 << 20);
        let full = solver.step().expect_err("it is too large");
        assert_eq!((full.iterations, full.sets, full.limit), (0, 0, 1 << 20));
        assert_eq!((solver.step(), solver.nodes(), solver.bytes()), (Err(full), 0, 0));
    }
    // One that draws its own actions too is short.
    let options = Options { sampling: Sampling::OUTCOME, ..Options::default() };
    let mut solver = GrowingMccfr::new(&game, options, 1 << 20);
    (0..10).for_each(|_| solver.step().expect("there is enough memory"));
}

#[test]
fn what_was_not_met_is_played_evenly() {
    let game = Kuhn::default();
    let solver = GrowingMccfr::new(&game, Options::default(), ENOUGH);
    let mut state = game.start();
    game.deal(&mut state, &mut Rng::new(1, 0));
    let (info_set, legal) = (game.info_set(&state, Player::FIRST), game.legal(&state));
    assert_eq!(solver.probabilities(&info_set), None);
    let mut out = Vec::new();
    Strategy::<Kuhn>::probabilities(&solver, &info_set, &legal, &mut out);
    assert_eq!(out, [0.5, 0.5]);
}
