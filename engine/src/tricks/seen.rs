//! A hand as one seat sees it, and the hands that fit.

use std::hash::{Hash, Hasher};

use super::hidden::Hidden;
use super::{Action, Card, CardSet, Duty, Table, Talon, pair};
use crate::{Player, Rng};

/// The information set of one player: the position with everything blanked that it has not seen.
///
/// The cards played and the player's own draws stay in their order, so nothing is ever forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InfoSet<H> {
    pub(crate) seat: Player,
    /// The other hand holds only what was seen to go into it, hidden places of the talon are blank.
    pub(crate) hand: H,
}

/// The content of a hidden place of the talon: a card that is in no pack of ours.
pub(super) const BLANK: Card = Card::from_index(0);

impl<H: Table> InfoSet<H> {
    #[inline]
    pub(crate) fn of(hand: &H, seat: Player) -> InfoSet<H> {
        let mut hand = *hand;
        if hand.is_dealt() {
            let whole = hand.talon();
            for place in Talon::BOTTOM + 1..H::PACK.talon {
                hand.talon_mut().put(place, BLANK);
            }
            for t in 0..hand.draws() {
                let place = hand.drawn_by(seat, t);
                hand.talon_mut().put(place, whole.card(place));
            }
            let shown = hand.shown();
            hand.hands_mut()[seat.other().index()] &= shown;
        }
        InfoSet { seat, hand }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The position as far as it is known.
    pub fn hand(&self) -> &H {
        &self.hand
    }

    /// The player's own cards.
    pub fn cards(&self) -> CardSet {
        self.hand.cards(self.seat)
    }

    /// The number of cards that the other holds.
    pub fn other_cards(&self) -> usize {
        self.hand.hand_size(self.seat.other())
    }

    /// The hidden cards that the other cannot hold, by its replies in a closed hand under `duty`.
    pub fn denied(&self, duty: Duty) -> CardSet {
        if self.hand.closer().is_none() { CardSet::EMPTY } else { self.hidden(duty).denied() }
    }

    /// The conclusions of the player about the hidden cards, when replies must follow `duty`.
    #[inline]
    fn hidden(&self, duty: Duty) -> Hidden {
        let (hand, other) = (&self.hand, self.seat.other());
        let draws = hand.draws();
        let bottom = hand.talon().card(Talon::BOTTOM);
        let &[first, second] = hand.hands();
        let mut known = first | second | CardSet::of(bottom);
        let mut hidden = Hidden::default();
        // Cards of the other that came with none of its later hidden draws: both players saw them go into its
        // hand, or it has shown them before.
        let mut placed = CardSet::EMPTY;
        let mut closed = false;
        let mut lead = None;
        let mut tricks = 0;
        hand.retrace(|action, who| {
            let theirs = who == other;
            if let Some(card) = action.played() {
                known.insert(card);
                if theirs {
                    hidden.showed(CardSet::of(card) - placed);
                }
                let Some(led) = lead.take() else {
                    lead = Some(card);
                    return;
                };
                if theirs && closed {
                    hidden.deny(duty.denied(led, card, hand.trump()));
                }
                if tricks < draws {
                    match hand.drawn_by(other, tricks) {
                        Talon::BOTTOM => placed.insert(bottom),
                        place => hidden.drew(place),
                    }
                }
                tricks += 1;
            } else if action == Action::CLOSE {
                closed = true;
            } else if !theirs {
                // This player's own announcements and exchanges reveal nothing new to it.
            } else if action == Action::EXCHANGE {
                hidden.showed(CardSet::of(H::PACK.lowest(hand.trump())) - placed);
                placed.insert(hand.open());
            } else if let Some(suit) = action.married() {
                hidden.showed(pair(suit) - placed);
                placed |= pair(suit);
            }
        });
        hidden.hide(H::PACK.cards - known, self.other_cards() - hand.cards(other).len());
        hidden
    }

    /// A hand that fits, all of them equally likely.
    #[inline]
    pub(crate) fn sample(&self, duty: Duty, rng: &mut Rng) -> H {
        let mut hand = self.hand;
        if hand.is_dealt() {
            let held = self.hidden(duty).sample(hand.talon_mut(), rng);
            hand.hands_mut()[self.seat.other().index()] |= held;
        }
        hand
    }

    /// All hands that fit with their probabilities, if there are no more than `limit`.
    pub(crate) fn worlds(&self, duty: Duty, limit: usize) -> Option<Vec<(H, f64)>> {
        if !self.hand.is_dealt() {
            return Some(vec![(self.hand, 1.0)]);
        }
        let other = self.seat.other().index();
        self.hidden(duty).worlds(self.hand.talon(), limit, |talon, held| {
            let mut hand = self.hand;
            *hand.talon_mut() = talon;
            hand.hands_mut()[other] |= held;
            hand
        })
    }
}

impl<H: Table> Hash for InfoSet<H> {
    fn hash<S: Hasher>(&self, state: &mut S) {
        // The actions and the cards that this player has seen: all else follows from them.
        self.hand.talon().hash(state);
        let &[first, second] = self.hand.hands();
        state.write_u64(u64::from(first.bits()) << 32 | u64::from(second.bits()));
        state.write_u8(self.seat.index() as u8);
        self.hand.hash_log(state);
    }
}
