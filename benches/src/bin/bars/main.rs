//! The speed that this project demands of itself, all of it measured in one run and printed as a table.
//!
//! Every workload runs once a round, one after the other, so that whatever else the machine does hits all
//! of them; ratios are taken within a round. Figures are medians over the rounds with the lowest and the
//! highest, in CPU time of one thread, but for the last rows, which are about threads and the clock on the
//! wall.

mod solutions;
mod spread;
mod wall;

use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use cozy_chess::Board;
use hinterhand_benches::clock::cpu_s;
use hinterhand_benches::open_cards::{self, Deals};
use hinterhand_benches::peer::Peer;
use hinterhand_benches::playouts::Walk;
use hinterhand_benches::{chess, lookup, playouts, search, solving, trees, views};
use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{Directed, Game, Player, Rng, games, playout};
use hinterhand_solvers::mccfr::{Mccfr, Options};
use hinterhand_solvers::search::{ByDirected, OpenTricks, Random, Rollout, ismcts};
use hinterhand_solvers::tree::GameTree;

use self::solutions::Solutions;
use self::spread::{Spread, in_units_of};
use self::wall::{Bound, Matches, Wall, command_rate, time_taken_ms, two_to_one, verdict};

const USAGE: &str = "usage: bars [--rounds N] [--matches] [--long] [--hinterhand PATH]

Prints a Markdown table of the measured speed beside what is demanded.

  --rounds N         rounds of all workloads (default 9)
  --matches          only the rows about matches: the store, tournaments and programs
  --long             play and store a million hands too, and solve Kinderschnapsen to three targets, once:
                     some minutes and 300 MB of disk
  --hinterhand PATH  the command to measure threads and tournaments with, and beside it examples/random_bot
                     (default: beside this program)";

const SEED: u64 = 2026;
/// Shorter turns would be measured unevenly, longer ones would let the machine change within a round.
const TURN_S: f64 = 0.3;
/// The time limit of a decision in the row about time.
const THINKING_MS: u64 = 100;

/// A function to measure: does a piece of work and returns its number of elements.
struct Workload {
    name: &'static str,
    unit: &'static str,
    piece: Box<dyn FnMut() -> u64>,
    rates: Vec<f64>,
}

impl Workload {
    fn new(name: &'static str, unit: &'static str, piece: impl FnMut() -> u64 + 'static) -> Workload {
        Workload { name, unit, piece: Box::new(piece), rates: Vec::new() }
    }

    /// Runs pieces for a turn and notes the elements per second of CPU time.
    fn turn(&mut self) {
        let start = cpu_s();
        let mut elements = 0;
        loop {
            elements += (self.piece)();
            let spent = cpu_s() - start;
            if spent >= TURN_S {
                self.rates.push(elements as f64 / spent);
                return;
            }
        }
    }
}

/// The bar of a workload.
struct Bar {
    workload: usize,
    /// Elements per second.
    rate: Option<f64>,
    /// Times the rate of another workload.
    ratio: Option<(usize, f64)>,
}

const CHESS_PLAYOUTS: usize = 0;
const CHESS_PERFT: usize = 1;
const PEER: usize = 2;

/// All workloads, first those to compare with, and the bars of the others.
#[derive(Default)]
struct Workloads {
    all: Vec<Workload>,
    bars: Vec<Bar>,
}

impl Workloads {
    /// Adds a workload with the rate that it must reach, and the multiple of the rate of another one.
    fn add(&mut self, workload: Workload, rate: Option<f64>, ratio: Option<(usize, f64)>) {
        self.all.push(workload);
        self.bars.push(Bar { workload: self.all.len() - 1, rate, ratio });
    }
}

fn workloads() -> (Vec<Workload>, Vec<Bar>) {
    let mut listed = Workloads::default();
    add_others(&mut listed);
    add_playouts(&mut listed);
    add_trees_and_views(&mut listed);
    add_solvers(&mut listed);
    add_open_cards(&mut listed);
    add_searches(&mut listed);
    (listed.all, listed.bars)
}

/// The work of others, to compare with.
fn add_others(listed: &mut Workloads) {
    let mut block = 0;
    listed.all.push(Workload::new("chess: random playouts", "moves/s", move || {
        block += 1;
        chess::block(SEED, block)
    }));
    listed.all.push(Workload::new("chess: perft 5, every leaf played", "actions/s", || {
        let (played, leaves) = chess::played(&Board::default(), 5);
        assert_eq!((played, leaves), (chess::PLAYED_5, chess::PERFT_5));
        played
    }));
    let leduc = solving::leduc();
    let peer = Peer::new(&leduc);
    listed.all.push(Workload::new(
        "crate `cfr` 0.6.2: full CFR+, Leduc with suits merged",
        "nodes/s",
        move || {
            assert!((peer.solve(1_000) + 0.0856).abs() < 2e-2);
            1_000 * 1_939
        },
    ));
}

fn add_playouts(listed: &mut Workloads) {
    let name = "Kinderschnapsen: random playouts, deal included";
    let game = games::Kinderschnapsen::default();
    listed.add(random_playouts(name, game), Some(45e6), Some((CHESS_PLAYOUTS, 11.0)));
    let name = "Sixty-six: random playouts, deal included";
    let game = games::SixtySix::default();
    listed.add(random_playouts(name, game), Some(32e6), Some((CHESS_PLAYOUTS, 8.0)));

    let name = "Recipippes, 2 players: random playouts, set-up included";
    let recipippes = games::Recipippes::default();
    listed.add(random_playouts(name, recipippes), Some(12e6), Some((CHESS_PLAYOUTS, 3.0)));
    let name = "Schikanöschen without knocking and draw offers: directed playouts, deal included";
    let knock_mode = KnockMode::Off;
    let schikanoeschen =
        games::Schikanoeschen { knock_mode, draw_offers: false, ..games::Schikanoeschen::default() };
    let directed = games::Schikanoeschen::play_out;
    listed.add(walks(name, schikanoeschen, directed), Some(10e6), Some((CHESS_PLAYOUTS, 2.5)));
    let name = "Klondike Chess: random playouts, set-up included";
    let klondike_chess = games::KlondikeChess::default();
    listed.add(random_playouts(name, klondike_chess), Some(6e6), Some((CHESS_PLAYOUTS, 1.5)));
}

fn add_trees_and_views(listed: &mut Workloads) {
    let game = games::SixtySix::default();
    let dealt = playouts::deals(&game, SEED, 100);
    let (answer, _) = trees::expected(&game, &dealt, 6);
    let name = "Sixty-six: perft 6 of 100 deals, every leaf played";
    let piece = move || {
        let played = trees::played(&game, black_box(&dealt), 6);
        assert_eq!(played, answer);
        played
    };
    listed.add(Workload::new(name, "actions/s", piece), None, Some((CHESS_PERFT, 2.0)));

    let dealt = playouts::deals(&game, SEED, 100);
    let (_, answer) = trees::expected(&game, &dealt, 7);
    let name = "Sixty-six: perft 7 of 100 deals, bulk counting";
    let piece = move || {
        let leaves = trees::leaves(&game, black_box(&dealt), 7);
        assert_eq!(leaves, answer);
        leaves
    };
    listed.add(Workload::new(name, "leaves/s", piece), Some(300e6), None);

    let positions = six_left(&game);
    let mut rng = Rng::new(SEED, 1);
    views::assert_sampled(&game, &positions, &mut rng);
    let info_sets = views::info_sets(&game, &positions);
    let name = "Sixty-six: `sample` from 1,024 views, deck 6";
    let piece = move || {
        for info_set in &info_sets {
            black_box(&game.sample(info_set, &mut rng));
        }
        info_sets.len() as u64
    };
    listed.add(Workload::new(name, "deals/s", piece), Some(8e6), None);
}

/// Positions of Sixty-six before the last six cards of the talon are drawn.
fn six_left(game: &games::SixtySix) -> Vec<(<games::SixtySix as Game>::State, Player)> {
    let six_left = |hand: &<games::SixtySix as Game>::State, _| hand.talon().left() == 6;
    views::positions(game, SEED, 1024, six_left, |action| action == Action::STOP)
}

fn add_solvers(listed: &mut Workloads) {
    let leduc = solving::leduc();
    let name = "CFR+, Leduc with suits merged, f32";
    let mut solver = solving::solver::<f32>(&leduc, 1_000, 1e-3);
    let piece = move || {
        solving::steps(&mut solver, 1_000);
        1_000 * 1_939
    };
    listed.add(Workload::new(name, "nodes/s", piece), None, Some((PEER, 3.0)));
    // A hundred times the 9.5 iterations a second that OpenSpiel 2.0.2 does in C++.
    let name = "CFR+, liar's dice with six sides, f32";
    let dice = solving::liars_dice();
    let mut solver = solving::solver::<f32>(&dice, 200, 2e-2);
    let piece = move || {
        solving::steps(&mut solver, 10);
        10 * 294_883
    };
    listed.add(Workload::new(name, "nodes/s", piece), Some(280e6), None);
    // Twenty times the 1.1 million nodes a second that the external sampling of OpenSpiel visits in C++.
    let leduc = GameTree::compile(&games::Leduc::default(), 10_000).expect("it has 9,457 nodes");
    let mut solver = Mccfr::new(leduc.tree(), Options { seed: 2026, ..Options::default() });
    let name = "external sampling, Leduc poker";
    let piece = move || {
        let before = solver.nodes();
        (0..10_000).for_each(|_| solver.step());
        solver.nodes() - before
    };
    listed.add(Workload::new(name, "nodes/s", piece), Some(22e6), None);
}

fn add_open_cards(listed: &mut Workloads) {
    let game = games::SixtySix::default();
    // The mean must stay below 5 microseconds, and below 3 milliseconds for full deals.
    for (deals, count, least) in
        [(Deals::UsedUp, 1_000, 200e3), (Deals::Closed, 1_000, 200e3), (Deals::Full, 100, 333.4)]
    {
        let name = match deals {
            Deals::UsedUp => "open cards, Sixty-six, six cards each, talon used up",
            Deals::Closed => "open cards, Sixty-six, six cards each, closed at once",
            Deals::Full => "open cards, Sixty-six, full deal",
        };
        let hands = deals.hands(&game, SEED, count);
        let mut solver = OpenTricks::default();
        let answer = open_cards::solve(&mut solver, &game, &hands);
        let piece = move || {
            assert_eq!(open_cards::solve(&mut solver, &game, &hands), answer);
            hands.len() as u64
        };
        listed.add(Workload::new(name, "deals/s", piece), Some(least), None);
    }
    let hands: Vec<_> = six_left(&game).iter().take(20).map(|&(hand, _)| hand).collect();
    let name = "PIMC, Sixty-six, 100 worlds, deck 6";
    let piece = move || {
        open_cards::decide(&game, &hands, 100);
        hands.len() as u64
    };
    listed.add(Workload::new(name, "decisions/s", piece), Some(50.0), None);
}

fn add_searches(listed: &mut Workloads) {
    let (solution, questions) = (lookup::solution(), lookup::questions(1_000_000, SEED));
    let name = "look-up in a strategy for Kinderschnapsen, 1,000,000 information sets in random order";
    let piece = move || {
        let sum = lookup::answer(&solution, &questions);
        assert!((sum - questions.len() as f64).abs() < 1.0);
        questions.len() as u64
    };
    listed.add(Workload::new(name, "look-ups/s", piece), Some(5e6), None);
    // Ten times the 4.1e5 simulations a second that the ISMCTS of OpenSpiel does in C++.
    let game = games::Leduc::default();
    let decisions = search::decisions(&game, SEED, 10, |_| true);
    let name = "SO-ISMCTS, Leduc poker, 100,000 simulations for each of 10 first decisions";
    listed.add(simulations(name, game, &Random, decisions, 100_000), Some(4.1e6), None);
    let (game, decisions) = (games::SixtySix::default(), search::first_leads(SEED, 100));
    let name = "SO-ISMCTS, Sixty-six, 10,000 simulations for each of 100 first leads, directed playouts";
    listed.add(simulations(name, game, &ByDirected, decisions, 10_000), Some(700e3), None);
    let (game, decisions) = (games::Recipippes::default(), search::first_turns(SEED, 20));
    let name = "SO-ISMCTS, Recipippes, 2 players, 10,000 simulations for each of 20 first turns";
    listed.add(simulations(name, game, &Random, decisions, 10_000), Some(100e3), None);
}

/// All decisions are one piece of work, so that the figure is their mean.
fn simulations<G: Game + 'static>(
    name: &'static str,
    game: G,
    rollout: &'static dyn Rollout<G>,
    decisions: Vec<search::Decision<G>>,
    steps: u64,
) -> Workload {
    Workload::new(name, "simulations/s", move || {
        let think = |decision| search::think(&game, rollout, ismcts::Options::default(), decision, steps);
        let counted = decisions.iter().map(think).sum();
        assert_eq!(counted, decisions.len() as u64 * steps);
        counted
    })
}

fn random_playouts<G: Game + 'static>(name: &'static str, game: G) -> Workload {
    walks(name, game, playout)
}

fn walks<G: Game + 'static>(name: &'static str, game: G, walk: Walk<G>) -> Workload {
    let mut block = 0;
    Workload::new(name, "moves/s", move || {
        block += 1;
        let played = playouts::walked_block(&game, walk, SEED, block);
        assert_eq!(played.games, playouts::BLOCK as u64);
        played.moves
    })
}

fn write_bars(out: &mut impl Write, all: &[Workload], bars: &[Bar]) -> io::Result<()> {
    writeln!(out, "| what | measured | ratio to its yardstick | bar | reached |")?;
    writeln!(out, "| --- | --- | --- | --- | --- |")?;
    for (index, workload) in all.iter().enumerate() {
        let rate = Spread::of(workload.rates.iter().copied());
        let (scale, prefix) = in_units_of(rate.median);
        let measured = format!("{} {prefix}{}", rate.text(scale), workload.unit);
        let Some(bar) = bars.iter().find(|bar| bar.workload == index) else {
            writeln!(out, "| {} | {measured} | 1 | yardstick | |", workload.name)?;
            continue;
        };
        let mut demands = Vec::new();
        let mut reached = true;
        if let Some(least) = bar.rate {
            demands.push(format!("{} {prefix}{}", (100.0 * least / scale).round() / 100.0, workload.unit));
            reached &= rate.median >= least;
        }
        let mut times = "-".to_owned();
        if let Some((yardstick, least)) = bar.ratio {
            let pairs = workload.rates.iter().zip(&all[yardstick].rates);
            let ratio = Spread::of(pairs.map(|(own, other)| own / other));
            demands.push(format!("{least} times"));
            reached &= ratio.median >= least;
            times = ratio.text(1.0);
        }
        writeln!(
            out,
            "| {} | {measured} | {times} | {} | {} |",
            workload.name,
            demands.join("; "),
            verdict(reached)
        )?;
    }
    Ok(())
}

/// The first line that a command prints, if it can be run.
fn first_line(command: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(command).args(arguments).output().ok().filter(|o| o.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().trim().to_owned())
}

fn commit() -> String {
    let at = ["-C", env!("CARGO_MANIFEST_DIR")];
    let Some(head) = first_line("git", &[&at[..], &["rev-parse", "HEAD"]].concat()) else {
        return "unknown".to_owned();
    };
    match first_line("git", &[&at[..], &["status", "--porcelain"]].concat()) {
        Some(change) if !change.is_empty() => format!("{head} with local changes"),
        _ => head,
    }
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |key: &str| {
        let line = info.lines().find(|line| line.starts_with(key))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let name = field("model name").unwrap_or_else(|| "unknown processor".to_owned());
    match (field("cpu family"), field("model\t")) {
        (Some(family), Some(model)) => format!("{name} (family {family}, model {model}), {cores} cores"),
        _ => format!("{name}, {cores} cores"),
    }
}

fn write_circumstances(out: &mut impl Write, rounds: usize, more: &str) -> io::Result<()> {
    let flags = env!("BUILD_FLAGS");
    writeln!(out)?;
    writeln!(
        out,
        "- command: `cargo build --profile measured --bins --examples && cargo run --profile measured -p hinterhand-benches --bin bars -- \
         --rounds {rounds}{more}`"
    )?;
    writeln!(out, "- commit: {}", commit())?;
    writeln!(out, "- machine: {}", machine())?;
    writeln!(
        out,
        "- compiled by {}, {} profile, flags `{flags}`{}, both sides alike",
        env!("BUILD_RUSTC"),
        env!("BUILD_PROFILE"),
        if cfg!(feature = "pext") { ", cozy-chess with pext" } else { "" }
    )?;
    writeln!(
        out,
        "- {rounds} rounds of {TURN_S} s of CPU time for each row, one thread; medians (lowest..highest)"
    )?;
    writeln!(out, "- seed {SEED}; a move is one player action, forced ones too, chance not")?;
    writeln!(
        out,
        "- chess playouts: all moves are listed, one is picked, until mate, stalemate, 50 moves without \
         progress, or {} plies",
        chess::LONGEST
    )
}

fn main() -> Result<()> {
    let (mut rounds, mut only_matches, mut long) = (9, false, false);
    let mut command: PathBuf = std::env::current_exe()?.with_file_name("hinterhand");
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value\n\n{USAGE}"));
        match argument.as_str() {
            "--rounds" => {
                let text = value()?;
                rounds = text.parse().ok().filter(|&n| n > 0).with_context(|| {
                    format!("--rounds cannot be `{text}`: it must be a whole number of at least 1")
                })?;
            }
            "--matches" => only_matches = true,
            "--long" => long = true,
            "--hinterhand" => command = value()?.into(),
            "--help" | "-h" => {
                println!("{USAGE}");
                return Ok(());
            }
            other => bail!("unknown argument `{other}`\n\n{USAGE}"),
        }
    }

    let (mut all, bars) = if only_matches { Default::default() } else { workloads() };
    let two = |what: &str| format!("{what}: 2 threads against 1, by the clock on the wall");
    let mut threads = Wall::new(two("`hinterhand playouts`"), "times", Bound::AtLeast(1.9));
    let mut two_trees = Wall::new(two("SO-ISMCTS, Sixty-six, two trees"), "times", Bound::AtLeast(1.8));
    let what = format!("SO-ISMCTS, Sixty-six, {THINKING_MS} ms for a decision, by the clock on the wall");
    let mut taken = Wall::new(what, "ms", Bound::AtMost((1.05 * THINKING_MS as f64).round()));
    let (mut matches, mut solutions) = (Matches::new(), Solutions::new());
    let folder = tempfile::tempdir()?;
    for _ in 0..rounds {
        all.iter_mut().for_each(Workload::turn);
        if !only_matches {
            threads.measure(|| two_to_one(|threads| command_rate(&command, threads)));
            taken.measure(|| time_taken_ms(&command, THINKING_MS));
            two_trees.measure(|| two_to_one(|threads| Ok(search::rate_on(threads))));
        }
        matches.measure(&command, folder.path());
    }
    if long {
        matches.measure_long(&command, folder.path());
        if !only_matches {
            solutions.measure(&command, folder.path());
        }
    }
    let mut out = io::stdout().lock();
    write_bars(&mut out, &all, &bars)?;
    let by_clock = [&threads, &two_trees, &taken].into_iter().filter(|_| !only_matches);
    let solutions = long.then_some(solutions.rows()).into_iter().flatten().filter(|_| !only_matches);
    for row in by_clock.chain(matches.rows(long)).chain(solutions) {
        row.write(&mut out)?;
    }
    let more = [(only_matches, " --matches"), (long, " --long")];
    let more: String = more.into_iter().filter_map(|(given, word)| given.then_some(word)).collect();
    write_circumstances(&mut out, rounds, &more)?;
    Ok(())
}
