//! Klondike Chess: an action, and then the best replies of both by an evaluation of the race.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, InfoSet, Legal, Position};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::Forecast;
use crate::search::Evaluation;
use crate::search::evaluation::Race;
use crate::search::rules::{KlondikeChessRules, Rules};

/// The forecast.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KlondikeChessForecast {
    /// The number of standard errors by which a line must be better than the first to be preferred.
    pub caution: f64,
    /// The evaluation.
    pub race: Race,
    /// The number of actions that are compared.
    pub actions: usize,
    /// The number of replies, and of replies to these, that are looked at further, by depth.
    pub replies: [usize; 2],
}

impl Default for KlondikeChessForecast {
    fn default() -> KlondikeChessForecast {
        KlondikeChessForecast { caution: 0.0, race: Race::CHOSEN, actions: 8, replies: [4, 3] }
    }
}

impl KlondikeChessForecast {
    /// The estimate for `player`.
    fn worth(&self, game: &KlondikeChess, position: &Position, player: Player) -> f64 {
        if game.turn(position) == Turn::Over {
            return 2.0 * game.payoff(position, player);
        }
        let mut payoffs = [0.0; 2];
        self.race.estimate(game, position, &mut payoffs);
        payoffs[player.index()]
    }

    /// The worth of each action for the player to move, whatever follows; claims are left out.
    fn ranked(&self, game: &KlondikeChess, position: &Position, rng: &mut Rng) -> Vec<(f64, Action)> {
        let Turn::Player(mover) = game.turn(position) else { return Vec::new() };
        let actions = game.legal(position);
        let actions = actions.iter().filter(|&action| action != Action::Claim);
        actions
            .map(|action| (self.worth(game, &self.played(game, position, action, rng), mover), action))
            .collect()
    }

    fn played(&self, game: &KlondikeChess, position: &Position, action: Action, rng: &mut Rng) -> Position {
        let mut next = position.clone();
        game.play(&mut next, action);
        while game.turn(&next) == Turn::Chance {
            game.deal(&mut next, rng);
        }
        next
    }

    /// The value of a position for its mover, looking this many actions ahead.
    fn value(&self, game: &KlondikeChess, position: &Position, depth: usize, rng: &mut Rng) -> Option<f64> {
        if game.turn(position) == Turn::Over {
            return None;
        }
        let mut ranked = self.ranked(game, position, rng);
        if depth == 1 {
            return ranked.into_iter().map(|(worth, _)| worth).reduce(f64::max);
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let width = self.replies[(depth - 2).min(1)];
        let values = ranked.iter().take(width).map(|&(worth, action)| {
            let next = self.played(game, position, action, rng);
            self.value(game, &next, depth - 1, rng).map_or(worth, |value| -value)
        });
        values.reduce(f64::max)
    }
}

impl Forecast<KlondikeChess> for KlondikeChessForecast {
    type Line = Action;

    fn caution(&self) -> f64 {
        self.caution
    }

    fn lines(
        &self,
        game: &KlondikeChess,
        info_set: &InfoSet,
        player: Player,
        legal: &Legal,
        rng: &mut Rng,
    ) -> Vec<(Action, Action)> {
        let world = game.sample(info_set, rng);
        if let Action::Set(_) = legal.nth(0) {
            let action = KlondikeChessRules::default().choose(game, &world, player, legal, rng);
            return vec![(action, action)];
        }
        let ahead = self.worth(game, &world, player) > 0.0;
        let mut lines: Vec<(f64, Action)> = legal
            .iter()
            .map(|action| {
                let next = self.played(game, &world, action, rng);
                let repeated = ahead && game.turn(&next) != Turn::Over && next.occurrences() > 1;
                (self.worth(game, &next, player) - if repeated { 3.0 } else { 0.0 }, action)
            })
            .collect();
        lines.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (best, first) = lines[0];
        if best > 1.0 {
            return vec![(first, first)];
        }
        let kept = lines.iter().filter(|(worth, _)| *worth > -1.5 || best <= -1.5).take(self.actions);
        kept.map(|&(_, action)| (action, action)).collect()
    }

    fn outcome(
        &self,
        game: &KlondikeChess,
        info_set: &InfoSet,
        player: Player,
        line: &Action,
        round: u64,
        rng: &mut Rng,
    ) -> f64 {
        let world = game.sample(info_set, rng);
        let next = self.played(game, &world, *line, rng);
        let depth = if round < 2 { 1 } else { 2 };
        match self.value(game, &next, depth, rng) {
            // The other is to move.
            Some(value) if game.turn(&next) == Turn::Player(player.other()) => -value,
            Some(value) => value,
            None => self.worth(game, &next, player),
        }
    }
}
