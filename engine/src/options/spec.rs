//! The descriptions of games and of their options.

use super::value::Allowed;

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub key: &'static str,
    /// Its values.
    pub allowed: Allowed,
    /// Its effect, in one sentence.
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
    /// Its meaning, in one sentence.
    pub about: &'static str,
}

/// The description of a game.
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
    /// The state of the checks of its rules.
    pub status: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its presets.
    pub presets: &'static [Preset],
}

impl GameInfo {
    /// The minimal description of a game of two players without options.
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
