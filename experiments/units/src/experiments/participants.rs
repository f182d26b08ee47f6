//! The game and the bots of an experiment: described, and held against the description where units are done.

use hinterhand_matches::selfplay::Player;
use hinterhand_players::bots::Bot;
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::ExperimentError;

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// The game.
    pub game: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// The hash of all of them.
    pub rules: String,
}

impl Rules {
    /// The rules of a game that is loaded.
    pub fn of(game: &LoadedGame) -> Rules {
        let (options, rules) = (option_value::given(game.settings()), rules_hash(game.settings()));
        Rules { game: game.info().name.to_owned(), options, rules }
    }

    /// Loads the game, whose rules must be these.
    pub(super) fn load(&self) -> anyhow::Result<LoadedGame> {
        let game = load(&self.game, &self.options)?;
        agree(&format!("the hash of the rules of {}", self.game), &self.rules, &rules_hash(game.settings()))?;
        Ok(game)
    }
}

/// Loads a game with options.
pub(super) fn load(game: &str, options: &Map<String, Json>) -> Result<LoadedGame, GameError> {
    games::load(game, |settings| option_value::fill(settings, options).map_err(GameError::from))
}

/// The version of this program.
pub(super) fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Refuses something that is another one here than where the plan was made.
pub(super) fn agree(what: &str, planned: &str, found: &str) -> Result<(), ExperimentError> {
    if planned == found {
        return Ok(());
    }
    let (what, planned, found) = (what.to_owned(), planned.to_owned(), found.to_owned());
    Err(ExperimentError::Differs { what, planned, found })
}

/// Refuses bots whose play depends on the speed of the machine.
pub(super) fn refuse_clocks(bot: &Bot) -> Result<(), ExperimentError> {
    match bot.spec().goes_by_the_clock() {
        true => Err(ExperimentError::Clock { bot: bot.spec().to_string() }),
        false => Ok(()),
    }
}

/// Opens a bot that is to be described.
pub(super) fn open(text: &str) -> anyhow::Result<Bot> {
    let bot = Bot::open(text.parse()?)?;
    refuse_clocks(&bot)?;
    Ok(bot)
}

/// Opens bots that were described: each must be the same one here.
pub(super) fn reopen(described: &[Player]) -> anyhow::Result<Vec<Bot>> {
    let one = |player: &Player| {
        let bot = open(&player.bot)?;
        let here = Player::of(&bot);
        agree(&format!("the version of `{}`", player.bot), &player.version, &here.version)?;
        agree(&format!("the options of `{}`", player.bot), &text(player), &text(&here))?;
        Ok(bot)
    };
    described.iter().map(one).collect()
}

fn text(player: &Player) -> String {
    Json::Object(player.options.clone()).to_string()
}

/// Refuses bots that see all cards.
pub(super) fn refuse_cheats(bots: &[Bot]) -> Result<(), ExperimentError> {
    match bots.iter().find(|bot| bot.spec().cheats()) {
        Some(bot) => Err(ExperimentError::Cheats { bot: bot.spec().to_string() }),
        None => Ok(()),
    }
}
