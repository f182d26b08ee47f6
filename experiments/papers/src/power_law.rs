//! A power law through points, y = a x^b, by least squares on their logarithms.

use hinterhand_matches::ratings::distributions::student_point;

/// The exponent of a power law.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PowerLaw {
    /// The exponent b.
    pub exponent: f64,
    /// Half the width of its 95 % interval, if the deviations from the line were random and independent.
    pub half_width: f64,
    /// The mean of the logarithms of x and of y, through which the line goes.
    middle: [f64; 2],
    /// The number of points, the sum of the squares of the logarithms of x about their mean, and the variance
    /// of the points about the line.
    count: f64,
    spread: f64,
    variance: f64,
}

impl PowerLaw {
    /// Fits the points that have logarithms; `None` for fewer than three, or if all have the same x.
    pub fn through(points: &[(f64, f64)]) -> Option<PowerLaw> {
        let logs: Vec<(f64, f64)> =
            points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect();
        let count = logs.len() as f64;
        let (x, y) = logs.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / count, b + y / count));
        let sum = |of: &dyn Fn(f64, f64) -> f64| logs.iter().map(|&(a, b)| of(a - x, b - y)).sum::<f64>();
        let spread = sum(&|a, _| a * a);
        if logs.len() < 3 || spread <= 0.0 {
            return None;
        }
        let exponent = sum(&|a, b| a * b) / spread;
        let left = sum(&|a, b| (b - exponent * a).powi(2));
        let variance = left / (count - 2.0);
        let half_width = (variance / spread).sqrt() * student_point(count - 2.0, 0.975);
        Some(PowerLaw { exponent, half_width, middle: [x, y], count, spread, variance })
    }

    /// The y at this x above 0, and the 95 % interval of another point there, if the deviations from the line
    /// were random and independent and the law went on.
    pub fn at(&self, x: f64) -> (f64, [f64; 2]) {
        let off = x.ln() - self.middle[0];
        let y = self.middle[1] + self.exponent * off;
        let error = (self.variance * (1.0 + 1.0 / self.count + off * off / self.spread)).sqrt();
        let half = error * student_point(self.count - 2.0, 0.975);
        (y.exp(), [(y - half).exp(), (y + half).exp()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_law_is_found_and_chance_widens_it() {
        let exact: Vec<(f64, f64)> =
            [1.0, 10.0, 100.0, 1000.0].map(|x: f64| (x, 3.0 * x.powf(-0.5))).to_vec();
        let law = PowerLaw::through(&exact).expect("four points");
        assert!((law.exponent + 0.5).abs() < 1e-12 && law.half_width < 1e-9, "{law:?}");
        // By hand: logs to base ten are 0, 1, 2 and 1, 0, 1: slope 0, residuals 1/3, -2/3, 1/3, error
        // sqrt(2/3 / 2).
        let bent = PowerLaw::through(&[(1.0, 10.0), (10.0, 1.0), (100.0, 10.0)]).expect("three points");
        let expected = (1.0_f64 / 3.0).sqrt() * student_point(1.0, 0.975);
        assert!(bent.exponent.abs() < 1e-12 && (bent.half_width - expected).abs() < 1e-9, "{bent:?}");
        let (y, [low, high]) = law.at(1e4);
        assert!((y - 0.03).abs() < 1e-9 && (high - low).abs() < 1e-6, "{y} in {low}..{high}");
        // In the middle of the bent points: logarithm to base ten 2/3, error sqrt(2/3 (1 + 1/3)) times ln 10.
        let (y, [low, high]) = bent.at(10.0);
        let half = (2.0_f64 / 3.0 * (4.0 / 3.0)).sqrt() * student_point(1.0, 0.975);
        assert!((y.log10() - 2.0 / 3.0).abs() < 1e-9);
        assert!(
            (high.log10() - y.log10() - half).abs() < 1e-9 && (y.log10() - low.log10() - half).abs() < 1e-9
        );
        assert_eq!(PowerLaw::through(&[(1.0, 1.0), (2.0, 0.0), (3.0, 1.0)]), None);
        assert_eq!(PowerLaw::through(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }
}
