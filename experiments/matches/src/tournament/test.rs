//! The sequential test of a tournament between two bots: what a deal counts for, and when it is decided.

use super::{Outcome, Plan, Schedule, seatings};
use crate::ratings::{Sprt, SprtError, Verdict};

/// The minimum number of deals: the test needs an estimate of the distribution of results.
const FEWEST_DEALS: u64 = 16;

/// A running test. Its unit is the deal, played from every seating: what is tested is the mean of the hands
/// won, or of the game points.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    sprt: Sprt,
    points: Option<u32>,
    deals: u64,
    /// Once it is decided no result changes it.
    verdict: Verdict,
}

/// A deal with other game points than the test assumes.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error(
    "deal {deal} brought {margin} game points on average, but the test assumes whole ones up to {points}: say how \
     many there are at most, or test hands won"
)]
#[allow(missing_docs, reason = "the fields are what the message names")]
pub struct TestError {
    deal: u64,
    margin: f64,
    points: u32,
}

impl Test {
    /// The test of a plan, for a game of this number of players; none if the plan has none.
    pub fn new(plan: &Plan, players: usize) -> Result<Option<Test>, SprtError> {
        let (Some(options), Schedule::Sprt { points, .. }) = (plan.schedule.sprt_options(), plan.schedule)
        else {
            return Ok(None);
        };
        let results: Vec<f64> = match points {
            Some(points) => {
                (-2 * i64::from(points)..=2 * i64::from(points)).map(|n| n as f64 / 2.0).collect()
            }
            None => {
                let halves = 2 * seatings(plan.at_table, players).len();
                (0..=halves).map(|n| n as f64 / halves as f64).collect()
            }
        };
        let sprt = Sprt::new(&results, options)?;
        Ok(Some(Test { sprt, points, deals: 0, verdict: Verdict::Open }))
    }

    /// Enters the deal of this number, which must be the next one.
    pub(super) fn record(&mut self, deal: u64, outcome: &Outcome) -> Result<(), TestError> {
        if self.verdict != Verdict::Open {
            return Ok(());
        }
        let result = match self.points {
            Some(points) => {
                let margin = outcome.margin;
                if (2.0 * margin).fract() != 0.0 || margin.abs() > f64::from(points) {
                    return Err(TestError { deal, margin, points });
                }
                margin
            }
            None => {
                let halves = 2 * (outcome.won + outcome.drawn + outcome.lost);
                f64::from(2 * outcome.won + outcome.drawn) / f64::from(halves)
            }
        };
        self.sprt.record(result);
        self.deals += 1;
        if self.deals >= FEWEST_DEALS {
            self.verdict = self.sprt.verdict();
        }
        Ok(())
    }

    /// The state of the test.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The deals that it took so far.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// Its likelihoods and bounds.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;

    fn test(points: Option<u32>) -> Test {
        let mut two = plan("sixty-six", &["a", "b"]);
        two.schedule =
            Schedule::Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, normal: false, points };
        Test::new(&two, 2).expect("sound").expect("a test")
    }

    #[test]
    fn a_test_is_decided_once() {
        for (points, margin) in [(None, 0.5), (Some(3), 1.5)] {
            let mut test = test(points);
            for deal in 0..1000 {
                let won = u32::from(deal % 8 != 0);
                let outcome = Outcome {
                    margin: if won == 1 { margin } else { -margin },
                    won: 2 * won,
                    drawn: 0,
                    lost: 2 - 2 * won,
                };
                test.record(deal, &outcome).expect("such results were announced");
            }
            assert_eq!(test.verdict(), Verdict::Passed);
            assert!((FEWEST_DEALS..200).contains(&test.deals()), "{}", test.deals());
            assert_eq!(test.sprt().counts().iter().sum::<u64>(), test.deals());
        }
    }

    #[test]
    fn few_deals_decide_nothing() {
        let mut test = test(None);
        let won = Outcome { margin: 1.0, won: 2, drawn: 0, lost: 0 };
        (0..FEWEST_DEALS - 1).for_each(|deal| test.record(deal, &won).expect("wins"));
        assert_eq!(test.verdict(), Verdict::Open);
    }

    #[test]
    fn points_beyond_those_announced_are_an_error() {
        for margin in [3.5, 0.25] {
            let outcome = Outcome { margin, won: 2, drawn: 0, lost: 0 };
            let error = test(Some(3)).record(9, &outcome).unwrap_err().to_string();
            assert!(error.contains(&format!("deal 9 brought {margin} game points")), "{error}");
        }
    }
}
