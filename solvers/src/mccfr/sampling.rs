//! The actions that a walk visits: one pair of values for all schemes.

/// The actions that a walk visits at the decisions of the player who learns and at those of the others.
/// Chance is always sampled.
///
/// ```
/// use hinterhand_solvers::mccfr::Sampling;
///
/// assert_eq!(Sampling::named("external")?, Sampling::EXTERNAL);
/// let error = Sampling::named("magic").unwrap_err().to_string();
/// assert_eq!(error, "no sampling `magic`; there are chance, external, outcome, average");
/// # Ok::<(), hinterhand_solvers::mccfr::UnknownSampling>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// At the decisions of the player who learns.
    pub own: Visit,
    /// At the decisions of the others.
    pub others: Visit,
}

/// The actions of one decision that a walk visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Visit {
    /// All of them.
    All,
    /// One: with probability `exploration` any, else by the policy.
    One {
        /// The probability with which any action is drawn instead of one of the policy.
        exploration: f64,
    },
    /// Each by its own toss, with the probability `(bonus + scale * s) / (bonus + sum of all s)` but at least
    /// `least`, where `s` is its part of the sums of the average policy; it may be none.
    Each {
        /// The least probability.
        least: f64,
        /// The weight that keeps actions alive before there is an average.
        bonus: f64,
        /// One over the share of the average from which an action is always visited.
        scale: f64,
    },
}

/// There is no sampling of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no sampling `{name}`; there are {}", Sampling::NAMES.map(|(name, _)| name).join(", "))]
pub struct UnknownSampling {
    /// The name that was asked for.
    pub name: String,
}

impl Sampling {
    /// Chance is sampled, and nothing else.
    pub const CHANCE: Sampling = Sampling { own: Visit::All, others: Visit::All };

    /// The player who learns tries everything against one sample of all others.
    pub const EXTERNAL: Sampling = Sampling { own: Visit::All, others: Visit::One { exploration: 0.0 } };

    /// One game from the start to the end. The constant is that of OpenSpiel.
    pub const OUTCOME: Sampling =
        Sampling { own: Visit::One { exploration: 0.6 }, others: Visit::One { exploration: 0.0 } };

    /// Average-strategy sampling (Gibson et al. 2012): as external sampling, but actions that the average
    /// policy hardly plays are left out most of the time.
    ///
    /// The constants are those that other implementations take, for sums that count iterations: in a small
    /// game the bonus leaves hardly anything out. With [linear weights](super::Options::linear) the sums
    /// count more, and the bonus is outgrown sooner.
    pub const AVERAGE: Sampling = Sampling {
        own: Visit::Each { least: 0.05, bonus: 1e6, scale: 1e3 },
        others: Visit::One { exploration: 0.0 },
    };

    /// The schemes that have a name.
    pub const NAMES: [(&str, Sampling); 4] = [
        ("chance", Sampling::CHANCE),
        ("external", Sampling::EXTERNAL),
        ("outcome", Sampling::OUTCOME),
        ("average", Sampling::AVERAGE),
    ];

    /// The scheme of that name.
    pub fn named(name: &str) -> Result<Sampling, UnknownSampling> {
        let found = Sampling::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, sampling)| sampling).ok_or_else(|| UnknownSampling { name: name.to_owned() })
    }
}

impl Visit {
    /// The probability with which an action with this share of a policy over `actions` actions is visited
    /// when only one is.
    #[inline]
    pub(super) fn explored(exploration: f64, share: f64, actions: usize) -> f64 {
        if exploration == 0.0 { share } else { exploration / actions as f64 + (1.0 - exploration) * share }
    }
}
