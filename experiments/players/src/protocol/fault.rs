//! Faults of programs, and their cost.

use hinterhand_engine::Game as _;
use hinterhand_engine::dynamic::AnyGame;
use std::fmt;

use hinterhand_engine::Player;
use serde::{Deserialize, Serialize};

use crate::clock::RunOut;

/// A violation of the protocol or of the rules by a player. It ends the hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}: {reason}")]
pub struct Fault {
    /// Of which kind it is.
    pub kind: FaultKind,
    /// The fault in a sentence.
    pub reason: String,
}

/// A player without any time left is late.
impl From<RunOut> for Fault {
    fn from(run_out: RunOut) -> Fault {
        FaultKind::Late.because(run_out.to_string())
    }
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or did not send its name.
    Start,
    /// It ended with an error, or was ended by a signal.
    Crash,
    /// It ended as if all were well.
    Exit,
    /// It did not answer in time.
    Late,
    /// It sent too much.
    Flood,
    /// It sent something that is no answer.
    Garbage,
    /// It answered with an action that is not legal.
    Illegal,
}

impl FaultKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Exit => "exit",
            FaultKind::Late => "late",
            FaultKind::Flood => "flood",
            FaultKind::Garbage => "garbage",
            FaultKind::Illegal => "illegal",
        }
    }

    /// With this reason.
    pub(crate) fn because(self, reason: impl Into<String>) -> Fault {
        Fault { kind: self, reason: reason.into() }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A hand that ended with a fault of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// The seat.
    pub seat: usize,
    /// Of which kind its fault was.
    pub kind: FaultKind,
    /// The kind of fault.
    pub reason: String,
}

impl Forfeit {
    /// The fault of this seat.
    pub fn new(seat: Player, fault: Fault) -> Forfeit {
        Forfeit { seat: seat.index(), kind: fault.kind, reason: fault.reason }
    }

    /// The payoff of each seat: the least payoff of the game for the seat at fault, and an equal share of its
    /// loss for each of the others.
    pub fn returns(&self, game: &AnyGame) -> Vec<f64> {
        let least = game.least_payoff(Player::new(self.seat));
        let others = (game.players() - 1) as f64;
        (0..game.players()).map(|seat| if seat == self.seat { least } else { -least / others }).collect()
    }
}

/// The fault of a line that is not expected.
pub(super) fn unexpected(said: &str, expected: &str) -> Fault {
    FaultKind::Garbage.because(format!("`{}` where {expected} was expected", shortened(said)))
}

/// A line, or its beginning if it is long.
pub(super) fn shortened(said: &str) -> String {
    let mut short: String = said.chars().take(100).collect();
    if short.len() < said.len() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, GameError, LoadedGame};

    fn with_players(name: &str, players: &str) -> LoadedGame {
        let game =
            games::load(name, |settings| settings.set_text("players", players).map_err(GameError::from));
        game.expect("an option of the game")
    }

    #[test]
    fn the_seat_at_fault_pays_the_others() {
        let forfeit = |seat| Forfeit::new(Player::new(seat), FaultKind::Late.because("it slept"));
        assert_eq!(forfeit(1).returns(&games::load_default("kinderschnapsen").expect("a game")), [3.0, -3.0]);
        assert_eq!(forfeit(2).returns(&with_players("kuhn", "3")), [1.0, 1.0, -2.0]);
        assert_eq!(forfeit(0).returns(&with_players("recipippes", "4")), [-3.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn kinds_are_kept_by_their_words() {
        for kind in [FaultKind::Start, FaultKind::Crash, FaultKind::Exit, FaultKind::Late, FaultKind::Flood] {
            assert_eq!(serde_json::to_value(kind).expect("a word"), kind.word());
        }
    }
}
