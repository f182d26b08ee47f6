//! Who plays against a network while it learns.

use std::fmt;
use std::sync::Arc;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::bots::{Bot, BotError, BotStrategy};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::network::Opponent;

/// An opponent of a network that learns.
#[derive(Clone, Debug)]
pub enum Opposite {
    /// The network itself.
    Itself,
    /// A bot.
    Bot(Arc<Bot>),
}

impl Opposite {
    /// The opponent in a game. The chance of a bot comes from `seed` and from what it sees.
    pub(super) fn in_game<'g>(
        &'g self,
        game: &'g LoadedGame,
        seed: u64,
    ) -> Result<Opponent<'g, AnyGame>, BotError> {
        Ok(match self {
            Opposite::Itself => Opponent::Itself,
            Opposite::Bot(bot) => {
                let strategy = BotStrategy::new(bot.for_game(game)?, seed);
                Opponent::Strategy(Box::new(strategy.without_memory()))
            }
        })
    }

    /// All on which its play depends.
    pub(super) fn identity(&self) -> String {
        match self {
            Opposite::Itself => self.to_string(),
            Opposite::Bot(bot) => format!("{} ({})", bot.spec(), bot.version()),
        }
    }
}

impl fmt::Display for Opposite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opposite::Itself => f.write_str("itself"),
            Opposite::Bot(bot) => bot.spec().fmt(f),
        }
    }
}
