//! Information-set Monte Carlo tree search.

mod agreement;
mod budget;
mod kinds;
mod promises;

use hinterhand_engine::games::tree::Tree;
use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Player, Rng, Turn, View};
use hinterhand_solvers::search::ismcts::{Ismcts, Options, TreeKind};
use hinterhand_solvers::search::{Counsel, Random, Rollout, Search};

const KINDS: [TreeKind; 3] =
    [TreeKind::SingleObserver, TreeKind::PartiallyObservable, TreeKind::MultipleObserver];

/// A decision of a game as its player sees it.
struct Decision<G: Game> {
    info_set: G::InfoSet,
    legal: G::Legal,
}

impl<G: Game> Decision<G> {
    fn at(game: &G, state: &G::State) -> Decision<G> {
        let Turn::Player(player) = game.turn(state) else { panic!("no player is to move") };
        Decision { info_set: game.info_set(state, player), legal: game.legal(state) }
    }

    /// The first decision of a game, with chance drawn from this seed.
    fn first(game: &G, seed: u64) -> Decision<G> {
        Decision::after(game, seed, 0)
    }

    /// The decision after so many random actions.
    fn after(game: &G, seed: u64, actions: usize) -> Decision<G> {
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

    fn turn(&self, search: &mut impl Search<G>, seed: u64) {
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let view = View { contest: &contest, info_set: &self.info_set, legal: &self.legal };
        search.turn_to(&view, &mut Rng::new(seed, 1));
    }

    fn think(
        &self,
        game: &G,
        rollout: &dyn Rollout<G>,
        options: Options,
        seed: u64,
        steps: u64,
    ) -> Counsel<G::Action> {
        let mut search = Ismcts::new(game, rollout, options);
        self.turn(&mut search, seed);
        assert_eq!(search.step(steps), steps);
        search.counsel()
    }
}

fn with_kind(tree: TreeKind) -> Options {
    Options { tree, ..Options::default() }
}

/// The word of the best action at the root of a tree, thought about for so many steps.
fn best_word(tree: &Tree, options: Options, steps: u64) -> String {
    let decision = Decision::first(tree, 1);
    let best = decision.think(tree, &Random, options, 7, steps).best();
    let mut state = tree.start();
    while tree.turn(&state) == Turn::Chance {
        tree.deal(&mut state, &mut Rng::new(1, 0));
    }
    tree.label(state, best).to_owned()
}

fn visits<A>(counsel: &Counsel<A>) -> u64 {
    counsel.moves.iter().filter_map(|weighed| weighed.visits).sum()
}
