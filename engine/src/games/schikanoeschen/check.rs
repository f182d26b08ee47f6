//! The invariants of a position, one function for each.

use super::card::{Card, Open, PIECES, Piece};
use super::key::Key;
use super::position::{Phase, Position};
use super::stack::Stack;
use crate::Player;

impl Position {
    /// Every card lies in exactly one place.
    pub(super) fn check_cards(&self) -> Result<(), String> {
        let mut times = [0; PIECES];
        for stack in (0..Stack::COUNT).map(Stack::from_index) {
            for piece in self.pieces(stack).take(PIECES + 1) {
                times[piece.index()] += 1;
            }
        }
        match times.iter().position(|&times| times != 1) {
            Some(place) => Err(format!("card {place} of the deal lies in {} places", times[place])),
            None => Ok(()),
        }
    }

    /// Both decks are whole.
    pub(super) fn check_faces(&self) -> Result<(), String> {
        for (player, deck) in self.deal().decks.iter().enumerate() {
            for card in (0..Card::COUNT).map(Card::from_index) {
                let found = deck.iter().filter(|&&other| other == card).count();
                if found != card.copies() {
                    return Err(format!("deck {player} has {found} times {card}"));
                }
            }
        }
        Ok(())
    }

    /// Heights, face-down cards and open cards are what the stacks show; no side stack is closed.
    pub(super) fn check_stacks(&self) -> Result<(), String> {
        for stack in Stack::places() {
            let found = self.pieces(stack).count();
            if found != self.height(stack) {
                return Err(format!("{stack} has {found} cards, not {}", self.height(stack)));
            }
            let down = self.face_down(stack);
            if down > found {
                return Err(format!("{stack} has {down} of {found} cards face down"));
            }
            if stack.index() < Stack::SHOWN {
                let open = match self.cards(stack).next() {
                    None => Open::EMPTY,
                    Some(_) if down == found => Open::DOWN,
                    Some(card) => card.map_or(Open::EMPTY, Open::of),
                };
                if open != self.open(stack) {
                    return Err(format!("{stack} shows {open:?}, not {:?}", self.open(stack)));
                }
            }
        }
        for player in Player::all(2) {
            if self.open(Stack::side(player)) == Open::DOWN {
                return Err(format!("the side stack of {player} was not turned up"));
            }
        }
        Ok(())
    }

    /// Final stacks go up in suit from the ace; only jokers are out of the game.
    pub(super) fn check_finals(&self, same_back: bool) -> Result<(), String> {
        for stack in Stack::finals() {
            let mut cards: Vec<Card> = self.cards(stack).flatten().collect();
            cards.reverse();
            let rising = cards.iter().enumerate().all(|(n, card)| card.value() == Some(n + 1));
            if !rising || cards.iter().any(|card| card.suit() != cards[0].suit()) {
                return Err(format!("a final stack has {cards:?}"));
            }
            let mut decks = self.pieces(stack).map(Piece::deck);
            let first = decks.next();
            if same_back && decks.any(|deck| Some(deck) != first) {
                return Err(format!("the final stack {cards:?} has both backs"));
            }
        }
        match self.cards(Stack::OUT).flatten().find(|&card| card != Card::JOKER) {
            Some(card) => Err(format!("{card} is out of the game")),
            None => Ok(()),
        }
    }

    /// Whatever lies face up, or did, has been seen.
    pub(super) fn check_seen(&self) -> Result<(), String> {
        for stack in (0..Stack::COUNT).map(Stack::from_index) {
            let down = if stack.index() < Stack::PLACES { self.face_down(stack) } else { 0 };
            let up = self.pieces(stack).count() - down;
            if let Some(piece) = self.pieces(stack).take(up).find(|&piece| !self.is_seen(piece)) {
                return Err(format!("card {} of the deal lies open in {stack}, unseen", piece.index()));
            }
        }
        Ok(())
    }

    /// The incrementally updated key equals one computed from scratch.
    pub(super) fn check_key(&self) -> Result<(), String> {
        let key = self.counted().since(Position::dealt(&self.deal()).counted());
        if key == self.key { Ok(()) } else { Err(format!("the key is {:?} instead of {key:?}", self.key)) }
    }

    fn counted(&self) -> Key {
        let mut key = Key::DEALT;
        for stack in Stack::places() {
            let down = self.face_down(stack);
            for (n, piece) in self.pieces(stack).enumerate() {
                let height = self.height(stack) - 1 - n;
                key = key.with(stack, height, self.face(piece).unwrap_or(Card::JOKER), piece);
                if stack.index() < Stack::SHOWN && height < down {
                    key = key.turned_down(stack, height);
                }
            }
        }
        key
    }

    /// There is a card in hand when it has to be put down, and at no other time but when the cap ends the
    /// game.
    pub(super) fn check_hand(&self) -> Result<(), String> {
        let cards = self.pieces(Stack::HAND).count();
        let right = match self.phase {
            Phase::Held => cards == 1,
            Phase::Capped => cards <= 1,
            _ => cards == 0,
        };
        if right { Ok(()) } else { Err(format!("{cards} cards in hand while {:?}", self.phase)) }
    }
}
