//! A search that plays by a network: the action with the best output, or the best mean over sampled worlds
//! some tricks later.
//!
//! Klačan and Zhang (2026) speak of a learned value function with deeper lookahead; their published program
//! plays by the outputs alone. The lookahead here is ours: in each sampled world both players go on by the
//! network, each seeing what it may see, and the output at the last decision stands for the rest of the hand.

use std::sync::Arc;

use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Game, Rng, View};

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Learned, MOST, Part};
use super::tally::Tally;
use crate::search::rand_deep::{forced, sensible};
use crate::search::{ActionValue, ActionValues, Search};

/// The options of the search; a sampled world is a step.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LookaheadOptions {
    /// The number of tricks until the network is asked, the one at the decision included; with 0 it is asked
    /// about the actions themselves.
    pub tricks: u32,
    /// What the network has learned.
    pub learned: Learned,
    /// The number of worlds for which its outputs at the decision itself count. If there are any, actions are left out
    /// that it takes to be much worse than the best.
    pub trust: u32,
    /// Whether a world counts by how likely the network would have acted in it as the other player did.
    pub inference: bool,
    /// The payoff by which a close must be better than every other action. Who closes leaves the other player few
    /// decisions to get wrong, which counts for nothing in values of play between equals.
    pub closing_margin: f64,
}

/// An action whose output is lower than the best one by more is left out: half a point.
const MUCH_WORSE: f32 = 0.5 / 6.0;

/// The search.
#[derive(Debug)]
pub struct NetworkSearch<'g, G: Game> {
    game: &'g G,
    network: Arc<Network>,
    options: LookaheadOptions,
    decision: Option<(G::InfoSet, Actions)>,
    rng: Rng,
    chooser: Chooser,
    /// The outputs at the decision itself; none in a hand that is not learned.
    outputs: Vec<f32>,
    /// What was found for the actions.
    tally: Tally,
    found: Vec<f64>,
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
            outputs: Vec::new(),
            tally: Tally::default(),
            found: Vec::new(),
            samples: 0,
        }
    }

    /// Whether the network is asked about hands such as this one.
    fn is_learned(&self, info_set: &G::InfoSet) -> bool {
        self.options.learned.covers(G::seen(info_set).0)
    }

    /// Whether this is a closed hand that is played to its end in each world: one that the network has learned to play
    /// like those in which cards are drawn.
    fn is_played_out(&self, hand: &G::State) -> bool {
        self.options.learned.part == Part::WhileTalon && hand.closer().is_some() && hand.talon().left() > 0
    }

    /// Samples a world, and returns it with its weight.
    fn world(&mut self, info_set: &G::InfoSet) -> (G::State, f64) {
        let world = self.game.sample(info_set, &mut self.rng);
        let weight = if self.options.inference {
            self.chooser.likelihood(self.game, &self.network, &world, Some(G::seen(info_set).1))
        } else {
            1.0
        };
        (world, weight)
    }

    /// Adds what the actions lead to some tricks later in a world.
    fn look_ahead(&mut self, info_set: &G::InfoSet, choices: Actions) {
        let (world, weight) = self.world(info_set);
        let me = G::seen(info_set).1;
        let tricks = if self.is_played_out(&world) {
            usize::MAX
        } else {
            world.tricks() + self.options.tricks as usize
        };
        self.found.clear();
        for (number, action) in choices.iter().enumerate() {
            // A closed hand that the network does not play is not looked into: with open cards it would be worth
            // something else.
            let is_left = action == Action::CLOSE && self.options.learned.part == Part::WhileDrawn;
            let found = if is_left || !self.tally.is_left(number) {
                f64::from(self.outputs[number])
            } else {
                let mut world = world;
                self.game.play(&mut world, action);
                self.chooser.outlook(self.game, &self.network, world, tricks, me, &mut self.rng)
            };
            self.found.push(found);
        }
        self.tally.add(&self.found, weight);
    }

    /// Adds what the actions are worth in a world with open cards.
    fn open_the_cards(&mut self, info_set: &G::InfoSet, choices: Actions) {
        let (world, weight) = self.world(info_set);
        self.chooser.open_values(self.game, &world, choices, &mut self.found);
        self.tally.add(&self.found, weight);
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
        self.outputs.clear();
        self.tally.begin(choices.len());
        self.samples = 0;
        self.decision = Some((view.info_set.clone(), choices));
    }

    fn step(&mut self, steps: u64) -> u64 {
        let (info_set, choices) = self.decision.clone().expect("it is turned to a decision first");
        if choices.len() == 1 {
            return 0;
        }
        let (is_learned, hand) = (self.is_learned(&info_set), G::seen(&info_set).0);
        // What is the same in every world is looked at once.
        let is_certain = if is_learned {
            self.options.tricks == 0 && !self.is_played_out(hand)
        } else {
            hand.talon().left() == 0
        };
        let steps = if is_certain { steps.min(1).saturating_sub(self.samples) } else { steps };
        if is_learned && steps > 0 && self.outputs.is_empty() {
            let outputs = &mut self.outputs;
            self.chooser
                .outputs(self.game, &self.network, &info_set, choices, |_, output| outputs.push(output));
            self.tally.expect(&self.outputs, self.options.trust, MUCH_WORSE);
        }
        let mut taken = 0;
        while taken < steps && !self.tally.is_decided() {
            match (is_learned, is_certain) {
                (true, true) => {}
                (true, false) => self.look_ahead(&info_set, choices),
                (false, _) => self.open_the_cards(&info_set, choices),
            }
            taken += 1;
        }
        self.samples += taken;
        taken
    }

    fn action_values(&self) -> ActionValues<Action> {
        let (_, choices) = self.decision.as_ref().expect("it is turned to a decision first");
        let judged: Vec<f64> = (0..choices.len()).map(|number| self.tally.judged(number)).collect();
        let margin = self.options.closing_margin / (2.0 * MOST);
        let preference = |at: usize| judged[at] - if choices.nth(at) == Action::CLOSE { margin } else { 0.0 };
        let best =
            (0..judged.len()).fold(0, |best, at| if preference(at) > preference(best) { at } else { best });
        let is_judged = self.samples > 0 || !self.outputs.is_empty();
        let entry = |(number, action): (usize, Action)| ActionValue {
            action,
            probability: f64::from(u8::from(number == best)),
            value: is_judged.then(|| self.options.learned.target.payoff(judged[number])).flatten(),
            error: None,
            visits: Some(self.samples),
        };
        ActionValues { entries: choices.iter().enumerate().map(entry).collect() }
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::{Contest, ContestRules, Player, Turn};

    use super::*;
    use crate::network::interaction::fresh;
    use crate::network::{Inputs, Target};
    use crate::search::{OpenCards, OpenTricks};

    /// With a network that knows nothing, looking ahead to the end of the hand still sees who wins.
    #[test]
    fn looking_ahead_to_the_end_sees_the_end() {
        let game = Kinderschnapsen::default();
        for learned in [
            Learned { target: Target::Payoff, ..Learned::default() },
            Learned { inputs: Inputs::Ranked, target: Target::Payoff, part: Part::WhileTalon },
        ] {
            wins_against_no_lookahead(&game, learned);
        }
    }

    /// Two players by a network that knows nothing, of whom one looks ahead to the end.
    fn wins_against_no_lookahead(game: &Kinderschnapsen, learned: Learned) {
        let network = Arc::new(fresh(learned.inputs.count::<Kinderschnapsen>(), &[8], 3));
        let mut rng = Rng::new(5, 0);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut won = [0.0; 2];
        for hand in 0..300 {
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let seat = Player::new(hand % 2);
            while let Turn::Player(player) = game.turn(&state) {
                let tricks = if player == seat { 9 } else { 0 };
                let options = LookaheadOptions { tricks, learned, ..LookaheadOptions::default() };
                let mut search = NetworkSearch::new(game, Arc::clone(&network), options);
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
        let learned = Learned { inputs: Inputs::BySuit, target: Target::Payoff, part: Part::WhileDrawn };
        let network = Arc::new(fresh(learned.inputs.count::<Kinderschnapsen>(), &[8], 3));
        let mut rng = Rng::new(6, 0);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut solver = OpenTricks::default();
        let mut found = 0;
        for tricks in [0, 2] {
            let options = LookaheadOptions { tricks, learned, ..LookaheadOptions::default() };
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
                        assert!((best - solver.value(&game, &state)).abs() < 1e-6, "{values:?}");
                        found += 1;
                    }
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
        }
        assert!(found > 100, "{found}");
    }

    /// With endless trust the worlds do not matter, and with inference they count differently.
    #[test]
    fn worlds_count_by_trust_and_inference() {
        let game = Kinderschnapsen::default();
        let learned = Learned { inputs: Inputs::Ranked, target: Target::Payoff, part: Part::WhileDrawn };
        let network = Arc::new(fresh(learned.inputs.count::<Kinderschnapsen>(), &[8], 3));
        let mut rng = Rng::new(7, 0);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let options = LookaheadOptions { tricks: 2, learned, ..LookaheadOptions::default() };
        let (mut same, mut different) = (0, 0);
        for _ in 0..60 {
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let legal = game.legal(&state);
            game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
            let Turn::Player(player) = game.turn(&state) else { continue };
            let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
            let view = View { contest: &contest, info_set: &info_set, legal: &legal };
            let values = |options: LookaheadOptions| {
                let mut search = NetworkSearch::new(&game, Arc::clone(&network), options);
                search.turn_to(&view, &mut Rng::new(1, 1));
                search.step(20);
                search.action_values()
            };
            let value = |options| values(options).entries.iter().map(|entry| entry.value).collect::<Vec<_>>();
            let plain = values(LookaheadOptions { tricks: 0, ..options });
            let trusting = values(LookaheadOptions { trust: 1_000_000_000, ..options });
            assert_eq!(plain.best(), trusting.best());
            same += usize::from(values(options).best() == plain.best());
            different +=
                usize::from(value(options) != value(LookaheadOptions { inference: true, ..options }));
        }
        assert!(same < 50 && different > 30, "{same} {different}");
    }

    /// A network that has learned whole hands is asked alone in closed hands too; one that has learned closed hands like
    /// others is asked in worlds.
    #[test]
    fn closed_hands_are_played_out_if_they_were_learned_so() {
        let game = Kinderschnapsen::default();
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        for part in [Part::Whole, Part::WhileTalon] {
            let learned = Learned { inputs: Inputs::Ranked, target: Target::Payoff, part };
            let network = Arc::new(fresh(learned.inputs.count::<Kinderschnapsen>(), &[8], 3));
            let mut rng = Rng::new(9, 0);
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            game.play(&mut state, Action::CLOSE);
            let Turn::Player(player) = game.turn(&state) else { unreachable!("it leads") };
            let options = LookaheadOptions { learned, ..LookaheadOptions::default() };
            let mut search = NetworkSearch::new(&game, network, options);
            let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
            assert!(legal.len() > 1);
            search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
            assert_eq!(search.step(7), if part == Part::WhileTalon { 7 } else { 1 });
        }
    }

    /// With a margin for closing, the choice is another one only where a close is better by less, and the values stay.
    #[test]
    fn a_close_must_be_better_by_the_margin() {
        let game = Kinderschnapsen::default();
        let learned = Learned { inputs: Inputs::Ranked, target: Target::Payoff, part: Part::WhileDrawn };
        let network = Arc::new(fresh(learned.inputs.count::<Kinderschnapsen>(), &[8], 3));
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let margin = 0.05;
        let [plain, careful] = [0.0, margin].map(|closing_margin| LookaheadOptions {
            learned,
            closing_margin,
            ..LookaheadOptions::default()
        });
        let mut rng = Rng::new(8, 0);
        let (mut kept, mut changed) = (0, 0);
        for _ in 0..200 {
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let Turn::Player(player) = game.turn(&state) else { continue };
            let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
            let [plain, careful] = [plain, careful].map(|options| {
                let mut search = NetworkSearch::new(&game, Arc::clone(&network), options);
                search.turn_to(
                    &View { contest: &contest, info_set: &info_set, legal: &legal },
                    &mut Rng::new(1, 1),
                );
                search.step(1);
                search.action_values()
            });
            let of = |values: &ActionValues<Action>| {
                values
                    .entries
                    .iter()
                    .map(|entry| (entry.action, entry.value.expect("payoffs")))
                    .collect::<Vec<_>>()
            };
            assert_eq!(of(&plain), of(&careful));
            if plain.best() != Action::CLOSE {
                assert_eq!(careful.best(), plain.best());
                continue;
            }
            let mut best = [f64::NEG_INFINITY; 2];
            for (action, value) in of(&plain) {
                let of_kind = &mut best[usize::from(action == Action::CLOSE)];
                *of_kind = of_kind.max(value);
            }
            let gain = best[1] - best[0];
            assert_eq!(careful.best() == Action::CLOSE, gain > margin, "{gain}");
            *(if gain > margin { &mut kept } else { &mut changed }) += 1;
        }
        assert!(kept > 10 && changed > 10, "{kept} {changed}");
    }
}
