//! Whom a referee may seat: bots; programs of their own, which he must tell in words what they notice; and cheating
//! UCT, which he must show the position itself.

use std::time::Instant;

use hinterhand_engine::{ActionSet, EventOf, Player, Rng, Settings, View};
use hinterhand_kinderschnapsen::Solution;
use hinterhand_solvers::search::Rollout;
use hinterhand_solvers::search::ismcts::{Cheating, Options};
use hinterhand_solvers::strategy::Strategy;

use super::{Bot, BotError, BotFor, Choice, Decision, Effort, Seated, cheating};
use crate::clock::{Clock, TimeControl};
use crate::games::Playable;
use crate::option_value;
use crate::protocol::{self, Crew, Fault, FaultKind, Notes};

/// One who can be seated by a referee, who holds the position.
pub struct Contender<'b, G: Playable> {
    kind: Kind<'b, G>,
    /// Its time for a game, if the referee shall keep a clock.
    control: Option<TimeControl>,
}

enum Kind<'b, G: Playable> {
    /// A bot, which is handed what its seat sees.
    Bot(BotFor<'b, G>),
    /// A program of its own, and how all views of the game begin.
    Foreign { game: &'b G, crew: &'b Crew, about: String },
    /// A yardstick, which is handed the position.
    Cheating { game: &'b G, rollout: &'static dyn Rollout<G>, options: Options, steps: u64 },
}

/// A contender in a seat of one game, and its clock beside it.
pub struct Chair<'c, G: Playable> {
    sitter: Sitter<'c, G>,
    clock: Option<Clock>,
}

enum Sitter<'c, G: Playable> {
    Bot(Seated<'c, G>),
    Foreign { game: &'c G, seat: protocol::Seat<'c>, effort: Effort, last: Decision },
    Cheating { search: Box<Cheating<'c, G>>, steps: u64, effort: Effort, last: Decision },
}

impl<'b, G: Playable> Contender<'b, G> {
    /// The contender for a game, which was made from `settings`.
    pub fn new(bot: &'b Bot, game: &'b G, settings: &Settings) -> Result<Contender<'b, G>, BotError> {
        let spec = bot.spec();
        let kind = if let Some(crew) = bot.crew() {
            crew.must_play(G::INFO.name)?;
            let about = Notes::about(G::INFO.name, &option_value::given(settings), game.players());
            Kind::Foreign { game, crew, about }
        } else if spec.cheats() {
            let rollout = cheating::rollout(spec, &G::powers());
            let steps = spec.whole("iterations").expect("it has a default");
            Kind::Cheating { game, rollout, options: cheating::options(spec), steps }
        } else {
            Kind::Bot(bot.for_referee(game, settings)?)
        };
        Ok(Contender { kind, control: spec.time_control() })
    }

    /// A contender who plays by a strategy that is at hand.
    pub fn by_strategy(game: &'b G, strategy: &'b dyn Strategy<G>) -> Contender<'b, G> {
        Contender { kind: Kind::Bot(BotFor::by_strategy(game, strategy)), control: None }
    }

    /// The solution of a hand of Kinderschnapsen that it plays by, if it does.
    pub fn solution(&self) -> Option<&Solution<'b>> {
        match &self.kind {
            Kind::Bot(bot) => bot.solution(),
            Kind::Foreign { .. } | Kind::Cheating { .. } => None,
        }
    }

    /// Its clock at the beginning of a hand or a match, if it has one.
    pub fn clock(&self) -> Option<Clock> {
        self.control.map(Clock::new)
    }

    /// It for one seat of one hand.
    pub fn sit(&self) -> Chair<'_, G> {
        self.sit_by(self.clock())
    }

    /// It for one seat of one hand, by a clock that has run before.
    pub fn sit_by(&self, clock: Option<Clock>) -> Chair<'_, G> {
        let sitter: Sitter<'_, G> = match &self.kind {
            Kind::Bot(bot) => Sitter::Bot(bot.sit()),
            Kind::Foreign { game, crew, about } => Sitter::Foreign {
                game,
                seat: protocol::Seat::new(crew, Notes::new(about)),
                effort: Effort::default(),
                last: Decision::default(),
            },
            &Kind::Cheating { game, rollout, options, steps } => Sitter::Cheating {
                search: Box::new(Cheating::new(game, rollout, options)),
                steps,
                effort: Effort::default(),
                last: Decision::default(),
            },
        };
        Chair { sitter, clock }
    }
}

impl<G: Playable> Chair<'_, G> {
    /// What its clock shows.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Whether it must be told in words what its seat notices.
    pub fn needs_words(&self) -> bool {
        matches!(self.sitter, Sitter::Foreign { .. })
    }

    /// What it does at `state`, where it is the turn of `player` and `view` is what he sees; or what it did that no
    /// player may do.
    pub fn act(
        &mut self,
        player: Player,
        state: &G::State,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<G::Action, Fault> {
        self.choose(player, state, view, rng).map(|choice| choice.action)
    }

    /// The same, and why it does that.
    pub fn choose(
        &mut self,
        player: Player,
        state: &G::State,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Choice<G::Action>, Fault> {
        match &mut self.sitter {
            Sitter::Bot(seated) => {
                let Some(clock) = self.clock.as_mut().filter(|_| view.legal.len() > 1) else {
                    return Ok(seated.choose(view, rng));
                };
                clock.left()?;
                seated.allow(clock.share());
                let choice = seated.choose(view, rng);
                clock.spend(seated.last().time)?;
                Ok(choice)
            }
            Sitter::Foreign { last, .. } | Sitter::Cheating { last, .. } if view.legal.len() == 1 => {
                *last = Decision::default();
                Ok(Choice { action: view.legal.nth(0), counsel: None })
            }
            Sitter::Foreign { game, seat, effort, last } => {
                let answer =
                    seat.ask(player, view.contest, &game.legal_words(state), self.clock.as_mut(), rng)?;
                effort.add(Effort { decisions: 1, steps: 0, time: answer.time });
                *last = Decision { steps: 0, time: answer.time, value: answer.best.value };
                let action = game.read_action(state, &answer.best.action).map_err(|error| {
                    seat.dismiss();
                    FaultKind::Illegal.because(error.to_string())
                })?;
                Ok(Choice { action, counsel: None })
            }
            Sitter::Cheating { search, steps, effort, last } => {
                let began = Instant::now();
                search.turn_to(state, rng);
                search.step(*steps);
                let counsel = search.counsel();
                let (steps, time) = (*steps, began.elapsed());
                effort.add(Effort { decisions: 1, steps, time });
                let moves = &counsel.moves;
                let chosen = &moves[rng.weighted(moves.iter().map(|weighed| weighed.probability))];
                *last = Decision { steps, time, value: chosen.value };
                Ok(Choice { action: chosen.action, counsel: Some(counsel) })
            }
        }
    }

    /// What its last decision took.
    pub fn last(&self) -> Decision {
        match &self.sitter {
            Sitter::Bot(seated) => seated.last(),
            Sitter::Foreign { last, .. } | Sitter::Cheating { last, .. } => *last,
        }
    }

    /// What its decisions have taken so far.
    pub fn effort(&self) -> Effort {
        match &self.sitter {
            Sitter::Bot(seated) => seated.effort(),
            Sitter::Foreign { effort, .. } | Sitter::Cheating { effort, .. } => *effort,
        }
    }
}

/// Tells those who need words what they notice of an event, in the order of the seats.
pub fn tell<'c, 'b: 'c, G: Playable>(
    chairs: impl Iterator<Item = &'c mut Chair<'b, G>>,
    game: &G,
    before: &G::State,
    event: &EventOf<G>,
    after: &G::State,
) {
    for (player, chair) in (0..).map(Player::new).zip(chairs) {
        if let Sitter::Foreign { seat, .. } = &mut chair.sitter {
            seat.hear(&game.noticed(before, event, after, player));
        }
    }
}

impl<G: Playable> std::fmt::Debug for Contender<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contender").field("game", &G::INFO.name).finish_non_exhaustive()
    }
}
