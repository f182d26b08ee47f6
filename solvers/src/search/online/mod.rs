//! Search that converges to an equilibrium with its budget: online outcome sampling (Lisý, Lanctot and
//! Bowling 2015).
//!
//! One table of regrets and average strategies for the whole game grows from decision to decision. An
//! iteration is a walk of outcome sampling for one player. With probability `delta` it is directed to the
//! *target*: all histories that the player cannot distinguish from the true one at the decision at hand, or
//! all that are consistent with what is common knowledge. Otherwise it goes anywhere, so that what the
//! opponents might have done elsewhere is learned too.
//!
//! Every update is weighted by one over the probability of the walk, so that it is right on average wherever
//! walks go, and with time the table of a game of two comes to an equilibrium of the whole game. What is
//! played is only as good as the time at this decision and before: what was played earlier is not taken back,
//! so the players of different decisions need not belong to one equilibrium (it is locally, not globally
//! consistent: Šustr et al. 2020).
//!
//! Two things differ from the paper. There a walk chooses between target and anywhere at the start and is
//! weighted by the probability of both ways to make it; here walks outside the target are not used where they
//! come into it, and each is weighted by that of its own way, which asks nothing of the game but its past
//! ([`StateHistory`]). And the paper changes the weights of walks with the target, so that older ones count
//! less; we leave all weights alone.

mod memory;
mod options;
mod target;
mod walk;

pub use options::{OnlineOptions, Targeting};

use hinterhand_engine::{ActionSet, Game, Player, Rng, StateHistory, View, Worlds};

use self::memory::Memory;
use self::target::Target;
use self::walk::Walk;
use super::{ActionValue, ActionValues, Search};
use crate::strategy::{Strategy, even};

/// The search.
///
/// ```
/// use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, View, games::Kuhn};
/// use hinterhand_solvers::search::{OnlineOptions, OnlineSampling, Search};
///
/// let game = Kuhn::default();
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut Rng::new(1, 0));
/// let (info_set, legal) = (game.info_set(&hand, Player::FIRST), game.legal(&hand));
/// let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
/// let view = View { contest: &contest, info_set: &info_set, legal: &legal };
///
/// let mut search = OnlineSampling::new(&game, OnlineOptions::default());
/// search.turn_to(&view, &mut Rng::new(1, 1));
/// search.step(1_000);
/// let sum: f64 = search.action_values().entries.iter().map(|entry| entry.probability).sum();
/// assert!((sum - 1.0).abs() < 1e-9);
/// ```
#[derive(Debug)]
pub struct OnlineSampling<'g, G: Game> {
    game: &'g G,
    options: OnlineOptions,
    memory: Memory<G>,
    target: Option<Target<G>>,
    at: Option<(G::InfoSet, Vec<G::Action>)>,
    seed: u64,
    iteration: u64,
}

impl<'g, G: StateHistory + Worlds> OnlineSampling<'g, G> {
    /// A search that knows nothing yet.
    pub fn new(game: &'g G, options: OnlineOptions) -> OnlineSampling<'g, G> {
        let memory = Memory::new(options.memory);
        OnlineSampling { game, options, memory, target: None, at: None, seed: 0, iteration: 0 }
    }

    /// The number of information sets in the table.
    pub fn set_count(&self) -> usize {
        self.memory.set_count()
    }
}

impl<G: StateHistory + Worlds> Search<G> for OnlineSampling<'_, G> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.seed = rng.bits();
        self.iteration = 0;
        self.target = Target::of(self.game, view.info_set, &self.options);
        self.at = Some((view.info_set.clone(), view.legal.iter().collect()));
    }

    fn step(&mut self, steps: u64) -> u64 {
        let players = self.game.players() as u64;
        for _ in 0..steps {
            let mut walk = Walk {
                game: self.game,
                options: &self.options,
                target: self.target.as_ref(),
                player: Player::new((self.iteration % players) as usize),
                rng: Rng::new(self.seed, self.iteration),
                memory: &mut self.memory,
            };
            walk.go();
            self.iteration += 1;
        }
        steps
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let (info_set, actions) = self.at.as_ref().expect("the search was turned to a decision");
        let mut probabilities = Vec::new();
        let cells = self.memory.find(info_set);
        match cells {
            Some(cells) => cells.average(&mut probabilities),
            None => even(actions.len(), &mut probabilities),
        }
        let entry = |(at, (&action, probability))| ActionValue {
            action,
            probability,
            value: None,
            error: None,
            visits: Some(cells.map_or(0, |cells| cells.visits(at))),
        };
        ActionValues { entries: actions.iter().zip(probabilities).enumerate().map(entry).collect() }
    }
}

/// The average strategy learned so far; uniform where no walk has come.
impl<G: StateHistory + Worlds> Strategy<G> for OnlineSampling<'_, G>
where
    G::State: Sync,
{
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        match self.memory.find(info_set) {
            Some(cells) => cells.average(out),
            None => even(legal.len(), out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judges;
    use crate::tree::{GameTree, Policy};
    use hinterhand_engine::games::{Kinderschnapsen, Kuhn, Leduc};
    use hinterhand_engine::{Contest, ContestRules, Turn};

    /// The strategy that a search has learned for the whole game.
    fn learned<G: StateHistory + Worlds>(search: &OnlineSampling<'_, G>, tree: &GameTree<G>) -> Policy {
        let mut weights = vec![0.0; tree.tree().slot_count()];
        let mut shares = Vec::new();
        for (number, set) in tree.tree().sets().iter().enumerate() {
            match search.memory.find(tree.info_set(crate::tree::SetId::new(number))) {
                Some(cells) => cells.average(&mut shares),
                None => even(set.slots().len(), &mut shares),
            }
            weights[set.slots()].copy_from_slice(&shares);
        }
        Policy::from_weights(tree.tree(), weights)
    }

    /// Asks a search about a decision of a random game, the `nth` one on the way.
    fn ask<G: StateHistory + Worlds>(
        search: &mut OnlineSampling<'_, G>,
        nth: usize,
        steps: u64,
    ) -> ActionValues<G::Action> {
        let (game, mut rng) = (search.game, Rng::new(5, 0));
        let (mut state, mut met) = (game.start(), 0);
        loop {
            match game.turn(&state) {
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Over => panic!("the game is over before"),
                Turn::Player(player) => {
                    let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                    if met == nth {
                        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
                        let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                        search.turn_to(&view, &mut Rng::new(5, 1));
                        search.step(steps);
                        return search.action_values();
                    }
                    met += 1;
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
        }
    }

    /// Whatever the target, with time the table comes to an equilibrium of the whole game: exploitability
    /// falls below a bound that uniform play (0.46) is far from.
    #[test]
    fn walks_to_a_target_do_not_bend_the_game() {
        let kuhn = Kuhn::default();
        let tree = GameTree::compile(&kuhn, 1_000).unwrap();
        for (nth, targeting) in
            [(0, Targeting::InformationSet), (1, Targeting::InformationSet), (1, Targeting::PublicState)]
        {
            let options = OnlineOptions { targeting, delta: 0.5, ..OnlineOptions::default() };
            let mut search = OnlineSampling::new(&kuhn, options);
            ask(&mut search, nth, 400_000);
            let found = judges::exploitability(tree.tree(), &learned(&search, &tree)).average();
            assert!(found < 0.02, "{nth} {targeting:?} {found}");
        }
    }

    #[test]
    fn steps_may_be_divided() {
        let game = Kinderschnapsen::default();
        let mut whole = OnlineSampling::new(&game, OnlineOptions::default());
        let action_values = ask(&mut whole, 3, 700);
        let mut parts = OnlineSampling::new(&game, OnlineOptions::default());
        ask(&mut parts, 3, 200);
        parts.step(500);
        assert_eq!(parts.action_values(), action_values);
    }

    #[test]
    fn a_full_table_is_not_exceeded() {
        let game = Kinderschnapsen::default();
        let options = OnlineOptions { memory: 100_000, ..OnlineOptions::default() };
        let mut search = OnlineSampling::new(&game, options);
        ask(&mut search, 0, 10_000);
        let sets = search.set_count();
        search.step(10_000);
        assert!(sets > 100 && search.set_count() == sets, "{sets}");
    }

    #[test]
    fn a_target_that_is_too_large_is_left_out() {
        let game = Leduc::default();
        let options = OnlineOptions { worlds: 2, ..OnlineOptions::default() };
        let mut search = OnlineSampling::new(&game, options);
        let action_values = ask(&mut search, 2, 1_000);
        assert!(search.target.is_none());
        assert!(action_values.entries.iter().all(|entry| entry.visits.is_some()));
    }
}
