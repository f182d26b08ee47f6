//! A published experiment, or a sweep of parameters, in units: a piece of work each, merged into a store.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, anyhow};
use hinterhand_matches::store::{CellsOf, Durability, KeptCell, Outcome, Store};
use hinterhand_papers::experiment::Cell;
use hinterhand_papers::work::Work as PieceOfWork;
use hinterhand_papers::{Experiment, Place, Scale, Solution, done};
use hinterhand_players::bots::{Bot, BotSpec};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::participants::{agree, version};
use crate::{ExperimentError, Parts, Payload, Work};

/// The pieces of work of an experiment at a scale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Paper {
    /// The name of the experiment.
    pub name: String,
    /// The scale: `small` or `full`.
    pub scale: String,
    /// The seed.
    pub seed: u64,
    /// The pieces of work.
    pub pieces: Vec<Piece>,
    /// The version of each bot that plays by a file.
    pub bots: BTreeMap<String, String>,
    /// The version of this program.
    pub version: String,
}

/// A piece of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// The description as text: all that the result depends on besides the seed.
    pub work: String,
}

impl Paper {
    /// The pieces of an experiment that can be done anywhere, and the names of those that cannot: they measure time, and
    /// are left to one quiet machine.
    pub fn new(experiment: &Experiment, scale: Scale, seed: u64) -> anyhow::Result<(Paper, Vec<String>)> {
        let cells = experiment.cells(scale).map_err(|error| anyhow!("`{}`: {error}", experiment.name))?;
        let (quiet, together): (Vec<Cell>, Vec<Cell>) =
            cells.into_iter().partition(|cell| cell.work.wants_quiet());
        let mut bots = BTreeMap::new();
        for cell in &together {
            let json: Json =
                serde_json::from_str(&cell.text).context("the text of a piece of work is JSON")?;
            for spec in bots_in(&json) {
                if spec.goes_by_the_clock() {
                    return Err(ExperimentError::Clock { bot: spec.to_string() }.into());
                }
                let text = spec.to_string();
                // The solution of Kinderschnapsen is computed where it is needed, to the same bits.
                if spec.files().next().is_some() && !text.contains('{') {
                    bots.insert(text, Bot::open(spec)?.version());
                }
            }
        }
        let name = |cell: Cell| cell.name;
        let paper = Paper {
            name: experiment.name.clone(),
            scale: scale.name().to_owned(),
            seed,
            pieces: together.into_iter().map(|cell| Piece { name: cell.name, work: cell.text }).collect(),
            bots,
            version: version(),
        };
        Ok((paper, quiet.into_iter().map(name).collect()))
    }

    /// Reads the pieces of work and opens their bots.
    pub(crate) fn open(&self, folder: &Path) -> anyhow::Result<PaperWork> {
        agree("the version of this program", &self.version, &version())?;
        for (bot, planned) in &self.bots {
            agree(&format!("the version of `{bot}`"), planned, &Bot::open(bot.parse()?)?.version())?;
        }
        let scale = match &self.scale[..] {
            "small" => Scale::Small,
            _ => Scale::Full,
        };
        let cell = |piece: &Piece| {
            let work: PieceOfWork = serde_json::from_str(&piece.work)
                .with_context(|| format!("piece of work `{}`", piece.name))?;
            Ok(Cell { name: piece.name.clone(), work, text: piece.work.clone() })
        };
        let cells = self.pieces.iter().map(cell).collect::<anyhow::Result<_>>()?;
        let place = Place::here(Solution::new(folder, scale), 1);
        Ok(PaperWork { described: self.clone(), cells, place })
    }
}

/// The bots that are named anywhere in a description.
fn bots_in(json: &Json) -> Vec<BotSpec> {
    match json {
        Json::String(text) => text.parse::<BotSpec>().into_iter().collect(),
        Json::Array(list) => list.iter().flat_map(bots_in).collect(),
        Json::Object(map) => map.values().flat_map(bots_in).collect(),
        _ => Vec::new(),
    }
}

/// An experiment at work.
pub(crate) struct PaperWork {
    described: Paper,
    cells: Vec<Cell>,
    place: Place,
}

/// What a piece of work has found, without times, and the figures of times, the seconds and the place.
type Same = Vec<(String, Outcome)>;
type Apart = Vec<(Outcome, f64, String, String)>;

impl Work for PaperWork {
    fn items(&self, _: u64) -> u64 {
        self.cells.len() as u64
    }

    fn per_unit(&self) -> Option<u64> {
        Some(1)
    }

    fn work(&self, items: Range<u64>, stop: &AtomicBool) -> anyhow::Result<Option<Payload>> {
        let (mut same, mut apart) = (Same::new(), Apart::new());
        for number in items {
            let cell = &self.cells[number as usize];
            let Some(kept) = done(cell, self.described.seed, &self.place, stop)? else { return Ok(None) };
            same.push((kept.cell, kept.outcome.clone().without_times()));
            apart.push((kept.outcome, kept.seconds, kept.commit, kept.machine));
        }
        Ok(Some(Payload::json(&same, &apart)))
    }

    fn keeps_parts(&self) -> bool {
        true
    }

    fn merge(&self, parts: Parts<'_>, _: u64, out: &Path) -> anyhow::Result<String> {
        let Paper { name, scale, seed, .. } = &self.described;
        let store = Store::open(out, Durability::Process)?;
        let of = CellsOf { experiment: name, scale, seed: *seed };
        let before = store.cells(of)?;
        let mut pieces = 0;
        for part in parts {
            let part = part?;
            let (same, apart): (Same, Apart) = part.payload.parse().context("a piece of work")?;
            for (number, ((cell, _), (outcome, seconds, commit, machine))) in
                part.items.zip(same.into_iter().zip(apart))
            {
                pieces += 1;
                let work = self.cells[number as usize].text.clone();
                if before.iter().any(|kept| kept.cell == cell && kept.work == work) {
                    continue;
                }
                let (ended, version) = (String::new(), self.described.version.clone());
                let kept = KeptCell { cell, work, outcome, seconds, ended, version, commit, machine };
                store.keep_cell(of, &kept)?;
            }
        }
        store.settle()?;
        Ok(format!("{pieces} of {} pieces of work of `{name}`", self.cells.len()))
    }
}
