//! `hinterhand selfplay`: hands between bots, as rows for programs that learn from them.

mod dry_run;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use hinterhand_matches::selfplay::{
    Form, Hands, Parts, PartsError, Plan, Player, SelfplayError, Table, write_file,
};
use hinterhand_matches::workers::Workers;
use hinterhand_players::bots::{Bot, BotError, BotFor, BotSpec};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;

use super::options::OptionArgs;
use super::progress::Progress;
use super::{Done, Failure, complain, game_name, interrupt};

/// Play bots and write a row for each decision, for programs that learn
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand selfplay kinderschnapsen --bot ismcts:iterations=500 --hands 1000 --out hands.parquet
  hinterhand selfplay sixty-six --bot ismcts:iterations=200 --bot greedy --hands 100000 --parts sixty-six
  hinterhand selfplay kuhn --bot random --hands 3 --out kuhn.jsonl

A row has: hand, decision (its number in the hand), ply (the number of words of the hand before it), seat, bot; seen, all
that the seat had noticed, and legal, the legal actions, as `hinterhand inspect` prints them; action, the one taken;
policy, a probability for each of legal; value, what the bot expected to win, if it has searched; won, what the seat had
won at the end of the hand. The policy of ismcts is the share of each action in the visits; that of other bots is the
probabilities with which they play, by default 1 at the action.

The bots move on by a seat from hand to hand. A hand depends on the seed and on its number alone, and rows are in order:
the same command writes the same bytes on any number of threads, unless a bot has a time limit.

With --out one file is written, complete or not at all. With --parts a folder of parts of --part-hands hands each is
written, and the same command continues where it was stopped: existing parts are kept, and `_plan.json` says what they
belong to. Ctrl-C stops with exit status 130.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// A bot that plays (see `hinterhand bots`); may be repeated
    #[arg(long, value_name = "BOT", required = true)]
    bot: Vec<String>,
    /// The number of hands
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1 << 48))]
    hands: u64,
    /// The seed of the cards and of the bots
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file to write; its name ends with .parquet or .jsonl
    #[arg(long, value_name = "FILE", required_unless_present = "parts", conflicts_with = "parts")]
    out: Option<PathBuf>,
    /// The folder to write parts to; created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    parts: Option<PathBuf>,
    /// The number of hands of a part; 1000 if not given
    #[arg(long, value_name = "N", conflicts_with = "out", value_parser = clap::value_parser!(u64).range(1..1 << 48))]
    part_hands: Option<u64>,
    /// The format of the parts; parquet if not given
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with = "out")]
    format: Option<Format>,
    /// Play for a moment, estimate the time and the disk space of the whole, and stop
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    options: OptionArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Parquet,
    Jsonl,
}

/// The default number of hands of a part.
const PART_HANDS: u64 = 1000;

pub(super) fn run(args: &Args) -> Done {
    let form = match (&args.out, args.format) {
        (Some(path), _) => Form::of(path).ok_or_else(|| {
            let path = path.display();
            Failure::Usage(anyhow!(
                "--out {path}: the name must end with .parquet or .jsonl; --parts takes a folder"
            ))
        })?,
        (None, Some(Format::Jsonl)) => Form::Jsonl,
        (None, Some(Format::Parquet) | None) => Form::Parquet,
    };
    let open = |text: &String| {
        let spec: BotSpec = text.parse()?;
        if spec.cheats() { Err(BotError::Cheating) } else { Bot::open(spec) }
    };
    let bots: Vec<Bot> = args.bot.iter().map(open).collect::<Result<_, _>>()?;
    write(args, &args.options.load(&args.game)?, &bots, form)
}

/// Plays the hands and writes their rows.
fn write(args: &Args, game: &LoadedGame, bots: &[Bot], form: Form) -> Done {
    let seated: Vec<BotFor<'_>> = bots.iter().map(|bot| bot.for_referee(game)).collect::<Result<_, _>>()?;
    let plan = Plan {
        game: game.name().to_owned(),
        options: option_value::given(game.settings()),
        rules: rules_hash(game.settings()),
        hands: args.hands,
        seed: args.seed,
        bots: bots.iter().map(Player::of).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let table = Table::new(game, bots, seated, args.seed);
    let play = |number, stop: &_| table.play(number, stop);
    let workers = &Workers::new(super::threads(args.threads)).context("cannot start the threads")?;
    let hands = Hands { plan: &plan, numbers: 0..args.hands, play: &play, workers };
    match (&args.out, &args.parts) {
        _ if args.dry_run => dry_run::run(&hands, form),
        (_, Some(folder)) => {
            let parts = Parts::open(folder, &plan, form, args.part_hands.unwrap_or(PART_HANDS))?;
            write_parts(args, &parts, &hands)
        }
        (out, None) => write_one(out.as_ref().expect("one of the two is required"), form, &hands),
    }
}

/// Writes all hands to one file.
fn write_one(path: &std::path::Path, form: Form, hands: &Hands<'_>) -> Done {
    let stop = interrupt::flag()?;
    let (mut done, all) = (0, hands.numbers.end);
    let mut progress = Progress::new("hands", all);
    let written = write_file(path, form, hands, stop, |number| {
        done = number + 1;
        progress.reached(done);
    });
    progress.finish();
    let path = path.display();
    Ok(match written? {
        Some(rows) => {
            complain(format_args!("{path}: {all} hands, {rows} decisions"));
            ExitCode::SUCCESS
        }
        None => {
            complain(format_args!(
                "stopped after {done} of {all} hands; {path} is written whole or not at all, and nothing was written. \
                 --parts keeps what is done"
            ));
            ExitCode::from(interrupt::STATUS)
        }
    })
}

/// Writes the parts that do not exist yet.
fn write_parts(args: &Args, parts: &Parts, hands: &Hands<'_>) -> Done {
    let stop = interrupt::flag()?;
    let (mut there, count) = (0, parts.all().count());
    let mut progress = Progress::new("hands", args.hands);
    let mut rows = 0;
    let mut stopped = false;
    for (path, numbers) in parts.all() {
        let all = numbers.end;
        if path.exists() {
            there += 1;
        } else {
            let hands = Hands { numbers, ..hands.clone() };
            match write_file(&path, parts.format(), &hands, stop, |number| progress.reached(number + 1)) {
                Ok(Some(new)) => rows += new,
                Ok(None) => {
                    stopped = true;
                    break;
                }
                Err(error) => {
                    progress.finish();
                    return Err(error.into());
                }
            }
            there += 1;
        }
        progress.reached(all);
    }
    progress.finish();
    let folder = parts.folder().display();
    if stopped {
        complain(format_args!(
            "stopped: {there} of {count} parts are in {folder}; the same command goes on with the next"
        ));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    complain(format_args!("{folder}: {count} parts, {} hands, {rows} decisions written now", args.hands));
    Ok(ExitCode::SUCCESS)
}

impl From<SelfplayError> for Failure {
    fn from(error: SelfplayError) -> Failure {
        Failure::Data(error.into())
    }
}

impl From<PartsError> for Failure {
    fn from(error: PartsError) -> Failure {
        Failure::Data(error.into())
    }
}
