//! Count, mean and variance of numbers that come one by one, and the intervals of their mean.
//!
//! Kept as mean and sum of squared distances from it (Welford 1962; merged as by Chan, Golub and LeVeque
//! 1979): sums of squares lose all digits where the mean is large.

use serde::{Deserialize, Serialize};

use super::distributions::{normal_point, student_point};
use super::elementary::ln;

/// The moments of numbers of which each is one independent unit, such as the mean payoff of a deal that was
/// played from every seat: then the intervals are paired.
///
/// ```
/// use hinterhand_matches::ratings::Moments;
///
/// let deals: Moments = [1.0, 0.0, -0.5, 2.0].into_iter().collect();
/// assert_eq!((deals.count(), deals.mean()), (4, Some(0.625)));
/// let [low, high] = deals.student(0.95).expect("more than one");
/// assert!(low < 0.0 && high > 2.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Moments {
    count: u64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Moments {
    /// The fewest numbers of which there is an interval [at any time](Moments::at_any_time).
    pub const FIRST_LOOK: u64 = 100;

    /// The moments of `count` numbers of which only the sum and the sum of squares were kept.
    pub fn of_sums(count: u64, sum: f64, squares: f64) -> Moments {
        if count == 0 {
            return Moments::default();
        }
        let mean = sum / count as f64;
        Moments { count, mean, squares: (squares - sum * mean).max(0.0) }
    }

    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// Adds all numbers of `other`.
    pub fn merge(&mut self, other: &Moments) {
        if other.count == 0 {
            return;
        }
        let count = self.count + other.count;
        let (apart, share) = (other.mean - self.mean, other.count as f64 / count as f64);
        self.squares += other.squares + apart * apart * share * self.count as f64;
        self.mean += apart * share;
        self.count = count;
    }

    /// The same numbers from the other side: each with the other sign.
    pub fn negated(&self) -> Moments {
        Moments { mean: -self.mean, ..*self }
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; none of no numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The variance of what they are drawn from, without bias; none of fewer than two.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The standard error of the mean; none of fewer than two.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }

    /// The interval that contains the true mean with the probability `level`, by the normal approximation:
    /// for many numbers. None of fewer than two.
    pub fn normal(&self, level: f64) -> Option<[f64; 2]> {
        self.around(normal_point(upper(level)))
    }

    /// The interval by Student's t distribution, which is exact if the numbers are normal, and wider for few
    /// numbers. `None` for fewer than two.
    pub fn student(&self, level: f64) -> Option<[f64; 2]> {
        if self.count < 2 {
            return None;
        }
        self.around(student_point((self.count - 1) as f64, upper(level)))
    }

    /// The interval that contains the true mean with the probability `level` at all counts at once, so that one may look as
    /// often as one likes and stop when it tells enough. None of fewer than [`FIRST_LOOK`](Moments::FIRST_LOOK) numbers.
    ///
    /// Robbins's normal mixture with the variance seen, as Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform
    /// central limit theory and asymptotic confidence sequences" (2024): an approximation for many numbers. It is
    /// narrowest, in standard errors, near 500 numbers, where it is 1.5 times as wide as the normal one.
    pub fn at_any_time(&self, level: f64) -> Option<[f64; 2]> {
        if self.count < Moments::FIRST_LOOK {
            return None;
        }
        let doubt = 2.0 * (1.0 - upper(level));
        let often = -2.0 * ln(doubt);
        let mixed = self.count as f64 * (often + ln(often) + 1.0) / 500.0;
        self.around((2.0 * (mixed + 1.0) / mixed * ln((mixed + 1.0).sqrt() / doubt)).sqrt())
    }

    fn around(&self, errors: f64) -> Option<[f64; 2]> {
        let half = errors * self.standard_error()?;
        Some([self.mean - half, self.mean + half])
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Moments {
        let mut moments = Moments::default();
        numbers.into_iter().for_each(|number| moments.add(number));
        moments
    }
}

/// The share below the upper end of an interval with the probability `level`.
pub(super) fn upper(level: f64) -> f64 {
    assert!(level > 0.0 && level < 1.0, "the level of an interval is between 0 and 1, not {level}");
    f64::midpoint(1.0, level)
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;

    use super::*;

    /// Of 400 sequences of 2,000 payoffs, at most 5 % have a count at which the interval misses the mean; 8 % are three standard
    /// errors more. The interval for one count misses it somewhere in most of them.
    #[test]
    fn an_interval_at_any_time_holds_at_all_counts() {
        // Of a hand that is seldom won, and then by much: the mean is 0.1 * 3 - 0.9 = -0.6.
        let (mut missed, mut missed_by_one_count) = (0, 0);
        for sequence in 0..400 {
            let mut rng = Rng::new(2026, sequence);
            let mut moments = Moments::default();
            let (mut is_missed, mut is_missed_by_one_count) = (false, false);
            for _ in 0..2_000 {
                moments.add(if rng.below(10) == 0 { 3.0 } else { -1.0 });
                let misses = |[low, high]: [f64; 2]| low > -0.6 || high < -0.6;
                is_missed |= moments.at_any_time(0.95).is_some_and(misses);
                let is_enough = moments.count() >= Moments::FIRST_LOOK;
                is_missed_by_one_count |= is_enough && moments.around(1.96).is_some_and(misses);
            }
            missed += u32::from(is_missed);
            missed_by_one_count += u32::from(is_missed_by_one_count);
        }
        assert!(missed <= 32, "{missed} of 400");
        assert!(missed_by_one_count > 120, "{missed_by_one_count} of 400");
    }

    #[test]
    fn a_few_numbers_have_no_interval_at_any_time() {
        let of = |count| (0..count).map(|number| f64::from(number % 2)).collect::<Moments>();
        assert_eq!(of(99).at_any_time(0.95), None);
        // The formula by hand: 500 numbers, rho squared 8.7815 / 500, a standard error of 0.5005 / sqrt(500).
        let [low, high] = of(500).at_any_time(0.95).expect("enough");
        assert!(((high - low) / 2.0 - 0.06795).abs() < 5e-5, "{low} {high}");
    }
}
