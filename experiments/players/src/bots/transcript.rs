//! The transcript of a hand: the words of its events and the effort of its decisions, in the order of play.

use hinterhand_engine::Notation as _;
use hinterhand_engine::dynamic::{AnyGame, AnyState};

use super::{Decisions, Step};

/// A hand written down while it is played. It is compiled here, with the loop that calls it for every event.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The words of all events, chance included, with spaces between them.
    pub actions: String,
    /// The effort of the decisions.
    pub decisions: Decisions,
}

impl Transcript {
    /// Adds an event at `state`.
    pub fn push(&mut self, game: &AnyGame, state: &AnyState, step: &Step<'_>) {
        let word = match step {
            Step::Chance(chance) => game.chance_word(state, chance),
            Step::Decision { choice, decision, .. } => {
                self.decisions.push(*decision);
                game.action_word(state, choice.action)
            }
        };
        debug_assert!(!word.contains(' '), "words have no spaces: {word}");
        if !self.actions.is_empty() {
            self.actions.push(' ');
        }
        self.actions.push_str(&word);
    }
}
