//! A tournament in a TOML file.
//!
//! Whatever is left out of the file has its default, or is given on the command line:
//!
//! ```toml
//! name = "greed"
//! game = "sixty-six"
//! seed = 1
//! rounds = 1000
//! store = "greed.db"
//!
//! [options]
//! close_min_deck = 4
//!
//! [[bot]]
//! name = "slow"
//! spec = "ismcts:iterations=1000"
//!
//! [[bot]]
//! spec = "greedy"
//! ```

use std::collections::BTreeMap;
use std::path::PathBuf;

use hinterhand_players::files::toml_text::{self, TomlError};
use hinterhand_players::protocol::quoted;
use serde::Deserialize;
use toml::Spanned;

use super::Unit;

/// The content of a tournament file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
    /// Its name; that of the game if there is none.
    pub name: Option<String>,
    /// The game.
    pub game: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The unit that is played with one deal from one seating.
    pub unit: Option<Unit>,
    /// The schedule.
    pub schedule: Option<ScheduleName>,
    /// The number of bots at the head of a gauntlet.
    pub heads: Option<usize>,
    /// The number of rounds.
    pub rounds: Option<u32>,
    /// The deals of a meeting.
    pub deals: Option<u32>,
    /// The number of different bots at a table.
    pub at_table: Option<usize>,
    /// The store.
    pub store: Option<PathBuf>,
    /// On how many threads it is played.
    pub concurrency: Option<u16>,
    /// The options of the game.
    #[serde(default)]
    pub options: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    /// Changes of the score above the hands.
    #[serde(default, rename = "match")]
    pub contest: BTreeMap<String, toml::Value>,
    /// Options of every bot that has them.
    #[serde(default)]
    pub each: BTreeMap<String, toml::Value>,
    /// The test, which makes the tournament one.
    pub sprt: Option<SprtFile>,
    /// The bots.
    #[serde(default)]
    pub bot: Vec<BotFile>,
}

/// A bot in a file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "BotTable")]
pub struct BotFile {
    /// The name; by default the specification.
    pub name: Option<String>,
    /// The specification.
    pub spec: Spanned<String>,
}

/// A bot as it stands in a file: asked for by a text, or as a program of its own word by word.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotTable {
    name: Option<String>,
    spec: Option<Spanned<String>>,
    command: Option<Spanned<Vec<String>>>,
    time: Option<u64>,
    tc: Option<toml::Value>,
    grace: Option<u64>,
    start: Option<u64>,
    memory: Option<u64>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

impl TryFrom<BotTable> for BotFile {
    type Error = &'static str;

    fn try_from(table: BotTable) -> Result<BotFile, &'static str> {
        let BotTable { name, spec, command, time, tc, grace, start, memory, options } = table;
        let number = |limit: Option<u64>| limit.map(|limit| limit.to_string());
        let limits = [
            ("time", number(time)),
            ("tc", tc.as_ref().map(value_text)),
            ("grace", number(grace)),
            ("start", number(start)),
            ("memory", number(memory)),
        ];
        let mut limits = limits.into_iter().filter_map(|(key, limit)| Some(format!(",{key}={}", limit?)));
        let command = match (spec, command) {
            (Some(_), Some(_)) => return Err("either `spec` or `command`, not both"),
            (None, None) => return Err("missing field `spec`, or `command` for a program of its own"),
            (Some(_), None) if limits.next().is_some() || !options.is_empty() => {
                return Err(
                    "limits and `options` belong to a `command`; those of a `spec` are part of its text",
                );
            }
            (Some(spec), None) => return Ok(BotFile { name, spec }),
            (None, Some(command)) => command,
        };
        let words: Vec<String> = command.as_ref().iter().map(|word| quoted(word)).collect();
        let mut spec = format!("cmd:{}", words.join(" "));
        spec.extend(limits);
        for (key, value) in options {
            let text = value_text(&value);
            if text.contains(',') {
                return Err("an option of a program cannot have a comma in it");
            }
            spec += &format!(",option.{key}={text}");
        }
        Ok(BotFile { name, spec: Spanned::new(command.span(), spec) })
    }
}

/// A value as it would be typed.
pub fn value_text(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The name of a schedule, without its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScheduleName {
    /// Every bot meets every other.
    RoundRobin,
    /// The first meet all others.
    Gauntlet,
    /// Bots with similar scores meet.
    Swiss,
    /// Two are tested.
    Sprt,
}

/// A test in a file; see [`Schedule::Sprt`](super::Schedule::Sprt).
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are those of the schedule")]
pub struct SprtFile {
    pub elo0: Option<f64>,
    pub elo1: Option<f64>,
    pub alpha: Option<f64>,
    pub beta: Option<f64>,
    pub normal: Option<bool>,
    pub points: Option<u32>,
}

/// Reads a file.
pub fn read(text: &str) -> Result<PlanFile, TomlError> {
    toml_text::read(text)
}
