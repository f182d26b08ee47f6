//! A bot in a seat: it acts, and counts steps and time.

use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyState};
use hinterhand_engine::{ActionSet, EventOf, Notation, Player, Rng, View};
use hinterhand_solvers::dynamic::PerfectInformation;
use hinterhand_solvers::search::ActionValues;
use serde::{Deserialize, Serialize};

use super::agent::{Agent, Decision};
use crate::clock::{Clock, Instant};
use crate::games::LoadedGame;
use crate::protocol::{self, Fault, FaultKind, ProgramPool, ViewWriter};

/// The effort of a player's decisions, without those that had only one legal action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// The decisions.
    pub decisions: u64,
    /// The steps of the search.
    pub steps: u64,
    /// The time.
    pub time: Duration,
}

impl Effort {
    /// Adds what another took.
    pub fn add(&mut self, other: Effort) {
        self.decisions += other.decisions;
        self.steps += other.steps;
        self.time += other.time;
    }

    /// Steps for each decision.
    pub fn mean_steps(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.steps as f64 / self.decisions as f64)
    }

    /// Milliseconds for each decision.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.decisions > 0).then(|| 1e3 * self.time.as_secs_f64() / self.decisions as f64)
    }
}

/// The effort of one decision and the value of the chosen action: zero and none where there was only one
/// legal action.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DecisionRecord {
    /// The steps of the search.
    pub steps: u64,
    /// The time.
    pub time: Duration,
    /// The payoff that the player expected of the chosen action, if it has estimated it.
    pub value: Option<f64>,
}

/// An action that was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action.
    pub action: ActionNumber,
    /// The values and probabilities of all actions; none where there was only one, or if the player does not
    /// give them.
    pub action_values: Option<ActionValues<ActionNumber>>,
}

/// A bot in a seat of one game. It draws each action with the probability that it gives to it.
pub struct Seat<'b> {
    occupant: Occupant<'b>,
    clock: Option<Clock>,
    /// The longest time for a decision, if another referee keeps the clock.
    most: Option<Duration>,
    effort: Effort,
    last: DecisionRecord,
}

enum Occupant<'b> {
    /// It is handed what its seat sees.
    Agent(Box<dyn Agent + 'b>),
    /// It receives in words what it notices.
    Program { game: &'b LoadedGame, seat: protocol::Seat<'b> },
    /// It is handed the position.
    Cheater { search: Box<dyn PerfectInformation + 'b>, steps: u64 },
}

impl<'b> Seat<'b> {
    /// An agent in a seat.
    pub fn of_agent(agent: Box<dyn Agent + 'b>, clock: Option<Clock>) -> Seat<'b> {
        Seat::of(Occupant::Agent(agent), clock)
    }

    pub(super) fn of_program(
        game: &'b LoadedGame,
        pool: &'b ProgramPool,
        view: ViewWriter<'b>,
        clock: Option<Clock>,
    ) -> Seat<'b> {
        Seat::of(Occupant::Program { game, seat: protocol::Seat::new(pool, view) }, clock)
    }

    pub(super) fn of_cheater(
        search: Box<dyn PerfectInformation + 'b>,
        steps: u64,
        clock: Option<Clock>,
    ) -> Seat<'b> {
        Seat::of(Occupant::Cheater { search, steps }, clock)
    }

    fn of(occupant: Occupant<'b>, clock: Option<Clock>) -> Seat<'b> {
        Seat { occupant, clock, most: None, effort: Effort::default(), last: DecisionRecord::default() }
    }

    /// The time left on its clock.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Whether it needs in words what its seat notices.
    pub fn needs_words(&self) -> bool {
        matches!(self.occupant, Occupant::Program { .. })
    }

    /// Limits the time for each decision from now on: the share of a clock that another referee keeps.
    pub fn allow(&mut self, most: Duration) {
        self.most = Some(most);
    }

    /// The effort of its decisions so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The effort of its last decision.
    pub fn last(&self) -> DecisionRecord {
        self.last
    }

    /// The action values at a decision.
    ///
    /// # Panics
    ///
    /// If it plays by more than what its seat sees, or by words: only [`act`](Seat::act) asks such players.
    pub fn action_values(&mut self, view: &View<'_, AnyGame>, rng: &mut Rng) -> ActionValues<ActionNumber> {
        let most = self.clock.map(|clock| clock.share()).or(self.most);
        let Occupant::Agent(agent) = &mut self.occupant else { panic!("only a referee can ask this player") };
        let began = Instant::now();
        let Decision { action_values, steps } = agent.decide(view, most, rng);
        self.account(DecisionRecord { steps, time: began.elapsed(), value: None });
        action_values
    }

    /// Chooses an action, with the values and probabilities behind it.
    ///
    /// # Panics
    ///
    /// As [`action_values`](Seat::action_values) does.
    pub fn choose(&mut self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Choice {
        if view.legal.len() == 1 {
            self.last = DecisionRecord::default();
            return Choice { action: view.legal.nth(0), action_values: None };
        }
        let action_values = self.action_values(view, rng);
        self.draw(action_values, rng)
    }

    /// As [`choose`](Seat::choose), of those legal actions alone of which `among` has true at their place, at
    /// least one: with the probabilities of the player as they are among these, or, if it would play none of
    /// them, the one to which it gives the highest value.
    ///
    /// # Panics
    ///
    /// As [`action_values`](Seat::action_values) does, or if there is no such action.
    pub fn choose_among(&mut self, view: &View<'_, AnyGame>, among: &[bool], rng: &mut Rng) -> Choice {
        if among.iter().all(|&allowed| allowed) {
            return self.choose(view, rng);
        }
        let allowed = |action: ActionNumber| among[action.index()];
        if let [action] = view.legal.iter().filter(|&action| allowed(action)).collect::<Vec<_>>()[..] {
            self.last = DecisionRecord::default();
            return Choice { action, action_values: None };
        }
        let mut action_values = self.action_values(view, rng);
        action_values.entries.retain(|entry| allowed(entry.action));
        let entries = &mut action_values.entries;
        if entries.iter().all(|entry| entry.probability <= 0.0) {
            let values = entries.iter().map(|entry| entry.value.unwrap_or(f64::NEG_INFINITY));
            let most = values.fold(f64::NEG_INFINITY, f64::max);
            for entry in entries {
                entry.probability = f64::from(u8::from(entry.value.unwrap_or(f64::NEG_INFINITY) >= most));
            }
        }
        let sum: f64 = action_values.entries.iter().map(|entry| entry.probability).sum();
        action_values.entries.iter_mut().for_each(|entry| entry.probability /= sum);
        self.draw(action_values, rng)
    }

    /// Chooses an action at `state`, where it is the turn of `player` and `view` is what this player sees; or
    /// returns how the protocol or the clock was violated. Only a referee, which holds the state, can ask.
    pub fn act(
        &mut self,
        player: Player,
        state: &AnyState,
        view: &View<'_, AnyGame>,
        rng: &mut Rng,
    ) -> Result<Choice, Fault> {
        if view.legal.len() == 1 {
            self.last = DecisionRecord::default();
            return Ok(Choice { action: view.legal.nth(0), action_values: None });
        }
        match &mut self.occupant {
            Occupant::Agent(_) => {
                if let Some(clock) = &self.clock {
                    clock.left()?;
                }
                let choice = self.choose(view, rng);
                if let Some(clock) = &mut self.clock {
                    clock.spend(self.last.time)?;
                }
                Ok(choice)
            }
            Occupant::Program { game, seat } => {
                let words = game.legal_words(state);
                let answer = seat.ask(player, view.contest, &words, self.clock.as_mut(), rng)?;
                let read = game.read_action(state, &answer.best.action).map_err(|error| {
                    seat.dismiss();
                    FaultKind::Illegal.because(error.to_string())
                });
                self.account(DecisionRecord { steps: 0, time: answer.time, value: answer.best.value });
                Ok(Choice { action: read?, action_values: None })
            }
            Occupant::Cheater { search, steps } => {
                let (began, steps) = (Instant::now(), *steps);
                search.turn_to(state, rng);
                search.step(steps);
                let action_values = search.action_values();
                self.account(DecisionRecord { steps, time: began.elapsed(), value: None });
                Ok(self.draw(action_values, rng))
            }
        }
    }

    fn draw(&mut self, action_values: ActionValues<ActionNumber>, rng: &mut Rng) -> Choice {
        let chosen =
            &action_values.entries[rng.weighted(action_values.entries.iter().map(|entry| entry.probability))];
        self.last.value = chosen.value;
        Choice { action: chosen.action, action_values: Some(action_values) }
    }

    fn account(&mut self, decision: DecisionRecord) {
        self.effort.add(Effort { decisions: 1, steps: decision.steps, time: decision.time });
        self.last = decision;
    }
}

/// Sends what the seats notice of an event to those that need words, in the order of the seats.
pub fn notify<'s, 'b: 's>(
    seats: impl Iterator<Item = &'s mut Seat<'b>>,
    game: &AnyGame,
    before: &AnyState,
    event: &EventOf<AnyGame>,
    after: &AnyState,
) {
    for (player, seat) in (0..).map(Player::new).zip(seats) {
        if let Occupant::Program { seat, .. } = &mut seat.occupant {
            seat.notice(&game.noticed(before, event, after, player));
        }
    }
}

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").field("effort", &self.effort).finish_non_exhaustive()
    }
}
