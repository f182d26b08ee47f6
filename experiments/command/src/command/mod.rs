//! The command line: one file for each subcommand, which reads its arguments, calls the library and prints.

mod advise;
mod bench;
mod bot;
mod bots;
mod check_bot;
mod completions;
mod deal;
mod duel;
mod exploitability;
mod export_efg;
mod games;
mod inspect;
mod interrupt;
mod learn;
mod local_best_response;
mod lower_bound;
mod man;
mod options;
mod paper;
mod perft;
mod play;
mod playouts;
mod progress;
mod report;
mod review;
mod rules;
mod sample;
mod selfplay;
mod serve;
mod size;
mod solve;
mod strategy;
mod tournament;
mod train;
mod unit;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use hinterhand_engine::OptionError;
use hinterhand_players::bots::{Bot, BotError, BotSpec};
use hinterhand_players::clock::time;
use hinterhand_players::games::GameError;
use hinterhand_players::protocol::ProgramError;
use hinterhand_players::records::{Record, Records};
use hinterhand_training::memory;

/// Card games with hidden information: rules, records, self-play.
#[derive(Debug, Parser)]
#[command(
    name = "hinterhand",
    version,
    after_help = "Examples:
  hinterhand games                          the games
  hinterhand play kinderschnapsen           play it against a random opponent
  hinterhand deal kinderschnapsen | hinterhand inspect
                                            a deal, and what each seat knows of it

Exit status: 0, or 1 if something read was wrong, or 2 if the command was."
)]
struct Cli {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Debug, Subcommand)]
enum Mode {
    Games(games::Args),
    Rules(rules::Args),
    Deal(deal::Args),
    Inspect(inspect::Args),
    Perft(perft::Args),
    Sample(sample::Args),
    Size(size::Args),
    Playouts(playouts::Args),
    Play(play::Args),
    Serve(serve::Args),
    Bots(bots::Args),
    Bot(bot::Args),
    CheckBot(check_bot::Args),
    Duel(duel::Args),
    Tournament(tournament::Args),
    Selfplay(Box<selfplay::Args>),
    Report(report::Args),
    Advise(advise::Args),
    Review(review::Args),
    Solve(solve::Args),
    Train(train::Args),
    Unit(unit::Args),
    Learn(learn::Args),
    Paper(paper::Args),
    Bench(bench::Args),
    Exploitability(exploitability::Args),
    LocalBestResponse(local_best_response::Args),
    Strategy(strategy::Args),
    ExportEfg(export_efg::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command line, with all games and bots that are in the registries now.
pub fn main() -> ExitCode {
    let typed = Cli::from_arg_matches(&cli().get_matches());
    let done = match typed.unwrap_or_else(|error| error.exit()).mode {
        Mode::Games(args) => games::run(&args),
        Mode::Rules(args) => rules::run(&args),
        Mode::Deal(args) => deal::run(&args),
        Mode::Inspect(args) => inspect::run(&args),
        Mode::Perft(args) => perft::run(&args),
        Mode::Sample(args) => sample::run(&args),
        Mode::Size(args) => size::run(&args),
        Mode::Playouts(args) => playouts::run(&args),
        Mode::Play(args) => play::run(&args),
        Mode::Serve(args) => serve::run(&args),
        Mode::Bots(args) => bots::run(&args),
        Mode::Bot(args) => bot::run(&args),
        Mode::CheckBot(args) => check_bot::run(&args),
        Mode::Duel(args) => duel::run(&args),
        Mode::Tournament(args) => tournament::run(&args),
        Mode::Selfplay(args) => selfplay::run(&args),
        Mode::Report(args) => report::run(&args),
        Mode::Advise(args) => advise::run(&args),
        Mode::Review(args) => review::run(&args),
        Mode::Solve(args) => solve::run(&args),
        Mode::Train(args) => train::run(&args),
        Mode::Unit(args) => unit::run(&args),
        Mode::Learn(args) => learn::run(&args),
        Mode::Paper(args) => paper::run(&args),
        Mode::Bench(args) => bench::run(&args),
        Mode::Exploitability(args) => exploitability::run(&args),
        Mode::LocalBestResponse(args) => local_best_response::run(&args),
        Mode::Strategy(args) => strategy::run(&args),
        Mode::ExportEfg(args) => export_efg::run(&args),
        Mode::Completions(args) => completions::run(&args),
        Mode::Man(args) => man::run(&args),
    };
    match done {
        Ok(code) => code,
        // The reader of the output has closed it.
        Err(Failure::Pipe) => ExitCode::SUCCESS,
        Err(Failure::Stopped(message)) => {
            complain(format_args!("{message}"));
            ExitCode::from(interrupt::STATUS)
        }
        Err(Failure::Data(error)) => {
            complain(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
        Err(Failure::Usage(error)) => {
            complain(format_args!("error: {error:#}\n\nFor more information, try '--help'."));
            ExitCode::from(2)
        }
    }
}

/// The command line, under the name by which the program was called. It is made from the registries of games
/// and bots, to which another crate may have added its own.
fn cli() -> clap::Command {
    Cli::command().name(program())
}

/// The name by which the program was called: `hinterhand`, unless another crate has the command.
fn program() -> &'static str {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let called = std::env::args_os().next().map(PathBuf::from);
        let name = called.as_deref().and_then(Path::file_stem);
        name.map_or_else(|| "hinterhand".to_owned(), |name| name.to_string_lossy().into_owned())
    });
    &NAME
}

/// Prints a message on standard error, if it is open.
fn complain(message: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// The result of a subcommand.
type Done = Result<ExitCode, Failure>;

/// The failure of a subcommand.
#[derive(Debug)]
enum Failure {
    /// The command line is wrong.
    Usage(anyhow::Error),
    /// Input is wrong, or the system refused something.
    Data(anyhow::Error),
    /// It was interrupted before there was anything to show.
    Stopped(&'static str),
    /// The output is closed.
    Pipe,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Pipe,
            _ => Failure::Data(error.into()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Data(error)
    }
}

/// A game or an option that does not exist is a wrong command line; a text that the game could not read, such
/// as the name of a file, is wrong input.
impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        match error {
            GameError::Option(OptionError::Text { .. }) => Failure::Data(error.into()),
            GameError::Unknown { .. } | GameError::Undirected { .. } | GameError::Option(_) => {
                Failure::Usage(error.into())
            }
        }
    }
}

/// A bot that does not exist or cannot play the game is a wrong command line; a file that it cannot use is
/// wrong input.
impl From<BotError> for Failure {
    fn from(error: BotError) -> Failure {
        match error {
            BotError::File(error) => Failure::Data(error.into()),
            BotError::Network(error) => Failure::Data(error.into()),
            // The command line is right, and the program is not.
            BotError::Program(error @ ProgramError::Fault { .. }) => Failure::Data(error.into()),
            error => Failure::Usage(error.into()),
        }
    }
}

/// Reads the name of a game of the registry.
fn game_name() -> PossibleValuesParser {
    PossibleValuesParser::new(hinterhand_players::games::names())
}

/// The number of threads that was given, or else that of the cores.
fn threads(given: Option<u16>) -> usize {
    given.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Standard output, locked and buffered; it must be flushed before the end.
fn output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// The success of a subcommand that has printed all, once it is flushed.
fn written(mut out: impl Write) -> Done {
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Answers each record of a file, or of standard input, at once. A wrong record is reported, and makes the
/// exit status a failure; what cannot be written ends the subcommand.
fn answer_each(
    file: Option<&Path>,
    mut answer: impl FnMut(usize, &Record, &mut dyn Write) -> anyhow::Result<io::Result<()>>,
) -> Done {
    let (input, name) = input(file)?;
    let mut records = Records::new(input);
    let mut out = output();
    let mut code = ExitCode::SUCCESS;
    while let Some((index, record)) = records.next_record().with_context(|| format!("cannot read {name}"))? {
        let answered =
            record.map_err(anyhow::Error::from).and_then(|record| answer(index, &record, &mut out));
        match answered {
            Ok(written) => written?,
            Err(error) => {
                complain(format_args!("error: record {index}: {error:#}"));
                code = ExitCode::FAILURE;
            }
        }
        out.flush()?;
    }
    Ok(code)
}

/// Opens the bot that a text asks for.
fn open_bot(text: &str) -> Result<Bot, Failure> {
    Ok(Bot::open(text.parse::<BotSpec>()?)?)
}

/// A file to read, or standard input for none or `-`, with its name for messages.
fn input(file: Option<&Path>) -> anyhow::Result<(Box<dyn BufRead>, String)> {
    match file.filter(|path| path.as_os_str() != "-") {
        None => Ok((Box::new(io::stdin().lock()), "standard input".to_owned())),
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
            Ok((Box::new(BufReader::with_capacity(1 << 16, file)), name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("hinterhand {}", command.get_name())), "{}", command.get_name());
        }
    }
}
