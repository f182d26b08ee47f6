//! How fast the hot paths are on this machine, in a few seconds: enough to compare machines and builds, too little to
//! argue about a few percent. The bars in `benches` measure longer, and against yardsticks.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hinterhand_engine::games::poker::Suits;
use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::games::{Kinderschnapsen, KlondikeChess, Leduc, Recipippes, Schikanoeschen, SixtySix};
use hinterhand_engine::{
    ActionSet, Contest, ContestRules, Directed, Game, Player, Rng, Steps, Turn, View, playout,
};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::search::ismcts::{Ismcts, Options as SearchOptions};
use hinterhand_solvers::search::{ByDirected, OpenTricks, Pimc, PimcOptions, Random, Rollout, Search};
use hinterhand_solvers::strategy::{Strategy, TreeStrategy};
use hinterhand_solvers::tree::GameTree;

/// Something that is measured.
pub struct Speed {
    /// What is done.
    pub what: &'static str,
    /// What is counted.
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

/// All of them, in the order in which they are told. What they work on is made here.
pub fn all() -> Vec<Speed> {
    let quiet =
        Schikanoeschen { knock_mode: KnockMode::Off, draw_offers: false, ..Schikanoeschen::default() };
    let mut all = vec![
        playouts("playouts, kinderschnapsen", Kinderschnapsen::default(), playout),
        playouts("playouts, sixty-six", SixtySix::default(), playout),
        playouts("playouts, recipippes", Recipippes::default(), playout),
        playouts("playouts, schikanoeschen, directed", quiet, Schikanoeschen::play_out),
        playouts("playouts, klondike-chess", KlondikeChess::default(), playout),
        samples("deals that fit a view, sixty-six", SixtySix::default(), 6),
        samples("deals that fit a view, recipippes", Recipippes::default(), 40),
        samples("deals that fit a view, klondike-chess", KlondikeChess::default(), 40),
    ];
    let merged = tree(&Leduc::new(Suits::Merged));
    let nodes = merged.tree().node_count() as u64;
    let mut solver = Cfr::<f32>::new(merged.tree(), Variant::CFR_PLUS);
    all.push(Speed::new("CFR+, leduc with suits merged", "nodes", move || {
        (0..100).for_each(|_| solver.step());
        100 * nodes
    }));
    let leduc = tree(&Leduc::default());
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
    all.push(simulations("ISMCTS, leduc", Leduc::default(), &Random));
    all.push(simulations("ISMCTS, sixty-six", SixtySix::default(), &ByDirected));
    all.push(simulations("ISMCTS, recipippes", Recipippes::default(), &Random));
    let game = SixtySix::default();
    let dealt: Vec<_> = positions(&game, 16, 0).into_iter().map(|(hand, _)| hand).collect();
    let (mut solver, mut next) = (OpenTricks::default(), 0);
    all.push(Speed::new("open cards, sixty-six, full deals", "deals", move || {
        next = (next + 1) % dealt.len();
        black_box(solver.value(&game, &dealt[next]));
        1
    }));
    all.push(worlds());
    all
}

const SEED: u64 = 2026;

/// The games that share one stream of the generator.
const BLOCK: usize = 256;

fn playouts<G: Game + 'static>(
    what: &'static str,
    game: G,
    walk: impl Fn(&G, &mut G::State, &mut Rng) -> u64 + 'static,
) -> Speed {
    let mut block = 0;
    Speed::new(what, "moves", move || {
        block += 1;
        let mut rng = Rng::new(SEED, block);
        (0..BLOCK).map(|_| walk(&game, &mut game.start(), &mut rng)).sum()
    })
}

/// `count` positions of random games after `actions` actions, or where only as many are left, with who is to
/// move.
fn positions<G: Game>(game: &G, count: usize, actions: usize) -> Vec<(G::State, Player)> {
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

fn samples<G: Game + 'static>(what: &'static str, game: G, actions: usize) -> Speed {
    let views: Vec<G::InfoSet> =
        positions(&game, 256, actions).iter().map(|(state, player)| game.info_set(state, *player)).collect();
    let mut rng = Rng::new(SEED, 1);
    Speed::new(what, "deals", move || {
        for view in &views {
            black_box(&game.sample(view, &mut rng));
        }
        views.len() as u64
    })
}

fn tree<G: Steps>(game: &G) -> GameTree<G> {
    GameTree::compile(game, 10_000).expect("Leduc poker is small")
}

/// A strategy for Leduc poker, asked for what players know.
fn look_ups() -> Speed {
    let game = Leduc::default();
    let asked: Vec<_> = positions(&game, 1_024, 1)
        .iter()
        .map(|(state, player)| (game.info_set(state, *player), game.legal(state)))
        .collect();
    let tree = tree(&game);
    let mut solver = Cfr::<f32>::new(tree.tree(), Variant::CFR_PLUS);
    (0..10).for_each(|_| solver.step());
    let policy = solver.average();
    let mut probabilities = Vec::new();
    Speed::new("look-ups in a strategy, leduc", "look-ups", move || {
        let strategy = TreeStrategy::new(&tree, policy.clone());
        for (info_set, legal) in &asked {
            Strategy::<Leduc>::probabilities(&strategy, info_set, legal, &mut probabilities);
            black_box(&probabilities);
        }
        asked.len() as u64
    })
}

/// The first decision of a game, over and over.
fn simulations<G: Game + 'static>(what: &'static str, game: G, rollout: &'static dyn Rollout<G>) -> Speed {
    const STEPS: u64 = 2_000;
    let decisions: Vec<_> = positions(&game, 16, 0)
        .iter()
        .map(|(state, player)| (game.info_set(state, *player), game.legal(state)))
        .collect();
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let mut next = 0;
    Speed::new(what, "simulations", move || {
        next = (next + 1) % decisions.len();
        let (info_set, legal) = &decisions[next];
        let mut search = Ismcts::new(&game, rollout, SearchOptions::default());
        search.turn_to(&View { contest: &contest, info_set, legal }, &mut Rng::new(SEED, 1));
        search.step(STEPS)
    })
}

/// Sampled deals that are solved with open cards.
fn worlds() -> Speed {
    let game = SixtySix::default();
    let decisions: Vec<_> = positions(&game, 16, 6)
        .iter()
        .map(|(state, player)| (game.info_set(state, *player), game.legal(state)))
        .collect();
    let contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
    let mut next = 0;
    Speed::new("PIMC, sixty-six, sixth action", "worlds", move || {
        next = (next + 1) % decisions.len();
        let (info_set, legal) = &decisions[next];
        let options = PimcOptions { list: 0, ..PimcOptions::default() };
        let mut pimc = Pimc::new(&game, OpenTricks::default(), options);
        pimc.turn_to(&View { contest: &contest, info_set, legal }, &mut Rng::new(SEED, 2));
        // One by one, so that all of it is done on this thread.
        (0..20).map(|_| pimc.step(1)).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_measured() {
        for mut speed in all() {
            assert_eq!(speed.spread(), None, "{}", speed.what);
            speed.turn(Duration::ZERO);
            speed.turn(Duration::ZERO);
            let [low, middle, high] = speed.spread().expect("two turns");
            assert!(low > 0.0 && low <= middle && middle <= high, "{}: {low} {middle} {high}", speed.what);
        }
    }
}
