//! Stacks of face-up cards: rows of consecutive values, the low end first.

use super::card::Card;

/// The card joins below the low end: the next value is that of the low end, and the colours alternate.
pub fn fits_low(stack: &[Card], card: Card) -> bool {
    card.next_value() == stack[0].value && card.colour() != stack[0].colour()
}

/// The card joins above the high end.
pub fn fits_high(stack: &[Card], card: Card) -> bool {
    let high = stack[stack.len() - 1];
    high.next_value() == card.value && card.colour() != high.colour()
}

/// Ring: a stack of exactly 13, 26, 39 or 52 cards.
pub fn is_ring(stack: &[Card]) -> bool {
    !stack.is_empty() && stack.len().is_multiple_of(13)
}

/// Ring: what remains begins with the card after the removed one and runs cyclically to the one before it.
pub fn ring_without(ring: &[Card], card: Card) -> Vec<Card> {
    let place = ring.iter().position(|held| *held == card).expect("the card is in the ring");
    [&ring[place + 1..], &ring[..place]].concat()
}

/// "Mine": contains at least one card of my colour.
pub fn is_mine(stack: &[Card], player: usize) -> bool {
    stack.iter().any(|card| card.colour() == player)
}
