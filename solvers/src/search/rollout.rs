//! Rollouts: the continuation of a simulated game to its end.

use hinterhand_engine::{ActionSet, Directed, Game, Player, Rng, Turn, playout, playout_by};

use super::Evaluation;
use crate::strategy::Strategy;

/// A way to bring a game to an end and to return the payoffs of all players.
pub trait Rollout<G: Game>: Sync {
    /// Plays on from `state` and fills `payoffs`, one for each player.
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]);
}

/// Any legal action, each equally likely, to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

/// The directed player in all seats, to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByDirected;

/// A strategy in all seats, to the end of the game. It is called at every decision, so it should be fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guided<S> {
    /// The strategy.
    pub strategy: S,
}

/// A number of uniformly random actions, and then an estimate if the game is not over: for games that random
/// play does not end soon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Truncated<E> {
    /// The maximum number of actions.
    pub plies: u32,
    /// The evaluation that gives the estimate. It is called when a player is to move.
    pub evaluation: E,
}

impl<G: Game> Rollout<G> for Random {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        playout(game, state, rng);
        settle(game, state, payoffs);
    }
}

impl<G: Directed> Rollout<G> for ByDirected {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        game.play_out(state, rng);
        settle(game, state, payoffs);
    }
}

impl<G: Game, S: Strategy<G>> Rollout<G> for Guided<S> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        let mut probabilities = Vec::new();
        playout_by(game, state, rng, |state, legal, rng| {
            let Turn::Player(player) = game.turn(state) else { unreachable!("only players choose") };
            self.strategy.probabilities(&game.info_set(state, player), legal, &mut probabilities);
            legal.nth(rng.weighted(probabilities.iter().copied()))
        });
        settle(game, state, payoffs);
    }
}

impl<G: Game, E: Evaluation<G>> Rollout<G> for Truncated<E> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        let mut left = self.plies;
        loop {
            match game.turn(state) {
                Turn::Over => return settle(game, state, payoffs),
                Turn::Chance => game.deal(state, rng),
                Turn::Player(_) if left == 0 => return self.evaluation.estimate(game, state, payoffs),
                Turn::Player(_) => {
                    let legal = game.legal(state);
                    game.play(state, legal.nth(rng.below(legal.len() as u32) as usize));
                    left -= 1;
                }
            }
        }
    }
}

/// The payoffs of all players in a game that is over.
pub(super) fn settle<G: Game>(game: &G, state: &G::State, payoffs: &mut [f64]) {
    for (player, payoff) in Player::all(game.players()).zip(payoffs) {
        *payoff = game.payoff(state, player);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::Uniform;
    use hinterhand_engine::games::{KlondikeChess, SixtySix};

    #[test]
    fn a_rollout_ends_with_what_was_won() {
        let game = SixtySix::default();
        let guided = Guided { strategy: Uniform };
        let rollouts: [&dyn Rollout<SixtySix>; 3] = [&Random, &ByDirected, &guided];
        for rollout in rollouts {
            let (mut state, mut rng, mut payoffs) = (game.start(), Rng::new(1, 0), [0.0; 2]);
            rollout.roll_out(&game, &mut state, &mut rng, &mut payoffs);
            assert!(payoffs[0] != 0.0 && payoffs[0] == -payoffs[1], "{payoffs:?}");
            assert_eq!(game.payoff(&state, Player::FIRST), payoffs[0]);
        }
    }

    /// An estimate that returns the player to move, and is only called on games that are not over.
    struct Asked;

    impl<G: Game> Evaluation<G> for Asked {
        fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]) {
            let Turn::Player(player) = game.turn(state) else { panic!("no player is to move") };
            payoffs.copy_from_slice(&[1.0 + player.index() as f64, -1.0]);
        }
    }

    #[test]
    fn a_truncated_rollout_stops_in_time() {
        let (game, mut rng, mut payoffs) = (KlondikeChess::default(), Rng::new(1, 0), [0.0; 2]);
        let mut state = game.start();
        let rollout = Truncated { plies: 0, evaluation: Asked };
        rollout.roll_out(&game, &mut state, &mut rng, &mut payoffs);
        let first = payoffs;
        let untouched = format!("{:?}", game.legal(&state).iter().collect::<Vec<_>>());
        rollout.roll_out(&game, &mut state, &mut rng, &mut payoffs);
        assert_eq!(format!("{:?}", game.legal(&state).iter().collect::<Vec<_>>()), untouched);
        assert_eq!(payoffs, first);

        // A hand of Sixty-six has at most some thirty actions, so the estimate is never asked for.
        let game = SixtySix::default();
        let mut state = game.start();
        Truncated { plies: 100, evaluation: Asked }.roll_out(&game, &mut state, &mut rng, &mut payoffs);
        assert_eq!(game.turn(&state), Turn::Over);
        assert_eq!(game.payoff(&state, Player::FIRST), payoffs[0]);
    }
}
