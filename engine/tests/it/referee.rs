//! Which naive implementation referees which game.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::{Described, Game, Notation, Settings, Worlds, tricks};

use crate::naive::{self, Naive};

/// A game of the engine with a second implementation.
pub trait Refereed: Notation + Worlds + Described + Game<Action = tricks::Action> {
    type Referee: Naive;

    /// The second implementation, with these options.
    fn referee(options: &[(&str, &str)]) -> Self::Referee;

    /// Whether a random player should leave this action alone in most games.
    fn avoid(&self, _: &Self::State, _: tricks::Action) -> bool {
        false
    }
}

impl Refereed for Kinderschnapsen {
    type Referee = naive::Kinderschnapsen;

    fn referee(options: &[(&str, &str)]) -> naive::Kinderschnapsen {
        naive::Kinderschnapsen::new(options)
    }
}

/// Both implementations with the same options.
pub fn both<G: Refereed>(settings: &Settings) -> (G, G::Referee) {
    let given: Vec<(&str, String)> = settings.given().map(|(key, value)| (key, value.to_string())).collect();
    let given: Vec<(&str, &str)> = given.iter().map(|(key, value)| (*key, value.as_str())).collect();
    (G::with_settings(settings).expect("checked options"), G::referee(&given))
}
