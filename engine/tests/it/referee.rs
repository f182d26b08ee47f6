//! Which naive implementation referees which game.

use hinterhand_engine::games::sixty_six::Family;
use hinterhand_engine::games::{
    DarkHex, Kinderschnapsen, KlondikeChess, PhantomTtt, Recipippes, Schikanoeschen, Schnapsen, SixtySix,
};
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{Described, Game, Notation, Settings, Turn, Worlds};

use crate::naive::{self, Naive};

/// A game of the engine with a second implementation.
pub trait Refereed: Notation + Described {
    type Referee: Naive;

    /// The second implementation, with these options.
    fn referee(options: &[(&str, &str)]) -> Self::Referee;
}

/// One of the trick-taking games.
pub trait TrickGame: Refereed + Worlds + Game<State: Table, Action = Action> {
    /// Whether a random player should leave this action alone in most games.
    fn avoid(&self, _: &Self::State, _: Action) -> bool {
        false
    }
}

impl Refereed for Kinderschnapsen {
    type Referee = naive::Kinderschnapsen;

    fn referee(options: &[(&str, &str)]) -> naive::Kinderschnapsen {
        naive::Kinderschnapsen::new(options)
    }
}

impl TrickGame for Kinderschnapsen {}

impl Refereed for SixtySix {
    type Referee = naive::SixtySix;

    fn referee(options: &[(&str, &str)]) -> naive::SixtySix {
        naive::SixtySix::new(options)
    }
}

impl TrickGame for SixtySix {
    fn avoid(&self, hand: &Self::State, action: Action) -> bool {
        is_false_stop(self, hand, action)
    }
}

impl Refereed for Schnapsen {
    type Referee = naive::SixtySix;

    fn referee(options: &[(&str, &str)]) -> naive::SixtySix {
        naive::SixtySix::schnapsen(options)
    }
}

impl TrickGame for Schnapsen {
    fn avoid(&self, hand: &Self::State, action: Action) -> bool {
        is_false_stop(self, hand, action)
    }
}

impl Refereed for Recipippes {
    type Referee = naive::Recipippes;

    fn referee(options: &[(&str, &str)]) -> naive::Recipippes {
        naive::Recipippes::new(options)
    }
}

impl Refereed for Schikanoeschen {
    type Referee = naive::Schikanoeschen;

    fn referee(options: &[(&str, &str)]) -> naive::Schikanoeschen {
        naive::Schikanoeschen::new(options)
    }
}

impl Refereed for KlondikeChess {
    type Referee = naive::KlondikeChess;

    fn referee(options: &[(&str, &str)]) -> naive::KlondikeChess {
        naive::KlondikeChess::new(options)
    }
}

impl Refereed for PhantomTtt {
    type Referee = naive::Phantom;

    fn referee(options: &[(&str, &str)]) -> naive::Phantom {
        naive::Phantom::tic_tac_toe(options)
    }
}

impl Refereed for DarkHex {
    type Referee = naive::Phantom;

    fn referee(options: &[(&str, &str)]) -> naive::Phantom {
        naive::Phantom::dark_hex(options)
    }
}

/// A stop below 66: with it uniformly random hands end after ten actions.
pub fn is_false_stop<const CARDS: usize>(
    rules: &Family<CARDS>,
    hand: &<Family<CARDS> as Game>::State,
    action: Action,
) -> bool {
    let Turn::Player(mover) = rules.turn(hand) else { return false };
    action == Action::STOP && rules.points(hand, mover) < 66
}

/// Both implementations with the same options.
pub fn both<G: Refereed>(settings: &Settings) -> (G, G::Referee) {
    let given: Vec<(&str, String)> = settings.given().map(|(key, value)| (key, value.to_string())).collect();
    let given: Vec<(&str, &str)> = given.iter().map(|(key, value)| (*key, value.as_str())).collect();
    (G::with_settings(settings).expect("checked options"), G::referee(&given))
}
