//! Networks that value what a player sees after its action, for games whose actions are too many and too
//! different to be inputs themselves.
//!
//! In the literature what is there after an action, before others act, is the afterstate (Sutton and Barto,
//! 2018, 6.8).

mod forecast;
mod games;
mod klondike_chess;
mod recipippes;
mod schikanoeschen;
#[cfg(test)]
mod tests;

use hinterhand_engine::{Game, Player, Rng, Turn};

use super::interaction::InteractionOptions;
use super::layers::Network;

pub use forecast::AfterstateForecast;
pub use games::AfterstateGames;

/// Actions of a player in a row, as far as it can foresee.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// The first of them.
    pub first: A,
    /// Those after it.
    pub rest: Vec<A>,
    /// Whether the player may see something new right after them, such as a card that it draws.
    pub reveals: bool,
}

impl<A> Line<A> {
    /// An action alone.
    pub fn of(action: A, reveals: bool) -> Line<A> {
        Line { first: action, rest: Vec::new(), reveals }
    }
}

/// A game in which a network values what a player sees after its action, or after several in a row.
pub trait AfterstateInputs: Game {
    /// The number of inputs.
    fn inputs(&self) -> usize;

    /// Fills in the inputs, which are 0.
    fn fill(&self, info_set: &Self::InfoSet, inputs: &mut [f32]);

    /// The lines that are compared. Where there are none, [`by_rules`](AfterstateInputs::by_rules) chooses.
    fn lines(&self, info_set: &Self::InfoSet, legal: &Self::Legal, rng: &mut Rng) -> Vec<Line<Self::Action>>;

    /// The choice by rules of thumb.
    fn by_rules(&self, info_set: &Self::InfoSet, legal: &Self::Legal, rng: &mut Rng) -> Self::Action;

    /// Plays a line; where others may object within it, they do not.
    fn play_line(&self, state: &mut Self::State, line: &Line<Self::Action>) {
        self.play(state, line.first);
        line.rest.iter().for_each(|&action| self.play(state, action));
    }

    /// Whether a player who decides is in its own turn, and not asked for an answer in another's.
    fn begins_turn(&self, state: &Self::State, legal: &Self::Legal) -> bool;

    /// The largest payoff.
    fn most(&self) -> f64;

    /// The options of learning that have turned out well.
    fn options() -> InteractionOptions {
        InteractionOptions::afterstates()
    }
}

/// The output that stands for a game that is over.
fn output<G: AfterstateInputs>(game: &G, state: &G::State, player: Player) -> f32 {
    (0.5 + 0.5 * game.payoff(state, player) / game.most()).clamp(0.0, 1.0) as f32
}

/// A line with the output that stands for it.
#[derive(Clone, Debug)]
struct Valued<A> {
    line: Line<A>,
    value: f32,
}

/// What is needed to value actions.
#[derive(Clone, Debug)]
pub struct Valuer {
    /// The inputs before and after an action.
    before: Vec<f32>,
    after: Vec<f32>,
    listed: Vec<(u16, f32)>,
    sums: Vec<f32>,
    room: Vec<Vec<f32>>,
}

impl Valuer {
    fn new<G: AfterstateInputs>(game: &G) -> Valuer {
        let count = game.inputs();
        Valuer {
            before: vec![0.0; count],
            after: vec![0.0; count],
            listed: Vec::new(),
            sums: Vec::new(),
            room: Vec::new(),
        }
    }

    /// The inputs that are not 0.
    fn see<G: AfterstateInputs>(&mut self, game: &G, info_set: &G::InfoSet) -> Vec<(u16, f32)> {
        fill(game, info_set, &mut self.after);
        listed(&self.after).collect()
    }

    /// The lines that are compared, with their values: means over some sampled worlds where something new
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
        let lines = game.lines(info_set, legal, rng);
        if lines.is_empty() {
            return Vec::new();
        }
        fill(game, info_set, &mut self.before);
        self.listed.clear();
        self.listed.extend(listed(&self.before));
        network.begin_in(&self.listed, &mut self.sums);
        let mut valued: Vec<Valued<G::Action>> =
            lines.into_iter().map(|line| Valued { line, value: 0.0 }).collect();
        for n in 0..worlds {
            let world = game.sample(info_set, rng);
            let Turn::Player(player) = game.turn(&world) else { unreachable!("a player decides") };
            for Valued { line, value } in &mut valued {
                if n == 0 || line.reveals {
                    let mut next = world.clone();
                    game.play_line(&mut next, line);
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
            return output(game, state, player);
        }
        fill(game, &game.info_set(state, player), &mut self.after);
        self.listed.clear();
        let pairs = self.before.iter().zip(&self.after).enumerate();
        let changed = pairs.filter(|(_, (before, after))| before != after);
        self.listed.extend(changed.map(|(n, (before, after))| (n as u16, after - before)));
        network.finish_in(&self.sums, &self.listed, &mut self.room)
    }
}

/// Fills in the inputs.
fn fill<G: AfterstateInputs>(game: &G, info_set: &G::InfoSet, inputs: &mut [f32]) {
    inputs.fill(0.0);
    game.fill(info_set, inputs);
}

/// A count as inputs of which as many are 1, from the first.
fn counted(inputs: &mut [f32], count: usize) {
    let count = count.min(inputs.len());
    inputs[..count].fill(1.0);
}

fn listed(inputs: &[f32]) -> impl Iterator<Item = (u16, f32)> + '_ {
    inputs.iter().enumerate().filter(|(_, input)| **input != 0.0).map(|(n, input)| (n as u16, *input))
}

/// The place of the highest value, the first of equal ones.
fn best<A>(valued: &[Valued<A>]) -> usize {
    (0..valued.len()).fold(0, |best, n| if valued[n].value > valued[best].value { n } else { best })
}
