//! `hinterhand review`: the decisions in records that cost something.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use hinterhand_engine::Game as _;
use hinterhand_players::advice::review::{Judge, Review, review};
use hinterhand_players::bots::Bot;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::Records;
use hinterhand_players::records::by_game::{self, RecordVisitor, RefusedRecord, SameGame};
use hinterhand_players::strategy::StrategyFile;
use serde_json::json;

use super::advise::{Answers, named, records, solution};
use super::{Done, Failure};

/// Find the decisions in records that cost something
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand review games.jsonl --bot ismcts:iterations=20000 --player 0
  hinterhand review games.jsonl --table kinderschnapsen.strategy

Each decision is judged by what its player had seen. With --bot the values of the actions are estimates of the bot, so
that small losses may be its own noise; with --table, in Kinderschnapsen, they are the exact values in the solution. A
loss is the value of the best action minus that of the one played. Decisions that cost at least --least are listed.

A record that breaks the rules gets an `error` line, and the exit status is 1.")]
pub(super) struct Args {
    /// The file of records, or one record; standard input if there is none or `-`
    #[arg(value_name = "RECORDS")]
    records: Option<String>,
    /// The bot that judges (see `hinterhand bots`), which must be one that searches; by default a good and
    /// fast one for the game
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Judge by this solution of Kinderschnapsen
    #[arg(long, value_name = "FILE", conflicts_with = "bot")]
    table: Option<PathBuf>,
    /// Only the decisions of this player, counted from 0
    #[arg(long, value_name = "P")]
    player: Option<usize>,
    /// List decisions that cost at least this much
    #[arg(long, value_name = "LOSS", default_value_t = 0.05)]
    least: f64,
    /// The seed of the bot; 1 by default
    #[arg(long, value_name = "SEED", conflicts_with = "table")]
    seed: Option<u64>,
    /// Print one JSON line for each record
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let table = args.table.as_deref().map(StrategyFile::open).transpose().map_err(anyhow::Error::from)?;
    let bot = named(args.bot.as_deref())?;
    if let Some(bot) = bot.as_ref().filter(|bot| !bot.spec().searches()) {
        return Err(Failure::Usage(anyhow!(
            "--bot {}: it gives no action values; use a bot that searches, or --table",
            bot.spec()
        )));
    }
    let (input, _) = records(args.records.as_deref())?;
    let mut critic = Critic { args, bot: bot.as_ref(), table: table.as_ref(), answers: Answers::new() };
    by_game::visit(&mut Records::new(input), &mut critic)?;
    Ok(critic.answers.code)
}

struct Critic<'a> {
    args: &'a Args,
    bot: Option<&'a Bot>,
    table: Option<&'a StrategyFile>,
    answers: Answers,
}

impl Critic<'_> {
    fn tell(&mut self, record: usize, review: &Review, players: usize) -> std::io::Result<()> {
        let Args { least, json, .. } = *self.args;
        let costly = review.decisions.iter().filter(|decision| decision.loss >= least);
        let of = |seat| review.decisions.iter().filter(move |decision| decision.seat == seat);
        let losses: Vec<f64> =
            (0..players).map(|seat| of(seat).map(|decision| decision.loss).sum()).collect();
        let out = &mut self.answers.out;
        if json {
            let costly: Vec<_> = costly.collect();
            let line = json!({
                "record": record,
                "decisions": review.decisions.len(),
                "unjudged": review.unjudged,
                "losses": losses,
                "costly": costly,
            });
            writeln!(out, "{line}")?;
        } else {
            write!(out, "record {record}: {} decisions", review.decisions.len())?;
            for (seat, loss) in losses.iter().enumerate().filter(|&(seat, _)| of(seat).next().is_some()) {
                write!(out, ", player {seat} lost {loss:.3}")?;
            }
            if review.unjudged > 0 {
                write!(out, "; {} could not be judged", review.unjudged)?;
            }
            writeln!(out)?;
            for decision in costly {
                let hinterhand_players::advice::review::Decision { ply, seat, played, best, loss, .. } =
                    decision;
                writeln!(out, "  ply {ply}, player {seat}: {played} instead of {best} cost {loss:.3}")?;
            }
        }
        out.flush()
    }
}

impl RecordVisitor for Critic<'_> {
    type Error = Failure;

    fn refuse(&mut self, index: usize, error: RefusedRecord) -> Result<(), Failure> {
        self.answers.wrong(index, 0, &error)
    }

    fn visit(&mut self, game: &LoadedGame, records: &mut SameGame<'_>) -> Result<(), Failure> {
        let Args { player, seed, .. } = *self.args;
        let players = game.players();
        if let Some(player) = player.filter(|&player| player >= players) {
            let last = players - 1;
            return Err(Failure::Usage(anyhow!("--player {player}: there are players 0 to {last}")));
        }
        let adviser = Bot::adviser(game);
        let bot = self.bot.unwrap_or(&adviser);
        let (bot, table) = match self.table {
            Some(table) => (None, Some(solution(table, game)?)),
            None => (Some(bot.for_game(game)?), None),
        };
        let judge = match (&bot, &table) {
            (_, Some(table)) => Judge::Solution(table),
            (Some(bot), _) => Judge::Bot { bot, seed: seed.unwrap_or(1), most: None },
            (None, None) => unreachable!("one of them was made"),
        };
        let wanted = |other: hinterhand_engine::Player| player.is_none_or(|player| player == other.index());
        while let Some((index, record)) = records.next_record()? {
            match review(game, &judge, &record.actions, wanted) {
                Ok(review) => self.tell(index, &review, players)?,
                Err(error) => self.answers.wrong(index, error.ply(), &error)?,
            }
        }
        Ok(())
    }
}
