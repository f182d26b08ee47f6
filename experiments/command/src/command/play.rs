//! `hinterhand play`: a person against the computer, in the terminal.

use std::io;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, ensure};
use hinterhand_engine::{ContestRules, Described, Player, Settings};
use hinterhand_players::advice::session::{Others, Session, Terms};
use hinterhand_players::bots::{Bot, BotSpec};
use hinterhand_players::games::{GameVisitor, Playable};

use super::options::OptionArgs;
use super::{Done, Failure, game_name};

/// Play a game in the terminal, against a bot
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand play kinderschnapsen
  hinterhand play sixty-six --opponent ismcts:time=500

Type the number or the word of an action, or `help`, `hint`, `undo`, `quit`. In trick games the score goes on over
the hands until you stop. Works through a pipe too: `yes 1 | head -60 | hinterhand play kinderschnapsen`.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// Your seat in the first hand, counted from 0
    #[arg(long, value_name = "P", default_value_t = 0)]
    seat: usize,
    /// The seed of cards and opponent; a new one each time if not given
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Change the score above the hands, such as `target=12`, `start_score=7`, `next_lead=winner` or
    /// `best_of=3`; may be repeated
    #[arg(long = "match", value_name = "KEY=VALUE")]
    contest: Vec<String>,
    /// Who sits in the other seats: a bot (see `hinterhand bots`), a file with a strategy, or `human` for people at
    /// the same terminal, who are asked in turn
    #[arg(long, value_name = "BOT", default_value = "random")]
    opponent: String,
    /// Which bot answers when you type `hint`; one of the best quick ones of the game if not given
    #[arg(long, value_name = "BOT")]
    hint: Option<String>,
    /// Play in earnest: no `undo`, no `hint`
    #[arg(long)]
    no_practice: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let seed = args.seed.unwrap_or_else(new_seed);
    args.options.visit(&args.game, Table { args, seed })??;
    Ok(ExitCode::SUCCESS)
}

/// A seed that is easily typed again.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs() & 0xffff
}

/// The score above the hands of `G` as it was asked for. Matches are without end unless a number of games
/// is given.
fn contest_rules<G: Described>(changes: &[String]) -> anyhow::Result<ContestRules> {
    if G::CONTEST == ContestRules::SINGLE_HAND {
        ensure!(changes.is_empty(), "--match: {} has no score above the hand", G::INFO.name);
        return Ok(G::CONTEST);
    }
    let mut rules = ContestRules { best_of: u32::MAX, ..G::CONTEST };
    for change in changes {
        let (key, value) = change
            .split_once('=')
            .with_context(|| format!("`--match {change}`: expected KEY=VALUE, such as best_of=3"))?;
        rules.set_text(key.trim(), value.trim()).context("--match")?;
    }
    Ok(rules)
}

struct Table<'a> {
    args: &'a Args,
    seed: u64,
}

impl GameVisitor for Table<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let Args { seat, ref contest, no_practice, .. } = *self.args;
        let players = game.players();
        if seat >= players {
            return Err(Failure::Usage(anyhow!("--seat {seat}: there are seats 0 to {}", players - 1)));
        }
        let contest = contest_rules::<G>(contest).map_err(Failure::Usage)?;
        let terms = Terms { seed: self.seed, seat: Player::new(seat), contest, practice: !no_practice };
        let (input, out) = (io::stdin().lock(), io::stdout().lock());
        let hint = match &self.args.hint {
            Some(text) => Bot::open(text.parse()?)?,
            None => Bot::adviser::<G>(),
        };
        let spec: BotSpec = self.args.opponent.parse()?;
        let bot = if spec.is_human() { None } else { Some(Bot::open(spec)?) };
        let hint = hint.for_game(&game, settings)?;
        let bot = bot.as_ref().map(|bot| bot.for_game(&game, settings)).transpose()?;
        let others = bot.as_ref().map_or(Others::People, Others::Bot);
        Ok(Session::new(&game, settings, terms, others, input, out).with_hints(&hint).run()?)
    }
}
