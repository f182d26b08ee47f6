//! A small game written out: its tree, and for each information set what its player has seen and a history to it.

use hinterhand_engine::Player;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{Entry, book};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::strategy::{Strategy, Uniform};
use hinterhand_solvers::tree::{Node, NodeId, Policy, SetId};

/// Games with more nodes are not written out for a browser.
pub(super) const MOST_NODES: usize = 300_000;

/// A game written out.
#[derive(Debug)]
pub(crate) struct Written {
    pub(super) tree: AnyTree,
    /// For each information set, by its number, what leads there.
    pub(super) entries: Vec<Entry>,
}

impl Written {
    /// Writes a game out.
    pub(super) fn of(game: &LoadedGame) -> Result<Written, String> {
        let tree = game.methods().tree(MOST_NODES).map_err(|error| error.to_string())?;
        let entries = book(game, &Uniform, MOST_NODES).map_err(|error| error.to_string())?;
        debug_assert_eq!(entries.len(), tree.tree().sets().len());
        Ok(Written { tree, entries })
    }

    /// The information set at which a player has seen this.
    pub(super) fn find(&self, player: usize, seen: &str) -> Option<SetId> {
        self.entries.iter().position(|entry| entry.player == player && entry.seen == seen).map(SetId::new)
    }

    /// The policy that follows a strategy.
    pub(crate) fn policy(
        &self,
        game: &LoadedGame,
        strategy: &impl Strategy<AnyGame>,
    ) -> Result<Policy, String> {
        let entries = book(game, strategy, MOST_NODES).map_err(|error| error.to_string())?;
        let weights = entries.into_iter().flat_map(|entry| entry.probabilities).collect();
        Ok(Policy::from_weights(self.tree.tree(), weights))
    }

    /// What each action of an information set is worth to its player, when all play by `policy` before and after it;
    /// none if the others never let it happen.
    pub(super) fn action_values(&self, policy: &Policy, set: SetId) -> Option<Vec<f64>> {
        let tree = self.tree.tree();
        let player = tree.set(set).player();
        // What each node is worth, from the last to the first, and how likely chance and the others lead there.
        let mut worth = vec![0.0; tree.node_count()];
        let mut reach = vec![0.0; tree.node_count()];
        reach[0] = 1.0;
        for number in 0..tree.node_count() {
            let node = NodeId::new(number);
            for (place, child) in tree.children(node).enumerate() {
                reach[child.index()] = reach[number]
                    * match tree.node(node) {
                        Node::Decision(here) if tree.set(here).player() != player => {
                            policy.at(tree, here)[place]
                        }
                        _ => tree.probability(child),
                    };
            }
        }
        for number in (0..tree.node_count()).rev() {
            let node = NodeId::new(number);
            worth[number] = match tree.node(node) {
                Node::End(end) => tree.end(end).payoffs[player.index()],
                Node::Chance => {
                    let weigh = |child: NodeId| tree.probability(child) * worth[child.index()];
                    tree.children(node).map(weigh).sum()
                }
                Node::Decision(here) => {
                    let chosen = policy.at(tree, here).iter();
                    chosen.zip(tree.children(node)).map(|(share, child)| share * worth[child.index()]).sum()
                }
            };
        }
        let here =
            (0..tree.node_count()).filter(|&number| tree.node(NodeId::new(number)) == Node::Decision(set));
        let (mut values, mut all) = (vec![0.0; tree.set(set).action_count()], 0.0);
        for number in here {
            all += reach[number];
            for (value, child) in values.iter_mut().zip(tree.children(NodeId::new(number))) {
                *value += reach[number] * worth[child.index()];
            }
        }
        (all > 0.0).then(|| values.into_iter().map(|value| value / all).collect())
    }

    /// The flags of the information sets of a player.
    pub(super) fn sets_of(&self, player: usize) -> impl Iterator<Item = usize> + '_ {
        let sets = self.tree.tree().sets().iter().enumerate();
        sets.filter(move |(_, set)| set.player() == Player::new(player)).map(|(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_players::games;

    #[test]
    fn actions_of_kuhn_poker_are_worth_what_is_computed_by_hand() {
        let game = games::load_default("kuhn").expect("a game");
        let written = Written::of(&game).expect("a small game");
        let uniform = Policy::uniform(written.tree.tree());
        let values = |player: usize, seen: &str| {
            let set = written.find(player, seen).expect("it is there");
            written.action_values(&uniform, set).expect("it happens")
        };
        let near = |found: &[f64], expected: [f64; 2]| {
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12)
        };
        // After a bet: to fold loses 1; the Queen meets the Jack or the King.
        assert!(near(&values(1, "deal:Q bet"), [-1.0, 0.0]));
        assert!(near(&values(1, "deal:J bet"), [-1.0, -2.0]));
        // The King bets: the other folds or calls.
        assert!(near(&values(0, "deal:K")[1..], [1.5, 0.0]));
        assert_eq!(written.find(0, "deal:Q bet"), None);
        assert_eq!(written.sets_of(0).count(), 6);
    }
}
