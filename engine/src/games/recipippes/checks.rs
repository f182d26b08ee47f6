//! The invariants of a position, one function for each.

use super::deal::HAND;
use super::position::Phase;
use super::rules::Recipippes;
use super::{CardSet, Court, CourtSet, Position};
use crate::Player;

impl Recipippes {
    pub(super) fn check_position(&self, position: &Position) -> Result<(), String> {
        if !position.is_dealt() {
            return Ok(());
        }
        Self::check_cards(position)?;
        check_courts(position)?;
        self.check_sizes(position)?;
        Self::check_known(position)?;
        self.check_origins(position)?;
        check_table(position)?;
        check_hands(position)
    }

    /// Every basic card is in exactly one place.
    fn check_cards(position: &Position) -> Result<(), String> {
        let mut left = CardSet::ALL;
        let held = position.hands.iter().flat_map(|hand| hand.iter());
        let cards = held.chain(position.deck().lying()).chain(position.discard.iter());
        for card in cards.chain(position.laid.iter()) {
            if !left.contains(card) {
                return Err(format!("{card} is in two places"));
            }
            left.remove(card);
        }
        if left.is_empty() { Ok(()) } else { Err(format!("{left} are lost")) }
    }

    /// Every hand has the size that all players can count.
    fn check_sizes(&self, position: &Position) -> Result<(), String> {
        for player in Player::all(usize::from(self.players)) {
            let (held, size) = (position.hand(player).len(), position.hand_size(player));
            if held != size {
                return Err(format!("{player} holds {held} cards instead of {size}"));
            }
        }
        Ok(())
    }

    /// Cards that all players know to be held are held, and have been shown before.
    fn check_known(position: &Position) -> Result<(), String> {
        let held = position.hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
        let astray = position.known - (held & position.shown[0]);
        if astray.is_empty() { Ok(()) } else { Err(format!("{astray} are known to be held, and are not")) }
    }

    /// Each player drew the cards that it holds or has shown, and none after it showed it; the rest is the
    /// hand it was dealt.
    fn check_origins(&self, position: &Position) -> Result<(), String> {
        for player in Player::all(usize::from(self.players)) {
            for (number, deck) in position.decks.iter().enumerate() {
                let mut had = position.hidden(player, number) | position.shown_by(player, number);
                for (place, card) in deck.drawn_by(player).filter_map(|p| Some((p, deck.card(p)?))) {
                    let late = position.shown[number].contains(card)
                        && position.showings[number][card.index()].drawn() <= place;
                    if !had.contains(card) || late {
                        return Err(format!("{player} cannot have drawn {card}"));
                    }
                    had.remove(card);
                }
                let dealt = if number == 0 { HAND } else { 0 };
                if had.len() != dealt {
                    return Err(format!("{player} had {had}, which it did not draw"));
                }
            }
        }
        Ok(())
    }
}

/// No hand is larger than the hand limit lets it grow: twelve with the draw that begins a turn, one more
/// where that draw is not counted.
fn check_hands(position: &Position) -> Result<(), String> {
    match position.hands.iter().find(|hand| hand.len() > 13) {
        Some(hand) => Err(format!("a hand of {} cards", hand.len())),
        None => Ok(()),
    }
}

/// Every pawn and court is in exactly one place.
fn check_courts(position: &Position) -> Result<(), String> {
    let mut left = CourtSet::ALL;
    let pile: Vec<Court> = position.pile[5 - position.pile_left()..].iter().flatten().copied().collect();
    let captured = position.captured.iter().flat_map(|courts| courts.iter());
    for court in captured.chain(position.display.iter()).chain(pile) {
        if !left.contains(court) {
            return Err(format!("{court} is in two places"));
        }
        left.remove(court);
    }
    if left.is_empty() { Ok(()) } else { Err(format!("{left} are lost")) }
}

/// Cards lie on the table only while a player steals, defends or arranges.
fn check_table(position: &Position) -> Result<(), String> {
    let busy = matches!(position.phase, Phase::Support | Phase::Defend | Phase::Place);
    if busy == position.laid.is_empty() {
        return Err(format!("{:?} with {} on the table", position.phase, position.laid));
    }
    if position.exhaustions > 0 && position.decks[0].left() > 0 {
        return Err("the first deck counts as used up and is not".to_owned());
    }
    Ok(())
}
