//! `hinterhand bench`: a signature of all behaviour, and the speeds.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::Context as _;
use hinterhand_matches::signature::{self, Part};
use hinterhand_matches::speeds::{self, Speed};
use serde_json::json;

use super::progress::Progress;
use super::{Done, output, written};

/// Print a signature of all behaviour, and the speeds
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand bench                        less than a minute
  hinterhand bench --signature --json     the parts of the signature, to find the one that changed

The signature is computed from hands that bots play in every game and strategies that solvers learn, with fixed seeds.
It changes when behaviour changes, and does not depend on the number of threads, the machine, the time or the compiler
settings. Two builds with the same signature play alike, and can be compared by speed.

The speeds are those of one thread by the wall clock: medians over turns of a fifth of a second, with the lowest and
the highest. The machine should be idle.")]
pub(super) struct Args {
    /// The number of threads for the signature; by default all cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the signature alone
    #[arg(long)]
    signature: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const TURNS: u64 = 7;
const TURN: Duration = Duration::from_millis(200);

pub(super) fn run(args: &Args) -> Done {
    let parts = signed(args)?;
    let speeds = if args.signature { Vec::new() } else { measured() };
    let signature = format!("{:016x}", signature::signature(&parts));
    let mut out = output();
    if args.json {
        let parts: Vec<_> = parts
            .iter()
            .map(|part| json!({"part": part.name, "signature": format!("{:016x}", part.signature)}))
            .collect();
        let speeds: Vec<_> = speeds
            .iter()
            .map(|speed| {
                let [low, median, high] = speed.spread().unwrap_or_default();
                json!({
                    "what": speed.what, "unit": speed.unit,
                    "per_second": median, "lowest": low, "highest": high,
                })
            })
            .collect();
        writeln!(out, "{}", json!({"signature": signature, "parts": parts, "speeds": speeds}))?;
    } else {
        writeln!(out, "signature      {signature}")?;
        for speed in &speeds {
            let [low, median, high] = speed.spread().unwrap_or_default().map(short);
            writeln!(out, "{:<40} {median:>8} {}/s ({low} to {high})", speed.what, speed.unit)?;
        }
    }
    written(out)
}

/// The parts of the signature.
fn signed(args: &Args) -> anyhow::Result<Vec<Part>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .context("cannot start the threads")?;
    let mut progress = Progress::new("parts of the signature", signature::count() as u64);
    let (sender, receiver) = mpsc::channel();
    let parts = std::thread::scope(|scope| {
        let done = AtomicU64::new(0);
        let parts = scope.spawn(move || {
            pool.install(|| {
                signature::parts(|| {
                    // The receiver is gone only after a panic.
                    let _ = sender.send(done.fetch_add(1, Ordering::Relaxed) + 1);
                })
            })
        });
        receiver.iter().for_each(|done| progress.reached(done));
        parts.join()
    });
    progress.finish();
    Ok(parts.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

fn measured() -> Vec<Speed> {
    let mut speeds = speeds::all();
    let mut progress = Progress::new("turns of the measurement", TURNS * speeds.len() as u64);
    let mut done = 0;
    // In turn, so that other load on the machine affects all of them.
    for _ in 0..TURNS {
        for speed in &mut speeds {
            speed.turn(TURN);
            done += 1;
            progress.reached(done);
        }
    }
    progress.finish();
    speeds
}

/// Three digits of a number with the sign of thousands or millions.
fn short(rate: f64) -> String {
    let (scale, mark) = match rate {
        ..1e3 => (1.0, ""),
        ..1e6 => (1e3, " k"),
        _ => (1e6, " M"),
    };
    let figure = rate / scale;
    let decimals = match figure {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{figure:.decimals$}{mark}")
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!(
            [0.5, 12.34, 999.0, 1234.0, 45.6e6, 2.106e9].map(short),
            ["0.50", "12.3", "999", "1.23 k", "45.6 M", "2106 M"]
        );
    }
}
