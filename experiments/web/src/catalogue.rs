//! The games and bots that are offered, and what a browser may ask for.

use hinterhand_engine::{Allowed, ContestRules, GameInfo, Scoring, Settings};
use hinterhand_players::advice::hindsight::Hindsight;
use hinterhand_players::bots::{self, Bot, BotInfo, BotSpec};
use hinterhand_players::games::{self, LoadedGame};
use serde_json::{Map, Value as Json, json};

use crate::thinker::Thinker;

/// What is offered.
#[derive(Clone, Debug)]
pub(crate) struct Catalogue {
    /// What browsers call the bots that were named when the server was started: these alone may have files.
    named: Vec<String>,
    /// Whether any bot with any options may be asked for, as far as it needs no file and no program.
    is_private: bool,
}

impl Catalogue {
    /// The catalogue of a server for one machine or for all.
    pub(crate) fn new(named: Vec<String>, is_private: bool) -> Catalogue {
        Catalogue { named, is_private }
    }

    /// All games with their options and bots, as the page gets them.
    pub(crate) fn json(&self, thinker: &Thinker) -> Json {
        let mut complete = Vec::new();
        for name in games::complete_names() {
            let Ok(game) = games::load_default(name) else { continue };
            let mut listed = about(game.info(), game.contest_rules());
            listed["adviser"] = Json::from(Bot::adviser(&game).spec().to_string());
            listed["hindsight"] = Hindsight::is_offered(&game).into();
            listed["bots"] = self.bots(&game, thinker).into();
            complete.push(listed);
        }
        json!({ "games": complete, "any_bot": self.is_private })
    }

    /// The bots for a game: those that are named, then those of the registry.
    fn bots(&self, loaded: &LoadedGame, thinker: &Thinker) -> Vec<Json> {
        let game = loaded.info().name;
        // A strategy is for the game and the options in its file.
        let plays_it = |bot: &Bot| bot.for_game(loaded).is_ok();
        let named = self.named.iter().filter(|text| thinker.bot(text).is_ok_and(|bot| plays_it(&bot)));
        let named = named.map(|text| json!({ "spec": text, "about": "" }));
        let listed = bots::all().filter(|info| is_harmless(info) && plays(info, game));
        let listed = listed.map(|info| json!({ "spec": info.name, "about": info.about }));
        named.chain(listed).collect()
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
        Ok(spec.to_string())
    }
}

/// Whether a bot needs no file, no program, no terminal and not the position.
fn is_harmless(info: &BotInfo) -> bool {
    info.argument.is_none() && !info.cheats() && info.name != "human"
}

fn plays(info: &BotInfo, game: &str) -> bool {
    info.plays().is_none_or(|names| names.contains(&game))
}

/// The description of a game.
fn about(info: &GameInfo, contest: ContestRules) -> Json {
    let options =
        info.options.iter().filter(|option| !matches!(option.allowed, Allowed::Only(_))).map(|option| {
            let values: Vec<String> = match option.allowed {
                Allowed::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
                Allowed::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                allowed => {
                    let others = allowed.alternatives().into_iter().map(|value| value.to_string());
                    std::iter::once(allowed.default().to_string()).chain(others).collect()
                }
            };
            let choices = (values.len() > 1).then_some(values);
            json!({
                "key": option.key, "about": option.about, "default": option.allowed.default().to_string(),
                "choices": choices, "allowed": option.allowed.in_words(),
            })
        });
    let presets = info.presets.iter().map(|preset| {
        let options: Map<String, Json> =
            preset.options.iter().map(|(key, text)| ((*key).to_owned(), Json::from(*text))).collect();
        json!({ "name": preset.name, "about": preset.about, "options": options })
    });
    let match_of = (contest != ContestRules::SINGLE_HAND).then(|| match contest.scoring {
        Scoring::Down { start } => json!({ "down": start }),
        Scoring::Up { target } => json!({ "up": target }),
    });
    json!({
        "name": info.name, "title": info.title, "players": info.players, "cards": info.cards,
        "status": info.status, "options": options.collect::<Vec<_>>(), "presets": presets.collect::<Vec<_>>(),
        "contest": match_of,
    })
}

/// The options of a game that were given as text, as a record has them.
pub(crate) fn options(game: &str, given: &Map<String, Json>) -> Result<Map<String, Json>, String> {
    let info = games::info(game).ok_or("there is no such game")?;
    let mut settings = Settings::described(*info);
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
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_complete_game_is_offered_with_bots() {
        let json = Catalogue::new(vec!["table:none.hh".to_owned()], true).json(&Thinker::new(HashMap::new()));
        let games: Vec<&Json> = json["games"].as_array().expect("a list").iter().collect();
        assert_eq!(games.len(), games::complete_names().count());
        for game in games {
            let bots: Vec<&str> = game["bots"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|bot| bot["spec"].as_str())
                .collect();
            assert!(bots.contains(&"random") && !bots.contains(&"human") && !bots.contains(&"cmd"), "{game}");
        }
    }

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
    }

    #[test]
    fn options_are_read_from_text() {
        let given = |json: Json| json.as_object().expect("an object").clone();
        let read =
            options("kinderschnapsen", &given(json!({ "close_min_stock": "4", "close_fail": "last_trick" })));
        assert_eq!(read, Ok(given(json!({ "close_min_stock": 4 }))));
        assert!(options("kinderschnapsen", &given(json!({ "close_min_stock": 4 }))).is_err());
        assert!(options("kinderschnapsen", &given(json!({ "close": "4" }))).is_err());
        assert!(options("no-game", &Map::new()).is_err());
    }
}
