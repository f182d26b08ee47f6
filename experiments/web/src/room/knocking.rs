//! Questions about knocking, asked so that they betray nothing.
//!
//! Where a player may knock after every action of the other (`knock_mode=full`), the questions of the rules
//! differ by whether an obligation was missed, and the legal actions by whether there is one. A person is
//! shown the same either way: each open card may be tried on the final stacks, and what can be said may be
//! tried too. After each action of the other it is told that it is about to be done, for a while in which the
//! knock key works, and then there is one question, to knock or to let it pass. Whether the knock was right
//! comes after it.
//!
//! That a wrong card is touched has a question of its own in the rules, to knock at once or to wait. People
//! are not asked it, and the answer `wait` is neither counted nor told: the [`Hand`] leaves it out.

use hinterhand_engine::{Drawing, Notation as _, Piece};

use super::Hand;

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
    /// The question of the rules to the player that is to act.
    pub(crate) fn of(hand: &Hand<'_>) -> Question {
        match hand.mover() {
            Some(_) => Question::among(&hand.legal_words()),
            None => Question::Act,
        }
    }

    /// The question to which these words are the answers.
    fn among(legal: &[String]) -> Question {
        let has = |word: &str| legal.iter().any(|other| other == word);
        match (has("knock"), has("wait"), has("let")) {
            (true, true, _) => Question::Touch,
            (true, _, true) => Question::Done,
            (false, _, true) => Question::Missed,
            _ => Question::Act,
        }
    }
}

/// The fact of a drawing that has what the active player may say, obligations aside.
const WORDS: &str = "words";

/// The answers that the player that is to act is shown, if it is a person that may have knocked before it is
/// asked.
pub(crate) fn answers(hand: &Hand<'_>, has_knocked: bool) -> Vec<String> {
    let legal = hand.legal_words();
    if !hand.is_masked() {
        return legal;
    }
    match Question::among(&legal) {
        Question::Act => {
            let seat = hand.mover().unwrap_or_default();
            match hand.game().drawing(&hand.info_set(seat)) {
                Some(drawing) => tries(legal, &drawing, seat),
                None => legal,
            }
        }
        Question::Touch => Vec::new(),
        Question::Missed if has_knocked => legal.into_iter().filter(|word| word != "let").collect(),
        Question::Done | Question::Missed => vec!["knock".to_owned(), "let".to_owned()],
    }
}

/// Whether a bot may be asked what it would answer: not about knocking, before the player has knocked.
pub(crate) fn has_hints(hand: &Hand<'_>, has_knocked: bool) -> bool {
    !hand.is_masked()
        || match Question::of(hand) {
            Question::Act => true,
            Question::Missed => has_knocked,
            Question::Touch | Question::Done => false,
        }
}

/// The table as a seat is shown it.
pub(crate) fn drawing(hand: &Hand<'_>, seat: usize) -> Option<Drawing> {
    let mut drawing = hand.game().drawing(&hand.info_set(seat))?;
    if hand.is_masked() {
        // What is about to be done is there only if a wrong card was touched; what may be said, if none was.
        drawing.facts.retain(|(name, _)| !["about to", WORDS].contains(name));
    }
    Some(drawing)
}

/// The legal words and those that would be legal if there were another obligation, or none: in an order that
/// does not tell which.
fn tries(mut words: Vec<String>, drawing: &Drawing, seat: usize) -> Vec<String> {
    if words.iter().any(|word| word == "accept") {
        return words;
    }
    let is_open = |name: &str| {
        drawing.place(name).is_some_and(|place| matches!(place.pieces.last(), Some(Piece::Up(_))))
    };
    if is_open("@") {
        words.push("@>D".to_owned());
    } else {
        let board = ["E", "F", "G", "H"].iter().flat_map(|row| [format!("{row}0"), format!("{row}1")]);
        let own = ["B", "C"].iter().map(|row| format!("{row}{seat}"));
        words.extend(board.chain(own).filter(|name| is_open(name)).map(|name| format!("{name}>D")));
        let said = drawing.facts.iter().find(|(name, _)| *name == WORDS);
        words.extend(said.iter().flat_map(|(_, said)| said.split(' ').map(str::to_owned)));
    }
    words.sort();
    words.dedup();
    words
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use hinterhand_engine::Settings;
    use hinterhand_players::games::{self, GameError, LoadedGame};

    /// Schikanöschen as people play it.
    pub(crate) fn full() -> LoadedGame {
        let fill = |settings: &mut Settings| Ok::<_, GameError>(settings.set_text("knock_mode", "full")?);
        games::load("schikanoeschen", fill).expect("the game")
    }

    /// A deal in which player 0 leads and `E1>F0` is legal. With a duty, the card on G0 is an ace, which must
    /// go.
    pub(crate) fn deal(has_duty: bool) -> String {
        let [early, open] = if has_duty { ["8C", "AS"] } else { ["AS", "8C"] };
        format!(
            "deal:*,5S,7H,*,KC,JH,{early},3D,KS,TD,3C,4C,6S,KD,9C,6H,AD,3S,2D,8D,9H,KH,TH,QS,{open},8H,5H,TC,QC,QD,\
             8S,7S,5D,JS,4S,JC,7C,2H,4H,QH,9S,2S,6D,4D,7D,TS,5C,*,JD,3H,9D,AH,2C,6C,AC/KC,5C,5H,3D,4H,KS,JS,TC,3S,\
             7C,QD,TS,6D,6S,9H,AC,*,QC,TH,2D,9D,6H,3C,2S,KH,QS,4D,8S,9S,TD,*,AH,JH,7D,*,KD,8C,JC,4S,2H,QH,3H,8D,\
             AS,6C,7S,4C,5S,5D,9C,2C,JD,8H,7H,AD"
        )
    }

    /// A hand with this deal and these words.
    pub(crate) fn hand<'g>(game: &'g LoadedGame, has_duty: bool, words: &str) -> Hand<'g> {
        let deal = deal(has_duty);
        let words = std::iter::once(deal.as_str()).chain(words.split_whitespace());
        Hand::replayed(game.rules(), words).expect("legal words")
    }

    #[test]
    fn the_questions_after_an_action_look_the_same() {
        let game = full();
        let (done, touched, missed) =
            (hand(&game, false, "E1>F0"), hand(&game, true, "E1>F0"), hand(&game, true, "E1>F0 wait"));
        let questions = [&done, &touched, &missed].map(Question::of);
        assert_eq!(questions, [Question::Done, Question::Touch, Question::Missed]);
        assert_eq!(answers(&done, false), ["knock", "let"]);
        assert_eq!(answers(&done, false), answers(&missed, false));
        assert!(answers(&touched, false).is_empty());
        assert_eq!(answers(&missed, true), ["keep", "revert"]);
        assert_eq!([&done, &touched, &missed].map(|hand| has_hints(hand, false)), [false; 3]);
        assert!(has_hints(&missed, true) && has_hints(&hand(&game, true, ""), false));
    }

    #[test]
    fn what_may_be_tried_does_not_tell_of_a_duty() {
        let game = full();
        let (with, without) = (hand(&game, true, ""), hand(&game, false, ""));
        assert!(with.legal_words().contains(&"G0>D".to_owned()));
        assert!(!with.legal_words().contains(&"offer".to_owned()));
        assert!(!without.legal_words().iter().any(|word| word.ends_with(">D")));
        // What is not moved by a fitting card is the same.
        let tries = |hand: &Hand<'_>| {
            let mut tries = answers(hand, false);
            tries.retain(|word| word.ends_with(">D") || !word.contains('>'));
            tries.join(" ")
        };
        let all = "C0>D E0>D E1>D F0>D F1>D G0>D G1>D H0>D H1>D offer turn";
        assert_eq!([tries(&with), tries(&without)], [all, all]);
        // A card in hand may be tried too; an offer is answered plainly.
        let held = hand(&game, false, "turn");
        assert!(answers(&held, false).contains(&"@>D".to_owned()));
        assert_eq!(answers(&hand(&game, false, "offer"), false), ["accept", "decline"]);
    }

    #[test]
    fn waiting_is_neither_counted_nor_told() {
        let game = full();
        let (done, missed) = (hand(&game, false, "E1>F0"), hand(&game, true, "E1>F0 wait"));
        for seat in 0..2 {
            assert_eq!(missed.made(seat), done.made(seat));
            assert_eq!(missed.noticed(seat)[1..], done.noticed(seat)[1..]);
        }
        // The card that is turned up then belongs to the action.
        let turned = hand(&game, true, "turn wait");
        let last = turned.noticed(1).last().map(|one| (one.by, one.text.as_str()));
        assert!(last.is_some_and(|(by, text)| by == Some(0) && text.starts_with("turn+")), "{last:?}");
        assert_eq!(turned.noticed(1).len(), 2);
    }
}
