//! The judge of strategies whose game is not written out: a lower bound of the exploitability by the local
//! best response.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Game as _, Player, Rng};
use hinterhand_solvers::judges::{Estimate, LocalBestResponse, RollOuts, TooManyWorlds};
use hinterhand_solvers::strategy::{Strategy, Uniform};

/// How much is played for the bound. The same numbers on the command line of `hinterhand local-best-response`
/// give the same figure for the strategy in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalJudge {
    /// The number of hands in each seat.
    pub hands: u32,
    /// The number of playouts with each action of the exploiter.
    pub playouts: u32,
    /// The maximum number of states that fit what the exploiter has seen.
    pub worlds: usize,
    /// The seed of the hands.
    pub seed: u64,
}

impl LocalJudge {
    /// The defaults of `hinterhand local-best-response`.
    pub const USUAL: LocalJudge = LocalJudge { hands: 1_000, playouts: 20, worlds: 100_000, seed: 1 };

    /// A lower bound of the exploitability of a strategy in a game of two, with its standard error.
    pub fn judge(&self, game: &AnyGame, strategy: &dyn Strategy<AnyGame>) -> Result<Estimate, TooManyWorlds> {
        let LocalJudge { hands, playouts, worlds, seed } = *self;
        let roll_outs = RollOuts::Sampled(playouts);
        let judge = LocalBestResponse { game, policy: strategy, own: &Uniform, roll_outs, worlds };
        let won = |player: Player| judge.sampled(player, hands, &mut Rng::new(seed, player.index() as u64));
        Ok(Estimate::mean_of([won(Player::FIRST)?, won(Player::SECOND)?]))
    }

    /// Whether the judge can be asked in a game: it must be one of two, whose states that fit what a player
    /// has seen can be listed. Two hands of uniform play are tried.
    pub fn check(&self, game: &AnyGame) -> Result<(), LocalJudgeError> {
        match game.players() {
            2 => LocalJudge { hands: 2, ..*self }
                .judge(game, &Uniform)
                .map(|_| ())
                .map_err(LocalJudgeError::from),
            players => Err(LocalJudgeError::Players { game: game.name(), players }),
        }
    }
}

/// Why the local best response cannot judge a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum LocalJudgeError {
    #[error("the local best response is for games of two, and {game} has {players} players")]
    Players { game: &'static str, players: usize },
    #[error("the local best response lists all states that fit what a player sees, and {0}")]
    Worlds(#[from] TooManyWorlds),
}
