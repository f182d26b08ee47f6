//! Trick games whose cards are laid open late: until the last draw both play by a simple rule, each by what
//! it sees, and only the rest is solved.
//!
//! With open cards a player knows the talon and plays for the cards that it will draw. In worlds solved from
//! the first trick on, the opponent of a search does so too, and leading looks so bad that closing at once
//! looks best. Wisser (2015) makes the same objection to perfect information Monte Carlo, that it
//! overestimates what the opponent will know, and proposes another remedy. Here no player knows the talon as
//! long as cards are drawn from it. The price is that play until then is simple and never closes. The
//! opponent may be modelled by another player until then.

use hinterhand_engine::tricks::Table as _;
use hinterhand_engine::{ActionSet, Digest, Player, Rng, Turn};

use super::trick_game::TrickGame;
use super::tricks::OpenTricks;
use crate::search::greedy::TrickGames;
use crate::search::{Greedy, GreedyModel, Model, OpenCards};

/// Solves the rest of the hand once no more cards are drawn. Until then the greedy player plays, and in the
/// opponent's seat a model, by default the greedy player too.
#[derive(Clone, Debug, Default)]
pub struct LateOpenTricks<M = GreedyModel<TrickGames>> {
    solver: OpenTricks,
    other: M,
}

impl<M> LateOpenTricks<M> {
    /// With this model of the other as long as cards are drawn.
    pub fn against(other: M) -> LateOpenTricks<M> {
        LateOpenTricks { solver: OpenTricks::default(), other }
    }

    /// The payoff of `player` in the rest of the hand.
    fn rest<G: TrickGame>(&mut self, game: &G, mut state: G::State, player: Player) -> f64
    where
        TrickGames: Greedy<G>,
        M: Model<G>,
    {
        // The random choices of a model are a part of the world, so that its values are always the same.
        let world = [Player::FIRST, Player::SECOND].map(|seat| game.info_set(&state, seat));
        let mut rng = Rng::new(Digest::of(&world).bits() as u64, 0);
        while let Turn::Player(mover) = game.turn(&state) {
            if !state.is_open() {
                let best = self.solver.value(game, &state);
                return if mover == player { best } else { -best };
            }
            let legal = game.legal(&state);
            let action = match legal.len() {
                1 => legal.nth(0),
                _ if mover != player => self.other.act(game, &state, &legal, &mut rng),
                _ => TrickGames.choose(game, &game.info_set(&state, mover), &legal, &mut rng),
            };
            game.play(&mut state, action);
        }
        game.payoff(&state, player)
    }
}

impl<G: TrickGame, M: Model<G>> OpenCards<G> for LateOpenTricks<M>
where
    TrickGames: Greedy<G>,
{
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>) {
        if !state.is_open() {
            return self.solver.values(game, state, legal, values);
        }
        let Turn::Player(player) = game.turn(state) else { unreachable!("there is something to decide") };
        values.clear();
        for action in legal.iter() {
            let mut next = *state;
            game.play(&mut next, action);
            values.push(self.rest(game, next, player));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::DirectedModel;
    use hinterhand_engine::Game as _;
    use hinterhand_engine::games::SixtySix;
    use hinterhand_engine::tricks::Action;

    #[test]
    fn what_is_closed_is_solved_and_what_is_open_is_played() {
        let game = SixtySix::default();
        let (mut late, mut open) = (<LateOpenTricks>::default(), OpenTricks::default());
        let (mut values, mut exact) = (Vec::new(), Vec::new());
        let mut differences = 0;
        for stream in 0..20 {
            let mut state = game.start();
            game.deal(&mut state, &mut Rng::new(4, stream));
            let legal = game.legal(&state);
            late.values(&game, &state, &legal, &mut values);
            assert_eq!(values.len(), legal.len());
            for (n, action) in legal.iter().enumerate() {
                let mut next = state;
                game.play(&mut next, action);
                if action == Action::CLOSE {
                    // A player that closes goes on with open cards.
                    let legal = game.legal(&next);
                    open.values(&game, &next, &legal, &mut exact);
                    let best = exact.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    assert_eq!(values[n], best);
                } else if action == Action::STOP {
                    assert_eq!(values[n], game.payoff(&next, Player::FIRST));
                }
            }
            open.values(&game, &state, &legal, &mut exact);
            differences += usize::from(values != exact);
        }
        assert!(differences > 10, "{differences}");
    }
    #[test]
    fn against_another_the_same_world_has_other_values_and_always_the_same() {
        let game = SixtySix::default();
        let (mut by_greedy, mut by_directed) =
            (<LateOpenTricks>::default(), LateOpenTricks::against(DirectedModel));
        let values = |solver: &mut dyn OpenCards<SixtySix>, stream: u64| {
            let mut state = game.start();
            game.deal(&mut state, &mut Rng::new(5, stream));
            let mut values = Vec::new();
            solver.values(&game, &state, &game.legal(&state), &mut values);
            values
        };
        let first: Vec<_> = (0..20).map(|stream| values(&mut by_directed, stream)).collect();
        let others = (0..20).filter(|&stream| values(&mut by_greedy, stream) != first[stream as usize]);
        assert!(others.count() > 10);
        (0..20).rev().for_each(|stream| assert_eq!(values(&mut by_directed, stream), first[stream as usize]));
    }
}
