//! Turns of Klondike Chess, of one action each but for the set-up.

use hinterhand_engine::ActionSet;
use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, Legal, Position};

use super::TurnGame;

impl TurnGame for KlondikeChess {
    /// Everything but claiming a draw.
    fn candidates(&self, _: &Position, legal: &Legal, actions: &mut Vec<Action>) {
        actions.clear();
        actions.extend(legal.iter().filter(|&action| action != Action::Claim));
        if actions.is_empty() {
            actions.push(Action::Claim);
        }
    }

    fn is_gamble(&self, _: &Position, action: Action) -> bool {
        matches!(action, Action::Draw | Action::Reshuffle)
    }

    fn likeness(&self, position: &Position) -> u128 {
        position.likeness()
    }
}
