//! Which cards of a hand cover the suits of a pawn or court.

use super::card::{Card, subsets};

/// R8: sets in which no card could be left out.
pub fn irredundant_covers(target: Card, hand: &[Card]) -> Vec<Vec<Card>> {
    // Each card must bring one of the three suits that no other brings, so more than three are never needed.
    subsets(hand, 3).into_iter().filter(|set| is_irredundant(target, set)).collect()
}

/// R8, `capture_cover=each_relevant`: the suits are covered and each card shows one of them.
pub fn relevant_covers(target: Card, hand: &[Card]) -> Vec<Vec<Card>> {
    let relevant: Vec<Card> = hand.iter().copied().filter(|card| shows_a_suit(target, *card)).collect();
    subsets(&relevant, relevant.len()).into_iter().filter(|set| covers(target, set)).collect()
}

/// R9: irredundant sets which show the suits of the target and no other.
pub fn exact_covers(target: Card, hand: &[Card]) -> Vec<Vec<Card>> {
    irredundant_covers(target, hand).into_iter().filter(|set| has_no_extra_suit(target, set)).collect()
}

fn covers(target: Card, set: &[Card]) -> bool {
    target.suits().chars().all(|suit| set.iter().any(|card| card.suits().contains(suit)))
}

// U covers t, and for no c in U does U without c.
fn is_irredundant(target: Card, set: &[Card]) -> bool {
    covers(target, set)
        && (0..set.len()).all(|left_out| {
            let mut rest = set.to_vec();
            rest.remove(left_out);
            !covers(target, &rest)
        })
}

fn shows_a_suit(target: Card, card: Card) -> bool {
    card.suits().chars().any(|suit| target.suits().contains(suit))
}

fn has_no_extra_suit(target: Card, set: &[Card]) -> bool {
    set.iter().all(|card| card.suits().chars().all(|suit| target.suits().contains(suit)))
}
