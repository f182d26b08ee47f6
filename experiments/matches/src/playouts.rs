//! Random games over all cores: a test of the rules and a measure of their speed.
//!
//! Games are played in fixed blocks, each with its own stream of the seed, and the results are added in the
//! order of the blocks. So they do not depend on the number of threads.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use hinterhand_engine::{Game as _, Rng};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Play;

use crate::ratings::Moments;
use crate::workers::{Order, Workers};

/// The games that share one stream of random numbers.
pub const BLOCK: u64 = 256;

/// The results of random games.
#[derive(Clone, PartialEq, Debug)]
pub struct Playouts {
    /// The games played.
    pub games: u64,
    /// The actions played.
    pub moves: u64,
    /// For each player, the sum of the payoffs and the sum of their squares.
    sums: Vec<(f64, f64)>,
}

impl Playouts {
    /// No game yet.
    pub fn none(players: usize) -> Playouts {
        Playouts { games: 0, moves: 0, sums: vec![(0.0, 0.0); players] }
    }

    /// Enters a game of this many actions with the payoff of each player.
    pub(crate) fn enter(&mut self, moves: u64, payoffs: &[f64]) {
        self.games += 1;
        self.moves += moves;
        for ((sum, squares), payoff) in self.sums.iter_mut().zip(payoffs) {
            *sum += payoff;
            *squares += payoff * payoff;
        }
    }

    pub(crate) fn add(&mut self, other: &Playouts) {
        self.games += other.games;
        self.moves += other.moves;
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
    }

    /// Actions per game.
    pub fn mean_length(&self) -> Option<f64> {
        (self.games > 0).then(|| self.moves as f64 / self.games as f64)
    }

    /// The mean payoff of each player.
    pub fn mean_returns(&self) -> Vec<Option<f64>> {
        let games = self.games as f64;
        self.sums.iter().map(|(sum, _)| (self.games > 0).then(|| sum / games)).collect()
    }

    /// For each player, the bounds of the 95 % confidence interval of the mean payoff by the normal
    /// approximation; none of fewer than two games.
    pub fn interval_95(&self) -> Vec<Option<[f64; 2]>> {
        self.sums.iter().map(|&(sum, squares)| interval_95(self.games, sum, squares)).collect()
    }
}

/// The bounds of the 95 % confidence interval of the mean of `count` independent numbers with this sum and
/// this sum of squares, by the normal approximation; none of fewer than two.
pub(crate) fn interval_95(count: u64, sum: f64, squares: f64) -> Option<[f64; 2]> {
    Moments::of_sums(count, sum, squares).normal(0.95)
}

/// Plays `games` games between such players.
///
/// `progress` is called with the number done. Once `stop` is set no block is begun any more, and what counts
/// is every block before the first one that was not played.
pub fn run(
    game: &LoadedGame,
    play: Play,
    games: u64,
    seed: u64,
    workers: &Workers,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Playouts {
    let block = |rng: &mut Rng, games| {
        let mut playouts = Playouts::none(game.players());
        game.methods().play_games(play, games, rng, &mut |moves, payoffs| playouts.enter(moves, payoffs));
        playouts
    };
    let mut total = Playouts::none(game.players());
    in_blocks(games, seed, workers, stop, block, |block| {
        total.add(&block);
        progress(total.games);
    });
    total
}

/// The number of blocks for each thread that are begun before the first of them is handed on.
const AHEAD: usize = 64;

/// Has `games` games played in blocks by `play`, which is given the stream of the block and the number of its
/// games. `add` is given the results of the blocks in their order, until `stop` is set.
pub(crate) fn in_blocks<T: Send>(
    games: u64,
    seed: u64,
    workers: &Workers,
    stop: &AtomicBool,
    play: impl Fn(&mut Rng, u64) -> T + Sync,
    mut add: impl FnMut(T),
) {
    let one = |block, _: &_| Some(play(&mut Rng::new(seed, block), BLOCK.min(games - block * BLOCK)));
    let ahead = AHEAD * workers.threads();
    workers.run(0..games.div_ceil(BLOCK), Order::OfTasks, ahead, stop, one, |played| {
        played.into_iter().for_each(&mut add);
        ControlFlow::<Infallible>::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use hinterhand_players::games;

    use super::*;

    fn random(games: u64, seed: u64, stop: &AtomicBool, progress: impl FnMut(u64)) -> Playouts {
        let game = games::load_default("kinderschnapsen").expect("it is in the registry");
        let workers = Workers::new(2).expect("two threads");
        run(&game, Play::Random, games, seed, &workers, stop, progress)
    }

    #[test]
    fn the_last_block_is_cut_to_size() {
        let never = AtomicBool::new(false);
        let whole = random(1_000, 7, &never, |_| ());
        assert_eq!(whole.games, 1_000);
        let sum: f64 = whole.mean_returns().iter().flatten().sum();
        assert_eq!(sum, 0.0, "a zero-sum game");
        let first = random(256, 7, &never, |_| ());
        let (mut blocks, workers) = (Vec::new(), Workers::new(2).expect("two threads"));
        let play = |rng: &mut Rng, games| (rng.bits(), games);
        in_blocks(1_000, 7, &workers, &never, play, |played| blocks.push(played));
        let of = |block| (Rng::new(7, block).bits(), if block < 3 { 256 } else { 232 });
        assert_eq!(blocks, [0, 1, 2, 3].map(of), "a block does not depend on the others");
        assert_eq!(first.games, 256);
    }

    #[test]
    fn stopping_keeps_what_there_is() {
        let stop = AtomicBool::new(false);
        let stopped = random(1_000_000_000_000, 1, &stop, |_| stop.store(true, Ordering::Relaxed));
        assert!(stopped.games > 0 && stopped.games % BLOCK == 0);
        assert_eq!(stopped, random(stopped.games, 1, &AtomicBool::new(false), |_| ()));
    }

    #[test]
    fn the_interval_is_that_of_the_textbook() {
        // Payoffs 1, 1, -1, -1: variance 4/3, standard error sqrt(1/3).
        let playouts = Playouts { games: 4, moves: 8, sums: vec![(0.0, 4.0)] };
        let [low, high] = playouts.interval_95()[0].unwrap();
        assert!((high - 1.959964 / 3f64.sqrt()).abs() < 1e-6 && low == -high, "{low} {high}");
        assert_eq!(playouts.mean_length(), Some(2.0));
        assert_eq!(Playouts::none(2).mean_returns(), [None, None]);
    }
}
