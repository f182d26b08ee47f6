//! One side of a comparison: does a piece of work, and prints a line of JSON with how much it was and which
//! CPU time of one thread it took. `scripts/speed-page` runs it in turn with other programs that do the same.

use std::hint::black_box;

use anyhow::{Context as _, Result, bail};
use hinterhand_benches::clock::cpu_s;
use hinterhand_benches::peer::{Peer, RegretParams, SolveMethod};
use hinterhand_benches::playouts::Walk;
use hinterhand_benches::{chess, playouts, search, solving};
use hinterhand_engine::games::poker::Suits;
use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::games::{
    Kinderschnapsen, KlondikeChess, Kuhn, Leduc, LiarsDice, PhantomTtt, Recipippes, Schikanoeschen, SixtySix,
};
use hinterhand_engine::{Directed, Game, Steps, playout};
use hinterhand_solvers::cfr::{Cfr, Real, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::search::ismcts::Options as SearchOptions;
use hinterhand_solvers::search::{ByDirected, Random, Rollout};
use hinterhand_solvers::tree::{GameTree, Policy, Tree};
use serde_json::{Value as Json, json};

const USAGE: &str = "usage: peers SECONDS WHO WORK GAME [VARIANT]

Who: f32 and f64 are this project with such numbers, `cfr` and `chess` the crates.

  f32|f64|cfr sweeps GAME cfr|cfr+|dcfr      iterations over the whole game
  f32|f64|cfr solve GAME cfr|cfr+|dcfr       CPU time to an exploitability of 1e-2, 1e-3, 1e-4, as far as it comes
  f32|cfr external GAME                      iterations by external sampling; outcome without `cfr`
  f32 outcome|exploitability|ismcts|rollouts|games GAME
  chess games chess

Games: kuhn, leduc, leduc-merged, liars-dice; also phantom-ttt for rollouts, and for games and ismcts those with cards.";

const SEED: u64 = 2026;

/// The exploitability to be reached by a solver.
const TARGETS: [f64; 3] = [1e-2, 1e-3, 1e-4];

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some((&seconds, words)) = words.split_first() else { bail!("{USAGE}") };
    let seconds: f64 =
        seconds.parse().ok().with_context(|| format!("`{seconds}` are no seconds\n\n{USAGE}"))?;
    let line = match *words {
        ["f32", "sweeps", game, variant] => sweeps::<f32>(&tree(game)?, variant, seconds)?,
        ["f64", "sweeps", game, variant] => sweeps::<f64>(&tree(game)?, variant, seconds)?,
        ["cfr", "sweeps", game, variant] => {
            let (peer, regret) = (Peer::new(&tree(game)?), regret(variant)?);
            solved_anew(seconds, |iterations| {
                black_box(peer.solved(SolveMethod::Full, regret, iterations));
            })
        }
        ["f32", "solve", game, variant] => solve::<f32>(&tree(game)?, variant, seconds)?,
        ["f64", "solve", game, variant] => solve::<f64>(&tree(game)?, variant, seconds)?,
        ["cfr", "solve", game, variant] => peer_solve(&Peer::new(&tree(game)?), regret(variant)?, seconds),
        ["f32", sampling @ ("external" | "outcome"), game] => walks(&tree(game)?, sampling, seconds)?,
        ["cfr", "external", game] => {
            let peer = Peer::new(&tree(game)?);
            solved_anew(seconds, |iterations| {
                black_box(peer.solved(SolveMethod::External, RegretParams::vanilla(), iterations));
            })
        }
        ["f32", "exploitability", game] => {
            let tree = tree(game)?;
            let uniform = Policy::uniform(&tree);
            rate(seconds, || {
                black_box(judges::exploitability(&tree, black_box(&uniform)));
                1
            })
        }
        ["f32", "ismcts", game] => simulations(game, seconds)?,
        ["f32", "rollouts", game] => rollouts(game, seconds)?,
        ["f32", "games", game] => games(game, seconds)?,
        ["chess", "games", "chess"] => {
            let mut block = 0;
            rate(seconds, || {
                block += 1;
                chess::block(SEED, block)
            })
        }
        _ => bail!("there is no such work\n\n{USAGE}"),
    };
    println!("{line}");
    Ok(())
}

fn tree(game: &str) -> Result<Tree> {
    fn made<G: Steps>(game: &G) -> Tree {
        GameTree::compile(game, 300_000).expect("liar's dice is the largest").tree().clone()
    }
    Ok(match game {
        "kuhn" => made(&Kuhn::default()),
        "leduc" => made(&Leduc::default()),
        "leduc-merged" => made(&Leduc::new(Suits::Merged)),
        "liars-dice" => made(&LiarsDice::default()),
        _ => bail!("no tree is made of the game `{game}`\n\n{USAGE}"),
    })
}

/// Does pieces of work for so long, and counts what they had.
fn rate(seconds: f64, mut piece: impl FnMut() -> u64) -> Json {
    // The first piece runs on memory that was never touched.
    piece();
    let (start, mut count) = (cpu_s(), 0);
    loop {
        count += piece();
        let spent = cpu_s() - start;
        if spent >= seconds {
            return json!({"count": count, "cpu_s": spent});
        }
    }
}

/// The same measurement for a solver that can only start again: with twice as many iterations until the run
/// is long enough.
fn solved_anew(seconds: f64, run: impl Fn(u64)) -> Json {
    let mut iterations = 1;
    loop {
        let start = cpu_s();
        run(iterations);
        let spent = cpu_s() - start;
        if spent >= seconds {
            return json!({"count": iterations, "cpu_s": spent});
        }
        iterations *= 2;
    }
}

fn variant(name: &str) -> Result<Variant> {
    Variant::named(name, 1).with_context(|| format!("no variant of CFR\n\n{USAGE}"))
}

fn regret(name: &str) -> Result<RegretParams> {
    Ok(match name {
        "cfr" => RegretParams::vanilla(),
        "cfr+" => RegretParams::cfr_plus(),
        "dcfr" => RegretParams::dcfr(),
        _ => bail!("the crate has no variant `{name}`\n\n{USAGE}"),
    })
}

fn sweeps<R: Real>(tree: &Tree, name: &str, seconds: f64) -> Result<Json> {
    let mut solver = Cfr::<R>::new(tree, variant(name)?);
    // As many as keep the clock out of the figure.
    let at_once = (1_000_000 / tree.node_count() as u64).max(1);
    Ok(rate(seconds, || {
        solving::steps(&mut solver, at_once);
        at_once
    }))
}

/// At which numbers of iterations the exploitability is looked at: each by 5 % more than the one before.
fn looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(10.0_f64), |look| Some((look * 1.05).max(look + 1.0))).map(|look| look as u64)
}

fn solve<R: Real>(tree: &Tree, name: &str, seconds: f64) -> Result<Json> {
    let mut solver = Cfr::<R>::new(tree, variant(name)?);
    let (mut spent, mut reached) = (0.0, Vec::new());
    for look in looks() {
        let (start, done) = (cpu_s(), solver.iterations());
        solving::steps(&mut solver, look - done);
        spent += cpu_s() - start;
        let found = judges::exploitability(tree, &solver.average()).average();
        if note(&mut reached, found, look, spent, seconds) {
            break;
        }
    }
    Ok(json!({"reached": reached}))
}

/// The crate cannot go on, so that what counts is how long the run that comes so far takes by itself. All
/// runs together may take four times as long.
fn peer_solve(peer: &Peer, regret: RegretParams, seconds: f64) -> Json {
    let (mut total, mut reached) = (0.0, Vec::new());
    for look in looks() {
        let start = cpu_s();
        let solved = peer.solved(SolveMethod::Full, regret, look);
        let spent = cpu_s() - start;
        total += spent;
        if note(&mut reached, solved.exploitability(), look, spent, seconds) || total >= 4.0 * seconds {
            break;
        }
    }
    json!({"reached": reached})
}

/// Notes the targets that have been reached, and returns whether those are all.
fn note(reached: &mut Vec<Json>, found: f64, iterations: u64, spent: f64, most: f64) -> bool {
    while let Some(target) = TARGETS.get(reached.len()).filter(|&&target| found <= target) {
        reached.push(json!({"target": target, "iterations": iterations, "cpu_s": spent}));
    }
    reached.len() == TARGETS.len() || spent >= most
}

fn walks(tree: &Tree, sampling: &str, seconds: f64) -> Result<Json> {
    let options = Options { sampling: Sampling::named(sampling)?, seed: SEED, ..Options::default() };
    let mut solver = Mccfr::new(tree, options);
    Ok(rate(seconds, || {
        (0..100).for_each(|_| solver.step());
        100
    }))
}

fn simulations(game: &str, seconds: f64) -> Result<Json> {
    fn of<G: Game>(game: &G, rollout: &dyn Rollout<G>, seconds: f64) -> Json {
        let decisions = search::decisions(game, SEED, 10, |_| true);
        let mut next = 0;
        rate(seconds, || {
            next = (next + 1) % decisions.len();
            search::think(game, rollout, SearchOptions::default(), &decisions[next], 10_000)
        })
    }
    Ok(match game {
        "kuhn" => of(&Kuhn::default(), &Random, seconds),
        "leduc" => of(&Leduc::default(), &Random, seconds),
        "sixty-six" => of(&SixtySix::default(), &ByDirected, seconds),
        _ => bail!("no search is measured in the game `{game}`\n\n{USAGE}"),
    })
}

/// Moves of random games from positions that are dealt.
fn rollouts(game: &str, seconds: f64) -> Result<Json> {
    fn of<G: Game>(game: &G, seconds: f64) -> Json {
        let dealt = playouts::deals(game, SEED, playouts::BLOCK);
        let mut block = 0;
        rate(seconds, || {
            block += 1;
            playouts::dealt_block(game, &dealt, SEED, block).moves
        })
    }
    Ok(match game {
        "kuhn" => of(&Kuhn::default(), seconds),
        "leduc" => of(&Leduc::default(), seconds),
        "liars-dice" => of(&LiarsDice::default(), seconds),
        "phantom-ttt" => of(&PhantomTtt::default(), seconds),
        _ => bail!("no rollouts are measured in the game `{game}`\n\n{USAGE}"),
    })
}

/// Moves of games with their deals.
fn games(game: &str, seconds: f64) -> Result<Json> {
    fn of<G: Game>(game: &G, walk: Walk<G>, seconds: f64) -> Json {
        let mut block = 0;
        rate(seconds, || {
            block += 1;
            playouts::walked_block(game, walk, SEED, block).moves
        })
    }
    Ok(match game {
        "kinderschnapsen" => of(&Kinderschnapsen::default(), playout, seconds),
        "sixty-six" => of(&SixtySix::default(), playout, seconds),
        "recipippes" => of(&Recipippes::default(), playout, seconds),
        "schikanoeschen" => {
            let default = Schikanoeschen::default();
            let quiet = Schikanoeschen { knock_mode: KnockMode::Off, draw_offers: false, ..default };
            of(&quiet, Schikanoeschen::play_out, seconds)
        }
        "klondike-chess" => of(&KlondikeChess::default(), playout, seconds),
        _ => bail!("no games are measured of `{game}`\n\n{USAGE}"),
    })
}
