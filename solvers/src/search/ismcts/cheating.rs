//! Cheating UCT: a search that sees all cards, as an upper reference for the others.

use hinterhand_engine::{ActionSet, Game, Rng, Turn};

use super::forest::Forest;
use super::options::{Options, TreeKind};
use super::tree::{Origin, SearchContext};
use crate::search::{ActionValues, Rollout};

/// UCT on the state itself. It is no [`Search`](crate::search::Search) and no bot: only a referee, who holds
/// the state, can use it, to measure how far other searches stay behind. Future chance events are unknown to
/// it.
///
/// ```
/// use hinterhand_engine::games::SixtySix;
/// use hinterhand_engine::{Game, Rng};
/// use hinterhand_solvers::search::ByDirected;
/// use hinterhand_solvers::search::ismcts::{Cheating, Options};
///
/// let (game, mut rng) = (SixtySix::default(), Rng::new(2026, 0));
/// let mut state = game.start();
/// game.deal(&mut state, &mut rng);
/// let mut cheating = Cheating::new(&game, &ByDirected, Options::default());
/// cheating.turn_to(&state, &mut rng);
/// cheating.step(1_000);
/// game.play(&mut state, cheating.action_values().best());
/// ```
pub struct Cheating<'g, G: Game> {
    forest: Forest<'g, G>,
}

impl<'g, G: Game> Cheating<'g, G> {
    /// A search of `game` that ends its simulated games by `rollout`. Of the options, those about what
    /// players know are without effect; several trees make the cheating ensemble.
    pub fn new(game: &'g G, rollout: &'g dyn Rollout<G>, options: Options) -> Cheating<'g, G> {
        let options = Options { tree: TreeKind::Determinized, redeterminize: false, ..options };
        Cheating { forest: Forest::new(SearchContext::new(game, rollout, options)) }
    }

    /// Turns to the decision at `state`, and forgets all others.
    ///
    /// # Panics
    ///
    /// If it is no player's turn.
    pub fn turn_to(&mut self, state: &G::State, rng: &mut Rng) {
        let game = self.forest.context.game;
        let Turn::Player(player) = game.turn(state) else { panic!("it is no player's turn") };
        self.forest.forget();
        let (legal, key) = (game.legal(state).iter().collect(), player.index() as u64);
        self.forest.turn_to(player, legal, Some(key), rng, |_| Origin::Worlds(vec![state.clone()]));
    }

    /// Simulates `steps` games.
    pub fn step(&mut self, steps: u64) {
        self.forest.step(steps);
    }

    /// The values of the legal actions so far.
    pub fn action_values(&self) -> ActionValues<G::Action> {
        self.forest.action_values()
    }
}
