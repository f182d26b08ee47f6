//! `hinterhand bot`: a bot that answers another program over the protocol.

use std::io;
use std::process::ExitCode;

use anyhow::{Error, anyhow};
use hinterhand_players::bots::{BotError, BotSpec};
use hinterhand_players::protocol::{ServeError, serve};

use super::{Done, Failure, advise, output};

/// Serve a bot over standard input and output, for referees that use the protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand bot greedy
  hinterhand check-bot 'hinterhand bot pimc:worlds=20' --game schnapsen

It follows docs/protocol.md until it receives `quit`. Its own options say how long it thinks. Where the referee keeps a
clock for the whole game, the bot divides the time left and thinks no longer than its share; the time for a single move
is ignored. A view may offer only some of the legal actions; the bot chooses among those.")]
pub(super) struct Args {
    /// The bot (see `hinterhand bots`)
    #[arg(value_name = "BOT")]
    bot: String,
}

pub(super) fn run(args: &Args) -> Done {
    let spec: BotSpec = args.bot.parse()?;
    if spec.command().is_some() {
        return Err(Failure::Usage(anyhow!("{spec}: a program of its own cannot serve another referee")));
    }
    if spec.time_control().is_some() {
        return Err(BotError::Clock { bot: spec.to_string() }.into());
    }
    let bot = advise::named(Some(&args.bot))?.expect("one was named");
    serve(&bot, &mut io::stdin().lock(), &mut output())?;
    Ok(ExitCode::SUCCESS)
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Io(error) => error.into(),
            ServeError::Bot(error) => error.into(),
            error => Failure::Data(Error::from(error)),
        }
    }
}
