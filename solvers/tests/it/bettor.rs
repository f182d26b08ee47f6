//! Players of Kuhn poker with a simple rule, as models of others.

use hinterhand_engine::games::{Kuhn, kuhn};
use hinterhand_engine::{ActionSet, Event, Game, Player, Rng, StateHistory, Turn};
use hinterhand_solvers::search::Model;

/// Bets and calls with everything, or with nothing but a king.
#[derive(Clone, Copy)]
pub(crate) enum Bettor {
    Always,
    WithAKing,
}

impl Model<Kuhn> for Bettor {
    fn act(
        &self,
        game: &Kuhn,
        state: &<Kuhn as Game>::State,
        legal: &<Kuhn as Game>::Legal,
        _: &mut Rng,
    ) -> kuhn::Action {
        let Turn::Player(player) = game.turn(state) else { panic!("a player decides") };
        let bets = matches!(self, Bettor::Always) || card(game, state, player) == "K";
        legal.nth(usize::from(bets))
    }

    fn draws(&self) -> u32 {
        1
    }
}

/// The card of a player in Kuhn poker.
pub(crate) fn card(game: &Kuhn, state: &<Kuhn as Game>::State, player: Player) -> String {
    let Some((Event::Chance(cards), _)) = game.events(state).first().copied() else {
        panic!("cards are dealt")
    };
    cards[player.index()].to_string()
}
