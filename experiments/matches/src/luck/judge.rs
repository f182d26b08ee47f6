//! Judges the luck of hands that were played in a tournament.

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::{
    ActionSet, Contest, ContestRules, Event, EventOf, Game as _, Notation as _, Player, Rng, Turn, View,
    WordError,
};
use hinterhand_players::bots::BotFor;
use hinterhand_players::games::LoadedGame;

use super::worth::{Epoch, Place, Worth};
use super::{DealLuck, JudgeError, Part};
use crate::tournament::{Hand, Payoffs, Seats};

/// Tells how much luck bots had.
pub struct Judge<'t, 'b> {
    game: &'t LoadedGame,
    seats: Seats,
    worth: Worth<'b>,
    /// The bots by number, as far as they do the same when they are asked the same; and how often they are
    /// asked.
    again: Vec<Option<BotFor<'b>>>,
    times: u32,
    rules: ContestRules,
    seed: u64,
}

/// Sets the numbers that a judge draws apart from those with which the hands were played.
const LUCK: u64 = 0x6c75_636b;

/// One step of a hand, and where it was taken.
struct Step {
    before: Place,
    event: EventOf<AnyGame>,
}

/// All steps of a hand, and where it ended.
struct Story {
    steps: Vec<Step>,
    end: Place,
}

/// The luck of each player, by its parts.
type Parts = [Vec<f64>; 3];

impl<'t, 'b> Judge<'t, 'b> {
    /// A judge of hands that were played in these seats, by the rules above the hand that `rules` are.
    ///
    /// Bots that are `Some` are asked `times` times what they do at each of their decisions, each time as if
    /// they had drawn other random numbers there.
    pub fn new(
        game: &'t LoadedGame,
        seats: Seats,
        worth: Worth<'b>,
        again: Vec<Option<BotFor<'b>>>,
        times: u32,
        rules: ContestRules,
    ) -> Judge<'t, 'b> {
        let seed = seats.seed() ^ LUCK;
        Judge { game, seats, worth, again, times, rules, seed }
    }

    /// The luck of all hands of a deal as one pairing played it.
    pub fn deal(&self, deal: u64, pairing: u32, hands: &[Hand]) -> Result<DealLuck, JudgeError> {
        let mut parts: [Vec<Vec<f64>>; 3] = Default::default();
        for hand in hands {
            let luck = self.hand(deal, pairing, hand)?;
            for (part, luck) in parts.iter_mut().zip(luck) {
                part.push(self.seats.by_bot(hand.seating, &luck));
            }
        }
        Ok(DealLuck(parts.map(Payoffs::new)))
    }

    fn hand(&self, deal: u64, pairing: u32, hand: &Hand) -> Result<Parts, JudgeError> {
        let Story { steps, end } = self.story(&hand.actions)?;
        let mut chance = Rng::new(self.seed, self.seats.stream(deal, pairing, hand.seating, 0));
        let mut epoch = Epoch { seed: chance.bits(), number: 0 };
        let mut luck: Parts = Part::ALL.map(|_| vec![0.0; self.game.players()]);
        let dealt = steps.iter().take_while(|step| matches!(step.event, Event::Chance(_))).count();
        let at = |number: usize| steps.get(number).map_or(&end, |step| &step.before);
        luck[Part::Deal as usize] = self.dealt(at(dealt), epoch, pairing, &hand.seats)?;
        for (number, Step { before, event }) in steps.iter().enumerate().skip(dealt) {
            let after = at(number + 1);
            let (then, others) = match event {
                Event::Chance(_) => (None, Vec::new()),
                Event::Action(action) => {
                    let said = self.ask_again(deal, pairing, hand, &steps[..=number], &mut chance)?;
                    (Some(*action), said.into_iter().filter(|(other, _)| other != action).collect())
                }
            };
            let drawn =
                then.is_none() || self.worth.face_down(&before.state) != self.worth.face_down(&after.state);
            if !drawn && others.is_empty() {
                continue;
            }
            let own = self.worth.of(before, then, epoch, &hand.seats)?;
            for (other, share) in others {
                let decided = &mut luck[Part::Decisions as usize];
                add(decided, share, &own);
                add(decided, -share, &self.worth.of(before, Some(other), epoch, &hand.seats)?);
            }
            if drawn {
                let drew = &mut luck[Part::Draws as usize];
                add(drew, -1.0, &own);
                epoch.next();
                add(drew, 1.0, &self.worth.of(after, None, epoch, &hand.seats)?);
            }
        }
        Ok(luck)
    }

    /// The worth of the deal in each seat, on average over all seatings.
    fn dealt(
        &self,
        place: &Place,
        epoch: Epoch,
        pairing: u32,
        seats: &[usize],
    ) -> Result<Vec<f64>, JudgeError> {
        if self.worth.is_even() {
            return self.worth.of(place, None, epoch, seats);
        }
        let mut mean = vec![0.0; seats.len()];
        let share = 1.0 / f64::from(self.seats.seatings());
        for seating in 0..self.seats.seatings() {
            let seats = self.seats.bots(pairing, seating);
            add(&mut mean, share, &self.worth.of(place, None, epoch, &seats)?);
        }
        Ok(mean)
    }

    /// The events of a hand.
    fn story(&self, words: &str) -> Result<Story, JudgeError> {
        let game = self.game;
        let mut place = Place { state: game.start(), events: 0 };
        let mut steps = Vec::new();
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            let before = place.clone();
            let event = match game.turn(&place.state) {
                Turn::Over => return Err(WordError::over(word).into()),
                Turn::Chance => {
                    let chance = game.read_chance(&place.state, word)?;
                    game.reveal(&mut place.state, &chance);
                    Event::Chance(chance)
                }
                Turn::Player(_) => {
                    let action = game.read_action(&place.state, word)?;
                    game.play(&mut place.state, action);
                    Event::Action(action)
                }
            };
            place.events += 1;
            steps.push(Step { before, event });
        }
        Ok(Story { steps, end: place })
    }

    /// The actions of the bot that took the last of these steps when it is asked again, with their
    /// probabilities. Until then it draws the same random numbers as when the hand was played, so that its
    /// memory is the same.
    fn ask_again(
        &self,
        deal: u64,
        pairing: u32,
        hand: &Hand,
        steps: &[Step],
        chance: &mut Rng,
    ) -> Result<Vec<(ActionNumber, f64)>, JudgeError> {
        let mut said: Vec<(ActionNumber, f64)> = Vec::new();
        let Some(last) = steps.last() else { return Ok(said) };
        let game = self.game;
        let Turn::Player(player) = game.turn(&last.before.state) else { return Ok(said) };
        let bot = hand.seats[player.index()];
        let Some(bot_for) = &self.again[bot] else { return Ok(said) };
        if game.legal(&last.before.state).len() == 1 {
            return Ok(said);
        }
        let contest = Contest::new(self.rules, Player::FIRST);
        let numbered = (0..).zip(steps).filter(|(_, step)| self.is_choice_of(step, player));
        let mut own: Vec<(usize, &Step)> = numbered.collect();
        if !bot_for.remembers() {
            own.drain(..own.len() - 1);
        }
        for _ in 0..self.times {
            let mut seated = bot_for.sit();
            let mut drawn = self.seats.rng(deal, pairing, hand.seating, player.index());
            for &(at, step) in &own {
                let is_last = at + 1 == steps.len();
                let state = &step.before.state;
                let (info_set, legal) = (game.info_set(state, player), game.legal(state));
                let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                if is_last {
                    let action_values = seated.action_values(&view, &mut Rng::new(chance.bits(), 0));
                    for entry in action_values.entries.iter().filter(|entry| entry.probability > 0.0) {
                        let share = entry.probability / f64::from(self.times);
                        match said.iter_mut().find(|(known, _)| *known == entry.action) {
                            Some((_, sum)) => *sum += share,
                            None => said.push((entry.action, share)),
                        }
                    }
                } else if step.event != Event::Action(seated.choose(&view, &mut drawn).action) {
                    return Err(JudgeError::Changed { bot, at });
                }
            }
        }
        Ok(said)
    }

    /// Whether this player had something to choose.
    fn is_choice_of(&self, step: &Step, player: Player) -> bool {
        let state = &step.before.state;
        self.game.turn(state) == Turn::Player(player) && self.game.legal(state).len() > 1
    }
}

fn add(sums: &mut [f64], times: f64, numbers: &[f64]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += times * number);
}

impl std::fmt::Debug for Judge<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge")
            .field("worth", &self.worth)
            .field("times", &self.times)
            .finish_non_exhaustive()
    }
}
