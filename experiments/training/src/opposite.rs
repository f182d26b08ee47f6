//! Who plays against a network while it learns.

use std::fmt;
use std::sync::Arc;

use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_players::bots::{Bot, BotError, BotStrategy};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::network::Opponent;
use hinterhand_solvers::strategy::Strategy;

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
                Opponent::Strategy(Box::new(Asked(BotStrategy::new(bot.for_game(game)?, seed))))
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

/// A bot whose answers are not kept: in millions of games it meets hardly an information set twice.
struct Asked<'b>(BotStrategy<'b>);

impl Strategy<AnyGame> for Asked<'_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        self.0.ask(info_set, legal, out);
    }
}
