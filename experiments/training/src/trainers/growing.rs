//! Training by samples on a game that is too large to be written out: the tables grow with the information
//! sets that are met, and the strategy is not judged exactly.

use std::path::Path;

use anyhow::bail;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::files::column_file::{Column, ColumnFile};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{About, Judgement, Table, TableColumns};
use hinterhand_solvers::dynamic::Growing;
use hinterhand_solvers::judges::Estimate;
use hinterhand_solvers::mccfr::{GrowingSnapshot, MemoryFull, Options};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::Training;
use super::files::{write_checkpoint, write_table};
use crate::LocalJudge;

/// A solver on the game itself.
pub(super) struct GrowingTraining<'g> {
    about: About,
    game: &'g LoadedGame,
    solver: Box<dyn Growing + 'g>,
    full: Option<MemoryFull>,
    judge: Option<LocalJudge>,
}

impl<'g> GrowingTraining<'g> {
    /// A solver before its first iteration, with tables of at most `most_bytes`.
    pub(super) fn new(
        game: &'g LoadedGame,
        options: Options,
        algorithm: &str,
        most_bytes: usize,
        judge: Option<LocalJudge>,
    ) -> GrowingTraining<'g> {
        let about = About::new(game.settings(), Table::FORM, format!("{algorithm}, growing"), 0);
        GrowingTraining {
            about,
            game,
            solver: game.methods().growing(options, most_bytes),
            full: None,
            judge,
        }
    }
}

impl Training for GrowingTraining<'_> {
    fn header(&self) -> &About {
        &self.about
    }

    fn iterations(&self) -> u64 {
        self.solver.iterations()
    }

    fn step(&mut self) {
        self.full = self.solver.step().err();
    }

    fn is_over(&self) -> Option<String> {
        self.full.map(|full| full.to_string())
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(Judgement::default())
    }

    fn lower_bound(&self) -> anyhow::Result<Option<Estimate>> {
        let judge = |judge: LocalJudge| judge.judge(self.game.rules(), &*self.strategy());
        Ok(self.judge.map(judge).transpose()?)
    }

    fn patience(&self) -> f64 {
        2.0
    }

    fn bytes(&self) -> u64 {
        self.solver.bytes() as u64
    }

    fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
        Box::new(&*self.solver)
    }

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        write_table(path, about, &TableColumns::of(self.solver.policies().into_iter())?)
    }

    fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
        let GrowingSnapshot { iterations, learned, nodes, sets, regrets, averages, baselines, generators } =
            self.solver.snapshot();
        let counts = [iterations, learned, nodes];
        let keys: Vec<u64> = sets.iter().flat_map(|&(key, _)| [(key >> 64) as u64, key as u64]).collect();
        let actions: Vec<u32> = sets.iter().map(|&(_, actions)| actions).collect();
        let columns = [
            ("counts", Column::from(&counts[..])),
            ("keys", (&keys).into()),
            ("actions", (&actions).into()),
            ("regrets", (&regrets).into()),
            ("averages", (&averages).into()),
            ("baselines", (&baselines).into()),
            ("generators", (&generators).into()),
        ];
        write_checkpoint(path, about, &columns)
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        let &[iterations, learned, nodes] = file.column::<u64>("counts")? else {
            bail!(file.senseless(&"column `counts` must be three numbers"));
        };
        let (keys, actions) = (file.column::<u64>("keys")?, file.column::<u32>("actions")?);
        let (keys, rest) = keys.as_chunks::<2>();
        if !rest.is_empty() || keys.len() != actions.len() {
            bail!(file.senseless(&"the columns `keys` and `actions` do not fit together"));
        }
        let key = |&[high, low]: &[u64; 2]| u128::from(high) << 64 | u128::from(low);
        let snapshot = GrowingSnapshot {
            iterations,
            learned,
            nodes,
            sets: keys.iter().map(key).zip(actions.iter().copied()).collect(),
            regrets: file.column::<f64>("regrets")?.to_vec(),
            averages: file.column::<f64>("averages")?.to_vec(),
            baselines: file.column::<f64>("baselines")?.to_vec(),
            generators: file.column::<u64>("generators")?.to_vec(),
        };
        self.solver.restore(&snapshot).map_err(|error| file.senseless(&error))?;
        self.full = None;
        Ok(())
    }
}
