//! `hinterhand playouts`: random self-play over all cores.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use hinterhand_engine::Settings;
use serde_json::{Map, Value as Json, json};

use super::options::OptionArgs;
use super::progress::Progress;
use super::{Done, complain, game_name, interrupt, output};
use crate::games::{GameVisitor, Playable};
use crate::option_value;
use crate::playouts::{self, Playouts};

/// Play random games against each other and measure
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand playouts kinderschnapsen --games 1000000 --seed 1 --json

A move is one action of a player, forced ones too; chance is none. Everything but the time depends on the
seed alone, whatever the number of threads. Ctrl-C stops with what there is, and exit status 130.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as the machine runs at once if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let measured = args.options.visit(&args.game, Measure(args))??;
    let mut out = output();
    if args.json {
        writeln!(out, "{}", measured.as_json(args))?;
    } else {
        measured.print(&mut out)?;
    }
    out.flush()?;
    if measured.playouts.games < args.games {
        complain(format_args!("stopped after {} of {} games", measured.playouts.games, args.games));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

struct Measure<'a>(&'a Args);

impl GameVisitor for Measure<'_> {
    type Output = anyhow::Result<Measured>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let Args { games, seed, threads, .. } = *self.0;
        let stop = interrupt::flag()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.map_or(0, usize::from))
            .build()
            .context("cannot start the threads")?;
        let mut progress = Progress::new("games", games);
        let began = Instant::now();
        let playouts =
            pool.install(|| playouts::run(&game, games, seed, stop, |done| progress.reached(done)));
        let seconds = began.elapsed().as_secs_f64();
        progress.finish();
        Ok(Measured { playouts, seconds, options: option_value::given(settings) })
    }
}

/// What came of the games, and how long it took.
struct Measured {
    playouts: Playouts,
    seconds: f64,
    options: Map<String, Json>,
}

impl Measured {
    fn moves_per_second(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.playouts.moves as f64 / self.seconds)
    }

    fn as_json(&self, args: &Args) -> Json {
        json!({
            "game": args.game,
            "options": self.options,
            "seed": args.seed,
            "games": self.playouts.games,
            "moves": self.playouts.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second(),
            "mean_length": self.playouts.mean_length(),
            "mean_returns": self.playouts.mean_returns(),
            "interval_95": self.playouts.interval_95(),
        })
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let played = &self.playouts;
        writeln!(out, "games          {}", played.games)?;
        writeln!(out, "moves          {}", played.moves)?;
        writeln!(out, "seconds        {:.3}", self.seconds)?;
        if let Some(speed) = self.moves_per_second() {
            writeln!(out, "moves/s        {speed:.0}")?;
        }
        if let Some(length) = played.mean_length() {
            writeln!(out, "mean length    {length:.4}")?;
        }
        for (player, (mean, interval)) in played.mean_returns().iter().zip(played.interval_95()).enumerate() {
            let Some(mean) = mean else { continue };
            write!(out, "mean return    player {player}: {mean:.5}")?;
            match interval {
                Some([low, high]) => writeln!(out, " (95 %: {low:.5} to {high:.5})")?,
                None => writeln!(out)?,
            }
        }
        Ok(())
    }
}
