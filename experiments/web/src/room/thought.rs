//! What a bot is asked for a seat, and what it answers.

use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_engine::{Contest, Rng, View};
use hinterhand_players::bots::Bot;
use hinterhand_players::clock::Instant;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::search::ActionValue;
use serde::{Deserialize, Serialize};

use crate::bots::told;

/// What a bot is asked: what its seat sees, and nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The bot.
    pub(crate) spec: String,
    /// The seat, for programs.
    #[cfg(feature = "server")]
    pub(crate) seat: usize,
    /// The score.
    pub(crate) contest: Contest,
    /// What its seat knows.
    pub(crate) info_set: AnyInfoSet,
    /// The same in words: what it has noticed, for programs.
    #[cfg(feature = "server")]
    pub(crate) seen: String,
    /// The legal actions.
    pub(crate) legal: AnyLegal,
    /// Their words.
    pub(crate) words: Vec<String>,
    /// The seed of the room.
    pub(crate) seed: u64,
    /// The number of this decision.
    pub(crate) stream: u64,
}

/// A legal action with its probability and the value that a bot gives to it.
pub(crate) type Opinion = (String, f64, Option<f64>);

/// The answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Thought {
    /// The word of the action.
    pub(crate) word: String,
    /// What is behind it, unless only one action was legal.
    pub(crate) opinions: Option<Vec<Opinion>>,
    /// The time that it took.
    pub(crate) took: Duration,
}

/// The longest time for a decision of a search.
pub(crate) const LONGEST: Duration = Duration::from_secs(20);

impl Question {
    /// The answer where there is no choice.
    pub(crate) fn only_answer(&self) -> Option<Thought> {
        let [only] = &self.words[..] else { return None };
        Some(Thought { word: only.clone(), opinions: None, took: Duration::ZERO })
    }

    /// The answer of the bot that was named, at a hand of this game.
    pub(crate) fn answer_of(&self, game: &LoadedGame, bot: &Bot) -> Result<Thought, String> {
        let began = Instant::now();
        let Question { contest, info_set, legal, words, seed, stream, .. } = self;
        let seated = bot.for_game(game).map_err(|error| told(&error, bot.spec()))?;
        let mut seat = seated.sit();
        seat.allow(LONGEST);
        let view: View<'_, AnyGame> = View { contest, info_set, legal };
        let choice = seat.choose(&view, &mut Rng::new(*seed, *stream));
        let opinions = choice.action_values.map(|values| {
            let opinion = |entry: &ActionValue<ActionNumber>| {
                (words[entry.action.index()].clone(), entry.probability, entry.value)
            };
            values.entries.iter().map(opinion).collect()
        });
        Ok(Thought { word: words[choice.action.index()].clone(), opinions, took: began.elapsed() })
    }
}
