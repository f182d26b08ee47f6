//! A player that chooses by a network, and hands played to gather examples.

use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Player, Rng, Turn};

use super::inputs::{Encoder, Inputs, TrickInputs};
use super::layers::Network;
use crate::search::rand_deep::{self, forced, sensible};
use crate::search::{OpenCards, OpenTricks, RandDeepOptions};

/// The meaning of the output of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// The probability of winning the hand.
    #[default]
    Wins,
    /// The payoff of the hand, from the least to the most: -3 is 0 and 3 is 1.
    Payoff,
}

/// What a network learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learned {
    /// The way in which decisions become inputs.
    pub inputs: Inputs,
    /// The meaning of the output.
    pub target: Target,
    /// Whether only the play is learned while cards are drawn. After the last draw a hand is played perfectly; where the
    /// talon was closed, as a few worlds that fit advise with open cards.
    pub while_drawn: bool,
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

/// What a player needs to choose by a network.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    learned: Learned,
    encoder: Encoder,
    solver: OpenTricks,
    values: Vec<f64>,
}

/// The number of worlds for a decision in a hand that was closed, while a network learns.
const CLOSED_WORLDS: u32 = 8;

impl Chooser {
    /// A chooser for networks that have learned this.
    pub(super) fn new(learned: Learned) -> Chooser {
        Chooser {
            learned,
            encoder: Encoder::new(learned.inputs),
            solver: OpenTricks::of_late_hands(),
            values: Vec::new(),
        }
    }

    /// The payoff of `player` at `hand` if both players know all cards, because none is drawn any more, and play
    /// perfectly.
    pub(super) fn exact<G: TrickInputs>(&mut self, game: &G, hand: &G::State, player: Player) -> Option<f64> {
        if hand.talon().left() > 0 || hand.closer().is_some() {
            return None;
        }
        let value = f64::from(self.solver.value(game, hand));
        Some(if player == hand.mover() { value } else { -value })
    }

    /// Adds the outputs that stand for the open-card values of `choices` at `hand`, in their order.
    pub(super) fn add_open_values<G: TrickInputs>(
        &mut self,
        game: &G,
        hand: &G::State,
        choices: Actions,
        sums: &mut [f64],
    ) {
        self.solver.values(game, hand, &choices, &mut self.values);
        for (sum, value) in sums.iter_mut().zip(&self.values) {
            *sum += f64::from(self.learned.target.of(*value));
        }
    }

    /// The choice of the highest mean open-card value in a few worlds, in a hand that was closed.
    fn closed<G: TrickInputs>(
        &mut self,
        game: &G,
        info_set: &G::InfoSet,
        choices: Actions,
        rng: &mut Rng,
    ) -> Action {
        let mut sums = vec![0.0; choices.len()];
        for _ in 0..CLOSED_WORLDS {
            let world = game.sample(info_set, rng);
            self.add_open_values(game, &world, choices, &mut sums);
        }
        let best = (0..sums.len()).fold(0, |best, at| if sums[at] > sums[best] { at } else { best });
        choices.nth(best)
    }

    /// The outputs for `choices`, in their order.
    pub(super) fn outputs<G: TrickInputs>(
        &mut self,
        game: &G,
        network: &Network,
        info_set: &G::InfoSet,
        choices: Actions,
        mut output: impl FnMut(Action, f32),
    ) {
        self.encoder.see(game, info_set);
        let sums = network.begin(&self.encoder.seen);
        let (hand, _) = G::seen(info_set);
        for action in choices.iter() {
            self.encoder.act::<G>(hand, action);
            output(action, network.finish(&sums, &self.encoder.own));
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

    /// The output that stands for `state` for `me`, after both players have gone on by the network until this number of
    /// tricks is taken.
    pub(super) fn outlook<G: TrickInputs>(
        &mut self,
        game: &G,
        network: &Network,
        mut state: G::State,
        tricks: usize,
        me: Player,
        rng: &mut Rng,
    ) -> f64 {
        let learned = self.learned;
        loop {
            match game.turn(&state) {
                Turn::Over => return f64::from(learned.target.of(game.payoff(&state, me))),
                Turn::Chance => game.deal(&mut state, rng),
                Turn::Player(player) => {
                    let legal = game.legal(&state);
                    if let Some(claim) = forced(game, &state, legal) {
                        game.play(&mut state, claim);
                        continue;
                    }
                    if learned.while_drawn && !state.is_open() {
                        let value = f64::from(self.solver.value(game, &state));
                        return f64::from(learned.target.of(if player == me { value } else { -value }));
                    }
                    let info_set = game.info_set(&state, player);
                    let (action, output) = self.best(game, network, &info_set, sensible(legal));
                    if state.tricks() >= tricks || learned.while_drawn && action == Action::CLOSE {
                        let output = f64::from(output);
                        return if player == me { output } else { 1.0 - output };
                    }
                    game.play(&mut state, action);
                }
            }
        }
    }

    /// The inputs of a decision with the action taken.
    fn decision<G: TrickInputs>(
        &mut self,
        game: &G,
        info_set: &G::InfoSet,
        action: Action,
    ) -> Vec<(u16, f32)> {
        self.encoder.see(game, info_set);
        self.encoder.act::<G>(G::seen(info_set).0, action);
        self.encoder.seen.iter().chain(&self.encoder.own).copied().collect()
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
    chooser: &mut Chooser,
    rng: &mut Rng,
) -> (Vec<Remembered>, f64) {
    let learned = chooser.learned;
    let mut decisions: Vec<(Player, Vec<(u16, f32)>)> = Vec::new();
    let mut state = game.start();
    let won = loop {
        match game.turn(&state) {
            Turn::Over => break game.payoff(&state, Player::FIRST),
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(player) => {
                let legal = game.legal(&state);
                if let Some(claim) = forced(game, &state, legal) {
                    game.play(&mut state, claim);
                    continue;
                }
                let choices = sensible(legal);
                let info_set = game.info_set(&state, player);
                if learned.while_drawn && !state.is_open() {
                    if let Some(won) = chooser.exact(game, &state, Player::FIRST) {
                        break won;
                    }
                    let action = chooser.closed(game, &info_set, choices, rng);
                    game.play(&mut state, action);
                    continue;
                }
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
    };
    let payoffs = [won, -won];
    let remember = |(player, inputs): (Player, _)| (inputs, learned.target.of(payoffs[player.index()]));
    (decisions.into_iter().map(remember).collect(), won)
}
