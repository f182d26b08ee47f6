//! Numbers with their intervals as SVG, a row for each: a dot and a bar.

use std::fmt::Write as _;

use crate::chart::{Range, Scale, begun, escaped, shortened};

const WIDTH: f64 = 420.0;
const LEFT: f64 = 24.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 6.0;
/// A row has its name above its dot: names of bots are long.
const ROW: f64 = 42.0;
const NAME: f64 = 17.0;
const DOT: f64 = 31.0;
const BOTTOM: f64 = 50.0;

/// The height of the letters.
const FONT: u8 = 13;

/// Numbers with intervals on one axis.
#[derive(Clone, PartialEq, Debug)]
pub struct DotPlot {
    /// The quantity on the axis and its unit.
    pub label: String,
    /// The label of each row, and its dot.
    pub rows: Vec<(String, Dot)>,
}

/// A number with its interval, or what is known instead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Dot {
    /// It is here, between these bounds.
    Here {
        /// The number.
        at: f64,
        /// Its interval.
        interval: [f64; 2],
    },
    /// It is above all bounds.
    Above,
    /// It is below all bounds.
    Below,
    /// Nothing is known of it.
    Nowhere,
}

impl DotPlot {
    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let bounds = self.rows.iter().filter_map(|(_, dot)| match dot {
            Dot::Here { interval, .. } => Some(*interval),
            Dot::Above | Dot::Below | Dot::Nowhere => None,
        });
        // Without another reference numbers are compared with 0.
        let range = Range::of(Scale::Linear, bounds.flatten().chain([0.0]));
        let across = |number: f64| LEFT + range.place(number) * (WIDTH - LEFT - RIGHT);
        let (right, bottom) = (WIDTH - RIGHT, TOP + ROW * self.rows.len() as f64);
        let mut svg = begun("plot", [WIDTH, bottom + BOTTOM], FONT);
        for &tick in &range.ticks {
            let at = across(tick);
            let (class, colour) = if tick == 0.0 { ("axis", "#000000") } else { ("grid", "#dddddd") };
            let _ = writeln!(
                svg,
                "<path class=\"{class}\" d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"{colour}\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 20.0,
                range.text(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            bottom + 40.0,
            escaped(&self.label)
        );
        for (row, (name, dot)) in self.rows.iter().enumerate() {
            let top = TOP + ROW * row as f64;
            let middle = top + DOT;
            let _ = writeln!(
                svg,
                "<text x=\"{LEFT:.1}\" y=\"{:.1}\">{}</text>",
                top + NAME,
                escaped(&shortened(name, (WIDTH - LEFT - RIGHT) / f64::from(FONT)))
            );
            let word = |at: f64, anchor: &str, word: &str| {
                format!("<text x=\"{at}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{word}</text>", middle + 4.5)
            };
            let drawn = match *dot {
                Dot::Here { at, interval } => {
                    let [low, high] = interval.map(across);
                    format!(
                        "<path class=\"line0\" d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {:.1}v10M{high:.1} {:.1}v10\" \
                         stroke=\"#0072b2\" stroke-width=\"2\"/><circle class=\"fill0\" cx=\"{:.1}\" \
                         cy=\"{middle}\" r=\"4.5\" fill=\"#0072b2\"/>",
                        middle - 5.0,
                        middle - 5.0,
                        across(at)
                    )
                }
                Dot::Above => word(right - 4.0, "end", "above all bounds \u{2192}"),
                Dot::Below => word(LEFT + 4.0, "start", "\u{2190} below all bounds"),
                Dot::Nowhere => word(LEFT + 4.0, "start", "not known"),
            };
            svg += &drawn;
            svg.push('\n');
        }
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_drawn() {
        let rows = vec![
            ("a < b".to_owned(), Dot::Here { at: 50.0, interval: [0.0, 100.0] }),
            ("c".to_owned(), Dot::Above),
            ("d".to_owned(), Dot::Below),
            ("e".to_owned(), Dot::Nowhere),
        ];
        let svg = DotPlot { label: "Elo & more".to_owned(), rows }.svg();
        // From 24 to 396 there are 100 points.
        for part in [
            "Elo &amp; more",
            "a &lt; b",
            "M24.0 37H396.0M24.0 32.0v10M396.0 32.0v10",
            "cx=\"210.0\" cy=\"37\"",
            "above all bounds",
            "below all bounds",
            "not known",
        ] {
            assert!(svg.contains(part), "no {part} in {svg}");
        }
    }
}
