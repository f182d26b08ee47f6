//! The descriptions of games and of their options.

use super::error::OptionError;
use super::settings::Settings;
use super::value::Allowed;
use crate::{ContestRules, Player};

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

/// A game that can be made from options given as text.
pub trait Described: Sized {
    /// The description of the game.
    const INFO: GameInfo;

    /// The score above it, when a match is played: by default each game counts as it falls.
    const CONTEST: ContestRules = ContestRules::SINGLE_HAND;

    /// The game with these options.
    fn with_settings(settings: &Settings) -> Result<Self, OptionError>;

    /// The least payoff of `player`: no end of the game pays less. It is the payoff of a game that the player
    /// forfeits.
    fn least_payoff(&self, player: Player) -> f64;
}
