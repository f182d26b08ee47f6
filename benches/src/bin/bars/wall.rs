//! The last rows: threads, bots and matches, by the clock on the wall.

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use hinterhand_benches::matches;

use crate::spread::Spread;

/// A row by the clock on the wall: a figure of each round, and what it must reach.
pub(crate) struct Wall {
    what: String,
    unit: &'static str,
    bound: Bound,
    figures: Result<Vec<f64>>,
}

/// The rows about matches between bots.
pub(crate) struct Matches {
    writes: Wall,
    overhead: Wall,
    answers: [Wall; 2],
    million: [Wall; 3],
    resumed: Wall,
}

impl Matches {
    pub(crate) fn new() -> Matches {
        let answers = |threads| format!("the bot in Rust behind the protocol, Kuhn poker, {threads}");
        let million =
            |what| format!("1,000,000 stored hands of Sixty-six, random against greedy, 2 threads: {what}");
        Matches {
            writes: Wall::new(
                "the store: hands of Sixty-six with their records",
                "k hands/s",
                Bound::AtLeast(50.0),
            ),
            overhead: Wall::new(
                "a match of Sixty-six for each action, beside what the bots think",
                "µs",
                Bound::AtMost(0.4),
            ),
            answers: ["1 thread", "2 threads"]
                .map(|threads| Wall::new(answers(threads), "k moves/s", Bound::AtLeast(20.0))),
            million: [("time", "s", 60.0), ("most memory", "MB", 500.0), ("size of the store", "MB", 500.0)]
                .map(|(what, unit, most)| Wall::new(million(what), unit, Bound::AtMost(most))),
            resumed: Wall::new(
                "`tournament resume` of these, until it says how they stand",
                "s",
                Bound::AtMost(2.0),
            ),
        }
    }

    pub(crate) fn measure(&mut self, command: &Path, folder: &Path) {
        self.writes.measure(|| Ok(matches::stored_per_second(folder)? / 1e3));
        self.overhead.measure(|| Ok(matches::overhead_ns()? / 1e3));
        let bot = command.with_file_name("examples").join("random_bot");
        for (threads, row) in (1..).zip(&mut self.answers) {
            row.measure(|| Ok(matches::answered_per_second(&bot, threads)? / 1e3));
        }
    }

    /// Once, since it takes its time.
    pub(crate) fn measure_long(&mut self, command: &Path, folder: &Path) {
        let stored = match matches::million_hands(command, folder) {
            Ok(stored) => stored,
            Err(error) => {
                for row in self.million.iter_mut().chain([&mut self.resumed]) {
                    row.figures = Err(anyhow!("{error:#}"));
                }
                return;
            }
        };
        let [time, memory, size] = &mut self.million;
        time.measure(|| Ok(stored.seconds));
        memory.measure(|| Ok(stored.memory as f64 / 1e6));
        size.measure(|| Ok(stored.size as f64 / 1e6));
        for _ in 0..3 {
            self.resumed.measure(|| matches::resumed_s(command, &stored));
        }
    }

    pub(crate) fn rows(&self, long: bool) -> impl Iterator<Item = &Wall> {
        let long = long.then(|| self.million.iter().chain([&self.resumed])).into_iter().flatten();
        [&self.writes, &self.overhead].into_iter().chain(&self.answers).chain(long)
    }
}

/// Which way a figure must lie.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Wall {
    pub(crate) fn new(what: impl Into<String>, unit: &'static str, bound: Bound) -> Wall {
        Wall { what: what.into(), unit, bound, figures: Ok(Vec::new()) }
    }

    /// Measures once more, unless it has failed before.
    pub(crate) fn measure(&mut self, figure: impl FnOnce() -> Result<f64>) {
        let figures = std::mem::replace(&mut self.figures, Ok(Vec::new()));
        self.figures = figures.and_then(|mut figures| {
            figures.push(figure()?);
            Ok(figures)
        });
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Wall { what, unit, bound, figures } = self;
        let demanded = match bound {
            Bound::AtLeast(least) => format!("{least} {unit}"),
            Bound::AtMost(most) => format!("at most {most} {unit}"),
        };
        match figures {
            Ok(figures) => {
                let figure = Spread::of(figures.iter().copied());
                let reached = match *bound {
                    Bound::AtLeast(least) => figure.median >= least,
                    Bound::AtMost(most) => figure.median <= most,
                };
                let reached = verdict(reached);
                writeln!(out, "| {what} | {} {unit} | - | {demanded} | {reached} |", figure.text(1.0))
            }
            Err(error) => writeln!(out, "| {what} | not measured: {error:#} | - | {demanded} | - |"),
        }
    }
}

/// The speed-up of a function on two threads. Measured on one, two, two and one thread, so that a drift of
/// the machine affects both.
pub(crate) fn two_to_one(rate: impl Fn(usize) -> Result<f64>) -> Result<f64> {
    let [one, two, again_two, again_one] = [rate(1)?, rate(2)?, rate(2)?, rate(1)?];
    Ok((two + again_two) / (one + again_one))
}

/// The moves per second of `hinterhand playouts` on this number of threads.
pub(crate) fn command_rate(command: &Path, threads: usize) -> Result<f64> {
    let games = if threads == 1 { "2000000" } else { "4000000" };
    let threads = threads.to_string();
    let arguments =
        ["playouts", "kinderschnapsen", "--games", games, "--seed", "2026", "--threads", &threads, "--json"];
    let answer = answer(command, &arguments)?;
    answer["moves_per_second"].as_f64().context("no `moves_per_second` in its answer")
}

/// The output of `hinterhand` as one JSON object.
pub(crate) fn answer(command: &Path, arguments: &[&str]) -> Result<serde_json::Value> {
    let output = Command::new(command).args(arguments).output();
    let output = output.with_context(|| format!("cannot run {}", command.display()))?;
    ensure!(output.status.success(), "it failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The mean time of a decision in milliseconds over a few hands, by a search that is given `time_ms`.
pub(crate) fn time_taken_ms(command: &Path, time_ms: u64) -> Result<f64> {
    let bot = format!("ismcts:time={time_ms}");
    let arguments =
        ["duel", "sixty-six", &bot, "random", "--pairs", "2", "--seed", "2026", "--threads", "1", "--json"];
    let answer = answer(command, &arguments)?;
    answer["bots"][0]["mean_ms"].as_f64().context("no `mean_ms` in its answer")
}

/// Whether a bar is reached, in a table.
pub(crate) fn verdict(reached: bool) -> &'static str {
    if reached { "yes" } else { "**no**" }
}
