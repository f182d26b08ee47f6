//! A game that can be made from options given as text.

use super::error::OptionError;
use super::settings::Settings;
use super::spec::GameInfo;
use crate::{ContestRules, Player};

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

impl Settings {
    /// The defaults of the game `G`.
    pub fn of<G: Described>() -> Settings {
        Settings::described(G::INFO)
    }
}
