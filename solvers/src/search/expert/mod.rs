//! A player of Sixty-six, Schnapsen and Kinderschnapsen by rules of thumb, as strong players give them.
//!
//! It counts the cards that are out. While cards are drawn it exchanges at once, announces the pair worth
//! most, and plays the card that wins most now for what it is worth later ([`OpenPlay`]). It closes where the
//! points are within reach and closing wins more than going on in a few hands that fit what it has seen; before
//! the last draw it tries all its actions so. Once no more cards are drawn it knows what the other holds, or
//! tries a few hands that fit, and plays as the solver of open cards says. It claims as soon as it can, and
//! never falsely unless that loses least.

mod open_play;
mod reason;
mod rollout;
mod sight;

use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{ActionSet, Game, Rng, View};

pub use self::reason::Reason;
pub use self::rollout::ByExpert;

use self::open_play::{OpenPlay, Worths};
use self::rollout::rest;
use super::open::{OpenTricks, TrickGame};
use super::{ActionValues, OpenCards, Search};

/// The number of hands that are tried before a close.
const BEFORE_A_CLOSE: u32 = 12;
/// The number of hands that are tried in a closed hand.
const WHILE_CLOSED: u32 = 10;
/// The number of hands that are tried before the last draw. To try some before earlier draws as well, with
/// the rules of thumb until the last, plays worse than these rules alone.
const BEFORE_THE_LAST_DRAW: u32 = 6;
/// How much more than going on a close must win: the player goes on better than the rules of thumb that go on
/// in its place here, and closes worse than with open cards.
const MARGIN: f64 = 0.4;

/// The player. A step of it does nothing: it decides as soon as it is turned to a decision.
pub struct Expert<'g, G: TrickGame> {
    game: &'g G,
    solver: OpenTricks,
    values: Vec<f64>,
    decision: Option<(Actions, Action)>,
}

impl<'g, G, H: Table> Expert<'g, G>
where
    G: TrickGame + Game<State = H, InfoSet = InfoSet<H>>,
{
    /// A player of this game.
    pub fn new(game: &'g G) -> Expert<'g, G> {
        Expert { game, solver: OpenTricks::default(), values: Vec::new(), decision: None }
    }

    /// The choice of the player with `info_set` among the `legal` actions.
    pub fn choose(&mut self, info_set: &InfoSet<H>, legal: Actions, rng: &mut Rng) -> Action {
        let hand = info_set.hand();
        if let Some(claim) = self.game.right_claim(hand, legal) {
            return claim;
        }
        if legal.contains(Action::ON) {
            return Action::ON;
        }
        if legal.len() == 1 {
            return legal.nth(0);
        }
        if !hand.is_open() {
            return self.without_draws(info_set, legal, rng);
        }
        let play = OpenPlay::new(self.game, info_set, &Worths::CHOSEN);
        let going_on = play.action(legal);
        if going_on == Action::EXCHANGE {
            return going_on;
        }
        if let Some(suit) = going_on.married() {
            let announced = self.game.announcements(hand, hinterhand_engine::tricks::pair(suit));
            if announced >= self.game.lacks(hand, info_set.seat()) {
                return going_on;
            }
        }
        if legal.contains(Action::CLOSE) && self.closes(info_set, going_on, rng) {
            return Action::CLOSE;
        }
        if hand.talon().left() == 2 {
            return self.before_the_last_draw(info_set, legal, rng);
        }
        going_on
    }

    /// The action before the last draw, after which hands that fit are played perfectly.
    fn before_the_last_draw(&mut self, info_set: &InfoSet<H>, legal: Actions, rng: &mut Rng) -> Action {
        let (game, me) = (self.game, info_set.seat());
        let legal = legal.without(Action::STOP).without(Action::CLOSE);
        let mut sums = vec![0.0; legal.len()];
        for _ in 0..BEFORE_THE_LAST_DRAW {
            let world = game.sample(info_set, rng);
            for (sum, action) in sums.iter_mut().zip(legal.iter()) {
                let mut next = world;
                game.play(&mut next, action);
                *sum += rest(game, &mut self.solver, next, me);
            }
        }
        self.best(info_set, legal, &sums)
    }

    /// The action with the largest sum; among equals a pair, or else the card that is worth most.
    fn best(&self, info_set: &InfoSet<H>, legal: Actions, sums: &[f64]) -> Action {
        let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut best = Actions::NONE;
        for (action, sum) in legal.iter().zip(sums) {
            best = best.with(action, *sum >= most - 1e-9);
        }
        if let Some(pair) = best.iter().find(|action| action.married().is_some()) {
            return pair;
        }
        if best.played().is_empty() {
            return best.nth(0);
        }
        Action::card(OpenPlay::new(self.game, info_set, &Worths::CHOSEN).card(best))
    }

    /// The action once no more cards are drawn.
    fn without_draws(&mut self, info_set: &InfoSet<H>, legal: Actions, rng: &mut Rng) -> Action {
        let certain = info_set.hand().talon().left() == 0;
        let tries = if certain { 1 } else { WHILE_CLOSED };
        let mut sums = vec![0.0; legal.len()];
        for _ in 0..tries {
            let world = self.game.sample(info_set, rng);
            self.solver.values(self.game, &world, &legal, &mut self.values);
            sums.iter_mut().zip(&self.values).for_each(|(sum, value)| *sum += value);
        }
        self.best(info_set, legal, &sums)
    }

    /// Whether closing wins more than `going_on` in hands that fit.
    fn closes(&mut self, info_set: &InfoSet<H>, going_on: Action, rng: &mut Rng) -> bool {
        let (game, hand, me) = (self.game, info_set.hand(), info_set.seat());
        let own = info_set.cards();
        let points: u8 = own.iter().map(G::points).sum();
        let given = 2 * own.len() as u8;
        if points + game.announcements(hand, own) + given < game.lacks(hand, me) {
            return false;
        }
        let (mut closing, mut going) = (Vec::new(), 0.0);
        for _ in 0..BEFORE_A_CLOSE {
            let world = game.sample(info_set, rng);
            let mut closed = world;
            game.play(&mut closed, Action::CLOSE);
            let legal = game.legal(&closed);
            self.solver.values(game, &closed, &legal, &mut self.values);
            closing.resize(self.values.len(), 0.0);
            closing.iter_mut().zip(&self.values).for_each(|(sum, value)| *sum += value);
            let mut next = world;
            game.play(&mut next, going_on);
            going += rest(game, &mut self.solver, next, me);
        }
        let most = closing.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most > going + MARGIN * f64::from(BEFORE_A_CLOSE)
    }
}

impl<G, H: Table> Search<G> for Expert<'_, G>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let chosen = self.choose(view.info_set, *view.legal, rng);
        self.decision = Some((*view.legal, chosen));
    }

    fn step(&mut self, _: u64) -> u64 {
        0
    }

    fn action_values(&self) -> ActionValues<Action> {
        let (legal, chosen) = self.decision.expect("it is turned to a decision first");
        ActionValues::mixed(legal.iter().map(|action| (action, f64::from(u8::from(action == chosen)))))
    }
}
