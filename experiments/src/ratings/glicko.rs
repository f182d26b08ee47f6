//! Glicko-2: ratings that go on from one period to the next (Glickman, "Example of the Glicko-2 system", 2013).
//!
//! For one tournament whose results are all at hand [`BradleyTerry`](super::BradleyTerry) is better: it knows no
//! order of games. This is for pools that change, where old results should fade.

use std::f64::consts::PI;

use super::elementary::{exp, ln};

/// The points of Glicko for one unit of the inner scale.
const SCALE: f64 = 173.7178;

/// What is known of a player's strength.
///
/// ```
/// use hinterhand_experiments::ratings::Glicko;
/// let newcomer = Glicko::default();
/// let after = newcomer.after(&[(Glicko::default(), 1.0)], 0.5);
/// assert!(after.rating > newcomer.rating && after.deviation < newcomer.deviation);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko {
    /// The rating, in points about 1500.
    pub rating: f64,
    /// The rating deviation: about 95 % of the time the true strength is within two of them.
    pub deviation: f64,
    /// How much the strength is expected to change in a period.
    pub volatility: f64,
}

impl Default for Glicko {
    /// A player of whom nothing is known.
    fn default() -> Glicko {
        Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Glicko {
    /// What is known after a period with these results: opponents as they were at its beginning, and scores from 0
    /// to 1, a draw being 0.5. `tau` bounds how fast volatilities change; Glickman advises 0.3 to 1.2. With no
    /// results only the deviation grows.
    pub fn after(&self, results: &[(Glicko, f64)], tau: f64) -> Glicko {
        assert!(tau > 0.0, "volatility changes by a positive tau, not {tau}");
        let strength = |player: &Glicko| (player.rating - 1500.0) / SCALE;
        let (mu, phi) = (strength(self), self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in results {
            assert!((0.0..=1.0).contains(score), "a score is from 0 to 1, not {score}");
            let doubt = opponent.deviation / SCALE;
            let weight = 1.0 / (1.0 + 3.0 * doubt * doubt / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + exp(-weight * (mu - strength(opponent))));
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        // Opponents of whom all is known to be hopeless leave nothing to learn, as no opponents do.
        let volatility = if information > 0.0 {
            volatility(self.volatility, phi, 1.0 / information, surprise / information, tau)
        } else {
            self.volatility
        };
        let before = phi * phi + volatility * volatility;
        let after = 1.0 / (1.0 / before + information);
        Glicko {
            rating: 1500.0 + SCALE * (mu + after * surprise),
            deviation: SCALE * after.sqrt(),
            volatility,
        }
    }
}

/// Step 5 of the paper: the new volatility, found by the Illinois method.
fn volatility(old: f64, phi: f64, variance: f64, change: f64, tau: f64) -> f64 {
    let start = ln(old * old);
    let slope = |x: f64| {
        let squared = exp(x);
        let total = phi * phi + variance + squared;
        squared * (change * change - total) / (2.0 * total * total) - (x - start) / (tau * tau)
    };
    let mut a = start;
    let excess = change * change - phi * phi - variance;
    let mut b = if excess > 0.0 {
        ln(excess)
    } else {
        let mut steps = 1.0;
        while slope(start - steps * tau) < 0.0 {
            steps += 1.0;
        }
        start - steps * tau
    };
    let (mut at_a, mut at_b) = (slope(a), slope(b));
    while (b - a).abs() > 1e-12 && at_b != 0.0 {
        let c = a + (a - b) * at_a / (at_b - at_a);
        let at_c = slope(c);
        if at_c * at_b <= 0.0 {
            (a, at_a) = (b, at_b);
        } else {
            at_a /= 2.0;
        }
        let moved = (c - b).abs();
        (b, at_b) = (c, at_c);
        // Rounding may keep the two ends apart for ever.
        if moved <= 1e-15 {
            break;
        }
    }
    exp(b / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(rating: f64, deviation: f64) -> Glicko {
        Glicko { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_example_of_the_paper() {
        let results =
            [(player(1400.0, 30.0), 1.0), (player(1550.0, 100.0), 0.0), (player(1700.0, 300.0), 0.0)];
        let after = player(1500.0, 200.0).after(&results, 0.5);
        // Printed there on the inner scale: -0.2069, 0.8722 and 0.05999, the last cut off, not rounded. The rating of
        // 1464.06 printed there is made from the four digits; with all digits it is 1464.05.
        assert!(((after.rating - 1500.0) / SCALE + 0.2069).abs() < 0.00005, "{after:?}");
        assert!((after.deviation / SCALE - 0.8722).abs() < 0.00005, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.005, "{after:?}");
        assert!((0.05999..0.06).contains(&after.volatility), "{after:?}");
    }

    #[test]
    fn without_games_only_doubt_grows() {
        let idle = player(1600.0, 50.0).after(&[], 0.5);
        // sqrt(50^2 + (173.7178 * 0.06)^2).
        assert!((idle.deviation - 51.0749).abs() < 1e-4, "{idle:?}");
        assert_eq!((idle.rating, idle.volatility), (1600.0, 0.06));
    }

    #[test]
    fn draws_against_an_equal_settle_the_rating() {
        let mut pair = [Glicko::default(); 2];
        for _ in 0..30 {
            pair = [0, 1].map(|n| pair[n].after(&[(pair[1 - n], 0.5); 4], 0.5));
        }
        assert!(
            pair.iter().all(|one| (one.rating - 1500.0).abs() < 1e-9 && one.deviation < 70.0),
            "{pair:?}"
        );
    }

    #[test]
    fn a_great_surprise_raises_volatility() {
        let champion = Glicko { rating: 2500.0, deviation: 30.0, volatility: 0.06 };
        let upset = champion.after(&[(player(1500.0, 30.0), 0.0); 10], 0.5);
        assert!(upset.volatility > 0.06 && upset.rating < 2500.0, "{upset:?}");
    }
}
