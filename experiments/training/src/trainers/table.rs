//! Training on the whole tree of a game, written out.

use std::path::Path;

use anyhow::Context as _;
use hinterhand_engine::{Game, Settings};
use hinterhand_players::files::column_file::{self, ColumnFile};
use hinterhand_players::games::Playable;
use hinterhand_players::strategy::{self, About, Judgement, Table, TableColumns};
use hinterhand_solvers::strategy::{Strategy, TreeStrategy};
use hinterhand_solvers::tree::{GameTree, Tree};
use serde_json::Value as Json;

use super::learner::Learner;
use super::{Training, TrainingOf};

/// A solver on the tree of a game.
#[derive(Debug)]
pub(super) struct TableTraining<G: Game, L> {
    about: About,
    game: GameTree<G>,
    learner: L,
}

impl<G: Playable, L: Learner> TableTraining<G, L> {
    /// Writes out the tree of `game` and begins.
    pub(super) fn new(
        game: &G,
        settings: &Settings,
        algorithm: String,
        most_nodes: usize,
        learner: impl FnOnce(&Tree) -> L,
    ) -> anyhow::Result<TableTraining<G, L>> {
        let game = GameTree::compile(game, most_nodes)?;
        let learner = learner(game.tree());
        Ok(TableTraining { about: About::new(settings, Table::FORM, algorithm, 0), game, learner })
    }
}

impl<G: Playable, L: Learner> Training for TableTraining<G, L> {
    fn about(&self) -> About {
        About { iterations: self.learner.iterations(), ..self.about.clone() }
    }

    fn iterations(&self) -> u64 {
        self.learner.iterations()
    }

    fn step(&mut self) {
        self.learner.step();
    }

    fn nodes(&self) -> Option<u64> {
        self.learner.nodes()
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(strategy::judgement(&self.game, &self.learner.average()))
    }

    fn patience(&self) -> f64 {
        1.1
    }

    fn bytes(&self) -> u64 {
        self.learner.bytes()
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        let columns = TableColumns::new(&self.game, &self.learner.average())?;
        let about = serde_json::to_value(about)?;
        column_file::write(path, strategy::KIND, &about, &columns.columns())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        self.learner
            .keep(|columns| column_file::write(path, crate::run::KIND, about, columns))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        Ok(self.learner.restore(file)?)
    }
}

impl<G: Playable, L: Learner> TrainingOf<G> for TableTraining<G, L> {
    fn strategy(&self) -> Box<dyn Strategy<G> + '_> {
        Box::new(TreeStrategy::new(&self.game, self.learner.average()))
    }
}
