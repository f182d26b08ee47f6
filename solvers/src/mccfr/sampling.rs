//! The actions that a walk visits: one pair of values for all schemes.

/// The actions that a walk visits at the decisions of the player who learns and at those of the others.
/// Chance is always sampled.
///
/// ```
/// use hinterhand_solvers::mccfr::Sampling;
///
/// assert_eq!(Sampling::named("external")?, Sampling::EXTERNAL);
/// let error = Sampling::named("magic").unwrap_err().to_string();
/// assert_eq!(error, "no sampling `magic`; there are chance, external, outcome, outcome-simultaneous, average");
/// # Ok::<(), hinterhand_solvers::mccfr::UnknownSampling>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// At the decisions of the player who learns.
    pub own: Visit,
    /// At the decisions of the others.
    pub others: Visit,
    /// True if all players learn from the same walk, against the same policies; false if they walk and learn in
    /// turn.
    pub simultaneous: bool,
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
    pub const CHANCE: Sampling = Sampling { own: Visit::All, others: Visit::All, simultaneous: false };

    /// The player who learns tries everything against one sample of all others.
    pub const EXTERNAL: Sampling =
        Sampling { own: Visit::All, others: Visit::One { exploration: 0.0 }, simultaneous: false };

    /// One game from the start to the end. The constant is that of OpenSpiel.
    pub const OUTCOME: Sampling = Sampling {
        own: Visit::One { exploration: 0.6 },
        others: Visit::One { exploration: 0.0 },
        simultaneous: false,
    };

    /// One game from the start to the end, in which all players explore and from which all learn: the parallel
    /// updates of Heinrich and Silver (2015).
    pub const OUTCOME_SIMULTANEOUS: Sampling = Sampling {
        own: Visit::One { exploration: 0.6 },
        others: Visit::One { exploration: 0.6 },
        simultaneous: true,
    };

    /// Average-strategy sampling (Gibson et al. 2012): as external sampling, but actions that the average
    /// policy hardly plays are left out most of the time.
    ///
    /// The constants are those that other implementations take, for sums that count iterations: in a small
    /// game the bonus leaves hardly anything out. With [linear weights](super::Options::linear) the sums
    /// count more, and the bonus is outgrown sooner.
    pub const AVERAGE: Sampling = Sampling {
        own: Visit::Each { least: 0.05, bonus: 1e6, scale: 1e3 },
        others: Visit::One { exploration: 0.0 },
        simultaneous: false,
    };

    /// The schemes that have a name.
    pub const NAMES: [(&str, Sampling); 5] = [
        ("chance", Sampling::CHANCE),
        ("external", Sampling::EXTERNAL),
        ("outcome", Sampling::OUTCOME),
        ("outcome-simultaneous", Sampling::OUTCOME_SIMULTANEOUS),
        ("average", Sampling::AVERAGE),
    ];

    /// The scheme of that name.
    pub fn named(name: &str) -> Result<Sampling, UnknownSampling> {
        let found = Sampling::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, sampling)| sampling).ok_or_else(|| UnknownSampling { name: name.to_owned() })
    }

    /// The number of players who learn at a time.
    pub(super) fn learners(&self, players: usize) -> usize {
        if self.simultaneous { players } else { 1 }
    }

    /// The number of walks of an iteration in a game of this many players, if a batch is one walk.
    pub fn walks(&self, players: usize) -> usize {
        players / self.learners(players)
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
