//! The history of a state: all events that led to it.

use std::hash::Hash;

use crate::{Event, EventOf, Game, Notation};

/// A game whose states remember all that has happened, hidden things included.
pub trait StateHistory: Game<Chance: Hash + Send + Sync> {
    /// The events from the start to `state`, in order: those of chance with their probabilities, actions of
    /// players with 1. Replaying them from the start leads to `state`.
    fn events(&self, state: &Self::State) -> Vec<(EventOf<Self>, f64)>;

    /// The decisions that led to `state`, in order: each with the state at which it was made.
    fn decisions(&self, state: &Self::State) -> Vec<(Self::State, Self::Action)> {
        let (mut now, mut decisions) = (self.start(), Vec::new());
        for (event, _) in self.events(state) {
            match event {
                Event::Chance(chance) => self.reveal(&mut now, &chance),
                Event::Action(action) => {
                    decisions.push((now.clone(), action));
                    self.play(&mut now, action);
                }
            }
        }
        decisions
    }

    /// The words of these events.
    fn words(&self, state: &Self::State) -> Vec<String>
    where
        Self: Notation,
    {
        let mut now = self.start();
        let tell = |(event, _)| match event {
            Event::Action(action) => {
                let word = self.action_word(&now, action);
                self.play(&mut now, action);
                word
            }
            Event::Chance(chance) => {
                let word = self.chance_word(&now, &chance);
                self.reveal(&mut now, &chance);
                word
            }
        };
        self.events(state).into_iter().map(tell).collect()
    }
}
