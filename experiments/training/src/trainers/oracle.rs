//! Training on a game that is known by an oracle.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use hinterhand_engine::Settings;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::files::column_file::{ColumnFile, Element};
use hinterhand_players::strategy::{About, Judgement, Sequences};
use hinterhand_solvers::cfr::{Snapshot, Variant};
use hinterhand_solvers::oracle::{Folded, GameOracle, Oracle, OracleCfr, TableNumber, judge, plan};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::Training;
use super::files::{cannot_write, single, write_checkpoint};

/// The factor between the iterations of two judgements, which take about the time of one iteration.
const PATIENCE: f64 = 1.1;

/// A solver against an oracle. A game with symmetries is learned up to them.
pub(super) struct OracleTraining<R> {
    about: About,
    oracle: Arc<dyn GameOracle>,
    folded: Option<Folded>,
    solver: OracleCfr<Arc<dyn Oracle>, R>,
}

impl<R: TableNumber> OracleTraining<R> {
    pub(super) fn new(
        oracle: Arc<dyn GameOracle>,
        settings: &Settings,
        algorithm: String,
        variant: Variant,
    ) -> OracleTraining<R> {
        let folded = Arc::clone(&oracle).folded();
        let whole = || Arc::clone(&oracle) as Arc<dyn Oracle>;
        let solver = OracleCfr::new(folded.as_ref().map_or_else(whole, Folded::oracle), variant);
        OracleTraining { about: About::new(settings, Sequences::FORM, algorithm, 0), oracle, folded, solver }
    }

    /// The average policy, as it is written.
    fn sequences(&self) -> Sequences<'static> {
        let policies = [0, 1].map(|player| {
            let mut policy = self.solver.average(player);
            if let Some(folded) = &self.folded {
                policy = folded.unfold(player, self.oracle.treeplex(player), &policy);
            }
            Cow::Owned(policy.into_iter().map(|number| number.to_f64() as f32).collect())
        });
        Sequences::new(Arc::clone(&self.oracle), policies)
    }
}

impl<R: TableNumber + Element> Training for OracleTraining<R> {
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
        // In the numbers of f32 in which the strategy is written.
        let plans = [0, 1].map(|player| {
            let policy = self.solver.average(player);
            let written: Vec<f32> = policy.into_iter().map(|number| number.to_f64() as f32).collect();
            plan(self.solver.oracle(), player, &written)
        });
        Ok(judge(self.solver.oracle(), [&plans[0], &plans[1]]).into())
    }

    fn patience(&self) -> f64 {
        PATIENCE
    }

    fn bytes(&self) -> u64 {
        let oracle = self.solver.oracle();
        let treeplexes: usize = [0, 1].iter().map(|&player| oracle.treeplex(player).bytes()).sum();
        (self.solver.table_bytes() + treeplexes) as u64
    }

    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
        Box::new(self.sequences())
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        self.sequences().write(path, about).with_context(|| cannot_write(path))
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let iterations = [self.solver.iterations()];
        let [first, second] = [0, 1].map(|player| self.solver.snapshot(player));
        let columns = [
            ("iterations", (&iterations[..]).into()),
            ("regrets of player 0", (&first.regrets).into()),
            ("averages of player 0", (&first.averages).into()),
            ("current of player 0", (&first.current).into()),
            ("regrets of player 1", (&second.regrets).into()),
            ("averages of player 1", (&second.averages).into()),
            ("current of player 1", (&second.current).into()),
        ];
        write_checkpoint(path, about, &columns)
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let iterations = single(file, "iterations")?;
        let snapshot = |player: usize| {
            let column = |name: &str| file.column::<R>(&format!("{name} of player {player}"));
            anyhow::Ok(Snapshot {
                iterations,
                regrets: column("regrets")?.to_vec(),
                averages: column("averages")?.to_vec(),
                current: column("current")?.to_vec(),
            })
        };
        let (first, second) = (snapshot(0)?, snapshot(1)?);
        Ok(self.solver.restore([&first, &second]).map_err(|error| file.senseless(&error))?)
    }
}
