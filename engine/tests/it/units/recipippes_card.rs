//! The thirty-six basic cards of the Decktet, and sets of them as bits.

use hinterhand_engine::games::recipippes::{Card, CardSet};

#[test]
fn every_suit_is_on_ten_cards() {
    for suit in 0..6 {
        assert_eq!(CardSet::ALL.iter().filter(|card| card.suits() >> suit & 1 != 0).count(), 10);
    }
}

#[test]
fn cards_are_in_the_order_of_their_ranks_and_suits() {
    let key = |card: Card| {
        let suits: Vec<usize> = (0..6).filter(|suit| card.suits() >> suit & 1 != 0).collect();
        (card.value(), suits)
    };
    let cards: Vec<Card> = CardSet::ALL.iter().collect();
    assert!(cards.is_sorted_by(|&a, &b| key(a) < key(b)));
    assert_eq!(cards.iter().map(|card| usize::from(card.value())).sum::<usize>(), 6 + 3 * 44 + 60);
}

#[test]
fn every_card_reads_what_it_writes() {
    for card in CardSet::ALL.iter() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    for wrong in ["", "A", "XX", "2KM", "2MS", "1M", "AMS", "am", "PMSL", "9W"] {
        assert!(wrong.parse::<Card>().is_err(), "{wrong}");
    }
}
