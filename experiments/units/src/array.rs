//! Numbers of tasks as schedulers write them: `3,7-12`.

use std::fmt;

/// Increasing numbers, of which neighbours are joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Array(Vec<u64>);

impl Array {
    /// These numbers, in any order and with repetitions.
    pub fn new(numbers: impl IntoIterator<Item = u64>) -> Array {
        let mut numbers: Vec<u64> = numbers.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        Array(numbers)
    }

    /// The numbers.
    pub fn numbers(&self) -> &[u64] {
        &self.0
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.0.chunk_by(|before, after| before + 1 == *after).enumerate() {
            let mark = if at == 0 { "" } else { "," };
            match run {
                [single] => write!(f, "{mark}{single}")?,
                [first, .., last] => write!(f, "{mark}{first}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_joined() {
        for (numbers, text) in [
            (&[][..], ""),
            (&[3], "3"),
            (&[12, 3, 7, 8, 9, 10, 11, 7], "3,7-12"),
            (&[0, 1, 3, 4, 6], "0-1,3-4,6"),
        ] {
            assert_eq!(Array::new(numbers.iter().copied()).to_string(), text);
        }
    }
}
