//! A player whom the others are taken for.

use hinterhand_engine::{Game, Rng, Turn};
use hinterhand_solvers::search::{Greedy, Model};

use super::{BotError, BotSpec, DirectedPlayer, Power, Powers};
use crate::games::{Playable, names_with};

/// A player whom the others are taken for.
pub enum Others<G: Game + 'static> {
    /// The greedy player of the game.
    Greedy(&'static dyn Greedy<G>),
    /// The directed one.
    Directed(DirectedPlayer<G>),
}

impl<G: Playable> Others<G> {
    /// Whom the option `others` names, if it is one of these.
    pub(super) fn named(spec: &BotSpec, powers: &Powers<G>) -> Result<Option<Others<G>>, BotError> {
        let (found, power) = match spec.word("others") {
            "greedy" => (powers.greedy.map(Others::Greedy), Power::Greedy),
            "directed" => (powers.directed.map(Others::Directed), Power::Directed),
            _ => return Ok(None),
        };
        let lacks = || BotError::Power {
            bot: spec.to_string(),
            power,
            game: G::INFO.name,
            allowed: names_with(power),
        };
        found.map(Some).ok_or_else(lacks)
    }
}

impl<G: Game> Model<G> for Others<G> {
    fn act(&self, game: &G, state: &G::State, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        match self {
            Others::Greedy(greedy) => {
                let Turn::Player(player) = game.turn(state) else { unreachable!("only players act") };
                greedy.choose(game, &game.info_set(state, player), legal, rng)
            }
            Others::Directed(player) => (player.choose)(game, state, legal, rng),
        }
    }

    fn draws(&self) -> u32 {
        1
    }
}

impl<G: Game> Clone for Others<G> {
    fn clone(&self) -> Others<G> {
        *self
    }
}

impl<G: Game> Copy for Others<G> {}
