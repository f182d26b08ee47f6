//! A game with its options in one line of text, as experiments name it: `liars-dice sides=4`, `leduc merged`.

use std::fmt;

use hinterhand_players::games::{self, GameError, LoadedGame};
use serde::Deserialize;

/// The name of a game, followed by presets and options.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub struct GameSpec(String);

impl GameSpec {
    /// Loads the game.
    pub fn load(&self) -> Result<LoadedGame, GameError> {
        let mut words = self.0.split_whitespace();
        let name = words.next().unwrap_or_default();
        games::load(name, |settings| {
            words.try_for_each(|word| match word.split_once('=') {
                Some((key, value)) => settings.set_text(key, value).map_err(GameError::from),
                None => settings.set_preset(word).map_err(GameError::from),
            })
        })
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for GameSpec {
    fn from(text: &str) -> GameSpec {
        GameSpec(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_players::option_value;

    #[test]
    fn a_line_names_a_game_with_its_options() {
        let given = |text: &str| {
            let game = GameSpec::from(text).load()?;
            let given = serde_json::Value::from(option_value::given(game.settings()));
            Ok::<_, GameError>(format!("{} {given}", game.name()))
        };
        assert_eq!(given("kuhn").as_deref(), Ok("kuhn {}"));
        assert_eq!(given("liars-dice sides=4").as_deref(), Ok(r#"liars-dice {"sides":4}"#));
        assert_eq!(given("leduc merged").as_deref(), Ok(r#"leduc {"suits":"merged"}"#));
        for wrong in ["", "khun", "liars-dice side=4", "liars-dice sides=7", "leduc merge"] {
            assert!(given(wrong).is_err(), "{wrong}");
        }
    }
}
