//! Random trees with perfect recall.

use std::collections::HashMap;

use hinterhand_engine::games::tree::{Past, SetId, Tree, TreeBuilder};
use hinterhand_engine::{Player, Rng};

/// A random tree of 2 or 3 players, at most so deep.
///
/// A player cannot tell two of its decisions apart if it has made the same decision before them and they
/// have the same number of actions (and, for one player in two, if they are equally deep): that keeps perfect
/// recall by construction, and makes information sets of many nodes.
pub fn random_tree(rng: &mut Rng, depth: usize) -> Tree {
    let players = 2 + rng.below(2) as usize;
    let names: Vec<String> = (0..players).map(|n| format!("P{n} \"\\")).collect();
    let mut builder = TreeBuilder::new("random", names.iter().map(String::as_str)).expect("two or three");
    builder.comment("written by chance\n");
    let mut growth = Growth { builder, sets: HashMap::new(), rng };
    growth.grow(depth, &vec![None; players]);
    growth.builder.finish().expect("all branches were grown")
}

struct Growth<'r> {
    builder: TreeBuilder,
    sets: HashMap<(Player, Past, usize, usize), SetId>,
    rng: &'r mut Rng,
}

impl Growth<'_> {
    fn grow(&mut self, depth: usize, pasts: &[Past]) {
        let players = pasts.len();
        match self.rng.below(if depth == 0 { 1 } else { 10 }) {
            0 => {
                let payoffs: Vec<f64> = (0..players).map(|_| self.payoff()).collect();
                self.builder.end(&payoffs).expect("finite payoffs");
            }
            1..=3 => {
                let weights: Vec<u32> = (0..=self.rng.below(3)).map(|_| 1 + self.rng.below(5)).collect();
                let total: u32 = weights.iter().sum();
                let labels: Vec<String> = (0..weights.len()).map(|n| format!("c{n}")).collect();
                let outcomes = labels.iter().zip(&weights);
                let outcomes = outcomes.map(|(label, &w)| (label.as_str(), f64::from(w) / f64::from(total)));
                let event = self.builder.event(outcomes).expect("they sum to one");
                self.builder.chance(event).expect("there is room");
                weights.iter().for_each(|_| self.grow(depth - 1, pasts));
            }
            _ => {
                let player = Player::new(self.rng.below(players as u32) as usize);
                let actions = 1 + self.rng.below(3) as usize;
                let past = pasts[player.index()];
                let known_depth = if player == Player::FIRST { depth } else { 0 };
                let key = (player, past, actions, known_depth);
                let set = self.sets.get(&key).copied().unwrap_or_else(|| {
                    let labels: Vec<String> = (0..actions).map(|n| format!("a{n}")).collect();
                    let name = format!("{} \"quoted\" \\ é", self.sets.len());
                    let labels = labels.iter().map(String::as_str);
                    self.builder.set(player, &name, labels).expect("a player and distinct words")
                });
                self.sets.insert(key, set);
                self.builder.decision(set).expect("perfect recall");
                for branch in 0..actions {
                    let mut pasts = pasts.to_vec();
                    pasts[player.index()] = Some((set, hinterhand_engine::games::tree::Branch::new(branch)));
                    self.grow(depth - 1, &pasts);
                }
            }
        }
    }

    /// Whole numbers, fractions and numbers that are neither.
    fn payoff(&mut self) -> f64 {
        let whole = f64::from(self.rng.below(9)) - 4.0;
        match self.rng.below(3) {
            0 => whole,
            1 => whole / f64::from(1 + self.rng.below(7)),
            _ => (self.rng.unit() - 0.5) * 1e-9,
        }
    }
}
