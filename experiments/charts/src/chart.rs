//! Line charts as SVG: text that is the same on every machine.
//!
//! The colours stand in the picture and are those of white paper; classes let a page around it choose others.

use std::fmt::Write as _;

/// The width and the height of a chart that stands alone.
const ALONE: [f64; 2] = [720.0, 440.0];
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
/// The room above the plot, with a title and without.
const TOP: [f64; 2] = [44.0, 14.0];
const BOTTOM: f64 = 56.0;

/// Colours that people with any kind of sight can tell apart (Okabe and Ito, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// A chart of one or more lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The title above it.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines.
    pub lines: Vec<Line>,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The quantity and its unit.
    pub label: String,
    /// The scale.
    pub scale: Scale,
}

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal differences are equal lengths.
    Linear,
    /// Equal ratios are equal lengths; only positive numbers are shown.
    Logarithmic,
}

/// A line with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The meaning.
    pub name: String,
    /// Its points, in the order in which they are joined.
    pub points: Vec<(f64, f64)>,
}

/// An axis with the range that the points of a chart need.
pub(crate) struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    /// The numbers that are marked.
    pub(crate) ticks: Vec<f64>,
}

impl Range {
    /// The range that holds all of these.
    pub(crate) fn of(scale: Scale, numbers: impl Iterator<Item = f64>) -> Range {
        let shown = numbers.filter(|&number| is_shown(scale, number));
        let (low, high) =
            shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        match scale {
            Scale::Logarithmic => {
                let first = floor_log10(low);
                let last = (first + 1).max(-floor_log10(1.0 / high));
                let step = ((last - first) / 8 + 1) as usize;
                let ticks = (first..=last).step_by(step).map(power_of_ten).collect();
                Range { scale, low: power_of_ten(first), high: power_of_ten(last), ticks }
            }
            Scale::Linear => {
                let span = if high > low { high - low } else { low.abs().max(1.0) };
                let rough = power_of_ten(floor_log10(span / 5.0));
                let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * rough);
                let step = step.into_iter().find(|step| span / step <= 6.0).unwrap_or(10.0 * rough);
                let (first, last) =
                    ((low / step).floor(), (high / step).ceil().max((low / step).floor() + 1.0));
                let ticks = (0..=(last - first) as usize).map(|n| (first + n as f64) * step).collect();
                Range { scale, low: first * step, high: last * step, ticks }
            }
        }
    }

    /// The position of `number` on the axis, from 0 to 1.
    pub(crate) fn place(&self, number: f64) -> f64 {
        match self.scale {
            Scale::Linear => (number - self.low) / (self.high - self.low),
            Scale::Logarithmic => (number / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// A number as it stands beside its mark.
    pub(crate) fn text(&self, number: f64) -> String {
        match self.scale {
            Scale::Linear if number != 0.0 && (self.high - self.low) < 1e-5 => format!("{number:.1e}"),
            Scale::Logarithmic if !(1e-3..1e5).contains(&number) => format!("1e{}", floor_log10(number)),
            _ => {
                let text = format!("{number:.6}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        }
    }
}

fn is_shown(scale: Scale, number: f64) -> bool {
    number.is_finite() && (scale == Scale::Linear || number > 0.0)
}

/// The exponent of the largest power of ten that is not above `number`, found without the logarithm of the
/// platform.
fn floor_log10(number: f64) -> i32 {
    (-300..300)
        .take_while(|&exponent| power_of_ten(exponent) <= number * (1.0 + 1e-12))
        .last()
        .unwrap_or(-300)
}

fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().expect("a number in this range")
}

/// A text inside an element of SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\0', "\u{fffd}")
}

/// As much of a text as surely fits into a room, given in heights of its letters: measured by the wider ones
/// of the usual fonts.
pub(crate) fn shortened(text: &str, room: f64) -> String {
    let width = |c: char| match c {
        '\u{1100}'.. => 1.05,
        'm' | 'M' | 'W' | '@' | '%' => 1.0,
        'w' => 0.82,
        c if c.is_uppercase() => 0.8,
        _ => 0.65,
    };
    if text.chars().map(width).sum::<f64>() <= room {
        return text.to_owned();
    }
    let mut left = room - width('\u{2026}');
    let fits = |c: &char| {
        left -= width(*c);
        left >= 0.0
    };
    text.chars().take_while(fits).chain(['\u{2026}']).collect()
}

/// The beginning of a picture on white paper.
pub(crate) fn begun(class: &str, [width, height]: [f64; 2], font_size: u8) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" style=\"--wide:{width}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"{font_size}\">\n<rect class=\"paper\" width=\"{width}\" \
         height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

impl Chart {
    /// The chart as the text of an SVG file.
    pub fn svg(&self) -> String {
        self.drawn(ALONE)
    }

    /// The chart in another size.
    pub fn drawn(&self, [width, height]: [f64; 2]) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x = Range::of(self.x.scale, points().map(|point| point.0));
        let y = Range::of(self.y.scale, points().map(|point| point.1));
        let [titled, untitled] = TOP;
        let top = if self.title.is_empty() { untitled } else { titled };
        // The numbers beside the axis must leave room for its name.
        let longest = y.ticks.iter().map(|&tick| y.text(tick).len()).max().unwrap_or(0);
        let left = LEFT.max(36.0 + 8.0 * longest as f64);
        let across = |number: f64| left + x.place(number) * (width - left - RIGHT);
        let down = |number: f64| height - BOTTOM - y.place(number) * (height - top - BOTTOM);
        let mut svg = begun("plot", [width, height], 13);
        let (right, bottom) = (width - RIGHT, height - BOTTOM);
        for &tick in &x.ticks {
            let at = across(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{at:.1} {top}V{bottom}\" stroke=\"#dddddd\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 21.0,
                x.text(tick)
            );
        }
        for &tick in &y.ticks {
            let at = down(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{left} {at:.1}H{right}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                at + 4.0,
                y.text(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#000000\"/>\n\
             <text x=\"{:.1}\" y=\"24\" font-size=\"16\" text-anchor=\"middle\">{}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (left + right) / 2.0,
            escaped(&self.title),
            (left + right) / 2.0,
            height - 14.0,
            escaped(&self.x.label),
            (top + bottom) / 2.0,
            escaped(&self.y.label)
        );
        for (number, line) in self.lines.iter().enumerate() {
            let hue = number % COLOURS.len();
            let colour = COLOURS[hue];
            let shown = line.points.iter();
            let shown = shown.filter(|p| is_shown(self.x.scale, p.0) && is_shown(self.y.scale, p.1));
            let path: Vec<String> =
                shown.map(|&(px, py)| format!("{:.1} {:.1}", across(px), down(py))).collect();
            if let [only] = &path[..] {
                let (cx, cy) = only.split_once(' ').expect("two numbers");
                let _ = writeln!(
                    svg,
                    "<circle class=\"fill{hue}\" cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"{colour}\"/>"
                );
            } else if !path.is_empty() {
                let _ = writeln!(
                    svg,
                    "<path class=\"line{hue}\" d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                    path.join("L")
                );
            }
            let at = top + 18.0 * (number as f64 + 1.0);
            let _ = writeln!(
                svg,
                "<text class=\"fill{hue}\" x=\"{:.1}\" y=\"{at:.1}\" text-anchor=\"end\" fill=\"{colour}\">{}</text>",
                right - 8.0,
                escaped(&line.name)
            );
        }
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(scale: Scale, numbers: &[f64]) -> (f64, f64, Vec<String>) {
        let range = Range::of(scale, numbers.iter().copied());
        (range.low, range.high, range.ticks.iter().map(|&tick| range.text(tick)).collect())
    }

    #[test]
    fn ticks_are_round_and_hold_all_numbers() {
        assert_eq!(
            range(Scale::Logarithmic, &[3e-5, 0.02, -1.0]),
            (1e-5, 0.1, ["1e-5", "1e-4", "0.001", "0.01", "0.1"].map(str::to_owned).to_vec())
        );
        assert_eq!(range(Scale::Linear, &[-0.1, 1.0]).2, ["-0.2", "0", "0.2", "0.4", "0.6", "0.8", "1"]);
        for scale in [Scale::Linear, Scale::Logarithmic] {
            let (low, high, ticks) = range(scale, &[]);
            assert!(low < high && ticks.len() >= 2);
            let (low, high, _) = range(scale, &[10.0]);
            assert!(low <= 10.0 && 10.0 <= high);
        }
    }

    #[test]
    fn long_names_are_cut() {
        for (text, room, expected) in [
            ("abc", 2.0, "abc"),
            ("abcdef", 3.1, "abc\u{2026}"),
            ("WWW", 2.5, "W\u{2026}"),
            ("\u{4e00}\u{4e8c}\u{4e09}", 2.1, "\u{4e00}\u{2026}"),
            ("", 0.0, ""),
        ] {
            assert_eq!(shortened(text, room), expected);
        }
    }

    #[test]
    fn a_chart_says_what_it_shows() {
        let axis = |label: &str| Axis { label: label.to_owned(), scale: Scale::Logarithmic };
        let line = Line { name: "a < b".to_owned(), points: vec![(1.0, 1.0), (10.0, 0.1), (100.0, 0.0)] };
        let (x, y) = (axis("iterations"), axis("exploitability"));
        let svg = Chart { title: "Kuhn & more".to_owned(), x, y, lines: vec![line] }.svg();
        for part in ["Kuhn &amp; more", "a &lt; b", "iterations", "exploitability", "M76.0 44.0L386.0 384.0"]
        {
            assert!(svg.contains(part), "no {part} in {svg}");
        }
    }
}
