//! `hinterhand train`: train a strategy at length, in a folder.

mod dry_run;
mod gauntlet;
mod result;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use hinterhand_engine::Settings;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_matches::store::{Durability, KeptTraining, Store, StoreError};
use hinterhand_players::bots::{Bot, BotError};
use hinterhand_players::files::place::Place;
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_players::protocol::quoted;
use hinterhand_players::strategy::rules_hash;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_training::{
    self as training, Algorithm, Config, Estimate, Extent, Folder, FolderError, Keeper, LocalJudge, LogHead,
    Outcome, Point, Rivals, Run, Task, Yardstick,
};

use self::gauntlet::Gauntlet;
use super::progress::Training as Progress;
use super::{Done, Failure, complain, interrupt, options};

/// Train a strategy in a folder, as a TOML file describes it
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand train examples/training/leduc.toml --dry-run    estimate time, memory and disk space
  hinterhand train examples/training/leduc.toml              begin, or continue
  hinterhand report runs/leduc/metrics.jsonl --out leduc.html
  hinterhand play leduc --opponent runs/leduc/best.strategy

The folder holds config.toml, checkpoint, metrics.jsonl with a line for each judgement, best.strategy and last.strategy.
The same command continues where training ended, after Ctrl-C (exit status 130) or after a kill, with the same bits as
without an interruption. Limits, patience, gain, store, threads and the time between checkpoints may change meanwhile;
with any other change it is another training, which needs another folder.

A file has the keys game, folder, name, algorithm, planned, precision, seed, batch, linear, baselines, most_nodes,
most_megabytes, threads, checkpoint, spacing, best, judge, patience, gain, store, presets; tables [options] of the game, [end]
with iterations, time and target, [discount] with positive, negative and average, [gauntlet] with bots, deals and seed.")]
pub(super) struct Args {
    /// The file that describes the training
    #[arg(value_name = "CONFIG.toml")]
    file: PathBuf,
    /// Print an estimate of time, memory and disk space, and stop; nothing is written
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let wrong = |error| anyhow!("{name}, {error}");
    let config = Config::read(&text).map_err(wrong)?;
    let specs = config.bots(&text).map_err(wrong)?;
    let bots: Vec<Bot> = specs.into_iter().map(Bot::open).collect::<Result<_, BotError>>().map_err(data)?;
    let source = Source { name: &name, text: &text, args };
    let fill = |settings: &mut Settings| source.fill(&config, settings);
    let game = games::load(&config.game, fill)?;
    Train { config: &config, bots: &bots, source }.run(&game)
}

/// An error in the file is one of the input, not of the command line.
fn data(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Data(error.into())
}

/// The file and the arguments of the command.
#[derive(Clone, Copy)]
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    args: &'a Args,
}

impl Source<'_> {
    /// Enters the options of the game.
    fn fill(&self, config: &Config, settings: &mut Settings) -> Result<(), Failure> {
        for preset in &config.presets {
            let place = || self.place(preset.span().start);
            settings.set_preset(preset.as_ref()).map_err(GameError::from).with_context(place)?;
        }
        for (key, value) in &config.options {
            let place = || self.place(key.span().start);
            options::enter(settings, key.as_ref(), value.as_ref()).with_context(place)?;
        }
        Ok(())
    }

    /// The place of a byte of the file, for messages.
    fn place(&self, offset: usize) -> String {
        format!("{}, {}", self.name, Place::of(self.text, offset))
    }

    /// The command that continues the training.
    fn command(&self) -> Vec<String> {
        ["hinterhand", "train", self.name].map(str::to_owned).to_vec()
    }
}

/// A training as the file describes it.
struct Train<'a> {
    config: &'a Config,
    bots: &'a [Bot],
    source: Source<'a>,
}

impl Train<'_> {
    /// Trains, or estimates what it would take.
    fn run(&self, game: &LoadedGame) -> Done {
        let Train { config, bots, source } = *self;
        rayon::ThreadPoolBuilder::new()
            .num_threads(config.threads())
            .build_global()
            .context("cannot start the threads")?;
        let algorithm = config.algorithm().map_err(data)?;
        let gauntlet = config
            .gauntlet
            .as_ref()
            .map(|gauntlet| Gauntlet::new(game, bots, gauntlet.deals.get().into(), gauntlet.seed));
        let gauntlet = gauntlet.transpose().map_err(data)?;
        let most_nodes = config.most_nodes().unwrap_or(algorithm.most_nodes(game));
        let estimate = Estimate::of(game, &algorithm, most_nodes);
        let growing = self.growing(&estimate, game.name(), &algorithm)?;
        let by_oracle = matches!(estimate, Estimate::Oracle { .. });
        let extent = Extent { most_nodes, growing, by_oracle, judge: self.judge(game, growing)? };
        let task = self.task(game.settings(), &algorithm, extent)?;
        if source.args.dry_run {
            let plan = dry_run::Plan { config, algorithm: &algorithm, task: &task, estimate, extent };
            return plan.run(game, gauntlet, source.args.json);
        }
        let kept = KeptTraining { name: config.name(), task: task.clone(), config: source.text.to_owned() };
        if let Some(store) = &config.store {
            may_be_kept(&kept, store, training::begun(&config.folder, &task)?).map_err(data)?;
        }
        let stop = interrupt::flag()?;
        let folder = Folder::open(&config.folder)?;
        let goes_on = folder.prepare(&task, source.text)?;
        let began = Instant::now();
        let mut training = training::training(game, &algorithm, extent)?;
        let build_seconds = began.elapsed().as_secs_f64();
        complain(format_args!(
            "{}: {} MB of tables, built in {build_seconds:.1} s",
            game.name(),
            training.bytes().div_ceil(1_000_000)
        ));
        let play = |strategy: &dyn Strategy<AnyGame>, stop: &AtomicBool| match &gauntlet {
            Some(gauntlet) => gauntlet.play(strategy, stop),
            None => Ok(Some(Vec::new())),
        };
        let enter = |log: &[Point]| match &config.store {
            Some(store) => Ok(entered(store, &kept, log)?),
            None => Ok(true),
        };
        let keeper = Keeper {
            folder: &folder,
            task: &task,
            head: self.log_head(&task, game, &algorithm, training.bytes(), build_seconds),
            gauntlet: gauntlet.is_some().then_some(&play),
            patience: config.patience.map(std::num::NonZeroU32::get),
            gain: config.gain(),
            enter: config.store.is_some().then_some(&enter),
        };
        let mut run = Run::kept(&mut *training, config.limits(), config.checkpoint, keeper);
        if goes_on {
            run.resume(&folder.checkpoint())?;
            complain(format_args!("going on after iteration {}", run.iterations()));
        }
        if !run.has_best()? {
            complain(format_args!(
                "{} is not the best strategy so far any more; the next better one takes its place",
                folder.best().display()
            ));
        }
        let mut progress = Progress::new();
        let outcome = run.go(stop, |status| progress.reached(&status));
        progress.finish();
        let outcome = outcome?;
        result::print(&outcome, &task, &config.folder, build_seconds, source.args.json)?;
        Ok(self.complain_of(&outcome))
    }

    /// Prints warnings at the end of a training, and returns the exit status.
    fn complain_of(&self, outcome: &Outcome) -> ExitCode {
        result::complain_of_forfeits(&outcome.log);
        if let Some(over) = &outcome.over {
            complain(format_args!("{over}"));
        }
        if let Some(store) = self.config.store.as_ref().filter(|_| !outcome.entered) {
            complain(format_args!(
                "another run is at work on {}: the same command enters the last judgements later",
                store.display()
            ));
        }
        if !outcome.stopped {
            return ExitCode::SUCCESS;
        }
        complain(format_args!("stopped after iteration {}", outcome.about.iterations));
        let words: Vec<String> = self.source.command().iter().map(|word| quoted(word)).collect();
        complain(format_args!("continue with: {}", words.join(" ")));
        ExitCode::from(interrupt::STATUS)
    }

    /// The first line of the metrics, before the first iteration.
    fn log_head(
        &self,
        task: &Task,
        game: &LoadedGame,
        algorithm: &Algorithm,
        table_bytes: u64,
        build_seconds: f64,
    ) -> LogHead {
        LogHead {
            game: task.game.clone(),
            title: game.info().title.to_owned(),
            options: task.options.clone(),
            algorithm: task.algorithm.clone(),
            seed: matches!(algorithm, Algorithm::Sampled { .. }).then(|| self.config.seed()),
            command: self.source.command(),
            iterations: 0,
            seconds: 0.0,
            build_seconds,
            table_bytes,
            peak_memory_bytes: None,
            threads: rayon::current_num_threads(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// If the game is too large to be written out: the maximum number of bytes of the tables.
    fn growing(
        &self,
        estimate: &Estimate,
        name: &str,
        algorithm: &Algorithm,
    ) -> Result<Option<usize>, Failure> {
        let megabytes = estimate.megabytes();
        let Estimate::Tree { size, whole: false, .. } = *estimate else {
            if let Some((_, place)) = self.config.most_megabytes() {
                return Err(data(anyhow!(
                    "{}: most_megabytes is for games that are not written out, and {name} is",
                    self.source.place(place)
                )));
            }
            complain(format_args!("{name}: about {megabytes} MB of memory"));
            return Ok(None);
        };
        let too_large = format!("{name} has more than {} nodes", size.nodes);
        if !matches!(algorithm, Algorithm::Sampled { .. }) {
            return Err(data(anyhow!(
                "{too_large}, which take {megabytes} MB with their tables: allow more by most_nodes, or choose an \
                 algorithm that can do without them, such as external or outcome"
            )));
        }
        let limits = self.config.limits();
        if limits.iterations.is_none() && limits.time.is_none() {
            return Err(data(anyhow!(
                "{too_large} and is not written out: the result is not judged, so that training needs iterations or time \
                 in [end]"
            )));
        }
        if limits.target.is_some() {
            return Err(data(anyhow!(
                "{too_large} and is not written out: the result is not judged exactly, so that the target in [end] \
                 would never be reached"
            )));
        }
        let most = self.config.most_megabytes().map_or(2_000, |(most, _)| most);
        complain(format_args!("{too_large}: it is not written out, and tables grow up to {most} MB"));
        Ok(Some(most.saturating_mul(1_000_000)))
    }

    /// The judge of a strategy whose game is not written out.
    fn judge(&self, game: &LoadedGame, growing: Option<usize>) -> Result<Option<LocalJudge>, Failure> {
        let Some((judge, place)) = self.config.judge() else { return Ok(None) };
        let wrong = |reason: String| data(anyhow!("{}: judge: {reason}", self.source.place(place)));
        if growing.is_none() {
            return Err(wrong(format!("{} is judged exactly", game.name())));
        }
        judge.check(game.rules()).map_err(|error| wrong(error.to_string()))?;
        Ok(Some(judge))
    }

    /// Everything that the bits of the result depend on.
    fn task(&self, settings: &Settings, algorithm: &Algorithm, extent: Extent) -> Result<Task, Failure> {
        let Train { config, bots, source } = self;
        let growing = extent.growing.is_some();
        let rivals = |gauntlet: &training::GauntletConfig| Rivals {
            bots: bots.iter().map(|bot| bot.spec().to_string()).collect(),
            versions: bots.iter().map(Bot::version).collect(),
            deals: gauntlet.deals.get().into(),
            seed: gauntlet.seed,
        };
        let gauntlet = config.gauntlet.as_ref().map(rivals);
        let best = match (config.best(), growing) {
            (Some(best), true) if *best.as_ref() == Yardstick::Exploitability => {
                return Err(data(anyhow!(
                    "{}: the exploitability of a game that is not written out is not judged",
                    source.place(best.span().start)
                )));
            }
            (Some(best), _) => Some(*best.as_ref()),
            (None, false) => Some(Yardstick::Exploitability),
            (None, true) => gauntlet.is_some().then_some(Yardstick::Gauntlet),
        };
        if best.is_none() && config.patience.is_some() {
            return Err(data(anyhow!("patience: without a [gauntlet] nothing is judged that could improve")));
        }
        Ok(Task {
            game: settings.info().name.to_owned(),
            options: option_value::given(settings),
            rules: rules_hash(settings),
            algorithm: algorithm.to_string(),
            growing,
            spacing: config.spacing(),
            best,
            gauntlet,
        })
    }
}

/// Enters the judgements into the store. Returns false if another process writes it.
fn entered(store: &Path, training: &KeptTraining, log: &[Point]) -> Result<bool, StoreError> {
    match Store::open(store, Durability::Process).and_then(|store| store.keep_training(training, log)) {
        Err(StoreError::Busy { .. }) => Ok(false),
        entered => entered.map(|()| true),
    }
}

/// Refuses a name that another training has in the store, before anything is written.
fn may_be_kept(training: &KeptTraining, store: &Path, begun: bool) -> Result<(), StoreError> {
    match Store::read(store).and_then(|store| store.name_is_free(training, begun)) {
        // A store that does not exist has no names; a process that brings an older one up to date will be
        // waited for.
        Err(StoreError::Missing { .. } | StoreError::Busy { .. }) => Ok(()),
        looked => looked,
    }
}

/// An error of a folder depends on what is on the disk: it is one of the input, not of the command line.
impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Failure {
        data(error)
    }
}
