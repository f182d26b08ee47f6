//! Schikanöschen: getting rid of cards as soon as one can.

use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Actions, Deed, InfoSet, Position, Stack};
use hinterhand_engine::{ActionSet, Player, Rng};

use super::Greedy;

/// Plays the first action of a priority list that gets rid of a card or turns one up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GreedySchikanoeschen;

impl Greedy<Schikanoeschen> for GreedySchikanoeschen {
    fn rule(&self) -> &'static str {
        "Does the first that it can of: a card to a final stack; turn up a board card; an own card to the \
         opponent's stacks; a joker out of the game; an own card to the board; the only open card off the \
         face-down ones of an own board stack onto another open card; turn over a main card or discard it; \
         end the turn. It overlooks nothing, knocks on everything overlooked, and neither offers nor accepts \
         a draw"
    }

    fn choose(&self, game: &Schikanoeschen, info_set: &InfoSet, legal: &Actions, rng: &mut Rng) -> Action {
        let (me, position) = (info_set.seat(), info_set.position());
        let rank =
            |action| if position.awaits_action() { rank(game, position, me, action) } else { answer(action) };
        let best = legal.iter().map(rank).min().expect("a decision has at least one action");
        let wanted: Vec<Action> = legal.iter().filter(|&action| rank(action) == best).collect();
        wanted[rng.below(wanted.len() as u32) as usize]
    }
}

/// The place of an action on the list.
fn rank(game: &Schikanoeschen, position: &Position, me: Player, action: Action) -> usize {
    let own = |stack| [Stack::HAND, Stack::side(me), Stack::discard(me)].contains(&stack);
    let others = [Stack::side(me.other()), Stack::discard(me.other())];
    if !game.is_in_order(position, action) {
        return 10;
    }
    match action.deed() {
        Deed::Finish(_) => 0,
        Deed::Flip(_) => 1,
        Deed::Shift(from, to) if own(from) && others.contains(&to) => 2,
        Deed::Joker(_) => 3,
        Deed::Shift(from, to) if own(from) && to.is_board() => 4,
        Deed::Shift(from, to) if bares(position, me, from) && position.open_card(to).is_some() => 5,
        Deed::Shift(Stack::HAND, _) => 6,
        Deed::Word if action == Action::TURN => 6,
        Deed::Word if action == Action::END => 7,
        Deed::Word => 9,
        Deed::Shift(..) => 8,
    }
}

/// Whether the only open card of this stack lies on face-down ones of `me`.
fn bares(position: &Position, me: Player, from: Stack) -> bool {
    let covers = |down| down > 0 && position.height(from) == down + 1;
    (0..4).any(|column| from == Stack::board(me, column)) && covers(position.face_down(from))
}

/// The place of an answer: it is known whether there is something to knock on, since only then one may wait,
/// or take back or keep what was done.
fn answer(action: Action) -> usize {
    match action {
        Action::REVERT => 0,
        Action::KEEP => 1,
        // A player that can let a correct action pass cannot wait, and knocks wrongly.
        Action::LET => 2,
        Action::DECLINE => 3,
        Action::KNOCK => 4,
        _ => 5,
    }
}
