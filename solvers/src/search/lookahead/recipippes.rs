//! Recipippes: an action, and then play by the rules of thumb of the expert player to the end of the game.

use hinterhand_engine::games::Recipippes;
use hinterhand_engine::games::recipippes::{Action, InfoSet, Legal, Verb};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::Forecast;
use crate::search::rules::{RecipippesRules, Rules};

/// The forecast.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RecipippesForecast {
    /// The number of standard errors by which a line must be better than the first to be preferred.
    pub caution: f64,
    /// The rules by which the simulated games go on.
    pub rules: RecipippesRules,
    /// The weight of the margin in points beside that of the win.
    pub margin: f64,
}

impl Default for RecipippesForecast {
    fn default() -> RecipippesForecast {
        RecipippesForecast { caution: 1.0, rules: RecipippesRules::CHOSEN, margin: 0.05 }
    }
}

impl Forecast<Recipippes> for RecipippesForecast {
    type Line = Action;

    fn caution(&self) -> f64 {
        self.caution
    }

    fn lines(
        &self,
        game: &Recipippes,
        info_set: &InfoSet,
        player: Player,
        legal: &Legal,
        rng: &mut Rng,
    ) -> Vec<(Action, Action)> {
        let world = game.sample(info_set, rng);
        let ruled = self.rules.choose(game, &world, player, legal, rng);
        let mut lines = vec![(ruled, ruled)];
        let mut add = |action: Action| {
            if action != ruled {
                lines.push((action, action));
            }
        };
        match legal.nth(0).verb() {
            // The order of the discards is left to the rules.
            Verb::Place => {}
            Verb::Discard | Verb::Take => {
                legal.iter().filter(|action| action.verb() == Verb::Discard).for_each(&mut add);
                legal
                    .iter()
                    .filter(|action| action.count() + 2 > ruled.count())
                    .filter(|a| a.verb() == Verb::Take)
                    .for_each(&mut add);
            }
            _ => self.rules.shortlist(game, &world, player, legal).into_iter().for_each(&mut add),
        }
        lines
    }

    fn outcome(
        &self,
        game: &Recipippes,
        info_set: &InfoSet,
        player: Player,
        line: &Action,
        _: u64,
        rng: &mut Rng,
    ) -> f64 {
        let mut world = game.sample(info_set, rng);
        game.play(&mut world, *line);
        loop {
            match game.turn(&world) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut world, rng),
                Turn::Player(mover) => {
                    let legal = game.legal(&world);
                    let action = match legal.len() {
                        1 => legal.nth(0),
                        _ => self.rules.choose(game, &world, mover, &legal, rng),
                    };
                    game.play(&mut world, action);
                }
            }
        }
        let players = game.players();
        let all: u8 = Player::all(players).map(|other| world.points(other)).sum();
        let margin = players as f64 * f64::from(world.points(player)) - f64::from(all);
        game.payoff(&world, player) + self.margin * margin
    }
}
