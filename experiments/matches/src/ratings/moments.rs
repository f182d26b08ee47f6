//! Count, mean and variance of numbers that come one by one, and the intervals of their mean.
//!
//! Kept as mean and sum of squared distances from it (Welford 1962; merged as by Chan, Golub and LeVeque
//! 1979): sums of squares lose all digits where the mean is large.

use serde::{Deserialize, Serialize};

use super::distributions::{normal_point, student_point};

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
