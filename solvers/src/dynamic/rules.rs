//! The rules of the games of the engine alone, by name: for programs that must stay small, since nothing that
//! is done fast with a game becomes a part of them.

use std::fmt;

use hinterhand_engine::dynamic::{AnyGame, Playable};
use hinterhand_engine::{OptionError, Settings};

use super::Offers;
use super::games::{Listed, list};

/// The rules of a game that is made of its settings alone.
///
/// ```
/// use hinterhand_engine::Game;
/// use hinterhand_solvers::dynamic::GameRules;
///
/// let rules = GameRules::all().into_iter().find(|rules| rules.settings().info().name == "kuhn");
/// let rules = rules.expect("a game of the engine");
/// assert_eq!(rules.make(rules.settings())?.players(), 2);
/// # Ok::<(), hinterhand_engine::OptionError>(())
/// ```
pub struct GameRules {
    settings: Settings,
    make: Box<dyn Fn(Settings) -> Result<AnyGame, OptionError>>,
}

impl GameRules {
    /// The games of [`GameKind::all`](super::GameKind::all), in the same order.
    pub fn all() -> Vec<GameRules> {
        let mut rules = Vec::new();
        list(&mut rules);
        rules
    }

    /// The default settings, with the description of the game.
    pub fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// Makes the game.
    pub fn make(&self, settings: Settings) -> Result<AnyGame, OptionError> {
        (self.make)(settings)
    }
}

impl Listed for Vec<GameRules> {
    fn add_made<G: Playable>(
        &mut self,
        settings: Settings,
        make: fn(&Settings) -> Result<G, OptionError>,
        _: impl FnOnce() -> Offers<G>,
    ) {
        let make = move |settings: Settings| Ok(AnyGame::new(make(&settings)?, settings));
        self.push(GameRules { settings, make: Box::new(make) });
    }
}

impl fmt::Debug for GameRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameRules").field("game", &self.settings.info().name).finish_non_exhaustive()
    }
}
