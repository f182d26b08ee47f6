//! Chance one card at a time, for tools that need small chance nodes.

use std::fmt::Display;

use crate::Game;

/// A game whose chance events can be dealt in steps: a card, a die.
pub trait Steps: Game {
    /// One step of chance.
    type Step: Clone + Display;

    /// The steps that may come next with their probabilities, after the steps `dealt` of the chance event
    /// at `state`; none when the event is complete.
    fn steps(&self, state: &Self::State, dealt: &[Self::Step]) -> Vec<(Self::Step, f64)>;

    /// The chance event that these steps make.
    fn assemble(&self, state: &Self::State, dealt: &[Self::Step]) -> Self::Chance;
}

/// All chance events at `state` with their probabilities, for games where they are few.
pub fn outcomes<G: Steps>(game: &G, state: &G::State) -> Vec<(G::Chance, f64)> {
    let mut outcomes: Vec<(G::Chance, f64)> = Vec::new();
    let mut open = vec![(Vec::new(), 1.0)];
    while let Some((dealt, probability)) = open.pop() {
        let steps = game.steps(state, &dealt);
        if steps.is_empty() {
            let chance = game.assemble(state, &dealt);
            match outcomes.iter_mut().find(|(known, _)| *known == chance) {
                Some((_, sum)) => *sum += probability,
                None => outcomes.push((chance, probability)),
            }
        }
        for (step, next) in steps.into_iter().rev() {
            let mut dealt = dealt.clone();
            dealt.push(step);
            open.push((dealt, probability * next));
        }
    }
    outcomes
}
