//! The options of Monte Carlo solvers.

use super::sampling::{Sampling, Visit};

/// The weights of an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weights {
    pub(super) regrets: f64,
    pub(super) averages: f64,
}

/// The options of a Monte Carlo solver. The same options give the same result on every number of threads.
///
/// ```
/// use hinterhand_solvers::mccfr::{Options, Sampling};
///
/// let options = Options { sampling: Sampling::OUTCOME, baselines: Some(0.5), ..Options::default() };
/// assert_eq!(options.check(), Ok(()));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// The actions that a walk visits.
    pub sampling: Sampling,
    /// With a number, running averages of the values found behind an action serve as baselines for actions
    /// that are not visited. The number is the step of an average towards each new value, such as 0.5.
    pub baselines: Option<f64>,
    /// True if iteration `t` counts `t` times, in regrets and averages.
    pub linear: bool,
    /// True for the updates of CFR+: no regret falls below 0, and iteration `t` counts `t` times in averages,
    /// but once in regrets.
    pub plus: bool,
    /// The number of walks of each player in an iteration, all against the same policies; of all players together if
    /// they learn from the same walks. Threads share them; with few walks there is nothing to share.
    pub batch: u32,
    /// The seed of all that is drawn. Sixteen walks of a batch share a stream, which goes on from batch to batch.
    pub seed: u64,
}

/// Options that are none.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum InvalidOptions {
    #[error("{whose} exploration {exploration} is not within 0 and 1")]
    Exploration { whose: &'static str, exploration: f64 },
    #[error(
        "the player's own exploration must be above 0; otherwise actions that are not played are never evaluated"
    )]
    NoExploration,
    #[error("{whose} least probability {least} is not above 0 and at most 1")]
    Least { whose: &'static str, least: f64 },
    #[error("{whose} {name} {number} is not a number above 0")]
    NotPositive { whose: &'static str, name: &'static str, number: f64 },
    #[error("the baselines' rate {rate} is not above 0 and at most 1")]
    Rate { rate: f64 },
    #[error(
        "all players can learn from the same walk only if it visits one action everywhere, with the same exploration"
    )]
    NotTheSameWalk,
    #[error("a batch of 0 walks")]
    NoWalks,
    #[error("the updates of CFR+ weight averages already, and regrets not at all: either linear or plus")]
    LinearAndPlus,
}

impl Default for Options {
    /// External sampling, one walk at a time, nothing weighted, seed 0.
    fn default() -> Options {
        Options {
            sampling: Sampling::EXTERNAL,
            baselines: None,
            linear: false,
            plus: false,
            batch: 1,
            seed: 0,
        }
    }
}

impl Options {
    /// The weights of the iteration after this number of iterations.
    pub(super) fn weights(&self, done: u64) -> Weights {
        let number = (done + 1) as f64;
        let regrets = if self.linear { number } else { 1.0 };
        Weights { regrets, averages: if self.linear || self.plus { number } else { 1.0 } }
    }

    /// Checks whether these options can be run.
    pub fn check(&self) -> Result<(), InvalidOptions> {
        check_visit("one's own", self.sampling.own)?;
        check_visit("the others'", self.sampling.others)?;
        if self.sampling.own == (Visit::One { exploration: 0.0 }) {
            return Err(InvalidOptions::NoExploration);
        }
        let Sampling { own, others, simultaneous } = self.sampling;
        if simultaneous && (own != others || !matches!(own, Visit::One { .. })) {
            return Err(InvalidOptions::NotTheSameWalk);
        }
        if let Some(rate) = self.baselines
            && !(rate > 0.0 && rate <= 1.0)
        {
            return Err(InvalidOptions::Rate { rate });
        }
        if self.linear && self.plus {
            return Err(InvalidOptions::LinearAndPlus);
        }
        if self.batch == 0 { Err(InvalidOptions::NoWalks) } else { Ok(()) }
    }
}

fn check_visit(whose: &'static str, visit: Visit) -> Result<(), InvalidOptions> {
    match visit {
        Visit::All => {}
        Visit::One { exploration } => {
            if !(0.0..=1.0).contains(&exploration) {
                return Err(InvalidOptions::Exploration { whose, exploration });
            }
        }
        Visit::Each { least, bonus, scale } => {
            if !(least > 0.0 && least <= 1.0) {
                return Err(InvalidOptions::Least { whose, least });
            }
            for (name, number) in [("bonus", bonus), ("scale", scale)] {
                if !(number > 0.0 && number.is_finite()) {
                    return Err(InvalidOptions::NotPositive { whose, name, number });
                }
            }
        }
    }
    Ok(())
}
