//! The 13,305,600 deals of Kinderschnapsen by number, and up to suit symmetry.

use super::rules::PACK;
use super::symmetry::SuitMap;
use crate::tricks::{Card, CardSet, Deal, Talon};

/// The deals by number.
///
/// A number is (first hand, second hand, order of the talon) in mixed base 220 x 84 x 720: hands in
/// colexicographic order of the cards that are left, the talon in lexicographic order from its bottom.
///
/// ```
/// use hinterhand_engine::games::kinderschnapsen::Deals;
/// let deal = Deals::get(2_026);
/// assert_eq!(Deals::number(&deal), 2_026);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deals;

impl Deals {
    /// The number of deals: 12! / (3! 3!).
    pub const COUNT: u32 = 13_305_600;
    /// The number up to suit symmetry; each stands for six.
    pub const CLASSES: u32 = Deals::COUNT / 6;

    /// The deal with this number.
    pub fn get(number: u32) -> Deal {
        assert!(number < Deals::COUNT, "there are {} deals", Deals::COUNT);
        let mut left: Vec<Card> = PACK.cards.iter().collect();
        let first = take_subset(number / 720 / 84, &mut left);
        let second = take_subset(number / 720 % 84, &mut left);
        let mut order = number % 720;
        let mut talon = Vec::with_capacity(6);
        for base in [120, 24, 6, 2, 1, 1] {
            talon.push(left.remove((order / base) as usize));
            order %= base;
        }
        Deal { hands: [first, second], talon: Talon::from_bottom(talon) }
    }

    /// The number of this deal.
    pub fn number(deal: &Deal) -> u32 {
        let mut left: Vec<Card> = PACK.cards.iter().collect();
        let first = subset_number(deal.hands[0], &mut left);
        let second = subset_number(deal.hands[1], &mut left);
        let mut order = 0;
        for (place, base) in [120, 24, 6, 2, 1, 1].into_iter().enumerate() {
            let card = deal.talon.card(Talon::BOTTOM + place);
            let at = left.iter().position(|&other| other == card).expect("every card is dealt once");
            order += base * at as u32;
            left.remove(at);
        }
        (first * 84 + second) * 720 + order
    }

    /// One deal of each class of deals that differ only by the names of their suits, with the number of
    /// deals in its class. No deal is its own mirror image, so that is always six.
    pub fn classes() -> impl Iterator<Item = (Deal, u32)> {
        (0..Deals::COUNT).map(Deals::get).filter_map(|deal| {
            let least =
                SuitMap::all().iter().all(|map| Deals::number(&map.deal(&deal)) >= Deals::number(&deal));
            least.then_some((deal, 6))
        })
    }
}

/// `n` over `k`, for k up to 3.
fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |product, i| product * (n.saturating_sub(i)) as u32 / (i as u32 + 1))
}

/// Takes the three cards with this colexicographic number out of `left`.
fn take_subset(mut number: u32, left: &mut Vec<Card>) -> CardSet {
    let mut hand = CardSet::EMPTY;
    for k in [3, 2, 1] {
        let at = (0..left.len()).rev().find(|&at| choose(at, k) <= number).expect("0 choose k is 0");
        number -= choose(at, k);
        // From the highest card down, so that the lower places do not move.
        hand.insert(left.remove(at));
    }
    hand
}

/// The colexicographic number of `hand` among the cards `left`, which it leaves.
fn subset_number(hand: CardSet, left: &mut Vec<Card>) -> u32 {
    let places = (0..left.len()).filter(|&at| hand.contains(left[at]));
    let number = places.enumerate().map(|(k, at)| choose(at, k + 1)).sum();
    left.retain(|&card| !hand.contains(card));
    number
}
