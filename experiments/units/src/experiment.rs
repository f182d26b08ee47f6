//! An experiment: the description of everything that its results depend on.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::Work;
use crate::experiments::{Duel, Exploitability, Paper, Selfplay, TournamentRound, TrainingRound};
use crate::unit::canonical;

/// The description of an experiment, by its kind. Its hash is part of the name of every unit, so results of one
/// experiment are never taken for those of another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Experiment {
    /// A tournament, or a round of one whose meetings depend on the rounds before. Its items are meetings on a deal.
    Tournament(TournamentRound),
    /// Self-play. Its items are hands.
    Selfplay(Selfplay),
    /// A duel. Its items are deals.
    Duel(Duel),
    /// A published experiment, or a sweep of parameters. Its items are pieces of work.
    Paper(Paper),
    /// The exploitability of a bot or of a strategy. Its items are information sets, or turnups.
    Exploitability(Exploitability),
    /// A round of training. Its items are iterations.
    Training(TrainingRound),
}

impl Experiment {
    /// The hash of the description. Of a file that is described by its content the place does not matter.
    pub fn hash(&self) -> String {
        let mut json = serde_json::to_value(self).expect("a description is plain JSON");
        forget_places(&mut json);
        blake3::hash(canonical(&json).as_bytes()).to_hex().to_string()
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Experiment::Tournament(_) => "tournament",
            Experiment::Selfplay(_) => "selfplay",
            Experiment::Duel(_) => "duel",
            Experiment::Paper(_) => "paper",
            Experiment::Exploitability(_) => "exploitability",
            Experiment::Training(_) => "training",
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            Experiment::Tournament(of) => of.plan.seed,
            Experiment::Selfplay(of) => of.plan.seed,
            Experiment::Duel(of) => of.seed,
            Experiment::Paper(of) => of.seed,
            Experiment::Exploitability(of) => of.seed,
            Experiment::Training(of) => of.seed,
        }
    }

    /// Loads all that the experiment needs and holds it against the description: rules, bots, versions, files. `folder`
    /// is where work that needs the solution of Kinderschnapsen keeps it.
    pub fn open(&self, folder: &Path) -> anyhow::Result<Box<dyn Work>> {
        Ok(match self {
            Experiment::Tournament(of) => Box::new(of.open()?),
            Experiment::Selfplay(of) => Box::new(of.open()?),
            Experiment::Duel(of) => Box::new(of.open()?),
            Experiment::Paper(of) => Box::new(of.open(folder)?),
            Experiment::Exploitability(of) => of.open()?,
            Experiment::Training(of) => Box::new(of.open(self.hash())?),
        })
    }
}

/// Takes out where the files lie whose contents are described.
fn forget_places(json: &mut Json) {
    match json {
        Json::Object(map) => {
            if map.contains_key("blake3") {
                map.remove("file");
            }
            map.values_mut().for_each(forget_places);
        }
        Json::Array(list) => list.iter_mut().for_each(forget_places),
        _ => {}
    }
}
