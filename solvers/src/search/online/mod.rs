//! Search that converges to an equilibrium with its budget: online outcome sampling (OOS).
//!
//! Lisý, Lanctot and Bowling, "Online Monte Carlo Counterfactual Regret Minimization for Search in Imperfect
//! Information Games" (AAMAS 2015). One table of regrets and average strategies for the whole game is kept
//! from decision to decision of a player. An iteration is a walk of outcome sampling from the start of the
//! game, for one player and then for the other. With probability `delta` it is drawn to the *target*: all
//! histories that the player cannot distinguish from the true one at the decision at hand, or all that are
//! consistent with what is common knowledge. Otherwise it goes anywhere, so that what the opponents might
//! have done elsewhere is learned too.
//!
//! As in the paper:
//!
//! * A walk that is drawn takes only events and actions after which the target can still be reached, in the
//!   proportions of chance and of the strategies. Every walk, drawn or not, is weighted by one over
//!   `delta * s1 + (1 - delta) * s2`, where `s1` and `s2` are the probabilities of sampling it if it is drawn
//!   and if it is not; `s1` is 0 once it has left the way to the target.
//! * The player who learns explores with `epsilon`; the others play their strategies: regret matching with a
//!   little (`gamma`, here `mixing`) of all actions.
//! * Regrets are learned at the decisions of the player whose walk it is, average strategies at those of the
//!   others.
//! * A walk adds at most one information set to the table. There, and after it, all play uniformly, even if
//!   the walk was drawn.
//! * Walks to a new target weigh more than those before ([`Restart`]).
//!
//! Where the paper leaves room, or we depart:
//!
//! * The weight `w_T`. In words, and in an example, a walk that reaches the decision should count there as
//!   much as those before it: `w_T` is the probability of reaching it with the target over that without. The
//!   formula that is printed, `1 / w_T = (1 - delta) + delta * P(information set) / P(target)`, is something
//!   else, and always 1 if the target is the information set. We follow the words; [`Restart::Printed`] is
//!   the formula.
//! * The paper calls the walks of both players together one iteration. Here each walk counts.
//! * The target is a list of histories. One with more than [`OnlineOptions::worlds`] is replaced by a smaller
//!   one, at last by a random sample of the information set. Weights are right for whatever the list is.
//! * The paper's public subgame has the same *public actions*; ours is what follows from common knowledge. In
//!   poker and liar's dice this is the same. In goofspiel no action is public, so that the paper has no
//!   subgame, while in ours all know who won the prizes.
//! * With more than two players the average strategies are weighted as if there were two.
//!
//! Weights are right on average wherever walks go, and with time the table of a game of two comes to an
//! equilibrium of the whole game. What is played is only as good as the time at this decision and before:
//! what was played earlier is not taken back, so the players of different decisions need not belong to one
//! equilibrium (it is locally, not globally consistent: Šustr et al. 2020). The weights of single walks are
//! products over all decisions of the player who learns, and vary as much: in long games with little time
//! other searches play better.

mod memory;
mod options;
mod target;
#[cfg(test)]
mod tests;
mod walk;

pub use options::{OnlineOptions, Restart, Targeting};

use hinterhand_engine::{ActionSet, Game, Player, Rng, StateHistory, View, Worlds};

use self::memory::Memory;
use self::target::Target;
use self::walk::{Scratch, Walk};
use super::{ActionValue, ActionValues, Search};
use crate::strategy::Strategy;

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
    /// The weight of walks to it.
    weight: f64,
    at: Option<(G::InfoSet, Vec<G::Action>)>,
    scratch: Scratch,
    seed: u64,
    iteration: u64,
}

impl<'g, G: StateHistory + Worlds> OnlineSampling<'g, G> {
    /// A search that knows nothing yet.
    pub fn new(game: &'g G, options: OnlineOptions) -> OnlineSampling<'g, G> {
        let memory = Memory::new(options.memory);
        let scratch = Scratch::default();
        OnlineSampling {
            game,
            options,
            memory,
            target: None,
            weight: 1.0,
            at: None,
            scratch,
            seed: 0,
            iteration: 0,
        }
    }

    /// The number of information sets in the table.
    pub fn set_count(&self) -> usize {
        self.memory.set_count()
    }

    /// The weight of walks to the target of the decision with this information set; see [`Restart`].
    fn weight_of(&self, info_set: &G::InfoSet) -> f64 {
        let (Some(target), delta) = (&self.target, self.options.delta) else { return 1.0 };
        if self.options.restart == Restart::Off {
            return 1.0;
        }
        let reach = target.reach(self.game, info_set, &self.memory);
        if reach.target <= 0.0 {
            // Only without mixing: nobody would come here, and nothing is learned.
            return 1.0;
        }
        match self.options.restart {
            Restart::Reach => 1.0 - delta + delta / reach.target,
            Restart::Printed => 1.0 / (1.0 - delta + delta * reach.info_set / reach.target),
            Restart::Off => 1.0,
        }
    }
}

impl<G: StateHistory + Worlds> Search<G> for OnlineSampling<'_, G> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.seed = rng.bits();
        self.iteration = 0;
        // The walks have the streams from 0 on.
        let mut rng = Rng::new(self.seed, u64::MAX);
        self.target = Target::of(self.game, view.info_set, &self.options, &mut rng);
        self.weight = self.weight_of(view.info_set);
        self.at = Some((view.info_set.clone(), view.legal.iter().collect()));
    }

    fn step(&mut self, steps: u64) -> u64 {
        let players = self.game.players() as u64;
        for _ in 0..steps {
            let mut walk = Walk {
                game: self.game,
                options: &self.options,
                target: self.target.as_ref(),
                weight: self.weight,
                player: Player::new((self.iteration % players) as usize),
                rng: Rng::new(self.seed, self.iteration),
                memory: &mut self.memory,
                scratch: &mut self.scratch,
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
        self.memory.average(info_set, actions.len(), &mut probabilities);
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
        self.memory.average(info_set, legal.len(), out);
    }
}
