//! Training on the whole tree of a game, written out.

use std::path::Path;

use anyhow::{Context as _, ensure};
use hinterhand_engine::{Game, Settings};
use hinterhand_solvers::cfr::{Cfr, Real, Snapshot, Variant};
use hinterhand_solvers::tree::GameTree;
use serde_json::Value as Json;

use super::{Request, Training};
use crate::column_file::{self, Column, ColumnFile, Element};
use crate::games::Playable;
use crate::strategy::{self, About, Judgement, Table, TableColumns};

/// The numbers that tables are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Precision {
    /// Four bytes.
    F32,
    /// Eight bytes.
    F64,
}

/// Counterfactual regret minimization on the tree of a game.
#[derive(Debug)]
pub struct TableTraining<G: Game, R> {
    about: About,
    game: GameTree<G>,
    solver: Cfr<R>,
}

impl<G: Playable, R: Real> TableTraining<G, R> {
    /// Writes out the tree of `game` and begins.
    pub fn new(game: &G, settings: &Settings, request: &Request) -> anyhow::Result<TableTraining<G, R>> {
        let variant = Variant::named(&request.algorithm, request.planned)?;
        let game = GameTree::compile(game, request.most_nodes)?;
        let solver = Cfr::new(game.tree(), variant);
        let about = About::new(settings, Table::FORM, request.algorithm.clone(), 0);
        Ok(TableTraining { about, game, solver })
    }
}

impl<G: Playable, R: Real + Element> Training for TableTraining<G, R> {
    fn about(&self) -> About {
        About { iterations: self.solver.iterations(), ..self.about.clone() }
    }

    fn iterations(&self) -> u64 {
        self.solver.iterations()
    }

    fn step(&mut self) {
        self.solver.step();
    }

    fn judge(&self) -> anyhow::Result<Judgement> {
        Ok(strategy::judgement(&self.game, &self.solver.average()))
    }

    fn patience(&self) -> f64 {
        1.1
    }

    fn bytes(&self) -> u64 {
        // Regrets, averages and the policy.
        (3 * self.game.tree().slot_count() * size_of::<R>()) as u64
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        let columns = TableColumns::new(&self.game, &self.solver.average())?;
        let about = serde_json::to_value(about)?;
        column_file::write(path, strategy::KIND, &about, &columns.columns())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let snapshot = self.solver.snapshot();
        let columns = [
            ("iterations", Column::from(std::slice::from_ref(&snapshot.iterations))),
            ("regrets", (&snapshot.regrets).into()),
            ("averages", (&snapshot.averages).into()),
            ("current", (&snapshot.current).into()),
        ];
        column_file::write(path, super::run::KIND, about, &columns)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let iterations: &[u64] = file.column("iterations")?;
        ensure!(iterations.len() == 1, file.senseless(&"there must be one number of iterations"));
        let snapshot = Snapshot {
            iterations: iterations[0],
            regrets: file.column::<R>("regrets")?.to_vec(),
            averages: file.column::<R>("averages")?.to_vec(),
            current: file.column::<R>("current")?.to_vec(),
        };
        self.solver.restore(&snapshot).map_err(|error| file.senseless(&error))?;
        Ok(())
    }
}
