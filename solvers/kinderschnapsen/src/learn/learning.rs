//! How regrets become a strategy: the variants of counterfactual regret minimization as one value.
//!
//! With `R` the regret of an action before iteration `t`, `r` what the iteration adds:
//!
//! ```text
//! R   <-  R * d + r              d = x / (x + 1) with x = (t-1)^positive if R > 0, else (t-1)^negative
//! R   <-  max(R, 0)              if floor
//! s   ~   max(R + r, 0)          with prediction; without it max(R, 0); evenly if all are 0
//! sum <-  sum + t^average * reach * s
//! ```

/// A variant of counterfactual regret minimization. Exponents are counted in halves, so that square roots and
/// products compute them to the same bit everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learning {
    /// The exponent with which positive regrets are discounted, in halves; none: they are kept.
    pub positive: Option<u8>,
    /// The same for negative regrets.
    pub negative: Option<u8>,
    /// Whether negative regrets are forgotten at once.
    pub floor: bool,
    /// Whether the last regret is expected to come again.
    pub predict: bool,
    /// The exponent of the weights in the average, in halves.
    pub average: u8,
}

impl Learning {
    /// Discounted CFR with the recommended 1.5, 0, 2 (Brown and Sandholm, 2019).
    pub const DCFR: Learning =
        Learning { positive: Some(3), negative: Some(0), floor: false, predict: false, average: 4 };
    /// CFR+ (Tammelin, 2014), with quadratic weights.
    pub const CFR_PLUS: Learning =
        Learning { positive: None, negative: None, floor: true, predict: false, average: 4 };
    /// Predictive CFR+ (Farina, Kroer and Sandholm, 2021), with quadratic weights.
    pub const PCFR_PLUS: Learning =
        Learning { positive: None, negative: None, floor: true, predict: true, average: 4 };

    /// The factors of iteration `t`, from 1.
    pub(crate) fn factors(&self, t: u32) -> Factors {
        let discount = |halves: Option<u8>| match halves {
            None => 1.0,
            Some(halves) => {
                let x = power(f64::from(t - 1), halves);
                x / (x + 1.0)
            }
        };
        Factors {
            positive: discount(self.positive) as f32,
            negative: if self.floor { 0.0 } else { discount(self.negative) as f32 },
            floor: if self.floor { 0.0 } else { f32::NEG_INFINITY },
            weight: power(f64::from(t), self.average) as f32,
        }
    }
}

/// `base` to the power of `halves` / 2.
fn power(base: f64, halves: u8) -> f64 {
    let whole = (0..halves / 2).fold(1.0, |product, _| product * base);
    if halves.is_multiple_of(2) { whole } else { whole * base.sqrt() }
}

/// What a variant multiplies with in one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factors {
    positive: f32,
    negative: f32,
    floor: f32,
    /// The weight of this iteration in the average.
    pub(crate) weight: f32,
}

impl Factors {
    /// The regret after this iteration.
    #[inline]
    pub(crate) fn regret(&self, old: f32, new: f32) -> f32 {
        let kept = if old > 0.0 { self.positive } else { self.negative };
        (old * kept + new).max(self.floor)
    }
}

/// The strategy that follows from these weights, of which only the positive ones count.
#[inline]
pub(crate) fn matching(weights: &mut [f32]) {
    let mut sum = 0.0;
    for weight in weights.iter_mut() {
        *weight = weight.max(0.0);
        sum += *weight;
    }
    if sum > 0.0 {
        // Not times 1 / sum, which is infinite for the smallest sums.
        weights.iter_mut().for_each(|weight| *weight /= sum);
    } else {
        let even = 1.0 / weights.len() as f32;
        weights.fill(even);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_are_those_of_the_papers() {
        let dcfr = Learning::DCFR.factors(5);
        // (t-1)^1.5 = 8, (t-1)^0 = 1, t^2 = 25
        assert_eq!((dcfr.positive, dcfr.negative, dcfr.weight), (8.0 / 9.0, 0.5, 25.0));
        assert_eq!((dcfr.regret(9.0, 1.0), dcfr.regret(-9.0, 1.0)), (9.0, -3.5));
        let plus = Learning::CFR_PLUS.factors(5);
        assert_eq!((plus.regret(9.0, 1.0), plus.regret(1.0, -9.0)), (10.0, 0.0));
    }

    #[test]
    fn matching_takes_the_positive_ones_or_all_evenly() {
        let mut weights = [3.0, -1.0, 1.0];
        matching(&mut weights);
        assert_eq!(weights, [0.75, 0.0, 0.25]);
        let mut weights = [-3.0, 0.0];
        matching(&mut weights);
        assert_eq!(weights, [0.5, 0.5]);
    }
}
