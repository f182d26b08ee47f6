//! How a simulated game goes on to its end.

use hinterhand_engine::{Directed, Game, Player, Rng, playout};

/// A way to bring a game to an end and say what all players have won by then.
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

/// What all players have won in a game that is over.
pub(super) fn settle<G: Game>(game: &G, state: &G::State, payoffs: &mut [f64]) {
    for (player, payoff) in Player::all(game.players()).zip(payoffs) {
        *payoff = game.payoff(state, player);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::SixtySix;

    #[test]
    fn a_rollout_ends_with_what_was_won() {
        let game = SixtySix::default();
        let rollouts: [&dyn Rollout<SixtySix>; 2] = [&Random, &ByDirected];
        for rollout in rollouts {
            let (mut state, mut rng, mut payoffs) = (game.start(), Rng::new(1, 0), [0.0; 2]);
            rollout.roll_out(&game, &mut state, &mut rng, &mut payoffs);
            assert!(payoffs[0] != 0.0 && payoffs[0] == -payoffs[1], "{payoffs:?}");
            assert_eq!(game.payoff(&state, Player::FIRST), payoffs[0]);
        }
    }
}
