//! Whom the referee of a duel may seat: bots, and cheating UCT, which he must show the position himself.

use std::time::Instant;

use hinterhand_engine::{ActionSet, Rng, Settings, View};
use hinterhand_solvers::kinderschnapsen::Solution;
use hinterhand_solvers::search::Rollout;
use hinterhand_solvers::search::ismcts::{Cheating, Options};

use super::{Bot, BotError, BotFor, Effort, Seated, cheating};
use crate::agent::Agent as _;
use crate::games::Playable;

/// One who can be seated by a referee, who holds the position.
pub struct Contender<'b, G: Playable>(Kind<'b, G>);

enum Kind<'b, G: Playable> {
    /// A bot, which is handed what its seat sees.
    Bot(BotFor<'b, G>),
    /// A yardstick, which is handed the position.
    Cheating { game: &'b G, rollout: &'static dyn Rollout<G>, options: Options, steps: u64 },
}

/// A contender in a seat of one game.
pub struct Chair<'c, G: Playable>(Sitter<'c, G>);

enum Sitter<'c, G: Playable> {
    Bot(Seated<'c, G>),
    Cheating { search: Box<Cheating<'c, G>>, steps: u64, effort: Effort },
}

impl<'b, G: Playable> Contender<'b, G> {
    /// The contender for a game, which was made from `settings`.
    pub fn new(bot: &'b Bot, game: &'b G, settings: &Settings) -> Result<Contender<'b, G>, BotError> {
        let spec = bot.spec();
        if !spec.cheats() {
            return Ok(Contender(Kind::Bot(bot.for_game(game, settings)?)));
        }
        let rollout = cheating::rollout(spec, &G::powers());
        let steps = spec.whole("iterations").expect("it has a default");
        Ok(Contender(Kind::Cheating { game, rollout, options: cheating::options(spec), steps }))
    }

    /// The solution of a hand of Kinderschnapsen that it plays by, if it does.
    pub fn solution(&self) -> Option<&Solution<'b>> {
        match &self.0 {
            Kind::Bot(bot) => bot.solution(),
            Kind::Cheating { .. } => None,
        }
    }

    /// It for one seat of one game.
    pub fn sit(&self) -> Chair<'_, G> {
        Chair(match &self.0 {
            Kind::Bot(bot) => Sitter::Bot(bot.sit()),
            &Kind::Cheating { game, rollout, options, steps } => Sitter::Cheating {
                search: Box::new(Cheating::new(game, rollout, options)),
                steps,
                effort: Effort::default(),
            },
        })
    }
}

impl<G: Playable> Chair<'_, G> {
    /// What it does at `state`, where it is the turn of its player and `view` is what he sees.
    pub fn act(&mut self, state: &G::State, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        match &mut self.0 {
            Sitter::Bot(seated) => seated.act(view, rng),
            Sitter::Cheating { .. } if view.legal.len() == 1 => view.legal.nth(0),
            Sitter::Cheating { search, steps, effort } => {
                let began = Instant::now();
                search.turn_to(state, rng);
                search.step(*steps);
                let moves = search.counsel().moves;
                effort.add(Effort { decisions: 1, steps: *steps, time: began.elapsed() });
                moves[rng.weighted(moves.iter().map(|weighed| weighed.probability))].action
            }
        }
    }

    /// What its decisions have taken so far.
    pub fn effort(&self) -> Effort {
        match &self.0 {
            Sitter::Bot(seated) => seated.effort(),
            Sitter::Cheating { effort, .. } => *effort,
        }
    }
}

impl<G: Playable> std::fmt::Debug for Contender<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contender").field("game", &G::INFO.name).finish_non_exhaustive()
    }
}
