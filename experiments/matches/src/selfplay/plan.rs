//! The plan of self-play: everything that the rows depend on, as one value.

use hinterhand_players::bots::Bot;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Self-play before it is played. The same plan comes to the same rows, unless a bot goes by the clock; the
/// number of threads is no part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// The hash of the rules: [`rules_hash`](hinterhand_players::strategy::rules_hash).
    pub rules: String,
    /// The number of hands.
    pub hands: u64,
    /// The seed of the cards and of the bots.
    pub seed: u64,
    /// The bots.
    pub bots: Vec<Player>,
    /// The version of this program.
    pub version: String,
}

/// A bot that plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The specification of the bot.
    pub bot: String,
    /// All its options, the defaults too.
    pub options: Map<String, Json>,
    /// The version of the bot: that of this program, or a digest of the content of a file.
    pub version: String,
}

impl Player {
    /// The options and the version of a bot.
    pub fn of(bot: &Bot) -> Player {
        let options = bot.spec().configuration().into_iter().map(|(key, value)| (key, Json::from(value)));
        Player { bot: bot.spec().to_string(), options: options.collect(), version: bot.version() }
    }
}

/// The bots that sit at the table in a hand.
///
/// The bots move on by one seat from hand to hand, so that each sits in each seat as often as the others.
/// After as many hands as there are bots, the distance between neighbours grows by one, so that every bot
/// meets every other.
pub fn seating(hand: u64, bots: usize, players: usize) -> Vec<usize> {
    let all = bots as u64;
    let distance = 1 + hand / all % (all - 1).max(1);
    (0..players as u64).map(|seat| ((hand % all + seat * distance) % all) as usize).collect()
}
