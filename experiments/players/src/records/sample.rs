//! Records that fit what one seat of a given record has seen.

use hinterhand_engine::dynamic::AnyState;
use hinterhand_engine::{Game, History, Notation, Player, Rng, WordError, Worlds};

use crate::games::{self, GameError};
use crate::records::Record;

/// Which of the fitting records are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// This many, drawn with this seed and stream.
    Drawn {
        /// The number of worlds.
        count: u64,
        /// The seed.
        seed: u64,
        /// The stream of the seed.
        stream: u64,
    },
    /// All of them, each with its probability as the key `weight`, if they are at most this many.
    All {
        /// The most that there may be.
        limit: usize,
    },
}

/// Hands to `take` records that the player in `seat` cannot tell from `record` at its end.
pub fn fitting<E>(
    record: &Record,
    seat: usize,
    wanted: Wanted,
    mut take: impl FnMut(Record) -> Result<(), E>,
) -> Result<Result<(), E>, SampleError> {
    let loaded = games::load(&record.game, |settings| record.fill(settings))?;
    let (game, players) = (loaded.rules(), loaded.players());
    if seat >= players {
        return Err(SampleError::Seat { seat, players });
    }
    let mut history = History::new(game);
    for (ply, word) in record.actions.iter().enumerate() {
        history.play_word(word).map_err(|error| SampleError::Word { ply, error })?;
    }
    let info_set = game.info_set(history.state(), Player::new(seat));
    let retold = |world: &AnyState| Record::new(game, game.retold(history.words(), world), world);
    match wanted {
        Wanted::Drawn { count, seed, stream } => {
            let mut rng = Rng::new(seed, stream);
            Ok((0..count).try_for_each(|_| take(retold(&game.sample(&info_set, &mut rng)))))
        }
        Wanted::All { limit } => {
            let worlds = game.worlds(&info_set, limit).ok_or(SampleError::Many { limit })?;
            let weighed =
                |(world, weight)| retold(&world).with("weight", crate::option_value::number(weight));
            Ok(worlds.into_iter().map(weighed).try_for_each(take))
        }
    }
}

/// The reason for which no worlds of a record can be listed or sampled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum SampleError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("there is no seat {seat}; there are seats 0 to {}", players - 1)]
    Seat { seat: usize, players: usize },
    #[error("at ply {ply}: {error}")]
    Word { ply: usize, error: WordError },
    #[error("more than {limit} worlds fit; raise the limit, or draw some of them with a count")]
    Many { limit: usize },
}
