//! Questions about knocking, asked so that they betray nothing.
//!
//! Where a player may knock after every action of the other (`knock_mode=full`), the questions of the rules differ by
//! whether an obligation was missed. A person is shown the same after each action: that it is about to be done, for a
//! while in which the knock key works, and then one question, to knock or to let it pass. Whether the knock was right
//! comes after it.

use hinterhand_engine::dynamic::AnyGame;

/// The question of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Any action, or a question about something else.
    Act,
    /// A wrong card was touched.
    Touch,
    /// An action that was in order is done.
    Done,
    /// An action that missed an obligation is done.
    Missed,
}

impl Question {
    /// The question to which these words are the answers.
    pub(crate) fn of(legal: &[String]) -> Question {
        let has = |word: &str| legal.iter().any(|other| other == word);
        match (has("knock"), has("wait"), has("let")) {
            (true, true, _) => Question::Touch,
            (true, _, true) => Question::Done,
            (false, _, true) => Question::Missed,
            _ => Question::Act,
        }
    }
}

/// Whether the questions of a game are to be asked so.
pub(crate) fn is_masked(game: &AnyGame) -> bool {
    let key = "knock_mode";
    game.info().options.iter().any(|option| option.key == key) && game.settings().word(key) == "full"
}

/// The answers that a person is shown.
pub(crate) fn answers(legal: Vec<String>, has_knocked: bool) -> Vec<String> {
    match Question::of(&legal) {
        Question::Act => legal,
        Question::Touch => Vec::new(),
        Question::Missed if has_knocked => legal.into_iter().filter(|word| word != "let").collect(),
        Question::Done | Question::Missed => vec!["knock".to_owned(), "let".to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_questions_after_an_action_look_the_same() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let same = answers(words("knock let"), false);
        assert_eq!(answers(words("let keep revert"), false), same);
        assert_eq!(answers(words("let keep"), false), same);
        assert_eq!(answers(words("let keep revert"), true), ["keep", "revert"]);
        assert!(answers(words("knock wait"), false).is_empty());
        assert_eq!(answers(words("A0>D turn"), false), ["A0>D", "turn"]);
    }
}
