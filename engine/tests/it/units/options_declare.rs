//! Options declared once: one declaration gives field, default, description, reading and writing.

use hinterhand_engine::games::{Kinderschnapsen, Recipippes, Schikanoeschen};
use hinterhand_engine::{Allowed, Described, Settings, Value};

/// Every option of the game at every other value is read and written back.
macro_rules! check {
    ($game:ty) => {
        for spec in <$game>::INFO.options {
            for value in spec.allowed.alternatives() {
                let mut settings = Settings::of::<$game>();
                settings.set(spec.key, value.clone()).expect("an alternative");
                let game = <$game>::from_settings(&settings).expect("checked");
                assert_ne!(game, <$game>::default(), "{}={value}", spec.key);
                let written = game.values();
                assert_eq!(written.len(), <$game>::INFO.options.len());
                assert!(written.iter().all(|(key, value)| settings.value(key) == *value), "{written:?}");
            }
        }
    };
}

#[test]
fn what_is_read_is_written_back() {
    check!(Kinderschnapsen);
    check!(Recipippes);
    check!(Schikanoeschen);
}

hinterhand_engine::options! {
    /// Numbers of all kinds.
    #[derive(Clone, PartialEq, Debug)]
    struct Numbers {
        real: f64 = Allowed::Reals(0.0, 2.0, 0.5), "a real number";
        optional: Option<u64> = Allowed::Optional(1, 10), "a number or none";
        text: String = Allowed::Text("free"), "a text";
        word as "move": Option<String> = Allowed::Parsed("a word", |text| Some(text.to_lowercase())), "a word";
    }
}

#[test]
fn real_and_optional_numbers() {
    const INFO: hinterhand_engine::GameInfo = hinterhand_engine::GameInfo {
        options: Numbers::OPTIONS,
        ..hinterhand_engine::GameInfo::new("numbers", "Numbers")
    };
    let mut settings = Settings::described(INFO);
    let defaults = Numbers { real: 0.5, optional: None, text: "free".to_owned(), word: None };
    assert_eq!(Numbers::from_settings(&settings), Ok(defaults.clone()));
    assert_eq!(Numbers::default(), defaults);
    for (key, text) in [("real", "1.25"), ("optional", "7"), ("text", "bound"), ("move", "Up")] {
        settings.set_text(key, text).expect("allowed");
    }
    let changed =
        Numbers { real: 1.25, optional: Some(7), text: "bound".to_owned(), word: Some("up".to_owned()) };
    assert_eq!(Numbers::from_settings(&settings), Ok(changed.clone()));
    assert_eq!(changed.values()[1], ("optional", Value::Number(7)));
    settings.set_text("optional", "none").expect("allowed");
    assert_eq!(settings.value("optional"), Value::Nothing);
    for (key, text, message) in [
        ("real", "3", "`real` cannot be `3`; allowed: 0.5 (0 to 2)"),
        ("real", "NaN", "`real` cannot be `NaN`; allowed: 0.5 (0 to 2)"),
        ("optional", "x", "`optional` cannot be `x`; allowed: none (or 1 to 10)"),
    ] {
        assert_eq!(settings.set_text(key, text).map_err(|error| error.to_string()), Err(message.to_owned()));
    }
}
