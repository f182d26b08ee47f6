//! A search that plays by a network: the action with the best output, or the best mean over sampled worlds
//! some tricks later.
//!
//! Klačan and Zhang (2026) speak of a learned value function with deeper lookahead; their published program
//! plays by the outputs alone. The lookahead here is ours: in each sampled world both players go on by the
//! network, each seeing what it may see, and the output at the last decision stands for the rest of the hand.

use std::sync::Arc;

use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, View};

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Target};
use crate::search::rand_deep::{forced, sensible};
use crate::search::{ActionValue, ActionValues, Search};

/// The options of the search; a sampled world is a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LookaheadOptions {
    /// The number of tricks until the network is asked, the one at the decision included; with 0 it is asked
    /// about the actions themselves.
    pub tricks: u32,
    /// The meaning of the output.
    pub target: Target,
}

/// The search.
#[derive(Debug)]
pub struct NetworkSearch<'g, G: Game> {
    game: &'g G,
    network: Arc<Network>,
    options: LookaheadOptions,
    decision: Option<(G::InfoSet, Actions)>,
    rng: Rng,
    chooser: Chooser,
    /// The sum of the outputs for each action.
    sums: Vec<f64>,
    samples: u64,
}

impl<'g, G: TrickInputs> NetworkSearch<'g, G> {
    /// A search of `game` by a network with as many inputs as a decision has.
    ///
    /// # Panics
    ///
    /// If it has another number of inputs.
    pub fn new(game: &'g G, network: Arc<Network>, options: LookaheadOptions) -> NetworkSearch<'g, G> {
        assert_eq!(network.inputs(), super::inputs::count::<G>(), "the network is made for this game");
        NetworkSearch {
            game,
            network,
            options,
            decision: None,
            rng: Rng::new(0, 0),
            chooser: Chooser::default(),
            sums: Vec::new(),
            samples: 0,
        }
    }

    /// The output that stands for `state` for `me`, after the players have gone on to this number of tricks.
    fn outlook(&mut self, mut state: G::State, tricks: usize, me: Player) -> f64 {
        let (game, network) = (self.game, &*self.network);
        loop {
            match game.turn(&state) {
                Turn::Over => return f64::from(self.options.target.of(game.payoff(&state, me))),
                Turn::Chance => game.deal(&mut state, &mut self.rng),
                Turn::Player(player) => {
                    let legal = game.legal(&state);
                    if let Some(claim) = forced(game, &state, legal) {
                        game.play(&mut state, claim);
                        continue;
                    }
                    let info_set = game.info_set(&state, player);
                    let (action, output) = self.chooser.best(game, network, &info_set, sensible(legal));
                    if state.tricks() >= tricks {
                        let output = f64::from(output);
                        return if player == me { output } else { 1.0 - output };
                    }
                    game.play(&mut state, action);
                }
            }
        }
    }
}

impl<G: TrickInputs + Game<Legal = Actions>> Search<G> for NetworkSearch<'_, G> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.rng = Rng::new(rng.bits(), 0);
        let world = self.game.sample(view.info_set, &mut self.rng);
        let choices = match forced(self.game, &world, *view.legal) {
            Some(claim) => Actions::NONE.with(claim, true),
            None => sensible(*view.legal),
        };
        self.sums = vec![0.0; choices.len()];
        self.samples = 0;
        self.decision = Some((view.info_set.clone(), choices));
    }

    fn step(&mut self, steps: u64) -> u64 {
        let (info_set, choices) = self.decision.clone().expect("it is turned to a decision first");
        if choices.len() == 1 {
            return 0;
        }
        if self.options.tricks == 0 {
            if self.samples > 0 || steps == 0 {
                return 0;
            }
            let sums = &mut self.sums;
            sums.clear();
            let push = |_, output| sums.push(f64::from(output));
            self.chooser.outputs(self.game, &self.network, &info_set, choices, push);
            self.samples = 1;
            return 1;
        }
        for _ in 0..steps {
            let world = self.game.sample(&info_set, &mut self.rng);
            let Turn::Player(me) = self.game.turn(&world) else { unreachable!("a view is of a decision") };
            let tricks = world.tricks() + self.options.tricks as usize;
            for (number, action) in choices.iter().enumerate() {
                let mut world = world;
                self.game.play(&mut world, action);
                self.sums[number] += self.outlook(world, tricks, me);
            }
        }
        self.samples += steps;
        steps
    }

    fn action_values(&self) -> ActionValues<Action> {
        let (_, choices) = self.decision.as_ref().expect("it is turned to a decision first");
        let best = self.sums.iter().enumerate().fold(
            0,
            |best, (number, sum)| {
                if *sum > self.sums[best] { number } else { best }
            },
        );
        let mean = |sum: f64| self.options.target.payoff(sum / self.samples as f64);
        let entry = |(number, action): (usize, Action)| ActionValue {
            action,
            probability: f64::from(u8::from(number == best)),
            value: (self.samples > 0).then(|| mean(self.sums[number])).flatten(),
            error: None,
            visits: Some(self.samples),
        };
        ActionValues { entries: choices.iter().enumerate().map(entry).collect() }
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::{Contest, ContestRules};

    use super::*;
    use crate::network::interaction::fresh;

    /// With a network that knows nothing, looking ahead to the end of the hand still sees who wins.
    #[test]
    fn looking_ahead_to_the_end_sees_the_end() {
        let game = Kinderschnapsen::default();
        let network = Arc::new(fresh::<Kinderschnapsen>(&[8], 3));
        let mut rng = Rng::new(5, 0);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut won = [0.0; 2];
        for hand in 0..300 {
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let seat = Player::new(hand % 2);
            while let Turn::Player(player) = game.turn(&state) {
                let tricks = if player == seat { 9 } else { 0 };
                let options = LookaheadOptions { tricks, target: Target::Payoff };
                let mut search = NetworkSearch::new(&game, Arc::clone(&network), options);
                let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
                search.step(8);
                let values = search.action_values();
                assert!(values.entries.iter().all(|entry| legal.contains(entry.action)));
                game.play(&mut state, values.best());
            }
            won[0] += game.payoff(&state, seat);
            won[1] += game.payoff(&state, seat).powi(2);
        }
        // More than four standard errors above 0.
        assert!(won[0] > 4.0 * won[1].sqrt(), "{won:?}");
    }
}
