//! One tree or several of them for the same decision, grown side by side.

use hinterhand_engine::{Game, Player, Rng};

use super::options::Final;
use super::walker::{Ground, Origin, Walker};
use crate::parallel;
use crate::search::{ActionValue, ActionValues};

/// Trees whose results are added up. Which tree simulates which game is fixed, so it does not matter how many
/// threads there are, or into how many calls the steps are divided.
pub(super) struct Forest<'g, G: Game> {
    pub ground: Ground<'g, G>,
    pub walkers: Vec<Walker<G>>,
    /// The legal actions of the decision that the search is turned to.
    legal: Vec<G::Action>,
    steps: u64,
}

impl<'g, G: Game> Forest<'g, G> {
    pub(super) fn new(ground: Ground<'g, G>) -> Forest<'g, G> {
        let walkers = (0..ground.options.trees.max(1)).map(|_| Walker::new(&ground)).collect();
        Forest { ground, walkers, legal: Vec::new(), steps: 0 }
    }

    /// Turns to a decision of `player`, who may do what is `legal`. Without the name of its node, games begin at
    /// the beginning of their worlds. `origin` is asked once for each tree.
    pub(super) fn turn_to(
        &mut self,
        player: Player,
        legal: Vec<G::Action>,
        root_key: Option<u64>,
        rng: &mut Rng,
        mut origin: impl FnMut(&mut Rng) -> Origin<G::State, G::InfoSet>,
    ) {
        self.legal = legal;
        self.steps = 0;
        for walker in &mut self.walkers {
            let origin = origin(rng);
            walker.turn_to(player, origin, root_key, rng);
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.walkers.iter_mut().for_each(Walker::forget);
    }

    pub(super) fn step(&mut self, steps: u64) {
        self.steps += steps;
        let (ground, steps, trees) = (&self.ground, self.steps, self.walkers.len() as u64);
        if let [walker] = &mut self.walkers[..] {
            walker.run(ground, steps);
            return;
        }
        parallel::for_each(&mut self.walkers, &|tree, walker| {
            walker.run(ground, (steps + trees - 1 - tree as u64) / trees);
        });
    }

    pub(super) fn bytes(&self) -> usize {
        self.walkers.iter().map(|walker| walker.arena.bytes()).sum()
    }

    pub(super) fn nodes(&self) -> usize {
        self.walkers.iter().map(|walker| walker.arena.nodes.len()).sum()
    }

    /// What is thought of the legal actions at the root.
    pub(super) fn action_values(&self) -> ActionValues<G::Action> {
        self.action_values_at(&self.legal, &Walker::root)
    }

    /// What is thought of the actions `legal` at the node that `node` finds in a tree.
    pub(super) fn action_values_at(
        &self,
        legal: &[G::Action],
        node: &dyn Fn(&Walker<G>) -> Option<u32>,
    ) -> ActionValues<G::Action> {
        let mut sums = vec![(0_u64, 0.0, 0.0); legal.len()];
        for walker in &self.walkers {
            for edge in node(walker).into_iter().flat_map(|node| walker.arena.at(node)) {
                if let Ok(at) = legal.binary_search(&edge.action) {
                    let (visits, sum, squares) = &mut sums[at];
                    *visits += u64::from(edge.visits);
                    *sum += edge.mean * f64::from(edge.visits);
                    *squares += edge.squares;
                }
            }
        }
        let weigh = |(&action, &(visits, sum, squares)): (&G::Action, &(u64, f64, f64))| {
            let count = visits as f64;
            let value = (visits > 0).then(|| sum / count);
            let error = value.filter(|_| visits > 1).map(|mean| {
                let variance = (squares - count * mean * mean).max(0.0) / (count - 1.0);
                (variance / count).sqrt()
            });
            ActionValue { action, probability: 0.0, value, error, visits: Some(visits) }
        };
        let mut judged = ActionValues { moves: legal.iter().zip(&sums).map(weigh).collect() };
        decide(&mut judged, self.ground.options.final_move);
        judged
    }
}

/// Fills in the probabilities; all are the same as long as nothing was tried.
fn decide<A: Copy>(judged: &mut ActionValues<A>, final_move: Final) {
    let visits = |weighed: &ActionValue<A>| weighed.visits.unwrap_or(0);
    let total: u64 = judged.moves.iter().map(visits).sum();
    if total == 0 || final_move == Final::Proportional {
        let count = judged.moves.len() as f64;
        for weighed in &mut judged.moves {
            weighed.probability =
                if total == 0 { 1.0 / count } else { visits(weighed) as f64 / total as f64 };
        }
        return;
    }
    let score = |weighed: &ActionValue<A>| match final_move {
        Final::Value => weighed.value.unwrap_or(f64::NEG_INFINITY),
        Final::Visits | Final::Proportional => visits(weighed) as f64,
    };
    let mut best = 0;
    for (at, weighed) in judged.moves.iter().enumerate() {
        if score(weighed) > score(&judged.moves[best]) {
            best = at;
        }
    }
    judged.moves[best].probability = 1.0;
}
