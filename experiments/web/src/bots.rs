//! Bots that are open, by what browsers call them.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard};

use hinterhand_players::bots::{Bot, BotError, BotSpec};
#[cfg(feature = "server")]
use hinterhand_players::games::LoadedGame;

/// Bots that are opened once.
#[derive(Debug)]
pub(crate) struct OpenBots {
    /// Bots that were named when the page was opened: what browsers call them, and their texts.
    named: HashMap<String, String>,
    open: Mutex<HashMap<String, Arc<Bot>>>,
}

/// The number of bots that are kept open.
const KEPT: usize = 64;

impl OpenBots {
    /// No bot is open yet; these are known besides those of the registry.
    pub(crate) fn new(named: HashMap<String, String>) -> OpenBots {
        OpenBots { named, open: Mutex::default() }
    }

    /// The bot of this text, opened once.
    pub(crate) fn bot(&self, text: &str) -> Result<Arc<Bot>, String> {
        if let Some(bot) = self.open().get(text) {
            return Ok(Arc::clone(bot));
        }
        let spec: BotSpec =
            self.named.get(text).map_or(text, String::as_str).parse().map_err(|error| format!("{error}"))?;
        let bot = Bot::open(spec.clone()).map_err(|error| match error {
            // What a program has said is not for browsers.
            BotError::Program(_) => "the program cannot be started".to_owned(),
            error => told(&error, &spec),
        })?;
        let bot = Arc::new(bot);
        let mut open = self.open();
        if open.len() >= KEPT {
            // Those that were named have files and programs, which take time to open.
            open.retain(|text, _| self.named.contains_key(text));
        }
        open.insert(text.to_owned(), Arc::clone(&bot));
        Ok(bot)
    }

    /// Whether this bot, of those that were named, is a program of its own.
    #[cfg(feature = "server")]
    pub(crate) fn is_program(&self, text: &str) -> bool {
        self.named.get(text).is_some_and(|text| text.starts_with("cmd:"))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<Bot>>> {
        self.open.lock().expect("no thread panics while it holds the bots")
    }
}

/// Whether a bot can sit at a table of this game.
#[cfg(feature = "server")]
pub(crate) fn check(bot: &Bot, game: &LoadedGame) -> Result<(), BotError> {
    match bot.pool() {
        Some(_) => bot.check_program(game),
        None => bot.for_game(game).map(drop),
    }
}

/// An error about a bot as browsers are told it.
pub(crate) fn told(error: &impl Display, spec: &BotSpec) -> String {
    let message = error.to_string();
    if let Some(command) = spec.command() {
        let folders = command.split(' ').filter(|word| word.contains('/'));
        return folders.fold(message, |message, word| message.replace(word, file_name(word)));
    }
    spec.files().fold(message, |message, file| {
        let path = file.display().to_string();
        message.replace(&path, file_name(&path))
    })
}

/// A path without its folders.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_tell_of_folders() {
        let spec: BotSpec = "table:/nowhere/of a/k.strategy".parse().expect("a bot");
        assert_eq!(told(&"/nowhere/of a/k.strategy: it is not there", &spec), "k.strategy: it is not there");
        let spec: BotSpec = "ismcts:value=/home/a/k.network".parse().expect("a bot");
        assert_eq!(told(&"/home/a/k.network: it is not there", &spec), "k.network: it is not there");
        let spec: BotSpec = "cmd:python3 /home/a/bot.py --deep".parse().expect("a bot");
        assert_eq!(
            told(&format!("{spec}: it gives no values"), &spec),
            "cmd:python3 bot.py --deep: it gives no values"
        );
    }
}
