//! `hinterhand solve`: train a strategy.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::protocol::quoted;
use hinterhand_players::strategy::kinderschnapsen::Equity;
use hinterhand_players::strategy::{self, Example};
use hinterhand_solvers::mccfr::Options;
use hinterhand_training::{
    self as training, Algorithm, Checkpoint, Estimate, Extent, Limits, LocalJudge, LogForm, LogHead, Outcome,
    Parameter, Precision, Run, Training, WholeGame, WholeGameOutcome, timed,
};
use serde_json::{Map, Value as Json};

use super::options::OptionArgs;
use super::progress::{Progress as ScoreProgress, Training as Progress};
use super::{Done, Failure, complain, game_name, interrupt, lower_bound, memory, output, time};

/// Train a strategy by counterfactual regret minimization
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand solve leduc --target 1e-3 --out leduc.strategy
  hinterhand solve liars-dice --time 5m --checkpoint dice.checkpoint --log dice.svg --json
  hinterhand solve liars-dice --time 10m --checkpoint dice.checkpoint --resume --out dice.strategy

Exploitability is the mean over the players of what each would win more by a best response to the others, computed
exactly: with two players it is half of NashConv. Without a limit the target is 1e-4. Ctrl-C ends training and keeps the
strategy so far. The result depends on the game, the algorithm and the iterations, not on threads or pauses.

The time is printed by phase: building tables, learning, refining (in Kinderschnapsen, the play after mistakes of the
opponent), judging and writing. What an earlier run took, whose checkpoint or scores were taken over, counts in the phases
and not in the total by the clock. In JSON, `seconds` is that of learning and refining.

The memory that training will take is printed before it begins. Games that are too large to be written out can be
trained on by the algorithms that sample, for a given number of iterations or time; their strategies are not judged, or
with --judge local by a lower bound of the exploitability.
Kinderschnapsen has a solver of its own; external sampling is far slower there, and is meant for comparison.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The algorithm: cfr, cfr+ (averages with linear weights), cfr+2 (with quadratic weights), lcfr, dcfr,
    /// dcfr+, pcfr+, sapcfr+, pdcfr+, hs-dcfr-15, hs-dcfr-30, hs-pcfr+-15, hs-pcfr+-30; or by samples:
    /// chance, external, outcome, outcome-simultaneous (all players learn from the same games), average
    #[arg(long, value_name = "NAME", default_value = "dcfr", value_parser = PossibleValuesParser::new(training::names()), hide_possible_values = true)]
    algorithm: String,
    /// End after this iteration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// End after this time of learning, such as 90s, 15m or 2h; refining, judging and writing do not count
    #[arg(long, value_name = "T", value_parser = time::read)]
    time: Option<Duration>,
    /// End when the exploitability is not above this
    #[arg(long, value_name = "E", value_parser = target)]
    target: Option<f64>,
    /// The number of iterations for which hs-dcfr and hs-pcfr+ plan their schedule; by default --iterations,
    /// or 1000 without them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    planned: Option<u32>,
    /// The precision of the tables; by default f32 in Kinderschnapsen, else f64
    #[arg(long, value_name = "P", value_parser = precision())]
    precision: Option<Precision>,
    /// The seed of an algorithm that samples; 1 if not given
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// The number of walks of each player in an iteration of an algorithm that samples; 1 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,
    /// Weigh iteration t of an algorithm that samples by t
    #[arg(long)]
    linear: bool,
    /// Reduce the variance of an algorithm that samples by running averages of this rate, 0.5 in the paper
    #[arg(long, value_name = "R")]
    baselines: Option<f64>,
    /// The maximum number of nodes of a game that is written out; if not given, 1000000 for the phantom
    /// games, liar's dice and generic poker, which are learned without their tree where it is larger, and
    /// 50000000 for the others
    #[arg(long, value_name = "N")]
    most_nodes: Option<usize>,
    /// The maximum size, in millions of bytes, of the tables of an algorithm that samples in a game that has
    /// more nodes; 2000 if not given
    #[arg(long, value_name = "N")]
    most_megabytes: Option<usize>,
    /// Judge a strategy whose game is not written out: `local`, a lower bound of the exploitability by the
    /// local best response
    #[arg(long, value_name = "JUDGE", value_parser = ["local"])]
    judge: Option<String>,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the strategy to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write checkpoints, from which training can continue, to this file
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time::read, requires = "checkpoint")]
    every: Duration,
    /// Continue from the checkpoint, if there is one
    #[arg(long)]
    resume: bool,
    /// Write the convergence log to this file: .csv, .jsonl or .svg; may be repeated
    #[arg(long, value_name = "FILE", value_parser = log_file)]
    log: Vec<PathBuf>,
    /// Solve the whole game of Kinderschnapsen, from 5 points down to 0, instead of one hand; the target is a
    /// probability of winning it
    #[arg(long, conflicts_with_all = ["iterations", "time", "checkpoint", "every", "log", "precision", "planned", "seed", "batch", "linear", "baselines", "most_nodes", "most_megabytes", "judge"])]
    whole_game: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

fn target(text: &str) -> Result<f64, String> {
    let target = text.parse().ok().filter(|target: &f64| target.is_finite() && *target >= 0.0);
    target.ok_or_else(|| "expected a number such as 1e-4".to_owned())
}

fn log_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match LogForm::of(&path) {
        Some(_) => Ok(path),
        None => Err("the name must end in .csv, .jsonl or .svg".to_owned()),
    }
}

/// Reads the precision of tables.
fn precision() -> impl TypedValueParser<Value = Precision> {
    let [f32, f64] = ["f32", "f64"].map(PossibleValue::new);
    PossibleValuesParser::new([f32.help("Four bytes"), f64.help("Eight bytes")])
        .map(|name| if name == "f32" { Precision::F32 } else { Precision::F64 })
}

pub(super) fn run(args: &Args) -> Done {
    let solved = solve(args)?;
    let mut out = output();
    if args.json {
        writeln!(out, "{}", Json::Object(solved.as_json()))?;
    } else {
        solved.print(&mut out)?;
    }
    out.flush()?;
    if let Some(over) = &solved.outcome.over {
        complain(format_args!("{over}"));
    }
    if solved.outcome.stopped {
        complain(format_args!("stopped after iteration {}", solved.outcome.about.iterations));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves the game by the arguments of the command line.
fn solve(args: &Args) -> Result<Solved, Failure> {
    let began = Instant::now();
    let game = args.options.load(&args.game)?;
    let stop = interrupt::flag()?;
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build_global()
        .context("cannot start the threads")?;
    let algorithm = args.algorithm()?;
    if args.whole_game {
        return whole_game(args, &game, stop, began);
    }
    if args.resume && args.checkpoint.is_none() {
        return Err(Failure::Usage(anyhow!("--resume needs the file to go on from: --checkpoint FILE")));
    }
    let mut building = 0.0;
    let most_nodes = args.most_nodes.unwrap_or(algorithm.most_nodes(&game));
    let estimate = timed(&mut building, || Estimate::of(&game, &algorithm, most_nodes));
    let growing = growing(args, game.name(), &estimate, &algorithm)?;
    if growing.is_some() && args.iterations.is_none() && args.time.is_none() {
        return Err(Failure::Usage(anyhow!(
            "a game that is not written out is not judged, so that no target is ever reached: --iterations N or --time T"
        )));
    }
    if growing.is_some() && args.target.is_some() {
        return Err(Failure::Usage(anyhow!(
            "--target: a game that is not written out is not judged exactly"
        )));
    }
    let judge = args.judge.as_ref().map(|_| LocalJudge::USUAL);
    if let Some(judge) = judge {
        if growing.is_none() {
            return Err(Failure::Usage(anyhow!("--judge local: {} is judged exactly", game.name())));
        }
        judge.check(game.rules()).map_err(|error| Failure::Usage(anyhow!("--judge local: {error}")))?;
    }
    let by_oracle = matches!(estimate, Estimate::Oracle { .. });
    let extent = Extent { most_nodes, growing, by_oracle, judge };
    let mut training = timed(&mut building, || training::training(&game, &algorithm, extent))?;
    complain(format_args!(
        "{}: {} MB of tables, built in {building:.1} s",
        game.name(),
        training.bytes().div_ceil(1_000_000)
    ));
    let mut outcome = train(args, &mut *training, stop)?;
    outcome.phases.building = building;
    if let Some(path) = &args.out {
        let writing = &mut outcome.phases.writing;
        timed(writing, || training.write_strategy(path, &outcome.about))?;
    }
    write_logs(args, &*training, &algorithm, &outcome, game.info().title)?;
    if growing.is_some() && judge.is_none() && LocalJudge::USUAL.check(game.rules()).is_ok() {
        complain(format_args!("{}", how_to_judge(args, &game)));
    }
    let examples = strategy::examples(&game, &*training.strategy(), 4);
    Ok(Solved { outcome, total_seconds: began.elapsed().as_secs_f64(), equity: None, examples })
}

impl Args {
    fn algorithm(&self) -> Result<Algorithm, Failure> {
        let Args { linear, baselines, iterations, .. } = *self;
        let planned = self.planned.or(iterations.map(|n| u32::try_from(n).unwrap_or(u32::MAX)));
        let batch = self.batch.unwrap_or(1);
        let sampled = Options { baselines, linear, batch, seed: self.seed(), ..Options::default() };
        let precision = self.precision.unwrap_or_else(|| Precision::usual(&self.game));
        let usage = |error: anyhow::Error| Failure::Usage(error);
        let algorithm = Algorithm::named(&self.algorithm, planned.unwrap_or(1_000), precision, sampled);
        let algorithm = algorithm.map_err(|error| usage(error.into()))?;
        algorithm.check_read(&self.game, self.given()).map_err(|error| usage(error.into()))?;
        algorithm.check_precision(&self.game).map_err(|error| usage(error.into()))?;
        Ok(algorithm)
    }

    /// The parameters that not every algorithm reads and that are given, with their names.
    fn given(&self) -> impl Iterator<Item = (Parameter, &'static str)> {
        let all = [
            (Parameter::Planned, "--planned", self.planned.is_some()),
            (Parameter::Precision, "--precision", self.precision.is_some()),
            (Parameter::Seed, "--seed", self.seed.is_some()),
            (Parameter::Batch, "--batch", self.batch.is_some()),
            (Parameter::Linear, "--linear", self.linear),
            (Parameter::Baselines, "--baselines", self.baselines.is_some()),
            (Parameter::MostNodes, "--most-nodes", self.most_nodes.is_some()),
            (Parameter::MostMegabytes, "--most-megabytes", self.most_megabytes.is_some()),
        ];
        all.into_iter().filter(|(.., given)| *given).map(|(parameter, name, _)| (parameter, name))
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    fn limits(&self) -> Limits {
        let Args { iterations, time, target, .. } = *self;
        let limits = Limits { iterations, time, target };
        if limits == Limits::default() { Limits { target: Some(1e-4), ..limits } } else { limits }
    }
}

/// Prints the memory that training will take. If the game is too large to be written out, and the algorithm
/// does not need its tree, returns the maximum number of bytes of tables that grow.
fn growing(
    args: &Args,
    name: &str,
    estimate: &Estimate,
    algorithm: &Algorithm,
) -> Result<Option<usize>, Failure> {
    let megabytes = estimate.megabytes();
    match *estimate {
        Estimate::Kinderschnapsen { .. } => {
            complain(format_args!("{name}: about {megabytes} MB of memory"));
        }
        Estimate::Oracle { info_sets, .. } => complain(format_args!(
            "{name}: {info_sets} information sets, known by its oracle and not written out, about {megabytes} MB of \
             memory"
        )),
        Estimate::Tree { whole: true, .. } if args.most_megabytes.is_some() => {
            return Err(Failure::Usage(anyhow!(
                "--most-megabytes is for games that are not written out; {name} is, since it has no more nodes than \
                 --most-nodes allows"
            )));
        }
        Estimate::Tree { size, whole: true, .. } => complain(format_args!(
            "{name}: {} nodes and {} information sets, about {megabytes} MB of memory",
            size.nodes, size.sets
        )),
        Estimate::Tree { size, whole: false, .. } => {
            let too_large = format!(
                "{name} has more than {} nodes, which take {megabytes} MB with their tables",
                size.nodes
            );
            if !matches!(algorithm, Algorithm::Sampled { .. }) {
                return Err(Failure::Data(anyhow!(
                    "{too_large}: allow more by --most-nodes, or choose an algorithm that can do without them, \
                     such as --algorithm external or outcome"
                )));
            }
            let most = args.most_megabytes.unwrap_or(2_000);
            complain(format_args!("{too_large}: it is not written out, and tables grow up to {most} MB"));
            return Ok(Some(most.saturating_mul(1_000_000)));
        }
    }
    Ok(None)
}

/// How to find a lower bound of the exploitability of a strategy that was not judged.
fn how_to_judge(args: &Args, game: &LoadedGame) -> String {
    let Some(path) = &args.out else {
        return "not judged: --judge local finds a lower bound of the exploitability".to_owned();
    };
    let mut words = vec!["hinterhand".to_owned(), "local-best-response".to_owned(), game.name().to_owned()];
    words.push(format!("table:{}", path.display()));
    for (key, value) in game.settings().given() {
        words.extend(["--option".to_owned(), format!("{key}={value}")]);
    }
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("not judged; for a lower bound of the exploitability: {}", words.join(" "))
}

/// Trains until a limit is reached, from a checkpoint if that was asked for.
fn train(args: &Args, training: &mut dyn Training, stop: &AtomicBool) -> anyhow::Result<Outcome> {
    let checkpoint =
        args.checkpoint.as_ref().map(|path| Checkpoint { path: path.clone(), every: args.every });
    let mut run = Run::new(training, args.limits(), checkpoint);
    if let Some(path) = args.checkpoint.as_ref().filter(|_| args.resume) {
        if path.try_exists().with_context(|| format!("cannot look for {}", path.display()))? {
            run.resume(path)?;
            complain(format_args!("going on after iteration {}", run.iterations()));
        } else {
            complain(format_args!("{} is not there yet: beginning anew", path.display()));
        }
    }
    let mut progress = Progress::new();
    let outcome = run.go(stop, |status| progress.reached(&status))?;
    progress.finish();
    Ok(outcome)
}

/// Writes the convergence log to all files that were asked for.
fn write_logs(
    args: &Args,
    training: &dyn Training,
    algorithm: &Algorithm,
    outcome: &Outcome,
    title: &str,
) -> anyhow::Result<()> {
    let head = LogHead {
        game: outcome.about.game.clone(),
        title: title.to_owned(),
        options: outcome.about.options.clone(),
        algorithm: algorithm.to_string(),
        seed: matches!(algorithm, Algorithm::Sampled { .. }).then(|| args.seed()),
        command: typed(),
        iterations: outcome.about.iterations,
        seconds: outcome.phases.training(),
        build_seconds: outcome.phases.building,
        table_bytes: training.bytes(),
        peak_memory_bytes: memory::peak_bytes(),
        threads: rayon::current_num_threads(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    for path in &args.log {
        let form = LogForm::of(path).ok_or_else(|| anyhow!("{}: unknown format of a log", path.display()))?;
        form.write(path, &head, &outcome.log).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The command line as it was typed, without the path of the program.
fn typed() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("hinterhand".to_owned()).chain(words).collect()
}

/// Solves the whole game of Kinderschnapsen.
fn whole_game(args: &Args, game: &LoadedGame, stop: &AtomicBool, began: Instant) -> Result<Solved, Failure> {
    let Some(hand) = game.hand() else {
        return Err(Failure::Usage(anyhow!(
            "--whole-game: only kinderschnapsen can be solved as a whole game"
        )));
    };
    if args.resume && args.out.is_none() {
        return Err(Failure::Usage(anyhow!(
            "--resume needs the file beside which the solved scores are kept: --out FILE"
        )));
    }
    let target = args.target.unwrap_or(1e-4);
    let whole = WholeGame::new(hand, game.settings(), &args.algorithm, target, args.out.clone())
        .map_err(Failure::Usage)?;
    let mut progress = ScoreProgress::new("scores", 25);
    let outcome = whole.solve(args.resume, stop, |done, score, exploitability| {
        progress.reached(done as u64);
        complain(format_args!(
            "{done} of 25 scores, {}:{}: exploitability from there {exploitability:.2e}, {}",
            score.leader,
            score.other,
            time::format(began.elapsed().as_secs_f64())
        ));
    })?;
    progress.finish();
    match outcome {
        Some(WholeGameOutcome { about, equity, phases }) => {
            let outcome =
                Outcome { about, log: Vec::new(), phases, stopped: false, over: None, entered: true };
            let total_seconds = began.elapsed().as_secs_f64();
            Ok(Solved { outcome, total_seconds, equity: Some(equity), examples: Vec::new() })
        }
        None => {
            Err(Failure::Stopped("stopped; with --out the scores that are solved are kept: --resume goes on"))
        }
    }
}

/// The result.
struct Solved {
    outcome: Outcome,
    /// By the clock, from the beginning of the command to its result.
    total_seconds: f64,
    equity: Option<Equity>,
    examples: Vec<Example>,
}

impl Solved {
    /// The lower bound of the exploitability in the end, with its standard error.
    fn lower_bound(&self) -> Option<(f64, f64)> {
        let last =
            self.outcome.log.last().filter(|point| point.iteration == self.outcome.about.iterations)?;
        last.exploitability_low.zip(last.exploitability_low_error)
    }

    fn as_json(&self) -> Map<String, Json> {
        let Outcome { about, phases, .. } = &self.outcome;
        let mut json = Map::new();
        let mut put = |key: &str, value: Json| {
            json.insert(key.to_owned(), value);
        };
        put("game", about.game.clone().into());
        put("options", about.options.clone().into());
        put("algorithm", about.algorithm.clone().into());
        put("iterations", about.iterations.into());
        put("seconds", phases.training().into());
        put("total_seconds", self.total_seconds.into());
        put("threads", rayon::current_num_threads().into());
        put("peak_memory_bytes", memory::peak_bytes().into());
        json.extend(phases.as_json());
        json.extend(about.judged.as_json());
        if let Some((low, error)) = self.lower_bound() {
            json.insert("exploitability_low".to_owned(), low.into());
            json.insert("exploitability_low_error".to_owned(), error.into());
        }
        self.equity.iter().for_each(|equity| json.extend(equity.as_json()));
        json
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Outcome { about, phases, .. } = &self.outcome;
        writeln!(out, "algorithm       {}", about.algorithm)?;
        writeln!(out, "iterations      {}", about.iterations)?;
        writeln!(out, "seconds         {:.3} by the clock", self.total_seconds)?;
        for (phase, seconds) in phases.named() {
            writeln!(out, "  {phase:<13} {seconds:.3}")?;
        }
        if let Some(bytes) = memory::peak_bytes() {
            writeln!(out, "peak memory     {} MB", bytes.div_ceil(1_000_000))?;
        }
        about.judged.print(out)?;
        if let Some((low, error)) = self.lower_bound() {
            lower_bound::print(out, low, error)?;
        }
        self.equity.iter().try_for_each(|equity| equity.print(out))?;
        if !self.examples.is_empty() {
            writeln!(out, "Some first decisions, after what was seen:")?;
        }
        self.examples.iter().try_for_each(|example| writeln!(out, "  {example}"))
    }
}
