//! `hinterhand advise`: the advice of a bot at the end of a record.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::anyhow;
use hinterhand_players::advice::advise::{Advice, advise};
use hinterhand_players::bots::{Bot, BotError, BotSpec};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::Records;
use hinterhand_players::records::by_game::{self, RecordVisitor, RefusedRecord, SameGame};
use hinterhand_players::strategy::{FileStrategy, StrategyFile};
use serde_json::{Map, Value as Json, json};

use super::{Done, Failure, input, output};

/// Ask a bot what to do at the end of each record
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand advise '{\"game\":\"kuhn\",\"actions\":[\"deal:K,?\"]}'
  hinterhand deal sixty-six --seed 1 | hinterhand advise --bot ismcts:iterations=10000 --json

A record is one JSON object on one line, as `hinterhand inspect` reads it. What the player to move has not seen may
be `?`: a card, all cards of a group, a whole chance event, a whole action, or the hidden part of an action, as in
`set:?`. The answer depends on what the player has seen and on the seed, and on nothing else.

In Kinderschnapsen, with a solution given by --table, the values of the actions in the solution are printed as `exact`
beside the estimates of the bot. A record that breaks the rules gets an `error` line; the others are still answered,
and the exit status is 1.")]
pub(super) struct Args {
    /// The file of records, or one record; standard input if there is none or `-`
    #[arg(value_name = "RECORDS")]
    records: Option<String>,
    /// The bot (see `hinterhand bots`); by default a good and fast one for the game
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// A solution of Kinderschnapsen
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The seed of the bot
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print one JSON line for each record
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let bot = named(args.bot.as_deref())?;
    let table = args.table.as_deref().map(StrategyFile::open).transpose().map_err(anyhow::Error::from)?;
    let (input, _) = records(args.records.as_deref())?;
    let mut adviser = Adviser { args, bot: bot.as_ref(), table: table.as_ref(), answers: Answers::new() };
    by_game::visit(&mut Records::new(input), &mut adviser)?;
    Ok(adviser.answers.code)
}

/// Opens the bot that is named, if one is.
pub(super) fn named(text: Option<&str>) -> Result<Option<Bot>, BotError> {
    let open = |spec: BotSpec| if spec.cheats() { Err(BotError::Cheating) } else { Bot::open(spec) };
    text.map(|text| open(text.parse()?)).transpose()
}

/// The records of an argument, which is a record itself or the name of a file.
pub(super) fn records(argument: Option<&str>) -> anyhow::Result<(Box<dyn BufRead>, String)> {
    match argument.filter(|text| text.trim_start().starts_with('{')) {
        Some(record) => Ok((Box::new(std::io::Cursor::new(record.to_owned())), "the record".to_owned())),
        None => input(argument.map(Path::new)),
    }
}

/// The answers to records, one after the other.
pub(super) struct Answers {
    pub(super) out: Box<dyn Write>,
    /// The exit status: a failure after a wrong record.
    pub(super) code: ExitCode,
}

impl Answers {
    pub(super) fn new() -> Answers {
        Answers { out: Box::new(output()), code: ExitCode::SUCCESS }
    }

    /// Answers a wrong record.
    pub(super) fn wrong(
        &mut self,
        record: usize,
        ply: usize,
        error: &dyn std::fmt::Display,
    ) -> Result<(), Failure> {
        self.code = ExitCode::FAILURE;
        writeln!(self.out, "{}", json!({ "record": record, "ply": ply, "error": error.to_string() }))?;
        Ok(self.out.flush()?)
    }
}

struct Adviser<'a> {
    args: &'a Args,
    bot: Option<&'a Bot>,
    table: Option<&'a StrategyFile>,
    answers: Answers,
}

impl Adviser<'_> {
    fn tell(&mut self, record: usize, bot: &BotSpec, advice: &Advice) -> std::io::Result<()> {
        let out = &mut self.answers.out;
        if self.args.json {
            let mut line = Map::new();
            line.insert("record".to_owned(), Json::from(record));
            line.insert("bot".to_owned(), Json::from(bot.to_string()));
            if let Json::Object(advice) = serde_json::to_value(advice)? {
                line.extend(advice);
            }
            writeln!(out, "{}", Json::Object(line))?;
        } else {
            writeln!(out, "record {record}, player {} to move: {}", advice.seat, advice.in_words())?;
            write!(out, "{advice}")?;
        }
        // A caller that sends record by record waits for each answer.
        out.flush()
    }
}

impl RecordVisitor for Adviser<'_> {
    type Error = Failure;

    fn refuse(&mut self, index: usize, error: RefusedRecord) -> Result<(), Failure> {
        self.answers.wrong(index, 0, &error)
    }

    fn visit(&mut self, game: &LoadedGame, records: &mut SameGame<'_>) -> Result<(), Failure> {
        let adviser = Bot::adviser(game);
        let asked = self.bot.unwrap_or(&adviser);
        let bot = asked.for_game(game)?;
        let table = self.table.map(|table| solution(table, game)).transpose()?;
        while let Some((index, record)) = records.next_record()? {
            match advise(game, &bot, table.as_ref(), &record.actions, self.args.seed) {
                Ok(advice) => self.tell(index, asked.spec(), &advice)?,
                Err(error) => self.answers.wrong(index, error.ply(), &error)?,
            }
        }
        Ok(())
    }
}

/// The solution in a file, which must hold the values of actions.
pub(super) fn solution<'f>(file: &'f StrategyFile, game: &LoadedGame) -> Result<FileStrategy<'f>, Failure> {
    match file.strategy(game).map_err(anyhow::Error::from)? {
        FileStrategy::Table(_) | FileStrategy::Sequences(_) => Err(Failure::Usage(anyhow!(
            "--table: this strategy is a table of probabilities, which gives no action values; a \
             solution of kinderschnapsen does"
        ))),
        solution => Ok(solution),
    }
}
