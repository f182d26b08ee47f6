//! The worth of positions, for control variates: any number will do, and the better it predicts the payoff,
//! the more luck it takes away.

use std::convert::Infallible;
use std::num::NonZeroU32;

use hinterhand_engine::dynamic::{ActionNumber, AnyChance, AnyGame, AnyState};
use hinterhand_engine::{ActionSet, Contest, Game as _, Player, Rng, Turn, View};
use hinterhand_players::bots::{BotFor, Referee, referee};
use hinterhand_players::games::LoadedGame;

use super::JudgeError;
use super::error::MOST_WAYS;

/// The method of estimating the worth of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By this number of playouts. The cards that lie face down are shuffled for each.
    Playouts(NonZeroU32),
    /// By all ways to the end, each as likely as the bot makes it; what lies face down counts as it lies. For
    /// bots that do not search, and games that soon end.
    ActionValue,
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Way::Playouts(playouts) => write!(f, "{playouts} playouts"),
            Way::ActionValue => f.write_str("all ways to the end"),
        }
    }
}

/// The worth of positions if all players play as certain bots do.
pub struct Worth<'b> {
    game: &'b LoadedGame,
    by: Vec<BotFor<'b>>,
    way: Way,
    contest: Contest,
}

/// A position, and how many events have led to it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) state: AnyState,
    pub(super) events: u32,
}

/// Random numbers for the playouts of one hand. Two positions of the same epoch are judged by the same ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Epoch {
    pub(super) seed: u64,
    pub(super) number: u16,
}

impl Epoch {
    /// The numbers that a playout draws as the event of this number comes up, counted from 1.
    fn rng(self, playout: u32, event: u32) -> Rng {
        let event = u64::from(event & 0xffff);
        Rng::new(self.seed, u64::from(self.number) << 48 | u64::from(playout) << 16 | event)
    }

    /// After a card has been revealed, positions differ from those before.
    pub(super) fn next(&mut self) {
        self.number += 1;
    }
}

impl<'b> Worth<'b> {
    /// The worth of positions of hands of this contest, by one bot for all players, or by one bot in the
    /// place of each entrant of a tournament.
    pub fn new(game: &'b LoadedGame, by: Vec<BotFor<'b>>, way: Way, contest: Contest) -> Worth<'b> {
        assert!(!by.is_empty(), "there must be a player");
        Worth { game, by, way, contest }
    }

    /// The number of cards whose order counts as unknown.
    pub(super) fn face_down(&self, state: &AnyState) -> usize {
        match self.way {
            Way::Playouts(_) => self.game.methods().face_down(state),
            Way::ActionValue => 0,
        }
    }

    /// Whether it does not depend on the seating.
    pub(super) fn is_even(&self) -> bool {
        self.by.len() == 1
    }

    /// The bot that plays in the place of an entrant.
    fn in_place_of(&self, bot: usize) -> &BotFor<'b> {
        if self.is_even() { &self.by[0] } else { &self.by[bot] }
    }

    /// The mean payoff of each player at this place after this action, if there is one, with these entrants
    /// in the seats.
    pub(super) fn of(
        &self,
        place: &Place,
        then: Option<ActionNumber>,
        epoch: Epoch,
        seats: &[usize],
    ) -> Result<Vec<f64>, JudgeError> {
        let mut sums = vec![0.0; self.game.players()];
        match self.way {
            Way::Playouts(playouts) => {
                for playout in 0..playouts.get() {
                    self.play_out(place, then, epoch, playout, seats, &mut sums);
                }
                sums.iter_mut().for_each(|sum| *sum /= f64::from(playouts.get()));
            }
            Way::ActionValue => {
                let mut state = place.state.clone();
                then.into_iter().for_each(|action| self.game.play(&mut state, action));
                let mut left = MOST_WAYS;
                self.weigh(&state, 1.0, seats, &mut left, &mut sums)?;
            }
        }
        Ok(sums)
    }

    /// Plays one hand to its end and adds what each player wins.
    fn play_out(
        &self,
        place: &Place,
        then: Option<ActionNumber>,
        epoch: Epoch,
        playout: u32,
        seats: &[usize],
        sums: &mut [f64],
    ) {
        let Place { mut state, mut events } = place.clone();
        self.game.methods().reshuffle(&mut state, &mut epoch.rng(playout, 0));
        if let Some(action) = then {
            self.game.play(&mut state, action);
            events += 1;
        }
        let mut playout = Playout { worth: self, epoch, playout, events, seats };
        let Ok(()) = referee(self.game, &mut state, &self.contest, &mut playout);
        self.pay(&state, 1.0, sums);
    }

    /// Adds what each player wins on all ways to the end, `probability` in all, if there are no more than
    /// `left`.
    fn weigh(
        &self,
        state: &AnyState,
        probability: f64,
        seats: &[usize],
        left: &mut u32,
        sums: &mut [f64],
    ) -> Result<(), JudgeError> {
        let game = self.game;
        match game.turn(state) {
            Turn::Over => {
                *left = left.checked_sub(1).ok_or(JudgeError::Ways)?;
                self.pay(state, probability, sums);
            }
            Turn::Chance => {
                for (chance, part) in game.outcomes(state) {
                    let mut after = state.clone();
                    game.reveal(&mut after, &chance);
                    self.weigh(&after, probability * part, seats, left, sums)?;
                }
            }
            Turn::Player(player) => {
                let legal = game.legal(state);
                let mut go_on = |action, share: f64| {
                    let mut after = state.clone();
                    game.play(&mut after, action);
                    self.weigh(&after, probability * share, seats, left, sums)
                };
                if legal.len() == 1 {
                    return go_on(legal.nth(0), 1.0);
                }
                let info_set = game.info_set(state, player);
                let view = View { contest: &self.contest, info_set: &info_set, legal: &legal };
                let bot = self.in_place_of(seats[player.index()]);
                let action_values = bot.sit().action_values(&view, &mut Rng::new(0, 0));
                for entry in action_values.entries.iter().filter(|entry| entry.probability > 0.0) {
                    go_on(entry.action, entry.probability)?;
                }
            }
        }
        Ok(())
    }

    fn pay(&self, state: &AnyState, probability: f64, sums: &mut [f64]) {
        for (player, sum) in Player::all(sums.len()).zip(sums) {
            *sum += probability * self.game.payoff(state, player);
        }
    }
}

/// The referee of a playout.
struct Playout<'p, 'b> {
    worth: &'p Worth<'b>,
    epoch: Epoch,
    playout: u32,
    /// The events until now.
    events: u32,
    seats: &'p [usize],
}

impl Playout<'_, '_> {
    /// The numbers of the next event.
    fn next(&mut self) -> Rng {
        self.events += 1;
        self.epoch.rng(self.playout, self.events)
    }
}

impl Referee for Playout<'_, '_> {
    type Break = Infallible;

    fn draw(&mut self, state: &AnyState) -> Result<AnyChance, Infallible> {
        Ok(self.worth.game.draw(state, &mut self.next()))
    }

    fn decide(
        &mut self,
        player: Player,
        _: &AnyState,
        view: &View<'_, AnyGame>,
    ) -> Result<ActionNumber, Infallible> {
        let mut rng = self.next();
        // A bot that remembers nothing does the same at the same position, however it came about.
        let bot = self.worth.in_place_of(self.seats[player.index()]);
        Ok(bot.sit().choose(view, &mut rng).action)
    }
}

impl std::fmt::Debug for Worth<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worth").field("by", &self.by).field("way", &self.way).finish_non_exhaustive()
    }
}
