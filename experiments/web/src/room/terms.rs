//! What was agreed before the first hand, as the store keeps it.

use std::sync::Arc;

#[cfg(feature = "server")]
use hinterhand_engine::Game as _;
use hinterhand_engine::Settings;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_solvers::dynamic::GameRules;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// What was agreed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// The name of the game.
    pub(crate) game: String,
    /// The options that differ from the defaults, as in a record.
    pub(crate) options: Map<String, Json>,
    /// Who plays, in the order of the sides.
    pub(crate) sides: Vec<Side>,
    /// Whether there are hints, marks on what is legal, and undo.
    pub(crate) practice: bool,
    /// The shortest time between what a player notices and the answer of a bot.
    pub(crate) pace_ms: u64,
    /// The number of games of a match, if it has an end.
    pub(crate) best_of: Option<u32>,
    /// Whether those who watch see all cards while bots play each other.
    #[serde(default)]
    pub(crate) open: bool,
    /// The seed of cards and bots. No browser receives it.
    pub(crate) seed: u64,
}

/// One side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// A person, and the key by which the browser of that person is known again.
    Person {
        /// The name.
        name: String,
        /// The key.
        key: String,
    },
    /// A person is still to come.
    Open,
    /// A bot.
    Bot {
        /// Its text form.
        spec: String,
    },
}

/// Terms that cannot be kept.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub(crate) enum TermsError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("{game} has {players} players, and {sides} sides were named")]
    Sides { game: String, players: usize, sides: usize },
    #[error("the game `{0}` cannot be played here")]
    NotOffered(String),
}

impl From<hinterhand_engine::OptionError> for TermsError {
    fn from(error: hinterhand_engine::OptionError) -> TermsError {
        TermsError::Game(error.into())
    }
}

/// The game of this name with these options, with all that is done with it.
pub(crate) fn load(name: &str, options: &Map<String, Json>) -> Result<Arc<LoadedGame>, TermsError> {
    // A game that is made from a file would lead to the file system.
    if games::info(name).is_some() && games::complete_names().all(|other| other != name) {
        return Err(TermsError::NotOffered(name.to_owned()));
    }
    let fill = |settings: &mut _| option_value::fill(settings, options).map_err(TermsError::from);
    Ok(Arc::new(games::load(name, fill)?))
}

/// The rules alone of the game of this name with these options. Nothing else becomes a part of a program that
/// loads its games here.
pub(crate) fn load_rules(name: &str, options: &Map<String, Json>) -> Result<AnyGame, TermsError> {
    let (rules, mut settings) = rules_of(name)?;
    option_value::fill(&mut settings, options)?;
    Ok(rules.make(settings)?)
}

/// The rules of the game of this name, and its default settings.
pub(crate) fn rules_of(name: &str) -> Result<(GameRules, Settings), TermsError> {
    let found = GameRules::all().into_iter().map(|rules| (rules.settings(), rules));
    let mut found = found.filter(|(settings, _)| settings.info().name == name);
    let (settings, rules) = found.next().ok_or_else(|| TermsError::NotOffered(name.to_owned()))?;
    Ok((rules, settings))
}

impl Terms {
    /// The game with its options.
    #[cfg(feature = "server")]
    pub(crate) fn load(&self) -> Result<Arc<LoadedGame>, TermsError> {
        let game = load(&self.game, &self.options)?;
        self.check_sides(game.players())?;
        Ok(game)
    }

    /// Whether there are as many sides as the game has players.
    pub(crate) fn check_sides(&self, players: usize) -> Result<(), TermsError> {
        let sides = self.sides.len();
        let error = || TermsError::Sides { game: self.game.clone(), players, sides };
        if players == sides { Ok(()) } else { Err(error()) }
    }

    /// The side of the person with this key.
    pub(crate) fn side_of(&self, given: &str) -> Option<usize> {
        let has = |side: &Side| matches!(side, Side::Person { key, .. } if crate::secret::same(key, given));
        self.sides.iter().position(has)
    }

    /// Whether a name is taken.
    #[cfg(feature = "server")]
    pub(crate) fn has_name(&self, given: &str) -> bool {
        self.sides
            .iter()
            .any(|side| matches!(side, Side::Person { name, .. } if name.eq_ignore_ascii_case(given)))
    }

    /// Whether all sides are there.
    pub(crate) fn is_complete(&self) -> bool {
        !self.sides.contains(&Side::Open)
    }

    /// Whether no person plays, nor is to come.
    pub(crate) fn is_of_bots(&self) -> bool {
        self.sides.iter().all(|side| matches!(side, Side::Bot { .. }))
    }

    /// The bot of a side.
    pub(crate) fn bot(&self, side: usize) -> Option<&str> {
        match &self.sides[side] {
            Side::Bot { spec } => Some(spec),
            _ => None,
        }
    }

    /// Two people at a game with its default options.
    #[cfg(test)]
    pub(crate) fn example(game: &str) -> Terms {
        let person = |name: &str| Side::Person { name: name.to_owned(), key: format!("key of {name}") };
        Terms {
            game: game.to_owned(),
            options: Map::new(),
            sides: vec![person("Anna"), person("Ben")],
            practice: false,
            pace_ms: 0,
            best_of: None,
            open: false,
            seed: 1,
        }
    }
}
