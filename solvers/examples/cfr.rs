//! Vanilla counterfactual regret minimization written out for a reader: Kuhn poker, whose value is -1/18.
//!
//! Zinkevich et al., "Regret Minimization in Games with Incomplete Information" (2007). Every iteration is a
//! recursion over the whole game, with its tables in a hash map: easy to follow, and slow. The module
//! `hinterhand_solvers::cfr` has flat arrays and the later variants. To run it:
//! `cargo run -p hinterhand-solvers --example cfr`.

use std::collections::HashMap;

use hinterhand_engine::games::Kuhn;
use hinterhand_engine::{ActionSet, Game, Notation, Player, Steps, Turn, outcomes};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Policy};

/// The data of one information set. The vectors have an entry for each legal action.
struct Node {
    player: Player,
    /// The observations of the player, to be printed.
    text: String,
    /// The strategy of this iteration. It is fixed until the iteration ends.
    strategy: Vec<f64>,
    /// The sum over all iterations of the counterfactual regrets.
    regrets: Vec<f64>,
    /// The sum over all iterations of the strategies, each times the player's own probability to get here.
    sums: Vec<f64>,
}

impl Node {
    /// Regret matching: the next strategy is proportional to the positive regrets, or uniform without any.
    fn match_regrets(&mut self) {
        let total: f64 = self.regrets.iter().map(|regret| regret.max(0.0)).sum();
        let uniform = 1.0 / self.regrets.len() as f64;
        for (probability, regret) in self.strategy.iter_mut().zip(&self.regrets) {
            *probability = if total > 0.0 { regret.max(0.0) / total } else { uniform };
        }
    }

    /// The average strategy, which is what converges to an equilibrium.
    fn average(&self) -> Vec<f64> {
        let total: f64 = self.sums.iter().sum();
        self.sums.iter().map(|sum| sum / total).collect()
    }
}

/// A solver for any game that is small enough to be walked through.
struct Cfr<'g, G: Game> {
    game: &'g G,
    nodes: HashMap<G::InfoSet, Node>,
}

impl<G: Steps + Notation> Cfr<'_, G> {
    /// One iteration: a walk with fixed strategies, then a new strategy for every information set.
    fn step(&mut self) {
        let reach = vec![1.0; self.game.players()];
        self.walk(&self.game.start(), &reach, 1.0);
        self.nodes.values_mut().for_each(Node::match_regrets);
    }

    /// Adds to the regrets below `state` and returns the value of `state` for each player. The probability of
    /// `state` is the product of `reach`, the contribution of each player, and `chance`.
    fn walk(&mut self, state: &G::State, reach: &[f64], chance: f64) -> Vec<f64> {
        match self.game.turn(state) {
            Turn::Over => Player::all(reach.len()).map(|player| self.game.payoff(state, player)).collect(),
            Turn::Chance => {
                let mut values = vec![0.0; reach.len()];
                for (outcome, probability) in outcomes(self.game, state) {
                    let mut next = state.clone();
                    self.game.reveal(&mut next, &outcome);
                    add(&mut values, &self.walk(&next, reach, chance * probability), probability);
                }
                values
            }
            Turn::Player(player) => self.decide(state, player, reach, chance),
        }
    }

    fn decide(&mut self, state: &G::State, player: Player, reach: &[f64], chance: f64) -> Vec<f64> {
        let info_set = self.game.info_set(state, player);
        let strategy = self.node(state, player, &info_set).strategy.clone();
        let mut values = vec![0.0; reach.len()];
        let mut action_values = Vec::new();
        for (action, &probability) in self.game.legal(state).iter().zip(&strategy) {
            let mut next = state.clone();
            self.game.play(&mut next, action);
            let mut below_reach = reach.to_vec();
            below_reach[player.index()] *= probability;
            let below = self.walk(&next, &below_reach, chance);
            add(&mut values, &below, probability);
            action_values.push(below[player.index()]);
        }

        // A regret is counterfactual: it counts as if the player had done everything to get here.
        let others: f64 =
            Player::all(reach.len()).filter(|&p| p != player).map(|p| reach[p.index()]).product();
        let node = self.nodes.get_mut(&info_set).expect("inserted above");
        for (action, value) in action_values.into_iter().enumerate() {
            node.regrets[action] += chance * others * (value - values[player.index()]);
            node.sums[action] += reach[player.index()] * strategy[action];
        }
        values
    }

    /// The node of an information set, with the uniform strategy when it is met for the first time.
    fn node(&mut self, state: &G::State, player: Player, info_set: &G::InfoSet) -> &Node {
        let game = self.game;
        self.nodes.entry(info_set.clone()).or_insert_with(|| {
            let actions = game.legal(state).len();
            let [strategy, regrets, sums] = [1.0 / actions as f64, 0.0, 0.0].map(|x| vec![x; actions]);
            Node { player, text: game.table_text(info_set).replace('\n', ", "), strategy, regrets, sums }
        })
    }
}

/// Adds `weight` times `values` to `sum`.
fn add(sum: &mut [f64], values: &[f64], weight: f64) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
}

fn main() {
    let game = Kuhn::default();
    // The judges of the library work on the tree of a game: they say what the average strategy is worth.
    let tree = GameTree::compile(&game, 1_000).expect("Kuhn poker is small");
    let mut solver = Cfr { game: &game, nodes: HashMap::new() };
    let (mut value, mut exploitability) = (0.0, 0.0);
    println!("iterations  value of player 0  exploitability");
    for iteration in 1..=10_000 {
        solver.step();
        if [1, 10, 100, 1_000, 10_000].contains(&iteration) {
            let mut weights = vec![0.0; tree.tree().slot_count()];
            for (info_set, node) in &solver.nodes {
                let set = tree.find(node.player, info_set).expect("the tree has all information sets");
                weights[tree.tree().set(set).slots()].copy_from_slice(&node.average());
            }
            let policy = Policy::from_weights(tree.tree(), weights);
            value = judges::values(tree.tree(), &[&policy, &policy])[0];
            exploitability = judges::exploitability(tree.tree(), &policy).average();
            println!("{iteration:10}  {value:17.6}  {exploitability:14.6}");
        }
    }

    println!("\nThe probability of a bet or a call, by what the player sees:");
    let mut nodes: Vec<&Node> = solver.nodes.values().collect();
    nodes.sort_by_key(|node| (node.player, node.text.len(), &node.text));
    for node in nodes {
        println!("  {}: {:<42} {:.3}", node.player, node.text, node.average()[1]);
    }
    // The error is at most of the order of one over the square root of the iterations.
    assert!((value + 1.0 / 18.0).abs() < 1e-3, "the value is {value}, not -1/18");
    assert!(exploitability < 0.01, "an opponent gains {exploitability}");
}
