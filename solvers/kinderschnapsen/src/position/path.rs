//! The way through a hand of the engine: what its cards are called here, and at which tricks and places its
//! decisions stand.

use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Action, Card, CardSet, Suit, Table as _, Talon};
use hinterhand_engine::{ActionSet, Game, Turn};

use crate::position::endings::third;
use crate::position::layout::{Layout, Trick};
use crate::position::public_state::card;
use crate::position::rules::Rules;
use crate::position::walk::TrickPosition;

/// The names of the cards of this crate in a hand of the engine: trump is spades, the others keep their
/// order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// The suits of the engine as suits of this crate.
    suits: [u8; 4],
    /// The suits of this crate as suits of the engine.
    back: [Suit; 3],
    pub(crate) turnup: u8,
}

impl Names {
    pub(crate) fn of(hand: &Hand) -> Names {
        use Suit::{Diamonds, Hearts, Spades};
        let (suits, back) = match hand.trump() {
            Hearts => ([0, 1, 0, 2], [Hearts, Spades, Diamonds]),
            Diamonds => ([0, 1, 2, 0], [Diamonds, Spades, Hearts]),
            _ => ([0, 0, 1, 2], [Spades, Hearts, Diamonds]),
        };
        let mut names = Names { suits, back, turnup: 0 };
        names.turnup = names.number(hand.talon().card(Talon::BOTTOM));
        names
    }

    #[inline]
    pub(crate) fn number(&self, card: Card) -> u8 {
        // 2 7 J Q are the ranks 0, 1, 3, 4.
        let rank = card.rank() as u8;
        4 * self.suits[card.suit() as usize] + rank - u8::from(rank > 1)
    }

    #[inline]
    pub(crate) fn numbers(&self, cards: CardSet) -> u16 {
        cards.iter().fold(0, |numbers, card| numbers | 1 << self.number(card))
    }

    #[inline]
    pub(crate) fn card(&self, number: u8) -> Card {
        Card::new(card(number & 3).rank(), self.back[(number >> 2) as usize])
    }
}

/// The way to the trick that is being played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) trick: Trick,
    /// The unseen cards, by number.
    pub(crate) unseen: u16,
    /// The places of the last trick visited.
    pub(crate) last: (usize, usize),
    /// Once all cards are known: where the endings of this third trick begin.
    pub(crate) third: Option<usize>,
}

impl Path {
    /// Visits the first `tricks` tricks.
    pub(crate) fn of(layout: &Layout, hand: &Hand, names: &Names, tricks: usize) -> Path {
        let unseen = 0xfff & !(1 << names.turnup);
        let mut path = Path { trick: layout.dealt(names.turnup), unseen, last: (0, 0), third: None };
        let closed = hand.closed_before().unwrap_or(usize::MAX);
        let mut before = [(0, 0); 2];
        for t in 0..tricks {
            if path.third.is_some() {
                break;
            }
            if closed == t {
                path.trick = path.trick.close();
            }
            let (lead, reply) = path.drop(hand, names, t);
            if closed <= t {
                // The last trick has no slots and nothing after it.
                if t < closed + 2 {
                    path.trick = path.trick.next_closed(lead, reply);
                }
            } else if t < 2 {
                before[t] = (lead, reply);
                path.trick = layout.next_open(path.trick, t as u8 + 1, lead, reply);
            } else if t == 2 {
                path.third = Some(third(names.turnup, before[0], before[1]));
            }
        }
        if closed == tricks {
            path.trick = path.trick.close();
        }
        path
    }

    /// The places of the cards of a trick.
    #[inline]
    pub(crate) fn trick_places(&self, hand: &Hand, names: &Names, t: usize) -> (usize, usize) {
        let lead = names.number(hand.card_played(2 * t));
        let reply = names.number(hand.card_played(2 * t + 1));
        let at = self.place(reply);
        (self.place(lead), at - usize::from(reply > lead))
    }

    /// Takes the cards of a trick out, and tells their places.
    #[inline]
    pub(crate) fn drop(&mut self, hand: &Hand, names: &Names, t: usize) -> (usize, usize) {
        let last = self.trick_places(hand, names, t);
        let cards = [hand.card_played(2 * t), hand.card_played(2 * t + 1)];
        cards.into_iter().for_each(|card| self.unseen &= !(1 << names.number(card)));
        self.last = last;
        last
    }

    #[inline]
    pub(crate) fn place(&self, number: u8) -> usize {
        (self.unseen & ((1 << number) - 1)).count_ones() as usize
    }

    #[inline]
    pub(crate) fn places(&self, numbers: u16) -> u16 {
        crate::position::subsets::places(numbers).fold(0, |mask, number| mask | 1 << self.place(number as u8))
    }
}

/// The beginnings of the first tricks with open talon of this hand, at most three, and last that of the
/// closed game if the talon was closed before the third. A trick counts as over once its winner has gone on.
pub(crate) fn trick_positions(rules: &Rules, layout: &Layout, hand: &Hand) -> Vec<TrickPosition> {
    let names = Names::of(hand);
    let mut path = Path::of(layout, hand, &names, 0);
    let asked = rules.game.turn(hand) != Turn::Over && rules.game.legal(hand).contains(Action::ON);
    let closed = hand.closed_before().unwrap_or(usize::MAX);
    let mut position = TrickPosition::dealt(layout, names.turnup);
    let mut positions = vec![position];
    for t in 0..(hand.tricks() - usize::from(asked)).min(closed).min(2) {
        let (lead, reply) = path.drop(hand, &names, t);
        position = position.next_open(layout, lead, reply);
        positions.push(position);
    }
    if closed < 2 {
        positions.push(position.close());
    }
    positions
}

/// The number of the card that is turned up.
pub(crate) fn turnup(hand: &Hand) -> u8 {
    Names::of(hand).turnup
}
