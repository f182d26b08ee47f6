//! `hinterhand learn`: a network that plays, learned by play or from the games of a searching bot.

mod gate;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow, ensure};
use hinterhand_players::files::network_file::{self, NetworkFile};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Offer;
use hinterhand_solvers::network::Network;
use hinterhand_training::{
    Checkpoint, GENERATIONS, Generation, NetworkMethod, NetworkPlan, Opposite, PlayGate,
};

use self::gate::Gate;
use super::options::OptionArgs;
use super::progress::Progress;
use super::{Done, Failure, complain, interrupt, open_bot, time};

/// Learn a network that estimates the value of an action, for the bot `network:FILE`
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand learn schnapsen --games 100000 --out schnapsen.network
  hinterhand learn sixty-six --method self-play --games 1000000 --out sixty-six.network
  hinterhand learn recipippes --games 2000000 --out recipippes.network
  hinterhand duel schnapsen network:schnapsen.network rdeep:depth=4 --pairs 1000
  hinterhand learn schnapsen --against expert --games 1000000 --out exploiter.network

`interaction` and `imitation` learn as in Klačan and Zhang (2026), by one hidden layer of 512 units unless --hidden says
otherwise. In interaction the learner explores at random, with a probability that falls from 0.23 to 0.02, and is
trained on random batches of the last 100,000 decisions and the results of their games. In imitation all decisions of
games of rdeep against itself are gone through --epochs times.

`self-play` is the strongest. It learns the payoff, by a hidden layer of 256 units, from inputs that are the same
whatever the suits are called. It learns only the play while cards are drawn: afterwards the solver of open cards plays,
perfectly if the talon was used up, and by a few worlds that fit if it was closed. With --closed it learns closed hands as well,
and plays them to their end in each of those worlds.

In recipippes, schikanoeschen and klondike-chess, where there is only self-play, it learns what the position is worth that
a player sees after its action, or after those of its turn as far as it foresees them, by a hidden layer of 128 units in
recipippes and of 64 in the others. A network plays with the number of players with which it was learned.

With --against a network learns in the same way to play against a bot, which is asked at every decision as if it had just sat
down: what it wins is a lower bound of what can be won from that bot (see `hinterhand exploitability --bracket`). It
learns faster if it begins with a network that plays well: --start.

With --gate the network plays against the best one so far after each tenth of the work, both by their outputs alone.
If it wins points, it takes the place of that one in the file; learning goes on with the newest weights in any case.

The same command writes the same network on every machine, on any number of threads. Until the network is whole, a
checkpoint lies beside it: OUT.checkpoint. Whatever ends the program, Ctrl-C or kill -9, the same command goes on from there
and comes to the same network.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_of_networks())]
    game: String,
    /// How it learns; if not given, by interaction, but by self-play with --against and in games that rdeep does not play
    #[arg(long, value_name = "METHOD", value_enum)]
    method: Option<Method>,
    /// Self-play: play against this bot, or with `itself` against itself; if given several times, in turn
    #[arg(long, value_name = "BOT")]
    against: Vec<String>,
    /// By play: begin with this network, which has learned the same
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The number of games; by play, rounded up to a multiple of the games for each training step: 32 in self-play in games
    /// of tricks, 1 in schikanoeschen and klondike-chess, and otherwise 16
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    games: u64,
    /// Interaction and imitation: the samples of rdeep, 4 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: Option<u32>,
    /// Interaction and imitation: the depth of rdeep, 4 if not given
    #[arg(long, value_name = "TRICKS", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Imitation: how often all decisions are gone through, 100 times if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    epochs: Option<u64>,
    /// The sizes of the hidden layers
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=8192))]
    hidden: Vec<u16>,
    /// Interaction and imitation: learn the payoff instead of the probability of winning
    #[arg(long)]
    payoff: bool,
    /// By play: the number of training steps after which the learner plays by the new weights; 2000 in interaction and
    /// 50 in self-play if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    update: Option<u64>,
    /// The learning rate at the beginning; if not given 0.001 in self-play, 0.0003 in interaction and 0.0005 in imitation. Less
    /// after --start keeps more of what was learned before
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f32>,
    /// Self-play in games of tricks: learn closed hands as well
    #[arg(long)]
    closed: bool,
    /// Play N deals, each from every seat, against the best network so far after each tenth of the work, and keep the better
    /// one in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    gate: Option<u64>,
    /// The seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The time between two checkpoints
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time::read)]
    every: Duration,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    options: OptionArgs,
}

#[derive(Clone, Copy, PartialEq, Debug, clap::ValueEnum)]
enum Method {
    /// By games against rdeep
    Interaction,
    /// By games against itself, or as --against says
    SelfPlay,
    /// From games of rdeep against itself
    Imitation,
}

/// Reads a learning rate.
fn rate(text: &str) -> Result<f32, String> {
    let rate: f32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if rate > 0.0 && rate <= 1.0 { Ok(rate) } else { Err("it must be above 0 and at most 1".to_owned()) }
}

/// Reads the name of a game whose networks can be learned.
fn game_of_networks() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(hinterhand_players::games::names_with(Offer::Networks))
}

impl Args {
    /// The method in a game.
    fn method(&self, game: &LoadedGame) -> anyhow::Result<Method> {
        let plays_rdeep = game.offers(Offer::RandDeep);
        let usual =
            if plays_rdeep && self.against.is_empty() { Method::Interaction } else { Method::SelfPlay };
        let method = self.method.unwrap_or(usual);
        ensure!(
            method == Method::SelfPlay || plays_rdeep,
            "--method: {} is learned by self-play alone, since rdeep does not play it",
            game.name()
        );
        Ok(method)
    }

    /// Refuses options that the method does not read.
    fn refuse_unread(&self, method: Method, of_tricks: bool) -> anyhow::Result<()> {
        let (imitates, alone) = (method == Method::Imitation, method == Method::SelfPlay);
        for (option, given, unread, reason) in [
            ("samples", self.samples.is_some(), alone, "for interaction and imitation"),
            ("depth", self.depth.is_some(), alone, "for interaction and imitation"),
            (
                "payoff",
                self.payoff,
                alone,
                "for interaction and imitation: self-play always learns the payoff",
            ),
            ("against", !self.against.is_empty(), !alone, "for self-play"),
            (
                "gate",
                self.gate.is_some(),
                !self.against.is_empty(),
                "for play against itself, without --against",
            ),
            ("start", self.start.is_some(), imitates, "for interaction and self-play"),
            ("hidden", !self.hidden.is_empty(), self.start.is_some(), "for learning without --start"),
            ("closed", self.closed, !alone || !of_tricks, "for self-play in games of tricks"),
            ("epochs", self.epochs.is_some(), !imitates, "for imitation"),
            ("update", self.update.is_some(), imitates, "for interaction and self-play"),
        ] {
            ensure!(!(given && unread), "--{option} is {reason}");
        }
        Ok(())
    }
}

pub(super) fn run(args: &Args) -> Done {
    let game = args.options.load(&args.game)?;
    let method = args.method(&game).map_err(Failure::Usage)?;
    args.refuse_unread(method, game.offers(Offer::RandDeep)).map_err(Failure::Usage)?;
    if args.closed && game.forbids_closing() {
        return Err(Failure::Usage(anyhow!("--closed: by closing=false no hand is closed")));
    }
    let opposite = |text: &String| match text.as_str() {
        "itself" => Ok(Opposite::Itself),
        name => {
            let bot = open_bot(name)?;
            if bot.spec().goes_by_the_clock() {
                let reason = "it goes by the clock, so the same network would not be learned again";
                return Err(Failure::Usage(anyhow!("--against {name}: {reason}")));
            }
            Ok(Opposite::Bot(Arc::new(bot)))
        }
    };
    let start = args.start.as_ref().map(|path| NetworkFile::open(path).map(Arc::new));
    let plan = NetworkPlan {
        against: args.against.iter().map(opposite).collect::<Result<_, Failure>>()?,
        start: start.transpose().map_err(anyhow::Error::from)?,
        method: match method {
            Method::Interaction => NetworkMethod::Interaction,
            Method::SelfPlay => NetworkMethod::SelfPlay,
            Method::Imitation => NetworkMethod::Imitation,
        },
        rdeep: (args.samples.unwrap_or(4), args.depth.unwrap_or(4)),
        games: args.games,
        epochs: args.epochs.unwrap_or(100),
        hidden: (!args.hidden.is_empty()).then(|| args.hidden.iter().map(|&size| size.into()).collect()),
        payoff: args.payoff || method == Method::SelfPlay,
        games_a_step: None,
        batch: None,
        steps_an_update: args.update,
        rate: args.rate,
        seed: args.seed,
        gate: args.gate,
        closed: args.closed,
    };
    let path = args.out.display();
    if args.out.is_dir() {
        return Err(Failure::Usage(anyhow!("--out {path}: it is a folder")));
    }
    // Reported before the work, not after it.
    if let Some(folder) = args.out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let stop = interrupt::flag()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(super::threads(args.threads)).build();
    let pool = pool.context("cannot start the threads")?;
    let mut beside = args.out.clone().into_os_string();
    beside.push(".checkpoint");
    let checkpoint = Checkpoint { path: beside.into(), every: args.every };
    let write = |network: &Network, generation: Option<u64>| {
        let of =
            generation.map(|number| format!(", generation {number} of {GENERATIONS}")).unwrap_or_default();
        let how = plan.in_words() + &of;
        network_file::write(&args.out, &game, network, plan.learned(), &how)
            .with_context(|| path.to_string())?;
        anyhow::Ok(how)
    };
    let progress = Mutex::new(Progress::new("thousandths", THOUSAND));
    let shown = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    let gate = args.gate.map(|deals| Gate { game: &game, learned: plan.learned(), deals, seed: args.seed });
    let play = |generation: Generation<'_>| {
        let gate = gate.as_ref().expect("generations are gated only with it");
        let Some((is_better, why)) = gate.play(&generation, stop)? else { return Ok(None) };
        if is_better {
            write(generation.network, Some(generation.number))?;
        }
        shown().say(format_args!("generation {} of {GENERATIONS}: {why}", generation.number));
        Ok(Some(is_better))
    };
    let play = gate.is_some().then_some(&play as &PlayGate<'_>);
    let reached = |share| shown().reached((share * THOUSAND as f64) as u64);
    let learned = pool.install(|| plan.learn_on(&game, Some(&checkpoint), play, stop, reached));
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
    let Some(learned) = learned.map_err(anyhow::Error::from)? else {
        return Err(Failure::Stopped("stopped; the same command goes on from the checkpoint"));
    };
    let how = write(&learned.network, learned.generation)?;
    // If it cannot be removed, the same command goes on from it and writes the same network.
    drop(std::fs::remove_file(&checkpoint.path));
    let last = learned.won_at_the_end();
    let last = last.map(|share| format!(", won {:.1} % of the last tenth of its games", 100.0 * share));
    complain(format_args!("{path}: {how}{}", last.unwrap_or_default()));
    Ok(ExitCode::SUCCESS)
}

/// The parts in which progress is shown.
const THOUSAND: u64 = 1000;
