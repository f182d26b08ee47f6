//! A hand of Kinderschnapsen as one seat sees it, and the hands that fit.

use std::hash::{Hash, Hasher};

use super::hand::{Hand, Phase};
use super::rules::{DUTY, Kinderschnapsen, PACK};
use crate::tricks::{Card, CardSet, Hidden, Talon};
use crate::{Player, Rng, Worlds};

/// All that one player knows: the position with everything blanked that he has not seen.
///
/// The cards played and the player's own draws stay in their order, so nothing is ever forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InfoSet {
    pub(super) seat: Player,
    /// The other hand holds only what was seen to go into it, hidden places of the talon are blank.
    pub(super) hand: Hand,
}

/// What a hidden place of the talon holds: a card that is in no pack of ours.
const BLANK: Card = Card::from_index(0);

/// The places of the talon from which the winner and the loser of trick `t` draw.
fn places(t: usize) -> [usize; 2] {
    [PACK.talon - 1 - 2 * t, PACK.talon - 2 - 2 * t]
}

impl Hand {
    /// How many times both players have drawn.
    pub(super) fn draws(&self) -> usize {
        (PACK.talon - self.talon.left()) / 2
    }

    /// The place from which `player` drew after trick `t`.
    pub(super) fn drawn_by(&self, player: Player, t: usize) -> usize {
        places(t)[usize::from(self.winner(t) != player)]
    }

    /// The cards played so far.
    pub(super) fn played(&self) -> CardSet {
        (0..self.cards_played()).map(|n| self.card_played(n)).collect()
    }

    /// The card that `player` played to trick `t`.
    pub(super) fn played_by(&self, player: Player, t: usize) -> Card {
        self.card_played(2 * t + usize::from(self.leader(t) != player))
    }

    /// How many cards `player` has played.
    pub(super) fn plays(&self, player: Player) -> usize {
        self.tricks() + usize::from(self.phase == Phase::Reply && self.mover != player)
    }
}

impl InfoSet {
    pub(super) fn of(hand: &Hand, seat: Player) -> InfoSet {
        let mut hand = *hand;
        let other = seat.other();
        let mut talon = hand.talon;
        for place in Talon::BOTTOM + 1..PACK.talon {
            talon.put(place, BLANK);
        }
        let mut open = CardSet::EMPTY;
        if hand.phase != Phase::Deal {
            for t in 0..hand.draws() {
                let place = hand.drawn_by(seat, t);
                talon.put(place, hand.talon.card(place));
            }
            if hand.talon.left() == 0 {
                // The last card drawn lay open.
                open = CardSet::of(hand.talon.card(Talon::BOTTOM));
            }
        }
        hand.talon = talon;
        hand.hands[other.index()] &= open;
        InfoSet { seat, hand }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The position as far as it is known.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The player's own cards.
    pub fn cards(&self) -> CardSet {
        self.hand.cards(self.seat)
    }

    /// How many cards the other holds.
    pub fn other_cards(&self) -> usize {
        let other = self.seat.other();
        if self.hand.phase == Phase::Deal {
            0
        } else {
            PACK.hand + self.hand.draws() - self.hand.plays(other)
        }
    }

    /// A number that belongs to this information set alone, in 88 bits.
    pub fn key(&self) -> u128 {
        let hand = &self.hand;
        let dense =
            |card: Card| 1 + 4 * (card.suit() as u128 - 1) + [0, 1, 0, 2, 3, 0, 0, 0][card.index() & 7];
        let mut key = 0;
        let mut push = |value: u128, bits: u32| key = key << bits | value;
        for n in 0..12 {
            push(if n < hand.cards_played() { dense(hand.card_played(n)) } else { 0 }, 4);
        }
        let bits = u128::from(self.cards().bits() >> 8);
        push(bits & 3 | bits >> 1 & 0xc | (bits & 3 << 8) >> 4 | (bits & 3 << 11) >> 5, 8);
        push((bits & 3 << 16) >> 16 | (bits & 3 << 19) >> 17, 4);
        let dealt = hand.phase != Phase::Deal;
        push(if dealt { dense(hand.talon.card(Talon::BOTTOM)) } else { 0 }, 4);
        for t in 0..3 {
            let drawn = dealt && t < hand.draws();
            push(if drawn { dense(hand.talon.card(hand.drawn_by(self.seat, t))) } else { 0 }, 4);
        }
        push(u128::from(hand.marks), 8);
        push(hand.phase as u128, 3);
        push(self.seat.index() as u128, 1);
        key
    }

    /// What the player can conclude about the hidden cards.
    fn hidden(&self) -> Hidden {
        let (hand, me, other) = (&self.hand, self.seat, self.seat.other());
        let left = hand.talon.left();
        let turnup = hand.talon.card(Talon::BOTTOM);
        let mut known = hand.played() | hand.hands[0] | hand.hands[1];
        known.insert(turnup);
        let held = self.other_cards() - hand.cards(other).len();
        let mut hidden = Hidden::default();
        hidden.hide(PACK.cards - known, held);
        for t in 0..hand.plays(other) {
            // He cannot have drawn the turnup face down.
            let card = hand.played_by(other, t);
            hidden.showed(CardSet::of(card) - CardSet::of(turnup));
            if t < hand.draws() && hand.drawn_by(other, t) != Talon::BOTTOM {
                hidden.drew(hand.drawn_by(other, t));
            }
        }
        if let Some(closed) = hand.closed_before().filter(|_| left > 0) {
            for t in (closed..hand.tricks()).filter(|&t| hand.leader(t) == me) {
                let (lead, reply) = (hand.played_by(me, t), hand.played_by(other, t));
                hidden.denied |= DUTY.denied(lead, reply, hand.trump());
            }
        }
        hidden
    }

    /// A hand that fits, all of them equally likely.
    pub(super) fn sample(&self, rng: &mut Rng) -> Hand {
        let mut hand = self.hand;
        if hand.phase != Phase::Deal {
            let held = self.hidden().sample(&mut hand.talon, rng);
            hand.hands[self.seat.other().index()] |= held;
        }
        hand
    }
}

impl Hash for InfoSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let hand = &self.hand;
        state.write_u64(hand.log);
        hand.talon.hash(state);
        state.write_u64(u64::from(hand.hands[0].bits()) << 32 | u64::from(hand.hands[1].bits()));
        // Points, winners and tricks follow from the cards played.
        state.write_u32(u32::from_le_bytes([self.seat.index() as u8, hand.marks, hand.phase as u8, 0]));
    }
}

impl Worlds for Kinderschnapsen {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Hand, f64)>> {
        if info_set.hand.phase == Phase::Deal {
            return Some(vec![(info_set.hand, 1.0)]);
        }
        let other = info_set.seat.other().index();
        info_set.hidden().worlds(info_set.hand.talon, limit, |talon, held| {
            let mut hand = Hand { talon, ..info_set.hand };
            hand.hands[other] |= held;
            hand
        })
    }
}
