//! Inference from the actions of others: the likelihood of their actions in a world, by a model of how they
//! play.
//!
//! Opponent modelling by Bayes' rule, as in Buro, Long, Furtak and Sturtevant, "Improving state evaluation,
//! inference, and search in trick-based card games" (IJCAI 2009), with a stated rule in place of a learned
//! table. A wrong model misleads: the share of errors limits its weight.

use hinterhand_engine::{ActionSet, Directed, Game, Player, Rng, StateHistory, Turn};

use super::Greedy;

/// The likelihood of the actions of the others in a world.
pub trait Inference<G: Game>: Send + Sync {
    /// The probability that all players but `me` have done what they did if `world` is the case, as far as it
    /// depends on them; never 0.
    fn likelihood(&self, game: &G, world: &G::State, me: Player) -> f64;
}

/// A model of how others play: it acts in their place. It must go by what the player to move knows.
pub trait Model<G: Game>: Send + Sync {
    /// Returns the action of the model for the player to move at `state`, with these `legal` actions.
    fn act(&self, game: &G, state: &G::State, legal: &G::Legal, rng: &mut Rng) -> G::Action;

    /// The number of queries at a decision to estimate the probabilities of the actions: one for a
    /// deterministic player.
    fn draws(&self) -> u32;
}

/// The others play by a model, but for a share of errors: at each decision they take any legal action, each
/// equally likely, with probability `error`, and else that of the model. So an action that the model does not
/// take has the probability `error / n` among `n` legal ones.
///
/// It is for games in which every action is seen by all: only then has a sampled world not been made less
/// likely by the chance of its hidden actions already.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ByModel<M> {
    model: M,
    error: f64,
}

impl<M> ByModel<M> {
    /// With this share of errors.
    ///
    /// # Panics
    ///
    /// If it is not above 0 and at most 1.
    pub fn new(model: M, error: f64) -> ByModel<M> {
        assert!(error > 0.0 && error <= 1.0, "without errors no world might explain what was done");
        ByModel { model, error }
    }
}

impl<G: StateHistory, M: Model<G>> Inference<G> for ByModel<M> {
    fn likelihood(&self, game: &G, world: &G::State, me: Player) -> f64 {
        // The model draws alike in all worlds, whatever thread looks at them.
        let mut rng = Rng::new(0, 0);
        let draws = self.model.draws();
        let mut likelihood = 1.0;
        for (then, action) in game.decisions(world) {
            if game.turn(&then) != Turn::Player(me) {
                let legal = game.legal(&then);
                let hits =
                    (0..draws).filter(|_| self.model.act(game, &then, &legal, &mut rng) == action).count();
                let share = hits as f64 / f64::from(draws);
                likelihood *= (1.0 - self.error) * share + self.error / legal.len() as f64;
            }
        }
        likelihood
    }
}

/// The others play by a simple rule in which nothing is left to chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GreedyModel<P>(pub P);

impl<G: Game, P: Greedy<G> + Send> Model<G> for GreedyModel<P> {
    fn act(&self, game: &G, state: &G::State, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        let Turn::Player(player) = game.turn(state) else { unreachable!("only players act") };
        self.0.choose(game, &game.info_set(state, player), legal, rng)
    }

    fn draws(&self) -> u32 {
        1
    }
}

/// The others play as the directed player of the game does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DirectedModel;

impl<G: Directed> Model<G> for DirectedModel {
    fn act(&self, game: &G, state: &G::State, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        game.directed(state, legal, rng)
    }

    /// Its probabilities are known to a few hundredths.
    fn draws(&self) -> u32 {
        64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::greedy::TrickGames;
    use hinterhand_engine::games::SixtySix;

    /// By the model's own play all is explained but for errors, and what it does not do makes a world less
    /// likely.
    #[test]
    fn what_the_model_does_is_likely() {
        let game = SixtySix::default();
        let inference = ByModel::new(GreedyModel(TrickGames), 0.1);
        let rng = &mut Rng::new(5, 0);
        let mut hand = game.start();
        game.deal(&mut hand, rng);
        let mut expected = 1.0;
        for n in 0..12 {
            let Turn::Player(player) = game.turn(&hand) else { break };
            let legal = game.legal(&hand);
            let model = TrickGames.choose(&game, &game.info_set(&hand, player), &legal, rng);
            let other = legal.iter().find(|&action| action != model && action.played().is_some());
            let action = if n % 3 == 2 { other.unwrap_or(model) } else { model };
            if player == Player::SECOND {
                expected *= 0.1 / legal.len() as f64 + if action == model { 0.9 } else { 0.0 };
            }
            game.play(&mut hand, action);
        }
        let found = inference.likelihood(&game, &hand, Player::FIRST);
        assert!((found - expected).abs() < 1e-12 && found < 0.5, "{found} {expected}");
    }
}
