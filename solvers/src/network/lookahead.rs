//! A search that plays by a network: the action with the best output, or the best mean over sampled worlds
//! some tricks later.
//!
//! Klačan and Zhang (2026) speak of a learned value function with deeper lookahead; their published program
//! plays by the outputs alone. The lookahead here is ours: in each sampled world both players go on by the
//! network, each seeing what it may see, and the output at the last decision stands for the rest of the hand.

use std::sync::Arc;

use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Game, Rng, Turn, View};

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Learned};
use crate::search::rand_deep::{forced, sensible};
use crate::search::{ActionValue, ActionValues, Search};

/// The options of the search; a sampled world is a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LookaheadOptions {
    /// The number of tricks until the network is asked, the one at the decision included; with 0 it is asked
    /// about the actions themselves.
    pub tricks: u32,
    /// What the network has learned.
    pub learned: Learned,
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
        assert_eq!(
            network.inputs(),
            options.learned.inputs.count::<G>(),
            "the network is made for this game"
        );
        NetworkSearch {
            game,
            network,
            options,
            decision: None,
            rng: Rng::new(0, 0),
            chooser: Chooser::new(options.learned),
            sums: Vec::new(),
            samples: 0,
        }
    }

    /// Adds the outputs for `choices`, at once, or after the tricks of the options, in this number of worlds.
    fn ask(&mut self, info_set: &G::InfoSet, choices: Actions, worlds: u64) {
        let (game, network) = (self.game, &*self.network);
        let mut outputs = [0.0; 64];
        let now = |action: Action, output| outputs[action.index()] = f64::from(output);
        self.chooser.outputs(game, network, info_set, choices, now);
        for _ in 0..worlds {
            let world = game.sample(info_set, &mut self.rng);
            let Turn::Player(me) = game.turn(&world) else { unreachable!("a view is of a decision") };
            let tricks = world.tricks() + self.options.tricks as usize;
            for (sum, action) in self.sums.iter_mut().zip(choices.iter()) {
                // A closed hand is not looked into: with open cards it would be worth something else.
                let is_left = action == Action::CLOSE && self.options.learned.while_drawn;
                *sum += if self.options.tricks == 0 || is_left {
                    outputs[action.index()]
                } else {
                    let mut world = world;
                    game.play(&mut world, action);
                    self.chooser.outlook(game, network, world, tricks, me, &mut self.rng)
                };
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
        let hand = G::seen(&info_set).0;
        let is_learned = hand.is_open() || !self.options.learned.while_drawn;
        // What is the same in every world is looked at once.
        let is_certain = if is_learned { self.options.tricks == 0 } else { hand.talon().left() == 0 };
        let steps = if is_certain { steps.min(1).saturating_sub(self.samples) } else { steps };
        if is_learned {
            self.ask(&info_set, choices, steps);
        } else {
            for _ in 0..steps {
                let world = self.game.sample(&info_set, &mut self.rng);
                self.chooser.add_open_values(self.game, &world, choices, &mut self.sums);
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
        let mean = |sum: f64| self.options.learned.target.payoff(sum / self.samples as f64);
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
    use hinterhand_engine::{Contest, ContestRules, Player};

    use super::*;
    use crate::network::interaction::fresh;
    use crate::network::{Inputs, Target};
    use crate::search::OpenTricks;

    /// With a network that knows nothing, looking ahead to the end of the hand still sees who wins.
    #[test]
    fn looking_ahead_to_the_end_sees_the_end() {
        let game = Kinderschnapsen::default();
        let learned = Learned { target: Target::Payoff, ..Learned::default() };
        let network = Arc::new(fresh::<Kinderschnapsen>(learned, &[8], 3));
        let mut rng = Rng::new(5, 0);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut won = [0.0; 2];
        for hand in 0..300 {
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let seat = Player::new(hand % 2);
            while let Turn::Player(player) = game.turn(&state) {
                let tricks = if player == seat { 9 } else { 0 };
                let options = LookaheadOptions { tricks, learned };
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

    /// Once no card is drawn any more, a network that has learned to play while cards are drawn is not asked.
    #[test]
    fn the_rest_of_a_hand_is_solved() {
        let game = Kinderschnapsen::default();
        let learned = Learned { inputs: Inputs::BySuit, target: Target::Payoff, while_drawn: true };
        let network = Arc::new(fresh::<Kinderschnapsen>(learned, &[8], 3));
        let mut rng = Rng::new(6, 0);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut solver = OpenTricks::of_late_hands();
        let mut found = 0;
        for tricks in [0, 2] {
            let options = LookaheadOptions { tricks, learned };
            let mut search = NetworkSearch::new(&game, Arc::clone(&network), options);
            for _ in 0..200 {
                let mut state = game.start();
                game.deal(&mut state, &mut rng);
                while let Turn::Player(player) = game.turn(&state) {
                    let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                    if state.talon().left() == 0 && legal.len() > 1 {
                        search.turn_to(
                            &View { contest: &contest, info_set: &info_set, legal: &legal },
                            &mut rng,
                        );
                        search.step(5);
                        let values = search.action_values();
                        // A right claim is made without looking.
                        if values.entries.len() == 1 {
                            break;
                        }
                        let best =
                            values.entries.iter().filter_map(|entry| entry.value).fold(f64::MIN, f64::max);
                        assert!((best - f64::from(solver.value(&game, &state))).abs() < 1e-6, "{values:?}");
                        found += 1;
                    }
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
