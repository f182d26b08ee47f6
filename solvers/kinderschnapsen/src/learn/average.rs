//! Sums of strategies turned into the average strategy.

use crate::solution::columns::rounded;

/// The probabilities that belong to these sums; evenly if there are none.
pub(crate) fn shared(sums: &[f32], legal: u8) -> [u16; 4] {
    let sum: f64 = sums.iter().map(|&sum| f64::from(sum)).sum();
    if sum > 0.0 {
        rounded(std::array::from_fn(|action| f64::from(sums[action]) / sum))
    } else {
        std::array::from_fn(|action| u16::from(legal >> action & 1))
    }
}
