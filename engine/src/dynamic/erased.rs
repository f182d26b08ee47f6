//! The rules of a game behind an object-safe trait, implemented once for every game that has words.

use std::sync::Arc;

use super::values::{ActionNumber, AnyChance, AnyInfoSet, AnyLegal, AnyState, AnyStep};
#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::perft::{leaves, perft, played};
use crate::{
    ActionSet, Described, Event, EventOf, Game, Notation, Player, Rng, Sizes, Steps, Turn, WordError, Worlds,
};

/// The traits that a game needs to be used as an object: rules, words, worlds, chance in steps, a
/// description.
pub trait Playable:
    Game<Legal: Send + Sync, Chance: Send + Sync> + Notation + Worlds + Steps + Described + Send + 'static
{
}

impl<G> Playable for G where
    G: Game<Legal: Send + Sync, Chance: Send + Sync> + Notation + Worlds + Steps + Described + Send + 'static
{
}

/// An event of any game.
pub(super) type AnyEvent = Event<ActionNumber, AnyChance>;

/// Everything that [`AnyGame`](super::AnyGame) asks of the rules it holds.
pub(super) trait ErasedGame: Send + Sync {
    fn players(&self) -> usize;
    fn start(&self) -> AnyState;
    fn turn(&self, state: &AnyState) -> Turn;
    fn legal(&self, state: &AnyState) -> AnyLegal;
    fn play(&self, state: &mut AnyState, action: ActionNumber);
    fn same_action(&self, from: &AnyState, action: ActionNumber, to: &AnyState) -> Option<ActionNumber>;
    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyChance;
    fn reveal(&self, state: &mut AnyState, chance: &AnyChance);
    fn payoff(&self, state: &AnyState, player: Player) -> f64;
    fn info_set(&self, state: &AnyState, player: Player) -> AnyInfoSet;
    fn sample(&self, info_set: &AnyInfoSet, rng: &mut Rng) -> AnyState;
    fn action_word(&self, state: &AnyState, action: ActionNumber) -> String;
    fn chance_word(&self, state: &AnyState, chance: &AnyChance) -> String;
    fn read_chance(&self, state: &AnyState, word: &str) -> Result<AnyChance, WordError>;
    fn read_action(&self, state: &AnyState, word: &str) -> Result<ActionNumber, WordError>;
    fn legal_words(&self, state: &AnyState) -> Vec<String>;
    fn noticed(&self, before: &AnyState, event: &AnyEvent, after: &AnyState, player: Player) -> String;
    fn position_text(&self, state: &AnyState) -> String;
    fn table_text(&self, info_set: &AnyInfoSet) -> String;
    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &AnyInfoSet) -> Option<Drawing>;
    fn retold(&self, words: &[String], world: &AnyState) -> Vec<String>;
    fn check(&self, state: &AnyState) -> Result<(), String>;
    fn ending(&self, state: &AnyState) -> String;
    fn worlds(&self, info_set: &AnyInfoSet, limit: usize) -> Option<Vec<(AnyState, f64)>>;
    fn steps(&self, state: &AnyState, dealt: &[AnyStep]) -> Vec<(AnyStep, f64)>;
    fn assemble(&self, state: &AnyState, dealt: &[AnyStep]) -> AnyChance;
    fn least_payoff(&self, player: Player) -> f64;
    fn play_at_random(&self, state: &mut AnyState, rng: &mut Rng) -> u64;
    fn perft(&self, state: &AnyState, depth: usize) -> Vec<u64>;
    fn leaves(&self, state: &AnyState, depth: usize) -> u64;
    fn played(&self, state: &AnyState, depth: usize) -> u64;
    fn sizes(&self) -> Sizes;
}

/// A game whose type is known only here.
pub(super) struct Erased<G>(pub(super) Arc<G>);

impl<G: Playable> Erased<G> {
    fn event(&self, before: &G::State, event: &AnyEvent) -> EventOf<G> {
        match event {
            Event::Action(action) => Event::Action(self.0.legal(before).nth(action.index())),
            Event::Chance(chance) => Event::Chance(chance.typed::<G::Chance>().clone()),
        }
    }
}

impl<G: Playable> ErasedGame for Erased<G> {
    fn players(&self) -> usize {
        self.0.players()
    }

    fn start(&self) -> AnyState {
        AnyState::new(self.0.start())
    }

    fn turn(&self, state: &AnyState) -> Turn {
        self.0.turn(state.typed())
    }

    fn legal(&self, state: &AnyState) -> AnyLegal {
        AnyLegal::new::<G>(self.0.legal(state.typed()))
    }

    fn play(&self, state: &mut AnyState, action: ActionNumber) {
        let state = state.typed_mut();
        let action = self.0.legal(state).nth(action.index());
        self.0.play(state, action);
    }

    fn same_action(&self, from: &AnyState, action: ActionNumber, to: &AnyState) -> Option<ActionNumber> {
        let action = self.0.legal(from.typed()).nth(action.index());
        self.0.legal(to.typed()).iter().position(|other| other == action).map(ActionNumber::new)
    }

    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyChance {
        AnyChance::new(self.0.draw(state.typed(), rng))
    }

    fn reveal(&self, state: &mut AnyState, chance: &AnyChance) {
        self.0.reveal(state.typed_mut(), chance.typed());
    }

    fn payoff(&self, state: &AnyState, player: Player) -> f64 {
        self.0.payoff(state.typed(), player)
    }

    fn info_set(&self, state: &AnyState, player: Player) -> AnyInfoSet {
        AnyInfoSet::new(self.0.info_set(state.typed(), player))
    }

    fn sample(&self, info_set: &AnyInfoSet, rng: &mut Rng) -> AnyState {
        AnyState::new(self.0.sample(info_set.typed(), rng))
    }

    fn action_word(&self, state: &AnyState, action: ActionNumber) -> String {
        let state = state.typed();
        self.0.action_word(state, self.0.legal(state).nth(action.index()))
    }

    fn chance_word(&self, state: &AnyState, chance: &AnyChance) -> String {
        self.0.chance_word(state.typed(), chance.typed())
    }

    fn read_chance(&self, state: &AnyState, word: &str) -> Result<AnyChance, WordError> {
        self.0.read_chance(state.typed(), word).map(AnyChance::new)
    }

    fn read_action(&self, state: &AnyState, word: &str) -> Result<ActionNumber, WordError> {
        let state = state.typed();
        let read = self.0.read_action(state, word)?;
        let place = self.0.legal(state).iter().position(|action| action == read);
        Ok(ActionNumber::new(place.expect("what can be read is legal")))
    }

    fn legal_words(&self, state: &AnyState) -> Vec<String> {
        self.0.legal_words(state.typed())
    }

    fn noticed(&self, before: &AnyState, event: &AnyEvent, after: &AnyState, player: Player) -> String {
        let before = before.typed();
        self.0.noticed(before, &self.event(before, event), after.typed(), player)
    }

    fn position_text(&self, state: &AnyState) -> String {
        self.0.position_text(state.typed())
    }

    fn table_text(&self, info_set: &AnyInfoSet) -> String {
        self.0.table_text(info_set.typed())
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &AnyInfoSet) -> Option<Drawing> {
        self.0.drawing(info_set.typed())
    }

    fn retold(&self, words: &[String], world: &AnyState) -> Vec<String> {
        self.0.retold(words, world.typed())
    }

    fn check(&self, state: &AnyState) -> Result<(), String> {
        self.0.check(state.typed())
    }

    fn ending(&self, state: &AnyState) -> String {
        self.0.ending(state.typed())
    }

    fn worlds(&self, info_set: &AnyInfoSet, limit: usize) -> Option<Vec<(AnyState, f64)>> {
        let worlds = self.0.worlds(info_set.typed(), limit)?;
        Some(worlds.into_iter().map(|(state, probability)| (AnyState::new(state), probability)).collect())
    }

    fn steps(&self, state: &AnyState, dealt: &[AnyStep]) -> Vec<(AnyStep, f64)> {
        let steps = self.0.steps(state.typed(), &typed_steps(dealt));
        steps.into_iter().map(|(step, probability)| (AnyStep::new(step), probability)).collect()
    }

    fn assemble(&self, state: &AnyState, dealt: &[AnyStep]) -> AnyChance {
        AnyChance::new(self.0.assemble(state.typed(), &typed_steps(dealt)))
    }

    fn least_payoff(&self, player: Player) -> f64 {
        self.0.least_payoff(player)
    }

    fn play_at_random(&self, state: &mut AnyState, rng: &mut Rng) -> u64 {
        self.0.play_at_random(state.typed_mut(), rng)
    }

    fn perft(&self, state: &AnyState, depth: usize) -> Vec<u64> {
        perft(&*self.0, state.typed(), depth)
    }

    fn leaves(&self, state: &AnyState, depth: usize) -> u64 {
        leaves(&*self.0, state.typed(), depth)
    }

    fn played(&self, state: &AnyState, depth: usize) -> u64 {
        played(&*self.0, state.typed(), depth)
    }

    fn sizes(&self) -> Sizes {
        Sizes::of(&*self.0)
    }
}

fn typed_steps<S: Clone + 'static>(steps: &[AnyStep]) -> Vec<S> {
    steps.iter().map(|step| step.typed::<S>().clone()).collect()
}
