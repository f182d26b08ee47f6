//! A few decisions of a strategy, to give an idea of it.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, History, Rng, Turn};
use hinterhand_engine::{Game as _, Notation as _};
use hinterhand_solvers::strategy::Strategy;
use serde::Serialize;

/// One decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Example {
    /// The observations of the player.
    pub seen: String,
    /// The legal actions.
    pub legal: Vec<String>,
    /// The probability of each action.
    pub probabilities: Vec<f64>,
}

/// The first decisions of `count` games, dealt from streams 0, 1, ... of seed 1; each once.
pub fn examples(game: &AnyGame, strategy: &(impl Strategy<AnyGame> + ?Sized), count: u64) -> Vec<Example> {
    let first = |stream| {
        let mut history = History::new(game);
        history.deal(&mut Rng::new(1, stream));
        let Turn::Player(player) = history.turn() else { return None };
        let state = history.state();
        let legal = game.legal(state);
        let mut probabilities = Vec::new();
        strategy.probabilities(&game.info_set(state, player), &legal, &mut probabilities);
        let legal = legal.iter().map(|action| game.action_word(state, action)).collect();
        Some(Example { seen: history.seen(player).to_owned(), legal, probabilities })
    };
    let mut examples: Vec<Example> = Vec::new();
    for example in (0..count).filter_map(first) {
        if !examples.contains(&example) {
            examples.push(example);
        }
    }
    examples
}

impl std::fmt::Display for Example {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", if self.seen.is_empty() { "nothing" } else { &self.seen })?;
        for (n, (word, probability)) in self.legal.iter().zip(&self.probabilities).enumerate() {
            write!(f, "{}{word} {:.1} %", if n > 0 { ", " } else { "" }, 100.0 * probability)?;
        }
        Ok(())
    }
}
