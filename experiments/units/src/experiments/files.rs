//! The file of an experiment that no other command reads: a table that says what is to be done.
//!
//! ```toml
//! [duel]
//! game = "sixty-six"
//! bots = ["ismcts:iterations=200", "greedy"]
//! deals = 100_000
//! ```

use std::path::{Path, PathBuf};

use hinterhand_matches::selfplay::Form;
use hinterhand_players::bots::Bot;
use hinterhand_players::files::toml_text::{self, TomlError};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::participants::{load, open};
use super::{Duel, Exploitability, Selfplay, TrainingRound};
use crate::{Experiment, ExperimentError};

/// The content of a file: one of its tables.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum ExperimentFile {
    /// A duel.
    Duel(DuelFile),
    /// Self-play.
    Selfplay(SelfplayFile),
    /// Exploitability.
    Exploitability(ExploitabilityFile),
    /// Training in rounds.
    Training(TrainingFile),
}

/// A duel in a file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are those of the duel")]
pub struct DuelFile {
    pub game: String,
    #[serde(default)]
    pub options: Map<String, Json>,
    pub bots: [String; 2],
    pub deals: u64,
    #[serde(default = "one")]
    pub seed: u64,
}

/// Self-play in a file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are those of self-play")]
pub struct SelfplayFile {
    pub game: String,
    #[serde(default)]
    pub options: Map<String, Json>,
    pub bots: Vec<String>,
    pub hands: u64,
    #[serde(default = "one")]
    pub seed: u64,
    #[serde(default = "jsonl")]
    pub format: Form,
    pub part_hands: Option<u64>,
}

/// Exploitability in a file: of a `bot` in a `game`, or of the `strategy` in a file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are those of the exploitability")]
pub struct ExploitabilityFile {
    pub game: Option<String>,
    #[serde(default)]
    pub options: Map<String, Json>,
    pub bot: Option<String>,
    pub seed: Option<u64>,
    pub most_nodes: Option<usize>,
    pub strategy: Option<PathBuf>,
}

/// Training in a file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are those of the training")]
pub struct TrainingFile {
    pub game: String,
    #[serde(default)]
    pub options: Map<String, Json>,
    #[serde(default = "external")]
    pub sampling: String,
    #[serde(default)]
    pub linear: bool,
    #[serde(default = "one")]
    pub seed: u64,
    /// The number of units of a round.
    pub shards: u64,
    #[serde(default = "thousand")]
    pub most_megabytes: u64,
}

fn one() -> u64 {
    1
}

fn thousand() -> u64 {
    1000
}

fn jsonl() -> Form {
    Form::Jsonl
}

fn external() -> String {
    "external".to_owned()
}

impl ExperimentFile {
    /// Reads a file.
    pub fn read(text: &str) -> Result<ExperimentFile, TomlError> {
        toml_text::read(text)
    }

    /// The experiment. `after` is what the round or generation before it has come to.
    pub fn experiment(&self, after: Option<&Path>) -> anyhow::Result<Experiment> {
        let unfit = |what: &str, message: &str| {
            anyhow::Error::from(ExperimentError::Unfit { what: what.to_owned(), message: message.to_owned() })
        };
        let at_least_one = |what: &str, count: u64| match count {
            0 => Err(unfit(what, "it must be at least 1")),
            _ => Ok(()),
        };
        if after.is_some() && matches!(self, ExperimentFile::Duel(_) | ExperimentFile::Exploitability(_)) {
            return Err(unfit("--after", "duels and judgements have no rounds"));
        }
        Ok(match self {
            ExperimentFile::Duel(file) => {
                at_least_one("deals", file.deals)?;
                let game = load(&file.game, &file.options)?;
                let [first, second] = [open(&file.bots[0])?, open(&file.bots[1])?];
                Experiment::Duel(Duel::new(&game, [&first, &second], file.deals, file.seed)?)
            }
            ExperimentFile::Selfplay(file) => {
                at_least_one("hands", file.hands)?;
                at_least_one("part_hands", file.part_hands.unwrap_or(1))?;
                at_least_one("the number of bots", file.bots.len() as u64)?;
                let game = load(&file.game, &file.options)?;
                let bots: Vec<Bot> = file.bots.iter().map(|bot| open(bot)).collect::<Result<_, _>>()?;
                let parts = (file.format, file.part_hands);
                Experiment::Selfplay(Selfplay::new(&game, &bots, file.hands, file.seed, parts, after)?)
            }
            ExperimentFile::Exploitability(file) => Experiment::Exploitability(file.experiment()?),
            ExperimentFile::Training(file) => {
                at_least_one("shards", file.shards)?;
                let TrainingFile { sampling, linear, seed, shards, most_megabytes, .. } = file;
                let game = load(&file.game, &file.options)?;
                let how = (&sampling[..], *linear);
                let round = TrainingRound::new(&game, how, *seed, *shards, *most_megabytes, after)?;
                Experiment::Training(round)
            }
        })
    }
}

impl ExploitabilityFile {
    fn experiment(&self) -> anyhow::Result<Exploitability> {
        let unfit = |message: &str| ExperimentError::Unfit {
            what: "exploitability".to_owned(),
            message: message.to_owned(),
        };
        match self {
            ExploitabilityFile { game: Some(game), bot: Some(bot), strategy: None, options, seed, most_nodes } => {
                Exploitability::of_bot(&load(game, options)?, &open(bot)?, seed.unwrap_or(1), *most_nodes)
            }
            ExploitabilityFile { game: None, bot: None, strategy: Some(path), seed: None, most_nodes: None, options }
                if options.is_empty() =>
            {
                Exploitability::of_solution(path)
            }
            _ => Err(unfit(
                "give either `game` and `bot`, with `options`, `seed` and `most_nodes` if wanted, or `strategy` alone",
            )
            .into()),
        }
    }
}
