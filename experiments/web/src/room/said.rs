//! The messages of a browser at a room.

use serde_json::Value as Json;

/// A message of a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// The key of the seat, first of all.
    Enter { key: String },
    /// No key, first of all: the browser watches.
    Watch,
    /// An action.
    Act { hand: usize, made: usize, word: String },
    /// A knock, at any time.
    Knock,
    /// The next hand.
    Next { hand: usize },
    /// The bot that could not go on is asked again.
    Again { hand: usize },
    /// The last decision is taken back.
    Undo { hand: usize, made: usize },
    /// What would a bot do?
    Hint { hand: usize, made: usize },
    /// Still there.
    Ping,
}

impl Said {
    /// Reads a message; nothing if it is not understood, or says more than it may. It is read by hand, since
    /// what a library makes of it is a fifth of the program that a page without a server must load first.
    pub(crate) fn read(json: &Json) -> Option<Said> {
        let fields = json.as_object()?;
        let text = |name: &str| fields.get(name)?.as_str().map(str::to_owned);
        let number = |name: &str| usize::try_from(fields.get(name)?.as_u64()?).ok();
        let hand = number("hand");
        let (said, names) = match fields.get("type")?.as_str()? {
            "enter" => (Said::Enter { key: text("key")? }, 2),
            "watch" => (Said::Watch, 1),
            "act" => (Said::Act { hand: hand?, made: number("made")?, word: text("word")? }, 4),
            "knock" => (Said::Knock, 1),
            "next" => (Said::Next { hand: hand? }, 2),
            "again" => (Said::Again { hand: hand? }, 2),
            "undo" => (Said::Undo { hand: hand?, made: number("made")? }, 3),
            "hint" => (Said::Hint { hand: hand?, made: number("made")? }, 3),
            "ping" => (Said::Ping, 1),
            _ => return None,
        };
        (fields.len() == names).then_some(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_expected_is_read() {
        let read = |text: &str| Said::read(&serde_json::from_str(text).expect("JSON"));
        let act = Said::Act { hand: 1, made: 2, word: "QS".to_owned() };
        assert_eq!(read(r#"{"type":"act","hand":1,"made":2,"word":"QS"}"#), Some(act));
        assert_eq!(read(r#"{"type":"knock"}"#), Some(Said::Knock));
        assert_eq!(read(r#"{"type":"watch"}"#), Some(Said::Watch));
        for wrong in [
            r#"{"type":"act","hand":1,"made":2}"#,
            r#"{"type":"act","hand":-1,"made":2,"word":"QS"}"#,
            r#"{"type":"act","hand":1.5,"made":2,"word":"QS"}"#,
            r#"{"type":"act","hand":1,"made":2,"word":7}"#,
            r#"{"type":"act","hand":1,"made":2,"word":"QS","side":0}"#,
            r#"{"type":"knock","hand":0}"#,
            r#"{"type":"deal"}"#,
            r#"{"type":"watch","key":"a"}"#,
            r#"{"hand":0}"#,
            r#"["knock"]"#,
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
