//! Any game of two with open cards, to a depth.
//!
//! Alpha-beta with iterative deepening. The game must be zero-sum; beyond the depth an [`Evaluation`]
//! estimates the payoff. Future chance events are drawn once for each depth, as if they were known too: that
//! is one sample, not a mean.

use hinterhand_engine::{ActionSet, Game, Player, PositionKey, Rng, Turn};

use super::memory::{Known, Memory, NO_ACTION};
use crate::search::{Evaluation, OpenCards};

/// The limits of a [`ToDepth`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthOptions {
    /// The maximum number of actions searched ahead.
    pub depth: u32,
    /// The number of positions after which the search stops and returns the last depth that it has finished.
    /// Depth 1 is always finished.
    pub positions: u64,
    /// The seed of chance that is still to come.
    pub seed: u64,
}

impl Default for DepthOptions {
    fn default() -> DepthOptions {
        DepthOptions { depth: 64, positions: 100_000, seed: 0 }
    }
}

/// Every game that is not over counts as level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level;

impl<G: Game> Evaluation<G> for Level {
    fn estimate(&self, _: &G, _: &G::State, payoffs: &mut [f64]) {
        payoffs.fill(0.0);
    }
}

/// A solver of any game of two with open cards, to a depth.
///
/// ```
/// use hinterhand_engine::{Game, Player, Rng, games::Kuhn};
/// use hinterhand_solvers::search::{DepthOptions, Level, OpenCards, ToDepth};
///
/// let game = Kuhn::default();
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut Rng::new(1, 0));
/// let mut values = Vec::new();
/// ToDepth::new(DepthOptions::default(), Level).values(&game, &hand, &game.legal(&hand), &mut values);
/// assert_eq!(values.len(), 2);
/// ```
pub struct ToDepth<G: Game, E> {
    options: DepthOptions,
    evaluation: E,
    positions: u64,
    /// Whether some game was not looked at to its end.
    cut: bool,
    /// The payoffs at a position beyond the depth.
    payoffs: [f64; 2],
    memory: Option<(PositionKeys<G>, Memory<f64>)>,
}

type PositionKeys<G> = fn(&G, &<G as Game>::State) -> u128;

/// Positions that are remembered, as a power of two.
const BITS: u32 = 16;

impl<G: Game, E: Clone> Clone for ToDepth<G, E> {
    fn clone(&self) -> ToDepth<G, E> {
        let ToDepth { options, positions, cut, payoffs, .. } = *self;
        let (evaluation, memory) = (self.evaluation.clone(), self.memory.clone());
        ToDepth { options, evaluation, positions, cut, payoffs, memory }
    }
}

impl<G: Game, E: Evaluation<G>> ToDepth<G, E> {
    /// A solver without a transposition table.
    pub fn new(options: DepthOptions, evaluation: E) -> ToDepth<G, E> {
        ToDepth { options, evaluation, positions: 0, cut: false, payoffs: [0.0; 2], memory: None }
    }

    /// A solver that remembers positions.
    pub fn remembering(options: DepthOptions, evaluation: E) -> ToDepth<G, E>
    where
        G: PositionKey,
    {
        let memory = Some((G::position_key as PositionKeys<G>, Memory::new(BITS)));
        ToDepth { memory, ..ToDepth::new(options, evaluation) }
    }

    /// The value of `state` for `me`, searched `depth` actions further, if it lies between the bounds;
    /// otherwise a bound on that side. `None` if there are too many positions.
    fn solve(
        &mut self,
        game: &G,
        state: &mut G::State,
        me: Player,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<f64> {
        while game.turn(state) == Turn::Chance {
            game.deal(state, &mut Rng::new(self.options.seed, u64::from(depth)));
        }
        self.positions += 1;
        let Turn::Player(mover) = game.turn(state) else { return Some(game.payoff(state, me)) };
        if depth == 0 {
            self.cut = true;
            self.evaluation.estimate(game, state, &mut self.payoffs);
            return Some(self.payoffs[me.index()]);
        }
        if mover != me {
            return self.solve(game, state, mover, depth, -beta, -alpha).map(|value| -value);
        }
        if self.positions > self.options.positions {
            return None;
        }
        let (mut position_key, mut first) = (0, NO_ACTION);
        if let Some((position_key_of, memory)) = &self.memory {
            position_key = position_key_of(game, state);
            if let Some(known) = memory.get(position_key) {
                first = known.action;
                if u32::from(known.depth) == depth {
                    if known.at_least >= beta || known.at_least >= known.at_most {
                        return Some(known.at_least);
                    }
                    if known.at_most <= alpha {
                        return Some(known.at_most);
                    }
                    alpha = alpha.max(known.at_least);
                    beta = beta.min(known.at_most);
                }
            }
        }
        let (window, legal) = (alpha, game.legal(state));
        let (mut best, mut found) = (f64::NEG_INFINITY, first);
        let favourite = Some(usize::from(first)).filter(|&first| first < legal.len());
        for n in favourite.into_iter().chain((0..legal.len()).filter(|&n| Some(n) != favourite)) {
            let mut next = state.clone();
            game.play(&mut next, legal.nth(n));
            let value = self.solve(game, &mut next, me, depth - 1, alpha, beta)?;
            if value > best {
                best = value;
                found = u8::try_from(n).unwrap_or(NO_ACTION);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        if let Some((_, memory)) = &mut self.memory {
            let at_least = if best > window { best } else { f64::NEG_INFINITY };
            let at_most = if best < beta { best } else { f64::INFINITY };
            let depth = u8::try_from(depth).unwrap_or(u8::MAX);
            memory.put(position_key, Known { at_least, at_most, depth, action: found });
        }
        Some(best)
    }
}

impl<G: Game, E: Evaluation<G>> OpenCards<G> for ToDepth<G, E> {
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>) {
        let Turn::Player(me) = game.turn(state) else { panic!("only a decision has actions") };
        if let Some((_, memory)) = &mut self.memory {
            memory.forget(BITS);
        }
        self.positions = 0;
        values.clear();
        for depth in 0..self.options.depth.max(1) {
            let budget = self.options.positions;
            if depth == 0 {
                self.options.positions = u64::MAX;
            }
            self.cut = false;
            let deeper: Option<Vec<f64>> = legal
                .iter()
                .map(|action| {
                    let mut next = state.clone();
                    game.play(&mut next, action);
                    self.solve(game, &mut next, me, depth, f64::NEG_INFINITY, f64::INFINITY)
                })
                .collect();
            self.options.positions = budget;
            let Some(deeper) = deeper else { break };
            *values = deeper;
            if !self.cut {
                break;
            }
        }
    }
}
