//! Parts of a strategy for Kinderschnapsen, which has two billion information sets and is never written out
//! whole: the decisions of some games, and where two strategies differ in them.
//!
//! Games are sampled with spades for trump, since strategies do not know what trump is called. How likely a
//! decision is reached is never estimated but summed up.

use std::collections::HashMap;

use anyhow::Context as _;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Action, Deal, InfoSet, Suit, Table as _, Talon};
use hinterhand_engine::{ActionSet, Game, History, Notation, Rng, Turn};
use hinterhand_solvers::strategy::Strategy;
use rayon::prelude::*;

use super::book::{Difference, Entry};
use super::opening;
use super::reach::reach;

/// The decisions of some games, each once, in the order in which they were met.
#[derive(Debug)]
pub struct Excerpt<'a, S> {
    game: &'a Kinderschnapsen,
    strategy: &'a S,
    /// Only asked, never listed: its order is that of a hash table.
    places: HashMap<InfoSet<Hand>, usize>,
    entries: Vec<(InfoSet<Hand>, Entry)>,
}

impl<'a, S: Strategy<Kinderschnapsen>> Excerpt<'a, S> {
    /// No decisions yet.
    pub fn new(game: &'a Kinderschnapsen, strategy: &'a S) -> Excerpt<'a, S> {
        Excerpt { game, strategy, places: HashMap::new(), entries: Vec::new() }
    }

    /// Adds the decisions along a game, and the one at its end if a player is to move there.
    pub fn add(&mut self, words: &[String]) -> anyhow::Result<()> {
        let mut history = History::new(self.game);
        for (ply, word) in words.iter().enumerate() {
            self.note(&history);
            history.play_word(word).with_context(|| format!("action {ply}"))?;
        }
        self.note(&history);
        Ok(())
    }

    /// Adds the first lead of every hand, and the lead after closing.
    pub fn add_opening(&mut self) {
        for deal in opening::deals() {
            let mut history = History::new(self.game);
            let word = self.game.chance_word(history.state(), &deal);
            history.play_word(&word).expect("a deal");
            self.note(&history);
            if history.play(Action::CLOSE).is_ok() {
                self.note(&history);
            }
        }
    }

    /// Adds the decisions of `games` games in which both play by the strategy.
    pub fn add_sampled(&mut self, games: u64, seed: u64) {
        for number in 0..games {
            let sampled = Course::sampled(self.game, self.strategy, &mut Rng::new(seed, number));
            for decision in 0..sampled.actions.len() {
                let at = sampled.state(self.game, decision);
                if !self.places.contains_key(&self.game.info_set(&at, at.mover())) {
                    self.note(&sampled.history(self.game, decision));
                }
            }
        }
    }

    /// The decisions, with how likely each is reached.
    pub fn entries(self) -> Vec<Entry> {
        let Excerpt { game, strategy, entries, .. } = self;
        let reached = |(info_set, entry): (InfoSet<Hand>, Entry)| Entry {
            reach: reach(game, strategy, &info_set),
            ..entry
        };
        entries.into_par_iter().map(reached).collect()
    }

    fn note(&mut self, history: &History<'_, Kinderschnapsen>) {
        let Turn::Player(player) = history.turn() else { return };
        let info_set = self.game.info_set(history.state(), player);
        if self.places.insert(info_set, self.entries.len()).is_none() {
            self.entries.push((info_set, Entry::at(history, player, self.strategy)));
        }
    }
}

/// The differences of two strategies, by games that are played with them.
#[derive(Clone, PartialEq, Debug)]
pub struct Sampled {
    /// The mean number of different decisions in a game, with half of the games played by each strategy.
    pub sum: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of information sets in the games.
    pub met: usize,
    /// At how many of them the two differ.
    pub differing: usize,
    /// The most important ones by the sample, with their exact weights, the most important first.
    pub differences: Vec<Difference>,
}

/// The statistics of an information set while games are sampled.
struct Met {
    info_set: InfoSet<Hand>,
    /// The sum of the distances each time that a game came to it.
    distance: f64,
    /// A game and its decision that led there.
    game: u64,
    decision: usize,
}

/// The factor by which more information sets than asked for get their exact weight, since they are chosen by
/// the weights of a sample.
const CANDIDATES: usize = 4;

/// The number of games held in memory at once.
const GAMES_AT_ONCE: u64 = 4_096;

impl Sampled {
    /// Plays `games` games, one by the first, the next by the second strategy, and keeps the `top`
    /// information sets.
    pub fn of<S: Strategy<Kinderschnapsen>>(
        game: &Kinderschnapsen,
        strategies: [&S; 2],
        games: u64,
        seed: u64,
        top: usize,
    ) -> Sampled {
        let play = |number: u64| Course::sampled(game, by(strategies, number), &mut Rng::new(seed, number));
        let mut places: HashMap<InfoSet<Hand>, usize> = HashMap::new();
        let mut met: Vec<Met> = Vec::new();
        let (mut sum, mut squares) = (0.0, 0.0);
        for first in (0..games).step_by(GAMES_AT_ONCE as usize) {
            let numbers = first..games.min(first + GAMES_AT_ONCE);
            let some: Vec<_> = numbers
                .into_par_iter()
                .map(|number| (number, distances(game, strategies, &play(number))))
                .collect();
            for (number, found) in some {
                let whole: f64 = found.iter().map(|(_, distance)| distance).sum();
                sum += whole;
                squares += whole * whole;
                for (decision, (info_set, distance)) in found.into_iter().enumerate() {
                    let at = *places.entry(info_set).or_insert(met.len());
                    if at == met.len() {
                        met.push(Met { info_set, distance: 0.0, game: number, decision });
                    }
                    met[at].distance += distance;
                }
            }
        }
        let count = games as f64;
        let mean = sum / count;
        let error = ((squares / count - mean * mean).max(0.0) / (count - 1.0).max(1.0)).sqrt();
        let all = met.len();
        met.retain(|met| met.distance > 0.0);
        let differing = met.len();
        // The sort is stable: of equal ones the first that was met.
        met.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        met.truncate(top.saturating_mul(CANDIDATES));
        let exact = |met: &Met| {
            let history = play(met.game).history(game, met.decision);
            difference(strategies, &history, &met.info_set)
        };
        let mut differences: Vec<Difference> = met.par_iter().map(exact).collect();
        differences.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        differences.truncate(top);
        Sampled { sum: mean, error, met: all, differing, differences }
    }
}

/// Which of two plays this game.
fn by<S>(strategies: [&S; 2], number: u64) -> &S {
    strategies[(number % 2) as usize]
}

/// The difference of two strategies at each decision of a game.
fn distances<S: Strategy<Kinderschnapsen>>(
    game: &Kinderschnapsen,
    strategies: [&S; 2],
    course: &Course,
) -> Vec<(InfoSet<Hand>, f64)> {
    let mut at = course.state(game, 0);
    let mut probabilities = [Vec::new(), Vec::new()];
    let each = course.actions.iter().map(|&action| {
        let (info_set, legal) = (game.info_set(&at, at.mover()), game.legal(&at));
        for (strategy, out) in strategies.iter().zip(&mut probabilities) {
            strategy.probabilities(&info_set, &legal, out);
        }
        game.play(&mut at, action);
        (info_set, super::book::distance(&probabilities[0], &probabilities[1]))
    });
    each.collect()
}

/// The difference of two strategies at the end of a history.
fn difference<S: Strategy<Kinderschnapsen>>(
    strategies: [&S; 2],
    history: &History<'_, Kinderschnapsen>,
    info_set: &InfoSet<Hand>,
) -> Difference {
    let [first, second] = strategies.map(|strategy| {
        let reach = reach(history.game(), strategy, info_set);
        Entry { reach, ..Entry::at(history, info_set.seat(), strategy) }
    });
    Difference::of(first, &second)
}

/// A deal with spades for trump, and what was played.
struct Course {
    deal: Deal,
    actions: Vec<Action>,
}

impl Course {
    /// A game in which both play by `strategy`.
    fn sampled(game: &Kinderschnapsen, strategy: &impl Strategy<Kinderschnapsen>, rng: &mut Rng) -> Course {
        let mut at = game.start();
        let deal = loop {
            let deal = game.draw(&at, rng);
            if deal.talon.card(Talon::BOTTOM).suit() == Suit::Spades {
                break deal;
            }
        };
        game.reveal(&mut at, &deal);
        let mut course = Course { deal, actions: Vec::new() };
        let mut probabilities = Vec::new();
        while let Turn::Player(player) = game.turn(&at) {
            let legal = game.legal(&at);
            strategy.probabilities(&game.info_set(&at, player), &legal, &mut probabilities);
            let action = legal.nth(rng.weighted(probabilities.iter().copied()));
            course.actions.push(action);
            game.play(&mut at, action);
        }
        course
    }

    /// The position before this decision.
    fn state(&self, game: &Kinderschnapsen, decision: usize) -> Hand {
        let mut at = game.start();
        game.reveal(&mut at, &self.deal);
        self.actions[..decision].iter().for_each(|&action| game.play(&mut at, action));
        at
    }

    /// The history before this decision.
    fn history<'g>(&self, game: &'g Kinderschnapsen, decision: usize) -> History<'g, Kinderschnapsen> {
        let mut history = History::new(game);
        let word = game.chance_word(history.state(), &self.deal);
        history.play_word(&word).expect("a deal of the game");
        for &action in &self.actions[..decision] {
            history.play(action).expect("it was legal in this game");
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::tricks::Actions;

    /// Plays its first legal action more often than the others, by this much.
    struct Leaning(f64);

    impl Strategy<Kinderschnapsen> for Leaning {
        fn probabilities(&self, _: &InfoSet<Hand>, legal: &Actions, out: &mut Vec<f64>) {
            out.clear();
            let rest = (1.0 - self.0) / legal.len() as f64;
            out.extend((0..legal.len()).map(|at| if at == 0 { self.0 + rest } else { rest }));
        }
    }

    #[test]
    fn an_opening_is_every_hand_with_and_without_closing() {
        let game = Kinderschnapsen::default();
        let strategy = Leaning(0.0);
        let mut excerpt = Excerpt::new(&game, &strategy);
        excerpt.add_opening();
        let entries = excerpt.entries();
        assert_eq!(entries.len(), 2 * 4 * 165);
        let reach = |closed: bool| -> f64 {
            let of_these = entries.iter().filter(|entry| entry.actions.len() == 1 + usize::from(closed));
            of_these.map(|entry| entry.reach).sum()
        };
        // Every game reaches the first lead, and a fourth of them are closed.
        assert!((reach(false) - 1.0).abs() < 1e-12 && (reach(true) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn the_weights_of_all_decisions_are_the_sum() {
        let game = Kinderschnapsen::default();
        let strategies = [&Leaning(0.0), &Leaning(0.9)];
        let sampled = Sampled::of(&game, strategies, 400, 7, 30);
        assert_eq!(sampled, Sampled::of(&game, strategies, 400, 7, 30));
        assert!(sampled.differences.is_sorted_by(|a, b| a.weight >= b.weight));
        assert_eq!(sampled.differences.len(), 30);
        // At the first lead with four actions the distance is 0.9 times three quarters, and the weight of all
        // of them together is that.
        let first = sampled.differences.iter().filter(|found| found.first.actions.len() == 1);
        for found in first {
            let share = 1.0 / 660.0;
            assert!((found.weight - 0.675 * share).abs() < 1e-12, "{found:?}");
            assert!((found.first.reach - share).abs() < 1e-12 && found.second_reach == found.first.reach);
        }
        let same = Sampled::of(&game, [strategies[0]; 2], 50, 7, 30);
        assert_eq!((same.sum, same.differing, same.differences.len()), (0.0, 0, 0));
    }
}
