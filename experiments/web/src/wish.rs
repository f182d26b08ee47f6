//! What a person asks for who opens a room, and the terms that follow from it.

use hinterhand_engine::Settings;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::catalogue;
use crate::room::{Side, Terms};

/// What a person asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    pub(crate) game: String,
    #[serde(default)]
    options: Map<String, Json>,
    /// The side of the person in the first hand.
    #[serde(default)]
    side: usize,
    /// The other sides: a bot, or `person`.
    others: Vec<String>,
    /// The name of the person; nobody has one where bots alone play.
    #[serde(default)]
    name: String,
    /// Whether the person watches, and `others` are all sides.
    #[serde(default)]
    watch: bool,
    /// Whether those who watch see all cards, which is for bots alone.
    #[serde(default)]
    open: bool,
    #[serde(default)]
    practice: bool,
    #[serde(default = "pace")]
    pace: u64,
    #[serde(default)]
    best_of: Option<u32>,
    /// The words of a first hand that goes on from a position.
    #[serde(default)]
    pub(crate) begun: Vec<String>,
}

fn pace() -> u64 {
    700
}

/// The longest name of a person, in characters.
const NAME: usize = 24;

impl Wish {
    /// The terms, without a seed, and the name of the person that sits down, where these are the default
    /// settings of the game and `admit` has the texts of the bots that may be seated.
    pub(crate) fn terms(
        &self,
        settings: Settings,
        admit: impl Fn(&str) -> Result<String, String>,
    ) -> Result<(Terms, Option<String>), String> {
        let name = (!self.watch).then(|| name(&self.name)).transpose()?;
        let mut sides = Vec::new();
        for other in self.others.iter().take(15) {
            sides.push(match other.as_str() {
                "person" => Side::Open,
                bot => Side::Bot { spec: admit(bot)? },
            });
        }
        if self.watch {
            if sides.contains(&Side::Open) {
                return Err("a table that is opened to watch it is for bots alone".to_owned());
            }
        } else {
            if self.side > sides.len() {
                return Err(format!("there are sides 0 to {}", sides.len()));
            }
            // The person takes the first free side: those of others that are still to come lie after it.
            sides.insert(self.side, Side::Open);
            if sides[..self.side].contains(&Side::Open) {
                return Err("the person that opens the room sits before those that come later".to_owned());
            }
            if self.open {
                return Err("only bots play with open cards".to_owned());
            }
        }
        if self.pace > 5_000 || self.best_of.is_some_and(|games| games == 0 || games > 99) {
            return Err("the pace is at most 5000 ms, and a match has 1 to 99 games".to_owned());
        }
        let terms = Terms {
            game: self.game.clone(),
            options: catalogue::options(settings, &self.options)?,
            sides,
            practice: self.practice,
            pace_ms: self.pace,
            best_of: self.best_of,
            open: self.open,
            seed: 0,
        };
        Ok((terms, name))
    }
}

/// A name as it is kept.
pub(crate) fn name(given: &str) -> Result<String, String> {
    let name: String = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    if length == 0 || length > NAME || name.chars().any(char::is_control) {
        return Err(format!("a name has 1 to {NAME} characters"));
    }
    Ok(name)
}
