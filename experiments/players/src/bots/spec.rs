//! The text form of a bot: a name, and after a colon its options.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hinterhand_engine::{OptionField, Options, Value};

use super::info::{BotInfo, COMMAND, HUMAN, NETWORK, PRIOR, VALUE};
use super::{BotError, Budget};
use crate::clock::TimeControl;

/// A bot as it was asked for: `NAME`, `NAME:key=value,key=value`, `table:FILE`, `resolve:FILE,key=value`, or
/// `cmd:COMMAND,key=value`.
///
/// ```
/// use hinterhand_players::bots::BotSpec;
///
/// let spec: BotSpec = "greedy".parse().unwrap();
/// assert_eq!(spec.to_string(), "greedy");
/// let error = "gredy".parse::<BotSpec>().unwrap_err().to_string();
/// assert!(error.contains("did you mean `greedy`?"));
/// ```
#[derive(Clone, Debug)]
pub struct BotSpec {
    /// The description of the bot.
    pub(super) info: &'static BotInfo,
    /// The argument after the colon, before the options if there are any.
    pub(super) argument: Option<String>,
    /// The options given, with their values, in the order of the registry.
    pub(super) given: Vec<(&'static str, Value)>,
    /// The options that a program of its own has itself.
    pub(super) own: Vec<(String, String)>,
}

impl BotSpec {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// The description of the bot.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// Whether it is the person at the terminal.
    pub fn is_human(&self) -> bool {
        self.info.name == HUMAN
    }

    /// Whether it sees all cards, so that only a referee can seat it.
    pub fn cheats(&self) -> bool {
        self.info().cheats()
    }

    /// Whether it searches, and so gives values of actions.
    pub fn searches(&self) -> bool {
        self.has("time")
    }

    /// Whether it has an option of this name.
    pub fn has(&self, key: &str) -> bool {
        self.info().options().any(|option| option.key == key)
    }

    /// Whether this option was given, and is not left at its default.
    pub fn gives(&self, key: &str) -> bool {
        self.given.iter().any(|(other, _)| *other == key)
    }

    /// Refuses an option that was given and is not read, since another option has a value beside which it has
    /// no meaning.
    pub(super) fn check_read(&self) -> Result<(), BotError> {
        self.given.iter().try_for_each(|(key, _)| self.check_option(key, &|option| self.value(option)))
    }

    /// The same where an option that the game decides has this value.
    pub(super) fn check_read_with(&self, decided: &str, value: &str) -> Result<(), BotError> {
        let value_of = |option: &str| {
            if option == decided { Value::Word(value.to_owned()) } else { self.value(option) }
        };
        self.given.iter().try_for_each(|(key, _)| self.check_option(key, &value_of))
    }

    /// Whether it has this option and reads it beside the others.
    pub fn reads(&self, key: &str) -> bool {
        self.has(key) && self.check_option(key, &|option| self.value(option)).is_ok()
    }

    fn check_option(&self, key: &str, value_of: &dyn Fn(&str) -> Value) -> Result<(), BotError> {
        self.info.conditions_of(key).try_for_each(|condition| {
            let value = value_of(condition.by).to_string();
            if condition.values.contain(&value) {
                return Ok(());
            }
            Err(BotError::Unread { bot: self.info.name, condition: *condition, value })
        })
    }

    /// Every option with its value, those left at their defaults too; and the file that it plays by, or the
    /// command that starts it.
    pub fn configuration(&self) -> Vec<(String, String)> {
        let options = self.info().options().map(|option| (option.key, self.value(option.key)));
        let options = options.filter(|(_, value)| *value != Value::Nothing);
        let options = options.map(|(key, value)| (key, value.to_string()));
        let argument = if self.info.name == COMMAND { "command" } else { "file" };
        let argument = self.argument.iter().map(|text| (argument, text.clone()));
        let options = argument.chain(options).map(|(key, value)| (key.to_owned(), value));
        options.chain(self.own.iter().map(|(key, value)| (format!("{OWN}{key}"), value.clone()))).collect()
    }

    /// The file that it plays by.
    pub(super) fn file(&self) -> Option<&Path> {
        self.argument.as_deref().filter(|_| self.info.name != COMMAND).map(Path::new)
    }

    /// The networks that it uses, each with the option that names it, or with the name of the bot that plays by it.
    pub(super) fn networks(&self) -> impl Iterator<Item = (&'static str, PathBuf)> {
        let own = self.file().filter(|_| self.name() == NETWORK).map(|path| (NETWORK, path.into()));
        let given = self.given.iter().filter(|(option, _)| [VALUE, PRIOR].contains(option));
        own.into_iter().chain(given.map(|(option, path)| (*option, PathBuf::from(path.to_string()))))
    }

    /// The files that its text names.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let strategy = self.file().filter(|_| self.name() != NETWORK).map(PathBuf::from);
        strategy.into_iter().chain(self.networks().map(|(_, path)| path))
    }

    /// The command that starts it, if it is a program of its own.
    pub fn command(&self) -> Option<&str> {
        self.argument.as_deref().filter(|_| self.info.name == COMMAND)
    }

    /// The options that a program of its own has itself.
    pub fn own_options(&self) -> &[(String, String)] {
        &self.own
    }

    /// The values of one group of its options.
    ///
    /// # Panics
    ///
    /// If the bot does not have them.
    pub fn options<T: Options>(&self) -> T {
        T::from_values(&|key| self.value(key)).expect("values are checked when they are read")
    }

    /// The value of an option that the bot must have, as a field.
    pub(super) fn read<T: OptionField>(&self, key: &'static str) -> T {
        T::read(key, &self.value(key)).expect("values are checked when they are read")
    }

    fn value(&self, key: &str) -> Value {
        let given = self.given.iter().find(|(other, _)| *other == key).map(|(_, value)| value.clone());
        given.unwrap_or_else(|| {
            let option = self.info().options().find(|option| option.key == key);
            option.unwrap_or_else(|| panic!("{} has no option {key}", self.info.name)).allowed.default()
        })
    }

    /// Whether its play depends on the speed of the machine.
    pub fn goes_by_the_clock(&self) -> bool {
        self.time_control().is_some() || self.has("time") && self.value("time") != Value::Nothing
    }

    /// Its time for a whole game, if it has one.
    pub fn time_control(&self) -> Option<TimeControl> {
        let text = self.has("tc").then(|| self.read::<Option<String>>("tc"))??;
        Some(text.parse().expect("values are checked when they are read"))
    }

    /// The budget of a decision: the number of steps in the option `steps`, if there is one, and at most
    /// `time`. If only a time is given, for a decision or for the game, the default number of steps does not
    /// apply.
    pub(super) fn budget(&self, steps: Option<&'static str>) -> Budget {
        let time: Option<u64> = self.read("time");
        let steps = steps.filter(|steps| (time.is_none() && !self.gives("tc")) || self.gives(steps));
        Budget { steps: steps.map(|steps| self.read(steps)), time: time.map(Duration::from_millis) }
    }
}

/// The prefix of options of a program of its own.
pub(super) const OWN: &str = "option.";

impl PartialEq for BotSpec {
    /// Whether both name the same bot with the same argument and options.
    fn eq(&self, other: &BotSpec) -> bool {
        self.name() == other.name()
            && self.argument == other.argument
            && self.given == other.given
            && self.own == other.own
    }
}

impl fmt::Display for BotSpec {
    /// The text that reads as this bot again, options in the order of the registry.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)?;
        if let Some(argument) = &self.argument {
            write!(f, ":{argument}")?;
        }
        for (n, (key, value)) in self.given.iter().enumerate() {
            let mark = if n == 0 && self.argument.is_none() { ':' } else { ',' };
            write!(f, "{mark}{key}={value}")?;
        }
        self.own.iter().try_for_each(|(key, value)| write!(f, ",{OWN}{key}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_by_their_names() {
        for (text, file) in [
            ("table:a=1,b", "a=1,b"),
            ("./random", "./random"),
            ("x.hh", "x.hh"),
            ("resolve:x.hh", "x.hh"),
            ("resolve:x.hh,iterations=5", "x.hh"),
        ] {
            let spec: BotSpec = text.parse().unwrap();
            assert_eq!(spec.file(), Some(Path::new(file)));
            assert_eq!(spec.to_string().parse::<BotSpec>().unwrap(), spec);
        }
    }

    #[test]
    fn commands_may_have_commas_in_quotes() {
        let text = "cmd:./bot 'a,b' --depth 3,time=7,option.depth=3";
        let spec: BotSpec = text.parse().unwrap();
        assert_eq!(spec.command(), Some("./bot 'a,b' --depth 3"));
        assert_eq!((spec.read::<u64>("time"), spec.own_options().len(), spec.file()), (7, 1, None));
        assert_eq!(spec.to_string(), text);
        let all = spec.configuration();
        for (key, value) in [("command", "./bot 'a,b' --depth 3"), ("option.depth", "3"), ("grace", "200")] {
            assert!(all.contains(&(key.to_owned(), value.to_owned())), "{all:?}");
        }
    }

    #[test]
    fn the_configuration_has_the_defaults_too() {
        let spec: BotSpec = "ismcts:iterations=7".parse().unwrap();
        let all = spec.configuration();
        assert!(all.contains(&("iterations".to_owned(), "7".to_owned())), "{all:?}");
        for option in spec.info().options().filter(|option| option.key != "iterations") {
            let there = all.iter().find(|(key, _)| key == option.key).map(|(_, value)| value.clone());
            assert_eq!(
                there.unwrap_or("none".to_owned()),
                option.allowed.default().to_string(),
                "{}",
                option.key
            );
        }
        assert!(spec.has("time") && !spec.gives("time") && spec.gives("iterations") && !spec.has("front"));
        let file: BotSpec = "table:x.strategy".parse().unwrap();
        assert_eq!(file.configuration(), [("file".to_owned(), "x.strategy".to_owned())]);
    }
}
