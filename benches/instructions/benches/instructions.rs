//! How many instructions do the hot paths take? `scripts/check-instructions` holds the counts against those
//! that are committed.
//!
//! Unlike time, a count is the same on a busy machine, so that a small loss can be seen in it. What is
//! counted is one piece of work on one thread, with fixed seeds; what it is made from is not counted. Each
//! piece asserts its answer.
//!
//! Look-ups in strategies are left to the bench of that name: they use hash maps with a new seed in each run,
//! so that their counts vary a little.

#![allow(missing_docs, reason = "the macros of gungraun make public functions")]

use std::hint::black_box;

use gungraun::{Callgrind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use hinterhand_benches::open_cards::{self, Deals};
use hinterhand_benches::playouts::{self, Walk};
use hinterhand_benches::{search, solving, trees, views};
use hinterhand_engine::games::poker::Suits;
use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::games::{
    Kinderschnapsen, KlondikeChess, Leduc, LiarsDice, Recipippes, Schikanoeschen, Schnapsen, SixtySix,
};
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{ActionSet, Directed, Game, Rng, Steps, playout};
use hinterhand_solvers::cfr::{Cfr, Real, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::search::ismcts::{Options as SearchOptions, TreeKind};
use hinterhand_solvers::search::{ByDirected, OpenTricks, Random, Rollout};
use hinterhand_solvers::tree::{GameTree, Policy, Tree};

const SEED: u64 = 2026;

/// A piece of work; it returns what its answer was, so that nothing of it is left out.
type Work = Box<dyn FnMut() -> u64>;

/// Random or directed games with their deals, which must have `moves` moves in total.
fn games<G: Game + 'static>(game: G, walk: Walk<G>, moves: u64) -> Work {
    Box::new(move || {
        let played = playouts::walked_block(&game, walk, SEED, 0);
        assert_eq!(played.moves, moves);
        played.moves
    })
}

fn quiet_schikanoeschen() -> Schikanoeschen {
    Schikanoeschen { knock_mode: KnockMode::Off, draw_offers: false, ..Schikanoeschen::default() }
}

/// An operation on a position in the middle of a game.
#[derive(Clone, Copy)]
enum Ask {
    Legal,
    Play,
    InfoSet,
    Sample,
}

/// A question to 64 positions: as many as a bench has would be long in the making.
fn middle<G: Game + 'static>(
    game: G,
    ask: Ask,
    wanted: impl Fn(&G::State, u64) -> bool,
    shunned: impl Fn(G::Action) -> bool,
) -> Work {
    let positions = views::positions(&game, SEED, 64, wanted, shunned);
    let mut rng = Rng::new(SEED, 1);
    views::assert_sampled(&game, &positions, &mut rng);
    let info_sets = views::info_sets(&game, &positions);
    Box::new(move || {
        for ((state, player), info_set) in positions.iter().zip(&info_sets) {
            match ask {
                Ask::Legal => {
                    let legal = game.legal(state);
                    black_box(legal.nth(legal.len() / 2));
                }
                Ask::Play => {
                    let mut next = state.clone();
                    game.play(&mut next, game.legal(state).nth(0));
                    black_box(&next);
                }
                Ask::InfoSet => {
                    black_box(&game.info_set(state, *player));
                }
                Ask::Sample => {
                    black_box(&game.sample(info_set, &mut rng));
                }
            }
        }
        positions.len() as u64
    })
}

fn in_kinderschnapsen(ask: Ask) -> Work {
    middle(Kinderschnapsen::default(), ask, |hand, _| hand.talon().left() == 4, |_| false)
}

fn in_sixty_six(ask: Ask) -> Work {
    middle(SixtySix::default(), ask, |hand, _| hand.talon().left() == 6, |action| action == Action::STOP)
}

/// The decision after this number of actions.
fn after<G: Game + 'static>(game: G, ask: Ask, actions: u64) -> Work {
    middle(game, ask, move |_, played| played == actions, |_| false)
}

fn in_recipippes(ask: Ask) -> Work {
    after(Recipippes::default(), ask, 20)
}

fn in_schikanoeschen(ask: Ask) -> Work {
    after(Schikanoeschen { draw_offers: false, ..Schikanoeschen::default() }, ask, 20)
}

fn in_klondike_chess(ask: Ask) -> Work {
    after(KlondikeChess::default(), ask, 20)
}

/// All histories of ten deals of Sixty-six to a depth, the leaves played or counted in bulk.
fn perft(depth: usize, bulk: bool) -> Work {
    let game = SixtySix::default();
    let dealt = playouts::deals(&game, SEED, 10);
    let (played, leaves) = trees::expected(&game, &dealt, depth);
    Box::new(move || {
        let counted =
            if bulk { trees::leaves(&game, &dealt, depth) } else { trees::played(&game, &dealt, depth) };
        assert_eq!(counted, if bulk { leaves } else { played });
        counted
    })
}

fn tree<G: Steps>(game: &G) -> GameTree<G> {
    GameTree::compile(game, 20_000).expect("a small game")
}

/// Ten iterations on a tree whose value is known, after ten.
fn sweeps<R: Real + 'static>(tree: &Tree, variant: Variant) -> Work {
    let mut solver = Cfr::<R>::new(tree, variant);
    solving::steps(&mut solver, 10);
    Box::new(move || {
        solving::steps(&mut solver, 10);
        assert_eq!(solver.iterations(), 20);
        solver.iterations()
    })
}

/// The exploitability of the uniform strategy in Leduc poker: 4.747 chips for both players together.
fn judged() -> Work {
    let leduc = tree(&Leduc::default());
    Box::new(move || {
        let leduc = leduc.tree();
        let found = judges::exploitability(leduc, &Policy::uniform(leduc)).nash_conv();
        assert!((found - 4.747_222).abs() < 1e-5, "{found}");
        found.to_bits()
    })
}

/// A hundred walks in Leduc poker, after a hundred.
fn walks(sampling: &str) -> Work {
    let sampling = Sampling::named(sampling).expect("there are both");
    let options = Options { sampling, seed: SEED, ..Options::default() };
    let mut solver = Mccfr::new(tree(&Leduc::default()).tree(), options);
    let mut on = move || {
        let before = solver.nodes();
        (0..100).for_each(|_| solver.step());
        assert!(solver.nodes() > before);
        solver.nodes() - before
    };
    on();
    Box::new(on)
}

/// The given number of simulated games for one decision.
fn simulations<G: Game + 'static>(
    game: G,
    rollout: &'static dyn Rollout<G>,
    tree: TreeKind,
    decision: search::Decision<G>,
    steps: u64,
) -> Work {
    let options = SearchOptions { tree, ..SearchOptions::default() };
    Box::new(move || {
        let counted = search::think(&game, rollout, options, &decision, steps);
        assert_eq!(counted, steps);
        counted
    })
}

fn in_leduc(tree: TreeKind) -> Work {
    let game = Leduc::default();
    let decision = search::decisions(&game, SEED, 1, |_| true).remove(0);
    simulations(game, &Random, tree, decision, 1_000)
}

fn first_lead(tree: TreeKind) -> Work {
    simulations(SixtySix::default(), &ByDirected, tree, search::first_leads(SEED, 1).remove(0), 500)
}

fn first_turn() -> Work {
    let decision = search::first_turns(SEED, 1).remove(0);
    simulations(Recipippes::default(), &Random, TreeKind::SingleObserver, decision, 200)
}

/// Hands of Sixty-six with open cards.
fn solved(deals: Deals, count: usize) -> Work {
    let game = SixtySix::default();
    let hands = deals.hands(&game, SEED, count);
    let answer = open_cards::solve(&mut OpenTricks::default(), &game, &hands);
    let mut solver = OpenTricks::default();
    Box::new(move || {
        assert_eq!(open_cards::solve(&mut solver, &game, &hands), answer);
        hands.len() as u64
    })
}

/// A decision on twenty sampled worlds.
fn decided() -> Work {
    let game = SixtySix::default();
    let six_left = |hand: &<SixtySix as Game>::State, _| hand.talon().left() == 6;
    let positions = views::positions(&game, SEED, 1, six_left, |action| action == Action::STOP);
    let hands = vec![positions[0].0];
    Box::new(move || {
        open_cards::decide(&game, &hands, 20);
        20
    })
}

/// Schnapsen without a claim after the last trick, as all earlier counts are of.
fn strict_schnapsen() -> Schnapsen {
    Schnapsen { stop_after_last_trick: false, ..Schnapsen::default() }
}

#[library_benchmark]
#[bench::kinderschnapsen(games(Kinderschnapsen::default(), playout, 2470))]
#[bench::sixty_six(games(SixtySix::default(), playout, 2422))]
#[bench::schnapsen(games(strict_schnapsen(), playout, 2056))]
#[bench::recipippes(games(Recipippes::default(), playout, 9_993))]
#[bench::schikanoeschen_directed(games(quiet_schikanoeschen(), Schikanoeschen::play_out, 223_943))]
#[bench::klondike_chess(games(KlondikeChess::default(), playout, 130_376))]
#[bench::leduc(games(Leduc::default(), playout, 1018))]
#[bench::liars_dice(games(LiarsDice::default(), playout, 834))]
fn playouts_of(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::sixty_six_played(perft(5, false))]
#[bench::sixty_six_bulk(perft(6, true))]
fn perft_of(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::kinderschnapsen(in_kinderschnapsen(Ask::Legal))]
#[bench::sixty_six(in_sixty_six(Ask::Legal))]
#[bench::recipippes(in_recipippes(Ask::Legal))]
#[bench::schikanoeschen(in_schikanoeschen(Ask::Legal))]
#[bench::klondike_chess(in_klondike_chess(Ask::Legal))]
fn legal_in(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::sixty_six(in_sixty_six(Ask::Play))]
#[bench::recipippes(in_recipippes(Ask::Play))]
#[bench::schikanoeschen(in_schikanoeschen(Ask::Play))]
#[bench::klondike_chess(in_klondike_chess(Ask::Play))]
fn play_in(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::kinderschnapsen(in_kinderschnapsen(Ask::InfoSet))]
#[bench::sixty_six(in_sixty_six(Ask::InfoSet))]
#[bench::recipippes(in_recipippes(Ask::InfoSet))]
#[bench::schikanoeschen(in_schikanoeschen(Ask::InfoSet))]
#[bench::klondike_chess(in_klondike_chess(Ask::InfoSet))]
fn info_set_in(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::kinderschnapsen(in_kinderschnapsen(Ask::Sample))]
#[bench::sixty_six(in_sixty_six(Ask::Sample))]
#[bench::recipippes(in_recipippes(Ask::Sample))]
#[bench::schikanoeschen(in_schikanoeschen(Ask::Sample))]
#[bench::klondike_chess(in_klondike_chess(Ask::Sample))]
fn sample_in(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::leduc_merged_f32(sweeps::<f32>(tree(&Leduc::new(Suits::Merged)).tree(), Variant::CFR_PLUS))]
#[bench::leduc_merged_f64(sweeps::<f64>(tree(&Leduc::new(Suits::Merged)).tree(), Variant::CFR_PLUS))]
#[bench::leduc_dcfr_f32(sweeps::<f32>(tree(&Leduc::default()).tree(), Variant::DCFR))]
#[bench::leduc_judged(judged())]
#[bench::leduc_external(walks("external"))]
#[bench::leduc_outcome(walks("outcome"))]
fn solvers_on(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::leduc_so(in_leduc(TreeKind::SingleObserver))]
#[bench::sixty_six_so(first_lead(TreeKind::SingleObserver))]
#[bench::sixty_six_mo(first_lead(TreeKind::MultipleObserver))]
#[bench::sixty_six_determinized(first_lead(TreeKind::Determinized))]
#[bench::recipippes_so(first_turn())]
fn ismcts_in(mut work: Work) -> (u64, Work) {
    (work(), work)
}

#[library_benchmark]
#[bench::full_deals(solved(Deals::Full, 10))]
#[bench::closed(solved(Deals::Closed, 50))]
#[bench::used_up(solved(Deals::UsedUp, 50))]
#[bench::pimc_20_worlds(decided())]
fn open_cards_of(mut work: Work) -> (u64, Work) {
    (work(), work)
}

library_benchmark_group!(
    name = hot_paths,
    benchmarks = [
        playouts_of,
        perft_of,
        legal_in,
        play_in,
        info_set_in,
        sample_in,
        solvers_on,
        ismcts_in,
        open_cards_of
    ]
);

// The caches that callgrind could imitate are not those of any machine: instructions alone are counted.
main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = hot_paths
);
