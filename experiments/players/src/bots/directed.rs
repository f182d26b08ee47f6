//! The directed player of a game as a bot.

use std::time::Duration;

use hinterhand_engine::{ActionSet, Directed, Game, Rng, View};
use hinterhand_solvers::search::Counsel;

use super::think::unthought;
use super::{Thinker, Thought};

/// The directed player of a game: what it goes by, and how it chooses.
pub struct DirectedPlayer<G: Game> {
    /// Its rule, in one sentence.
    pub rule: &'static str,
    /// Its choice at a position, of which it makes use only as far as the player to move knows it.
    pub choose: fn(&G, &G::State, &G::Legal, &mut Rng) -> G::Action,
}

impl<G: Directed> DirectedPlayer<G> {
    /// The one that the engine has.
    pub const OF_THE_GAME: DirectedPlayer<G> = DirectedPlayer { rule: G::RULE, choose: G::directed };
}

/// Goes by the rule of the directed player. It is not shown the position but one that fits what it sees, in which
/// the rule has nothing else to go by either.
pub(super) struct ByDirection<'g, G: Game> {
    pub(super) game: &'g G,
    pub(super) player: DirectedPlayer<G>,
}

impl<G: Game> Thinker<G> for ByDirection<'_, G> {
    fn think(&mut self, view: &View<'_, G>, _: Option<Duration>, rng: &mut Rng) -> Thought<G::Action> {
        let fits = self.game.sample(view.info_set, rng);
        let chosen = (self.player.choose)(self.game, &fits, view.legal, rng);
        let sure = |action| (action, f64::from(u8::from(action == chosen)));
        unthought(Counsel::mixed(view.legal.iter().map(sure)))
    }
}

impl<G: Game> Clone for DirectedPlayer<G> {
    fn clone(&self) -> DirectedPlayer<G> {
        *self
    }
}

impl<G: Game> Copy for DirectedPlayer<G> {}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::SixtySix;
    use hinterhand_engine::tricks::Action;
    use hinterhand_engine::{Contest, ContestRules, Player, Turn};

    #[test]
    fn it_stops_with_66_points_and_otherwise_does_anything_else() {
        let game = SixtySix::default();
        let mut bot = ByDirection { game: &game, player: DirectedPlayer::OF_THE_GAME };
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let (mut stopped, mut went_on) = (0, 0);
        for stream in 0..300 {
            let (mut state, mut rng) = (game.start(), Rng::new(5, stream));
            game.deal(&mut state, &mut rng);
            while let Turn::Player(player) = game.turn(&state) {
                let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                let counsel = bot.think(&view, None, &mut rng).counsel;
                let chosen = counsel.moves.iter().find(|weighed| weighed.probability == 1.0);
                let chosen = chosen.expect("it is sure of itself").action;
                if legal.contains(Action::STOP) {
                    let enough = game.points(&state, player) >= SixtySix::TARGET;
                    assert_eq!(chosen == Action::STOP, enough);
                    stopped += u32::from(enough);
                    went_on += u32::from(!enough);
                }
                game.play(&mut state, chosen);
            }
        }
        assert!(stopped > 50 && went_on > 50, "{stopped} {went_on}");
    }
}
