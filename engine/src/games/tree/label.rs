//! Labels as words: made from any text, and checked.

use std::collections::HashMap;

/// Makes a word of each label: blanks and control characters become `_`, an empty label becomes the number
/// of its branch (from 1), and a label that was there before gets `#2`, `#3`, ...
///
/// ```
/// use hinterhand_engine::games::tree::words;
/// assert_eq!(words(["DOOR A", "", "stay", "stay"]), ["DOOR_A", "2", "stay", "stay#2"]);
/// ```
pub fn words<'a>(labels: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    // Each word, and how often it was wanted: the search for a free number goes on where it ended, or a long
    // list of one label would take time in the square of its length.
    let mut wanted: HashMap<String, usize> = HashMap::new();
    let mut words = Vec::new();
    for (branch, label) in labels.into_iter().enumerate() {
        let mut word: String = label.chars().map(|c| if unfit(c) { '_' } else { c }).collect();
        if word.is_empty() {
            word = (branch + 1).to_string();
        }
        if let Some(&times) = wanted.get(&word) {
            let mut next = times + 1;
            while wanted.contains_key(&format!("{word}#{next}")) {
                next += 1;
            }
            wanted.insert(word.clone(), next);
            word = format!("{word}#{next}");
        }
        wanted.insert(word.clone(), 1);
        words.push(word);
    }
    words
}

/// Whether a character must not occur in a word.
fn unfit(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Whether a label is a word as it is.
pub(super) fn is_word(label: &str) -> bool {
    !label.is_empty() && !label.chars().any(unfit)
}
