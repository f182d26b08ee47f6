//! The conclusions of one player about the cards that it does not see, and all deals that fit them.
//!
//! Seen from one seat, every hidden card lies in one of three kinds of places: in the opponent's hand
//! now, in the talon, or, for cards that the opponent has shown, at one of its earlier draws. Every deal
//! is equally likely, so it is enough to count them:
//!
//! * The cards that no player has shown are split between the opponent's hand and the talon. Refusals in
//!   closed play deny some of them to its hand; nothing else tells them apart.
//! * Where the opponent's cards came from (its first hand, or which draw) is hidden from us too, but decides
//!   what the opponent knew when. A card it has shown cannot have come with a later draw. So the cards that
//!   may have come with draw `j` are among those that may have come with draw `j - 1`, and going from the
//!   last draw to the first the number of choices never depends on the choices made before.
//!
//! Hence all steps are even choices of known size: no deal has to be rejected.

use super::{Card, CardSet, Talon};
use crate::Rng;

/// The hidden cards as one player sees them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hidden {
    /// Cards whose place is not known.
    free: CardSet,
    /// Those that the opponent cannot hold.
    denied: CardSet,
    /// The number of them that it holds.
    held: usize,
    draws: [Draw; 6],
    len: usize,
}

/// A face-down draw of the opponent.
#[derive(Clone, Copy, Debug, Default)]
struct Draw {
    place: u8,
    /// The cards it has shown since, of those not drawn openly.
    shown_since: CardSet,
}

/// The lowest hidden place of the talon; the others lie above it without a gap.
const LOWEST: usize = Talon::BOTTOM + 1;

impl Hidden {
    /// These cards are hidden, and the opponent holds this number of them.
    #[inline]
    pub(crate) fn hide(&mut self, free: CardSet, held: usize) {
        self.free = free;
        self.held = held;
    }

    /// The opponent cannot hold these.
    #[inline]
    pub(crate) fn deny(&mut self, cards: CardSet) {
        self.denied |= cards;
    }

    /// The cards that the opponent cannot hold.
    pub(crate) fn denied(&self) -> CardSet {
        self.denied
    }

    /// Adds the opponent's next face-down draw, from this place of the talon.
    #[inline]
    pub(crate) fn drew(&mut self, place: usize) {
        self.draws[self.len].place = place as u8;
        self.len += 1;
    }

    /// The opponent showed these cards after the draws added so far.
    #[inline]
    pub(crate) fn showed(&mut self, cards: CardSet) {
        for draw in &mut self.draws[..self.len] {
            draw.shown_since |= cards;
        }
    }

    /// One fitting deal, all of them equally likely: lays the talon and returns the free cards of the
    /// opponent's hand.
    #[inline]
    pub(crate) fn sample(&self, talon: &mut Talon, rng: &mut Rng) -> CardSet {
        let lying = self.free.len() - self.held;
        let mut hand = self.free;
        if lying > 0 {
            hand = self.split(talon, lying, rng);
        }
        let mut drawn = CardSet::EMPTY;
        for draw in self.draws[..self.len].iter().rev() {
            // A card drawn late is not drawn early: taken out of every earlier choice.
            let from = (hand | draw.shown_since) - drawn;
            let card = from.nth(rng.below(from.len() as u32) as usize);
            talon.put(draw.place as usize, card);
            drawn.insert(card);
        }
        hand
    }

    /// Splits the free cards between the opponent's hand and the hidden places of the talon.
    fn split(&self, talon: &mut Talon, lying: usize, rng: &mut Rng) -> CardSet {
        let mut order = [Card::from_index(0); 24];
        let allowed = self.free - self.denied;
        let open = allowed.len();
        let total = self.free.len();
        for (place, card) in order.iter_mut().zip(allowed.iter().chain((self.free & self.denied).iter())) {
            *place = card;
        }
        // Its hand from the allowed cards, then the talon from all that is left.
        let mut at = 0;
        while at + 1 < total {
            let bounds = std::array::from_fn(|step| {
                let end = if at + step < self.held { open } else { total };
                end.saturating_sub(at + step).max(1) as u32
            });
            for step in rng.below_each::<6>(bounds) {
                order.swap(at, at + step as usize);
                at += 1;
                if at == total {
                    break;
                }
            }
        }
        for (place, &card) in order[self.held..total].iter().enumerate().take(lying) {
            talon.put(LOWEST + place, card);
        }
        order[..self.held].iter().copied().collect()
    }

    /// The number of deals fit, if not more than that fit in 64 bits.
    fn count(&self) -> u64 {
        let open = (self.free - self.denied).len() as u64;
        let lying = (self.free.len() - self.held) as u64;
        let hands = (0..self.held as u64).fold(1, |hands, n| hands * (open - n) / (n + 1));
        let talons: u64 = (1..=lying).product();
        let origins: u64 = self.draws[..self.len]
            .iter()
            .rev()
            .enumerate()
            .map(|(used, draw)| (self.held + draw.shown_since.len() - used) as u64)
            .product();
        hands.saturating_mul(talons).saturating_mul(origins)
    }

    /// Every fitting deal with its probability, if there are no more than `limit`: `world` is called with
    /// the talon laid over `talon` and with the free cards of the opponent's hand.
    pub(crate) fn worlds<W>(
        &self,
        talon: Talon,
        limit: usize,
        world: impl Fn(Talon, CardSet) -> W,
    ) -> Option<Vec<(W, f64)>> {
        let count = self.count();
        if count > limit as u64 {
            return None;
        }
        let mut worlds = Vec::with_capacity(count as usize);
        self.each_hand(self.free - self.denied, CardSet::EMPTY, &mut |hand| {
            let lying: Vec<Card> = (self.free - hand).iter().collect();
            each_talon(talon, 0, lying, &mut |talon| {
                self.each_origin(talon, self.len, hand, CardSet::EMPTY, &mut |talon| {
                    worlds.push((world(talon, hand), 1.0 / count as f64));
                });
            });
        });
        debug_assert_eq!(worlds.len() as u64, count);
        Some(worlds)
    }

    fn each_hand(&self, from: CardSet, hand: CardSet, visit: &mut dyn FnMut(CardSet)) {
        if hand.len() == self.held {
            return visit(hand);
        }
        let mut rest = from;
        for card in from.iter() {
            rest.remove(card);
            if hand.len() + 1 + rest.len() >= self.held {
                self.each_hand(rest, hand | CardSet::of(card), visit);
            }
        }
    }

    fn each_origin(
        &self,
        mut talon: Talon,
        draws: usize,
        hand: CardSet,
        drawn: CardSet,
        visit: &mut dyn FnMut(Talon),
    ) {
        if draws == 0 {
            return visit(talon);
        }
        let draw = self.draws[draws - 1];
        for card in ((hand | draw.shown_since) - drawn).iter() {
            talon.put(draw.place as usize, card);
            self.each_origin(talon, draws - 1, hand, drawn | CardSet::of(card), visit);
        }
    }
}

/// Calls `visit` with every order of the cards `lying` in the hidden places.
fn each_talon(mut talon: Talon, at: usize, mut lying: Vec<Card>, visit: &mut dyn FnMut(Talon)) {
    if at == lying.len() {
        return visit(talon);
    }
    for next in at..lying.len() {
        lying.swap(at, next);
        talon.put(LOWEST + at, lying[at]);
        each_talon(talon, at + 1, lying.clone(), visit);
        lying.swap(at, next);
    }
}
