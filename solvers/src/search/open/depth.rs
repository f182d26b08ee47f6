//! Any game of two with open cards, to a depth.
//!
//! Alpha-beta with iterative deepening. The game must be zero-sum; beyond the depth an [`Evaluation`]
//! estimates the payoff. Future chance events are drawn once for each depth, as if they were known too: that
//! is one sample, not a mean.

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

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
#[derive(Clone, Debug)]
pub struct ToDepth<E> {
    options: DepthOptions,
    evaluation: E,
    positions: u64,
    /// Whether some game was not looked at to its end.
    cut: bool,
    /// The payoffs at a position beyond the depth.
    payoffs: [f64; 2],
}

impl<E> ToDepth<E> {
    /// A solver with these limits.
    pub fn new(options: DepthOptions, evaluation: E) -> ToDepth<E> {
        ToDepth { options, evaluation, positions: 0, cut: false, payoffs: [0.0; 2] }
    }

    /// The value of `state` for `me`, searched `depth` actions further, if it lies between the bounds;
    /// otherwise a bound on that side. `None` if there are too many positions.
    fn solve<G: Game>(
        &mut self,
        game: &G,
        state: &mut G::State,
        me: Player,
        depth: u32,
        mut alpha: f64,
        beta: f64,
    ) -> Option<f64>
    where
        E: Evaluation<G>,
    {
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
        let mut best = f64::NEG_INFINITY;
        for action in game.legal(state).iter() {
            let mut next = state.clone();
            game.play(&mut next, action);
            let value = self.solve(game, &mut next, me, depth - 1, alpha, beta)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl<G: Game, E: Evaluation<G>> OpenCards<G> for ToDepth<E> {
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>) {
        let Turn::Player(me) = game.turn(state) else { panic!("only a decision has actions") };
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
