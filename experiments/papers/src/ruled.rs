//! A game with its options in one line of text, as experiments name it: `liars-dice sides=4`, `leduc merged`.

use std::fmt;

use hinterhand_players::games::{self, GameError, GameVisitor};
use serde::Deserialize;

/// A game, and after it its presets and options.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub struct Ruled(String);

impl Ruled {
    /// Shows the game to `visitor`.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> Result<V::Output, GameError> {
        let mut words = self.0.split_whitespace();
        let name = words.next().unwrap_or_default();
        games::visit(
            name,
            |settings| {
                words.try_for_each(|word| match word.split_once('=') {
                    Some((key, value)) => settings.set_text(key, value).map_err(GameError::from),
                    None => settings.set_preset(word).map_err(GameError::from),
                })
            },
            visitor,
        )
    }
}

impl fmt::Display for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Ruled {
    fn from(text: &str) -> Ruled {
        Ruled(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Settings;

    use super::*;
    use hinterhand_players::games::Playable;
    use hinterhand_players::option_value;

    struct Given;

    impl GameVisitor for Given {
        type Output = String;

        fn visit<G: Playable>(self, _: G, settings: &Settings) -> String {
            format!("{} {}", G::INFO.name, serde_json::Value::from(option_value::given(settings)))
        }
    }

    #[test]
    fn a_line_names_a_game_with_its_options() {
        let given = |text: &str| Ruled::from(text).visit(Given);
        assert_eq!(given("kuhn").as_deref(), Ok("kuhn {}"));
        assert_eq!(given("liars-dice sides=4").as_deref(), Ok(r#"liars-dice {"sides":4}"#));
        assert_eq!(given("leduc merged").as_deref(), Ok(r#"leduc {"suits":"merged"}"#));
        for wrong in ["", "khun", "liars-dice side=4", "liars-dice sides=7", "leduc merge"] {
            assert!(given(wrong).is_err(), "{wrong}");
        }
    }
}
