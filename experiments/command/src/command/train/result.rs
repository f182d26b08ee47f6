//! The output at the end of a training.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use hinterhand_training::memory;
use hinterhand_training::{Outcome, Point, Task};
use serde_json::{Map, Value as Json, json};

use super::super::{complain, lower_bound, output};

/// Prints the result.
pub(super) fn print(
    outcome: &Outcome,
    task: &Task,
    folder: &Path,
    build_seconds: f64,
    as_json: bool,
) -> io::Result<()> {
    let mut out = output();
    let best = task.best.and_then(|yardstick| yardstick.best(&outcome.log));
    if as_json {
        let json = json(outcome, best, folder, build_seconds);
        writeln!(out, "{}", Json::Object(json))?;
    } else {
        text(outcome, best, folder, build_seconds, &mut out)?;
    }
    out.flush()
}

/// Prints a warning about bots that forfeited hands: payoffs against them do not measure the strategy.
pub(super) fn complain_of_forfeits(log: &[Point]) {
    let mut hands: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for bout in log.iter().flat_map(|point| &point.gauntlet) {
        let [forfeits, all] = hands.entry(&bout.bot).or_default();
        *forfeits += bout.forfeits;
        *all += bout.hands;
    }
    for (bot, [forfeits, all]) in hands.into_iter().filter(|(_, [forfeits, _])| *forfeits > 0) {
        complain(format_args!("{bot} forfeited {forfeits} of its {all} hands in the gauntlet"));
    }
}

fn json(outcome: &Outcome, best: Option<&Point>, folder: &Path, build_seconds: f64) -> Map<String, Json> {
    let Outcome { about, phases, log, stopped, over, .. } = outcome;
    let json = json!({
        "game": about.game, "options": about.options, "algorithm": about.algorithm,
        "iterations": about.iterations, "seconds": phases.training(), "build_seconds": build_seconds,
        "peak_memory_bytes": memory::peak_bytes(), "folder": folder.display().to_string(),
        "judgements": log.len(), "best": best, "last": log.last(), "stopped": stopped, "over": over,
    });
    let Json::Object(mut json) = json else { unreachable!("it was written as an object") };
    json.extend(about.judged.as_json());
    json
}

fn text(
    outcome: &Outcome,
    best: Option<&Point>,
    folder: &Path,
    build_seconds: f64,
    out: &mut impl Write,
) -> io::Result<()> {
    let Outcome { about, phases, log, .. } = outcome;
    writeln!(out, "algorithm       {}", about.algorithm)?;
    writeln!(out, "iterations      {}", about.iterations)?;
    let seconds = phases.training();
    writeln!(out, "seconds         {seconds:.3} and {build_seconds:.3} to build the tables")?;
    if let Some(bytes) = memory::peak_bytes() {
        writeln!(out, "peak memory     {} MB", bytes.div_ceil(1_000_000))?;
    }
    about.judged.print(out)?;
    let low = log.last().and_then(|last| last.exploitability_low.zip(last.exploitability_low_error));
    if let Some((low, error)) = low {
        lower_bound::print(out, low, error)?;
    }
    for bout in log.last().iter().flat_map(|last| &last.gauntlet) {
        write!(out, "gauntlet        {:+.4}", bout.mean)?;
        if let (Some(low), Some(high)) = (bout.mean_low, bout.mean_high) {
            write!(out, " ({low:+.4} to {high:+.4})")?;
        }
        write!(out, " a hand against {}, in {} hands", bout.bot, bout.hands)?;
        match bout.forfeits {
            0 => writeln!(out)?,
            forfeits => writeln!(out, ", of which it forfeited {forfeits}")?,
        }
    }
    if let Some(best) = best {
        writeln!(out, "best            iteration {}, of {} judgements", best.iteration, log.len())?;
    }
    writeln!(out, "folder          {}", folder.display())
}
