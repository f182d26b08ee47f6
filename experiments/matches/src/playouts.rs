//! Games against each other over all cores: a test of the rules and a measure of their speed.
//!
//! Games are played in fixed blocks, each with its own stream of the seed, and the results are added in the
//! order of the blocks. So they do not depend on the number of threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hinterhand_engine::{Game, Player, Rng};
use rayon::prelude::*;

use crate::ratings::Moments;

/// The games that share one stream of random numbers.
pub const BLOCK: u64 = 256;

/// What came of random games.
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
    pub(crate) fn enter(&mut self, moves: u64, payoff: impl Fn(Player) -> f64) {
        self.games += 1;
        self.moves += moves;
        for (player, (sum, squares)) in self.sums.iter_mut().enumerate() {
            let payoff = payoff(Player::new(player));
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

/// The bounds of the 95 % confidence interval of the mean of `count` independent numbers with this sum and this sum
/// of squares, by the normal approximation; none of fewer than two.
pub(crate) fn interval_95(count: u64, sum: f64, squares: f64) -> Option<[f64; 2]> {
    Moments::of_sums(count, sum, squares).normal(0.95)
}

/// Plays `games` games on the current thread pool. `play` plays one to its end from the position that it is
/// given and returns the number of actions, as [`playout`](hinterhand_engine::playout) does.
///
/// `progress` is told from time to time how many are done. Once `stop` is set no block is begun any more,
/// and what counts is every block before the first one that was not played.
pub fn run<G: Game>(
    game: &G,
    play: impl Fn(&G, &mut G::State, &mut Rng) -> u64 + Sync,
    games: u64,
    seed: u64,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Playouts {
    let block = |rng: &mut Rng, games| {
        let mut playouts = Playouts::none(game.players());
        for _ in 0..games {
            let mut state = game.start();
            let moves = play(game, &mut state, rng);
            playouts.enter(moves, |player| game.payoff(&state, player));
        }
        playouts
    };
    let mut total = Playouts::none(game.players());
    in_blocks(games, seed, stop, block, |blocks| {
        blocks.iter().for_each(|block| total.add(block));
        progress(total.games);
    });
    total
}

/// Has `games` games played in blocks by `play`, which is told how many and given the stream of the block.
/// Now and then `add` is given what came of the next blocks, in their order; until `stop` is set.
pub(crate) fn in_blocks<T: Send>(
    games: u64,
    seed: u64,
    stop: &AtomicBool,
    play: impl Fn(&mut Rng, u64) -> T + Sync,
    mut add: impl FnMut(Vec<T>),
) {
    let blocks = games.div_ceil(BLOCK);
    let mut first = 0;
    // A round is as long as it takes to be worth its end, where threads wait for the last block.
    let mut round = 4 * rayon::current_num_threads() as u64;
    let one = |block| play(&mut Rng::new(seed, block), BLOCK.min(games - block * BLOCK));
    while first < blocks {
        let began = Instant::now();
        let end = blocks.min(first + round);
        let played: Vec<Option<T>> = (first..end)
            .into_par_iter()
            .map(|block| (!stop.load(Ordering::Relaxed)).then(|| one(block)))
            .collect();
        add(played.into_iter().map_while(|block| block).collect());
        if stop.load(Ordering::Relaxed) {
            return;
        }
        first = end;
        if began.elapsed() < ROUND {
            round *= 2;
        }
    }
}

/// The least time of a round: longer rounds show less progress, shorter ones wait more often.
const ROUND: Duration = Duration::from_millis(200);

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::playout;

    #[test]
    fn the_last_block_is_cut_to_size() {
        let game = Kinderschnapsen::default();
        let never = AtomicBool::new(false);
        let whole = run(&game, playout, 1_000, 7, &never, |_| ());
        assert_eq!(whole.games, 1_000);
        let sum: f64 = whole.mean_returns().iter().flatten().sum();
        assert_eq!(sum, 0.0, "a zero-sum game");
        let first = run(&game, playout, 256, 7, &never, |_| ());
        let mut blocks = Vec::new();
        in_blocks(1_000, 7, &never, |rng, games| (rng.bits(), games), |played| blocks.extend(played));
        let of = |block| (Rng::new(7, block).bits(), if block < 3 { 256 } else { 232 });
        assert_eq!(blocks, [0, 1, 2, 3].map(of), "a block does not depend on the others");
        assert_eq!(first.games, 256);
    }

    #[test]
    fn stopping_keeps_what_there_is() {
        let game = Kinderschnapsen::default();
        let stop = AtomicBool::new(false);
        let stopped =
            run(&game, playout, 1_000_000_000_000, 1, &stop, |_| stop.store(true, Ordering::Relaxed));
        assert!(stopped.games > 0 && stopped.games % BLOCK == 0);
        assert_eq!(stopped, run(&game, playout, stopped.games, 1, &AtomicBool::new(false), |_| ()));
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
