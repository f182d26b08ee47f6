//! `hinterhand check-bot`: a test that a program follows the protocol.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use hinterhand_players::bots::BotSpec;
use hinterhand_players::option_value;
use hinterhand_players::protocol::{CheckError, CheckResult, Trial, check};
use serde_json::json;

use super::options::OptionArgs;
use super::{Done, Failure, game_name, output};

/// Check that an external program follows the protocol for bots
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand check-bot 'python3 examples/bots/random_bot.py'
  hinterhand check-bot ./mybot --game tree --option file=pennies.efg
  hinterhand check-bot './mybot --depth 3,time=1000,option.style=wild' --game kuhn --game sixty-six --hands 1000

The program is started, asked to identify itself, sent messages that it does not know, and plays hands against random
players, of the games that it names or of those given here. docs/protocol.md describes the protocol. The command may be
followed by a comma and the same options as after `cmd:`. Exit status 0 if all checks pass, 1 if one fails.")]
pub(super) struct Args {
    /// The command that starts it, as one argument
    #[arg(value_name = "COMMAND")]
    command: String,
    /// A game to play; may be repeated. Options need exactly one
    #[arg(long, value_name = "GAME", value_parser = game_name())]
    game: Vec<String>,
    /// The number of hands of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    hands: u64,
    /// The seed of the hands
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let spec: BotSpec = format!("cmd:{}", args.command).parse()?;
    let (command, limits) = (spec.command().expect("it was written so"), spec.limits());
    if !args.options.is_empty() && args.game.len() != 1 {
        return Err(Failure::Usage(anyhow!(
            "options are for one game: name it by --game GAME, and no other"
        )));
    }
    let given = |game: &String| Ok((game.clone(), option_value::given(args.options.load(game)?.settings())));
    let games = args.game.iter().map(given).collect::<Result<_, Failure>>()?;
    let trial = Trial { games, hands: args.hands, seed: args.seed, control: spec.time_control() };
    let mut out = output();
    let mut checks = Vec::new();
    let mut tell = |checked: CheckResult| {
        if !args.json {
            // The exit status tells the result even if the output is closed.
            let _ = print(&checked, &mut out);
        }
        checks.push(checked);
    };
    let passed = check(command, limits, spec.own_options(), &trial, &mut tell)?;
    if args.json {
        writeln!(out, "{}", json!({ "bot": args.command, "passed": passed, "checks": checks }))?;
    } else {
        let failed = checks.iter().filter(|checked| checked.fault.is_some()).count();
        writeln!(out, "{} checks, {failed} failed", checks.len())?;
    }
    out.flush()?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(checked: &CheckResult, out: &mut impl Write) -> std::io::Result<()> {
    match &checked.fault {
        Some(fault) => writeln!(out, "FAILED  {}: {fault}", checked.check)?,
        None if checked.note.is_empty() => writeln!(out, "ok      {}", checked.check)?,
        None => writeln!(out, "ok      {}: {}", checked.check, checked.note)?,
    }
    out.flush()
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Failure {
        match error {
            CheckError::Game(error) => error.into(),
            error @ CheckError::Program(_) => Failure::Usage(error.into()),
        }
    }
}
