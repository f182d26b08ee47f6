//! Training by samples on a game that is too large to be written out: the tables grow with the information
//! sets that are met, and the strategy is not judged.

use std::path::Path;

use anyhow::bail;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{About, Judgement, Table, TableColumns};
use hinterhand_solvers::dynamic::Growing;
use hinterhand_solvers::mccfr::{MemoryFull, Options};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::Training;
use super::files::write_table;

/// A solver on the game itself.
pub(super) struct GrowingTraining<'g> {
    about: About,
    solver: Box<dyn Growing + 'g>,
    full: Option<MemoryFull>,
}

impl<'g> GrowingTraining<'g> {
    /// A solver before its first iteration, with tables of at most `most_bytes`.
    pub(super) fn new(
        game: &'g LoadedGame,
        options: Options,
        algorithm: &str,
        most_bytes: usize,
    ) -> GrowingTraining<'g> {
        let about = About::new(game.settings(), Table::FORM, format!("{algorithm}, growing"), 0);
        GrowingTraining { about, solver: game.methods().growing(options, most_bytes), full: None }
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

    fn can_be_kept(&self) -> bool {
        false
    }

    fn write_checkpoint(&self, _: &Path, _: &Json) -> anyhow::Result<()> {
        bail!("tables that grow are not kept")
    }

    fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
        bail!(file.senseless(&"tables that grow are not kept"))
    }
}
