//! Training on the written-out tree of a game.

use std::path::Path;
use std::slice::from_ref;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::files::column_file::{ColumnFile, Element};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{self, About, Judgement, Table, TableColumns};
use hinterhand_solvers::cfr::{self, Cfr, Real};
use hinterhand_solvers::dynamic::{AnyTree, AnyTreeStrategy};
use hinterhand_solvers::mccfr::{self, Mccfr};
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{Policy, Tree};
use serde_json::Value as Json;

use super::Training;
use super::files::{single, write_checkpoint, write_table};

/// The factor between the iterations of two judgements, which take about the time of one iteration.
const PATIENCE: f64 = 1.1;

/// A solver on the tree of a game.
#[derive(Debug)]
pub(super) struct TableTraining<S> {
    about: About,
    tree: AnyTree,
    solver: S,
}

impl<S> TableTraining<S> {
    /// Writes out the tree of `game` and makes a solver on it.
    pub(super) fn new(
        game: &LoadedGame,
        algorithm: String,
        most_nodes: usize,
        solver: impl FnOnce(&Tree) -> S,
    ) -> anyhow::Result<TableTraining<S>> {
        let tree = game.methods().tree(most_nodes)?;
        let solver = solver(tree.tree());
        Ok(TableTraining { about: About::new(game.settings(), Table::FORM, algorithm, 0), tree, solver })
    }

    fn judgement(&self, policy: &Policy) -> Judgement {
        strategy::judgement(&self.tree, policy)
    }

    fn write(&self, policy: &Policy, path: &Path, about: &About) -> anyhow::Result<()> {
        write_table(path, about, &TableColumns::new(&self.tree, policy)?)
    }
}

impl<R: Real + Element> Training for TableTraining<Cfr<R>> {
    fn header(&self) -> &About {
        &self.about
    }

    fn iterations(&self) -> u64 {
        self.solver.iterations()
    }

    fn step(&mut self) {
        self.solver.step();
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(self.judgement(&self.solver.average()))
    }

    fn patience(&self) -> f64 {
        PATIENCE
    }

    fn bytes(&self) -> u64 {
        self.solver.table_bytes() as u64
    }

    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
        Box::new(AnyTreeStrategy::new(&self.tree, self.solver.average()))
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        self.write(&self.solver.average(), path, about)
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let cfr::Snapshot { iterations, regrets, averages, current } = self.solver.snapshot();
        let columns = [
            ("iterations", from_ref(&iterations).into()),
            ("regrets", (&regrets).into()),
            ("averages", (&averages).into()),
            ("current", (&current).into()),
        ];
        write_checkpoint(path, about, &columns)
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let snapshot = cfr::Snapshot {
            iterations: single(file, "iterations")?,
            regrets: file.column::<R>("regrets")?.to_vec(),
            averages: file.column::<R>("averages")?.to_vec(),
            current: file.column::<R>("current")?.to_vec(),
        };
        Ok(self.solver.restore(&snapshot).map_err(|error| file.senseless(&error))?)
    }
}

impl Training for TableTraining<Mccfr> {
    fn header(&self) -> &About {
        &self.about
    }

    fn iterations(&self) -> u64 {
        self.solver.iterations()
    }

    fn step(&mut self) {
        self.solver.step();
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.solver.nodes())
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(self.judgement(&self.solver.average()))
    }

    fn patience(&self) -> f64 {
        PATIENCE
    }

    fn bytes(&self) -> u64 {
        self.solver.table_bytes() as u64
    }

    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
        Box::new(AnyTreeStrategy::new(&self.tree, self.solver.average()))
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        self.write(&self.solver.average(), path, about)
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let mccfr::Snapshot { iterations, nodes, regrets, averages, baselines, generators } =
            self.solver.snapshot();
        let columns = [
            ("iterations", from_ref(&iterations).into()),
            ("nodes", from_ref(&nodes).into()),
            ("regrets", (&regrets).into()),
            ("averages", (&averages).into()),
            ("baselines", (&baselines).into()),
            ("generators", (&generators).into()),
        ];
        write_checkpoint(path, about, &columns)
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let snapshot = mccfr::Snapshot {
            iterations: single(file, "iterations")?,
            nodes: single(file, "nodes")?,
            regrets: file.column::<f64>("regrets")?.to_vec(),
            averages: file.column::<f64>("averages")?.to_vec(),
            baselines: file.column::<f64>("baselines")?.to_vec(),
            generators: file.column::<u64>("generators")?.to_vec(),
        };
        Ok(self.solver.restore(&snapshot).map_err(|error| file.senseless(&error))?)
    }
}
