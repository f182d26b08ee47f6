//! Bots read from text, which is held against the registry.

use std::path::Path;
use std::str::FromStr;

use hinterhand_engine::{Allowed, OptionSpec, Value, nearest};

use super::info::{BotInfo, COMMAND, TABLE};
use super::spec::OWN;
use super::{BotError, BotSpec, registry};
use crate::protocol;

impl FromStr for BotSpec {
    type Err = BotError;

    fn from_str(text: &str) -> Result<BotSpec, BotError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let Some(info) = info(name) else {
            // Names of files have a place or an ending; a bare word is one only if the file is there.
            if text.contains(['/', '\\', '.']) || Path::new(text).exists() {
                let argument = Some(text.to_owned());
                let info = info(TABLE).expect("it is in the registry");
                return Ok(BotSpec { info, argument, given: Vec::new(), own: Vec::new() });
            }
            let allowed: Vec<&str> = registry::all().map(|info| info.name).collect();
            let nearest = nearest(name, allowed.iter().copied());
            return Err(BotError::Unknown { name: name.chars().take(60).collect(), nearest, allowed });
        };
        let mut spec = BotSpec { info, argument: None, given: Vec::new(), own: Vec::new() };
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
        let parts: Vec<&str> = rest.into_iter().flat_map(|rest| rest.split(',')).collect();
        for (at, &part) in parts.iter().enumerate() {
            let comma = |nearest| comma(spec.argument.as_deref(), &parts, at, nearest);
            let Some((key, text)) = part.split_once('=') else {
                return Err(if info.name == COMMAND { comma(None) } else { form(info, part) });
            };
            if let Some(key) = key.trim().strip_prefix(OWN).filter(|_| info.name == COMMAND) {
                if spec.own.iter().any(|(other, _)| other == key) {
                    return Err(BotError::Twice { bot: info.name, key: format!("{OWN}{key}") });
                }
                spec.own.push((key.to_owned(), text.trim().to_owned()));
                continue;
            }
            let option = option(info, key.trim()).map_err(|error| match error {
                BotError::Key { nearest, .. } if info.name == COMMAND => comma(nearest),
                error => error,
            })?;
            if spec.given.iter().any(|(other, _)| *other == option.key) {
                return Err(BotError::Twice { bot: info.name, key: option.key.to_owned() });
            }
            spec.given.push((option.key, read(info, option, text.trim())?));
        }
        spec.given.sort_by_key(|(key, _)| info.options().position(|option| option.key == *key));
        spec.check_read()?;
        Ok(spec)
    }
}

/// The description of the bot called `name`.
fn info(name: &str) -> Option<&'static BotInfo> {
    registry::all().find(|info| info.name == name)
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

/// The part at `at` after a command is no option of `cmd`: the comma before it may belong to the command.
fn comma(command: Option<&str>, parts: &[&str], at: usize, nearest: Option<&'static str>) -> BotError {
    let command = command.unwrap_or_default();
    let mut escaped = command.to_owned();
    for (n, part) in parts.iter().enumerate() {
        escaped += if n <= at { r"\," } else { "," };
        escaped += part;
    }
    let part = parts[at].chars().take(60).collect();
    BotError::Comma { command: command.to_owned(), part, nearest, escaped }
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
            (
                "cmd:./bot,tim=5",
                "`tim=5` is no option of cmd (did you mean `time`?): a comma ends the command",
            ),
            (
                "cmd:./bot -x a,b,time=5",
                "`b` is no option of cmd: a comma ends the command, here `./bot -x a`",
            ),
            ("cmd:./bot -x a,b,time=5", r"as in `cmd:./bot -x a\,b,time=5`"),
            (
                "cmd:hinterhand bot pimc:worlds=5,threads=2",
                r"as in `cmd:hinterhand bot pimc:worlds=5\,threads=2`",
            ),
            ("cmd:./bot,option.a=1,option.a=2", "cmd: `option.a` is given twice"),
        ] {
            let error = text.parse::<BotSpec>().expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
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
