//! Playouts in which every player acts on its own information set.

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, playout_by};

use crate::search::lent::{Lent, Pool};
use crate::search::rollout::settle;
use crate::search::{Greedy, OpenCards, Rollout};

/// All players act by this simple rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByGreedy<P>(pub P);

/// All players act by perfect information Monte Carlo on a few worlds each.
#[derive(Debug)]
pub struct ByPimc<O> {
    worlds: u32,
    solvers: Pool<O>,
}

impl<O> ByPimc<O> {
    /// At each decision `worlds` worlds are sampled and solved by a copy of `solver`.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn new(worlds: u32, solver: O) -> ByPimc<O> {
        assert!(worlds > 0, "a mean needs a world");
        ByPimc { worlds, solvers: Pool::new(solver) }
    }
}

impl<G: Game, P: Greedy<G>> Rollout<G> for ByGreedy<P> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        playout_by(game, state, rng, |state, legal, rng| {
            self.0.choose(game, &game.info_set(state, mover(game, state)), legal, rng)
        });
        settle(game, state, payoffs);
    }
}

impl<G: Game, O: OpenCards<G> + Clone + Send + Sync> Rollout<G> for ByPimc<O> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        let mut lent = Lent::new(&self.solvers);
        let (mut sums, mut values) = (Vec::new(), Vec::new());
        playout_by(game, state, rng, |state, legal, rng| {
            if legal.len() == 1 {
                return legal.nth(0);
            }
            let info_set = game.info_set(state, mover(game, state));
            sums.clear();
            sums.resize(legal.len(), 0.0);
            for _ in 0..self.worlds {
                let world = game.sample(&info_set, rng);
                lent.solver().values(game, &world, legal, &mut values);
                sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
            }
            let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            legal.nth(rng.weighted(sums.iter().map(|&sum| if sum == best { 1.0 } else { 0.0 })))
        });
        settle(game, state, payoffs);
    }
}

fn mover<G: Game>(game: &G, state: &G::State) -> Player {
    match game.turn(state) {
        Turn::Player(player) => player,
        turn => panic!("only a player chooses, not {turn:?}"),
    }
}
