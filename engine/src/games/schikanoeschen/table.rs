//! Features of the table and of an action, for evaluations and planners of turns.

use super::action::{Action, FINAL_ROW, FLIP_ROW, JOKER_ROW};
use super::card::Card;
use super::legal::Fault;
use super::position::{Phase, Position};
use super::rules::{KnockMode, Schikanoeschen};
use super::stack::Stack;

/// The effect of an action on the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The top card of the first stack, or the card in hand, goes to the second, which is not final.
    Shift(Stack, Stack),
    /// It goes to a final stack.
    Finish(Stack),
    /// It is a joker and leaves the game.
    Joker(Stack),
    /// A card of the own board is turned up.
    Flip(Stack),
    /// A main card is turned over, or a player makes a declaration.
    Word,
}

impl Action {
    /// Its effect.
    #[inline]
    pub fn deed(self) -> Deed {
        match self.row() {
            row @ 0..FINAL_ROW => Deed::Shift(self.source(), Stack::from_index(row)),
            FINAL_ROW => Deed::Finish(self.source()),
            JOKER_ROW => Deed::Joker(self.source()),
            FLIP_ROW => Deed::Flip(self.source()),
            _ => Deed::Word,
        }
    }
}

impl Position {
    /// The card that lies open on a board, side or discard stack, if one does.
    #[inline]
    pub fn open_card(&self, stack: Stack) -> Option<Card> {
        self.open(stack).card()
    }

    /// The number of times that a turn of the active player has started from here, this time included, as far
    /// as it can happen again.
    pub fn occurrences(&self) -> usize {
        self.past.occurrences(self.key.of_turn(self.active()))
    }

    /// Whether the top card of a stack has been seen, though it may lie face down.
    #[inline]
    pub fn has_seen_top(&self, stack: Stack) -> bool {
        self.height(stack) > 0 && self.is_seen(self.top(stack))
    }

    /// Whether the card under the top card of a stack has been seen, or there is none.
    #[inline]
    pub fn has_seen_second(&self, stack: Stack) -> bool {
        self.pieces(stack).nth(1).is_none_or(|piece| self.is_seen(piece))
    }

    /// Whether the active player may act as it likes, with or without a card in hand: no answer is due.
    #[inline]
    pub fn awaits_action(&self) -> bool {
        matches!(self.phase, Phase::Act | Phase::Held)
    }

    /// A hash of the cards with their stacks, of the card in hand and of the player to move. It depends on
    /// hidden cards once they have moved.
    pub fn likeness(&self) -> u128 {
        let held = self.held().map_or(0, |card| 1 + card.index() as u128);
        let (high, low) = self.key.of_turn(self.active()).halves();
        (u128::from(high) << 64 | u128::from(low)) ^ held << 64 ^ held
    }
}

impl Schikanoeschen {
    /// Whether no knock is possible because of this action of the active player.
    pub fn is_in_order(&self, position: &Position, action: Action) -> bool {
        match position.phase {
            _ if self.knock_mode == KnockMode::Off => true,
            Phase::Act if action != Action::OFFER => self.obligation(position).fault(action) == Fault::None,
            Phase::Held => action.row() == FINAL_ROW || !self.held_fits(position),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::*;
    use crate::{ActionSet, Game, Player};

    #[test]
    fn deeds_tell_sources_and_targets() {
        let (hand, own) = (Stack::HAND, Stack::board(Player::FIRST, 2));
        assert_eq!(Action::shift(hand, own).deed(), Deed::Shift(hand, own));
        assert_eq!(Action::shift(own, Stack::last(3)).deed(), Deed::Finish(own));
        assert_eq!(Action::joker(hand).deed(), Deed::Joker(hand));
        assert_eq!(Action::flip(own).deed(), Deed::Flip(own));
        assert_eq!(Action::TURN.deed(), Deed::Word);
    }

    #[test]
    fn what_is_legal_and_out_of_order_can_be_knocked_on() {
        let scene = Scene::new(Schikanoeschen::default(), "A0:KC B0:2S D:AS E0:8C F0:7H C1:KH");
        let legal = scene.game.legal(&scene.position);
        let in_order: Vec<String> = legal
            .iter()
            .filter(|&action| scene.game.is_in_order(&scene.position, action))
            .map(|action| action.to_string())
            .collect();
        assert_eq!(in_order, ["B0>D"]);
        assert!(legal.len() > 1);
    }

    #[test]
    fn likeness_sees_the_hand_and_forgets_the_way() {
        let mut scene = Scene::new(Schikanoeschen::default(), "A0:3C,9D E0:8C F0:7H C1:KH");
        let start = scene.position.likeness();
        scene.play("turn");
        assert_ne!(scene.position.likeness(), start);
        let scene = |words| {
            let mut scene = Scene::new(Schikanoeschen::default(), "A0:3C,9D E0:8C F0:7H C1:KH");
            scene.play(words);
            scene.position.likeness()
        };
        assert_eq!(scene("F0>E0 E0>G0"), scene("F0>G0"));
        assert_ne!(scene("F0>E0"), scene("F0>G0"));
    }
}
