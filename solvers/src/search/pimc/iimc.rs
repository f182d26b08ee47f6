//! Imperfect information Monte Carlo: play what could be the case to its end by players who see what they may
//! see.
//!
//! Furtak and Buro, "Recursive Monte Carlo search for imperfect information games" (2013). Perfect
//! information Monte Carlo with the open-card value replaced by a playout in which every player acts on its
//! own information set. It is as strong as those players: with [`ByPimc`](super::ByPimc) it is their
//! recursive search.

use hinterhand_engine::{ActionSet, Game, Player, Rng, View, Worlds};

use super::options::Merit;
use super::tally::Tally;
use super::ties::WorldValue;
use super::worlds::Sampler;
use crate::parallel;
use crate::search::{ActionValues, Rollout, Search};

/// Imperfect information Monte Carlo for any number of players. A step is one world, in which the game is
/// played out once after each action, with the same luck.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, View};
/// use hinterhand_solvers::search::{Iimc, Random, Search};
///
/// let game = Kuhn::default();
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut Rng::new(1, 0));
/// let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
/// let (info_set, legal) = (game.info_set(&hand, Player::FIRST), game.legal(&hand));
/// let mut iimc = Iimc::new(&game, Random);
/// iimc.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(1, 1));
/// iimc.step(100);
/// assert_eq!(iimc.action_values().entries.len(), 2);
/// ```
pub struct Iimc<'g, G: Game, R> {
    game: &'g G,
    rollout: R,
    decision: Option<Decision<G>>,
}

struct Decision<G: Game> {
    me: Player,
    legal: G::Legal,
    sampler: Sampler<G>,
    tally: Tally,
}

impl<'g, G: Game, R> Iimc<'g, G, R> {
    /// A search that has not been turned to a decision yet, and plays games out so.
    pub fn new(game: &'g G, rollout: R) -> Iimc<'g, G, R> {
        Iimc { game, rollout, decision: None }
    }
}

impl<G, R> Search<G> for Iimc<'_, G, R>
where
    G: Worlds<State: Send + Sync, Legal: Sync>,
    R: Rollout<G>,
{
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        // Playouts are left to chance, so that even a single world is worth more than one step.
        let sampler = Sampler::new(self.game, view.info_set, 0, rng);
        let me = sampler.mover(self.game);
        let tally = Tally::new((0..view.legal.len()).collect(), Merit::Mean);
        self.decision = Some(Decision { me, legal: view.legal.clone(), sampler, tally });
    }

    fn step(&mut self, steps: u64) -> u64 {
        let Some(decision) = &mut self.decision else { return 0 };
        let worlds = decision.sampler.take(steps);
        let (game, rollout) = (self.game, &self.rollout);
        let (me, legal, sampler) = (decision.me, &decision.legal, &decision.sampler);
        let play = |number: u64| -> Vec<WorldValue> {
            let (world, _, rng) = sampler.world(game, number);
            let mut payoffs = vec![0.0; game.players()];
            let mut value = |action| {
                let (mut state, mut luck) = (world.clone(), rng.clone());
                game.play(&mut state, action);
                rollout.roll_out(game, &mut state, &mut luck, &mut payoffs);
                WorldValue { value: payoffs[me.index()], erring: 0.0 }
            };
            legal.iter().map(&mut value).collect()
        };
        let count = (worlds.end - worlds.start) as usize;
        let found: Vec<Vec<WorldValue>> = parallel::map(count, &|n| play(worlds.start + n as u64));
        found.iter().for_each(|world_values| decision.tally.add(world_values, 1.0));
        worlds.end - worlds.start
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let decision = self.decision.as_ref().expect("it has been turned to a decision");
        decision.tally.action_values(decision.legal.iter(), None)
    }
}
