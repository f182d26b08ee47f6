//! Options of a game as text: names, allowed values, defaults, presets.

use std::collections::BTreeMap;
use std::fmt;

use crate::nearest::nearest;
use crate::{ContestRules, Player};

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// One of several words, or free text.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// What an option may be; the first is the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// True or false, and the default.
    Flag(bool),
    /// A flag that can only be given as its default: the name is known, the other value is refused.
    Only(bool),
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these numbers.
    Numbers(&'static [i64]),
    /// A number from the first to the second, by default the third.
    Range(i64, i64, i64),
    /// Free text that the game reads itself.
    Text(&'static str),
}

impl Allowed {
    /// The default value.
    pub fn default(self) -> Value {
        match self {
            Allowed::Flag(flag) | Allowed::Only(flag) => Value::Flag(flag),
            Allowed::Words(words) => Value::Word(words[0].to_owned()),
            Allowed::Numbers(numbers) => Value::Number(numbers[0]),
            Allowed::Range(_, _, number) => Value::Number(number),
            Allowed::Text(text) => Value::Word(text.to_owned()),
        }
    }

    fn admits(self, value: &Value) -> bool {
        match (self, value) {
            (Allowed::Flag(_), Value::Flag(_)) | (Allowed::Text(_), Value::Word(_)) => true,
            (Allowed::Only(only), Value::Flag(flag)) => only == *flag,
            (Allowed::Words(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Allowed::Numbers(numbers), Value::Number(number)) => numbers.contains(number),
            (Allowed::Range(least, most, _), Value::Number(number)) => (least..=most).contains(number),
            _ => false,
        }
    }

    /// Every value but the default, where they can be listed.
    pub fn alternatives(self) -> Vec<Value> {
        let all = match self {
            Allowed::Flag(_) => vec![Value::Flag(false), Value::Flag(true)],
            Allowed::Words(words) => words.iter().map(|&word| Value::Word(word.to_owned())).collect(),
            Allowed::Numbers(numbers) => numbers.iter().map(|&number| Value::Number(number)).collect(),
            Allowed::Range(least, most, _) if most - least < 100 => {
                (least..=most).map(Value::Number).collect()
            }
            Allowed::Only(_) | Allowed::Range(..) | Allowed::Text(_) => Vec::new(),
        };
        all.into_iter().filter(|value| *value != self.default()).collect()
    }
}

impl fmt::Display for Allowed {
    /// The values with `|` between them, the default first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Flag(default) => write!(f, "{default}|{}", !default),
            Allowed::Only(only) => write!(f, "{only}"),
            Allowed::Words(words) => f.write_str(&words.join("|")),
            Allowed::Numbers(numbers) => {
                let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&words.join("|"))
            }
            Allowed::Range(least, most, default) => write!(f, "{default} ({least} to {most})"),
            Allowed::Text("") => f.write_str("text"),
            Allowed::Text(default) => write!(f, "{default} (or other text)"),
        }
    }
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub key: &'static str,
    /// Its values.
    pub allowed: Allowed,
    /// What it does, in one sentence.
    pub about: &'static str,
}

impl OptionSpec {
    /// The option `key` with its values and what it does.
    pub const fn new(key: &'static str, allowed: Allowed, about: &'static str) -> OptionSpec {
        OptionSpec { key, allowed, about }
    }
}

/// A named set of options.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The options that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// What it stands for, in one sentence.
    pub about: &'static str,
}

/// What is known of a game before it is played.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its name in records and commands.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The numbers of players for which it is made.
    pub players: &'static str,
    /// The cards, dice or squares that it is played with.
    pub cards: &'static str,
    /// The largest number of words in a record, as far as it is bounded.
    pub longest: &'static str,
    /// The largest number of legal actions.
    pub widest: &'static str,
    /// How well the rules are checked.
    pub status: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its presets.
    pub presets: &'static [Preset],
}

impl GameInfo {
    /// The description of a game of two without options, of which nothing more is said.
    pub const fn new(name: &'static str, title: &'static str) -> GameInfo {
        const UNSAID: &str = "not stated";
        GameInfo {
            name,
            title,
            players: "2",
            cards: UNSAID,
            longest: UNSAID,
            widest: UNSAID,
            status: UNSAID,
            options: &[],
            presets: &[],
        }
    }
}

/// A game that can be made from options given as text.
pub trait Described: Sized {
    /// What is known of it.
    const INFO: GameInfo;

    /// The score above it, when a match is played: by default each game counts as it falls.
    const CONTEST: ContestRules = ContestRules::SINGLE_HAND;

    /// The game with these options.
    fn with_settings(settings: &Settings) -> Result<Self, OptionError>;

    /// The least that `player` can win: no end of the game pays him less. It is what a game counts that he forfeits.
    fn least_payoff(&self, player: Player) -> f64;
}

/// Checked options of a game, those that differ from the defaults.
///
/// ```
/// use hinterhand_engine::{Described, Settings, games::Kinderschnapsen};
/// let mut settings = Settings::of::<Kinderschnapsen>();
/// settings.set_text("close_min_stock", "4").unwrap();
/// assert!(settings.set_text("close_min_stok", "4").unwrap_err().to_string().contains("close_min_stock"));
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    info: GameInfo,
    given: BTreeMap<&'static str, Value>,
}

/// Options of a match that are none of a record.
const OF_A_MATCH: [&str; 4] = ["start_score", "best_of", "next_lead", "target"];

impl Settings {
    /// The defaults of the game `G`.
    pub fn of<G: Described>() -> Settings {
        Settings { info: G::INFO, given: BTreeMap::new() }
    }

    /// The game's description.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    fn spec(&self, key: &str) -> Result<&'static OptionSpec, OptionError> {
        self.info.options.iter().find(|spec| spec.key == key).ok_or_else(|| {
            if OF_A_MATCH.contains(&key) {
                return OptionError::OfAMatch { key: key.to_owned() };
            }
            let keys = self.info.options.iter().map(|spec| spec.key);
            OptionError::Unknown {
                game: self.info.name,
                key: key.to_owned(),
                nearest: nearest(key, keys.clone()),
                allowed: keys.collect(),
            }
        })
    }

    /// Sets an option to a typed value, as in a record.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), OptionError> {
        let spec = self.spec(key)?;
        if !spec.allowed.admits(&value) {
            let nearest = match (&value, spec.allowed) {
                (Value::Word(word), Allowed::Words(words)) => nearest(word, words.iter().copied()),
                _ => None,
            };
            return Err(OptionError::Value { key: spec.key, value, allowed: spec.allowed, nearest });
        }
        if value == spec.allowed.default() {
            self.given.remove(spec.key);
        } else {
            self.given.insert(spec.key, value);
        }
        Ok(())
    }

    /// Sets an option to a value written as text, as on the command line.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), OptionError> {
        let word = || Value::Word(text.to_owned());
        let value = match self.spec(key)?.allowed {
            Allowed::Flag(_) | Allowed::Only(_) => text.parse().map_or_else(|_| word(), Value::Flag),
            Allowed::Numbers(_) | Allowed::Range(..) => text.parse().map_or_else(|_| word(), Value::Number),
            Allowed::Words(_) | Allowed::Text(_) => word(),
        };
        self.set(key, value)
    }

    /// Sets the options of the preset with this name.
    pub fn set_preset(&mut self, name: &str) -> Result<(), OptionError> {
        let presets = self.info.presets;
        let Some(preset) = presets.iter().find(|preset| preset.name == name) else {
            let names = presets.iter().map(|preset| preset.name);
            return Err(OptionError::Preset {
                game: self.info.name,
                name: name.to_owned(),
                nearest: nearest(name, names.clone()),
                allowed: names.collect(),
            });
        };
        preset.options.iter().try_for_each(|(key, text)| self.set_text(key, text))
    }

    /// The options that differ from the defaults.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.given.iter().map(|(&key, value)| (key, value))
    }

    /// The value of an option; the game must have it.
    pub fn value(&self, key: &str) -> Value {
        let spec = self.spec(key).unwrap_or_else(|error| panic!("{error}"));
        self.given.get(key).cloned().unwrap_or_else(|| spec.allowed.default())
    }

    /// The value of a flag of the game.
    pub fn flag(&self, key: &str) -> bool {
        matches!(self.value(key), Value::Flag(true))
    }

    /// The value of a number of the game.
    pub fn number(&self, key: &str) -> i64 {
        match self.value(key) {
            Value::Number(number) => number,
            value => panic!("{key} is {value}, not a number"),
        }
    }

    /// The value of a word of the game.
    pub fn word(&self, key: &str) -> String {
        self.value(key).to_string()
    }
}

/// An option, value or preset that the game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum OptionError {
    Unknown { game: &'static str, key: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
    OfAMatch { key: String },
    Value { key: &'static str, value: Value, allowed: Allowed, nearest: Option<&'static str> },
    Text { key: &'static str, message: String },
    Unplayable { game: &'static str, message: String },
    Preset { game: &'static str, name: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint =
            |nearest: &Option<&str>| nearest.map_or_else(String::new, |n| format!(" (did you mean `{n}`?)"));
        let list = |allowed: &[&str]| if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
        match self {
            OptionError::Unknown { game, key, nearest, allowed } => {
                write!(f, "{game} has no option `{key}`{}; it has: {}", hint(nearest), list(allowed))
            }
            OptionError::OfAMatch { key } => {
                write!(f, "`{key}` belongs to a match; a record is one hand and has no such option")
            }
            OptionError::Value { key, value, allowed, nearest } => {
                write!(f, "`{key}` cannot be `{value}`{}; allowed: {allowed}", hint(nearest))
            }
            OptionError::Text { key, message } => write!(f, "`{key}`: {message}"),
            OptionError::Unplayable { game, message } => write!(f, "{game} cannot be played: {message}"),
            OptionError::Preset { game, name, nearest, allowed } => {
                write!(f, "{game} has no preset `{name}`{}; it has: {}", hint(nearest), list(allowed))
            }
        }
    }
}

impl std::error::Error for OptionError {}
