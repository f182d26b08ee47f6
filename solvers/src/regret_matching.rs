//! Regret matching on a slice: the strategy that follows from regrets.
//!
//! Hart and Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium" (2000). Tables with
//! another layout in memory have a loop of their own: blocks of eight information sets in
//! [`cfr`](crate::cfr), cells in [`mccfr`](crate::mccfr).

use crate::cfr::Real;

/// Turns the regrets of the actions into the probabilities with which they are played: the share of each in
/// the sum of the positive ones, or the same for all if none is positive.
///
/// ```
/// use hinterhand_solvers::regret_matching::match_regrets;
///
/// let mut weights = [3.0, -1.0, 1.0];
/// match_regrets(&mut weights);
/// assert_eq!(weights, [0.75, 0.0, 0.25]);
/// ```
#[inline]
pub fn match_regrets<R: Real>(weights: &mut [R]) {
    let mut sum = R::ZERO;
    for weight in weights.iter_mut() {
        *weight = weight.positive();
        sum += *weight;
    }
    if sum > R::ZERO {
        // Not times 1 / sum, which is infinite for the smallest sums.
        weights.iter_mut().for_each(|weight| *weight = *weight / sum);
    } else {
        let even = R::ONE / R::from_f64(weights.len() as f64);
        weights.fill(even);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_positive_regret_all_actions_are_as_likely() {
        let mut weights = [-3.0_f32, 0.0];
        match_regrets(&mut weights);
        assert_eq!(weights, [0.5, 0.5]);
    }
}
