//! Monte Carlo over worlds in which the first decisions are made without knowing the world.
//!
//! With [`Keep::Best`] it is extended perfect information Monte Carlo: Arjonilla, Saffidine and Cazenave,
//! "Perfect information Monte Carlo with postponing reasoning" (2024). In worlds that its player cannot
//! distinguish, the player chooses the same action for a number of its decisions, and only then are the cards
//! laid open. With [`Keep::Front`] it is alpha-mu: Cazenave and Ventos, "The alpha-mu search algorithm for
//! the game of bridge" (2019). It keeps the Pareto front, vectors with a value for each world, until the
//! worlds that the opponent chose against are known: that also cures *non-locality*. In both the opponent
//! knows the world all along, as in Frank and Basin's best defence model.
//!
//! We differ: payoffs are numbers instead of won or lost, hidden moves of the opponent are part of the world,
//! and there are none of alpha-mu's cuts. Fit for few worlds and few decisions.

use std::collections::HashMap;

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, View, Worlds};

use super::worlds::Sampler;
use crate::parallel;
use crate::search::lent::{Lent, Pool};
use crate::search::{ActionValue, ActionValues, OpenCards, Search};

/// The selection of the ways to play on at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The one with the best mean.
    Best,
    /// The vectors that no other one dominates, at most this number: of more those with the best means.
    Front(usize),
}

/// The options of a [`Postponed`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostponedOptions {
    /// The number of worlds searched: all, if there are no more.
    pub worlds: usize,
    /// The number of decisions that the player makes without knowing the world, the present one included.
    /// With 1 it is perfect information Monte Carlo.
    pub decisions: u32,
    /// The selection at each decision.
    pub keep: Keep,
}

impl Default for PostponedOptions {
    fn default() -> PostponedOptions {
        PostponedOptions { worlds: 20, decisions: 2, keep: Keep::Front(32) }
    }
}

/// Monte Carlo with postponed reasoning, for a game of two in which one wins what the other loses. A step is
/// one of the legal actions, looked at in all worlds.
pub struct Postponed<'g, G: Game, O> {
    game: &'g G,
    options: PostponedOptions,
    solvers: Pool<O>,
    decision: Option<Decision<G>>,
}

struct Decision<G: Game> {
    me: Player,
    legal: G::Legal,
    /// Each with its weight; these sum to 1.
    worlds: Vec<(G::State, f64)>,
    sampled: bool,
    seed: u64,
    /// The payoffs of the first actions in each world.
    found: Vec<Vec<f64>>,
}

impl<'g, G: Game, O> Postponed<'g, G, O> {
    /// A search that has not been turned to a decision yet.
    ///
    /// # Panics
    ///
    /// If the game is not one of two, or if there are to be no worlds, no decisions or nothing to keep.
    pub fn new(game: &'g G, solver: O, options: PostponedOptions) -> Postponed<'g, G, O> {
        assert_eq!(game.players(), 2, "open cards are solved for two players");
        assert!(options.worlds > 0 && options.decisions > 0, "it needs a world and a decision");
        assert!(options.keep != Keep::Front(0), "it must keep something");
        Postponed { game, options, solvers: Pool::new(solver), decision: None }
    }
}

impl<G, O> Search<G> for Postponed<'_, G, O>
where
    G: Worlds<State: Send + Sync, Legal: Sync>,
    O: OpenCards<G> + Clone + Send + Sync,
{
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let mut sampler = Sampler::new(self.game, view.info_set, self.options.worlds, rng);
        let me = sampler.mover(self.game);
        let numbers = sampler.take(self.options.worlds as u64);
        let even = 1.0 / (numbers.end - numbers.start) as f64;
        let sampled = sampler.listed().is_none();
        let world = |number| {
            let (world, weight, _) = sampler.world(self.game, number);
            (world, if sampled { even } else { weight })
        };
        let worlds = numbers.map(world).collect();
        let legal = view.legal.clone();
        self.decision = Some(Decision { me, legal, worlds, sampled, seed: rng.bits(), found: Vec::new() });
    }

    fn step(&mut self, steps: u64) -> u64 {
        let Some(decision) = &mut self.decision else { return 0 };
        let start = decision.found.len();
        let end = (start as u64).saturating_add(steps).min(decision.legal.len() as u64) as usize;
        let (game, options, solvers, seen) = (self.game, self.options, &self.solvers, &*decision);
        let look = |n: usize| {
            let mut solver = Lent::new(solvers);
            let weights = seen.worlds.iter().map(|&(_, weight)| weight).collect();
            let mut table = Table {
                game,
                me: seen.me,
                keep: options.keep,
                seed: seen.seed,
                weights,
                solver: solver.solver(),
            };
            let played = |(world, (state, _)): (usize, &(G::State, f64))| {
                let mut state = state.clone();
                game.play(&mut state, seen.legal.nth(n));
                (world, state)
            };
            let states = seen.worlds.iter().enumerate().map(played).collect();
            let front = table.after(states, options.decisions - 1);
            table.best(front)
        };
        let found: Vec<Vec<f64>> = parallel::map(end - start, &|n| look(start + n));
        decision.found.extend(found);
        (end - start) as u64
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let decision = self.decision.as_ref().expect("it has been turned to a decision");
        let mean = |values: &Vec<f64>| -> f64 {
            values.iter().zip(&decision.worlds).map(|(value, (_, weight))| value * weight).sum()
        };
        let means: Vec<f64> = decision.found.iter().map(mean).collect();
        let best = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |mean: f64| best - mean <= 1e-9 * (1.0 + best.abs());
        let tied = means.iter().filter(|&&mean| is_best(mean)).count();
        let entry = |(n, action): (usize, G::Action)| {
            let value = means.get(n).copied();
            let probability = match value {
                Some(value) if is_best(value) => 1.0 / tied as f64,
                None if means.is_empty() => 1.0 / decision.legal.len() as f64,
                _ => 0.0,
            };
            let error = value.and_then(|mean| {
                let worlds = decision.found[n].len() as f64;
                let squares: f64 = decision.found[n].iter().map(|value| (value - mean).powi(2)).sum();
                match (decision.sampled, worlds > 1.0) {
                    (false, _) => Some(0.0),
                    (true, false) => None,
                    (true, true) => Some((squares / (worlds - 1.0) / worlds).sqrt()),
                }
            });
            ActionValue { action, probability, value, error, visits: None }
        };
        ActionValues { entries: decision.legal.iter().enumerate().map(entry).collect() }
    }
}

/// A value for each world; infinite where the opponent has no way here.
type Values = Vec<f64>;

/// The constants of a search over worlds.
struct Table<'t, G: Game, O> {
    game: &'t G,
    me: Player,
    keep: Keep,
    seed: u64,
    weights: Vec<f64>,
    solver: &'t mut O,
}

/// States that the player cannot tell apart, each with the number of its world.
type Alike<G> = Vec<(usize, <G as Game>::State)>;

impl<G: Game, O: OpenCards<G>> Table<'_, G, O> {
    /// The possible results for each world after an action of the player, if the opponent knows the world and
    /// the player makes `decisions` more decisions without knowing it.
    fn after(&mut self, states: Alike<G>, decisions: u32) -> Vec<Values> {
        let mut ended = vec![f64::INFINITY; self.weights.len()];
        let mut numbers: HashMap<G::InfoSet, usize> = HashMap::new();
        let mut groups: Vec<Alike<G>> = Vec::new();
        let mut open = states;
        open.reverse();
        while let Some((world, mut state)) = open.pop() {
            while self.game.turn(&state) == Turn::Chance {
                let mut rng = Rng::new(self.seed ^ u64::from(decisions), world as u64);
                self.game.deal(&mut state, &mut rng);
            }
            match self.game.turn(&state) {
                Turn::Player(player) if decisions == 0 => {
                    let value = self.solver.value(self.game, &state);
                    let value = if player == self.me { value } else { -value };
                    ended[world] = ended[world].min(value);
                }
                Turn::Player(player) if player == self.me => {
                    let info_set = self.game.info_set(&state, player);
                    let number = *numbers.entry(info_set).or_insert(groups.len());
                    if number == groups.len() {
                        groups.push(Vec::new());
                    }
                    groups[number].push((world, state));
                }
                Turn::Player(_) => {
                    let legal = self.game.legal(&state);
                    for action in legal.iter() {
                        let mut next = state.clone();
                        self.game.play(&mut next, action);
                        open.push((world, next));
                    }
                }
                _ => ended[world] = ended[world].min(self.game.payoff(&state, self.me)),
            }
        }
        let mut front = vec![ended];
        for group in groups {
            let there = self.at(&group, decisions);
            let mut met = Vec::with_capacity(front.len() * there.len());
            for values in &front {
                // In each world the opponent goes where it is worse for the player.
                met.extend(
                    there.iter().map(|others| values.iter().zip(others).map(|(a, b)| a.min(*b)).collect()),
                );
            }
            front = self.kept(met);
        }
        front
    }

    /// The same at a decision of the player.
    fn at(&mut self, states: &Alike<G>, decisions: u32) -> Vec<Values> {
        let legal = self.game.legal(&states[0].1);
        let mut front = Vec::new();
        for action in legal.iter() {
            let played = |(world, state): &(usize, G::State)| {
                let mut state = state.clone();
                self.game.play(&mut state, action);
                (*world, state)
            };
            let played = states.iter().map(played).collect();
            front.extend(self.after(played, decisions - 1));
        }
        self.kept(front)
    }

    /// The vectors worth keeping.
    fn kept(&self, mut front: Vec<Values>) -> Vec<Values> {
        // Stable, so that of equals the first one stays.
        front.sort_by(|a, b| self.sum(b).total_cmp(&self.sum(a)));
        let most = match self.keep {
            Keep::Best => 1,
            Keep::Front(most) => most,
        };
        let mut kept: Vec<Values> = Vec::new();
        for values in front {
            if kept.len() == most {
                break;
            }
            if !kept.iter().any(|other| other.iter().zip(&values).all(|(a, b)| a >= b)) {
                kept.push(values);
            }
        }
        kept
    }

    /// The sum over the worlds from which there is a way here.
    fn sum(&self, values: &Values) -> f64 {
        let pairs = values.iter().zip(&self.weights).filter(|(value, _)| value.is_finite());
        pairs.map(|(value, weight)| value * weight).sum()
    }

    /// The values with the best mean.
    fn best(&self, front: Vec<Values>) -> Values {
        let better =
            |best: Values, other: Values| if self.sum(&other) > self.sum(&best) { other } else { best };
        front.into_iter().reduce(better).expect("something always comes out")
    }
}
