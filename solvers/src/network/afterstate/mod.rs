//! Networks that value what a player sees after its action, for games whose actions are too many and too
//! different to be inputs themselves.
//!
//! In the literature what is there after an action, before others act, is the afterstate (Sutton and Barto,
//! 2018, 6.8). The inputs are the named fields of the observation of the game, and some further ones.

mod forecast;
mod games;
mod recipippes;
#[cfg(test)]
mod tests;

use hinterhand_engine::observation::{Field, Numbers, Observation};
use hinterhand_engine::{Player, Rng, Turn};

use super::layers::Network;

pub use forecast::AfterstateForecast;
pub use games::AfterstateGames;

/// A game in which a network values what a player sees after its action.
pub trait AfterstateInputs: Observation {
    /// The number of inputs beside those of the observation.
    const FURTHER: usize;

    /// Fills in these inputs, which are 0.
    fn further(&self, info_set: &Self::InfoSet, inputs: &mut [f32]);

    /// The actions that are compared. Where there are none, [`by_rules`](AfterstateInputs::by_rules) chooses.
    fn compared(&self, info_set: &Self::InfoSet, legal: &Self::Legal, rng: &mut Rng) -> Vec<Self::Action>;

    /// The choice by rules of thumb.
    fn by_rules(&self, info_set: &Self::InfoSet, legal: &Self::Legal, rng: &mut Rng) -> Self::Action;

    /// Whether the player may see something new right after an action, such as a card that it draws.
    fn reveals(&self, action: Self::Action) -> bool;

    /// Whether a player who decides begins its turn.
    fn begins_turn(&self, state: &Self::State, legal: &Self::Legal) -> bool;

    /// The largest payoff.
    fn most(&self) -> f64;
}

/// The number of inputs of a game.
pub(crate) fn inputs<G: AfterstateInputs>(game: &G) -> usize {
    observed(game) + G::FURTHER
}

fn observed<G: AfterstateInputs>(game: &G) -> usize {
    game.fields().iter().map(Field::size).sum()
}

/// The output that stands for a payoff.
fn output<G: AfterstateInputs>(game: &G, payoff: f64) -> f32 {
    (0.5 + 0.5 * payoff / game.most()).clamp(0.0, 1.0) as f32
}

/// An action with the output that stands for it.
#[derive(Clone, Copy, Debug)]
struct Valued<A> {
    action: A,
    value: f32,
}

/// What is needed to value actions.
#[derive(Clone, Debug)]
pub struct Valuer {
    observed: usize,
    /// The inputs before and after an action.
    before: Vec<f32>,
    after: Vec<f32>,
    listed: Vec<(u16, f32)>,
    sums: Vec<f32>,
    room: Vec<Vec<f32>>,
}

impl Valuer {
    fn new<G: AfterstateInputs>(game: &G) -> Valuer {
        let count = inputs(game);
        Valuer {
            observed: observed(game),
            before: vec![0.0; count],
            after: vec![0.0; count],
            listed: Vec::new(),
            sums: Vec::new(),
            room: Vec::new(),
        }
    }

    /// The inputs that are not 0.
    fn see<G: AfterstateInputs>(&mut self, game: &G, info_set: &G::InfoSet) -> Vec<(u16, f32)> {
        fill(game, info_set, self.observed, &mut self.after);
        listed(&self.after).collect()
    }

    /// The actions that are compared, with their values: means over some sampled worlds where something new
    /// may be seen right after them. There are none where rules of thumb choose.
    fn values<G: AfterstateInputs>(
        &mut self,
        game: &G,
        network: &Network,
        info_set: &G::InfoSet,
        legal: &G::Legal,
        worlds: u32,
        rng: &mut Rng,
    ) -> Vec<Valued<G::Action>> {
        let compared = game.compared(info_set, legal, rng);
        if compared.is_empty() {
            return Vec::new();
        }
        fill(game, info_set, self.observed, &mut self.before);
        self.listed.clear();
        self.listed.extend(listed(&self.before));
        network.begin_in(&self.listed, &mut self.sums);
        let mut valued: Vec<Valued<G::Action>> =
            compared.into_iter().map(|action| Valued { action, value: 0.0 }).collect();
        for n in 0..worlds {
            let world = game.sample(info_set, rng);
            let Turn::Player(player) = game.turn(&world) else { unreachable!("a player decides") };
            for Valued { action, value } in &mut valued {
                if n == 0 || game.reveals(*action) {
                    let mut next = world.clone();
                    game.play(&mut next, *action);
                    let found = self.after(game, network, &next, player);
                    *value += (found - *value) / (n + 1) as f32;
                }
            }
        }
        valued
    }

    /// The output for `player` at `state`, from the inputs that differ from those before.
    fn after<G: AfterstateInputs>(
        &mut self,
        game: &G,
        network: &Network,
        state: &G::State,
        player: Player,
    ) -> f32 {
        if game.turn(state) == Turn::Over {
            return output(game, game.payoff(state, player));
        }
        fill(game, &game.info_set(state, player), self.observed, &mut self.after);
        self.listed.clear();
        let pairs = self.before.iter().zip(&self.after).enumerate();
        let changed = pairs.filter(|(_, (before, after))| before != after);
        self.listed.extend(changed.map(|(n, (before, after))| (n as u16, after - before)));
        network.finish_in(&self.sums, &self.listed, &mut self.room)
    }
}

/// Fills in the inputs.
fn fill<G: AfterstateInputs>(game: &G, info_set: &G::InfoSet, observed: usize, inputs: &mut [f32]) {
    let (seen, further) = inputs.split_at_mut(observed);
    game.observe(info_set, &mut Numbers::new(seen));
    further.fill(0.0);
    game.further(info_set, further);
}

fn listed(inputs: &[f32]) -> impl Iterator<Item = (u16, f32)> + '_ {
    inputs.iter().enumerate().filter(|(_, input)| **input != 0.0).map(|(n, input)| (n as u16, *input))
}

/// The place of the highest value, the first of equal ones.
fn best<A>(valued: &[Valued<A>]) -> usize {
    (0..valued.len()).fold(0, |best, n| if valued[n].value > valued[best].value { n } else { best })
}
