//! Bouts: the results from which ratings are made.

use std::fmt;

/// The result of one independent unit between two players: a hand, or a deal played from every seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bout {
    /// The two players, each by its number.
    pub players: [usize; 2],
    /// The wins of the first, or its game points.
    pub won: f64,
    /// The draws.
    pub drawn: f64,
    /// The wins of the second, or its game points.
    pub lost: f64,
}

/// Why bouts make no ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BoutError {
    /// There is no such player in the bout of this number.
    Player(usize, usize),
    /// In the bout of this number a player plays against itself.
    Itself(usize),
    /// In the bout of this number something happened so often.
    Count(usize, f64),
    /// The prior is negative or not finite.
    Prior(f64),
}

impl fmt::Display for BoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoutError::Player(bout, player) => {
                write!(f, "bout {bout} names player {player}, whom there is not")
            }
            BoutError::Itself(bout) => write!(f, "in bout {bout} a player plays against itself"),
            BoutError::Count(bout, count) => write!(f, "bout {bout} counts {count} results"),
            BoutError::Prior(prior) => write!(f, "the prior must be 0 or a positive number, not {prior}"),
        }
    }
}

impl std::error::Error for BoutError {}

/// Checks the numbers of players and of results.
pub(super) fn check(players: usize, bouts: &[Bout], prior: f64) -> Result<(), BoutError> {
    if !(prior >= 0.0 && prior.is_finite()) {
        return Err(BoutError::Prior(prior));
    }
    for (number, bout) in bouts.iter().enumerate() {
        if let Some(&player) = bout.players.iter().find(|&&player| player >= players) {
            return Err(BoutError::Player(number, player));
        }
        if bout.players[0] == bout.players[1] {
            return Err(BoutError::Itself(number));
        }
        let wrong = [bout.won, bout.drawn, bout.lost].into_iter().find(|&n| !(n >= 0.0 && n.is_finite()));
        if let Some(count) = wrong {
            return Err(BoutError::Count(number, count));
        }
    }
    Ok(())
}
