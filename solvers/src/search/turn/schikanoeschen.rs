//! Turns of Schikanöschen.

use hinterhand_engine::ActionSet;
use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Actions, Deed, Position, Stack};

use super::TurnGame;

impl TurnGame for Schikanoeschen {
    /// Nothing that could be knocked on, no draws offered or accepted; a knock wherever it is right.
    fn candidates(&self, position: &Position, legal: &Actions, actions: &mut Vec<Action>) {
        actions.clear();
        if position.awaits_action() {
            let sound = |action: &Action| *action != Action::OFFER && self.is_in_order(position, *action);
            actions.extend(legal.iter().filter(sound));
        } else {
            let right = [Action::REVERT, Action::KEEP, Action::LET, Action::DECLINE, Action::KNOCK];
            let first = right.into_iter().find(|&action| legal.contains(action));
            actions.extend(first);
        }
    }

    fn is_gamble(&self, position: &Position, action: Action) -> bool {
        let me = position.active();
        match action.deed() {
            Deed::Flip(stack) => !position.has_seen_top(stack),
            Deed::Shift(from, _) | Deed::Finish(from) | Deed::Joker(from) if from == Stack::side(me) => {
                !position.has_seen_second(from)
            }
            Deed::Word if action == Action::TURN => {
                position.height(Stack::main(me)) > 0 && !position.has_seen_top(Stack::main(me))
            }
            _ => false,
        }
    }

    fn likeness(&self, position: &Position) -> u128 {
        position.likeness()
    }
}
