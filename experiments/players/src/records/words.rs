//! Words of records as people type them.

/// A word as records spell it: suit symbols and `10` are accepted from people.
pub fn plain(word: &str) -> String {
    let symbols = [("♣", "C"), ("♠", "S"), ("♥", "H"), ("♦", "D"), ("10", "T"), ("\u{fe0f}", "")];
    symbols.iter().fold(word.to_owned(), |word, (symbol, letter)| word.replace(symbol, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_may_type_symbols() {
        assert_eq!(plain("10♥"), "TH");
        assert_eq!(plain("deal:2♠,7♦️"), "deal:2S,7D");
    }
}
