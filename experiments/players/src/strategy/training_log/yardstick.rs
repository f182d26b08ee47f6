//! The comparison of judgements in the log of a training: which one was the best, and how many came after the
//! last gain. Both follow from the log alone.

use serde::{Deserialize, Serialize};

use super::Point;

/// The figure by which strategies of one training are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Yardstick {
    /// The exploitability, which should be low.
    Exploitability,
    /// The mean of what is won against each bot of the gauntlet, which should be high.
    Gauntlet,
}

impl Yardstick {
    /// The figure of a judgement.
    pub fn figure(self, point: &Point) -> Option<f64> {
        match self {
            Yardstick::Exploitability => point.exploitability,
            Yardstick::Gauntlet if point.gauntlet.is_empty() => None,
            Yardstick::Gauntlet => {
                let sum: f64 = point.gauntlet.iter().map(|bout| bout.mean).sum();
                Some(sum / point.gauntlet.len() as f64)
            }
        }
    }

    /// The best judgement, the earliest of those that are as good.
    pub fn best(self, log: &[Point]) -> Option<&Point> {
        let judged = log.iter().filter_map(|point| Some((point, self.merit(point)?)));
        judged.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(point, _)| point)
    }

    /// The number of judgements after the last improvement: a judgement better than the previous improvement
    /// by more than 0 and by at least `gain`.
    pub fn idle(self, log: &[Point], gain: f64) -> u32 {
        let mut forerunner = None;
        let mut idle = 0;
        for merit in log.iter().filter_map(|point| self.merit(point)) {
            if forerunner.is_none_or(|before| merit > before && merit - before >= gain) {
                (forerunner, idle) = (Some(merit), 0);
            } else {
                idle += 1;
            }
        }
        idle
    }

    /// The figure, turned so that more is better.
    fn merit(self, point: &Point) -> Option<f64> {
        let figure = self.figure(point)?;
        Some(if self == Yardstick::Exploitability { -figure } else { figure })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::training_log::Bout;

    fn log(figures: &[(f64, f64)]) -> Vec<Point> {
        let bout = |mean| {
            let bot = "random".to_owned();
            Bout { bot, hands: 2, forfeits: 0, mean, mean_low: None, mean_high: None }
        };
        let point = |(iteration, &(exploitability, mean)): (u64, &(f64, f64))| Point {
            iteration,
            exploitability: Some(exploitability),
            gauntlet: vec![bout(mean), bout(0.0)],
            ..Point::default()
        };
        (1..).zip(figures).map(point).collect()
    }

    #[test]
    fn the_best_is_the_earliest_of_the_best() {
        let log = log(&[(0.5, 0.1), (0.2, 0.4), (0.3, 0.6), (0.2, 0.6)]);
        let best = |yardstick: Yardstick| yardstick.best(&log).map(|point| point.iteration);
        assert_eq!([Yardstick::Exploitability, Yardstick::Gauntlet].map(best), [Some(2), Some(3)]);
        assert_eq!(Yardstick::Gauntlet.figure(&log[1]), Some(0.2));
        assert_eq!(Yardstick::Gauntlet.best(&[Point::default()]), None);
    }

    #[test]
    fn small_steps_are_a_gain_only_together() {
        let log = log(&[(0.5, 0.0), (0.45, 0.0), (0.4, 0.0), (0.38, 0.0), (0.5, 0.0)]);
        let idle =
            |gain| (1..=5).map(|n| Yardstick::Exploitability.idle(&log[..n], gain)).collect::<Vec<_>>();
        assert_eq!(idle(0.0), [0, 0, 0, 0, 1]);
        assert_eq!(idle(0.08), [0, 1, 0, 1, 2]);
        assert_eq!(Yardstick::Gauntlet.idle(&log, 0.0), 4);
        assert_eq!(Yardstick::Gauntlet.idle(&[], 0.0), 0);
    }
}
