//! Figures computed from those of several cells: means, and the standings of a round robin.
//!
//! ```toml
//! [[means]]
//! name = "all with correlation {correlation}"
//! over = { correlation = [0.1, 0.9] }
//! among = { bias = [0.5, 1.0] }
//! cell = "correlation {correlation}, bias {bias}"
//!
//! [[round_robins]]
//! name = "all against all"
//! players = ["MO", "SO", "POM"]
//! cell = "{first} against {second}"
//! ```
//!
//! Tables, claims and plots name them like cells. The figures that are combined are taken as independent of
//! each other; cells that share chance should not be combined.

use serde::Deserialize;
use toml::Table as Toml;

use super::Measure;
use super::over::{choices, filled};

/// Means over cells, one for each combination of the values in `over`. They have the measures of the cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Means {
    name: String,
    #[serde(default)]
    over: Toml,
    /// The lists over which the mean is taken.
    among: Toml,
    cell: String,
}

/// All players against each other, each pair in one cell, in which the one that is listed first is first.
///
/// The measures are `won % of A`, the share of games that A has won, averaged over its opponents with equal
/// weight; `A ahead of B`, the difference of two such shares; `lead % of A`, the games won less those lost, and
/// `A further ahead than B`, the difference of these; all with `in seat 0` or `in seat 1` after them for the
/// games that the player played in that seat, or `in both seats`, which changes nothing; `A against B`, the share
/// that A has won of the games between these two; and `games lost by A, B`, a sum over the players that are named.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRobin {
    name: String,
    players: Vec<String>,
    cell: String,
}

/// What is computed from cells under one name.
#[derive(Clone, Debug)]
pub enum Derived {
    /// The mean of a measure over these cells.
    Mean {
        /// The name.
        name: String,
        /// The names of the cells.
        cells: Vec<String>,
    },
    /// The standings of a round robin.
    RoundRobin(RoundRobin),
}

/// A measure of a cell, and its weight in a sum.
type Term = (f64, String, String);

/// What is averaged over the opponents of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    /// The games won.
    Won,
    /// The games won less those lost, which is twice what the player has above a half if draws are halves.
    Lead,
}

/// Returns the measure of a cell.
type Found<'a> = &'a dyn Fn(&str, &str) -> Option<Measure>;

impl Means {
    /// The means of each combination.
    pub(super) fn derived(&self) -> impl Iterator<Item = Derived> + '_ {
        choices(&self.over).into_iter().map(|choice| {
            let cell = filled(&self.cell, &choice);
            let cells = choices(&self.among).iter().map(|choice| filled(&cell, choice)).collect();
            Derived::Mean { name: filled(&self.name, &choice), cells }
        })
    }
}

impl Derived {
    /// The name under which its figures are known.
    pub fn name(&self) -> &str {
        match self {
            Derived::Mean { name, .. } => name,
            Derived::RoundRobin(all) => &all.name,
        }
    }

    /// The cells whose figures it needs.
    pub(super) fn cells(&self) -> Vec<String> {
        match self {
            Derived::Mean { cells, .. } => cells.clone(),
            Derived::RoundRobin(all) => {
                all.pairs().map(|(first, second)| all.cell_of(first, second)).collect()
            }
        }
    }

    /// Whether it can have this measure; a mean has those of its cells, which are not known before.
    pub(super) fn knows(&self, measure: &str) -> bool {
        match self {
            Derived::Mean { .. } => true,
            Derived::RoundRobin(all) => all.terms(measure).is_some(),
        }
    }

    /// A figure, if `found` has all figures of cells that it needs.
    pub(super) fn measure(&self, found: Found<'_>, measure: &str) -> Option<Measure> {
        let terms = match self {
            Derived::Mean { cells, .. } => {
                let weight = 1.0 / cells.len() as f64;
                cells.iter().map(|cell| (weight, cell.clone(), measure.to_owned())).collect()
            }
            Derived::RoundRobin(all) => all.terms(measure)?,
        };
        sum(found, &terms)
    }
}

impl RoundRobin {
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.players.len();
        (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
    }

    fn cell_of(&self, first: usize, second: usize) -> String {
        self.cell.replace("{first}", &self.players[first]).replace("{second}", &self.players[second])
    }

    fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player == name)
    }

    /// The sum that is the figure of this name. Without terms there is no such figure, as of a player against
    /// itself.
    fn terms(&self, measure: &str) -> Option<Vec<Term>> {
        if let Some(names) = measure.strip_prefix("games lost by ") {
            let players: Option<Vec<usize>> = names.split(", ").map(|name| self.player(name)).collect();
            return Some(players?.into_iter().flat_map(|player| self.lost(player)).collect());
        }
        if let Some((one, other)) = measure.split_once(" against ") {
            let (one, other) = (self.player(one)?, self.player(other)?);
            let seats = (0..2).filter(|_| one != other);
            return Some(seats.map(|seat| self.share(Share::Won, 0.5, one, other, seat)).collect());
        }
        let (measure, seats) = match measure.rsplit_once(" in ") {
            Some((measure, "seat 0")) => (measure, 0..1),
            Some((measure, "seat 1")) => (measure, 1..2),
            Some((measure, "both seats")) => (measure, 0..2),
            _ => (measure, 0..2),
        };
        let weight = 1.0 / ((self.players.len() - 1) as f64 * seats.len() as f64);
        let others = |names: [usize; 2]| (0..self.players.len()).filter(move |other| !names.contains(other));
        for (share, prefix) in [(Share::Won, "won % of "), (Share::Lead, "lead % of ")] {
            if let Some(name) = measure.strip_prefix(prefix) {
                let player = self.player(name)?;
                let in_seat = |seat| {
                    others([player; 2]).map(move |other| self.share(share, weight, player, other, seat))
                };
                return Some(seats.flat_map(in_seat).collect());
            }
        }
        let ahead = [(Share::Won, " ahead of "), (Share::Lead, " further ahead than ")];
        let (share, (one, other)) =
            ahead.into_iter().find_map(|(share, words)| Some((share, measure.split_once(words)?)))?;
        let (one, other) = (self.player(one)?, self.player(other)?);
        if one == other {
            return None;
        }
        let mut terms = Vec::new();
        for seat in seats.clone() {
            for third in others([one, other]) {
                terms.push(self.share(share, weight, one, third, seat));
                terms.push(self.share(share, -weight, other, third, seat));
            }
            if seats.len() == 1 {
                // These are different games.
                terms.push(self.share(share, weight, one, other, seat));
                terms.push(self.share(share, -weight, other, one, seat));
            } else {
                // What one wins is what the other loses in the same game, so the difference is one figure.
                let same = if share == Share::Lead { 2.0 * weight } else { weight };
                terms.push(self.share(Share::Lead, same, one, other, seat));
            }
        }
        Some(terms)
    }

    /// The share of `player` in `seat` of the games against `other`.
    fn share(&self, share: Share, weight: f64, player: usize, other: usize, seat: usize) -> Term {
        let (is_first, other_seat) = (player < other, 1 - seat);
        let cell = if is_first { self.cell_of(player, other) } else { self.cell_of(other, player) };
        match (share, is_first) {
            (Share::Won, true) => (weight, cell, format!("won % in seat {seat}")),
            (Share::Won, false) => (weight, cell, format!("lost % in seat {other_seat}")),
            (Share::Lead, true) => (weight, cell, format!("lead % in seat {seat}")),
            (Share::Lead, false) => (-weight, cell, format!("lead % in seat {other_seat}")),
        }
    }

    fn lost(&self, player: usize) -> impl Iterator<Item = Term> + '_ {
        self.pairs().filter(move |&(first, second)| first == player || second == player).map(
            move |(first, second)| {
                let what = if first == player { "games lost" } else { "games won" };
                (1.0, self.cell_of(first, second), what.to_owned())
            },
        )
    }
}

/// The weighted sum of independent figures; `None` if one is not there, or if there are none.
fn sum(figure: Found<'_>, terms: &[Term]) -> Option<Measure> {
    let (mut value, mut squares) = (0.0, [0.0; 2]);
    let (mut is_exact, mut is_uncertain) = (true, terms.is_empty());
    for (weight, cell, measure) in terms {
        let found = figure(cell, measure)?;
        value += weight * found.value;
        is_uncertain |= found.uncertain;
        if let Some([low, high]) = found.interval_95 {
            is_exact = false;
            let reaches = if *weight > 0.0 {
                [found.value - low, high - found.value]
            } else {
                [high - found.value, found.value - low]
            };
            squares.iter_mut().zip(reaches).for_each(|(square, reach)| *square += (weight * reach).powi(2));
        }
    }
    if terms.is_empty() {
        return None;
    }
    let [below, above] = squares.map(f64::sqrt);
    Some(match (is_uncertain, is_exact) {
        (true, _) => Measure::estimated(value, None),
        (false, true) => Measure::exact(value),
        (false, false) => Measure::estimated(value, Some([value - below, value + above])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A measure, its value and half the width of its interval.
    type Figure = (&'static str, f64, f64);

    fn figure(cells: &[(&str, &[Figure])], cell: &str, measure: &str) -> Option<Measure> {
        let (_, figures) = cells.iter().find(|(name, _)| *name == cell)?;
        let &(_, value, half) = figures.iter().find(|(name, ..)| *name == measure)?;
        let interval_95 = (half > 0.0).then_some([value - half, value + half]);
        Some(Measure { value, interval_95, uncertain: false })
    }

    /// The share that the first player wins and loses in each seat, of a hundred games in each.
    fn pair(shares: [[f64; 2]; 2]) -> Vec<Figure> {
        let [[won, lost], [won_second, lost_second]] = shares;
        vec![
            ("won % in seat 0", won, 3.0),
            ("lost % in seat 0", lost, 3.0),
            ("lead % in seat 0", won - lost, 4.0),
            ("won % in seat 1", won_second, 3.0),
            ("lost % in seat 1", lost_second, 3.0),
            ("lead % in seat 1", won_second - lost_second, 4.0),
            ("games won", won + won_second, 0.0),
            ("games lost", lost + lost_second, 0.0),
        ]
    }

    #[test]
    fn standings_are_those_counted_by_hand() {
        let (ab, ac, bc) = (
            pair([[60.0, 10.0], [30.0, 20.0]]),
            pair([[80.0, 0.0], [70.0, 5.0]]),
            pair([[50.0, 40.0], [45.0, 35.0]]),
        );
        let cells: [(&str, &[Figure]); 3] = [("A-B", &ab), ("A-C", &ac), ("B-C", &bc)];
        let found = |cell: &str, measure: &str| figure(&cells, cell, measure);
        let all = RoundRobin {
            name: "all".to_owned(),
            players: ["A", "B", "C"].map(str::to_owned).into(),
            cell: "{first}-{second}".to_owned(),
        };
        let all = Derived::RoundRobin(all);
        let figure = |name: &str| all.measure(&found, name).expect(name);
        for (name, expected) in [
            ("won % of A", (60.0 + 30.0 + 80.0 + 70.0) / 4.0),
            ("won % of A in both seats", (60.0 + 30.0 + 80.0 + 70.0) / 4.0),
            ("won % of B", (20.0 + 10.0 + 50.0 + 45.0) / 4.0),
            ("won % of C", (0.0 + 5.0 + 40.0 + 35.0) / 4.0),
            ("won % of B in seat 0", (20.0 + 50.0) / 2.0),
            ("won % of B in seat 1", (10.0 + 45.0) / 2.0),
            ("lead % of A", (50.0 + 10.0 + 80.0 + 65.0) / 4.0),
            ("lead % of C in seat 0", (-65.0 - 10.0) / 2.0),
            ("A against B", 45.0),
            ("B against A", 15.0),
            ("games lost by A, B", 10.0 + 20.0 + 5.0 + 60.0 + 30.0 + 40.0 + 35.0),
        ] {
            assert!((figure(name).value - expected).abs() < 1e-9, "{name}: {:?}", figure(name));
        }
        for (one, other) in [("A", "B"), ("B", "A"), ("B", "C"), ("C", "A")] {
            for seat in ["", " in seat 0", " in seat 1"] {
                let shares = [one, other].map(|name| figure(&format!("won % of {name}{seat}")).value);
                let ahead = figure(&format!("{one} ahead of {other}{seat}")).value;
                assert!((ahead - (shares[0] - shares[1])).abs() < 1e-9, "{one} {other}{seat}: {ahead}");
                let leads = [one, other].map(|name| figure(&format!("lead % of {name}{seat}")).value);
                let further = figure(&format!("{one} further ahead than {other}{seat}")).value;
                assert!((further - (leads[0] - leads[1])).abs() < 1e-9, "{one} {other}{seat}: {further}");
            }
        }
        // Two shares of 3 and two of 3 with the weight 1/4, and two differences of 4.
        let half = |name: &str| figure(name).interval_95.map(|[low, high]| (high - low) / 2.0);
        let expected = (4.0 * 9.0_f64 + 2.0 * 16.0).sqrt() / 4.0;
        assert!(half("A ahead of B").is_some_and(|half| (half - expected).abs() < 1e-9));
        // Four leads of 4 with the weight 1/4, and two of the same games with twice the weight.
        let expected = (4.0 * 16.0_f64 + 2.0 * 64.0).sqrt() / 4.0;
        assert!(half("A further ahead than B").is_some_and(|half| (half - expected).abs() < 1e-9));
        assert_eq!(half("games lost by A"), None);
        assert_eq!(all.measure(&found, "A against A"), None);
        for unknown in ["won % of D", "A ahead of A", "A ahead of B in seat 2", "games lost by A, D", "loss"]
        {
            assert!(!all.knows(unknown), "{unknown}");
        }
    }

    #[test]
    fn a_mean_needs_all_its_cells() {
        let cell = |value: f64| vec![("loss", value, 0.3), ("count", value, 0.0)];
        let (one, two) = (cell(1.0), cell(2.0));
        let cells: [(&str, &[Figure]); 2] = [("x 1", &one), ("x 2", &two)];
        let figures = |cell: &str, measure: &str| figure(&cells, cell, measure);
        let means = |among: &str| {
            let text = format!("name = 'all'\ncell = 'x {{n}}'\namong = {{ n = {among} }}");
            let means: Means = toml::from_str(&text).expect("means");
            means.derived().next().expect("one mean")
        };
        let found = means("[1, 2]").measure(&figures, "loss").expect("both are done");
        assert!((found.value - 1.5).abs() < 1e-12);
        let half = found.interval_95.map(|[low, high]| (high - low) / 2.0).expect("both have one");
        assert!((half - 0.3 / 2.0_f64.sqrt()).abs() < 1e-12, "{half}");
        assert_eq!(means("[1, 2]").measure(&figures, "count"), Some(Measure::exact(1.5)));
        assert_eq!(means("[1, 2, 3]").measure(&figures, "loss"), None);
        assert_eq!(means("[1, 2]").measure(&figures, "payoff"), None);
    }
}
