//! Lookahead by a network: its own actions, compared by what it says at the begin of the next turn of its
//! player.

use std::sync::Arc;

use hinterhand_engine::{ActionSet, Player, Rng, Turn};

use super::{AfterstateInputs, Line, Valued, Valuer, best, output};
use crate::network::layers::Network;
use crate::search::lent::{Lent, Pool};
use crate::search::lookahead::Forecast;

/// The forecast: in each sampled world all players go on by the network, each seeing what it may see, and the
/// output at the next turn of the player stands for the rest.
#[derive(Debug)]
pub struct AfterstateForecast {
    network: Arc<Network>,
    valuers: Pool<Valuer>,
}

/// The number of worlds in which actions that reveal something are valued at the decision itself.
const WORLDS: u32 = 16;
/// An action whose output is lower than the best one by more is left out.
const MUCH_WORSE: f32 = 0.15;
/// The number of standard errors by which an action must be better than the one with the highest output.
const CAUTION: f64 = 0.5;

impl AfterstateForecast {
    /// Lookahead by a network with as many inputs as the game has.
    pub fn new<G: AfterstateInputs>(game: &G, network: Arc<Network>) -> AfterstateForecast {
        AfterstateForecast { network, valuers: Pool::new(Valuer::new(game)) }
    }
}

impl<G: AfterstateInputs> Forecast<G> for AfterstateForecast {
    type Line = Line<G::Action>;

    fn caution(&self) -> f64 {
        CAUTION
    }

    fn lines(
        &self,
        game: &G,
        info_set: &G::InfoSet,
        _: Player,
        legal: &G::Legal,
        rng: &mut Rng,
    ) -> Vec<(G::Action, Line<G::Action>)> {
        let mut valuer = Lent::new(&self.valuers);
        let mut valued = valuer.solver().values(game, &self.network, info_set, legal, WORLDS, rng);
        valued.sort_by(|a, b| b.value.total_cmp(&a.value));
        let Some(&Valued { value: most, .. }) = valued.first() else {
            let action = game.by_rules(info_set, legal, rng);
            return vec![(action, Line::of(action, false))];
        };
        let kept = valued.into_iter().filter(|valued| valued.value >= most - MUCH_WORSE);
        kept.map(|valued| (valued.line.first, valued.line)).collect()
    }

    fn outcome(
        &self,
        game: &G,
        info_set: &G::InfoSet,
        player: Player,
        line: &Line<G::Action>,
        _: u64,
        rng: &mut Rng,
    ) -> f64 {
        let mut lent = Lent::new(&self.valuers);
        let valuer = lent.solver();
        let mut world = game.sample(info_set, rng);
        game.play_line(&mut world, line);
        let value = self.go_on(game, valuer, &mut world, player, rng);
        f64::from(2.0 * value - 1.0) * game.most()
    }
}

/// The most decisions that are simulated.
const LONGEST: usize = 400;

impl AfterstateForecast {
    /// The output for `player` at its next turn, if all go on by the network.
    fn go_on<G: AfterstateInputs>(
        &self,
        game: &G,
        valuer: &mut Valuer,
        world: &mut G::State,
        player: Player,
        rng: &mut Rng,
    ) -> f32 {
        let mut is_later = false;
        for _ in 0..LONGEST {
            let mover = match game.turn(world) {
                Turn::Over => return output(game, world, player),
                Turn::Chance => {
                    game.deal(world, rng);
                    continue;
                }
                Turn::Player(mover) => mover,
            };
            let legal = game.legal(world);
            let begins = game.begins_turn(world, &legal);
            is_later |= begins && mover != player;
            if legal.len() == 1 {
                game.play(world, legal.nth(0));
                continue;
            }
            let seen = game.info_set(world, mover);
            let valued = valuer.values(game, &self.network, &seen, &legal, 1, rng);
            if valued.is_empty() {
                let action = game.by_rules(&seen, &legal, rng);
                game.play(world, action);
                continue;
            }
            let Valued { line, value } = &valued[best(&valued)];
            if is_later && begins && mover == player {
                return *value;
            }
            game.play_line(world, line);
        }
        self.network.value(&valuer.see(game, &game.info_set(world, player)))
    }
}
