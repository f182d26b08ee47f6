//! Trainings while they go on: the folder of one, or a log of one as JSON lines.

use std::path::Path;
use std::time::SystemTime;

use anyhow::Context as _;
use hinterhand_training::{Config, Limits, Point, read_log};
use serde_json::{Value as Json, json};

/// The judgements that are told at most, evenly chosen; the last one is always among them.
const TOLD: usize = 400;

/// Whether there may be a training at this place: a folder, or a log.
pub(crate) fn is_one(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == "jsonl")
}

/// A training: what is trained, how far it has come, and its judgements.
pub(crate) fn read(path: &Path) -> anyhow::Result<Json> {
    let (log, config) = match path.is_dir() {
        true => (path.join("metrics.jsonl"), std::fs::read_to_string(path.join("config.toml")).ok()),
        false => (path.to_owned(), None),
    };
    let text = std::fs::read_to_string(&log).context("the log")?;
    let (head, points) = read_log(&text)?;
    let config = config.and_then(|text| Config::read(&text).ok());
    let limits = config.as_ref().map(Config::limits).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let last = points.last();
    let done = last.map_or(0, |point| point.iteration).max(head.as_ref().map_or(0, |head| head.iterations));
    let seconds = last.map_or(0.0, |point| point.seconds).max(head.as_ref().map_or(0.0, |head| head.seconds));
    let written = log.metadata()?.modified().ok();
    let age = written.and_then(|written| SystemTime::now().duration_since(written).ok());
    let every = points.len().div_ceil(TOLD).max(1);
    let from_end = points.iter().rev().step_by(every).collect::<Vec<_>>();
    let told: Vec<Json> = from_end.into_iter().rev().map(point).collect();
    Ok(json!({
        "name": config.as_ref().map_or(name, Config::name),
        "title": head.as_ref().map(|head| &head.title), "algorithm": head.as_ref().map(|head| &head.algorithm),
        "iterations": done, "seconds": seconds, "points": told, "judgements": points.len(),
        "limits": { "iterations": limits.iterations, "seconds": limits.time.map(|time| time.as_secs_f64()), "target": limits.target },
        "left": left(&limits, done, seconds), "is_over": is_over(&limits, done, seconds, last),
        "age": age.map(|age| age.as_secs()), "gauntlet": last.map(|last| &last.gauntlet),
    }))
}

fn point(point: &Point) -> Json {
    json!([point.iteration, point.seconds, point.exploitability, point.value, point.exploitability_low])
}

/// The seconds to the first limit, as far as the iterations done tell.
fn left(limits: &Limits, done: u64, seconds: f64) -> Option<f64> {
    let by_iterations = limits
        .iterations
        .filter(|_| done > 0)
        .map(|most| seconds / done as f64 * most.saturating_sub(done) as f64);
    let by_time = limits.time.map(|most| (most.as_secs_f64() - seconds).max(0.0));
    match (by_iterations, by_time) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Whether a limit was reached.
fn is_over(limits: &Limits, done: u64, seconds: f64, last: Option<&Point>) -> bool {
    let reached = last.and_then(|last| last.exploitability);
    limits.iterations.is_some_and(|most| done >= most)
        || limits.time.is_some_and(|most| seconds >= most.as_secs_f64())
        || limits.target.is_some_and(|target| reached.is_some_and(|reached| reached <= target))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_folder_is_told_with_what_is_left() {
        let place = tempfile::tempdir().expect("a folder");
        assert!(is_one(place.path()) && read(place.path()).is_err());
        let config = "game = \"leduc\"\nfolder = \"runs/leduc\"\n[end]\niterations = 1000\ntime = \"10m\"\n";
        std::fs::write(place.path().join("config.toml"), config).expect("written");
        let line = |iteration: u64, seconds: f64| {
            let point = Point {
                iteration,
                seconds,
                exploitability: Some(1.0 / iteration as f64),
                ..Point::default()
            };
            serde_json::to_string(&point).expect("numbers") + "\n"
        };
        let log: String = (1..=900).map(|iteration| line(iteration, iteration as f64 / 100.0)).collect();
        std::fs::write(place.path().join("metrics.jsonl"), &log).expect("written");
        let told = read(place.path()).expect("a training");
        let points = told["points"].as_array().expect("a list");
        assert!(points.len() <= TOLD && points.last().expect("there is one")[0] == 900, "{}", points.len());
        assert_eq!(
            (&told["name"], &told["iterations"], &told["is_over"]),
            (&json!("leduc"), &json!(900), &json!(false))
        );
        assert!((told["left"].as_f64().expect("a number") - 1.0).abs() < 1e-9, "{told}");
        // A line that is being written does not hide the training for long: the file is replaced in one step.
        std::fs::write(place.path().join("metrics.jsonl"), log + "{\"iter").expect("written");
        assert!(read(place.path()).is_err());
    }

    #[test]
    fn the_first_limit_counts() {
        let limits = Limits { iterations: Some(100), time: Some(Duration::from_secs(50)), target: Some(0.1) };
        assert_eq!(left(&limits, 50, 40.0), Some(10.0));
        assert_eq!(left(&limits, 50, 10.0), Some(10.0));
        assert_eq!(left(&limits, 0, 0.0), Some(50.0));
        assert_eq!(left(&Limits::default(), 50, 10.0), None);
        let judged = |exploitability| Point { exploitability, ..Point::default() };
        assert!(is_over(&limits, 1, 1.0, Some(&judged(Some(0.05)))));
        assert!(!is_over(&limits, 1, 1.0, Some(&judged(None))) && is_over(&limits, 100, 1.0, None));
    }
}
