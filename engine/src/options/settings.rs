//! Options given as text, checked against their description.

use std::collections::BTreeMap;

use super::error::OptionError;
use super::field::OptionField;
use super::spec::{GameInfo, OptionSpec};
use super::value::{Allowed, Value};
use crate::nearest::nearest;

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
    /// The defaults of what is described so.
    pub fn described(info: GameInfo) -> Settings {
        Settings { info, given: BTreeMap::new() }
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
        let value = self.spec(key)?.allowed.read(text);
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

    /// The value of an option as a field.
    pub fn read<T: OptionField>(&self, key: &'static str) -> Result<T, OptionError> {
        T::read(key, &self.value(key))
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
