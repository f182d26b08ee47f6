//! The rows about solving Kinderschnapsen: everything but judging by the clock on the wall, and the memory.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use crate::wall::{Bound, Wall, answer};

/// Each target with the seconds that it may take.
const TARGETS: [(&str, f64); 3] = [("1e-2", 10.0), ("1e-3", 20.0), ("1e-4", 60.0)];

/// The rows: a time for each target, and the most memory of all.
pub(crate) struct Solutions {
    times: [Wall; 3],
    memory: Wall,
}

/// What the program says of one solution.
struct Solved {
    /// By the clock, from the beginning of the command, without judging.
    seconds: f64,
    megabytes: f64,
}

impl Solutions {
    pub(crate) fn new() -> Solutions {
        let time = |(target, most): (&str, f64)| {
            let what = format!(
                "`hinterhand solve kinderschnapsen --target {target}`, 2 threads: building, learning, refining and \
                 writing"
            );
            Wall::new(what, "s", Bound::AtMost(most))
        };
        let what = "`hinterhand solve kinderschnapsen`, 2 threads, all three targets: most memory";
        Solutions { times: TARGETS.map(time), memory: Wall::new(what, "MB", Bound::AtMost(500.0)) }
    }

    /// Solves to each target once.
    pub(crate) fn measure(&mut self, command: &Path, folder: &Path) {
        let mut most = Ok(0.0);
        for (row, (target, _)) in self.times.iter_mut().zip(TARGETS) {
            let solved = solved(command, folder, target);
            most = most.and_then(|most: f64| match &solved {
                Ok(solved) => Ok(most.max(solved.megabytes)),
                Err(error) => Err(anyhow!("{error:#}")),
            });
            row.measure(|| Ok(solved?.seconds));
        }
        self.memory.measure(|| most);
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &Wall> {
        self.times.iter().chain([&self.memory])
    }
}

/// Solves to a target, with the strategy written to a file in `folder`.
fn solved(command: &Path, folder: &Path, target: &str) -> Result<Solved> {
    let out = folder.join("kinderschnapsen.strategy");
    let out = out.to_str().context("the folder has a name that is no text")?;
    let arguments =
        ["solve", "kinderschnapsen", "--target", target, "--threads", "2", "--out", out, "--json"];
    let answer = answer(command, &arguments)?;
    let number = |key: &str| answer[key].as_f64().with_context(|| format!("no `{key}` in its answer"));
    let wanted: f64 = target.parse().expect("a target is a number");
    let exploitability = number("exploitability")?;
    ensure!(exploitability <= wanted, "it ended at an exploitability of {exploitability:e}");
    let seconds = number("total_seconds")? - number("judge_seconds")?;
    Ok(Solved { seconds, megabytes: number("peak_memory_bytes")? / 1e6 })
}
