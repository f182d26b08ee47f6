//! A lower bound of an exploitability, in words: what is certain enough, and the estimate from which it
//! follows.

use std::io::{self, Write};

/// Half the width of a 95 % interval, in standard errors.
const HALF: f64 = 1.96;

/// Prints the line of a lower bound by a mean and its standard error. A mean of samples lies below what is
/// bounded on average only, so that the bound is the lower end of its interval, or 0, below which no
/// exploitability is.
pub(super) fn print(out: &mut impl Write, mean: f64, error: f64) -> io::Result<()> {
    if error == 0.0 {
        return writeln!(out, "exploitability  at least {mean:.6}");
    }
    let low = (mean - HALF * error).max(0.0);
    writeln!(
        out,
        "exploitability  at least {low:.4} with 97.5 % confidence, by {mean:.4} (standard error {error:.4})"
    )
}
