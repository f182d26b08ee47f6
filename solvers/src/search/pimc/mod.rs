//! Perfect information Monte Carlo: solve sampled worlds as games with open cards, and take the mean.
//!
//! Levy, "The million pound bridge program" (1989); Ginsberg, "GIB: imperfect information in a
//! computationally challenging game" (JAIR 2001); why it often works, Long, Sturtevant, Buro and Furtak,
//! "Understanding the success of perfect information Monte Carlo sampling" (AAAI 2010). It assumes perfect
//! information after this decision: it neither pays for information nor hides any, and it plans to choose
//! differently in worlds that it will not be able to distinguish (Frank and Basin's *strategy fusion*).

mod iimc;
mod options;
mod plans;
mod players;
mod postponed;
mod tally;
mod ties;
mod worlds;

pub use iimc::Iimc;
pub use options::{Merit, PimcOptions};
pub use players::{ByGreedy, ByPimc};
pub use postponed::{Keep, Postponed, PostponedOptions};
pub use ties::Ties;

use hinterhand_engine::{ActionSet, Game, Player, Rng, View, Worlds};

use crate::parallel;

use self::plans::Plans;
use self::tally::Tally;
use self::ties::WorldValue;
use self::worlds::Sampler;
use super::{ActionValues, Inference, OpenCards, Search};
use crate::search::lent::{Lent, Pool};

/// Perfect information Monte Carlo for a game of two in which one wins what the other loses. A step is one
/// world.
///
/// World `i` comes from a generator of its own and its values are exact, so neither the threads nor the
/// division of the steps into calls decide anything.
///
/// ```
/// use hinterhand_engine::games::SixtySix;
/// use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, View};
/// use hinterhand_solvers::search::{OpenTricks, Pimc, PimcOptions, Search};
///
/// let game = SixtySix { close_min_deck: 12, ..SixtySix::default() };
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut Rng::new(1, 0));
/// game.play(&mut hand, hinterhand_engine::tricks::Action::CLOSE);
/// let contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
/// let (info_set, legal) = (game.info_set(&hand, Player::FIRST), game.legal(&hand));
/// let mut pimc = Pimc::new(&game, OpenTricks::default(), PimcOptions::default());
/// pimc.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(1, 1));
/// assert_eq!(pimc.step(10), 10);
/// assert!(pimc.action_values().entries.iter().all(|entry| entry.visits == Some(10)));
/// ```
pub struct Pimc<'g, G: Game, O> {
    game: &'g G,
    options: PimcOptions,
    solvers: Pool<O>,
    inference: Option<Box<dyn Inference<G> + 'g>>,
    decision: Option<Decision<G>>,
}

/// The decision at hand.
struct Decision<G: Game> {
    me: Player,
    legal: G::Legal,
    sampler: Sampler<G>,
    plans: Option<Plans<G>>,
    tally: Tally,
}

/// The number of worlds in which it is checked whether the player learns something between two decisions.
const PROBES: u64 = 8;

impl<'g, G: Game, O> Pimc<'g, G, O> {
    /// A search that has not been turned to a decision yet.
    ///
    /// # Panics
    ///
    /// If the game is not one of two.
    pub fn new(game: &'g G, solver: O, options: PimcOptions) -> Pimc<'g, G, O> {
        assert_eq!(game.players(), 2, "open cards are solved for two players");
        Pimc { game, options, solvers: Pool::new(solver), inference: None, decision: None }
    }

    /// Weights worlds by the likelihood of the actions of the opponent. Without it all worlds that fit count
    /// alike.
    #[must_use]
    pub fn inferring(mut self, inference: Box<dyn Inference<G> + 'g>) -> Pimc<'g, G, O> {
        self.inference = Some(inference);
        self
    }
}

impl<G, O> Search<G> for Pimc<'_, G, O>
where
    G: Worlds<State: Send + Sync, Legal: Sync>,
    O: OpenCards<G> + Clone + Send + Sync,
{
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let sampler = Sampler::new(self.game, view.info_set, self.options.list, rng);
        let me = sampler.mover(self.game);
        let plans = self.options.plans.then(|| {
            let probes = sampler.listed().map_or(PROBES, |worlds| PROBES.min(worlds as u64));
            let worlds: Vec<G::State> =
                (0..probes).map(|number| sampler.world(self.game, number).0).collect();
            Plans::new(self.game, &worlds, me)
        });
        let ways = plans.as_ref().map_or_else(|| (0..view.legal.len()).collect(), Plans::first);
        let tally = Tally::new(ways, self.options.merit);
        self.decision = Some(Decision { me, legal: view.legal.clone(), sampler, plans, tally });
    }

    fn step(&mut self, steps: u64) -> u64 {
        let Some(decision) = &mut self.decision else { return 0 };
        let worlds = decision.sampler.take(steps);
        let (game, ties, solvers) = (self.game, self.options.ties, &self.solvers);
        let (me, legal, sampler) = (decision.me, &decision.legal, &decision.sampler);
        let (inference, plans) = (self.inference.as_deref(), decision.plans.as_ref());
        let look = |solver: &mut Lent<'_, O>, number: u64| {
            let (world, weight, mut rng) = sampler.world(game, number);
            let weight = weight * inference.map_or(1.0, |inference| inference.likelihood(game, &world, me));
            let world_values = match plans {
                Some(plans) => plans.world_values(game, solver.solver(), &world, me, ties, &mut rng),
                None => ties::world_values(game, solver.solver(), &world, me, legal, ties, &mut rng),
            };
            (world_values, weight)
        };
        let count = (worlds.end - worlds.start) as usize;
        let found: Vec<(Vec<WorldValue>, f64)> =
            parallel::map_with(count, &|| Lent::new(solvers), &|solver, n| {
                look(solver, worlds.start + n as u64)
            });
        // Added up in the order of the worlds, whichever thread was first.
        found.iter().for_each(|(world_values, weight)| decision.tally.add(world_values, *weight));
        worlds.end - worlds.start
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let decision = self.decision.as_ref().expect("it has been turned to a decision");
        decision.tally.action_values(decision.legal.iter(), decision.sampler.listed())
    }
}
