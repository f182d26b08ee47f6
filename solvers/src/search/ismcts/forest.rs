//! One tree or several of them for the same decision, grown side by side.

use hinterhand_engine::{Game, Player, Rng};

use super::options::{Final, Options};
use super::tree::{Origin, SearchContext, SearchTree};
use crate::parallel;
use crate::search::{ActionValue, ActionValues};

/// Trees whose results are added up. Each tree simulates a fixed share of the games, so the result depends
/// neither on the number of threads nor on how the steps are divided into calls.
pub(super) struct Forest<'g, G: Game> {
    pub context: SearchContext<'g, G>,
    pub trees: Vec<SearchTree<'g, G>>,
    /// The legal actions of the decision that the search is turned to.
    legal: Vec<G::Action>,
    steps: u64,
}

impl<'g, G: Game> Forest<'g, G> {
    pub(super) fn new(context: SearchContext<'g, G>) -> Forest<'g, G> {
        let trees = (0..context.options.trees.max(1)).map(|_| SearchTree::new(&context)).collect();
        Forest { context, trees, legal: Vec::new(), steps: 0 }
    }

    /// Turns to a decision of `player` with these `legal` actions. Without the key of its node, games begin
    /// at the start of their worlds. `origin` is called once for each tree.
    pub(super) fn turn_to(
        &mut self,
        player: Player,
        legal: Vec<G::Action>,
        root_key: Option<u64>,
        rng: &mut Rng,
        mut origin: impl FnMut(&mut Rng) -> Origin<'g, G::State>,
    ) {
        self.legal = legal;
        self.steps = 0;
        for tree in &mut self.trees {
            let origin = origin(rng);
            tree.turn_to(player, origin, root_key, rng);
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.trees.iter_mut().for_each(SearchTree::forget);
    }

    pub(super) fn step(&mut self, steps: u64) {
        self.steps += steps;
        let (context, steps, count) = (&self.context, self.steps, self.trees.len() as u64);
        if let [tree] = &mut self.trees[..] {
            tree.run(context, steps);
            return;
        }
        parallel::for_each(&mut self.trees, &|number, tree| {
            tree.run(context, (steps + count - 1 - number as u64) / count);
        });
    }

    pub(super) fn bytes(&self) -> usize {
        self.trees.iter().map(|tree| tree.arena.bytes()).sum()
    }

    pub(super) fn nodes(&self) -> usize {
        self.trees.iter().map(|tree| tree.arena.nodes.len()).sum()
    }

    /// The values of the legal actions at the root.
    pub(super) fn action_values(&self) -> ActionValues<G::Action> {
        self.action_values_at(&self.legal, &SearchTree::root)
    }

    /// The values of the actions `legal` at the node that `node` finds in a tree.
    pub(super) fn action_values_at(
        &self,
        legal: &[G::Action],
        node: &dyn Fn(&SearchTree<'g, G>) -> Option<u32>,
    ) -> ActionValues<G::Action> {
        let mut sums = vec![(0_u64, 0.0, 0.0); legal.len()];
        for tree in &self.trees {
            for edge in node(tree).into_iter().flat_map(|node| tree.arena.at(node)) {
                if let Ok(at) = legal.binary_search(&edge.action) {
                    let (visits, sum, squares) = &mut sums[at];
                    *visits += u64::from(edge.visits);
                    *sum += edge.mean * f64::from(edge.visits);
                    *squares += edge.squares;
                }
            }
        }
        let entry = |(&action, &(visits, sum, squares)): (&G::Action, &(u64, f64, f64))| {
            let count = visits as f64;
            let value = (visits > 0).then(|| sum / count);
            let error = value.filter(|_| visits > 1).map(|mean| {
                let variance = (squares - count * mean * mean).max(0.0) / (count - 1.0);
                (variance / count).sqrt()
            });
            ActionValue { action, probability: 0.0, value, error, visits: Some(visits) }
        };
        let mut action_values = ActionValues { entries: legal.iter().zip(&sums).map(entry).collect() };
        decide(&mut action_values, &self.context.options);
        action_values
    }
}

/// Fills in the probabilities, which are uniform as long as no action was tried.
fn decide<A: Copy>(action_values: &mut ActionValues<A>, options: &Options) {
    let entries = &mut action_values.entries;
    let visits = |entry: &ActionValue<A>| entry.visits.unwrap_or(0) as f64;
    let total: f64 = entries.iter().map(visits).sum();
    let even = 1.0 / entries.len() as f64;
    match options.final_move {
        _ if total == 0.0 => entries.iter_mut().for_each(|entry| entry.probability = even),
        Final::Visits => decide_for_best(entries, visits),
        Final::Value => decide_for_best(entries, |entry| entry.value.unwrap_or(f64::NEG_INFINITY)),
        Final::Proportional => {
            entries.iter_mut().for_each(|entry| entry.probability = visits(entry) / total);
        }
        Final::Mean => {
            let uniform = options.selection.uniform_share() * even;
            let left = |entry: &ActionValue<A>| (visits(entry) / total - uniform).max(0.0);
            entries.iter_mut().for_each(|entry| entry.probability = left(entry));
            if uniform == 0.0 {
                return;
            }
            let sum: f64 = entries.iter().map(|entry| entry.probability).sum();
            // With uniform choice alone nothing may be left.
            let share = |entry: &ActionValue<A>| if sum > 0.0 { entry.probability / sum } else { even };
            entries.iter_mut().for_each(|entry| entry.probability = share(entry));
        }
    }
}

/// The action of the highest score, the first of several, gets all.
fn decide_for_best<A>(entries: &mut [ActionValue<A>], score: impl Fn(&ActionValue<A>) -> f64) {
    let mut best = 0;
    for at in 1..entries.len() {
        if score(&entries[at]) > score(&entries[best]) {
            best = at;
        }
    }
    entries[best].probability = 1.0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ismcts::Selection;

    #[test]
    fn the_mean_policy_is_what_uniform_choice_does_not_explain() {
        let decided = |selection, visits: [u64; 4]| {
            let entry = |visits| ActionValue {
                action: (),
                probability: 0.0,
                value: None,
                error: None,
                visits: Some(visits),
            };
            let mut found = ActionValues { entries: visits.map(entry).to_vec() };
            decide(&mut found, &Options { selection, final_move: Final::Mean, ..Options::default() });
            found.entries.iter().map(|entry| entry.probability).collect::<Vec<f64>>()
        };
        // A fifth of 1,000 visits is spread over four actions, so that 800 are left.
        let matching = Selection::RegretMatching { gamma: 0.2 };
        let found = decided(matching, [650, 250, 50, 50]);
        for (found, expected) in found.iter().zip([0.75, 0.25, 0.0, 0.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        }
        // What uniform choice happened to leave out does not count below nothing.
        let found = decided(matching, [950, 50, 0, 0]);
        assert!((found[0] - 1.0).abs() < 1e-12 && found[1..] == [0.0; 3], "{found:?}");
        assert_eq!(decided(matching, [0; 4]), [0.25; 4]);
        assert_eq!(decided(Selection::RegretMatching { gamma: 1.0 }, [1; 4]), [0.25; 4]);
        assert_eq!(decided(Selection::Ucb1 { exploration: 0.7 }, [2, 1, 1, 0]), [0.5, 0.25, 0.25, 0.0]);
    }
}
