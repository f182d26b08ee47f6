//! Whom a referee may seat: bots; programs of their own, which he must tell in words what they notice; and cheating
//! UCT, which he must show the position itself.

use std::time::Instant;

use hinterhand_engine::{ActionSet, EventOf, Player, Rng, Settings, View};
use hinterhand_solvers::kinderschnapsen::Solution;
use hinterhand_solvers::search::Rollout;
use hinterhand_solvers::search::ismcts::{Cheating, Options};
use hinterhand_solvers::strategy::Strategy;

use super::{Bot, BotError, BotFor, Choice, Decision, Effort, Seated, cheating};
use crate::foreign::{self, Crew, Fault, FaultKind, Notes};
use crate::games::Playable;
use crate::option_value;

/// One who can be seated by a referee, who holds the position.
pub struct Contender<'b, G: Playable>(Kind<'b, G>);

enum Kind<'b, G: Playable> {
    /// A bot, which is handed what its seat sees.
    Bot(BotFor<'b, G>),
    /// A program of its own, and how all views of the game begin.
    Foreign { game: &'b G, crew: &'b Crew, about: String },
    /// A yardstick, which is handed the position.
    Cheating { game: &'b G, rollout: &'static dyn Rollout<G>, options: Options, steps: u64 },
}

/// A contender in a seat of one game.
pub struct Chair<'c, G: Playable>(Sitter<'c, G>);

enum Sitter<'c, G: Playable> {
    Bot(Seated<'c, G>),
    Foreign { game: &'c G, seat: foreign::Seat<'c>, effort: Effort, last: Decision },
    Cheating { search: Box<Cheating<'c, G>>, steps: u64, effort: Effort, last: Decision },
}

impl<'b, G: Playable> Contender<'b, G> {
    /// The contender for a game, which was made from `settings`.
    pub fn new(bot: &'b Bot, game: &'b G, settings: &Settings) -> Result<Contender<'b, G>, BotError> {
        let spec = bot.spec();
        if let Some(crew) = bot.crew() {
            return Contender::foreign(crew, game, settings);
        }
        if !spec.cheats() {
            return Ok(Contender(Kind::Bot(bot.for_game(game, settings)?)));
        }
        let rollout = cheating::rollout(spec, &G::powers());
        let steps = spec.whole("iterations").expect("it has a default");
        Ok(Contender(Kind::Cheating { game, rollout, options: cheating::options(spec), steps }))
    }

    /// A contender who plays by a strategy that is at hand.
    pub fn by_strategy(game: &'b G, strategy: &'b dyn Strategy<G>) -> Contender<'b, G> {
        Contender(Kind::Bot(BotFor::by_strategy(game, strategy)))
    }

    /// A program as a contender for a game, which was made from `settings`.
    pub fn foreign(crew: &'b Crew, game: &'b G, settings: &Settings) -> Result<Contender<'b, G>, BotError> {
        crew.must_play(G::INFO.name)?;
        let about = Notes::about(G::INFO.name, &option_value::given(settings), game.players());
        Ok(Contender(Kind::Foreign { game, crew, about }))
    }

    /// The solution of a hand of Kinderschnapsen that it plays by, if it does.
    pub fn solution(&self) -> Option<&Solution<'b>> {
        match &self.0 {
            Kind::Bot(bot) => bot.solution(),
            Kind::Foreign { .. } | Kind::Cheating { .. } => None,
        }
    }

    /// It for one seat of one game.
    pub fn sit(&self) -> Chair<'_, G> {
        Chair(match &self.0 {
            Kind::Bot(bot) => Sitter::Bot(bot.sit()),
            Kind::Foreign { game, crew, about } => Sitter::Foreign {
                game,
                seat: foreign::Seat::new(crew, Notes::new(about)),
                effort: Effort::default(),
                last: Decision::default(),
            },
            &Kind::Cheating { game, rollout, options, steps } => Sitter::Cheating {
                search: Box::new(Cheating::new(game, rollout, options)),
                steps,
                effort: Effort::default(),
                last: Decision::default(),
            },
        })
    }
}

impl<G: Playable> Chair<'_, G> {
    /// Whether it must be told in words what its seat notices.
    pub fn needs_words(&self) -> bool {
        matches!(self.0, Sitter::Foreign { .. })
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
        match &mut self.0 {
            Sitter::Bot(seated) => Ok(seated.choose(view, rng)),
            Sitter::Foreign { last, .. } | Sitter::Cheating { last, .. } if view.legal.len() == 1 => {
                *last = Decision::default();
                Ok(Choice { action: view.legal.nth(0), counsel: None })
            }
            Sitter::Foreign { game, seat, effort, last } => {
                let answer = seat.ask(player, view.contest, &game.legal_words(state), rng)?;
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
        match &self.0 {
            Sitter::Bot(seated) => seated.last(),
            Sitter::Foreign { last, .. } | Sitter::Cheating { last, .. } => *last,
        }
    }

    /// What its decisions have taken so far.
    pub fn effort(&self) -> Effort {
        match &self.0 {
            Sitter::Bot(seated) => seated.effort(),
            Sitter::Foreign { effort, .. } | Sitter::Cheating { effort, .. } => *effort,
        }
    }
}

/// Tells those who need words what they notice of an event, in the order of the seats.
pub(crate) fn tell<'c, 'b: 'c, G: Playable>(
    chairs: impl Iterator<Item = &'c mut Chair<'b, G>>,
    game: &G,
    before: &G::State,
    event: &EventOf<G>,
    after: &G::State,
) {
    for (player, chair) in (0..).map(Player::new).zip(chairs) {
        if let Sitter::Foreign { seat, .. } = &mut chair.0 {
            seat.hear(&game.noticed(before, event, after, player));
        }
    }
}

impl<G: Playable> std::fmt::Debug for Contender<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contender").field("game", &G::INFO.name).finish_non_exhaustive()
    }
}
