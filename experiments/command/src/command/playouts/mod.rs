//! `hinterhand playouts`: games between random or directed players on all cores.

mod figures;

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::ValueEnum;
use hinterhand_matches::playouts::{self, Playouts};
use hinterhand_matches::statistics::{self, Statistics};
use hinterhand_matches::workers::Workers;
use hinterhand_players::games::{GameError, LoadedGame, directed_rules};
use hinterhand_players::option_value;
use hinterhand_solvers::dynamic::Play;
use serde_json::{Map, Value as Json, json};

use super::options::OptionArgs;
use super::progress::Progress;
use super::{Done, complain, game_name, interrupt, output};

/// Play games between random players and measure
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand playouts kinderschnapsen --games 1000000 --seed 1 --json
  hinterhand playouts schikanoeschen --player directed --stats --games 1000

A move is one action of a player, forced actions included; chance events are not counted. Everything except the
time depends on the seed alone, and not on the number of threads. Ctrl-C stops and prints the figures so far, with
exit status 130.

With --stats the same games are analysed: lengths in actions, numbers of legal actions, the share of forced
actions, endings, and the number of different information sets at which players decided (if there are too many
to keep, in as many of the first games as fit). `99 %` is the 99th percentile.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The player in all seats
    #[arg(long, value_name = "PLAYER", value_enum, default_value_t = Who::Random)]
    player: Who,
    /// Print statistics of the games instead of the speed
    #[arg(long)]
    stats: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print the statistics as a table in Markdown, one row
    #[arg(long, requires = "stats", conflicts_with = "json")]
    markdown: bool,
    #[command(flatten)]
    options: OptionArgs,
}

/// The player in all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    /// Any legal action, each equally likely
    Random,
    /// The directed player of the game, if it has one
    Directed,
}

impl Who {
    fn name(self) -> &'static str {
        match self {
            Who::Random => "random",
            Who::Directed => "directed",
        }
    }
}

pub(super) fn run(args: &Args) -> Done {
    let game = args.options.load(&args.game)?;
    let (play, rule) = match args.player {
        Who::Random => (Play::Random, "any legal action, each equally likely"),
        Who::Directed => (Play::Directed, directed_rule(game.name())?),
    };
    let measured = measure(args, &game, play, rule)?;
    let mut out = output();
    match &measured.found {
        Found::Speed(playouts, seconds) => measured.print_speed(playouts, *seconds, args, &mut out)?,
        Found::Statistics(statistics) => figures::print(statistics, &measured, args, &mut out)?,
    }
    out.flush()?;
    let played = measured.games();
    if played < args.games {
        complain(format_args!("stopped after {played} of {} games", args.games));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

/// The rule of the directed player of a game.
fn directed_rule(game: &'static str) -> Result<&'static str, GameError> {
    let rule = directed_rules().into_iter().find(|(name, _)| *name == game);
    rule.map(|(_, rule)| rule).ok_or_else(|| GameError::undirected(game))
}

/// Plays the games and measures them.
fn measure(args: &Args, game: &LoadedGame, play: Play, rule: &'static str) -> anyhow::Result<Measured> {
    let Args { games, seed, threads, .. } = *args;
    let stop = interrupt::flag()?;
    let workers = &Workers::new(super::threads(threads)).context("cannot start the threads")?;
    let mut progress = Progress::new("games", games);
    let began = Instant::now();
    let reached = |done| progress.reached(done);
    let found = if args.stats {
        Found::Statistics(statistics::run(game, play, games, seed, workers, stop, reached))
    } else {
        let playouts = playouts::run(game, play, games, seed, workers, stop, reached);
        Found::Speed(playouts, began.elapsed().as_secs_f64())
    };
    progress.finish();
    Ok(Measured { found, rule, options: option_value::given(game.settings()) })
}

/// The result of the games.
struct Measured {
    found: Found,
    /// The rule of the player.
    rule: &'static str,
    options: Map<String, Json>,
}

enum Found {
    /// With the seconds that it took.
    Speed(Playouts, f64),
    Statistics(Statistics),
}

impl Measured {
    fn games(&self) -> u64 {
        match &self.found {
            Found::Speed(playouts, _) => playouts.games,
            Found::Statistics(statistics) => statistics.playouts.games,
        }
    }

    fn print_speed(
        &self,
        played: &Playouts,
        seconds: f64,
        args: &Args,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let speed = (seconds > 0.0).then(|| played.moves as f64 / seconds);
        if args.json {
            let figures = json!({
                "game": args.game,
                "options": self.options,
                "player": args.player.name(),
                "seed": args.seed,
                "games": played.games,
                "moves": played.moves,
                "seconds": seconds,
                "moves_per_second": speed,
                "mean_length": played.mean_length(),
                "mean_returns": played.mean_returns(),
                "interval_95": played.interval_95(),
            });
            return writeln!(out, "{figures}");
        }
        writeln!(out, "player         {}: {}", args.player.name(), self.rule)?;
        writeln!(out, "games          {}", played.games)?;
        writeln!(out, "moves          {}", played.moves)?;
        writeln!(out, "seconds        {seconds:.3}")?;
        if let Some(speed) = speed {
            writeln!(out, "moves/s        {speed:.0}")?;
        }
        if let Some(length) = played.mean_length() {
            writeln!(out, "mean length    {length:.4}")?;
        }
        print_returns(played, out)
    }
}

/// A line for each player.
fn print_returns(played: &Playouts, out: &mut impl Write) -> std::io::Result<()> {
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
