//! `hinterhand solve`: train a strategy.

use std::any::Any;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hinterhand_engine::Settings;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_players::strategy::kinderschnapsen::Equity;
use hinterhand_players::strategy::{self, Example};
use hinterhand_solvers::mccfr::Options;
use hinterhand_training::{
    self as training, Algorithm, Checkpoint, Estimate, Extent, Limits, LogForm, LogHead, Outcome, Precision,
    Run, WholeGame, WholeGameOutcome,
};
use serde_json::{Map, Value as Json};

use super::options::OptionArgs;
use super::progress::{Progress as ScoreProgress, Training as Progress};
use super::{Done, Failure, complain, game_name, interrupt, memory, output, time};

/// Train a strategy by counterfactual regret minimization
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand solve leduc --target 1e-3 --out leduc.strategy
  hinterhand solve liars-dice --time 5m --checkpoint dice.checkpoint --log dice.svg --json
  hinterhand solve liars-dice --time 10m --checkpoint dice.checkpoint --resume --out dice.strategy

Exploitability is the average of what each player would win more by answering the others best, judged exactly:
with two players it is half of NashConv. Without a limit the target is 1e-4. Ctrl-C ends training with what
there is. The result depends on the game, the algorithm and the iterations, not on threads or pauses.

What it will take in memory is told before it begins. Games that are too large to be written out can be trained on
by the algorithms that sample, for a given number of iterations or time; nobody judges what comes of it.
Kinderschnapsen has a solver of its own; by external sampling it is solved far more slowly, for comparison.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The algorithm: cfr, cfr+ (averages with linear weights), cfr+2 (with quadratic weights), lcfr, dcfr, dcfr+, pcfr+,
    /// sapcfr+, pdcfr+, hs-dcfr-15, hs-dcfr-30, hs-pcfr+-15, hs-pcfr+-30; or by samples: chance, external, outcome, average
    #[arg(long, value_name = "NAME", default_value = "dcfr", value_parser = PossibleValuesParser::new(training::names()), hide_possible_values = true)]
    algorithm: String,
    /// End after this iteration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// End after this time, such as 90s, 15m or 2h; judging does not count
    #[arg(long, value_name = "T", value_parser = time::read)]
    time: Option<Duration>,
    /// End when the exploitability is not above this
    #[arg(long, value_name = "E", value_parser = target)]
    target: Option<f64>,
    /// The iterations for which hs-dcfr and hs-pcfr+ plan their schedule; --iterations if that is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    planned: Option<u32>,
    /// The numbers of the tables; if not given f32 in Kinderschnapsen, else f64
    #[arg(long, value_name = "P", value_parser = precision())]
    precision: Option<Precision>,
    /// The seed of an algorithm that samples
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many walks each player makes in an iteration of an algorithm that samples
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Let iteration t of an algorithm that samples count t times
    #[arg(long)]
    linear: bool,
    /// Reduce the variance of an algorithm that samples by running averages of this rate, 0.5 in the paper
    #[arg(long, value_name = "R")]
    baselines: Option<f64>,
    /// Do not write out games with more nodes than this
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    most_nodes: usize,
    /// In a game that has more nodes, how many millions of bytes the tables of an algorithm that samples may take
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    most_megabytes: usize,
    /// How many threads; as many as the machine runs at once if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the strategy to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep all that is needed to go on in this file
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time::read, requires = "checkpoint")]
    every: Duration,
    /// Go on from the checkpoint, if there is one
    #[arg(long)]
    resume: bool,
    /// Write the convergence log to this file: .csv, .jsonl or .svg; may be repeated
    #[arg(long, value_name = "FILE", value_parser = log_file)]
    log: Vec<PathBuf>,
    /// Solve the whole game of Kinderschnapsen, from 5 points down to 0, instead of one hand; the target is
    /// in probability of winning it
    #[arg(long, conflicts_with_all = ["iterations", "time", "checkpoint", "log", "precision", "planned"])]
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

/// Reads the numbers that tables are made of.
fn precision() -> impl TypedValueParser<Value = Precision> {
    let [f32, f64] = ["f32", "f64"].map(PossibleValue::new);
    PossibleValuesParser::new([f32.help("Four bytes"), f64.help("Eight bytes")])
        .map(|name| if name == "f32" { Precision::F32 } else { Precision::F64 })
}

pub(super) fn run(args: &Args) -> Done {
    let solved = args.options.visit(&args.game, Solve(args))??;
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

struct Solve<'a>(&'a Args);

impl GameVisitor for Solve<'_> {
    type Output = Result<Solved, Failure>;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output {
        let Args { iterations, time, target, planned, precision, most_nodes, threads, .. } = *self.0;
        let Args { seed, batch, linear, baselines, .. } = *self.0;
        let stop = interrupt::flag()?;
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.map_or(0, usize::from))
            .build_global()
            .context("cannot start the threads")?;
        let planned = planned.or(iterations.map(|n| u32::try_from(n).unwrap_or(u32::MAX)));
        let sampled = Options { baselines, linear, batch, seed, ..Options::default() };
        // The solver of Kinderschnapsen knows no other.
        let own = if self.0.game == "kinderschnapsen" { Precision::F32 } else { Precision::F64 };
        let precision = precision.unwrap_or(own);
        let algorithm = Algorithm::named(&self.0.algorithm, planned.unwrap_or(1_000), precision, sampled)
            .map_err(|error| Failure::Usage(error.into()))?;
        if self.0.whole_game {
            return whole_game(self.0, &game, settings, stop);
        }
        if self.0.resume && self.0.checkpoint.is_none() {
            return Err(Failure::Usage(anyhow!("--resume needs the file to go on from: --checkpoint FILE")));
        }
        let mut limits = Limits { iterations, time, target };
        if limits == Limits::default() {
            limits.target = Some(1e-4);
        }
        let checkpoint =
            self.0.checkpoint.as_ref().map(|path| Checkpoint { path: path.clone(), every: self.0.every });

        let growing = self.announce(&Estimate::of(&game, &algorithm, most_nodes), settings, &algorithm)?;
        if growing.is_some() && iterations.is_none() && time.is_none() {
            return Err(Failure::Usage(anyhow!(
                "nobody judges what is not written out, so that no target is ever reached: --iterations N or --time T"
            )));
        }
        let extent = Extent { most_nodes, growing };
        let began = Instant::now();
        let mut training = training::training(&game, settings, &algorithm, extent)?;
        let build_seconds = began.elapsed().as_secs_f64();
        if checkpoint.is_some() && !training.can_be_kept() {
            return Err(Failure::Usage(anyhow!("--checkpoint: tables that grow are not kept")));
        }
        complain(format_args!(
            "{}: {} MB of tables, built in {build_seconds:.1} s",
            settings.info().name,
            training.bytes().div_ceil(1_000_000)
        ));
        let mut run = Run::new(&mut *training, limits, checkpoint);
        if let Some(path) = self.0.checkpoint.as_ref().filter(|_| self.0.resume) {
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
        if let Some(path) = &self.0.out {
            training.write_strategy(path, &outcome.about)?;
        }
        let head = LogHead {
            game: outcome.about.game.clone(),
            title: settings.info().title.to_owned(),
            options: outcome.about.options.clone(),
            algorithm: algorithm.to_string(),
            seed: matches!(algorithm, Algorithm::Sampled { .. }).then_some(seed),
            command: typed(),
            iterations: outcome.about.iterations,
            seconds: outcome.seconds,
            build_seconds,
            table_bytes: training.bytes(),
            peak_memory_bytes: memory::peak_bytes(),
            threads: rayon::current_num_threads(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        for path in &self.0.log {
            let form = LogForm::of(path).ok_or_else(|| anyhow!("{}: no form of a log", path.display()))?;
            form.write(path, &head, &outcome.log)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let examples = strategy::examples(&game, &*training.strategy(), 4);
        Ok(Solved { outcome, build_seconds, equity: None, examples })
    }
}

impl Solve<'_> {
    /// Says what training will take in memory. If the game is too large to be written out, and the algorithm can
    /// do without, says that tables grow, and up to how many bytes.
    fn announce(
        &self,
        estimate: &Estimate,
        settings: &Settings,
        algorithm: &Algorithm,
    ) -> Result<Option<usize>, Failure> {
        let (name, megabytes) = (settings.info().name, estimate.megabytes());
        match *estimate {
            Estimate::Kinderschnapsen { .. } => {
                complain(format_args!("{name}: about {megabytes} MB of memory"));
            }
            Estimate::Tree { size, whole: true, .. } => complain(format_args!(
                "{name}: {} nodes and {} information sets, about {megabytes} MB of memory",
                size.nodes, size.sets
            )),
            Estimate::Tree { size, whole: false, .. } => {
                let too_large = format!(
                    "{name} has more than {} nodes, and so many take {megabytes} MB with their tables",
                    size.nodes
                );
                if !matches!(algorithm, Algorithm::Sampled { .. }) {
                    return Err(Failure::Data(anyhow!(
                        "{too_large}: allow more by --most-nodes, or choose an algorithm that can do without them, \
                         such as --algorithm external or outcome"
                    )));
                }
                let most = self.0.most_megabytes;
                complain(format_args!("{too_large}: it is not written out, and tables grow up to {most} MB"));
                return Ok(Some(most.saturating_mul(1_000_000)));
            }
        }
        Ok(None)
    }
}

/// The command as it was typed, wherever the program lies.
fn typed() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("hinterhand".to_owned()).chain(words).collect()
}

/// Solves the whole game of Kinderschnapsen.
fn whole_game<G: Playable>(
    args: &Args,
    game: &G,
    settings: &Settings,
    stop: &AtomicBool,
) -> Result<Solved, Failure> {
    let Some(game) = (game as &dyn Any).downcast_ref::<Kinderschnapsen>() else {
        return Err(Failure::Usage(anyhow!("--whole-game: only kinderschnapsen is solved so")));
    };
    let target = args.target.unwrap_or(1e-4);
    let whole =
        WholeGame::new(*game, settings, &args.algorithm, target, args.out.clone()).map_err(Failure::Usage)?;
    let began = Instant::now();
    let mut progress = ScoreProgress::new("scores", 25);
    let outcome = whole.solve(args.resume, stop, |done, score, exploitability| {
        progress.reached(done as u64);
        complain(format_args!(
            "{done} of 25 scores, {}:{}: exploitability from there {exploitability:.2e}, {}",
            score.leader,
            score.other,
            time::told(began.elapsed().as_secs_f64())
        ));
    })?;
    progress.finish();
    match outcome {
        Some(WholeGameOutcome { about, equity, seconds, build_seconds }) => {
            let outcome =
                Outcome { about, log: Vec::new(), seconds, stopped: false, over: None, entered: true };
            Ok(Solved { outcome, build_seconds, equity: Some(equity), examples: Vec::new() })
        }
        None => {
            Err(Failure::Stopped("stopped; with --out the scores that are solved are kept: --resume goes on"))
        }
    }
}

/// What came of it.
struct Solved {
    outcome: Outcome,
    build_seconds: f64,
    equity: Option<Equity>,
    examples: Vec<Example>,
}

impl Solved {
    fn as_json(&self) -> Map<String, Json> {
        let Outcome { about, seconds, .. } = &self.outcome;
        let mut json = Map::new();
        let mut put = |key: &str, value: Json| {
            json.insert(key.to_owned(), value);
        };
        put("game", about.game.clone().into());
        put("options", about.options.clone().into());
        put("algorithm", about.algorithm.clone().into());
        put("iterations", about.iterations.into());
        put("seconds", (*seconds).into());
        put("build_seconds", self.build_seconds.into());
        put("peak_memory_bytes", memory::peak_bytes().into());
        json.extend(about.judged.as_json());
        self.equity.iter().for_each(|equity| json.extend(equity.as_json()));
        json
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Outcome { about, seconds, .. } = &self.outcome;
        writeln!(out, "algorithm       {}", about.algorithm)?;
        writeln!(out, "iterations      {}", about.iterations)?;
        writeln!(out, "seconds         {seconds:.3} and {:.3} to build the tables", self.build_seconds)?;
        if let Some(bytes) = memory::peak_bytes() {
            writeln!(out, "peak memory     {} MB", bytes.div_ceil(1_000_000))?;
        }
        about.judged.print(out)?;
        self.equity.iter().try_for_each(|equity| equity.print(out))?;
        if !self.examples.is_empty() {
            writeln!(out, "Some first decisions, after what was seen:")?;
        }
        self.examples.iter().try_for_each(|example| writeln!(out, "  {example}"))
    }
}
