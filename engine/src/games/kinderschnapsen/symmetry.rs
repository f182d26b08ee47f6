//! Kinderschnapsen up to the names of its suits.
//!
//! The rules never name a suit: renaming the three suits carries deals to deals, legal actions to legal
//! actions and payoffs to the same payoffs. So two information sets that differ only by such a renaming
//! have the same value, and a strategy for one is a strategy for the other. Trump is always known, which
//! leaves one free choice: which of the two plain suits comes first.

use super::hand::Hand;
use crate::tricks::{Action, Card, CardSet, Deal, InfoSet, Suit, Table, Talon};

/// A renaming of spades, hearts and diamonds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuitMap([Suit; 4]);

impl SuitMap {
    /// The six renamings.
    pub fn all() -> [SuitMap; 6] {
        use Suit::{Clubs as C, Diamonds as D, Hearts as H, Spades as S};
        [[C, S, H, D], [C, S, D, H], [C, H, S, D], [C, H, D, S], [C, D, S, H], [C, D, H, S]].map(SuitMap)
    }

    /// The image of a card.
    #[inline]
    pub fn card(&self, card: Card) -> Card {
        Card::new(card.rank(), self.0[card.suit() as usize])
    }

    /// The image of a set of cards.
    #[inline]
    pub fn cards(&self, cards: CardSet) -> CardSet {
        let suit =
            |suit: Suit| (cards.bits() >> (8 * suit as u32) & 0xff) << (8 * self.0[suit as usize] as u32);
        CardSet::from_bits(Suit::ALL.into_iter().map(suit).fold(0, |bits, suit| bits | suit))
    }

    /// The image of an action.
    pub fn action(&self, action: Action) -> Action {
        action.played().map_or(action, |card| Action::card(self.card(card)))
    }

    /// The image of a deal.
    pub fn deal(&self, deal: &Deal) -> Deal {
        Deal { hands: deal.hands.map(|hand| self.cards(hand)), talon: self.talon(deal.talon) }
    }

    fn talon(&self, talon: Talon) -> Talon {
        let mut renamed = talon;
        for place in 0..6 {
            renamed.put(place, self.card(talon.card(place)));
        }
        renamed
    }

    /// The image of a hand.
    pub fn hand(&self, hand: &Hand) -> Hand {
        let mut renamed = *hand;
        if hand.is_dealt() {
            renamed.log = 0;
            for n in 0..hand.cards_played() {
                renamed.log |= (self.card(hand.card_played(n)).index() as u64) << (5 * n);
            }
            renamed.talon = self.talon(hand.talon);
            renamed.hands = hand.hands.map(|cards| self.cards(cards));
        }
        renamed
    }
}

impl InfoSet<Hand> {
    /// The one information set that stands for this one and all that differ from it by the names of the
    /// suits, and the renaming that leads there: trump is spades, and of the two ways to name the others
    /// it is the one with the smaller key.
    pub fn up_to_suits(&self) -> (InfoSet<Hand>, SuitMap) {
        let trump = self.hand.trump();
        let renamed = |map: SuitMap| (InfoSet { seat: self.seat, hand: map.hand(&self.hand) }, map);
        SuitMap::all()
            .into_iter()
            .filter(|map| !self.hand.is_dealt() || map.0[trump as usize] == Suit::Spades)
            .map(renamed)
            .min_by_key(|(info_set, _)| info_set.key())
            .expect("two renamings lead to trump spades")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::games::Kinderschnapsen;
    use crate::{ActionSet, Game, Player, Rng, Turn};

    /// Every position of some random hands.
    fn positions(hands: u64) -> Vec<Hand> {
        let game = Kinderschnapsen::default();
        let mut positions = Vec::new();
        for stream in 0..hands {
            let mut rng = Rng::new(3, stream);
            let mut hand = game.start();
            positions.push(hand);
            game.deal(&mut hand, &mut rng);
            while let Turn::Player(_) = game.turn(&hand) {
                positions.push(hand);
                let legal = game.legal(&hand);
                let action = legal.nth(rng.below(legal.len() as u32) as usize);
                game.play(&mut hand, action);
            }
            positions.push(hand);
        }
        positions
    }

    #[test]
    fn a_renamed_hand_is_played_and_paid_as_before() {
        let game = Kinderschnapsen::default();
        for hand in positions(200) {
            for map in SuitMap::all() {
                let renamed = map.hand(&hand);
                assert_eq!(game.turn(&renamed), game.turn(&hand));
                match game.turn(&hand) {
                    Turn::Player(_) => {
                        let mut legal: Vec<_> = game.legal(&hand).iter().map(|a| map.action(a)).collect();
                        legal.sort_unstable();
                        assert_eq!(legal, game.legal(&renamed).iter().collect::<Vec<_>>());
                        for action in game.legal(&hand).iter() {
                            let (mut next, mut next_renamed) = (hand, renamed);
                            game.play(&mut next, action);
                            game.play(&mut next_renamed, map.action(action));
                            assert_eq!(map.hand(&next), next_renamed);
                        }
                    }
                    Turn::Over => assert_eq!(
                        game.payoff(&hand, Player::FIRST).to_bits(),
                        game.payoff(&renamed, Player::FIRST).to_bits()
                    ),
                    Turn::Chance => {}
                }
            }
        }
    }

    #[test]
    fn six_names_of_one_information_set_have_one_representative() {
        let game = Kinderschnapsen::default();
        for hand in positions(200) {
            for player in [Player::FIRST, Player::SECOND] {
                let representative = game.info_set(&hand, player).up_to_suits().0;
                for map in SuitMap::all() {
                    let (other, back) = game.info_set(&map.hand(&hand), player).up_to_suits();
                    assert_eq!(other, representative);
                    assert_eq!(back.hand(&map.hand(&game.info_set(&hand, player).hand)), representative.hand);
                }
                assert!(representative.trump_is_spades());
            }
        }
    }

    #[test]
    fn a_key_belongs_to_one_information_set() {
        let game = Kinderschnapsen::default();
        let mut by_key = HashMap::new();
        let mut info_sets = HashSet::new();
        for hand in positions(3_000) {
            for player in [Player::FIRST, Player::SECOND] {
                let info_set = game.info_set(&hand, player);
                info_sets.insert(info_set);
                assert_eq!(*by_key.entry(info_set.key()).or_insert(info_set), info_set);
                assert_eq!(info_set.key() >> 88, 0);
            }
        }
        assert_eq!(by_key.len(), info_sets.len());
    }

    impl InfoSet<Hand> {
        fn trump_is_spades(&self) -> bool {
            !self.hand.is_dealt() || self.hand.trump() == Suit::Spades
        }
    }
}
