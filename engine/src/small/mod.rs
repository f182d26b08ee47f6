//! The small form of a game: a few functions about words, for games whose speed does not matter.
//!
//! A [`SmallGame`] defines what comes [`next`](SmallGame::next), the effect of a word, and what each player
//! observes of it. [`Small`] enumerates the whole tree once and derives everything else from it: information
//! sets with perfect recall, sampling, worlds, steps, words and records. It is a [`Game`](crate::Game) like
//! any other, so every tool and every solver takes it.
//!
//! Use the fast form, an implementation of [`Game`](crate::Game) itself, where a tree has more than
//! [`MAX_NODES`] nodes, where a game has more than
//! [`MAX_WORDS`] words, or where millions of games are played.
//!
//! ```
//! use hinterhand_engine::small::{Next, Small, SmallGame};
//! use hinterhand_engine::{GameInfo, History, OptionError, Player, Settings};
//!
//! /// Player 0 hides a coin; player 1 guesses which way up it lies.
//! struct Coin;
//!
//! impl SmallGame for Coin {
//!     type State = Vec<String>;
//!     const INFO: GameInfo = GameInfo::new("coin", "Hidden coin");
//!
//!     fn with_settings(_: &Settings) -> Result<Coin, OptionError> {
//!         Ok(Coin)
//!     }
//!
//!     fn start(&self) -> Vec<String> {
//!         Vec::new()
//!     }
//!
//!     fn next(&self, said: &Vec<String>) -> Next {
//!         match &said[..] {
//!             [hidden, guess] if hidden == guess => Next::over([-1.0, 1.0]),
//!             [_, _] => Next::over([1.0, -1.0]),
//!             _ => Next::choice(said.len(), ["heads", "tails"]),
//!         }
//!     }
//!
//!     fn apply(&self, said: &Vec<String>, word: &str) -> Vec<String> {
//!         [said.as_slice(), &[word.to_owned()]].concat()
//!     }
//!
//!     fn observe(&self, said: &Vec<String>, word: &str, _: &Vec<String>, _: Player) -> String {
//!         if said.is_empty() { "hidden".to_owned() } else { word.to_owned() }
//!     }
//! }
//!
//! let game = Small::new(Coin).expect("a sound game");
//! let mut history = History::new(&game);
//! history.play_word("heads").unwrap();
//! assert_eq!(history.seen(Player::FIRST), "heads=hidden");
//! assert_eq!(history.seen(Player::SECOND), "hidden");
//! history.play_word("tails").unwrap();
//! assert_eq!(history.returns(), Some(vec![1.0, -1.0]));
//! ```

mod error;
mod nodes;
mod notation;
mod play;
mod unroll;

pub use error::SmallError;
pub use nodes::{InfoSet, NodeId};

use std::fmt;

use crate::{GameInfo, OptionError, Player, Settings};
use nodes::Nodes;

/// The largest number of nodes that [`Small::new`] enumerates.
pub const MAX_NODES: usize = 250_000;

/// The largest number of words of a game in the small form.
pub const MAX_WORDS: usize = 1_000;

/// A game in the small form. Words, and what is observed, are texts without blanks.
pub trait SmallGame: Sized + Send + Sync {
    /// A position, hidden things included, in whatever form is easy to write.
    type State;

    /// The description of the game: `GameInfo { options: &[...], ..GameInfo::new("name", "Title") }`.
    const INFO: GameInfo;

    /// The game with these options.
    fn with_settings(settings: &Settings) -> Result<Self, OptionError>;

    /// The number of players.
    fn players(&self) -> usize {
        2
    }

    /// The position before anything has happened.
    fn start(&self) -> Self::State;

    /// The next event at `state`: chance, a choice of a player, or the end.
    fn next(&self, state: &Self::State) -> Next;

    /// The position after `word`, one of those that [`next`](SmallGame::next) lists at `state`.
    fn apply(&self, state: &Self::State, word: &str) -> Self::State;

    /// The part of `word` that `player` observes, which led from `before` to `after`: by default all of it.
    ///
    /// The player that acts always knows its own word; if the observation does not begin with the word, it is
    /// put before it. An empty observation means that the player does not notice the event.
    fn observe(&self, before: &Self::State, word: &str, after: &Self::State, player: Player) -> String {
        let _ = (before, after, player);
        word.to_owned()
    }
}

/// The next event at a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// Chance decides: the outcomes with their probabilities.
    Chance(Vec<(String, f64)>),
    /// A player chooses one of these words.
    Choice(Player, Vec<String>),
    /// The game is over: the payoff of each player.
    Over(Vec<f64>),
}

impl Next {
    /// Chance with these outcomes, all equally likely.
    pub fn even(words: impl IntoIterator<Item = impl ToString>) -> Next {
        let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
        let each = 1.0 / words.len() as f64;
        Next::Chance(words.into_iter().map(|word| (word, each)).collect())
    }

    /// A choice of the player in `seat` among these words.
    pub fn choice(seat: usize, words: impl IntoIterator<Item = impl ToString>) -> Next {
        Next::Choice(Player::new(seat), words.into_iter().map(|word| word.to_string()).collect())
    }

    /// The end, with the payoff of each player.
    pub fn over(payoffs: impl IntoIterator<Item = f64>) -> Next {
        Next::Over(payoffs.into_iter().collect())
    }
}

/// A game in the small form with its whole tree, at home wherever a [`Game`](crate::Game) is.
#[derive(Clone)]
pub struct Small<S> {
    rules: S,
    nodes: Nodes,
}

impl<S: SmallGame> fmt::Debug for Small<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Small").field("game", &S::INFO.name).field("nodes", &self.nodes.len()).finish()
    }
}

impl<S: SmallGame> Small<S> {
    /// Enumerates the game, which may have up to [`MAX_NODES`] nodes.
    pub fn new(rules: S) -> Result<Small<S>, SmallError> {
        Small::with_limit(rules, MAX_NODES)
    }

    /// Enumerates the game, which may have up to `limit` nodes.
    pub fn with_limit(rules: S, limit: usize) -> Result<Small<S>, SmallError> {
        let nodes = unroll::unroll(&rules, limit)?;
        Ok(Small { rules, nodes })
    }

    /// The rules in the small form.
    pub fn rules(&self) -> &S {
        &self.rules
    }

    /// The number of nodes of the tree.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Everything that the owner of `info_set` has observed, its own actions included.
    pub fn seen(&self, info_set: &InfoSet) -> String {
        self.nodes.seen(self.nodes.number(info_set))
    }
}
