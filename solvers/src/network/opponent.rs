//! Who plays the other seats while a network learns by play.

use std::fmt;

use hinterhand_engine::{ActionSet, Game, Player, Rng};

use crate::search::RandDeepOptions;
use crate::strategy::Strategy;

/// An opponent of the learner.
pub enum Opponent<'o, G: Game> {
    /// The learner itself, which then learns from the decisions of all seats.
    Itself,
    /// Random games to a depth, with this number of samples.
    RandDeep(RandDeepOptions, u32),
    /// What plays by this strategy, to the end of the game.
    Strategy(Box<dyn Strategy<G> + 'o>),
}

impl<G: Game> fmt::Debug for Opponent<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Itself => f.write_str("Itself"),
            Opponent::RandDeep(options, samples) => {
                f.debug_tuple("RandDeep").field(options).field(samples).finish()
            }
            Opponent::Strategy(_) => f.debug_tuple("Strategy").finish_non_exhaustive(),
        }
    }
}

/// The opponent in the game with this number, each in turn, and the seat of the learner, which goes around.
pub(super) fn seated<'s, 'o, G: Game>(
    opponents: &'s [Opponent<'o, G>],
    players: usize,
    number: u64,
) -> (&'s Opponent<'o, G>, Player) {
    let (round, seat) = (number / players as u64, number % players as u64);
    (&opponents[(round % opponents.len() as u64) as usize], Player::new(seat as usize))
}

/// Draws an action of a strategy.
pub(super) fn draw<G: Game>(
    strategy: &dyn Strategy<G>,
    info_set: &G::InfoSet,
    legal: &G::Legal,
    rng: &mut Rng,
) -> G::Action {
    let mut probabilities = Vec::new();
    strategy.probabilities(info_set, legal, &mut probabilities);
    legal.nth(rng.weighted(probabilities.iter().copied()))
}
