//! Schikanöschen: a line of the own turn, and then quick play by both for some turns, judged by what each has yet
//! to get rid of.

use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Actions, InfoSet, Position};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::Forecast;
use crate::search::rules::{Line, Lines, Moves, Prospect, Quick, Rules, SchikanoeschenRules};

/// The forecast.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SchikanoeschenForecast {
    /// The number of standard errors by which a line must be better than the first to be preferred.
    pub caution: f64,
    /// The weights of a position.
    pub prospect: Prospect,
    /// The number of positions of the own turn from which all actions are tried.
    pub positions: usize,
    /// The number of lines that are compared.
    pub lines: usize,
    /// The number of turns that are simulated, the rest of the own one included.
    pub turns: usize,
    /// The number of positions of a simulated turn from which all actions are tried; with 0 it is played quickly.
    pub inner: usize,
}

impl Default for SchikanoeschenForecast {
    fn default() -> SchikanoeschenForecast {
        SchikanoeschenForecast {
            caution: 0.5,
            prospect: Prospect::CHOSEN,
            positions: 100,
            lines: 8,
            turns: 3,
            inner: 0,
        }
    }
}

impl SchikanoeschenForecast {
    /// Plays on for some turns and judges the position.
    fn play_on(
        &self,
        game: &Schikanoeschen,
        position: &mut Position,
        player: Player,
        turns: usize,
        rng: &mut Rng,
    ) -> f64 {
        let mut left = turns;
        let mut active = position.active();
        let planner = SchikanoeschenRules { prospect: self.prospect, positions: self.inner };
        for _ in 0..LONGEST * turns {
            let Turn::Player(mover) = game.turn(position) else { break };
            if position.awaits_action() && position.active() != active {
                active = position.active();
                left -= 1;
                if left == 0 {
                    break;
                }
            }
            let legal = game.legal(position);
            let action = match legal.len() {
                1 => legal.nth(0),
                _ if self.inner == 0 => Quick.choose(game, position, mover, &legal, rng),
                _ => planner.choose(game, position, mover, &legal, rng),
            };
            game.play(position, action);
        }
        match game.turn(position) {
            Turn::Over => game.payoff(position, player),
            _ => 0.9 * self.prospect.lead(position, player),
        }
    }
}

/// The longest simulated turn.
const LONGEST: usize = 40;

impl Forecast<Schikanoeschen> for SchikanoeschenForecast {
    type Line = Option<Line>;

    fn caution(&self) -> f64 {
        self.caution
    }

    fn lines(
        &self,
        game: &Schikanoeschen,
        info_set: &InfoSet,
        player: Player,
        legal: &Actions,
        rng: &mut Rng,
    ) -> Vec<(Action, Option<Line>)> {
        let world = game.sample(info_set, rng);
        if !world.awaits_action() {
            return vec![(Quick.choose(game, &world, player, legal, rng), None)];
        }
        let lines = Lines::from(game, &world, player, &self.prospect, self.positions, Moves::All);
        let Some(best) = lines.best() else {
            return vec![(Quick.choose(game, &world, player, legal, rng), None)];
        };
        // A win alone.
        let count = if best.worth > 1.0 { 1 } else { self.lines };
        let kept = lines.without_needless_repeats().take(count);
        kept.map(|line| (line.actions[0], Some(line.clone()))).collect()
    }

    fn outcome(
        &self,
        game: &Schikanoeschen,
        _: &InfoSet,
        player: Player,
        line: &Option<Line>,
        _: u64,
        rng: &mut Rng,
    ) -> f64 {
        let Some(line) = line else { return 0.0 };
        if game.turn(&line.position) == Turn::Over {
            return game.payoff(&line.position, player);
        }
        let mut world = game.sample(&game.info_set(&line.position, player), rng);
        if let Some(gamble) = line.gamble {
            game.play(&mut world, gamble);
        }
        // A line that ends the turn leaves one turn less to simulate.
        let turns = self.turns - usize::from(line.position.active() != player);
        self.play_on(game, &mut world, player, turns, rng)
    }
}
