//! The loop that plays one hand: a referee that draws, asks and notifies, and the referee of seated bots.

use std::sync::atomic::{AtomicBool, Ordering};

use hinterhand_engine::dynamic::{ActionNumber, AnyChance, AnyGame, AnyState};
use hinterhand_engine::{ActionSet as _, Contest, Event, EventOf, Game as _, Player, Rng, Turn, View};

use super::{Choice, DecisionRecord, Seat, notify};
use crate::protocol::Fault;

/// Decides everything in a hand, and holds the position while it does.
pub trait Referee {
    /// The reason for which a hand can end before its time.
    type Break;

    /// Draws the chance event at `state`.
    fn draw(&mut self, state: &AnyState) -> Result<AnyChance, Self::Break>;

    /// Asks for the decision of `player` at `state`, of which this player sees `view`.
    fn decide(
        &mut self,
        player: Player,
        state: &AnyState,
        view: &View<'_, AnyGame>,
    ) -> Result<ActionNumber, Self::Break>;

    /// Whether [`notify`](Referee::notify) is to be called. The state before each event is copied for it.
    fn notifies(&self) -> bool {
        false
    }

    /// Notifies the players of an event.
    fn notify(&mut self, _before: &AnyState, _event: &EventOf<AnyGame>, _after: &AnyState) {}
}

/// Plays from `state` to the end of the hand, or to where the referee breaks it off.
pub fn referee<R: Referee>(
    game: &AnyGame,
    state: &mut AnyState,
    contest: &Contest,
    by: &mut R,
) -> Result<(), R::Break> {
    let notifies = by.notifies();
    loop {
        let before = notifies.then(|| state.clone());
        let event = match game.turn(state) {
            Turn::Over => return Ok(()),
            Turn::Chance => {
                let drawn = by.draw(state)?;
                game.reveal(state, &drawn);
                Event::Chance(drawn)
            }
            Turn::Player(player) => {
                let (info_set, legal) = (game.info_set(state, player), game.legal(state));
                let view = View { contest, info_set: &info_set, legal: &legal };
                let action = by.decide(player, state, &view)?;
                game.play(state, action);
                Event::Action(action)
            }
        };
        if let Some(before) = before {
            by.notify(&before, &event, state);
        }
    }
}

/// The next event of a hand, as passed to a watcher before the position changes.
#[derive(Debug)]
pub enum Step<'s> {
    /// Chance has decided.
    Chance(&'s AnyChance),
    /// A player has decided.
    Decision {
        /// The player.
        player: Player,
        /// The number of its legal actions.
        choices: usize,
        /// The action, and the action values of the bot.
        choice: &'s Choice,
        /// The effort of the decision.
        decision: DecisionRecord,
    },
}

/// The reason why a hand of seated bots was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It was asked to stop.
    Stopped,
    /// This player broke the protocol or ran out of time.
    Fault(Player, Fault),
}

/// Plays a hand between seated bots, each with its own generator, and returns the position at its end.
/// `watch` is called with every event, and the position before it. Once `stop` is set no player is asked any
/// more.
pub fn play_hand(
    game: &AnyGame,
    seats: &mut [(Seat<'_>, Rng)],
    contest: &Contest,
    chance: &mut Rng,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&AnyState, Step<'_>),
) -> Result<AnyState, Unfinished> {
    let mut state = game.start();
    let words = seats.iter().any(|(seat, _)| seat.needs_words());
    referee(game, &mut state, contest, &mut Seats { game, seats, words, chance, stop, watch })?;
    Ok(state)
}

/// The referee of seated bots.
struct Seats<'h, 'b> {
    game: &'h AnyGame,
    seats: &'h mut [(Seat<'b>, Rng)],
    /// Whether some seat needs in words what it notices.
    words: bool,
    chance: &'h mut Rng,
    stop: &'h AtomicBool,
    watch: &'h mut dyn FnMut(&AnyState, Step<'_>),
}

impl Referee for Seats<'_, '_> {
    type Break = Unfinished;

    fn draw(&mut self, state: &AnyState) -> Result<AnyChance, Unfinished> {
        let drawn = self.game.draw(state, self.chance);
        (self.watch)(state, Step::Chance(&drawn));
        Ok(drawn)
    }

    fn decide(
        &mut self,
        player: Player,
        state: &AnyState,
        view: &View<'_, AnyGame>,
    ) -> Result<ActionNumber, Unfinished> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unfinished::Stopped);
        }
        let (seat, rng) = &mut self.seats[player.index()];
        let choice = seat.act(player, state, view, rng).map_err(|fault| Unfinished::Fault(player, fault))?;
        let (choices, decision) = (view.legal.len(), seat.last());
        (self.watch)(state, Step::Decision { player, choices, choice: &choice, decision });
        Ok(choice.action)
    }

    fn notifies(&self) -> bool {
        self.words
    }

    fn notify(&mut self, before: &AnyState, event: &EventOf<AnyGame>, after: &AnyState) {
        notify(self.seats.iter_mut().map(|(seat, _)| seat), self.game, before, event, after);
    }
}
