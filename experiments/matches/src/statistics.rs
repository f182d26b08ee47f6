//! Figures about whole games: how long they are, how much there is to choose, how they end.
//!
//! The games are those of [`playouts`] with the same seed and player, block for block.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use hinterhand_engine::{Game as _, Player, Rng};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::{Play, Watcher};

use crate::playouts::{self, Playouts};
use crate::workers::Workers;

/// The count of each number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts(BTreeMap<u64, u64>);

impl Counts {
    fn count(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    fn add(&mut self, other: &Counts) {
        for (&number, times) in &other.0 {
            *self.0.entry(number).or_default() += times;
        }
    }

    /// The total count.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The count of `number`.
    pub fn times(&self, number: u64) -> u64 {
        self.0.get(&number).copied().unwrap_or(0)
    }

    /// The mean of the numbers.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.0.iter().map(|(number, times)| number * times).sum();
        let total = self.total();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// The least number that at least `percent` % of the numbers do not exceed.
    pub fn percentile(&self, percent: u64) -> Option<u64> {
        let total = u128::from(self.total());
        let mut below = 0;
        let mut numbers = self.0.iter();
        numbers.find_map(|(&number, &times)| {
            below += u128::from(times);
            (100 * below >= u128::from(percent) * total).then_some(number)
        })
    }

    /// The largest number.
    pub fn largest(&self) -> Option<u64> {
        self.0.keys().next_back().copied()
    }
}

/// The information sets at which players had to choose: how many different ones.
///
/// An information set is known by a digest of 128 bits; that two share one is not to be expected.
#[derive(Clone, PartialEq, Debug)]
pub struct InfoSets {
    /// For each player those at which it was its turn.
    seen: Vec<HashSet<u128>>,
    /// The games in which they were counted.
    games: u64,
    /// No more are counted: there would be more than [`LIMIT`].
    full: bool,
}

/// The maximum number of information sets that are kept: some 100 MB.
pub const LIMIT: usize = 3_000_000;

impl InfoSets {
    fn none(players: usize) -> InfoSets {
        InfoSets { seen: vec![HashSet::new(); players], games: 0, full: false }
    }

    /// The number of different ones that each player met, in the games in which they were counted.
    pub fn of_each(&self) -> Vec<usize> {
        self.seen.iter().map(HashSet::len).collect()
    }

    /// The number of different ones that all players met.
    pub fn total(&self) -> usize {
        self.of_each().iter().sum()
    }

    /// The games in which they were counted: the first ones, whole blocks, until there were too many.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds those of a block, unless they become too many: from then on no more are counted.
    fn add(&mut self, other: InfoSets, limit: usize) {
        if self.full {
            return;
        }
        let new = |(mine, theirs): (&HashSet<u128>, &HashSet<u128>)| theirs.difference(mine).count();
        let new: usize = self.seen.iter().zip(&other.seen).map(new).sum();
        if self.total() + new > limit {
            self.full = true;
            return;
        }
        self.games += other.games;
        for (mine, theirs) in self.seen.iter_mut().zip(other.seen) {
            mine.extend(theirs);
        }
    }
}

/// The figures of the games.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// The games, actions and payoffs.
    pub playouts: Playouts,
    /// The actions of each game.
    pub lengths: Counts,
    /// The legal actions of each decision.
    pub choices: Counts,
    /// The games that ended so, for each way to end.
    pub endings: BTreeMap<String, u64>,
    /// The information sets at which a player decided.
    pub info_sets: InfoSets,
}

impl Statistics {
    fn none(players: usize) -> Statistics {
        Statistics {
            playouts: Playouts::none(players),
            lengths: Counts::default(),
            choices: Counts::default(),
            endings: BTreeMap::new(),
            info_sets: InfoSets::none(players),
        }
    }

    /// The share of the decisions with one legal action.
    pub fn forced(&self) -> Option<f64> {
        let decisions = self.choices.total();
        (decisions > 0).then(|| self.choices.times(1) as f64 / decisions as f64)
    }

    fn add(&mut self, other: Statistics, limit: usize) {
        self.playouts.add(&other.playouts);
        self.lengths.add(&other.lengths);
        self.choices.add(&other.choices);
        for (ending, games) in other.endings {
            *self.endings.entry(ending).or_default() += games;
        }
        self.info_sets.add(other.info_sets, limit);
    }
}

/// Plays `games` games between such players, and watches them. `progress` and `stop` are as in
/// [`playouts::run`].
pub fn run(
    game: &LoadedGame,
    play: Play,
    games: u64,
    seed: u64,
    workers: &Workers,
    stop: &AtomicBool,
    progress: impl FnMut(u64),
) -> Statistics {
    run_within(LIMIT, game, play, games, seed, workers, stop, progress)
}

#[allow(clippy::too_many_arguments, reason = "those of `run`, and the limit")]
fn run_within(
    limit: usize,
    game: &LoadedGame,
    play: Play,
    games: u64,
    seed: u64,
    workers: &Workers,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Statistics {
    let mut total = Statistics::none(game.players());
    // An optimisation without effect on the result: avoids useless work.
    let full = AtomicBool::new(false);
    let watch = |rng: &mut Rng, games| {
        let statistics = Statistics::none(game.players());
        let mut block = Block { statistics, with_info_sets: !full.load(Ordering::Relaxed) };
        game.methods().watch_games(play, games, rng, &mut block);
        block.statistics.info_sets.games = games;
        block.statistics
    };
    playouts::in_blocks(games, seed, workers, stop, watch, |block: Statistics| {
        total.add(block, limit);
        full.store(total.info_sets.full, Ordering::Relaxed);
        progress(total.playouts.games);
    });
    total
}

/// The games of one block.
struct Block {
    statistics: Statistics,
    with_info_sets: bool,
}

impl Watcher for Block {
    fn decision(&mut self, player: Player, choices: usize, key: &mut dyn FnMut() -> u128) {
        self.statistics.choices.count(choices as u64);
        if self.with_info_sets {
            self.statistics.info_sets.seen[player.index()].insert(key());
        }
    }

    fn end(&mut self, actions: u64, payoffs: &[f64], ending: &mut dyn FnMut() -> String) {
        self.statistics.lengths.count(actions);
        self.statistics.playouts.enter(actions, payoffs);
        *self.statistics.endings.entry(ending()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::dynamic::AnyInfoSet;
    use hinterhand_engine::{ActionSet as _, Turn};
    use hinterhand_players::games;

    use super::*;

    fn game(name: &str) -> LoadedGame {
        games::load_default(name).expect("it is in the registry")
    }

    fn watched(game: &LoadedGame, play: Play, games: u64, limit: usize) -> Statistics {
        let workers = Workers::new(2).expect("two threads");
        run_within(limit, game, play, games, 3, &workers, &AtomicBool::new(false), |_| ())
    }

    fn uniform_games(game: &LoadedGame, games: u64, limit: usize) -> Statistics {
        watched(game, Play::Random, games, limit)
    }

    #[test]
    fn kuhn_is_as_by_hand() {
        const GAMES: u64 = 100_000;
        let found = uniform_games(&game("kuhn"), GAMES, LIMIT);
        // Two actions, or after `pass bet` three: so in a quarter of the games.
        assert_eq!([2, 3].map(|length| found.lengths.times(length)).iter().sum::<u64>(), GAMES);
        assert_eq!((found.lengths.percentile(99), found.lengths.largest()), (Some(3), Some(3)));
        assert_eq!(found.lengths.mean(), found.playouts.mean_length());
        // Always two to choose from, never one.
        assert_eq!(found.choices.times(2), found.playouts.moves);
        assert_eq!((found.choices.mean(), found.forced()), (Some(2.0), Some(0.0)));
        // With each of three cards two decisions: at the start and after `pass bet`; after a pass and a bet.
        assert_eq!((found.info_sets.of_each(), found.info_sets.games()), (vec![6, 6], GAMES));
        // `bet pass` and `pass bet pass` are folds: 1/4 + 1/8. In the first player 0 wins 1, in the second it
        // loses 1, and at a showdown the cards are as good for either: so it wins 1/8 on average.
        let fold = found.endings["fold"];
        assert_eq!(found.endings["showdown"], GAMES - fold);
        let share = |count: u64| count as f64 / GAMES as f64;
        // Four standard errors of a share are at most 4 * 0.5 / sqrt(100,000) = 0.0063; payoffs are at most
        // 2.
        assert!((share(found.lengths.times(3)) - 0.25).abs() < 0.0063);
        assert!((share(fold) - 0.375).abs() < 0.0063);
        let [low, high] = found.playouts.interval_95()[0].expect("many games");
        let mean = found.playouts.mean_returns()[0].expect("many games");
        assert!((mean - 0.125).abs() < 4.0 * 2.0 / (GAMES as f64).sqrt(), "{mean}");
        assert!(low < mean && mean < high);
    }

    #[test]
    fn percentiles_are_numbers_that_came_up() {
        let mut counts = Counts::default();
        assert_eq!((counts.mean(), counts.percentile(99), counts.largest()), (None, None, None));
        (1..=100).for_each(|number| counts.count(number));
        assert_eq!(
            (counts.percentile(99), counts.percentile(50), counts.percentile(100)),
            (Some(99), Some(50), Some(100))
        );
        counts.count(1_000);
        // 99 of 101 are less than 99 %.
        assert_eq!(counts.percentile(99), Some(100));
    }

    #[test]
    fn the_games_are_those_of_the_playouts() {
        let (never, workers) = (AtomicBool::new(false), Workers::new(2).expect("two threads"));
        let children = game("kinderschnapsen");
        let of_playouts = playouts::run(&children, Play::Random, 1_000, 3, &workers, &never, |_| ());
        assert_eq!(uniform_games(&children, 1_000, LIMIT).playouts, of_playouts);
        let game = game("sixty-six");
        let directed = watched(&game, Play::Directed, 1_000, LIMIT);
        let of_playouts = playouts::run(&game, Play::Directed, 1_000, 3, &workers, &never, |_| ());
        assert_eq!(directed.playouts, of_playouts);
        assert_ne!(directed.playouts, uniform_games(&game, 1_000, LIMIT).playouts);
        assert!(!directed.endings.contains_key("false stop"));
    }

    #[test]
    fn too_many_information_sets_are_counted_in_the_first_games() {
        let game = game("kinderschnapsen");
        let all = uniform_games(&game, 2_000, LIMIT);
        let some = uniform_games(&game, 2_000, 10_000);
        let counted = some.info_sets.games();
        assert!(0 < counted && counted < 2_000 && counted.is_multiple_of(playouts::BLOCK), "{counted}");
        assert!(some.info_sets.total() <= 10_000 && all.info_sets.total() > 10_000);
        let first = uniform_games(&game, counted, LIMIT);
        assert_eq!(some.info_sets.of_each(), first.info_sets.of_each());
        assert_eq!(
            Statistics { info_sets: all.info_sets, ..some },
            Statistics { ..uniform_games(&game, 2_000, LIMIT) }
        );
    }

    #[test]
    fn digests_tell_information_sets_apart() {
        const GAMES: u64 = 40;
        for name in games::complete_names() {
            let game = game(name);
            let found = uniform_games(&game, GAMES, LIMIT);
            // Counts again, with the information sets themselves.
            let mut sets: Vec<HashSet<AnyInfoSet>> = vec![HashSet::new(); game.players()];
            let mut rng = Rng::new(3, 0);
            let (mut decisions, mut forced) = (0, 0);
            for _ in 0..GAMES {
                let mut state = game.start();
                loop {
                    match game.turn(&state) {
                        Turn::Over => break,
                        Turn::Chance => game.deal(&mut state, &mut rng),
                        Turn::Player(player) => {
                            let legal = game.legal(&state);
                            decisions += 1;
                            forced += u64::from(legal.len() == 1);
                            sets[player.index()].insert(game.info_set(&state, player));
                            game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                        }
                    }
                }
            }
            let counted: Vec<usize> = sets.iter().map(HashSet::len).collect();
            assert_eq!(found.info_sets.of_each(), counted, "{name}");
            assert_eq!((found.choices.total(), found.choices.times(1)), (decisions, forced), "{name}");
        }
    }
}
