//! The algorithms of the CFR family as values: one set of numbers for all of them.
//!
//! All variants are regret matching on counterfactual regrets. With `R` the regret of an action before
//! iteration `t` = 1, 2, ..., `r` what the iteration adds, `s` the policy and `reach` the probability of the
//! player's own decisions:
//!
//! ```text
//! R   <-  R * d(t) + r                  d is positive(t) if R > 0, else negative(t)
//! R   <-  max(R, 0)                     if floor
//! s   ~   max(R * d(t+1) + prediction * r, 0)     with prediction; without it s ~ max(R, 0)
//! sum <-  sum * ((t-1)/t)^average + reach * s     with the s that was played in iteration t
//! ```
//!
//! A weight of `t^g` for iteration `t` is the same average as the factor `((t-1)/t)^g`, and its sums do not
//! grow beyond all bounds.
//!
//! The guarantee that the average converges to an equilibrium is for two players in a zero-sum game. All
//! variants run with more players too and often find something useful there, but there is no guarantee.

use libm::pow;

/// A variant of counterfactual regret minimization, as a value.
///
/// ```
/// use hinterhand_solvers::cfr::Variant;
///
/// assert_eq!(Variant::named("dcfr", 1_000)?, Variant::DCFR);
/// let error = Variant::named("magic", 1_000).unwrap_err().to_string();
/// assert!(error.starts_with("no variant `magic`; there are cfr, cfr+, "), "{error}");
/// # Ok::<(), hinterhand_solvers::cfr::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variant {
    /// The discount of positive regrets.
    pub positive: Discount,
    /// The discount of regrets that are not positive.
    pub negative: Discount,
    /// True if negative regrets are set to zero at once: regret matching plus.
    pub floor: bool,
    /// The exponent of the weights with which the policies of the iterations are averaged.
    pub average: Schedule,
    /// The part of the last regret that is expected to come again.
    pub prediction: f64,
    /// In which order the players learn.
    pub updates: Updates,
}

/// The part of a regret that is kept before iteration `t`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Discount {
    /// All of it.
    None,
    /// `x / (x + offset)` with `x = (t-1)^exponent`.
    Power {
        /// The exponent.
        exponent: Schedule,
        /// 1 in nearly all papers.
        offset: f64,
    },
}

/// A number that may change over the iterations: `start + change * t / iterations`, constant after
/// `iterations`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// The number at the beginning.
    pub start: f64,
    /// By how much it changes.
    pub change: f64,
    /// After how many iterations.
    pub iterations: u32,
}

/// In which order the players learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Updates {
    /// One after the other: each responds to what the players before it have learned in this iteration. CFR+
    /// and all later variants do so.
    Alternating,
    /// All at once, as in the paper of 2007.
    Simultaneous,
}

impl Schedule {
    /// A number that does not change.
    pub const fn constant(number: f64) -> Schedule {
        Schedule { start: number, change: 0.0, iterations: 1 }
    }

    /// The number in iteration `t`.
    pub fn at(&self, t: u64) -> f64 {
        if self.change == 0.0 {
            return self.start;
        }
        let iterations = u64::from(self.iterations.max(1));
        self.start + self.change * t.min(iterations) as f64 / iterations as f64
    }
}

impl Discount {
    /// `x / (x + 1)` with `x = (t-1)^exponent`.
    pub const fn power(exponent: f64) -> Discount {
        Discount::Power { exponent: Schedule::constant(exponent), offset: 1.0 }
    }

    /// The factor before iteration `t`, which counts from 1.
    pub fn at(&self, t: u64) -> f64 {
        match self {
            Discount::None => 1.0,
            // Divided by x, so that an infinite x, as for a negative exponent at t = 1, is 1 and not NaN.
            Discount::Power { exponent, offset } => {
                1.0 / (1.0 + offset / pow((t - 1) as f64, exponent.at(t)))
            }
        }
    }
}

impl Variant {
    /// Plain CFR: Zinkevich, Johanson, Bowling and Piccione, "Regret Minimization in Games with Incomplete
    /// Information" (2007), with alternating updates.
    pub const CFR: Variant = Variant {
        positive: Discount::None,
        negative: Discount::None,
        floor: false,
        average: Schedule::constant(0.0),
        prediction: 0.0,
        updates: Updates::Alternating,
    };

    /// CFR+: Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014), with linear averaging
    /// from the first iteration on.
    pub const CFR_PLUS: Variant = Variant { floor: true, average: Schedule::constant(1.0), ..Variant::CFR };

    /// CFR+ with quadratic averaging from the first iteration on.
    pub const CFR_PLUS_2: Variant = Variant { average: Schedule::constant(2.0), ..Variant::CFR_PLUS };

    /// Linear CFR: Brown and Sandholm, "Solving Imperfect-Information Games via Discounted Regret
    /// Minimization" (2019). It weighs regrets and policies with `t`, which is DCFR(1,1,1).
    pub const LCFR: Variant = Variant::dcfr(1.0, 1.0, 1.0);

    /// Discounted CFR of the same paper with the numbers that it recommends: 1.5, 0, 2.
    pub const DCFR: Variant = Variant::dcfr(1.5, 0.0, 2.0);

    /// DCFR+: Xu et al., "Minimizing Weighted Counterfactual Regret with Optimistic Online Mirror Descent"
    /// (2024), with the offset 1.5 of its authors' program, where others write 1.
    pub const DCFR_PLUS: Variant = Variant {
        positive: Discount::Power { exponent: Schedule::constant(1.5), offset: 1.5 },
        average: Schedule::constant(4.0),
        ..Variant::CFR_PLUS
    };

    /// Predictive CFR+: Farina, Kroer and Sandholm, "Faster Game Solving via Predictive Blackwell
    /// Approachability" (2021), with quadratic averaging.
    pub const PCFR_PLUS: Variant = Variant { prediction: 1.0, ..Variant::CFR_PLUS_2 };

    /// Simple asymmetric PCFR+ (arXiv 2503.12770): only a third of the prediction is believed.
    pub const SAPCFR_PLUS: Variant = Variant { prediction: 1.0 / 3.0, ..Variant::PCFR_PLUS };

    /// Predictive discounted CFR+, from the paper of DCFR+: discount 2.3, averaging 5.
    pub const PDCFR_PLUS: Variant =
        Variant { positive: Discount::power(2.3), average: Schedule::constant(5.0), ..Variant::PCFR_PLUS };

    /// Discounted CFR with other numbers: the exponents of the discount of positive and of negative regrets
    /// and that of the average.
    pub const fn dcfr(positive: f64, negative: f64, average: f64) -> Variant {
        Variant {
            positive: Discount::power(positive),
            negative: Discount::power(negative),
            average: Schedule::constant(average),
            ..Variant::CFR
        }
    }

    /// DCFR with hyperparameter schedules (arXiv 2404.09097), planned for this number of iterations: the
    /// exponent of the average starts at 30, or 15, and ends 5 lower.
    pub const fn hs_dcfr(average: f64, iterations: u32) -> Variant {
        Variant {
            positive: Discount::Power {
                exponent: Schedule { start: 1.0, change: 3.0, iterations },
                offset: 1.0,
            },
            negative: Discount::Power {
                exponent: Schedule { start: -1.0, change: -2.0, iterations },
                offset: 1.0,
            },
            average: Schedule { start: average, change: -5.0, iterations },
            ..Variant::CFR
        }
    }

    /// PCFR+ with the schedule of the average of the same paper.
    pub const fn hs_pcfr_plus(average: f64, iterations: u32) -> Variant {
        Variant { average: Schedule { start: average, change: -5.0, iterations }, ..Variant::PCFR_PLUS }
    }

    /// All variants with their names; those with a schedule are planned for this number of iterations.
    pub const fn all(iterations: u32) -> [(&'static str, Variant); 13] {
        [
            ("cfr", Variant::CFR),
            ("cfr+", Variant::CFR_PLUS),
            ("cfr+2", Variant::CFR_PLUS_2),
            ("lcfr", Variant::LCFR),
            ("dcfr", Variant::DCFR),
            ("dcfr+", Variant::DCFR_PLUS),
            ("pcfr+", Variant::PCFR_PLUS),
            ("sapcfr+", Variant::SAPCFR_PLUS),
            ("pdcfr+", Variant::PDCFR_PLUS),
            ("hs-dcfr-15", Variant::hs_dcfr(15.0, iterations)),
            ("hs-dcfr-30", Variant::hs_dcfr(30.0, iterations)),
            ("hs-pcfr+-15", Variant::hs_pcfr_plus(15.0, iterations)),
            ("hs-pcfr+-30", Variant::hs_pcfr_plus(30.0, iterations)),
        ]
    }

    /// The variant with this name, planned for this number of iterations if it has a schedule.
    pub fn named(name: &str, iterations: u32) -> Result<Variant, UnknownVariant> {
        let known = Variant::all(iterations).into_iter().find(|(known, _)| *known == name);
        known.map(|(_, variant)| variant).ok_or_else(|| UnknownVariant { name: name.to_owned() })
    }

    /// The weight `t^average` of iteration `t`, which counts from 1, in the average.
    pub fn weight_at(&self, t: u64) -> f64 {
        pow(t as f64, self.average.at(t))
    }

    /// The factor for the sums of the average in iteration `t`: the weight of iteration `t - 1` beside that
    /// of `t`.
    pub(crate) fn average_at(&self, t: u64) -> f64 {
        pow((t - 1) as f64 / t as f64, self.average.at(t))
    }
}

/// The name is that of no variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no variant `{name}`; there are {}", Variant::all(1).map(|(name, _)| name).join(", "))]
pub struct UnknownVariant {
    /// The name.
    pub name: String,
}
