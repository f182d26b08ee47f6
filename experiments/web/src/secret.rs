//! Secrets: names and keys that cannot be guessed, and their comparison in constant time.

#[cfg(feature = "server")]
use std::fmt::Write as _;

/// A text of 26 letters and digits that cannot be guessed: 128 bits of the operating system.
#[cfg(feature = "server")]
pub(crate) fn secret() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    let mut number = u128::from_le_bytes(bytes);
    let mut text = String::with_capacity(26);
    for _ in 0..26 {
        let letter = LETTERS[(number % 32) as usize];
        number /= 32;
        let _ = write!(text, "{}", char::from(letter));
    }
    text
}

/// A seed that cannot be guessed.
#[cfg(feature = "server")]
pub(crate) fn seed() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    // Numbers above this are not exact in JSON.
    u64::from_le_bytes(bytes) >> 11
}

/// Whether two texts are equal, in a time that depends on their lengths alone.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
    one.len() == other.len() && differs == 0
}

/// Whether a text can be one that [`secret`] made.
#[cfg(feature = "server")]
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 26 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_recognized() {
        let (one, other) = (secret(), secret());
        assert!(one != other && is_secret(&one) && is_secret(&other));
        assert!(same(&one, &one) && !same(&one, &other) && !same(&one, &one[..25]));
        assert!(!is_secret("../../../etc/passwd/......"));
    }
}
