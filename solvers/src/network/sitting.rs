//! A player that chooses by a network, and hands played to gather examples.

use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::inputs::{Encoder, Inputs, TrickInputs};
use super::layers::Network;
use super::opponent::draw;
use super::targets::{Remembered, Taken, with_targets};
use crate::search::rand_deep::{self, forced, sensible};
use crate::search::{OpenCards, OpenTricks, RandDeepOptions};
use crate::strategy::Strategy;

/// The meaning of the output of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// The probability of winning the hand.
    #[default]
    Wins,
    /// The payoff of the hand, from the least to the most: -3 is 0 and 3 is 1.
    Payoff,
}

/// The part of a hand that a network plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Part {
    /// The whole hand.
    #[default]
    Whole,
    /// The play while cards are drawn. After the last draw a hand is played perfectly; where the talon was closed, as a
    /// few worlds that fit advise with open cards.
    WhileDrawn,
    /// The play until the talon is used up: while cards are drawn, and closed hands.
    WhileTalon,
}

/// What a network learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learned {
    /// The way in which decisions become inputs.
    pub inputs: Inputs,
    /// The meaning of the output.
    pub target: Target,
    /// The part of a hand that is learned.
    pub part: Part,
}

impl Learned {
    /// Whether the network is asked about the decision at `hand`.
    pub(super) fn covers<H: Table>(&self, hand: &H) -> bool {
        match self.part {
            Part::Whole => true,
            Part::WhileDrawn => hand.is_open(),
            Part::WhileTalon => hand.is_open() || hand.talon().left() > 0,
        }
    }
}

/// The most that a hand pays.
pub(super) const MOST: f64 = 3.0;

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
pub struct Chooser {
    learned: Learned,
    encoder: Encoder,
    solver: OpenTricks,
    /// The sums of the first layer over what the player sees, and room for the layers.
    sums: Vec<f32>,
    room: Vec<Vec<f32>>,
}

/// The number of worlds for a decision in a hand that was closed, while a network learns.
const CLOSED_WORLDS: u32 = 8;

/// The payoff by which an action must be worse for the other player to be less likely by a factor of e.
const LIKELY_LOSS: f64 = 0.25;
/// The share of actions in the soft form of a network for which any is taken, each equally likely.
const STRANGE: f64 = 0.15;

impl Chooser {
    /// A chooser for networks that have learned this.
    pub(super) fn new(learned: Learned) -> Chooser {
        Chooser {
            learned,
            encoder: Encoder::new(learned.inputs),
            solver: OpenTricks::default(),
            sums: Vec::new(),
            room: Vec::new(),
        }
    }

    /// The payoff of `player` at `hand` if both players know all cards, because none is drawn any more, and play
    /// perfectly.
    pub(super) fn exact<G: TrickInputs>(&mut self, game: &G, hand: &G::State, player: Player) -> Option<f64> {
        if hand.talon().left() > 0 || hand.closer().is_some() {
            return None;
        }
        let value = self.solver.value(game, hand);
        Some(if player == hand.mover() { value } else { -value })
    }

    /// Fills in the outputs that stand for the open-card values of `choices` at `hand`, in their order.
    pub(super) fn open_values<G: TrickInputs>(
        &mut self,
        game: &G,
        hand: &G::State,
        choices: Actions,
        values: &mut Vec<f64>,
    ) {
        self.solver.values(game, hand, &choices, values);
        values.iter_mut().for_each(|value| *value = f64::from(self.learned.target.of(*value)));
    }

    /// The likelihood that the players other than `me` have acted as they did, if `world` is the case and they act by a
    /// soft form of the network, as far as it has learned; never 0.
    pub(super) fn likelihood<G: TrickInputs>(
        &mut self,
        game: &G,
        network: &Network,
        world: &G::State,
        me: Option<Player>,
    ) -> f64 {
        let (mut likelihood, mut policy) = (1.0, Vec::new());
        for (then, action) in game.decisions(world) {
            let choices = sensible(game.legal(&then));
            let Turn::Player(player) = game.turn(&then) else { unreachable!("only players act") };
            if Some(player) != me
                && self.learned.covers(&then)
                && choices.len() > 1
                && choices.contains(action)
            {
                self.policy(game, network, &game.info_set(&then, player), choices, &mut policy);
                likelihood *=
                    policy[choices.iter().position(|choice| choice == action).expect("it is one of them")];
            }
        }
        likelihood
    }

    /// Fills in the probability of each of `choices`, in their order, by a soft form of the network; never 0.
    pub(super) fn policy<G: TrickInputs>(
        &mut self,
        game: &G,
        network: &Network,
        info_set: &G::InfoSet,
        choices: Actions,
        policy: &mut Vec<f64>,
    ) {
        policy.clear();
        let scale = 2.0 * MOST / LIKELY_LOSS;
        self.outputs(game, network, info_set, choices, |_, output| {
            policy.push(libm::exp((f64::from(output) - 0.5) * scale));
        });
        let (sum, any): (f64, f64) = (policy.iter().sum(), STRANGE / choices.len() as f64);
        policy.iter_mut().for_each(|weight| *weight = (1.0 - STRANGE) * *weight / sum + any);
    }

    /// The choice of the highest mean open-card value in a few worlds that fit, where no more cards are drawn.
    pub(super) fn closed<G: TrickInputs>(
        &mut self,
        game: &G,
        info_set: &G::InfoSet,
        choices: Actions,
        rng: &mut Rng,
    ) -> Action {
        let (mut sums, mut values) = (vec![0.0; choices.len()], Vec::new());
        let (hand, _) = G::seen(info_set);
        // Where the talon is used up, one world fits.
        let worlds = if hand.closer().is_none() { 1 } else { CLOSED_WORLDS };
        for _ in 0..worlds {
            let world = game.sample(info_set, rng);
            self.open_values(game, &world, choices, &mut values);
            sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
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
        network.begin_in(&self.encoder.seen, &mut self.sums);
        let (hand, _) = G::seen(info_set);
        for action in choices.iter() {
            self.encoder.act::<G>(hand, action);
            output(action, network.finish_in(&self.sums, &self.encoder.own, &mut self.room));
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
                    if !learned.covers(&state) {
                        let value = self.solver.value(game, &state);
                        return f64::from(learned.target.of(if player == me { value } else { -value }));
                    }
                    let info_set = game.info_set(&state, player);
                    let (action, output) = self.best(game, network, &info_set, sensible(legal));
                    if state.tricks() >= tricks || learned.part == Part::WhileDrawn && action == Action::CLOSE
                    {
                        let output = f64::from(output);
                        return if player == me { output } else { 1.0 - output };
                    }
                    game.play(&mut state, action);
                }
            }
        }
    }

    /// The choice of a network while it learns; with the best output if `asks_always` or the action is the network's, and whether
    /// another action is taken at random.
    fn by_policy<G: TrickInputs>(
        &mut self,
        game: &G,
        policy: Policy<'_>,
        info_set: &G::InfoSet,
        choices: Actions,
        asks_always: bool,
        rng: &mut Rng,
    ) -> (Action, f32, bool) {
        let random =
            (rng.unit() < policy.exploration).then(|| choices.nth(rng.below(choices.len() as u32) as usize));
        if let (Some(action), false) = (random, asks_always) {
            return (action, 0.0, true);
        }
        let (action, value) = self.best(game, policy.network, info_set, choices);
        match random {
            Some(other) => (other, value, other != action),
            None => (action, value, false),
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

/// The way in which a network plays while it learns.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'n> {
    /// The network.
    pub network: &'n Network,
    /// The probability of any action, each equally likely.
    pub exploration: f64,
}

/// The way in which a seat of a hand chooses.
pub(super) enum SeatedBy<'n, G: Game> {
    /// By a network.
    Network(Policy<'n>),
    /// By random games to a depth, with this number of samples.
    RandDeep(RandDeepOptions, u32),
    /// By a strategy, to the end of the hand.
    Strategy(&'n dyn Strategy<G>),
}

/// The seats whose decisions are kept, and how the output that would have been right is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keeping {
    /// The seats.
    pub(super) kept: [bool; 2],
    /// The share of the result of the hand, against the output at the next decision of the player: Q(lambda) of Watkins,
    /// which goes no further than the next random action. Without it the result of the hand alone counts.
    pub(super) trace: Option<f32>,
}

/// Plays a hand and returns the decisions of the seats that are kept, right claims excepted, and the payoff of
/// the first seat.
pub(super) fn play<G: TrickInputs>(
    game: &G,
    seats: &[SeatedBy<'_, G>; 2],
    keeping: Keeping,
    chooser: &mut Chooser,
    rng: &mut Rng,
) -> (Vec<Remembered>, f64) {
    let learned = chooser.learned;
    // What a strategy does until the end is part of what is to be learned.
    let solves_the_rest = !seats.iter().any(|seat| matches!(seat, SeatedBy::Strategy(_)));
    let mut decisions: Vec<Taken> = Vec::new();
    let mut state = game.start();
    let won = loop {
        match game.turn(&state) {
            Turn::Over => break game.payoff(&state, Player::FIRST),
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(player) => {
                let legal = game.legal(&state);
                let info_set = game.info_set(&state, player);
                if let SeatedBy::Strategy(strategy) = seats[player.index()] {
                    game.play(&mut state, draw(strategy, &info_set, &legal, rng));
                    continue;
                }
                if let Some(claim) = forced(game, &state, legal) {
                    game.play(&mut state, claim);
                    continue;
                }
                let choices = sensible(legal);
                if !learned.covers(&state) {
                    if solves_the_rest && let Some(won) = chooser.exact(game, &state, Player::FIRST) {
                        break won;
                    }
                    let action = chooser.closed(game, &info_set, choices, rng);
                    game.play(&mut state, action);
                    continue;
                }
                let (action, value, is_random) = match &seats[player.index()] {
                    SeatedBy::RandDeep(options, samples) => {
                        (rand_deep::choose(game, *options, *samples, &info_set, legal, rng), 0.0, false)
                    }
                    SeatedBy::Network(policy) => {
                        chooser.by_policy(game, *policy, &info_set, choices, keeping.trace.is_some(), rng)
                    }
                    SeatedBy::Strategy(_) => unreachable!("it has acted"),
                };
                if keeping.kept[player.index()] {
                    let inputs = chooser.decision(game, &info_set, action);
                    decisions.push(Taken { player, inputs, value, is_random });
                }
                game.play(&mut state, action);
            }
        }
    };
    (with_targets(decisions, keeping.trace, &mut [won, -won].map(|payoff| learned.target.of(payoff))), won)
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Schnapsen;

    use super::*;
    use crate::network::interaction::fresh;

    /// What a network does itself is likelier by it than what is done at random.
    #[test]
    fn a_network_takes_its_own_actions_to_be_likely() {
        let game = Schnapsen::default();
        let learned = Learned { inputs: Inputs::Ranked, target: Target::Payoff, part: Part::WhileDrawn };
        let network = fresh(learned.inputs.count::<Schnapsen>(), &[8], 3);
        let mut chooser = Chooser::new(learned);
        let mut rng = Rng::new(2, 0);
        let mut logarithms = [0.0; 2];
        for deal in 0..40 {
            for (kind, sum) in logarithms.iter_mut().enumerate() {
                let mut state = game.start();
                game.deal(&mut state, &mut Rng::new(3, deal));
                for _ in 0..6 {
                    let Turn::Player(player) = game.turn(&state) else { break };
                    let choices = sensible(game.legal(&state)).without(Action::CLOSE);
                    let action = if kind == 0 {
                        chooser.best(&game, &network, &game.info_set(&state, player), choices).0
                    } else {
                        choices.nth(rng.below(choices.len() as u32) as usize)
                    };
                    game.play(&mut state, action);
                }
                let likelihood = chooser.likelihood(&game, &network, &state, Some(Player::FIRST));
                assert!(likelihood > 0.0 && likelihood <= 1.0);
                *sum += likelihood.ln();
            }
        }
        assert!(logarithms[0] > logarithms[1] + 2.0, "{logarithms:?}");
    }
}
