//! `hinterhand play`: a person against bots, in the terminal.

use std::io;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, ensure};
use hinterhand_engine::{ContestRules, Game as _, Player};
use hinterhand_players::advice::session::{Others, Session, Terms};
use hinterhand_players::bots::{Bot, BotSpec};
use hinterhand_players::games::LoadedGame;

use super::options::OptionArgs;
use super::{Done, Failure, game_name};

/// Play a game in the terminal, against a bot
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand play schnapsen
  hinterhand play sixty-six --opponent ismcts:time=500

Type the number or the word of an action, or `help`, `hint`, `undo`, `quit`. In games with a score above the hands it
is kept until you stop. Works through a pipe too: `yes 1 | head -60 | hinterhand play kinderschnapsen`.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// Your seat in the first hand, counted from 0
    #[arg(long, value_name = "P", default_value_t = 0)]
    seat: usize,
    /// The seed of the cards and the opponent; by default a new one each time
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Change the score above the hands, such as `target=12`, `start_score=7`, `next_lead=winner` or
    /// `best_of=3`; may be repeated
    #[arg(long = "match", value_name = "KEY=VALUE")]
    contest: Vec<String>,
    /// The players in the other seats: a bot (see `hinterhand bots`), a file with a strategy, or `human` for
    /// people at the same terminal, asked in turn; by default `learned`, with 400 worlds, where it has learned the
    /// game, and otherwise `expert`, or `ismcts` in games without one
    #[arg(long, value_name = "BOT")]
    opponent: Option<String>,
    /// The bot that answers `hint`; by default a good and fast one for the game
    #[arg(long, value_name = "BOT", conflicts_with = "no_practice")]
    hint: Option<String>,
    /// No `undo` and no `hint`
    #[arg(long)]
    no_practice: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let seed = args.seed.unwrap_or_else(new_seed);
    let game = &args.options.load(&args.game)?;
    let players = game.players();
    if args.seat >= players {
        return Err(Failure::Usage(anyhow!("--seat {}: there are seats 0 to {}", args.seat, players - 1)));
    }
    let contest = contest_rules(game, &args.contest).map_err(Failure::Usage)?;
    let terms = Terms { seed, seat: Player::new(args.seat), contest, practice: !args.no_practice };
    let (input, out) = (io::stdin().lock(), io::stdout().lock());
    let hint = match &args.hint {
        Some(text) => Bot::open(text.parse()?)?,
        None => Bot::adviser(game),
    };
    let spec = args.opponent.as_deref().map(str::parse::<BotSpec>).transpose()?;
    let bot = match spec {
        None => Some(Bot::opponent(game)),
        Some(spec) if spec.is_human() => None,
        Some(spec) => Some(Bot::open(spec)?),
    };
    let hint = hint.for_game(game)?;
    let bot = bot.as_ref().map(|bot| bot.for_game(game)).transpose()?;
    let others = bot.as_ref().map_or(Others::People, Others::Bot);
    Session::new(game, terms, others, input, out).with_hints(&hint).run()?;
    Ok(ExitCode::SUCCESS)
}

/// A seed that is easily typed again.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs() & 0xffff
}

/// The rules of the score above the hands with these changes. Matches are without end unless a number of
/// games is given.
fn contest_rules(game: &LoadedGame, changes: &[String]) -> anyhow::Result<ContestRules> {
    let rules = game.contest_rules();
    if rules == ContestRules::SINGLE_HAND {
        ensure!(changes.is_empty(), "--match: {} has no score above the hand", game.name());
        return Ok(rules);
    }
    let mut rules = ContestRules { best_of: u32::MAX, ..rules };
    for change in changes {
        let (key, value) = change
            .split_once('=')
            .with_context(|| format!("`--match {change}`: expected KEY=VALUE, such as best_of=3"))?;
        rules.set_text(key.trim(), value.trim()).context("--match")?;
    }
    Ok(rules)
}
