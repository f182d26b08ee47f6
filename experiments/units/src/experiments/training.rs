//! Sampled training in rounds: in each, several solvers go on from the same table on chance of their own, and the table of
//! the next round has the mean of what they have learned.
//!
//! This is external or outcome sampling (Lanctot, Waugh, Zinkevich and Bowling 2009) with averaged updates: with one unit a
//! round it is the sequential algorithm up to rounding; with more, a round does no more steps than one solver, but its
//! regrets have less noise, as if each walk were the mean of several. The sum instead of the mean would be wrong: the
//! policies of a round would hardly move, and leap at its end. Nothing depends on who does a unit or when. Baselines and the
//! updates of CFR+ are no sums, and there is no option for them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{About, KIND, Table as StrategyTable};
use hinterhand_solvers::mccfr::{Options, Sampling};
use serde::{Deserialize, Serialize};

use super::participants::{Rules, agree, version};
use super::table::{Table, pack, unpack};
use crate::{ExperimentError, Parts, Payload, Work};

/// A round of training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingRound {
    /// The game.
    #[serde(flatten)]
    pub rules: Rules,
    /// The name of the sampling scheme.
    pub sampling: String,
    /// Whether iteration t of a solver counts t times.
    pub linear: bool,
    /// The seed.
    pub seed: u64,
    /// The number of solvers in a round.
    pub shards: u64,
    /// The most megabytes of a solver's tables.
    pub most_megabytes: u64,
    /// The number of this round, from 1.
    pub round: u64,
    /// The table from which the round goes on; none in the first one.
    pub table: Option<TableOf>,
    /// The version of this program.
    pub version: String,
}

/// A table in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableOf {
    /// The file.
    file: PathBuf,
    /// The hash of its content.
    blake3: String,
}

impl TrainingRound {
    /// The first round, or the one after that whose table is in the file `after`.
    pub fn new(
        game: &LoadedGame,
        (sampling, linear): (&str, bool),
        seed: u64,
        shards: u64,
        most_megabytes: u64,
        after: Option<&Path>,
    ) -> anyhow::Result<TrainingRound> {
        let unfit = |message: String| ExperimentError::Unfit { what: "training".to_owned(), message };
        if Sampling::named(sampling).is_err() {
            let names: Vec<&str> = Sampling::NAMES.iter().map(|(name, _)| *name).collect();
            let message = format!("there is no sampling `{sampling}`; there are {}", names.join(", "));
            return Err(unfit(message).into());
        }
        let mut round = TrainingRound {
            rules: Rules::of(game),
            sampling: sampling.to_owned(),
            linear,
            seed,
            shards,
            most_megabytes,
            round: 1,
            table: None,
            version: version(),
        };
        if let Some(path) = after {
            let file = ColumnFile::open(path, KIND)?;
            let table = Table::read(&file)?;
            let about: About =
                serde_json::from_value(file.about().clone()).map_err(|error| file.senseless(&error))?;
            agree(&format!("the training of {}", path.display()), &about.algorithm, &round.algorithm())?;
            agree(&format!("the hash of the rules of {}", path.display()), &about.rules, &round.rules.rules)?;
            round.round = table.rounds + 1;
            round.table = Some(TableOf { file: path.to_owned(), blake3: file.blake3() });
        }
        Ok(round)
    }

    /// All that the bits depend on besides the rules and the iterations of a unit.
    fn algorithm(&self) -> String {
        let linear = if self.linear { ", linear" } else { "" };
        format!("{} sampling in rounds of {} units, seed {}{linear}", self.sampling, self.shards, self.seed)
    }

    /// Loads the game and reads the table.
    pub(crate) fn open(&self, hash: String) -> anyhow::Result<TrainingWork> {
        agree("the version of this program", &self.version, &version())?;
        let game = self.rules.load()?;
        let table = match &self.table {
            None => Table::default(),
            Some(TableOf { file, blake3 }) => {
                let opened = ColumnFile::open(file, KIND)?;
                agree(&format!("the content of {}", file.display()), blake3, &opened.blake3())?;
                Table::read(&opened)?
            }
        };
        Ok(TrainingWork { described: self.clone(), hash, game, table })
    }
}

/// A round at work.
pub(crate) struct TrainingWork {
    described: TrainingRound,
    hash: String,
    game: LoadedGame,
    table: Table,
}

impl TrainingWork {
    /// The seed of the unit that begins with an item. It depends on the table, so that rounds share no chance.
    fn seed(&self, first: u64) -> u64 {
        let hash = blake3::hash(format!("{} {first}", self.hash).as_bytes());
        u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
    }
}

impl Work for TrainingWork {
    fn items(&self, per_unit: u64) -> u64 {
        self.described.shards.saturating_mul(per_unit)
    }

    fn work(&self, items: Range<u64>, stop: &AtomicBool) -> anyhow::Result<Option<Payload>> {
        let TrainingRound { sampling, linear, most_megabytes, .. } = &self.described;
        let sampling = Sampling::named(sampling).expect("it was checked when the round was described");
        let seed = self.seed(items.start);
        let options = Options { sampling, linear: *linear, seed, ..Options::default() };
        let most_bytes = usize::try_from(most_megabytes.saturating_mul(1_000_000))?;
        let mut solver = self.game.methods().growing(options, most_bytes);
        // The generators of this unit have not drawn yet.
        let generators = solver.snapshot().generators;
        solver.restore(&self.table.snapshot(generators))?;
        for _ in items {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            // Tables that are full would make the result depend on where it happened.
            solver.step()?;
        }
        let after = Table::of(solver.snapshot());
        let same = pack(after.nodes - self.table.nodes, &after.changes(&self.table));
        Ok(Some(Payload { same, apart: Vec::new() }))
    }

    fn keeps_parts(&self) -> bool {
        false
    }

    fn merge(&self, parts: Parts<'_>, per_unit: u64, out: &Path) -> anyhow::Result<String> {
        let mut table = self.table.clone();
        let share = 1.0 / self.described.shards as f64;
        for part in parts {
            let part = part?;
            let Some((nodes, changes)) = unpack(&part.payload.same) else {
                bail!(
                    "the unit of items {} to {} has no changes of a table",
                    part.items.start,
                    part.items.end - 1
                );
            };
            table.add(&changes, share)?;
            table.nodes += nodes;
        }
        table.sort();
        table.rounds += 1;
        table.iterations += per_unit;
        let described = &self.described;
        // All units of all rounds have done iterations.
        let iterations = table.iterations * described.shards;
        let about = About::new(self.game.settings(), StrategyTable::FORM, described.algorithm(), iterations);
        table.write(out, &about)?;
        Ok(format!(
            "round {}, {iterations} iterations in all, {} information sets",
            table.rounds,
            table.len()
        ))
    }
}
