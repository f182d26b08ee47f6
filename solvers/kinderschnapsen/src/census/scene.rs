//! The cards that both players know, and the number of hidden hands that fit.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, CardSet, Suit};

use super::count::Part;

/// The cards as both players see them. A pair of hands fits if the hidden cards of each are among those that
/// the player may hold; all pairs that fit have equally many private histories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    turnup: Card,
    /// The cards that have not been shown; those in no hand lie in the talon.
    pub(super) unseen: CardSet,
    /// Of these, the ones that each player may hold after their replies under duty.
    possible: [CardSet; 2],
    /// The number of unseen cards that each player holds.
    hidden: [usize; 2],
    /// The cards that each player is known to hold: the turnup, once drawn.
    shown: [CardSet; 2],
    /// The number of private histories that lead to each hand of each player.
    ways: [u64; 2],
    /// The number of times that both have drawn.
    draws: u8,
    pub(super) part: Part,
    /// The number of cards each player has played, as long as all of them were trumps.
    pub(super) trumps_played: Option<[usize; 2]>,
}

const CHOOSE: [[u64; 4]; 12] = {
    let mut table = [[0; 4]; 12];
    let mut n = 0;
    while n < 12 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 4 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

impl Scene {
    /// After the deal.
    pub(super) fn dealt(turnup: Card) -> Scene {
        let unseen = Kinderschnapsen::PACK.cards - CardSet::of(turnup);
        Scene {
            turnup,
            unseen,
            possible: [unseen; 2],
            hidden: [Kinderschnapsen::PACK.hand; 2],
            shown: [CardSet::EMPTY; 2],
            ways: [1; 2],
            draws: 0,
            part: Part::Open,
            trumps_played: Some([0; 2]),
        }
    }

    /// The cards left in the talon, the turnup included.
    #[inline]
    pub(super) fn talon(&self) -> usize {
        Kinderschnapsen::PACK.talon - 2 * usize::from(self.draws)
    }

    /// Returns true if any card may be replied.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.part == Part::Open
    }

    /// The number of cards that a player holds.
    #[inline]
    pub(super) fn cards(&self, player: usize) -> usize {
        self.hidden[player] + self.shown[player].len()
    }

    /// The cards that a player may hold.
    #[inline]
    pub(super) fn holdable(&self, player: usize) -> CardSet {
        let possible = if self.hidden[player] > 0 { self.possible[player] } else { CardSet::EMPTY };
        possible | self.shown[player]
    }

    /// The trump suit.
    #[inline]
    pub(super) fn trump(&self) -> Suit {
        self.turnup.suit()
    }

    /// The number of times that both have drawn.
    #[inline]
    pub(super) fn draws(&self) -> u8 {
        self.draws
    }

    /// The number of private histories that lead to each hand of a player.
    #[inline]
    pub(super) fn ways(&self, player: usize) -> u64 {
        self.ways[player]
    }

    /// After the talon was closed.
    pub(super) fn closed(&self) -> Scene {
        let part = [Part::ClosedBefore1, Part::ClosedBefore2, Part::ClosedBefore3][usize::from(self.draws)];
        Scene { part, ..*self }
    }

    /// The cards after `player` has played one that it may hold, and so shown that it has none of `denied`;
    /// none if no hands fit.
    #[inline]
    pub(super) fn play(&self, player: usize, card: Card, denied: CardSet) -> Option<Scene> {
        let mut next = *self;
        if self.shown[player].contains(card) {
            next.shown[player].remove(card);
        } else {
            next.unseen.remove(card);
            next.possible.iter_mut().for_each(|possible| possible.remove(card));
            next.hidden[player] -= 1;
        }
        next.possible[player] -= denied;
        match &mut next.trumps_played {
            Some(played) if card.suit() == self.trump() => played[player] += 1,
            played => *played = None,
        }
        let fits = (next.shown[player] & denied).is_empty() && next.pairs() > 0;
        fits.then_some(next)
    }

    /// After both have drawn. What was drawn cannot have been played before: of the cards that a player has
    /// had, now and before, each later draw leaves three.
    pub(super) fn drawn(&self, winner: usize) -> Scene {
        let mut next = *self;
        next.draws += 1;
        next.hidden[winner] += 1;
        next.ways[winner] *= 3;
        if next.talon() > 0 {
            next.hidden[1 - winner] += 1;
            next.ways[1 - winner] *= 3;
        } else {
            next.shown[1 - winner] = CardSet::of(self.turnup);
            next.part = Part::Ending;
        }
        next
    }

    /// The pairs of hands that fit.
    #[inline]
    fn pairs(&self) -> u64 {
        let [first, second] = self.hidden;
        self.split(0, first, |left| CHOOSE[left][second])
    }

    /// The hands of a player that fit some hand of the other.
    #[inline]
    pub(super) fn hands(&self, player: usize) -> u64 {
        let wanted = self.hidden[1 - player];
        self.split(player, self.hidden[player], |left| u64::from(left >= wanted))
    }

    /// Sums over the hands of a player what `of` makes of the number of cards that the other may then hold.
    #[inline]
    fn split(&self, player: usize, cards: usize, of: impl Fn(usize) -> u64) -> u64 {
        let (own, other) = (self.possible[player], self.possible[1 - player]);
        let common = (own & other).len();
        let only = own.len() - common;
        (0..=cards.min(common))
            .map(|taken| CHOOSE[only][cards - taken] * CHOOSE[common][taken] * of(other.len() - taken))
            .sum()
    }

    /// The deals, draws and orders of the talon that fit.
    pub(super) fn histories(&self) -> u64 {
        let talon = self.unseen.len() - self.hidden[0] - self.hidden[1];
        let orders: u64 = (1..=talon as u64).product();
        self.pairs() * self.ways[0] * self.ways[1] * orders
    }

    /// Shows `visit` each hand of a player that fits some hand of the other, shown cards included.
    #[inline]
    pub(super) fn each_hand(&self, player: usize, mut visit: impl FnMut(CardSet)) {
        let (own, other) = (self.possible[player], self.possible[1 - player]);
        let wanted = self.hidden[1 - player];
        each_subset(own, self.hidden[player], CardSet::EMPTY, &mut |hand| {
            if (other - hand).len() >= wanted {
                visit(hand | self.shown[player]);
            }
        });
    }
}

/// Calls `visit` with each subset of the given size, together with the cards `taken`.
#[inline]
pub(super) fn each_subset(mut from: CardSet, cards: usize, taken: CardSet, visit: &mut impl FnMut(CardSet)) {
    if cards == 0 {
        return visit(taken);
    }
    while from.len() >= cards {
        let card = from.first();
        from.remove(card);
        each_subset(from, cards - 1, taken | CardSet::of(card), visit);
    }
}
