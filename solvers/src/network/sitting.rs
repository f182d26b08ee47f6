//! A player that chooses by a network, and hands played to gather examples.

use hinterhand_engine::tricks::{Action, Actions};
use hinterhand_engine::{ActionSet, Player, Rng, Turn};

use super::inputs::{self, TrickInputs};
use super::layers::Network;
use crate::search::RandDeepOptions;
use crate::search::rand_deep::{self, forced, sensible};

/// The meaning of the output of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// The probability of winning the hand.
    #[default]
    Wins,
    /// The payoff of the hand, from the least to the most: -3 is 0 and 3 is 1.
    Payoff,
}

/// The most that a hand pays.
const MOST: f64 = 3.0;

impl Target {
    /// The output that stands for this payoff.
    pub fn of(self, payoff: f64) -> f32 {
        match self {
            Target::Wins => f32::from(u8::from(payoff > 0.0)),
            Target::Payoff => (0.5 + 0.5 * payoff / MOST) as f32,
        }
    }

    /// The payoff that an output stands for, if it does.
    pub fn payoff(self, output: f64) -> Option<f64> {
        (self == Target::Payoff).then_some((2.0 * output - 1.0) * MOST)
    }
}

/// What a player needs to choose by a network, with room for its inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Chooser {
    seen: Vec<(u16, f32)>,
    own: Vec<(u16, f32)>,
}

impl Chooser {
    /// The outputs for `choices`, in their order.
    pub(super) fn outputs<G: TrickInputs>(
        &mut self,
        game: &G,
        network: &Network,
        info_set: &G::InfoSet,
        choices: Actions,
        mut output: impl FnMut(Action, f32),
    ) {
        inputs::of_view(game, info_set, &mut self.seen);
        let sums = network.begin(&self.seen);
        let (hand, _) = G::seen(info_set);
        for action in choices.iter() {
            inputs::of_action::<G>(hand, action, &mut self.own);
            output(action, network.finish(&sums, &self.own));
        }
    }

    /// The choice with the highest output, the first of equal ones, and that output.
    pub(super) fn best<G: TrickInputs>(
        &mut self,
        game: &G,
        network: &Network,
        info_set: &G::InfoSet,
        choices: Actions,
    ) -> (Action, f32) {
        let mut best = (choices.nth(0), f32::NEG_INFINITY);
        self.outputs(game, network, info_set, choices, |action, output| {
            if output > best.1 {
                best = (action, output);
            }
        });
        best
    }

    /// The inputs of a decision with the action taken.
    fn decision<G: TrickInputs>(
        &mut self,
        game: &G,
        info_set: &G::InfoSet,
        action: Action,
    ) -> Vec<(u16, f32)> {
        inputs::of_view(game, info_set, &mut self.seen);
        inputs::of_action::<G>(G::seen(info_set).0, action, &mut self.own);
        self.seen.iter().chain(&self.own).copied().collect()
    }
}

/// The way in which a seat of a hand chooses.
#[derive(Clone, Copy, Debug)]
pub(super) enum SeatedBy<'n> {
    /// By a network, and with this probability any action.
    Network(&'n Network, f64),
    /// By random games to a depth, with this number of samples.
    RandDeep(RandDeepOptions, u32),
}

/// The inputs of a decision with the action taken, and the output that would have been right.
pub(super) type Remembered = (Vec<(u16, f32)>, f32);

/// Plays a hand and returns the decisions of the seats in `kept`, right claims excepted, and the payoff of
/// the first seat.
pub(super) fn play<G: TrickInputs>(
    game: &G,
    seats: [SeatedBy<'_>; 2],
    kept: [bool; 2],
    target: Target,
    rng: &mut Rng,
) -> (Vec<Remembered>, f64) {
    let mut chooser = Chooser::default();
    let mut decisions: Vec<(Player, Vec<(u16, f32)>)> = Vec::new();
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(player) => {
                let legal = game.legal(&state);
                if let Some(claim) = forced(game, &state, legal) {
                    game.play(&mut state, claim);
                    continue;
                }
                let choices = sensible(legal);
                let info_set = game.info_set(&state, player);
                let action = match seats[player.index()] {
                    SeatedBy::RandDeep(options, samples) => {
                        rand_deep::choose(game, options, samples, &info_set, legal, rng)
                    }
                    SeatedBy::Network(_, exploration) if rng.unit() < exploration => {
                        choices.nth(rng.below(choices.len() as u32) as usize)
                    }
                    SeatedBy::Network(network, _) => chooser.best(game, network, &info_set, choices).0,
                };
                if kept[player.index()] {
                    decisions.push((player, chooser.decision(game, &info_set, action)));
                }
                game.play(&mut state, action);
            }
        }
    }
    let payoffs = [Player::FIRST, Player::SECOND].map(|player| game.payoff(&state, player));
    let remember = |(player, inputs): (Player, _)| (inputs, target.of(payoffs[player.index()]));
    (decisions.into_iter().map(remember).collect(), payoffs[0])
}
