//! A strategy written out: every information set with what its player has seen and the probabilities of its
//! actions.

use hinterhand_engine::Notation;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, Game, History, Player, Turn};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::CompileError;
use serde::Serialize;

use super::table::key;
use crate::games::LoadedGame;

/// One information set in a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The player to move.
    pub player: usize,
    /// Everything that the player has noticed.
    pub seen: String,
    /// The probability that the information set is reached when all play by the strategy.
    pub reach: f64,
    /// A history that leads to it.
    pub actions: Vec<String>,
    /// The legal actions.
    pub legal: Vec<String>,
    /// The probability of each action.
    pub probabilities: Vec<f64>,
    /// Its name in a table.
    #[serde(skip)]
    pub key: u128,
}

/// Writes out a strategy of a game with a bounded number of nodes, in the order in which a walk through the
/// tree meets the information sets.
pub fn book(
    game: &LoadedGame,
    strategy: &impl Strategy<AnyGame>,
    most_nodes: usize,
) -> Result<Vec<Entry>, CompileError> {
    let tree = game.methods().tree(most_nodes)?;
    let game = game.rules();
    let mut walk = Walk { game, strategy, tree: &tree, entries: vec![None; tree.tree().sets().len()] };
    walk.go_on(&History::new(game), 1.0);
    Ok(walk.entries.into_iter().flatten().collect())
}

struct Walk<'w, S> {
    game: &'w AnyGame,
    strategy: &'w S,
    tree: &'w AnyTree,
    /// By the number of the information set.
    entries: Vec<Option<Entry>>,
}

impl<S: Strategy<AnyGame>> Walk<'_, S> {
    fn go_on(&mut self, history: &History<'_, AnyGame>, reach: f64) {
        let state = history.state();
        match history.turn() {
            Turn::Over => {}
            Turn::Chance => {
                for (chance, probability) in self.game.outcomes(state) {
                    self.descend(history, &self.game.chance_word(state, &chance), reach * probability);
                }
            }
            Turn::Player(player) => {
                let entry = self.entry(history, player);
                entry.reach += reach;
                let moves = entry.legal.iter().cloned().zip(entry.probabilities.iter().copied());
                for (word, probability) in moves.collect::<Vec<_>>() {
                    self.descend(history, &word, reach * probability);
                }
            }
        }
    }

    fn descend(&mut self, history: &History<'_, AnyGame>, word: &str, reach: f64) {
        let mut next = history.clone();
        next.play_word(word).expect("the word of a legal action, or of an outcome of chance");
        self.go_on(&next, reach);
    }

    fn entry(&mut self, history: &History<'_, AnyGame>, player: Player) -> &mut Entry {
        let state = history.state();
        let info_set = self.game.info_set(state, player);
        let set = self.tree.find(player, &info_set).expect("the tree has all information sets of its game");
        self.entries[set.index()].get_or_insert_with(|| Entry::at(history, player, self.strategy))
    }
}

impl Entry {
    /// The entry for the end of a history, where `player` decides; its reach is left open.
    pub(super) fn at<G: Notation>(
        history: &History<'_, G>,
        player: Player,
        strategy: &impl Strategy<G>,
    ) -> Entry {
        let (game, state) = (history.game(), history.state());
        let (info_set, legal) = (game.info_set(state, player), game.legal(state));
        let mut probabilities = Vec::new();
        strategy.probabilities(&info_set, &legal, &mut probabilities);
        Entry {
            player: player.index(),
            seen: history.seen(player).to_owned(),
            reach: 0.0,
            actions: history.words().to_vec(),
            legal: legal.iter().map(|action| game.action_word(state, action)).collect(),
            probabilities,
            key: key(&info_set),
        }
    }
}

/// The difference of two strategies at an information set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The probability that the two act differently there, with half of the weight on the histories of each:
    /// the reach times half the sum of the differences.
    pub weight: f64,
    /// The first strategy.
    pub first: Entry,
    /// The probabilities of the second one.
    pub second: Vec<f64>,
    /// The probability that the information set is reached when all play by the second one.
    pub second_reach: f64,
}

impl Difference {
    /// The entries of two strategies at the same information set.
    pub(super) fn of(first: Entry, second: &Entry) -> Difference {
        let weight =
            distance(&first.probabilities, &second.probabilities) * (first.reach + second.reach) / 2.0;
        Difference { weight, second: second.probabilities.clone(), second_reach: second.reach, first }
    }
}

/// The probability that two strategies act differently with the same random numbers.
pub(super) fn distance(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

/// The differences of two strategies of the same game, the most important first.
pub fn differences(first: Vec<Entry>, second: &[Entry]) -> Vec<Difference> {
    let mut all: Vec<Difference> =
        first.into_iter().zip(second).map(|(first, second)| Difference::of(first, second)).collect();
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use hinterhand_solvers::strategy::Uniform;

    #[test]
    fn the_book_of_kuhn_has_twelve_entries() {
        let book = book(&games::load_default("kuhn").unwrap(), &Uniform, 1_000).unwrap();
        assert_eq!(book.len(), 12);
        assert!(book.iter().all(|entry| entry.probabilities == [0.5, 0.5]));
        // Player 0 decides once in each hand, and again after a pass and a bet.
        let reach = |player| book.iter().filter(|e| e.player == player).map(|e| e.reach).sum::<f64>();
        assert!((reach(0) - 1.25).abs() < 1e-12 && (reach(1) - 1.0).abs() < 1e-12);
        assert_eq!(book[0].legal, ["pass", "bet"]);
    }

    #[test]
    fn what_matters_most_comes_first() {
        let uniform = book(&games::load_default("kuhn").unwrap(), &Uniform, 1_000).unwrap();
        let mut other = uniform.clone();
        other[3].probabilities = vec![1.0, 0.0];
        other[5].probabilities = vec![0.4, 0.6];
        let differences = differences(uniform.clone(), &other);
        assert_eq!(differences[0].first.seen, uniform[3].seen);
        assert!((differences[0].weight - 0.5 * uniform[3].reach).abs() < 1e-12);
        assert_eq!(differences[1].first.seen, uniform[5].seen);
        assert_eq!(differences[2].weight, 0.0);
    }
}
