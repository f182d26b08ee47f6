//! Notation: every action and every chance event as one word, and what each player notices of it.

use std::fmt;

#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{ActionSet, Game, Player};

/// Something that happened: one word of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<A, C> {
    /// A player acted.
    Action(A),
    /// Chance decided.
    Chance(C),
}

/// The event type of a game.
pub type EventOf<G> = Event<<G as Game>::Action, <G as Game>::Chance>;

/// The words of a game. What is printed can be read back.
pub trait Notation: Game {
    /// The word of a player's action.
    fn action_word(&self, state: &Self::State, action: Self::Action) -> String;

    /// The word of a chance event, unordered groups in card order.
    fn chance_word(&self, state: &Self::State, chance: &Self::Chance) -> String;

    /// Reads the word of a chance event.
    fn read_chance(&self, state: &Self::State, word: &str) -> Result<Self::Chance, WordError>;

    /// The part of `event` that `player` noticed, which led from `before` to `after`; not empty, since every
    /// action is noticed by every player, though not its hidden contents. (Failed tries in
    /// classical phantom games are the one exception: of these the other player notices nothing, and the text
    /// is empty.) It must not depend on anything that the player did not see.
    fn noticed(
        &self,
        before: &Self::State,
        event: &EventOf<Self>,
        after: &Self::State,
        player: Player,
    ) -> String;

    /// The whole position, hidden things included, on one line.
    fn position_text(&self, state: &Self::State) -> String;

    /// The table as the owner of `info_set` sees it, for a person, on several lines.
    fn table_text(&self, info_set: &Self::InfoSet) -> String;

    /// The table as the owner of `info_set` sees it in pieces, for a page that draws it; by default a page shows
    /// [`table_text`](Notation::table_text).
    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &Self::InfoSet) -> Option<Drawing> {
        let _ = info_set;
        None
    }

    /// The words of a history that ends in `world`, a state that some player cannot distinguish from the end
    /// of the history `words`.
    fn retold(&self, words: &[String], world: &Self::State) -> Vec<String>;

    /// Checks the position against the invariants of the game, one function for each; by default there are
    /// none beyond what the types hold.
    fn check(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }

    /// The way in which the game ended, in a few words: the same words for games that ended alike. Called
    /// only once it is over. By default they name the player that has won more than all others; games with
    /// several kinds of endings name the kind.
    fn ending(&self, state: &Self::State) -> String {
        let payoff = |player: &Player| self.payoff(state, *player);
        let most = Player::all(self.players()).map(|player| payoff(&player)).fold(f64::MIN, f64::max);
        let mut best = Player::all(self.players()).filter(|player| payoff(player) == most);
        match (best.next(), best.next()) {
            (Some(winner), None) => format!("{winner} wins"),
            _ => "draw".to_owned(),
        }
    }

    /// The words of all legal actions, sorted by bytes.
    fn legal_words(&self, state: &Self::State) -> Vec<String> {
        let mut words: Vec<String> =
            self.legal(state).iter().map(|action| self.action_word(state, action)).collect();
        words.sort_unstable();
        words
    }

    /// Reads the word of a player's action: it must be spelled exactly as [`legal_words`] has it.
    ///
    /// [`legal_words`]: Notation::legal_words
    fn read_action(&self, state: &Self::State, word: &str) -> Result<Self::Action, WordError> {
        let legal = self.legal(state);
        let action = legal.iter().find(|&action| self.action_word(state, action) == word);
        action.ok_or_else(|| WordError::illegal(word, self.legal_words(state)))
    }
}

/// A word, or its beginning if it is long.
fn shortened(word: &str) -> String {
    let mut short: String = word.chars().take(60).collect();
    if short.len() < word.len() {
        short.push_str("...");
    }
    short
}

/// Why a word cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum WordError {
    /// The action is not legal.
    Illegal { word: String, legal: Vec<String> },
    /// The word should be a chance event.
    NotChance { word: String, expected: &'static str },
    /// The chance event is broken.
    Chance { word: String, reason: String },
    /// The game is over.
    Over { word: String },
}

impl WordError {
    /// The contents of a chance word after its `name:`.
    pub fn contents<'a>(word: &'a str, name: &'static str) -> Result<&'a str, WordError> {
        word.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(':'))
            .ok_or_else(|| WordError::NotChance { word: shortened(word), expected: name })
    }

    /// A word that is none of the `legal` ones.
    pub fn illegal(word: &str, legal: Vec<String>) -> WordError {
        WordError::Illegal { word: shortened(word), legal }
    }

    /// A chance event that is broken for `reason`.
    pub fn broken(word: &str, reason: impl fmt::Display) -> WordError {
        WordError::Chance { word: shortened(word), reason: reason.to_string() }
    }

    /// A word after the end of the game.
    pub fn over(word: &str) -> WordError {
        WordError::Over { word: shortened(word) }
    }
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordError::Illegal { word, legal } => {
                write!(f, "`{word}` is not legal here; legal: {}", legal.join(" "))
            }
            WordError::NotChance { word, expected } => {
                write!(f, "`{word}` where chance moves; expected `{expected}:...`")
            }
            WordError::Chance { word, reason } => write!(f, "`{word}`: {reason}"),
            WordError::Over { word } => write!(f, "`{word}` after the end of the game; legal: nothing"),
        }
    }
}

impl std::error::Error for WordError {}
