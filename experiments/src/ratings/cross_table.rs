//! Everybody against everybody: paired results, and how far they are from an order.

use std::collections::BTreeMap;

use ndarray::Array2;

use super::Moments;
use super::cholesky::Cholesky;
use super::distributions::chi_square_above;

/// The results of each pair of bots, one number for each deal that they played from every seat: what the first won
/// on average, which the second lost. So the intervals of a cell are paired.
///
/// ```
/// use hinterhand_experiments::ratings::CrossTable;
///
/// let mut table = CrossTable::new(3);
/// for luck in [-1.0, 0.0, 1.0] {
///     table.add(0, 1, 2.0 + luck);
///     table.add(1, 2, 2.0 + luck);
///     table.add(2, 0, 2.0 + luck);
/// }
/// assert_eq!(table.cell(1, 0).mean(), Some(-2.0));
/// let cycles = table.cycles(0.9);
/// assert_eq!((cycles.len(), cycles[0].bots), (1, [0, 1, 2]));
/// assert_eq!(table.transitivity().expect("all met").cyclic_share, 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CrossTable {
    bots: usize,
    /// The results of those pairs that met, the bot with the lower number first.
    cells: BTreeMap<[usize; 2], Moments>,
}

/// Three bots of which each beats the next, and the last the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycle {
    /// The three, beginning with the lowest number.
    pub bots: [usize; 3],
    /// By how much each beats the next.
    pub means: [f64; 3],
    /// The paired intervals of that.
    pub intervals: [[f64; 2]; 3],
}

impl Cycle {
    /// Whether each of the three surely beats the next, at the level of the intervals each.
    pub fn is_clear(&self) -> bool {
        self.intervals.iter().all(|[low, _]| *low > 0.0)
    }
}

/// How far results are from differences of ratings (Jiang, Lim, Yao and Ye, "Statistical ranking and combinatorial
/// Hodge theory", 2011).
#[derive(Clone, PartialEq, Debug)]
pub struct Transitivity {
    /// The ratings with mean 0 whose differences are nearest to the mean results, each pair counting the same.
    pub ratings: Vec<f64>,
    /// The share of the squares of the mean results that these differences leave: 0 if they explain all, 1 if all is
    /// cycles. Noise of few deals is in it too.
    pub cyclic_share: f64,
    /// Whether what is left is more than noise; none where a pair has no variance to compare it with, or there are
    /// no more pairs than an order needs.
    pub test: Option<CycleTest>,
}

/// The test against the hypothesis that the true results are differences of ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CycleTest {
    /// The sum of the squares of what ratings leave of each mean result, over the squares of its standard error; the
    /// ratings are those at which it is least.
    pub chi_square: f64,
    /// How large it is on average under the hypothesis.
    pub degrees: usize,
    /// How likely it is so large or larger under the hypothesis, for many deals.
    pub probability: f64,
}

impl CrossTable {
    /// A table of so many bots that have not met.
    pub fn new(bots: usize) -> CrossTable {
        CrossTable { bots, cells: BTreeMap::new() }
    }

    /// The number of bots.
    pub fn bots(&self) -> usize {
        self.bots
    }

    /// Enters a deal that `first` and `second` played from every seat, in which `first` won `result` on average.
    pub fn add(&mut self, first: usize, second: usize, result: f64) {
        assert!(first < self.bots && second < self.bots && first != second, "bots {first} and {second}");
        let (pair, result) =
            if first < second { ([first, second], result) } else { ([second, first], -result) };
        self.cells.entry(pair).or_default().add(result);
    }

    /// Adds all results of another table of the same bots.
    pub fn merge(&mut self, other: &CrossTable) {
        assert_eq!(self.bots, other.bots, "the tables are of the same bots");
        for (pair, moments) in &other.cells {
            self.cells.entry(*pair).or_default().merge(moments);
        }
    }

    /// The results of the bot of a row against the bot of a column.
    pub fn cell(&self, row: usize, column: usize) -> Moments {
        let found = |pair: [usize; 2]| self.cells.get(&pair).copied().unwrap_or_default();
        if row < column { found([row, column]) } else { found([column, row]).negated() }
    }

    /// What each bot of a row wins on average against each bot of a column; none if a pair has not met. It is what
    /// [`NashAverage`](super::NashAverage) and [`AlphaRank`](super::AlphaRank) start from.
    pub fn means(&self) -> Option<Array2<f64>> {
        let mut means = Array2::zeros((self.bots, self.bots));
        for row in 0..self.bots {
            for column in (0..self.bots).filter(|&column| column != row) {
                means[[row, column]] = self.cell(row, column).mean()?;
            }
        }
        Some(means)
    }

    /// All cycles of three by the mean results, with intervals of this level; pairs with fewer than two deals make
    /// none.
    pub fn cycles(&self, level: f64) -> Vec<Cycle> {
        let mut cycles = Vec::new();
        for first in 0..self.bots {
            for second in first + 1..self.bots {
                for third in second + 1..self.bots {
                    let ways = [[first, second, third], [first, third, second]];
                    cycles.extend(ways.into_iter().filter_map(|bots| self.cycle(bots, level)));
                }
            }
        }
        cycles
    }

    fn cycle(&self, bots: [usize; 3], level: f64) -> Option<Cycle> {
        let cells = [0, 1, 2].map(|n| self.cell(bots[n], bots[(n + 1) % 3]));
        if !cells.iter().all(|cell| cell.mean().is_some_and(|mean| mean > 0.0)) {
            return None;
        }
        let mut cycle = Cycle { bots, means: [0.0; 3], intervals: [[0.0; 2]; 3] };
        for (n, cell) in cells.iter().enumerate() {
            cycle.means[n] = cell.mean()?;
            cycle.intervals[n] = cell.student(level)?;
        }
        Some(cycle)
    }

    /// How far the results are from an order; none if the pairs that met do not connect all bots.
    pub fn transitivity(&self) -> Option<Transitivity> {
        let (ratings, left) = self.nearest(|_| 1.0)?;
        let squares: f64 = self.cells.values().filter_map(Moments::mean).map(|mean| mean * mean).sum();
        let cyclic_share = if squares > 0.0 { left / squares } else { 0.0 };
        Some(Transitivity { ratings, cyclic_share, test: self.test() })
    }

    fn test(&self) -> Option<CycleTest> {
        let degrees = (self.cells.len() + 1).checked_sub(self.bots).filter(|&degrees| degrees > 0)?;
        let error = |cell: &Moments| cell.standard_error().filter(|&error| error > 0.0);
        if !self.cells.values().all(|cell| error(cell).is_some()) {
            return None;
        }
        let weight = |cell: &Moments| error(cell).map_or(0.0, |error| 1.0 / (error * error));
        let (_, chi_square) = self.nearest(weight)?;
        let probability = chi_square_above(degrees as f64, chi_square);
        Some(CycleTest { chi_square, degrees, probability })
    }

    /// The ratings with mean 0 that leave the least sum of weighted squares, and that sum.
    fn nearest(&self, weight: impl Fn(&Moments) -> f64) -> Option<(Vec<f64>, f64)> {
        let results = || {
            self.cells.iter().filter_map(|(pair, cell)| cell.mean().map(|mean| (*pair, mean, weight(cell))))
        };
        let scale = results().map(|(_, _, weight)| weight).fold(0.0, f64::max);
        // Ones everywhere: shifts of all ratings would be free without them, and so the mean comes out as 0.
        let mut matrix = Array2::from_elem((self.bots, self.bots), 1.0);
        let mut right = vec![0.0; self.bots];
        for ([first, second], mean, weight) in results() {
            let weight = weight / scale;
            matrix[[first, first]] += weight;
            matrix[[second, second]] += weight;
            matrix[[first, second]] -= weight;
            matrix[[second, first]] -= weight;
            right[first] += weight * mean;
            right[second] -= weight * mean;
        }
        if !self.connected() {
            return None;
        }
        let ratings = Cholesky::of(&matrix)?.solve(&right);
        let left = |([first, second], mean, weight): ([usize; 2], f64, f64)| {
            let left = mean - (ratings[first] - ratings[second]);
            weight * left * left
        };
        let sum = results().map(left).sum();
        Some((ratings, sum))
    }

    /// Whether the pairs that met connect all bots.
    fn connected(&self) -> bool {
        let mut reached = vec![false; self.bots];
        let mut open = vec![0; usize::from(self.bots > 0)];
        while let Some(bot) = open.pop() {
            if !std::mem::replace(&mut reached[bot], true) {
                open.extend(
                    (0..self.bots).filter(|&other| other != bot && self.cell(bot, other).count() > 0),
                );
            }
        }
        reached.iter().all(|reached| *reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::Rng;

    /// Enters results around `mean`, with the standard error `spread` / sqrt(3).
    fn add(table: &mut CrossTable, first: usize, second: usize, mean: f64, spread: f64) {
        [-spread, 0.0, spread].into_iter().for_each(|luck| table.add(first, second, mean + luck));
    }

    #[test]
    fn the_second_sees_the_results_from_the_other_side() {
        let mut table = CrossTable::new(2);
        table.add(0, 1, 1.0);
        table.add(1, 0, 3.0);
        let mut other = CrossTable::new(2);
        other.add(0, 1, 2.0);
        table.merge(&other);
        let [here, there] = [table.cell(0, 1), table.cell(1, 0)];
        assert_eq!((here.count(), here.mean(), there.mean()), (3, Some(0.0), Some(0.0)));
        assert_eq!(here.variance(), Some(7.0));
        other.add(0, 1, 2.0);
        assert_eq!(other.means().unwrap(), ndarray::array![[0.0, 2.0], [-2.0, 0.0]]);
        assert_eq!(CrossTable::new(2).means(), None);
    }

    #[test]
    fn a_triangle_is_as_by_hand() {
        // 0 beats 1 by 1, 1 beats 2 by 2, 2 beats 0 by 3: around the triangle 6, so ratings leave 2 of each.
        let mut table = CrossTable::new(3);
        add(&mut table, 0, 1, 1.0, 3.0);
        add(&mut table, 1, 2, 2.0, 2.0);
        add(&mut table, 2, 0, 3.0, 1.0);
        let found = table.transitivity().unwrap();
        assert!((found.cyclic_share - 12.0 / 14.0).abs() < 1e-12, "{found:?}");
        assert!(
            found.ratings.iter().zip([-2.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]).all(|(a, b)| (a - b).abs() < 1e-12)
        );
        // The sum around has the variance (9 + 4 + 1) / 3.
        let test = found.test.unwrap();
        assert!((test.chi_square - 36.0 / (14.0 / 3.0)).abs() < 1e-9 && test.degrees == 1, "{test:?}");
        // Twice the tail of a standard normal variable beyond 2.777460.
        assert!((test.probability - 0.00547840).abs() < 1e-6, "{test:?}");
        let cycles = table.cycles(0.5);
        assert_eq!((cycles.len(), cycles[0].bots), (1, [0, 1, 2]));
        assert!((cycles[0].means[2] - 3.0).abs() < 1e-12);
        // Student's t with 2 degrees at 75 % is 0.816497; the first interval reaches 1 - 0.8165 sqrt(3) < 0.
        assert!(!cycles[0].is_clear());
        assert!(table.cycles(0.3)[0].is_clear(), "at 65 % it is 0.445, and 1 - 0.445 sqrt(3) > 0");
    }

    #[test]
    fn orders_have_no_cycles() {
        let mut table = CrossTable::new(4);
        for first in 0..4usize {
            for second in first + 1..4 {
                add(&mut table, first, second, (second * second - first * first) as f64, 1.0);
            }
        }
        let found = table.transitivity().unwrap();
        assert!(found.cyclic_share < 1e-24 && table.cycles(0.9).is_empty());
        assert!(found.ratings.iter().zip([3.5, 2.5, -0.5, -5.5]).all(|(a, b)| (a - b).abs() < 1e-12));
        let test = found.test.unwrap();
        assert!(test.degrees == 3 && test.probability > 0.999_999);
    }

    #[test]
    fn bots_that_never_met_are_not_put_in_order() {
        let mut table = CrossTable::new(4);
        add(&mut table, 0, 1, 1.0, 1.0);
        add(&mut table, 2, 3, 1.0, 1.0);
        assert_eq!(table.transitivity(), None);
        add(&mut table, 1, 2, 1.0, 1.0);
        let found = table.transitivity().unwrap();
        assert!(found.test.is_none() && found.cyclic_share < 1e-24);
    }

    #[test]
    fn noise_is_taken_for_cycles_as_often_as_it_should() {
        // Four bots with an order and 60 deals for each pair: of 500 such tables 10 % look less likely than 10 %,
        // and with four standard errors at most 5.4 % more or less; 60 deals are not quite many.
        let mut rng = Rng::new(17, 0);
        let mut rare = 0;
        for _ in 0..500 {
            let mut table = CrossTable::new(4);
            for first in 0..4usize {
                for second in first + 1..4 {
                    for _ in 0..60 {
                        let luck = (0..3).map(|_| rng.unit() - 0.5).sum::<f64>();
                        table.add(first, second, 0.3 * (second - first) as f64 + luck);
                    }
                }
            }
            let test = table.transitivity().and_then(|found| found.test).expect("enough deals");
            rare += u32::from(test.probability < 0.1);
        }
        assert!((23..=77).contains(&rare), "{rare} of 500");
    }
}
