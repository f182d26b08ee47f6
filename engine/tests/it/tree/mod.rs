//! Explicit trees, Gambit's files, and other games written out as trees.

/// Every invariant of a tree, broken.
mod build;
/// Files that are nearly right, or not at all.
mod damaged;
/// Gambit's files, read and written.
mod efg;
/// A tree as a game: what is known and drawn.
mod play;
/// Random trees with perfect recall.
mod random;
/// A game that deals in steps and hides an action, written out.
mod unfold;

pub use random::random_tree;

use hinterhand_engine::{ActionSet, Player, Steps, Turn};

/// A walk through the whole of a game in which all players play at random.
#[derive(Clone, PartialEq, Debug, Default)]
struct Walk {
    nodes: usize,
    ends: usize,
    /// The expected payoff of each player.
    payoffs: Vec<f64>,
}

impl Walk {
    fn of<G: Steps>(game: &G) -> Walk {
        let mut walk = Walk { payoffs: vec![0.0; game.players()], ..Walk::default() };
        walk.visit(game, &game.start(), &mut Vec::new(), 1.0);
        walk
    }

    fn visit<G: Steps>(&mut self, game: &G, state: &G::State, dealt: &mut Vec<G::Step>, reach: f64) {
        match game.turn(state) {
            Turn::Over => {
                self.nodes += 1;
                self.ends += 1;
                for (player, sum) in Player::all(game.players()).zip(&mut self.payoffs) {
                    *sum += reach * game.payoff(state, player);
                }
            }
            Turn::Player(_) => {
                self.nodes += 1;
                let legal = game.legal(state);
                for action in legal.iter() {
                    let mut next = state.clone();
                    game.play(&mut next, action);
                    self.visit(game, &next, &mut Vec::new(), reach / legal.len() as f64);
                }
            }
            Turn::Chance => {
                let steps = game.steps(state, dealt);
                if steps.is_empty() {
                    let mut next = state.clone();
                    game.reveal(&mut next, &game.assemble(state, dealt));
                    return self.visit(game, &next, &mut Vec::new(), reach);
                }
                self.nodes += 1;
                for (step, probability) in steps {
                    dealt.push(step);
                    self.visit(game, state, dealt, reach * probability);
                    dealt.pop();
                }
            }
        }
    }

    /// The same counts, and the same payoffs but for rounding: sums of some hundred terms of size 1.
    fn agrees(&self, other: &Walk) -> bool {
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12 * (1.0 + a.abs());
        self.nodes == other.nodes
            && self.ends == other.ends
            && self.payoffs.len() == other.payoffs.len()
            && self.payoffs.iter().zip(&other.payoffs).all(close)
    }
}
