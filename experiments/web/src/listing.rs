//! The games and bots that are offered, as the page gets them.

use std::sync::Arc;

use hinterhand_engine::{Allowed, ContestRules, GameInfo, Scoring};
use hinterhand_players::advice::hindsight::Hindsight;
use hinterhand_players::bots::{self, Bot, BotInfo};
use hinterhand_players::games::{self, LoadedGame};
use serde_json::{Map, Value as Json, json};

use crate::bots::check;
use crate::catalogue::{Catalogue, is_harmless};

/// What opens a bot that was named, or tells why it cannot be opened.
type OpenBot<'f> = &'f dyn Fn(&str) -> Result<Arc<Bot>, String>;

impl Catalogue {
    /// All games with their options and bots, as the page gets them.
    pub(crate) fn json(&self, bot: OpenBot<'_>) -> Json {
        let mut complete = Vec::new();
        for name in games::complete_names() {
            let Ok(game) = games::load_default(name) else { continue };
            let mut listed = about(game.info(), game.contest_rules());
            listed["adviser"] = Json::from(Bot::adviser(&game).spec().to_string());
            listed["hindsight"] = Hindsight::is_offered(&game).into();
            listed["bots"] = self.bots(&game, bot).into();
            complete.push(listed);
        }
        json!({ "games": complete, "any_bot": self.is_private })
    }

    /// The bots for a game: those that are named, then those of the registry.
    fn bots(&self, loaded: &LoadedGame, bot: OpenBot<'_>) -> Vec<Json> {
        let game = loaded.info().name;
        // A strategy is for the game and the options in its file.
        let named = self.named.iter().filter_map(|text| {
            let bot = bot(text).ok().filter(|bot| check(bot, loaded).is_ok())?;
            // A program says what it is called, and gives no opinions.
            let about = if bot.pool().is_some() { bot.version() } else { String::new() };
            Some(json!({ "spec": text, "about": about, "program": bot.pool().is_some() }))
        });
        let listed = bots::all().filter(|info| is_harmless(info) && plays(info, game));
        let listed = listed.map(|info| json!({ "spec": info.name, "about": info.about, "program": false }));
        named.chain(listed).collect()
    }
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::bots::OpenBots;

    #[test]
    fn every_complete_game_is_offered_with_bots() {
        let bots = OpenBots::new(HashMap::new());
        let json = Catalogue::new(vec!["table:none.hh".to_owned()], true).json(&|text| bots.bot(text));
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
}
