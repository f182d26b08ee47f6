//! Information-set Monte Carlo tree search.

mod agreement;
mod budget;
mod kinds;
mod promises;

use hinterhand_engine::games::tree::Tree;
use hinterhand_engine::{Game, Notation, Rng, Turn};
use hinterhand_solvers::search::ismcts::{Ismcts, Options, TreeKind};
use hinterhand_solvers::search::{ActionValues, Random, Rollout, Search};

use super::decision::Decision;

const KINDS: [TreeKind; 4] =
    [TreeKind::SingleObserver, TreeKind::PartiallyObservable, TreeKind::MultipleObserver, TreeKind::FromRoot];

impl<G: Notation> Decision<G> {
    /// The action values of information-set Monte Carlo tree search there.
    fn think(
        &self,
        game: &G,
        rollout: &dyn Rollout<G>,
        options: Options,
        seed: u64,
        steps: u64,
    ) -> ActionValues<G::Action> {
        let mut search = Ismcts::new(game, rollout, options).noticing();
        self.turn(&mut search, seed);
        assert_eq!(search.step(steps), steps);
        search.action_values()
    }
}

fn with_kind(tree: TreeKind) -> Options {
    Options { tree, ..Options::default() }
}

/// The word of the best action at the root of a tree after `steps` steps.
fn best_word(tree: &Tree, options: Options, steps: u64) -> String {
    let decision = Decision::first(tree, 1);
    let best = decision.think(tree, &Random, options, 7, steps).best();
    let mut state = tree.start();
    while tree.turn(&state) == Turn::Chance {
        tree.deal(&mut state, &mut Rng::new(1, 0));
    }
    tree.label(state, best).to_owned()
}

fn visits<A>(action_values: &ActionValues<A>) -> u64 {
    action_values.entries.iter().filter_map(|entry| entry.visits).sum()
}
