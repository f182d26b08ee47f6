//! A hand of seated bots with its record: its words, the effort of its decisions, and how it ended.

use std::sync::atomic::AtomicBool;

use hinterhand_engine::dynamic::{AnyGame, AnyState};
use hinterhand_engine::{Contest, Game as _, Notation as _, Player, Rng};
use serde_json::{Map, json};

use super::{BotFor, Decisions, Seat, Step, Unfinished, play_hand};
use crate::clock::Clock;
use crate::option_value;
use crate::protocol::Forfeit;
use crate::records::Record;

/// A bot in a seat, with what it keeps from one hand of a match to the next.
#[derive(Debug)]
pub struct Seated<'t, 'b> {
    /// The bot.
    pub bot: &'t BotFor<'b>,
    /// Its generator.
    pub rng: Rng,
    /// Its clock, if its time is limited.
    pub clock: Option<Clock>,
}

/// A hand with its record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordedHand {
    /// The words of the whole hand, chance included, with spaces between them.
    pub actions: String,
    /// The effort of the decisions.
    pub decisions: Decisions,
    /// The payoff of each seat.
    pub returns: Vec<f64>,
    /// The fault with which the hand ended, if it did. Then the words are those until the fault, and the
    /// returns are not what the rules of the game say.
    pub forfeit: Option<Forfeit>,
}

impl RecordedHand {
    /// Plays a hand, unless stopped. The clocks and generators of the bots go on.
    pub fn play(
        game: &AnyGame,
        seated: &mut [Seated<'_, '_>],
        contest: &Contest,
        chance: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<RecordedHand> {
        let mut seats: Vec<(Seat<'_>, Rng)> =
            seated.iter().map(|seated| (seated.bot.sit_by(seated.clock), seated.rng.clone())).collect();
        let mut record = RecordedHand::default();
        let mut watch = |state: &AnyState, step: Step<'_>| record.push(game, state, &step);
        match play_hand(game, &mut seats, contest, chance, stop, &mut watch) {
            Ok(state) => {
                record.returns = Player::all(seats.len()).map(|player| game.payoff(&state, player)).collect();
            }
            Err(Unfinished::Stopped) => return None,
            Err(Unfinished::Fault(player, fault)) => {
                let forfeit = Forfeit::new(player, fault);
                record.returns = forfeit.returns(game);
                record.forfeit = Some(forfeit);
            }
        }
        for (seated, (seat, rng)) in seated.iter_mut().zip(seats) {
            (seated.clock, seated.rng) = (seat.clock(), rng);
        }
        Some(record)
    }

    /// The record of the hand, which was played by these bots, in the order of the seats.
    pub fn record(&self, game: &AnyGame, seats: &[&str]) -> Record {
        let record = Record {
            game: game.name().to_owned(),
            options: option_value::given(game.settings()),
            actions: self.actions.split(' ').map(str::to_owned).collect(),
            // A hand that was forfeited is not over by its rules.
            returns: self.forfeit.is_none().then(|| self.returns.clone()),
            more: Map::new(),
        };
        let record = record.with("seats", json!(seats));
        match &self.forfeit {
            Some(forfeit) => record.with("forfeit", json!(forfeit)).with("scored", json!(self.returns)),
            None => record,
        }
    }

    /// Adds an event at `state`.
    pub fn push(&mut self, game: &AnyGame, state: &AnyState, step: &Step<'_>) {
        let word = match step {
            Step::Chance(chance) => game.chance_word(state, chance),
            Step::Decision { choice, decision, .. } => {
                self.decisions.push(*decision);
                game.action_word(state, choice.action)
            }
        };
        debug_assert!(!word.contains(' '), "words have no spaces: {word}");
        if !self.actions.is_empty() {
            self.actions.push(' ');
        }
        self.actions.push_str(&word);
    }
}
