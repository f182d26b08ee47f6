//! The speed of the hot paths on this machine, in a few seconds: enough to compare machines and builds, not
//! to resolve a few percent. The bars in `benches` measure longer, and against references.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal, AnyState};
use hinterhand_engine::{ActionSet, Contest, Game, Player, Rng, Turn, View};
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::dynamic::{
    AnyTree, AnyTreeStrategy, OpenCardsRequest, OpenSolver, Play, RolloutKind, SearchRequest, search,
};
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::search::{PimcOptions, ismcts};
use hinterhand_solvers::strategy::Strategy;

/// Something that is measured.
pub struct Speed {
    /// The workload.
    pub what: &'static str,
    /// The unit counted.
    pub unit: &'static str,
    piece: Box<dyn FnMut() -> u64>,
    rates: Vec<f64>,
}

impl Speed {
    fn new(what: &'static str, unit: &'static str, piece: impl FnMut() -> u64 + 'static) -> Speed {
        Speed { what, unit, piece: Box::new(piece), rates: Vec::new() }
    }

    /// Works for about `most`, in wall-clock time.
    pub fn turn(&mut self, most: Duration) {
        let (began, mut elements) = (Instant::now(), 0);
        loop {
            elements += (self.piece)();
            let spent = began.elapsed();
            if spent >= most {
                self.rates.push(elements as f64 / spent.as_secs_f64());
                return;
            }
        }
    }

    /// The smallest, the middle and the largest number a second of all turns.
    pub fn spread(&self) -> Option<[f64; 3]> {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        Some([*rates.first()?, rates[rates.len() / 2], *rates.last()?])
    }
}

impl std::fmt::Debug for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Speed").field("what", &self.what).field("rates", &self.rates).finish_non_exhaustive()
    }
}

/// All speeds in the order of the output, with their inputs prepared.
pub fn all() -> Vec<Speed> {
    let quiet = game("schikanoeschen", &[("knock_mode", "off"), ("draw_offers", "off")]);
    let mut all = vec![
        playouts("playouts, kinderschnapsen", default("kinderschnapsen"), Play::Random),
        playouts("playouts, sixty-six", default("sixty-six"), Play::Random),
        playouts("playouts, recipippes", default("recipippes"), Play::Random),
        playouts("playouts, schikanoeschen, directed", quiet, Play::Directed),
        playouts("playouts, klondike-chess", default("klondike-chess"), Play::Random),
        samples("deals that fit a view, sixty-six", &default("sixty-six"), 6),
        samples("deals that fit a view, recipippes", &default("recipippes"), 40),
        samples("deals that fit a view, klondike-chess", &default("klondike-chess"), 40),
    ];
    let merged = tree(&game("leduc", &[("suits", "merged")]));
    let nodes = merged.tree().node_count() as u64;
    let mut solver = Cfr::<f32>::new(merged.tree(), Variant::CFR_PLUS);
    all.push(Speed::new("CFR+, leduc with suits merged", "nodes", move || {
        (0..100).for_each(|_| solver.step());
        100 * nodes
    }));
    let leduc = tree(&default("leduc"));
    for (what, sampling) in
        [("external sampling, leduc", Sampling::EXTERNAL), ("outcome sampling, leduc", Sampling::OUTCOME)]
    {
        let mut solver = Mccfr::new(leduc.tree(), Options { sampling, seed: SEED, ..Options::default() });
        all.push(Speed::new(what, "nodes", move || {
            let before = solver.nodes();
            (0..1_000).for_each(|_| solver.step());
            solver.nodes() - before
        }));
    }
    all.push(look_ups());
    for (what, name) in
        [("ISMCTS, leduc", "leduc"), ("ISMCTS, sixty-six", "sixty-six"), ("ISMCTS, recipippes", "recipippes")]
    {
        let request = SearchRequest::Ismcts {
            options: ismcts::Options::default(),
            rollout: RolloutKind::Guided,
            prior: None,
            opponents: None,
            endgame: false,
        };
        all.push(searches(what, "simulations", default(name), 0, request, |search: &mut Search<'_>| {
            search.step(2_000)
        }));
    }
    all.push(full_deals());
    let options = PimcOptions { list: 0, ..PimcOptions::default() };
    let request = SearchRequest::Pimc { options, solver: open_cards(), inferring: None, endgame: false };
    // One by one, so that all of it is done on this thread.
    let worlds = |search: &mut Search<'_>| (0..20).map(|_| search.step(1)).sum();
    all.push(searches("PIMC, sixty-six, sixth action", "worlds", default("sixty-six"), 6, request, worlds));
    all
}

const SEED: u64 = 2026;

/// The games that share one stream of the generator.
const BLOCK: u64 = 256;

/// The solver of open cards that the game has.
fn open_cards() -> OpenCardsRequest {
    OpenCardsRequest { solver: OpenSolver::Open, ..OpenCardsRequest::default() }
}

type Search<'s> = dyn hinterhand_solvers::search::Search<AnyGame> + 's;

fn default(name: &str) -> LoadedGame {
    game(name, &[])
}

fn game(name: &str, options: &[(&str, &str)]) -> LoadedGame {
    let set = |settings: &mut hinterhand_engine::Settings| {
        options
            .iter()
            .try_for_each(|(key, text)| settings.set_text(key, text))
            .map_err(games::GameError::from)
    };
    games::load(name, set).expect("the games that are measured are registered")
}

fn playouts(what: &'static str, game: LoadedGame, play: Play) -> Speed {
    let mut block = 0;
    Speed::new(what, "moves", move || {
        block += 1;
        let mut moves = 0;
        game.methods()
            .play_games(play, BLOCK, &mut Rng::new(SEED, block), &mut |actions, _| moves += actions);
        moves
    })
}

/// This number of positions of random games after `actions` actions, or where only as many are left, with the
/// player to move.
fn positions(game: &AnyGame, count: usize, actions: usize) -> Vec<(AnyState, Player)> {
    let mut rng = Rng::new(SEED, 0);
    let mut game_at = || {
        let mut state = game.start();
        let mut played = 0;
        loop {
            match game.turn(&state) {
                Turn::Over => return None,
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Player(player) if played == actions => return Some((state, player)),
                Turn::Player(_) => {
                    let legal = game.legal(&state);
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                    played += 1;
                }
            }
        }
    };
    std::iter::repeat_with(&mut game_at).flatten().take(count).collect()
}

/// The information sets and legal actions of the players to move at such positions.
fn decisions(game: &AnyGame, count: usize, actions: usize) -> Vec<(AnyInfoSet, AnyLegal)> {
    let positions = positions(game, count, actions);
    positions.iter().map(|(state, player)| (game.info_set(state, *player), game.legal(state))).collect()
}

fn samples(what: &'static str, game: &LoadedGame, actions: usize) -> Speed {
    let (game, decisions) = (game.rules().clone(), decisions(game, 256, actions));
    let mut rng = Rng::new(SEED, 1);
    Speed::new(what, "deals", move || {
        for (info_set, _) in &decisions {
            black_box(&game.sample(info_set, &mut rng));
        }
        decisions.len() as u64
    })
}

fn tree(game: &LoadedGame) -> AnyTree {
    game.methods().tree(10_000).expect("Leduc poker is small")
}

/// A strategy for Leduc poker, asked for what players know.
fn look_ups() -> Speed {
    let game = default("leduc");
    let asked = decisions(&game, 1_024, 1);
    let tree = tree(&game);
    let mut solver = Cfr::<f32>::new(tree.tree(), Variant::CFR_PLUS);
    (0..10).for_each(|_| solver.step());
    let policy = solver.average();
    let mut probabilities = Vec::new();
    Speed::new("look-ups in a strategy, leduc", "look-ups", move || {
        let strategy = AnyTreeStrategy::new(&tree, policy.clone());
        for (info_set, legal) in &asked {
            strategy.probabilities(info_set, legal, &mut probabilities);
            black_box(&probabilities);
        }
        asked.len() as u64
    })
}

/// Searches of decisions after `actions` actions, each from its beginning.
fn searches(
    what: &'static str,
    unit: &'static str,
    game: LoadedGame,
    actions: usize,
    request: SearchRequest,
    step: impl Fn(&mut Search<'_>) -> u64 + 'static,
) -> Speed {
    let decisions = decisions(&game, 16, actions);
    let contest = Contest::new(game.contest_rules(), Player::FIRST);
    let mut next = 0;
    Speed::new(what, unit, move || {
        next = (next + 1) % decisions.len();
        let (info_set, legal) = &decisions[next];
        let new = search(game.rules(), game.methods(), &request).expect("the game has this search");
        let mut search = new();
        search.turn_to(&View { contest: &contest, info_set, legal }, &mut Rng::new(SEED, 1));
        step(&mut *search)
    })
}

/// Deals of Sixty-six that are solved with open cards.
fn full_deals() -> Speed {
    let game = default("sixty-six");
    let dealt: Vec<AnyState> = positions(&game, 16, 0).into_iter().map(|(state, _)| state).collect();
    let mut values = Vec::new();
    Speed::new("open cards, sixty-six, all actions of full deals", "deals", move || {
        let new = game.methods().open_cards(&open_cards()).expect("the game has a solver of open cards");
        let mut solver = new();
        for state in &dealt {
            solver.values(&game, state, &game.legal(state), &mut values);
            black_box(&values);
        }
        dealt.len() as u64
    })
}
