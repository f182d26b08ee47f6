//! Labels as words: made from any text, and checked.

use hinterhand_engine::games::tree::words;

#[test]
fn every_label_becomes_a_word_of_its_own() {
    assert_eq!(words(["a", "a#2", "a", "a", "a"]), ["a", "a#2", "a#3", "a#4", "a#5"]);
    assert_eq!(words(["2", "", ""]), ["2", "2#2", "3"]);
    assert_eq!(words([" ", "\t", "\u{7}x"]), ["_", "_#2", "_x"]);
    let many = words(std::iter::repeat_n("x", 100_000));
    assert_eq!(many.last().map(String::as_str), Some("x#100000"));
}
