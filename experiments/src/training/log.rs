//! The convergence log as a file: CSV, JSON lines, or a picture.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::Point;
use crate::chart::{Axis, Chart, Line, Scale};

/// What a log can be written as.
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

    /// The log as text; `title` stands above a chart.
    pub fn text(self, log: &[Point], title: &str) -> String {
        match self {
            LogForm::Csv => csv(log),
            LogForm::Jsonl => {
                let line = |point: &Point| serde_json::to_string(point).expect("a point is numbers") + "\n";
                log.iter().map(line).collect()
            }
            LogForm::Svg => {
                let points = log.iter().map(|point| (point.iteration as f64, point.exploitability));
                let axis = |label: &str| Axis { label: label.to_owned(), scale: Scale::Logarithmic };
                let line = Line { name: "exploitability".to_owned(), points: points.collect() };
                let (x, y) = (axis("iterations"), axis("exploitability"));
                Chart { title: title.to_owned(), x, y, lines: vec![line] }.svg()
            }
        }
    }

    /// Writes the log to `path`, whole or not at all.
    pub fn write(self, path: &Path, log: &[Point], title: &str) -> io::Result<()> {
        crate::column_file::replace(path, |out| out.write_all(self.text(log, title).as_bytes()))
    }
}

fn csv(log: &[Point]) -> String {
    let mut text = "iteration,seconds,exploitability,value,value_low,value_high\n".to_owned();
    let cell = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for point in log {
        let Point { iteration, seconds, exploitability, value, value_low, value_high } = *point;
        let _ = writeln!(
            text,
            "{iteration},{seconds:.6},{exploitability},{},{},{}",
            cell(value),
            cell(value_low),
            cell(value_high)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_says_the_same() {
        let point = Point {
            iteration: 8,
            seconds: 0.5,
            exploitability: 0.25,
            value: Some(-1.5),
            value_low: None,
            value_high: None,
        };
        assert_eq!(LogForm::Csv.text(&[point], "").lines().nth(1), Some("8,0.500000,0.25,-1.5,,"));
        let line = LogForm::Jsonl.text(&[point], "");
        assert_eq!(serde_json::from_str::<Point>(&line).unwrap(), point);
        assert!(LogForm::Svg.text(&[point], "Kuhn").contains("<circle"));
        assert_eq!(LogForm::of(Path::new("a/b.svg")), Some(LogForm::Svg));
        assert_eq!(LogForm::of(Path::new("a/b.txt")), None);
    }
}
