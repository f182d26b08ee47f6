//! Judging a strategy from a file, and answering it best.

use std::path::Path;

use anyhow::Context as _;
use hinterhand_engine::{Player, Settings};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{GameTree, Policy, SetId};

use super::{About, FileStrategy, Judgement, KIND, TableColumns};
use crate::column_file;
use crate::games::Playable;

/// A strategy and how good it is.
pub struct Verdict<G: Playable> {
    game: GameTree<G>,
    policy: Policy,
}

impl<G: Playable> Verdict<G> {
    /// Brings the strategy to the judges; the game must have at most so many nodes.
    pub fn new(game: &G, strategy: &FileStrategy, most_nodes: usize) -> anyhow::Result<Verdict<G>> {
        let game = GameTree::compile(game, most_nodes)?;
        let FileStrategy::Table(table) = strategy;
        let policy = table.policy(&game)?;
        Ok(Verdict { game, policy })
    }

    /// How good it is.
    pub fn judgement(&self) -> Judgement {
        judgement(&self.game, &self.policy)
    }

    /// Writes the strategy that plays, in every seat, the best answer to this one.
    pub fn write_best_response(&self, path: &Path, to: &str, settings: &Settings) -> anyhow::Result<()> {
        let tree = self.game.tree();
        let players = Player::all(tree.players());
        let answers: Vec<Policy> =
            players.map(|player| judges::best_response(tree, player, &self.policy).policy).collect();
        let sets = tree.sets().iter().enumerate();
        let parts = sets.flat_map(|(number, set)| {
            answers[set.player().index()].at(tree, SetId::new(number)).iter().copied()
        });
        let best = Policy::new(tree, parts.collect())?;
        let mut about = About::new(settings, super::Table::FORM, format!("best response to {to}"), 0);
        about.judged = judgement(&self.game, &best);
        let columns = TableColumns::new(&self.game, &best)?;
        column_file::write(path, KIND, &serde_json::to_value(about)?, &columns.columns())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// What a policy is worth.
pub fn judgement<G: Playable>(game: &GameTree<G>, policy: &Policy) -> Judgement {
    let tree = game.tree();
    let values = judges::values(tree, &vec![policy; tree.players()]);
    let gains = judges::exploitability(tree, policy).gains;
    Judgement { values, gains, parts: Vec::new() }
}
