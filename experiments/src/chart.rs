//! Line charts as SVG: text that is the same on every machine.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;

/// Colours that people with any kind of sight can tell apart (Okabe and Ito, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// A chart of one or more lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What stands above it.
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
    /// What it shows, and in which unit.
    pub label: String,
    /// How numbers are laid out on it.
    pub scale: Scale,
}

/// How numbers are laid out on an axis.
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
    /// What it stands for.
    pub name: String,
    /// Its points, in the order in which they are joined.
    pub points: Vec<(f64, f64)>,
}

/// An axis with the range that the points of a chart need.
struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Range {
    fn of(scale: Scale, numbers: impl Iterator<Item = f64>) -> Range {
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

    /// Where on the axis `number` lies, from 0 to 1.
    fn place(&self, number: f64) -> f64 {
        match self.scale {
            Scale::Linear => (number - self.low) / (self.high - self.low),
            Scale::Logarithmic => (number / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    fn text(&self, number: f64) -> String {
        match self.scale {
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
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Chart {
    /// The chart as the text of an SVG file.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x = Range::of(self.x.scale, points().map(|point| point.0));
        let y = Range::of(self.y.scale, points().map(|point| point.1));
        let across = |number: f64| LEFT + x.place(number) * (WIDTH - LEFT - RIGHT);
        let down = |number: f64| HEIGHT - BOTTOM - y.place(number) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             fill=\"#ffffff\"/>\n"
        );
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for &tick in &x.ticks {
            let at = across(tick);
            let _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#dddddd\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                x.text(tick)
            );
        }
        for &tick in &y.ticks {
            let at = down(tick);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                at + 4.0,
                y.text(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#000000\"/>\n\
             <text x=\"{:.1}\" y=\"24\" font-size=\"16\" text-anchor=\"middle\">{}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            escaped(&self.title),
            (LEFT + right) / 2.0,
            HEIGHT - 14.0,
            escaped(&self.x.label),
            (TOP + bottom) / 2.0,
            escaped(&self.y.label)
        );
        for (number, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let shown = line.points.iter();
            let shown = shown.filter(|p| is_shown(self.x.scale, p.0) && is_shown(self.y.scale, p.1));
            let path: Vec<String> =
                shown.map(|&(px, py)| format!("{:.1} {:.1}", across(px), down(py))).collect();
            if let [only] = &path[..] {
                let (cx, cy) = only.split_once(' ').expect("two numbers");
                let _ = writeln!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"{colour}\"/>");
            } else if !path.is_empty() {
                let _ = writeln!(
                    svg,
                    "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                    path.join("L")
                );
            }
            let at = TOP + 18.0 * (number as f64 + 1.0);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{at:.1}\" text-anchor=\"end\" fill=\"{colour}\">{}</text>",
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
