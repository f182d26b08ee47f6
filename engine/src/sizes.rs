//! The size of a game: its whole tree, counted with one card or die to a chance node.

use std::collections::HashSet;

use crate::{ActionSet, Game, Player, Steps, Turn};

/// The size of a whole tree.
///
/// ```
/// use hinterhand_engine::{Sizes, games::Kuhn};
/// let sizes = Sizes::of(&Kuhn::default());
/// assert_eq!((sizes.nodes, sizes.terminals), (58, 30));
/// assert_eq!(sizes.info_sets, [6, 6]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// All nodes, the first and the last ones included.
    pub nodes: u64,
    /// The nodes at which chance deals one card or rolls one die.
    pub chance_nodes: u64,
    /// The nodes at which the game is over.
    pub terminals: u64,
    /// For each player, the information sets in which it decides.
    pub info_sets: Vec<u64>,
}

impl Sizes {
    /// Counts the tree of `game` by walking all of it.
    pub fn of<G: Steps>(game: &G) -> Sizes {
        let mut walk = Walk { game, sizes: Sizes::default(), seen: vec![HashSet::new(); game.players()] };
        walk.visit(&game.start());
        // Only counted, so that the order of the sets does not matter.
        walk.sizes.info_sets = walk.seen.iter().map(|seen| seen.len() as u64).collect();
        walk.sizes
    }
}

struct Walk<'g, G: Game> {
    game: &'g G,
    sizes: Sizes,
    seen: Vec<HashSet<G::InfoSet>>,
}

impl<G: Steps> Walk<'_, G> {
    fn visit(&mut self, state: &G::State) {
        match self.game.turn(state) {
            Turn::Chance => self.deal(state, &mut Vec::new()),
            Turn::Over => {
                self.sizes.nodes += 1;
                self.sizes.terminals += 1;
            }
            Turn::Player(player) => {
                self.sizes.nodes += 1;
                self.decide(state, player);
            }
        }
    }

    fn decide(&mut self, state: &G::State, player: Player) {
        self.seen[player.index()].insert(self.game.info_set(state, player));
        for action in self.game.legal(state).iter() {
            let mut next = state.clone();
            self.game.play(&mut next, action);
            self.visit(&next);
        }
    }

    /// Deals one card after another.
    fn deal(&mut self, state: &G::State, dealt: &mut Vec<G::Step>) {
        let steps = self.game.steps(state, dealt);
        if steps.is_empty() {
            let mut next = state.clone();
            self.game.reveal(&mut next, &self.game.assemble(state, dealt));
            self.visit(&next);
            return;
        }
        self.sizes.nodes += 1;
        self.sizes.chance_nodes += 1;
        for (step, _) in steps {
            dealt.push(step);
            self.deal(state, dealt);
            dealt.pop();
        }
    }
}
