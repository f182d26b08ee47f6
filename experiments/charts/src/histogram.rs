//! Histograms of whole numbers as SVG: a bar for each number, or for several consecutive ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::chart::{Range, Scale, begun, escaped};

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 52.0;

/// There are no more bars than these.
const MOST_BARS: u64 = 40;

/// Whole numbers, counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// The quantity.
    pub x: String,
    /// The things counted.
    pub y: String,
    /// The count of each number.
    pub counts: BTreeMap<u64, u64>,
}

impl Histogram {
    /// The number of consecutive numbers in a bar.
    pub fn bar_width(&self) -> u64 {
        let (Some((first, _)), Some((last, _))) =
            (self.counts.first_key_value(), self.counts.last_key_value())
        else {
            return 1;
        };
        let numbers = last - first + 1;
        let round = (0..18).flat_map(|power| [1, 2, 5].map(|step| step * 10u64.pow(power)));
        round.into_iter().find(|width| numbers.div_ceil(*width) < MOST_BARS).unwrap_or(numbers)
    }

    /// The bars: the first number of each, and the share of all that fell into it.
    fn bars(&self) -> Vec<(u64, f64)> {
        let (width, all) = (self.bar_width(), self.counts.values().sum::<u64>());
        let mut bars = BTreeMap::new();
        for (number, count) in &self.counts {
            *bars.entry(number / width * width).or_insert(0) += count;
        }
        bars.into_iter().map(|(first, count): (u64, u64)| (first, count as f64 / all as f64)).collect()
    }

    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let (bars, width) = (self.bars(), self.bar_width() as f64);
        let edges = bars.iter().flat_map(|(first, _)| [*first as f64, *first as f64 + width]);
        let x = Range::of(Scale::Linear, edges);
        let y = Range::of(Scale::Linear, bars.iter().map(|(_, share)| 100.0 * share).chain([0.0]));
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let across = |number: f64| LEFT + x.place(number) * (right - LEFT);
        let down = |number: f64| bottom - y.place(number) * (bottom - TOP);
        let mut svg = begun("plot", [WIDTH, HEIGHT], 13);
        for &tick in &y.ticks {
            let at = down(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                at + 4.5,
                y.text(tick)
            );
        }
        for (first, share) in &bars {
            let (from, to, top) = (across(*first as f64), across(*first as f64 + width), down(100.0 * share));
            let _ = writeln!(
                svg,
                "<rect class=\"fill0\" x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 fill=\"#0072b2\"/>",
                (to - from - 1.0).max(0.5),
                bottom - top
            );
        }
        // A bar of one number has its name below its middle, and one of more numbers below its beginning.
        let half = if width == 1.0 { 0.5 } else { 0.0 };
        let named =
            x.ticks.iter().filter(|tick| tick.fract() == 0.0 && **tick + half <= x.ticks[x.ticks.len() - 1]);
        for &tick in named {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                across(tick + half),
                bottom + 20.0,
                x.text(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\" stroke=\"#000000\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            bottom + 40.0,
            escaped(&self.x),
            (TOP + bottom) / 2.0,
            escaped(&self.y)
        );
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(counts: impl IntoIterator<Item = (u64, u64)>) -> Histogram {
        Histogram {
            x: "actions".to_owned(),
            y: "% of <hands>".to_owned(),
            counts: counts.into_iter().collect(),
        }
    }

    #[test]
    fn bars_hold_all_that_was_counted() {
        assert_eq!(histogram([(2, 3), (4, 1)]).bars(), [(2, 0.75), (4, 0.25)]);
        for (last, width) in [(38, 1), (39, 2), (100, 5), (3_000, 100)] {
            let all = histogram((0..=last).map(|number| (number, 2)));
            assert_eq!(all.bar_width(), width, "{last}");
            let bars = all.bars();
            assert!(bars.len() as u64 <= MOST_BARS);
            assert!((bars.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert_eq!(histogram([(7, 1)]).bars(), [(7, 1.0)]);
    }

    #[test]
    fn a_histogram_says_what_it_shows() {
        let svg = histogram([(2, 3), (4, 1)]).svg();
        assert_eq!(svg.matches("class=\"fill0\"").count(), 2);
        assert!(svg.contains("% of &lt;hands&gt;") && svg.contains(">actions<"), "{svg}");
        assert!(histogram([]).svg().ends_with("</svg>\n"));
    }
}
