//! A quick player for simulated turns: the first of a list of things to do.

use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Actions, Deed, Position, Stack};
use hinterhand_engine::{ActionSet, Player, Rng};

use crate::search::rules::Rules;

/// The player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quick;

impl Rules<Schikanoeschen> for Quick {
    fn choose(
        &self,
        game: &Schikanoeschen,
        position: &Position,
        player: Player,
        legal: &Actions,
        _: &mut Rng,
    ) -> Action {
        if let Some(answer) = answer(position, legal) {
            return answer;
        }
        let rank = |action: &Action| rank(game, position, player, *action);
        legal.iter().min_by_key(rank).expect("a decision has at least one action")
    }
}

/// The answer of a player that is asked for one: it knocks where that is right, and declines a draw. A player may
/// only wait, keep or revert where something was overlooked.
pub(super) fn answer(position: &Position, legal: &Actions) -> Option<Action> {
    if position.awaits_action() {
        return None;
    }
    let right = [Action::REVERT, Action::KEEP, Action::LET, Action::DECLINE, Action::KNOCK];
    right.into_iter().find(|&action| legal.contains(action))
}

/// The place of an action on the list.
fn rank(game: &Schikanoeschen, position: &Position, me: Player, action: Action) -> usize {
    let own = |stack| [Stack::HAND, Stack::side(me), Stack::discard(me)].contains(&stack);
    let others = [Stack::side(me.other()), Stack::discard(me.other())];
    if !game.is_in_order(position, action) {
        return 20;
    }
    match action.deed() {
        Deed::Finish(_) => 0,
        Deed::Shift(from, to) if own(from) && others.contains(&to) => 1,
        Deed::Joker(from) if own(from) => 2,
        Deed::Shift(_, to) if others.contains(&to) => 3,
        // An open card of the other's that covers nothing any more makes room.
        Deed::Shift(from, to) if own(from) && to.is_board() => match position.open_card(to) {
            Some(_) => 4,
            None if covers(position, me.other(), to) => 5,
            None if position.height(to) == 0 => 6,
            None => 8,
        },
        Deed::Flip(_) => 7,
        Deed::Joker(_) => 9,
        Deed::Shift(from, to) if bares(position, me, from) && position.open_card(to).is_some() => 10,
        Deed::Word if action == Action::TURN => 11,
        Deed::Shift(Stack::HAND, _) => 11,
        Deed::Word if action == Action::END => 12,
        Deed::Shift(..) => 13,
        Deed::Word => 14,
    }
}

/// Whether a card put on this stack covers face-down cards of `player`.
fn covers(position: &Position, player: Player, stack: Stack) -> bool {
    (0..4).any(|column| stack == Stack::board(player, column)) && position.face_down(stack) > 0
}

/// Whether the only open card of this stack lies on face-down ones of `me`.
fn bares(position: &Position, me: Player, from: Stack) -> bool {
    let alone = |down| down > 0 && position.height(from) == down + 1;
    (0..4).any(|column| from == Stack::board(me, column)) && alone(position.face_down(from))
}
