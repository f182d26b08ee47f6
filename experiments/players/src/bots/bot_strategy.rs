//! A bot as a strategy, for judges that ask for its probabilities at one information set after the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_engine::{ActionSet as _, Contest, Digest, Player, Rng, View};
use hinterhand_solvers::search::ActionValues;
use hinterhand_solvers::strategy::Strategy;

use super::BotFor;

/// A bot that is newly seated at each information set, as a strategy of the first hand of a match.
pub struct BotStrategy<'b> {
    bot: BotFor<'b>,
    contest: Contest,
    seed: u64,
    /// The probabilities at the information sets where a bot that searches was asked, by their keys, if they are kept.
    known: Option<Mutex<HashMap<u128, Arc<[f64]>>>>,
}

impl<'b> BotStrategy<'b> {
    /// The strategy of `bot`, whose chance comes from `seed` and the information set alone.
    pub fn new(bot: BotFor<'b>, seed: u64) -> BotStrategy<'b> {
        let contest = Contest::new(bot.game().contest_rules(), Player::FIRST);
        let known = bot.remembers().then(Mutex::default);
        BotStrategy { bot, contest, seed, known }
    }

    /// The same strategy without the answers of before: for who asks about so much that little of it is asked again.
    pub fn without_memory(self) -> BotStrategy<'b> {
        BotStrategy { known: None, ..self }
    }
}

impl BotStrategy<'_> {
    /// Clears `out` and fills it with the probabilities of the legal actions, without keeping them. Asked again, the bot
    /// answers the same.
    pub fn ask(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        out.clear();
        out.resize(legal.len(), 0.0);
        for entry in self.action_values(info_set, legal).entries {
            out[entry.action.index()] += entry.probability;
        }
    }

    /// The value of an information set to the player to move: the highest that the bot gives an action, if it gives any.
    pub fn value(&self, info_set: &AnyInfoSet, legal: &AnyLegal) -> Option<f64> {
        let values = self.action_values(info_set, legal).entries.into_iter().filter_map(|entry| entry.value);
        values.reduce(f64::max)
    }

    fn action_values(&self, info_set: &AnyInfoSet, legal: &AnyLegal) -> ActionValues<ActionNumber> {
        let key = Digest::of(info_set).bits();
        let view = View { contest: &self.contest, info_set, legal };
        self.bot.sit().action_values(&view, &mut Rng::new(self.seed, key as u64))
    }
}

impl Strategy<AnyGame> for BotStrategy<'_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        let Some(known) = &self.known else { return self.ask(info_set, legal, out) };
        let key = Digest::of(info_set).bits();
        let known = || known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&key).cloned();
        if let Some(found) = found {
            out.clear();
            out.extend_from_slice(&found);
            return;
        }
        self.ask(info_set, legal, out);
        known().insert(key, out.as_slice().into());
    }
}
