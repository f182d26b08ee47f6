//! Tree search from the start of a game for all players at once, as a way to find a strategy.

use hinterhand_engine::{ActionSet, Game, Player, Rng};

use super::forest::Forest;
use super::options::{Final, Options, TreeKind};
use super::tree::{Origin, SearchContext, root_key};
use crate::search::Rollout;
use crate::strategy::{Strategy, even};

/// Self-play from the start of a game, in which each player grows a tree of its own information sets: the
/// setting of Heinrich and Silver (2015) for Smooth UCT. As a strategy it plays each action in proportion to
/// its visits, without those of uniform choice.
///
/// ```
/// use hinterhand_engine::{Rng, games::Kuhn};
/// use hinterhand_solvers::search::Random;
/// use hinterhand_solvers::search::ismcts::{Options, Selection, SelfPlay};
///
/// let selection = Selection::Smooth { exploration: 0.4375, eta: 0.9, gamma: 0.1, decay: 0.001 };
/// let game = Kuhn::default();
/// let options = Options { selection, ..Options::default() };
/// let mut search = SelfPlay::new(&game, &Random, options, &mut Rng::new(1, 0));
/// search.step(1_000);
/// assert_eq!(search.nodes(), 12);
/// ```
pub struct SelfPlay<'g, G: Game> {
    forest: Forest<'g, G>,
}

impl<'g, G: Game> SelfPlay<'g, G> {
    /// Games of `game` from its beginning, ended by `rollout` where they leave the trees. All chance is drawn
    /// from generators made from `rng`. The kind of tree is always MO-ISMCTS.
    pub fn new(game: &'g G, rollout: &'g dyn Rollout<G>, options: Options, rng: &mut Rng) -> SelfPlay<'g, G> {
        let options = Options {
            tree: TreeKind::MultipleObserver,
            redeterminize: false,
            final_move: Final::Mean,
            ..options
        };
        let mut forest = Forest::new(SearchContext::new(game, rollout, options));
        forest.turn_to(Player::FIRST, Vec::new(), None, rng, |_| Origin::Worlds(vec![game.start()]));
        SelfPlay { forest }
    }

    /// Simulates `steps` games.
    pub fn step(&mut self, steps: u64) {
        self.forest.step(steps);
    }

    /// The number of information sets in the trees.
    pub fn nodes(&self) -> usize {
        self.forest.nodes()
    }
}

impl<G: Game> Strategy<G> for SelfPlay<'_, G> {
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        let actions: Vec<G::Action> = legal.iter().collect();
        // Only one seat can have this information set and be to move, but the information set does not
        // identify it.
        let players = Player::all(self.forest.context.game.players());
        let action_values = players.map(|player| {
            let key = root_key(info_set, player);
            self.forest.action_values_at(&actions, &|tree| tree.arena.known(key))
        });
        let tried = |entry: &crate::search::ActionValue<G::Action>| entry.visits > Some(0);
        match action_values.into_iter().find(|action_values| action_values.entries.iter().any(tried)) {
            Some(action_values) => {
                out.clear();
                out.extend(action_values.entries.iter().map(|entry| entry.probability));
            }
            None => even(actions.len(), out),
        }
    }
}
