//! A training in a TOML file.
//!
//! Only `game` and `folder` must be there, and something that ends it:
//!
//! ```toml
//! game = "leduc"
//! folder = "runs/leduc"
//! algorithm = "pcfr+"
//! store = "trainings.db"
//! best = "exploitability"
//! patience = 10
//!
//! [options]
//! suits = "merged"
//!
//! [end]
//! iterations = 100_000
//! time = "2h"
//!
//! [gauntlet]
//! bots = ["random", "ismcts:iterations=500"]
//! deals = 500
//! ```

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use hinterhand_players::bots::BotSpec;
use hinterhand_players::clock::time;
use hinterhand_players::files::toml_text::{self, TomlError};
use hinterhand_players::games::{GameError, info};
use hinterhand_solvers::mccfr::Options;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use toml::Spanned;

use super::{Algorithm, Limits, LocalJudge, Parameter, Precision, Yardstick};

/// The content of a training file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The name in its store; by default that of its folder.
    pub name: Option<String>,
    /// The game.
    #[serde(deserialize_with = "game")]
    pub game: String,
    /// The folder in which everything is kept.
    pub folder: PathBuf,
    /// The name of the algorithm.
    #[serde(default = "dcfr")]
    algorithm: Spanned<String>,
    /// The exponents of discounted CFR, if not those that its paper recommends.
    discount: Option<Spanned<Exponents>>,
    /// For how many iterations a schedule is planned; the last iteration, if that is given.
    planned: Option<Spanned<NonZeroU32>>,
    /// The numbers of the tables; if not given f32 in Kinderschnapsen, else f64.
    precision: Option<Spanned<Precision>>,
    /// The seed of an algorithm that samples; 1 if not given.
    seed: Option<Spanned<u64>>,
    /// The number of walks of each player in an iteration, for algorithms that make several.
    batch: Option<Spanned<NonZeroU32>>,
    /// Whether iteration t of one counts t times.
    linear: Option<Spanned<bool>>,
    /// The rate of its baselines, if it has any.
    baselines: Option<Spanned<f64>>,
    /// The most nodes that a game may have that is written out.
    most_nodes: Option<Spanned<usize>>,
    /// If it has more, how many millions of bytes the tables of an algorithm that samples may take.
    most_megabytes: Option<Spanned<usize>>,
    /// The number of threads; by default as many as the machine runs at once.
    threads: Option<Spanned<usize>>,
    /// The time between two checkpoints.
    #[serde(default = "minute", deserialize_with = "span")]
    pub checkpoint: Duration,
    /// After how many times the iterations of a judgement the next one is made, if not as is usual.
    spacing: Option<Spanned<f64>>,
    /// The yardstick for the best strategy; by default the one that is available.
    best: Option<Spanned<Yardstick>>,
    /// The judge of a strategy whose game is not written out, if there is one.
    judge: Option<Spanned<JudgeName>>,
    /// After how many judgements without a gain training ends.
    pub patience: Option<NonZeroU32>,
    /// The least improvement that is a gain.
    gain: Option<Spanned<f64>>,
    /// A store in which the judgements are kept besides.
    pub store: Option<PathBuf>,
    /// The presets of the game whose options are set first.
    #[serde(default)]
    pub presets: Vec<Spanned<String>>,
    /// The options of the game.
    #[serde(default)]
    pub options: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    /// The limits.
    #[serde(default)]
    end: End,
    /// The bots that play against the strategy at each judgement.
    pub gauntlet: Option<GauntletConfig>,
}

/// The judges of strategies that cannot be judged exactly.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JudgeName {
    Local,
}

/// The exponents of discounted CFR.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exponents {
    positive: f64,
    negative: f64,
    average: f64,
}

/// The limits of a training, which ends at the first one reached.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    iterations: Option<NonZeroU64>,
    #[serde(default, deserialize_with = "some_span")]
    time: Option<Duration>,
    target: Option<Spanned<f64>>,
}

/// A gauntlet in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GauntletConfig {
    /// The bots.
    bots: Spanned<Vec<Spanned<String>>>,
    /// The deals against each of them, which are played from every seat.
    #[serde(default = "deals")]
    pub deals: NonZeroU32,
    /// The seed of the deals and of all chance.
    #[serde(default = "one")]
    pub seed: u64,
}

impl Config {
    /// Reads a file.
    pub fn read(text: &str) -> Result<Config, TomlError> {
        let config: Config = toml_text::read(text)?;
        let wrong = |offset: usize, message: &dyn ToString| TomlError::new(text, offset, message);
        let at_least = |number: &Option<Spanned<f64>>, least: f64, what: &str| match number {
            Some(number) if !number.as_ref().is_finite() || *number.as_ref() < least => {
                Err(wrong(number.span().start, &format!("{} is no {what}", number.as_ref())))
            }
            _ => Ok(()),
        };
        at_least(&config.gain, 0.0, "gain: expected a number not below 0")?;
        at_least(&config.spacing, 1.01, "spacing: expected a number not below 1.01, such as 1.25")?;
        at_least(&config.end.target, 0.0, "target: expected a number not below 0, such as 1e-4")?;
        if let Some(threads) =
            config.threads.as_ref().filter(|threads| !(1..=1024).contains(threads.as_ref()))
        {
            let message = format!("{} threads: expected 1 to 1024", threads.as_ref());
            return Err(wrong(threads.span().start, &message));
        }
        let algorithm = config.algorithm().map_err(|error| wrong(config.algorithm.span().start, &error))?;
        if let Some(discount) = &config.discount {
            let place = discount.span().start;
            let &Exponents { positive, negative, average } = discount.as_ref();
            if config.algorithm.as_ref() != "dcfr" {
                return Err(wrong(place, &"exponents are for dcfr: algorithm = \"dcfr\""));
            }
            if ![positive, negative, average].iter().all(|exponent| exponent.is_finite()) {
                return Err(wrong(place, &"the exponents must be finite numbers"));
            }
        }
        for (parameter, key, place) in config.given() {
            algorithm.check_read(&config.game, [(parameter, key)]).map_err(|error| wrong(place, &error))?;
        }
        if let Some(precision) = &config.precision {
            let checked = algorithm.check_precision(&config.game);
            checked.map_err(|error| wrong(precision.span().start, &error))?;
        }
        if let (Some(gain), None) = (&config.gain, config.patience) {
            return Err(wrong(
                gain.span().start,
                &"gain is for a training that has patience, which is not given",
            ));
        }
        if let (Some(best), None) = (&config.best, &config.gauntlet)
            && *best.as_ref() == Yardstick::Gauntlet
        {
            return Err(wrong(best.span().start, &"there is no gauntlet: [gauntlet] with bots = [...]"));
        }
        config.bots(text)?;
        if config.limits() == Limits::default() && config.patience.is_none() {
            let message = "nothing would end it: give iterations, time or target in [end], or patience";
            return Err(wrong(0, &message));
        }
        Ok(config)
    }

    /// The parameters that not every algorithm reads and that the file gives, each with its key and its
    /// place.
    fn given(&self) -> impl Iterator<Item = (Parameter, &'static str, usize)> {
        fn place<T>(given: &Option<Spanned<T>>) -> Option<usize> {
            given.as_ref().map(|given| given.span().start)
        }
        let all = [
            (Parameter::Planned, "planned", place(&self.planned)),
            (Parameter::Precision, "precision", place(&self.precision)),
            (Parameter::Seed, "seed", place(&self.seed)),
            (Parameter::Batch, "batch", place(&self.batch)),
            (Parameter::Linear, "linear", place(&self.linear)),
            (Parameter::Baselines, "baselines", place(&self.baselines)),
            (Parameter::MostNodes, "most_nodes", place(&self.most_nodes)),
            (Parameter::MostMegabytes, "most_megabytes", place(&self.most_megabytes)),
        ];
        all.into_iter().filter_map(|(parameter, key, place)| Some((parameter, key, place?)))
    }

    /// The seed of an algorithm that samples.
    pub fn seed(&self) -> u64 {
        self.seed.as_ref().map_or(1, |seed| *seed.as_ref())
    }

    /// The maximum number of nodes of a game that is written out, if it is given.
    pub fn most_nodes(&self) -> Option<usize> {
        self.most_nodes.as_ref().map(|most| *most.as_ref())
    }

    /// If a game has more, the maximum size of the tables of an algorithm that samples, in millions of bytes, and the place
    /// in the file that gives it.
    pub fn most_megabytes(&self) -> Option<(usize, usize)> {
        self.most_megabytes.as_ref().map(|most| (*most.as_ref(), most.span().start))
    }

    /// The bots of the gauntlet in the file with this text.
    pub fn bots(&self, text: &str) -> Result<Vec<BotSpec>, TomlError> {
        let read = |bot: &Spanned<String>| {
            let wrong = |message: &dyn ToString| TomlError::new(text, bot.span().start, message);
            let spec: BotSpec = bot.as_ref().parse().map_err(|error| wrong(&error))?;
            // The time of a program for a move only limits when it forfeits the hand.
            let a_limit = spec.command().is_some() && spec.time_control().is_none();
            if spec.goes_by_the_clock() && !a_limit {
                return Err(wrong(&format!(
                    "`{spec}` goes by the clock, and judgements could not be compared"
                )));
            }
            if spec.cheats() {
                return Err(wrong(&format!("`{spec}` sees all cards, and cannot be an opponent")));
            }
            Ok(spec)
        };
        let Some(GauntletConfig { bots, .. }) = &self.gauntlet else { return Ok(Vec::new()) };
        if bots.as_ref().is_empty() {
            return Err(TomlError::new(
                text,
                bots.span().start,
                &"a gauntlet needs a bot, such as \"random\"",
            ));
        }
        bots.as_ref().iter().map(read).collect()
    }

    /// The algorithm with all that its result depends on.
    pub fn algorithm(&self) -> Result<Algorithm, super::AlgorithmError> {
        let given = self.precision.as_ref().map(|precision| *precision.as_ref());
        let precision = given.unwrap_or_else(|| Precision::usual(&self.game));
        if let Some(&Exponents { positive, negative, average }) = self.discount.as_ref().map(Spanned::as_ref)
        {
            return Ok(Algorithm::dcfr([positive, negative, average], precision));
        }
        let last = self.end.iterations.map(|last| u32::try_from(last.get()).unwrap_or(u32::MAX));
        let planned = self.planned.as_ref().map(|planned| planned.as_ref().get()).or(last).unwrap_or(1_000);
        let batch = self.batch.as_ref().map_or(1, |batch| batch.as_ref().get());
        let linear = self.linear.as_ref().is_some_and(|linear| *linear.as_ref());
        let baselines = self.baselines.as_ref().map(|rate| *rate.as_ref());
        let seed = self.seed();
        let sampled = Options { baselines, linear, batch, seed, ..Options::default() };
        Algorithm::named(self.algorithm.as_ref(), planned, precision, sampled)
    }

    /// The number of threads; 0 for as many as the machine runs at once.
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(0, |threads| *threads.as_ref())
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        let End { iterations, time, target } = &self.end;
        Limits {
            iterations: iterations.map(NonZeroU64::get),
            time: *time,
            target: target.as_ref().map(|target| *target.as_ref()),
        }
    }

    /// The name.
    pub fn name(&self) -> String {
        let folder = || self.folder.file_name().unwrap_or(self.folder.as_os_str());
        self.name.clone().unwrap_or_else(|| folder().to_string_lossy().into_owned())
    }

    /// After how many times the iterations of a judgement the next one is made, if not as is usual.
    pub fn spacing(&self) -> Option<f64> {
        self.spacing.as_ref().map(|spacing| *spacing.as_ref())
    }

    /// The yardstick for the best strategy, and the place in the file that names it.
    pub fn best(&self) -> Option<&Spanned<Yardstick>> {
        self.best.as_ref()
    }

    /// The judge of a strategy whose game is not written out, and the place in the file that names it.
    pub fn judge(&self) -> Option<(LocalJudge, usize)> {
        self.judge.as_ref().map(|judge| match judge.as_ref() {
            JudgeName::Local => (LocalJudge::USUAL, judge.span().start),
        })
    }

    /// The smallest improvement that counts as a gain.
    pub fn gain(&self) -> f64 {
        self.gain.as_ref().map_or(0.0, |gain| *gain.as_ref())
    }
}

fn game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    match info(&name) {
        Some(_) => Ok(name),
        None => Err(D::Error::custom(GameError::unknown(&name))),
    }
}

fn span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    time::read(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn some_span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    span(deserializer).map(Some)
}

fn dcfr() -> Spanned<String> {
    Spanned::new(0..0, "dcfr".to_owned())
}

fn one() -> u64 {
    1
}

fn minute() -> Duration {
    Duration::from_secs(60)
}

fn deals() -> NonZeroU32 {
    const { NonZeroU32::new(500).expect("it is not zero") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_it_says() {
        let config = Config::read(
            "game = 'kuhn'\nfolder = 'runs/first'\nbest = 'gauntlet'\n[end]\niterations = 2_000\ntime = '2h'\n\
             [discount]\npositive = 1.5\nnegative = 0\naverage = 2\n[gauntlet]\nbots = ['random']\n",
        )
        .expect("a file");
        let limits = config.limits();
        assert_eq!((limits.iterations, limits.time), (Some(2_000), Some(Duration::from_secs(7_200))));
        assert_eq!(config.name(), "first");
        assert_eq!(config.gauntlet.as_ref().map(|gauntlet| gauntlet.deals.get()), Some(500));
        let algorithm = config.algorithm().expect("there is one");
        assert_eq!(algorithm.to_string(), "dcfr with exponents 1.5, 0, 2");
    }

    #[test]
    fn the_example_is_one() {
        let text = include_str!("../../../examples/training/leduc.toml");
        let config = Config::read(text).expect("it is right");
        assert_eq!((&config.game[..], config.name().as_str(), config.gain()), ("leduc", "leduc", 1e-5));
        assert_eq!(config.bots(text).map(|bots| bots.len()), Ok(2));
    }

    #[test]
    fn what_an_algorithm_uses_can_be_given() {
        let name_or_error = |text: &str| {
            let text = format!("game = 'kuhn'\nfolder = 'f'\npatience = 1\n{text}");
            Config::read(&text).map(|config| config.algorithm().expect("it was checked").to_string())
        };
        let sampled = "outcome sampling, seed 3, batch 2, linear, baselines 0.5";
        let given = "algorithm = 'outcome'\nseed = 3\nbatch = 2\nlinear = true\nbaselines = 0.5";
        assert_eq!(name_or_error(given), Ok(sampled.to_owned()));
        let planned = name_or_error("algorithm = 'hs-dcfr-15'\nplanned = 9");
        assert_eq!(planned, Ok("hs-dcfr-15, planned for 9 iterations".to_owned()));
        assert_eq!(name_or_error(""), Ok("dcfr".to_owned()));
    }

    #[test]
    fn a_program_may_have_a_limit_for_a_move() {
        let text =
            "game = 'kuhn'\nfolder = 'f'\npatience = 1\n[gauntlet]\nbots = ['cmd:bot,time=5', 'cmd:bot']";
        let bots = Config::read(text).and_then(|config| config.bots(text));
        assert_eq!(bots.map(|bots| bots.len()), Ok(2));
    }

    #[test]
    fn what_is_wrong_has_its_place_and_the_nearest_right_word() {
        let whole = "game = 'kuhn'\nfolder = 'f'\n";
        for (text, message) in [
            ("folder = 'f'", "missing field `game`"),
            ("game = 'kuhn'", "missing field `folder`"),
            ("game = 'kuhm'", "line 1, column 8: there is no game `kuhm` (did you mean `kuhn`?)"),
            (whole, "line 1, column 1: nothing would end it"),
            ("algoritm = 'cfr'", "line 3, column 1: unknown field `algoritm`"),
            ("algoritm = 'cfr'", "(did you mean `algorithm`?)"),
            (
                "algorithm = 'dcfr-'",
                "line 3, column 13: there is no algorithm `dcfr-` (did you mean `dcfr`?)",
            ),
            ("algorithm = 'outcome'\nbaselines = 2.0", "line 3, column 13: the baselines' rate 2"),
            (
                "planned = 9",
                "line 3, column 11: planned is for algorithms that have a schedule, hs-..., and not",
            ),
            ("algorithm = 'outcome'\nplanned = 9", "line 4, column 11: planned is for"),
            (
                "planned = 9\n[discount]\npositive = 1\nnegative = 1\naverage = 1",
                "and not for dcfr with exponents 1, 1, 1",
            ),
            (
                "seed = 2",
                "line 3, column 8: seed is for algorithms that sample, such as external or outcome, and",
            ),
            (
                "algorithm = 'external'\nprecision = 'f32'",
                "line 4, column 13: precision is for algorithms that",
            ),
            ("most_megabytes = 2", "line 3, column 18: most_megabytes is for algorithms that sample"),
            ("gain = 0.5", "line 3, column 8: gain is for a training that has patience"),
            (
                "batch = 2",
                "line 3, column 9: batch is for algorithms that sample, such as external or outcome, and not for dcfr",
            ),
            ("algorithm = 'hs-dcfr-15'\nlinear = false", "line 4, column 10: linear is for algorithms"),
            ("baselines = 0.5", "line 3, column 13: baselines is for algorithms that sample"),
            ("precision = 'f16'", "line 3, column 13: unknown variant `f16`, expected `f32` or `f64`"),
            ("batch = 0", "line 3, column 9: invalid value: integer `0`"),
            ("seed = -1", "line 3, column 8"),
            ("threads = 2000", "line 3, column 11: 2000 threads: expected 1 to 1024"),
            ("patience = 0", "line 3, column 12: invalid value: integer `0`"),
            ("gain = -0.5", "line 3, column 8: -0.5 is no gain"),
            ("spacing = 1", "line 3, column 11: 1 is no spacing"),
            ("checkpoint = 'soon'", "line 3, column 14: expected a time such as 90s, 15m or 2h"),
            ("best = 'loss'", "line 3, column 8: unknown variant `loss`"),
            ("judge = 'loco'", "line 3, column 9: unknown variant `loco`"),
            ("best = 'gauntlet'", "line 3, column 8: there is no gauntlet"),
            ("[end]\niteration = 5", "line 4, column 1: unknown field `iteration`"),
            ("[end]\niteration = 5", "(did you mean `iterations`?)"),
            ("[end]\ntime = 5", "line 4, column 8: invalid type: integer `5`, expected a string"),
            ("[end]\ntarget = -1", "line 4, column 10: -1 is no target"),
            ("[discount]\npositive = 1\nnegative = 1", "line 3, column 1: missing field `average`"),
            (
                "algorithm = 'cfr'\n[discount]\npositive = 1\nnegative = 1\naverage = 1",
                "line 4, column 1: exponents are for dcfr",
            ),
            ("[gauntlet]\nbots = []", "line 4, column 8: a gauntlet needs a bot"),
            ("[gauntlet]\nbots = ['random', 'gready']", "line 4, column 19: there is no bot `gready`"),
            ("[gauntlet]\nbots = ['ismcts:time=5']", "line 4, column 9: `ismcts:time=5` goes by the clock"),
            ("[gauntlet]\nbots = ['ismcts:tc=5']", "line 4, column 9: `ismcts:tc=5` goes by the clock"),
            ("[gauntlet]\nbots = ['cmd:bot,tc=5']", "line 4, column 9: `cmd:bot,tc=5` goes by the clock"),
            ("[gauntlet]\nbots = ['cheating']", "line 4, column 9: `cheating` sees all cards"),
            ("[gauntlet]\nbots = ['random']\ndeals = 0", "line 5, column 9: invalid value: integer `0`"),
            ("game = ", "line 3, column"),
        ] {
            let text = if text.contains("folder") || text.starts_with("game = 'kuh") {
                text.to_owned()
            } else {
                format!("{whole}{text}")
            };
            let error = Config::read(&text).expect_err(&text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
