//! Heat maps as SVG: numbers from 0 to 1 as colours, in text that is the same on every machine.

use std::fmt::Write as _;

use crate::chart::{begun, escaped, shortened};

const CELL: usize = 15;
const ROW: usize = 13;
/// The least and the most room before the cells.
const LABEL: [usize; 2] = [84, 200];
const GAP: usize = 22;
/// The room above the tables, where there is a title; otherwise as much as the names of the columns need.
const TOP: usize = 92;
const MARGIN: usize = 16;

/// The colour of a cell with 1; 0 is white.
const FULL: [u8; 3] = [0x00, 0x72, 0xb2];

/// Tables of numbers beside each other.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// The titles above them.
    pub title: String,
    /// The labels of the columns, in all tables.
    pub columns: Vec<String>,
    /// After which columns there is a little room.
    pub breaks: Vec<usize>,
    /// The tables.
    pub panels: Vec<Panel>,
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The title.
    pub title: String,
    /// The label of each row, and its numbers from 0 to 1.
    pub rows: Vec<(String, Vec<f64>)>,
}

/// The colour of a number.
fn colour(number: f64) -> String {
    let part = number.clamp(0.0, 1.0);
    let [red, green, blue] = FULL.map(|full| (255.0 - part * (255.0 - f64::from(full))).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl HeatMap {
    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let [least, most] = LABEL;
        let labels = self.panels.iter().flat_map(|panel| &panel.rows).map(|(label, _)| label.chars().count());
        let label = (7 * labels.max().unwrap_or(0) + 8).clamp(least, most);
        let across = |column: usize| {
            let gaps = self.breaks.iter().filter(|&&after| after < column).count();
            label + CELL * column + gaps * CELL / 3
        };
        let names = self.columns.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let top = if self.title.is_empty() { 12 + (7 * names).clamp(20, 80) } else { TOP };
        let panel_width = across(self.columns.len()) + GAP;
        let rows = self.panels.iter().map(|panel| panel.rows.len()).max().unwrap_or(0);
        let width = 2 * MARGIN + panel_width * self.panels.len() - GAP.min(panel_width);
        let height = top + ROW * rows + MARGIN;
        let mut svg = begun("map", [width as f64, height as f64], 10);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"22\" font-size=\"15\" text-anchor=\"middle\">{}</text>",
            width / 2,
            escaped(&self.title)
        );
        for (number, panel) in self.panels.iter().enumerate() {
            let left = MARGIN + number * panel_width;
            let _ = writeln!(
                svg,
                "<text x=\"{left}\" y=\"{}\" font-size=\"13\">{}</text>",
                top - 8,
                escaped(&panel.title)
            );
            for (column, name) in self.columns.iter().enumerate() {
                let (x, y) = (left + across(column) + CELL - 4, top - 4);
                let _ = writeln!(
                    svg,
                    "<text transform=\"translate({x} {y}) rotate(-90)\">{}</text>",
                    escaped(&shortened(name, 8.0))
                );
            }
            for (at, (name, numbers)) in panel.rows.iter().enumerate() {
                let y = top + ROW * at;
                let name = escaped(&shortened(name, label as f64 / 10.0 - 0.4));
                let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\">{name}</text>", y + ROW - 3);
                for (column, &number) in numbers.iter().enumerate() {
                    let x = left + across(column);
                    let _ = writeln!(
                        svg,
                        "<rect class=\"cell\" style=\"--part:{:.3}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" \
                         height=\"{ROW}\" fill=\"{}\" stroke=\"#dddddd\"/>",
                        number.clamp(0.0, 1.0),
                        colour(number)
                    );
                }
            }
        }
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_from_white_to_full() {
        assert_eq!([0.0, 0.5, 1.0, 7.0].map(colour), ["#ffffff", "#80b9d9", "#0072b2", "#0072b2"]);
    }

    #[test]
    fn every_number_has_a_cell() {
        let rows = vec![("a < b".to_owned(), vec![0.0, 1.0]), ("c".to_owned(), vec![1.0, 0.25])];
        let panel = Panel { title: "one & other".to_owned(), rows };
        let map = HeatMap {
            title: "map".to_owned(),
            columns: vec!["x".to_owned(), "y".to_owned()],
            breaks: vec![0],
            panels: vec![panel.clone(), panel],
        };
        let svg = map.svg();
        assert_eq!(svg.matches("stroke=\"#dddddd\"").count(), 8);
        assert_eq!(svg.matches("fill=\"#0072b2\"").count(), 4);
        assert!(svg.contains("a &lt; b") && svg.contains("one &amp; other"));
    }
}
