//! Scores freed of luck: what was won less what chance had to do with it, as far as that helps.
//!
//! Control variates: figures whose mean is known to be nothing and that go up and down with what was won.
//! Each is taken off times a factor, the one of the least squares. So that the factors do not follow the luck
//! from which they are to free the scores, those for a deal are fitted to the deals of other folds: then the
//! mean stays right, whatever the factors are.

use hinterhand_engine::Rng;

use super::cholesky::Cholesky;
use super::matrix::Matrix;
use super::{Moments, bootstrap};

/// The result of a deal for one bot against another.
#[derive(Clone, PartialEq, Debug)]
pub struct DealScore<const PARTS: usize> {
    /// For each seating what it won, and the parts of luck in that. Over all seatings of all deals each part
    /// has a mean of nothing.
    pub seatings: Vec<(f64, [f64; PARTS])>,
}

/// The payoff, and the parts of luck in it.
type Unit<const PARTS: usize> = (f64, [f64; PARTS]);

/// The score of one bot against another, estimated in four ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Freed {
    /// Hands as they fell, as if each were a deal of its own.
    pub plain: Score,
    /// Deals, whose seatings share their cards.
    pub duplicate: Score,
    /// Hands, freed of luck.
    pub adjusted: Score,
    /// Deals, freed of luck.
    pub both: Score,
}

/// A mean of independent units.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// The payoffs of the units.
    units: Vec<f64>,
    /// The number of hands in a unit.
    hands: f64,
}

/// The number of folds into which deals are divided.
const FOLDS: usize = 10;

/// The minimum number of units for a fit: with fewer the factors are 1.
const FEWEST: usize = 40;

/// The number of bootstrap samples for an interval.
const RESAMPLES: usize = 1_000;

impl Freed {
    /// All deals must have been played from as many seatings.
    pub fn of<const PARTS: usize>(deals: &[DealScore<PARTS>]) -> Freed {
        let per_deal = deals.first().map_or(1, |deal| deal.seatings.len());
        let hands: Vec<Unit<PARTS>> = deals.iter().flat_map(|deal| deal.seatings.clone()).collect();
        let means: Vec<Unit<PARTS>> = deals.iter().map(DealScore::mean).collect();
        let won = |units: &[Unit<PARTS>]| units.iter().map(|(won, _)| *won).collect();
        let whole = per_deal as f64;
        Freed {
            plain: Score { units: won(&hands), hands: 1.0 },
            duplicate: Score { units: won(&means), hands: whole },
            adjusted: Score { units: freed(&hands, |number| number / per_deal % FOLDS), hands: 1.0 },
            both: Score { units: freed(&means, |number| number % FOLDS), hands: whole },
        }
    }

    /// By which share the standard deviation of a score is less than that of the plain one, and the interval
    /// of this share, by drawing the deals again with the factors as they are, if it has ends. None of fewer
    /// than two deals, or if all hands fell alike.
    pub fn cut(&self, score: &Score, level: f64) -> Option<(f64, Option<[f64; 2]>)> {
        let per_deal = (self.duplicate.hands as usize).max(1);
        let in_score = (per_deal as f64 / score.hands) as usize;
        let deals: Vec<(&[f64], &[f64])> =
            self.plain.units.chunks(per_deal).zip(score.units.chunks(in_score)).collect();
        let share = |deals: &[(&[f64], &[f64])]| {
            let plain: Moments = deals.iter().flat_map(|(plain, _)| plain.iter().copied()).collect();
            let other: Moments = deals.iter().flat_map(|(_, other)| other.iter().copied()).collect();
            let ratio = other.variance()? * score.hands / plain.variance()?;
            Some(1.0 - ratio.sqrt()).filter(|share| share.is_finite())
        };
        let found = share(&deals)?;
        let or_nothing = |deals: &[(&[f64], &[f64])]| share(deals).unwrap_or(f64::NAN);
        let replicates = bootstrap::replicates(&deals, RESAMPLES, &mut Rng::new(0, 0), or_nothing);
        let interval = bootstrap::percentile(replicates, level);
        Some((found, Some(interval).filter(|ends| ends.iter().all(|end| end.is_finite()))))
    }
}

impl<const PARTS: usize> DealScore<PARTS> {
    /// The payoff and the luck in it, on average over the seatings.
    fn mean(&self) -> Unit<PARTS> {
        let share = 1.0 / self.seatings.len() as f64;
        self.seatings.iter().fold((0.0, [0.0; PARTS]), |(won, luck), (more, further)| {
            (won + share * more, std::array::from_fn(|part| luck[part] + share * further[part]))
        })
    }
}

impl Score {
    /// The moments of the units.
    pub fn moments(&self) -> Moments {
        self.units.iter().copied().collect()
    }

    /// The standard deviation of a hand that would make the mean as uncertain as it is, were all hands
    /// independent.
    pub fn deviation(&self) -> Option<f64> {
        self.moments().variance().map(|variance| (variance * self.hands).sqrt())
    }
}

/// The payoff minus the luck in it times factors that are fitted to the units of other folds.
fn freed<const PARTS: usize>(units: &[Unit<PARTS>], fold: impl Fn(usize) -> usize) -> Vec<f64> {
    let factors: Vec<[f64; PARTS]> = (0..FOLDS)
        .map(|left_out| {
            let others: Vec<&Unit<PARTS>> = (0..)
                .zip(units)
                .filter(|(number, _)| fold(*number) != left_out)
                .map(|(_, unit)| unit)
                .collect();
            if units.len() < FEWEST { [1.0; PARTS] } else { fitted(&others) }
        })
        .collect();
    let freed = |(number, (won, luck)): (usize, &Unit<PARTS>)| {
        let factors = &factors[fold(number)];
        won - luck.iter().zip(factors).map(|(luck, factor)| luck * factor).sum::<f64>()
    };
    units.iter().enumerate().map(freed).collect()
}

/// The factors of the least squares. A part that never varies has none.
fn fitted<const PARTS: usize>(units: &[&Unit<PARTS>]) -> [f64; PARTS] {
    let count = units.len() as f64;
    let mean = |of: &dyn Fn(&Unit<PARTS>) -> f64| units.iter().map(|unit| of(unit)).sum::<f64>() / count;
    let won = mean(&|unit| unit.0);
    let means: [f64; PARTS] = std::array::from_fn(|part| mean(&|unit| unit.1[part]));
    let spread = |a: usize, b: usize| mean(&|unit| (unit.1[a] - means[a]) * (unit.1[b] - means[b]));
    let varies: Vec<usize> = (0..PARTS).filter(|&part| spread(part, part) > 1e-12).collect();
    let matrix = Matrix::from_fn(varies.len(), |row, column| {
        // A small constant is added to the diagonal: two equal parts share their factor.
        spread(varies[row], varies[column]) * if row == column { 1.0 + 1e-9 } else { 1.0 }
    });
    let right: Vec<f64> =
        varies.iter().map(|&part| mean(&|unit| (unit.0 - won) * (unit.1[part] - means[part]))).collect();
    let mut factors = [0.0; PARTS];
    if let Some(cholesky) = Cholesky::of(&matrix) {
        for (part, factor) in varies.into_iter().zip(cholesky.solve(&right)) {
            factors[part] = factor;
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals from two seats in which luck of two kinds has a part, the second one with half of its amount.
    fn deals(count: u64, edge: f64) -> Vec<DealScore<2>> {
        (0..count)
            .map(|deal| {
                let mut rng = Rng::new(4, deal);
                let mut even = || rng.unit() - 0.5;
                let cards = even();
                let mut seating = |sign: f64| {
                    let (drawn, rest) = (even(), 0.1 * even());
                    (edge + sign * cards + 2.0 * drawn + rest, [sign * cards, 4.0 * drawn])
                };
                DealScore { seatings: vec![seating(1.0), seating(-1.0)] }
            })
            .collect()
    }

    #[test]
    fn luck_is_taken_off_and_the_mean_stays() {
        let freed = Freed::of(&deals(1_000, 0.25));
        for score in [&freed.plain, &freed.duplicate, &freed.adjusted, &freed.both] {
            let [low, high] = score.moments().normal(0.9999).expect("many");
            assert!(low < 0.25 && 0.25 < high, "{low} {high}");
        }
        // A uniform number has the variance 1/12: cards and draws are five twelfths of it, what is left a
        // hundredth.
        let deviation = |score: &Score| score.deviation().expect("many");
        assert!((deviation(&freed.plain) - (5.0 / 12.0_f64).sqrt()).abs() < 0.02);
        assert!((deviation(&freed.duplicate) - (4.0 / 12.0_f64).sqrt()).abs() < 0.02);
        for score in [&freed.adjusted, &freed.both] {
            assert!((deviation(score) - (0.01 / 12.0_f64).sqrt()).abs() < 0.002);
            let (cut, interval) = freed.cut(score, 0.95).expect("many");
            let [low, high] = interval.expect("many");
            assert!((cut - 0.955).abs() < 0.005 && low < cut && cut < high, "{low} {cut} {high}");
        }
        let (none, interval) = freed.cut(&freed.plain, 0.95).expect("many");
        assert!(none.abs() < 1e-12 && interval.is_some_and(|ends| ends.iter().all(|end| end.abs() < 1e-12)));
    }

    #[test]
    fn luck_that_says_nothing_is_left_on() {
        let mut noise = deals(1_000, 0.0);
        for (number, deal) in (0..).zip(&mut noise) {
            let mut rng = Rng::new(5, number);
            deal.seatings.iter_mut().for_each(|(_, luck)| *luck = [rng.unit() - 0.5, 0.0]);
        }
        let freed = Freed::of(&noise);
        let (cut, _) = freed.cut(&freed.adjusted, 0.95).expect("many");
        assert!(cut.abs() < 0.01, "{cut}");
    }

    #[test]
    fn few_deals_are_taken_at_their_word() {
        let freed = Freed::of(&deals(3, 1.0));
        let expected: Vec<f64> = deals(3, 1.0)
            .iter()
            .flat_map(|deal| {
                deal.seatings.iter().map(|(won, luck)| won - luck[0] - luck[1]).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(freed.adjusted.units.len(), expected.len());
        assert!(
            freed.adjusted.units.iter().zip(expected).all(|(unit, expected)| (unit - expected).abs() < 1e-12)
        );
        let none = Freed::of::<2>(&[]);
        assert_eq!((none.plain.deviation(), none.cut(&none.both, 0.95)), (None, None));
    }
}
