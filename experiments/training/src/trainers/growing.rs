//! Training by samples on a game that is too large to be written out: tables grow with the information sets that are
//! met, and nobody judges what comes of it.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::{Game, Settings};
use hinterhand_players::files::column_file::{self, ColumnFile};
use hinterhand_players::games::Playable;
use hinterhand_players::strategy::{self, About, Judgement, Table, TableColumns};
use hinterhand_solvers::mccfr::{GrowingMccfr, MemoryFull, Options};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::{Training, TrainingOf};

/// A solver on the game itself.
#[derive(Debug)]
pub(super) struct GrowingTraining<'g, G: Game> {
    about: About,
    solver: GrowingMccfr<'g, G>,
    full: Option<MemoryFull>,
}

impl<'g, G: Playable> GrowingTraining<'g, G> {
    /// A solver that has met nothing yet and whose tables may take so many bytes.
    pub(super) fn new(
        game: &'g G,
        settings: &Settings,
        options: Options,
        algorithm: &str,
        most_bytes: usize,
    ) -> GrowingTraining<'g, G> {
        let about = About::new(settings, Table::FORM, format!("{algorithm}, growing"), 0);
        GrowingTraining { about, solver: GrowingMccfr::new(game, options, most_bytes), full: None }
    }
}

impl<G: Playable> Training for GrowingTraining<'_, G> {
    fn about(&self) -> About {
        About { iterations: self.iterations(), ..self.about.clone() }
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

    fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
        let met = self.solver.info_sets().map(|info_set| {
            let probabilities = self.solver.probabilities(info_set).expect("it is known");
            (info_set, probabilities)
        });
        let columns = TableColumns::of::<G>(met)?;
        let about = serde_json::to_value(about)?;
        column_file::write(path, strategy::KIND, &about, &columns.columns())
            .with_context(|| format!("cannot write {}", path.display()))
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

impl<G: Playable> TrainingOf<G> for GrowingTraining<'_, G> {
    fn strategy(&self) -> Box<dyn Strategy<G> + '_> {
        Box::new(&self.solver)
    }
}
