//! A second solver that walks through the nodes, and the iterates of both compared.
//!
//! It shares nothing with the first but the tree; the rules of the variants are those of the papers, with
//! policies weighted where the first solver discounts their sums.

use hinterhand_engine::games::{Goofspiel, Kuhn, Leduc, LiarsDice};
use hinterhand_engine::{Player, Steps};
use hinterhand_solvers::cfr::{Cfr, Updates, Variant};
use hinterhand_solvers::tree::{GameTree, Node, NodeId, Policy, Tree};

/// The update of a regret `old` by `new` in iteration `t`, and the number that is then matched.
type Rule = fn(t: f64, old: f64, new: f64) -> (f64, f64);

struct Naive<'t> {
    tree: &'t Tree,
    rule: Rule,
    /// The exponent of the weight of an iteration.
    average: i32,
    updates: Updates,
    t: f64,
    regrets: Vec<f64>,
    policy: Vec<f64>,
    sums: Vec<f64>,
    /// The additions of this iteration to the regrets, and the reach of each slot by its player's own
    /// decisions.
    gains: Vec<f64>,
    reaches: Vec<f64>,
}

impl Naive<'_> {
    fn new(tree: &Tree, rule: Rule, average: i32, updates: Updates) -> Naive<'_> {
        let zeros = vec![0.0; tree.slot_count()];
        let policy = Policy::uniform(tree).probabilities().to_vec();
        let [regrets, sums, gains, reaches] = [0; 4].map(|_| zeros.clone());
        Naive { tree, rule, average, updates, t: 0.0, regrets, policy, sums, gains, reaches }
    }

    fn step(&mut self) {
        self.t += 1.0;
        let players: Vec<Player> = Player::all(self.tree.players()).collect();
        self.gains.fill(0.0);
        for &player in &players {
            self.walk(NodeId::ROOT, player, 1.0, 1.0);
            if self.updates == Updates::Alternating {
                self.learn(player);
            }
        }
        if self.updates == Updates::Simultaneous {
            players.into_iter().for_each(|player| self.learn(player));
        }
    }

    /// The value of a node for `player`.
    fn walk(&mut self, node: NodeId, player: Player, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        match tree.node(node) {
            Node::End(end) => tree.end(end).payoffs[player.index()],
            Node::Chance => {
                let shares = tree.children(node).map(|child| (child, tree.probability(child)));
                shares.map(|(child, share)| share * self.walk(child, player, own, others * share)).sum()
            }
            Node::Decision(set) if tree.set(set).player() == player => {
                let slots = tree.set(set).slots();
                let mut worth = Vec::new();
                for (child, slot) in tree.children(node).zip(slots.clone()) {
                    self.reaches[slot] = own * self.policy[slot];
                    worth.push(self.walk(child, player, self.reaches[slot], others));
                }
                let mean = worth.iter().zip(&self.policy[slots.clone()]).map(|(w, p)| w * p).sum();
                worth.iter().zip(slots).for_each(|(w, slot)| self.gains[slot] += others * (w - mean));
                mean
            }
            Node::Decision(set) => {
                let ways = tree.children(node).zip(tree.set(set).slots());
                let mut sum = 0.0;
                for (child, slot) in ways {
                    let share = self.policy[slot];
                    sum += share * self.walk(child, player, own, others * share);
                }
                sum
            }
        }
    }

    fn learn(&mut self, player: Player) {
        for set in self.tree.sets().iter().filter(|set| set.player() == player) {
            let mut matched = Vec::new();
            for slot in set.slots() {
                self.sums[slot] += self.t.powi(self.average) * self.reaches[slot];
                let (regret, hope) = (self.rule)(self.t, self.regrets[slot], self.gains[slot]);
                self.regrets[slot] = regret;
                matched.push(hope.max(0.0));
            }
            let total: f64 = matched.iter().sum();
            for (hope, slot) in matched.iter().zip(set.slots()) {
                self.policy[slot] = if total > 0.0 { hope / total } else { 1.0 / matched.len() as f64 };
            }
        }
    }
}

fn cfr(_: f64, old: f64, new: f64) -> (f64, f64) {
    (old + new, old + new)
}

fn cfr_plus(_: f64, old: f64, new: f64) -> (f64, f64) {
    ((old + new).max(0.0), (old + new).max(0.0))
}

fn dcfr(t: f64, old: f64, new: f64) -> (f64, f64) {
    let x = (t - 1.0).powf(1.5);
    let regret = old * if old > 0.0 { x / (x + 1.0) } else { 0.5 } + new;
    (regret, regret)
}

fn pcfr_plus(_: f64, old: f64, new: f64) -> (f64, f64) {
    let regret = (old + new).max(0.0);
    (regret, regret + new)
}

fn pdcfr_plus(t: f64, old: f64, new: f64) -> (f64, f64) {
    let discount = |t: f64| (t - 1.0).powf(2.3) / ((t - 1.0).powf(2.3) + 1.0);
    let regret = (old * discount(t) + new).max(0.0);
    (regret, regret * discount(t + 1.0) + new)
}

/// After this number of iterations both have the same regrets and policies, up to rounding.
fn agree<G: Steps>(game: &G, updates: Updates, iterations: usize) {
    let made = GameTree::compile(game, 10_000).expect("a small game");
    let tree = made.tree();
    let rules: [(Variant, Rule, i32); 5] = [
        (Variant::CFR, cfr, 0),
        (Variant::CFR_PLUS, cfr_plus, 1),
        (Variant::DCFR, dcfr, 2),
        (Variant::PCFR_PLUS, pcfr_plus, 2),
        (Variant::PDCFR_PLUS, pdcfr_plus, 5),
    ];
    for (variant, rule, average) in rules {
        let mut solver = Cfr::<f64>::new(tree, Variant { updates, ..variant });
        let mut naive = Naive::new(tree, rule, average, updates);
        for _ in 0..iterations {
            solver.step();
            naive.step();
        }
        let averages = Policy::from_weights(tree, naive.sums);
        let found = [solver.regrets(), solver.average().probabilities().to_vec()];
        for (found, expected) in found.iter().zip([&naive.regrets[..], averages.probabilities()]) {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{variant:?} {updates:?}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn two_players() {
    for updates in [Updates::Alternating, Updates::Simultaneous] {
        agree(&Kuhn::default(), updates, 15);
        agree(&Leduc::default(), updates, 15);
        agree(&LiarsDice { sides: 3, dice: 1 }, updates, 15);
        agree(&Goofspiel::default(), updates, 15);
    }
}

/// Nothing is promised for three players, but the iterates are what the papers say. If all learn at once from
/// the uniform policy, two actions are worth exactly the same: then rounding decides the next iteration.
#[test]
fn three_players() {
    agree(&Kuhn { players: 3 }, Updates::Alternating, 15);
    agree(&Kuhn { players: 3 }, Updates::Simultaneous, 1);
}
