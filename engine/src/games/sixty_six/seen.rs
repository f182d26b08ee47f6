//! A hand of Sixty-six or Schnapsen as one seat sees it, and the hands that fit.

use std::hash::{Hash, Hasher};

use super::hand::{Hand, Phase, pairs_of};
use super::rules::Family;
use crate::tricks::{Action, Card, CardSet, Duty, Hidden, Talon};
use crate::{Player, Rng, Worlds};

/// All that one player knows: the position with everything blanked that he has not seen.
///
/// The actions and the player's own draws stay in their order, so nothing is ever forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InfoSet<const CARDS: usize> {
    pub(super) seat: Player,
    /// The other hand holds only what was seen to go into it, hidden places of the talon are blank.
    pub(super) hand: Hand,
}

/// What a hidden place of the talon holds: a card that is in no pack of ours.
const BLANK: Card = Card::from_index(0);

impl Hand {
    /// How many times both players have drawn.
    pub(super) fn draws<const CARDS: usize>(&self) -> usize {
        (Family::<CARDS>::PACK.talon - self.talon.left()) / 2
    }

    /// The place from which `player` drew after trick `t`.
    pub(super) fn drawn_by<const CARDS: usize>(&self, player: Player, t: usize) -> usize {
        Family::<CARDS>::PACK.talon - 1 - 2 * t - usize::from(self.winner(t) != player)
    }

    /// Calls `visit` with every action, who did it, and the number of the trick.
    pub(super) fn retrace(&self, mut visit: impl FnMut(Action, Player, usize)) {
        let mut cards = 0;
        for action in self.actions() {
            let t = cards / 2;
            // After the last trick its winner speaks: nobody leads a thirteenth.
            let leader = self.leader(t);
            visit(action, if cards % 2 == 0 { leader } else { leader.other() }, t);
            cards += usize::from(action.played().is_some());
        }
    }

    /// The cards that `player` has played.
    pub(super) fn played_by(&self, player: Player) -> CardSet {
        let mut played = CardSet::EMPTY;
        self.retrace(|action, who, _| {
            if let Some(card) = action.played().filter(|_| who == player) {
                played.insert(card);
            }
        });
        played
    }

    /// How many cards `player` has played.
    pub(super) fn plays(&self, player: Player) -> usize {
        self.tricks() + usize::from(self.phase == Phase::Reply && self.mover != player)
    }
}

impl<const CARDS: usize> InfoSet<CARDS> {
    pub(super) fn of(hand: &Hand, seat: Player) -> InfoSet<CARDS> {
        let mut hand = *hand;
        if hand.phase != Phase::Deal {
            let whole = hand.talon;
            for place in Talon::BOTTOM + 1..Family::<CARDS>::PACK.talon {
                hand.talon.put(place, BLANK);
            }
            for t in 0..hand.draws::<CARDS>() {
                let place = hand.drawn_by::<CARDS>(seat, t);
                hand.talon.put(place, whole.card(place));
            }
            hand.hands[seat.other().index()] &= hand.shown;
        }
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
        let hand = &self.hand;
        if hand.phase == Phase::Deal {
            return 0;
        }
        Family::<CARDS>::PACK.hand + hand.draws::<CARDS>() - hand.plays(self.seat.other())
    }

    /// What the player can conclude about the hidden cards.
    fn hidden(&self, duty: Duty) -> Hidden {
        let (hand, other) = (&self.hand, self.seat.other());
        let draws = hand.draws::<CARDS>();
        let lowest = Family::<CARDS>::lowest_trump(hand.trump());
        let bottom = hand.talon.card(Talon::BOTTOM);
        let mut known = hand.hands[0] | hand.hands[1] | CardSet::of(bottom);
        let mut hidden = Hidden::default();
        // Cards of the other that everybody saw go into his hand: they came with none of his hidden draws.
        let mut public = CardSet::EMPTY;
        let mut closed = false;
        let mut lead = BLANK;
        let mut cards = 0;
        hand.retrace(|action, who, t| {
            let his = who == other;
            if let Some(card) = action.played() {
                known.insert(card);
                cards += 1;
                if his {
                    hidden.showed(CardSet::of(card) - public);
                    if closed && cards % 2 == 0 {
                        hidden.denied |= duty.denied(lead, card, hand.trump());
                    }
                }
                lead = card;
                if cards % 2 == 0 && t < draws {
                    match hand.drawn_by::<CARDS>(other, t) {
                        Talon::BOTTOM => public.insert(bottom),
                        place => hidden.drew(place),
                    }
                }
            } else if action == Action::CLOSE {
                closed = true;
            } else if his && action == Action::EXCHANGE {
                hidden.showed(CardSet::of(lowest));
                public.insert(hand.open);
            } else if let Some(suit) = action.married().filter(|_| his) {
                let pair = pairs_of(1 << suit as u8);
                hidden.showed(pair - public);
            }
        });
        hidden.hide(Family::<CARDS>::PACK.cards - known, self.other_cards() - hand.cards(other).len());
        hidden
    }

    /// A hand that fits, all of them equally likely.
    pub(super) fn sample(&self, rules: &Family<CARDS>, rng: &mut Rng) -> Hand {
        let mut hand = self.hand;
        if hand.phase != Phase::Deal {
            let held = self.hidden(rules.duty).sample(&mut hand.talon, rng);
            hand.hands[self.seat.other().index()] |= held;
        }
        hand
    }
}

impl<const CARDS: usize> Hash for InfoSet<CARDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The actions and the player's own cards: all else follows from them.
        let hand = &self.hand;
        hand.talon.hash(state);
        state.write_u64(u64::from(hand.hands[0].bits()) << 32 | u64::from(hand.hands[1].bits()));
        state.write_u8(self.seat.index() as u8);
        state.write(&hand.log[..hand.len as usize]);
    }
}

impl<const CARDS: usize> Worlds for Family<CARDS> {
    fn worlds(&self, info_set: &InfoSet<CARDS>, limit: usize) -> Option<Vec<(Hand, f64)>> {
        if info_set.hand.phase == Phase::Deal {
            return Some(vec![(info_set.hand, 1.0)]);
        }
        let hidden = info_set.hidden(self.duty);
        let other = info_set.seat.other().index();
        hidden.worlds(info_set.hand.talon, limit, |talon, held| {
            let mut hand = Hand { talon, ..info_set.hand };
            hand.hands[other] |= held;
            hand
        })
    }
}
