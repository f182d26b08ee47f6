//! The text form of a bot: a name, and after a colon its options.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use hinterhand_engine::{Allowed, OptionField, OptionSpec, Options, Value, nearest};

use super::registry::{self, BotInfo, COMMAND, HUMAN, TABLE};
use super::{BotError, Budget, NewAgent, program};
use crate::clock::TimeControl;
use crate::protocol::{self, Limits};

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
#[derive(Clone, PartialEq, Debug)]
pub struct BotSpec {
    name: &'static str,
    /// The argument after the colon, before the options if there are any.
    argument: Option<String>,
    /// The options given, with their values, in the order of the registry.
    given: Vec<(&'static str, Value)>,
    /// The options that a program of its own has itself.
    own: Vec<(String, String)>,
}

impl BotSpec {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The description of the bot.
    pub fn info(&self) -> &'static BotInfo {
        info(self.name).expect("a spec is made for a bot of the registry")
    }

    /// The maker of its players, if it was added by another crate.
    pub(super) fn new_agent(&self) -> Option<NewAgent> {
        registry::new_agent(self.name)
    }

    /// Whether it is the person at the terminal.
    pub fn is_human(&self) -> bool {
        self.name == HUMAN
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

    /// Every option with its value, those left at their defaults too; and the file that it plays by, or the
    /// command that starts it.
    pub fn configuration(&self) -> Vec<(String, String)> {
        let options = self.info().options().map(|option| (option.key, self.value(option.key)));
        let options = options.filter(|(_, value)| *value != Value::Nothing);
        let options = options.map(|(key, value)| (key, value.to_string()));
        let argument = if self.name == COMMAND { "command" } else { "file" };
        let argument = self.argument.iter().map(|text| (argument, text.clone()));
        let options = argument.chain(options).map(|(key, value)| (key.to_owned(), value));
        options.chain(self.own.iter().map(|(key, value)| (format!("{OWN}{key}"), value.clone()))).collect()
    }

    /// The file that it plays by.
    pub(super) fn file(&self) -> Option<&Path> {
        self.argument.as_deref().filter(|_| self.name != COMMAND).map(Path::new)
    }

    /// The command that starts it, if it is a program of its own.
    pub fn command(&self) -> Option<&str> {
        self.argument.as_deref().filter(|_| self.name == COMMAND)
    }

    /// The limits of each copy of an external program.
    pub fn limits(&self) -> Limits {
        program::limits(self)
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
            option.unwrap_or_else(|| panic!("{} has no option {key}", self.name)).allowed.default()
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

/// The description of the bot called `name`.
fn info(name: &str) -> Option<&'static BotInfo> {
    registry::all().find(|info| info.name == name)
}

/// The prefix of options of a program of its own.
const OWN: &str = "option.";

impl FromStr for BotSpec {
    type Err = BotError;

    fn from_str(text: &str) -> Result<BotSpec, BotError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let Some(info) = info(name) else {
            // Names of files have a place or an ending; a bare word is one only if the file is there.
            if text.contains(['/', '\\', '.']) || Path::new(text).exists() {
                let argument = Some(text.to_owned());
                return Ok(BotSpec { name: TABLE, argument, given: Vec::new(), own: Vec::new() });
            }
            let allowed: Vec<&str> = registry::all().map(|info| info.name).collect();
            let nearest = nearest(name, allowed.iter().copied());
            return Err(BotError::Unknown { name: name.chars().take(60).collect(), nearest, allowed });
        };
        let mut spec = BotSpec { name: info.name, argument: None, given: Vec::new(), own: Vec::new() };
        let mut rest = rest;
        if info.name == COMMAND {
            let (command, options) = protocol::split_at_comma(rest.unwrap_or_default());
            if command.trim().is_empty() {
                return Err(BotError::NoCommand);
            }
            spec.argument = Some(command.trim().to_owned());
            rest = options;
        } else if info.argument.is_some() {
            // The file of a bot without options may have any name.
            let split =
                rest.and_then(|rest| rest.split_once(',')).filter(|_| info.options().next().is_some());
            let (argument, options) = split.map_or((rest, None), |(file, rest)| (Some(file), Some(rest)));
            let argument = argument.filter(|argument| !argument.is_empty());
            spec.argument = Some(argument.ok_or(BotError::NoFile { bot: info.name })?.to_owned());
            rest = options;
        }
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, text) = part.split_once('=').ok_or_else(|| form(info, part))?;
            if let Some(key) = key.trim().strip_prefix(OWN).filter(|_| info.name == COMMAND) {
                if spec.own.iter().any(|(other, _)| other == key) {
                    return Err(BotError::Twice { bot: info.name, key: format!("{OWN}{key}") });
                }
                spec.own.push((key.to_owned(), text.trim().to_owned()));
                continue;
            }
            let option = option(info, key.trim())?;
            if spec.given.iter().any(|(other, _)| *other == option.key) {
                return Err(BotError::Twice { bot: info.name, key: option.key.to_owned() });
            }
            spec.given.push((option.key, read(info, option, text.trim())?));
        }
        spec.given.sort_by_key(|(key, _)| info.options().position(|option| option.key == *key));
        Ok(spec)
    }
}

/// The option of the bot with this name.
fn option(info: &'static BotInfo, key: &str) -> Result<&'static OptionSpec, BotError> {
    info.options().find(|option| option.key == key).ok_or_else(|| {
        let allowed: Vec<&str> = info.options().map(|option| option.key).collect();
        let nearest = nearest(key, allowed.iter().copied());
        BotError::Key { bot: info.name, key: key.chars().take(60).collect(), nearest, allowed }
    })
}

/// Reads the value of an option. `none` cannot be typed.
fn read(info: &'static BotInfo, option: &OptionSpec, text: &str) -> Result<Value, BotError> {
    let read = option.allowed.parse(text).filter(|value| *value != Value::Nothing);
    read.ok_or_else(|| BotError::Value {
        bot: info.name,
        key: option.key,
        text: text.chars().take(60).collect(),
        nearest: match option.allowed {
            Allowed::Words(words) => nearest(text, words.iter().copied()),
            _ => None,
        },
        allowed: option.allowed.in_words(),
    })
}

/// A part of the text that is no option.
fn form(info: &'static BotInfo, part: &str) -> BotError {
    let Some(option) = info.options().next() else {
        let (key, allowed) = (part.chars().take(60).collect(), Vec::new());
        return BotError::Key { bot: info.name, key, nearest: None, allowed };
    };
    let default = option.allowed.default();
    let default = if default == Value::Nothing { "...".to_owned() } else { default.to_string() };
    let example = format!("{}={default}", option.key);
    BotError::Form { bot: info.name, part: part.chars().take(60).collect(), example }
}

impl fmt::Display for BotSpec {
    /// The text that reads as this bot again, options in the order of the registry.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
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
    fn wrong_texts_are_answered_with_the_nearest_right_one() {
        for (text, message) in [
            (
                "randon",
                "no bot `randon` (did you mean `random`?), and no file of that name; bots: random, greedy",
            ),
            ("", "there is no bot ``"),
            ("random:x=1", "random has no option `x`; it has: none"),
            ("random:", "random has no option ``; it has: none"),
            ("greedy:fast", "greedy has no option `fast`; it has: none"),
            ("table", "table needs the name of a file: `table:FILE`"),
            ("table:", "table needs the name of a file"),
            ("resolve:,iterations=5", "resolve needs the name of a file: `resolve:FILE`"),
            ("resolve:x.hh,iteration=5", "resolve has no option `iteration` (did you mean `iterations`?)"),
            ("resolve:x.hh,iterations=0", "`iterations` cannot be `0`; allowed: a whole number from 1"),
            (
                "ismcts:tc=10+",
                "ismcts: `tc` cannot be `10+`; allowed: seconds from 0.001 to 1000000, alone or with +",
            ),
            ("greedy:tc=10", "greedy has no option `tc`"),
            ("cmd: ", "`cmd` needs a command"),
            ("cmd:./bot,tim=5", "cmd has no option `tim` (did you mean `time`?)"),
            ("cmd:./bot,option.a=1,option.a=2", "cmd: `option.a` is given twice"),
        ] {
            let error = text.parse::<BotSpec>().expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

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

    #[test]
    fn the_registry_is_sound() {
        for info in registry::all() {
            assert_eq!(registry::all().filter(|other| other.name == info.name).count(), 1, "{}", info.name);
            for option in info.options() {
                let default = option.allowed.default();
                let read = read(info, option, &default.to_string()).ok();
                assert!(default == Value::Nothing || read == Some(default), "{} {}", info.name, option.key);
                assert_eq!(info.options().filter(|other| other.key == option.key).count(), 1);
            }
        }
    }
}
