//! The action values of a bot at the end of a record, from the view of the player to move.

use std::fmt;
use std::time::Duration;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Contest, Game as _, History, Notation as _, Player, Rng, Turn, View};
use serde::Serialize;

use crate::bots::BotFor;
use crate::games::LoadedGame;
use crate::strategy::FileStrategy;
use crate::unseen::{self, CompletionError};

/// The action values at a decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advice {
    /// The player to move.
    pub seat: usize,
    /// The most probable action.
    pub best: String,
    /// Why it is good, in a word, where counting the cards tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The legal actions that the bot looks into, in the order of the game.
    #[serde(rename = "moves")]
    pub actions: Vec<AdvisedAction>,
}

/// An action with its values.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdvisedAction {
    /// Its word.
    pub action: String,
    /// The probability with which the bot plays it.
    pub probability: f64,
    /// The estimated payoff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The standard error of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The number of simulations that began with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The payoff by the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
}

impl Advice {
    /// The most probable action, with the reason if there is one.
    pub fn in_words(&self) -> String {
        self.why.as_ref().map_or_else(|| self.best.clone(), |why| format!("{} ({why})", self.best))
    }

    /// The action with this word.
    pub fn of(&self, action: &str) -> Option<&AdvisedAction> {
        self.actions.iter().find(|listed| listed.action == action)
    }
}

impl fmt::Display for Advice {
    /// One line for each action, the most probable first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut actions: Vec<&AdvisedAction> = self.actions.iter().collect();
        // Of the improbable ones those first that were tried more often.
        let weight = |listed: &AdvisedAction| listed.probability + listed.visits.unwrap_or(0) as f64 * 1e-12;
        actions.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        let width = actions.iter().map(|listed| listed.action.chars().count()).max().unwrap_or(0);
        for listed in actions {
            write!(f, "  {:width$}  {:5.1} %", listed.action, 100.0 * listed.probability)?;
            if let Some(value) = listed.value {
                write!(f, "  value {value:+.3}")?;
            }
            if let Some(error) = listed.error {
                write!(f, " (standard error {error:.3})")?;
            }
            if let Some(visits) = listed.visits {
                write!(f, "  visits {visits}")?;
            }
            if let Some(exact) = listed.exact {
                write!(f, "  exact {exact:+.4}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The reason for which there is no advice on a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum AdviceError {
    #[error(transparent)]
    Record(#[from] CompletionError),
    #[error("no player is to move at the end of the record")]
    NotToMove { ply: usize },
}

impl AdviceError {
    /// The index of the word that it is about.
    pub fn ply(&self) -> usize {
        match self {
            AdviceError::Record(error) => error.ply(),
            AdviceError::NotToMove { ply } => *ply,
        }
    }
}

/// Asks `bot` at the end of these words, in which what the player to move did not see may be `?`. The answer
/// depends on what the player has seen and on the seed, and on nothing else. If there is a solution, it is
/// asked too.
pub fn advise(
    game: &LoadedGame,
    bot: &BotFor<'_>,
    solution: Option<&FileStrategy<'_>>,
    actions: &[String],
    seed: u64,
) -> Result<Advice, AdviceError> {
    let history = unseen::complete(game, actions)?;
    let Turn::Player(player) = history.turn() else {
        return Err(AdviceError::NotToMove { ply: actions.len() });
    };
    let contest = Contest::new(game.contest_rules(), Player::FIRST);
    Ok(advise_at(&history, player, &contest, bot, solution, seed, None))
}

/// Asks `bot` at the end of a history, where `player` is to move, at this score; for at most this time, if it
/// searches.
pub fn advise_at(
    history: &History<'_, AnyGame>,
    player: Player,
    contest: &Contest,
    bot: &BotFor<'_>,
    solution: Option<&FileStrategy<'_>>,
    seed: u64,
    most: Option<Duration>,
) -> Advice {
    let (game, state) = (history.game(), history.state());
    let (info_set, legal) = (game.info_set(state, player), game.legal(state));
    let view = View { contest, info_set: &info_set, legal: &legal };
    let mut seat = bot.sit();
    if let Some(most) = most {
        seat.allow(most);
    }
    let action_values = seat.action_values(&view, &mut Rng::new(seed, 0));
    let exact = solution.and_then(|solution| solution.action_values(&info_set));
    let word = |action| game.action_word(state, action);
    // A bot may leave out actions that it does not look into.
    let actions = action_values.entries.iter().map(|entry| AdvisedAction {
        action: word(entry.action),
        probability: entry.probability,
        value: entry.value,
        error: entry.error,
        visits: entry.visits,
        exact: exact.as_ref().map(|values| values[entry.action.index()]),
    });
    let best = action_values.best();
    let why = bot.game().methods().reason(&info_set, &legal, best).map(|reason| reason.to_string());
    Advice { seat: player.index(), best: word(best), why, actions: actions.collect() }
}
