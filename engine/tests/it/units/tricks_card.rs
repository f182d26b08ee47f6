//! The cards of the trick-taking games: 32 of them, four suits of eight ranks in order of strength.

use hinterhand_engine::tricks::{Card, Rank, Suit};

#[test]
fn every_card_reads_what_it_writes() {
    for index in 0..32 {
        let card = Card::from_index(index);
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(format!("{card:#}").parse(), Ok(card));
    }
    assert_eq!("10D".parse(), Ok(Card::new(Rank::Ten, Suit::Diamonds)));
    for wrong in ["", "Q", "QX", "qs", "QSS", "1S", "100S", "3S", "♠", "Q S", "10"] {
        assert!(wrong.parse::<Card>().is_err(), "{wrong}");
    }
}

#[test]
fn stronger_cards_are_of_the_suit() {
    let queen = Card::new(Rank::Queen, Suit::Hearts);
    assert_eq!(queen.stronger().to_string(), "KH,TH,AH");
    assert!(Card::new(Rank::Ace, Suit::Diamonds).stronger().is_empty());
}
