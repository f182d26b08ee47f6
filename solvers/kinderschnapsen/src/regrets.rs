//! The update of regrets: the numbers of a variant in one iteration.
//!
//! With `R` the regret of an action before iteration `t`, `r` what the iteration adds:
//!
//! ```text
//! R   <-  R * d + r              d is positive(t) if R > 0, else negative(t)
//! R   <-  max(R, 0)              if floor
//! s   ~   max(R + r, 0)          with prediction; without it max(R, 0); evenly if all are 0
//! sum <-  sum + t^average * reach * s
//! ```
//!
//! The variants are those of [`cfr`](hinterhand_solvers::cfr). The sums are not scaled down here as they are
//! there.

use hinterhand_solvers::cfr::{Discount, Updates, Variant};

/// Returns true if the solvers of this crate support a variant: one with alternating updates, and with a
/// prediction only if its weight is 1 and regrets are not discounted.
pub(crate) fn is_supported(variant: &Variant) -> bool {
    let full = variant.prediction == 1.0 && [variant.positive, variant.negative] == [Discount::None; 2];
    variant.updates == Updates::Alternating && (variant.prediction == 0.0 || full)
}

/// Returns true if the last regrets are expected to come again.
pub(crate) fn predicts(variant: &Variant) -> bool {
    variant.prediction != 0.0
}

/// The numbers of a variant in one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factors {
    positive: f32,
    negative: f32,
    floor: f32,
    /// The weight of this iteration in the average.
    pub(crate) weight: f32,
}

impl Factors {
    /// The numbers of iteration `t`, which counts from 1.
    pub(crate) fn new(variant: &Variant, t: u32) -> Factors {
        let t = u64::from(t);
        Factors {
            positive: variant.positive.at(t) as f32,
            negative: if variant.floor { 0.0 } else { variant.negative.at(t) as f32 },
            floor: if variant.floor { 0.0 } else { f32::NEG_INFINITY },
            weight: variant.weight_at(t) as f32,
        }
    }

    /// The regret after this iteration.
    #[inline]
    pub(crate) fn regret(&self, old: f32, new: f32) -> f32 {
        let kept = if old > 0.0 { self.positive } else { self.negative };
        (old * kept + new).max(self.floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_are_those_of_the_papers() {
        let dcfr = Factors::new(&Variant::DCFR, 5);
        // (t-1)^1.5 = 8, (t-1)^0 = 1, t^2 = 25
        assert_eq!((dcfr.positive, dcfr.negative, dcfr.weight), (8.0 / 9.0, 0.5, 25.0));
        assert_eq!((dcfr.regret(9.0, 1.0), dcfr.regret(-9.0, 1.0)), (9.0, -3.5));
        let plus = Factors::new(&Variant::CFR_PLUS, 5);
        assert_eq!((plus.regret(9.0, 1.0), plus.regret(1.0, -9.0)), (10.0, 0.0));
        assert_eq!((plus.weight, Factors::new(&Variant::CFR_PLUS_2, 5).weight), (5.0, 25.0));
    }
}
