//! Hands played to their end by the rules of thumb, and perfectly once no more cards are drawn.

use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{Game, Player, Rng, Turn};

use super::open_play::{OpenPlay, Worths};
use crate::search::lent::{Lent, Pool};
use crate::search::open::{OpenTricks, TrickGame};
use crate::search::{OpenCards, Rollout};

/// The rules of thumb of the [`Expert`](super::Expert) in both seats as long as cards are drawn, each seeing what it
/// may see; then the solver of open cards. Neither player closes.
#[derive(Debug)]
pub struct ByExpert {
    solvers: Pool<OpenTricks>,
}

impl Default for ByExpert {
    fn default() -> ByExpert {
        ByExpert { solvers: Pool::new(OpenTricks::default()) }
    }
}

impl<G, H: Table> Rollout<G> for ByExpert
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    fn roll_out(&self, game: &G, state: &mut H, rng: &mut Rng, payoffs: &mut [f64]) {
        if game.turn(state) == Turn::Chance {
            game.deal(state, rng);
        }
        let mut lent = Lent::new(&self.solvers);
        let won = rest(game, lent.solver(), *state, Player::FIRST);
        payoffs.copy_from_slice(&[won, -won]);
    }
}

/// The payoff of `player` if both play by the rules until no card is drawn any more and then perfectly.
pub(super) fn rest<G, H: Table>(game: &G, solver: &mut OpenTricks, mut state: H, player: Player) -> f64
where
    G: TrickGame + Game<State = H, InfoSet = InfoSet<H>>,
{
    while let Turn::Player(mover) = game.turn(&state) {
        if !state.is_open() {
            let value = solver.value(game, &state);
            return if mover == player { value } else { -value };
        }
        let legal = game.legal(&state);
        let action = match game.right_claim(&state, legal) {
            Some(claim) => claim,
            None => {
                let info_set = game.info_set(&state, mover);
                OpenPlay::new(game, &info_set, &Worths::CHOSEN).action(legal)
            }
        };
        game.play(&mut state, action);
    }
    game.payoff(&state, player)
}
