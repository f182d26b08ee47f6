//! A decision to be thought about.

use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Player, Rng, Turn, View};
use hinterhand_solvers::search::Search;

/// A decision of a game as its player sees it.
pub(crate) struct Decision<G: Game> {
    pub(crate) info_set: G::InfoSet,
    pub(crate) legal: G::Legal,
}

impl<G: Game> Decision<G> {
    pub(crate) fn at(game: &G, state: &G::State) -> Decision<G> {
        let Turn::Player(player) = game.turn(state) else { panic!("no player is to move") };
        Decision { info_set: game.info_set(state, player), legal: game.legal(state) }
    }

    /// The first decision of a game, with chance drawn from this seed.
    pub(crate) fn first(game: &G, seed: u64) -> Decision<G> {
        Decision::after(game, seed, 0)
    }

    /// The decision after a number of random actions.
    pub(crate) fn after(game: &G, seed: u64, actions: usize) -> Decision<G> {
        let mut rng = Rng::new(seed, 0);
        let mut state = game.start();
        let mut left = actions;
        loop {
            match game.turn(&state) {
                Turn::Over => {
                    (state, left) = (game.start(), actions);
                }
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Player(_) if left == 0 => return Decision::at(game, &state),
                Turn::Player(_) => {
                    let legal = game.legal(&state);
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                    left -= 1;
                }
            }
        }
    }

    /// Turns a search to it.
    pub(crate) fn turn(&self, search: &mut impl Search<G>, seed: u64) {
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let view = View { contest: &contest, info_set: &self.info_set, legal: &self.legal };
        search.turn_to(&view, &mut Rng::new(seed, 1));
    }
}
