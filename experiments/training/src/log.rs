//! The convergence log as a file: CSV, JSON lines, or a picture. The first of the JSON lines describes the
//! task.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use hinterhand_charts::{Axis, Chart, Line, Scale};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::Point;

/// The formats of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// A table with commas.
    Csv,
    /// One JSON object to a line.
    Jsonl,
    /// A chart.
    Svg,
}

impl LogForm {
    /// The form that the name of a file asks for.
    pub fn of(path: &Path) -> Option<LogForm> {
        match path.extension()?.to_str()? {
            "csv" => Some(LogForm::Csv),
            "jsonl" => Some(LogForm::Jsonl),
            "svg" => Some(LogForm::Svg),
            _ => None,
        }
    }

    /// The log as text.
    pub fn text(self, head: &LogHead, log: &[Point]) -> String {
        match self {
            LogForm::Csv => csv(log),
            LogForm::Jsonl => {
                let line = |point: &Point| serde_json::to_string(point).expect("a point is numbers") + "\n";
                let head = serde_json::to_string(head).expect("a head is plain") + "\n";
                head + &log.iter().map(line).collect::<String>()
            }
            LogForm::Svg => {
                let judged = |point: &Point| Some((point.iteration as f64, point.exploitability?));
                let points = log.iter().filter_map(judged);
                let axis = |label: &str| Axis { label: label.to_owned(), scale: Scale::Logarithmic };
                let line = Line { name: "exploitability".to_owned(), points: points.collect() };
                let (x, y) = (axis("iterations"), axis("exploitability"));
                Chart { title: format!("{}, {}", head.title, head.algorithm), x, y, lines: vec![line] }.svg()
            }
        }
    }

    /// Writes the log to `path`, whole or not at all.
    pub fn write(self, path: &Path, head: &LogHead, log: &[Point]) -> io::Result<()> {
        hinterhand_players::files::column_file::replace(path, &mut |out| {
            out.write_all(self.text(head, log).as_bytes())
        })
    }
}

/// Of what a log is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogHead {
    /// The game.
    pub game: String,
    /// The name for people.
    pub title: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// The algorithm with all its parameters.
    pub algorithm: String,
    /// Its seed, if chance has a part in it.
    pub seed: Option<u64>,
    /// The command as it was typed.
    pub command: Vec<String>,
    /// The iterations done.
    pub iterations: u64,
    /// The seconds of training, judging left out.
    pub seconds: f64,
    /// The seconds that it took to build the tables.
    pub build_seconds: f64,
    /// The bytes of the tables.
    pub table_bytes: u64,
    /// The most memory that the program took, where the system tells it.
    pub peak_memory_bytes: Option<u64>,
    /// The threads.
    pub threads: usize,
    /// The version of the program.
    pub version: String,
}

/// A text that is no log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: not a line of a training log: {message}")]
pub struct LogError {
    line: usize,
    message: String,
}

/// Reads a log that was written as JSON lines. Those of earlier versions have no head.
pub fn read_log(text: &str) -> Result<(Option<LogHead>, Vec<Point>), LogError> {
    let (mut head, mut points) = (None, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |error: serde_json::Error| {
            // A line is one object: the column alone gives the place.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = error.to_string();
            LogError { line: number, message: message.strip_suffix(&place).unwrap_or(&message).to_owned() }
        };
        let json: Json = serde_json::from_str(line).map_err(wrong)?;
        if number == 1 && json.get("command").is_some() {
            head = Some(serde_json::from_value(json).map_err(wrong)?);
        } else {
            points.push(serde_json::from_value(json).map_err(wrong)?);
        }
    }
    Ok((head, points))
}

fn csv(log: &[Point]) -> String {
    let mut text =
        "iteration,seconds,exploitability,value,value_low,value_high,exploitability_low\n".to_owned();
    let cell = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for point in log {
        let Point { iteration, seconds, exploitability, value, value_low, value_high, .. } = *point;
        let exploitability_low = point.exploitability_low;
        let _ = writeln!(
            text,
            "{iteration},{seconds:.6},{},{},{},{},{}",
            cell(exploitability),
            cell(value),
            cell(value_low),
            cell(value_high),
            cell(exploitability_low)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> LogHead {
        LogHead {
            game: "kuhn".to_owned(),
            title: "Kuhn poker".to_owned(),
            options: Map::new(),
            algorithm: "dcfr".to_owned(),
            seed: None,
            command: vec!["hinterhand".to_owned(), "solve".to_owned(), "kuhn".to_owned()],
            iterations: 8,
            seconds: 0.5,
            build_seconds: 0.25,
            table_bytes: 1_000,
            peak_memory_bytes: None,
            threads: 2,
            version: "1.2.3".to_owned(),
        }
    }

    fn point() -> Point {
        Point {
            iteration: 8,
            seconds: 0.5,
            exploitability: Some(0.25),
            value: Some(-1.5),
            ..Point::default()
        }
    }

    #[test]
    fn each_form_says_the_same() {
        let head = head();
        assert_eq!(LogForm::Csv.text(&head, &[point()]).lines().nth(1), Some("8,0.500000,0.25,-1.5,,,"));
        let lines = LogForm::Jsonl.text(&head, &[point()]);
        assert_eq!(read_log(&lines), Ok((Some(head.clone()), vec![point()])));
        let svg = LogForm::Svg.text(&head, &[point()]);
        assert!(svg.contains("<circle") && svg.contains("Kuhn poker, dcfr"), "{svg}");
        assert_eq!(LogForm::of(Path::new("a/b.svg")), Some(LogForm::Svg));
        assert_eq!(LogForm::of(Path::new("a/b.txt")), None);
    }

    #[test]
    fn what_is_no_log_says_where() {
        let line = serde_json::to_string(&point()).unwrap();
        assert_eq!(read_log(&format!("{line}\n{line}\n")).unwrap(), (None, vec![point(); 2]));
        for (text, message) in [
            ("nothing", "line 1: not a line of a training log: expected ident"),
            (&format!("{line}\n{{}}\n"), "line 2: not a line of a training log: missing field `iteration`"),
            (&format!("{line}\n\n"), "line 2: not a line of a training log: EOF"),
            ("{\"command\":[]}", "line 1: not a line of a training log: missing field `game`"),
        ] {
            let error = read_log(text).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
