//! What a browser may ask for.

use hinterhand_engine::Settings;
use hinterhand_players::bots::{self, BotInfo, BotSpec};
#[cfg(feature = "server")]
use hinterhand_players::games;
use serde_json::{Map, Value as Json};

/// What is offered.
#[derive(Clone, Debug)]
pub(crate) struct Catalogue {
    /// What browsers call the bots that were named when the server was started: these alone may have files.
    pub(crate) named: Vec<String>,
    /// Whether any bot with any options may be asked for, as far as it needs no file and no program.
    pub(crate) is_private: bool,
}

impl Catalogue {
    /// The catalogue of a server for one machine or for all.
    pub(crate) fn new(named: Vec<String>, is_private: bool) -> Catalogue {
        Catalogue { named, is_private }
    }

    /// The text of a bot that may be seated; the reason otherwise. Nothing of it is looked up in the file
    /// system.
    pub(crate) fn admit(&self, text: &str) -> Result<String, String> {
        if self.named.iter().any(|named| named == text) {
            return Ok(text.to_owned());
        }
        let name = text.split(':').next().unwrap_or_default();
        let known = bots::all().find(|info| info.name == name && is_harmless(info));
        if known.is_none() {
            return Err("there is no such bot here".to_owned());
        }
        if text != name && !self.is_private {
            return Err("on this server bots play with their default options".to_owned());
        }
        let spec: BotSpec = text.parse().map_err(|error| format!("{error}"))?;
        if spec.files().next().is_some() {
            return Err("on this server bots read no files but those that it was started with".to_owned());
        }
        Ok(spec.to_string())
    }
}

/// Whether a bot needs no file, no program, no terminal and not the position.
pub(crate) fn is_harmless(info: &BotInfo) -> bool {
    info.argument.is_none() && !info.cheats() && info.name != "human"
}

/// The default settings of a game of the registry.
#[cfg(feature = "server")]
pub(crate) fn settings(game: &str) -> Result<Settings, String> {
    let info = games::info(game).ok_or("there is no such game")?;
    Ok(Settings::described(*info))
}

/// The options of a game that were given as text, as a record has them.
pub(crate) fn options(
    mut settings: Settings,
    given: &Map<String, Json>,
) -> Result<Map<String, Json>, String> {
    for (key, value) in given {
        let text = value.as_str().ok_or_else(|| format!("the option `{}` is not a text", shortened(key)))?;
        settings.set_text(&shortened(key), text).map_err(|error| error.to_string())?;
    }
    Ok(hinterhand_players::option_value::given(&settings))
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bots_with_files_and_programs_are_not_admitted() {
        let public = Catalogue::new(vec!["table:none.hh".to_owned()], false);
        let private = Catalogue::new(Vec::new(), true);
        for text in [
            "cmd:sh -c id",
            "table:/etc/passwd",
            "/etc/passwd",
            "./x.hh",
            "human",
            "cheating",
            "",
            ":",
            "network:x",
        ] {
            assert!(public.admit(text).is_err() && private.admit(text).is_err(), "{text}");
        }
        assert_eq!(public.admit("table:none.hh").as_deref(), Ok("table:none.hh"));
        assert_eq!(public.admit("random").as_deref(), Ok("random"));
        assert!(public.admit("ismcts:iterations=5").is_err());
        assert_eq!(private.admit("ismcts:iterations=5").as_deref(), Ok("ismcts:iterations=5"));
        assert!(private.admit("ismcts:iterations=x").is_err());
        for text in ["ismcts:value=/etc/passwd", "ismcts:prior=x.network", "epimc:value=x"] {
            assert!(private.admit(text).expect_err(text).contains("read no files"), "{text}");
        }
    }

    #[test]
    fn options_are_read_from_text() {
        let given = |json: Json| json.as_object().expect("an object").clone();
        let options = |json: Json| options(settings("kinderschnapsen").expect("a game"), &given(json));
        let read = options(json!({ "close_min_stock": "4", "close_fail": "last_trick" }));
        assert_eq!(read, Ok(given(json!({ "close_min_stock": 4 }))));
        assert!(options(json!({ "close_min_stock": 4 })).is_err());
        assert!(options(json!({ "close": "4" })).is_err());
        assert!(settings("no-game").is_err());
    }
}
