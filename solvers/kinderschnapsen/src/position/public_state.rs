//! The knowledge of both players in a hand of Kinderschnapsen: the public position.
//!
//! Trump is always spades here; which of the other suits comes first is kept. Cards are numbered 0 to 11:
//! four to a suit, weakest first, trump first. That the rules are those of the engine is tested by replaying
//! games.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, Rank, Suit};

use crate::position::subsets::{MOST, without};

/// The cards of this order.
pub(crate) const fn card(number: u8) -> Card {
    let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds];
    let ranks = [Rank::Two, Rank::Seven, Rank::Jack, Rank::Queen];
    Card::new(ranks[(number & 3) as usize], suits[(number >> 2) as usize])
}

/// The trumps.
pub(crate) const TRUMPS: u16 = 0xf;

const fn masks(stronger: bool) -> [u16; 12] {
    let mut masks = [0; 12];
    let mut a = 0;
    while a < 12 {
        let set = if stronger { card(a).stronger() } else { card(a).suit_mates() };
        let mut b = 0;
        while b < 12 {
            if set.contains(card(b)) {
                masks[a as usize] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    masks
}

const fn all_points() -> [u8; 12] {
    let mut points = [0; 12];
    let mut a = 0;
    while a < 12 {
        points[a as usize] = Kinderschnapsen::points(card(a));
        a += 1;
    }
    points
}

/// The stronger cards of the same suit.
pub(crate) static STRONGER: [u16; 12] = masks(true);
/// The cards of the same suit.
pub(crate) static SUIT: [u16; 12] = masks(false);
static POINTS: [u8; 12] = all_points();

/// Numbers of points of which the pay for any others is that of the greatest one that is not greater.
pub(super) const STEPS: [u8; 4] = [0, 1, 22, Kinderschnapsen::TARGET];

const fn steps() -> [u8; 256] {
    let mut steps = [0; 256];
    let mut points = 0;
    while points < 256 {
        let mut step = 1;
        while step < STEPS.len() && STEPS[step] as usize <= points {
            steps[points] = step as u8;
            step += 1;
        }
        points += 1;
    }
    steps
}

static STEP: [u8; 256] = steps();

/// The step of a player's points, 0 to 3.
#[inline]
fn step(points: u8) -> usize {
    STEP[usize::from(points)].into()
}

/// The step of the other player's points, 0 to 2: the last two are paid alike.
#[inline]
fn other_step(points: u8) -> usize {
    step(points).min(2)
}

/// Returns true if `reply` takes the trick from `lead`.
#[inline]
pub(crate) fn takes(lead: u8, reply: u8) -> bool {
    let trumps = if lead < 4 { 0 } else { TRUMPS };
    (STRONGER[lead as usize] | trumps) >> reply & 1 != 0
}

/// The points of a trick.
#[inline]
pub(crate) fn trick_points(lead: u8, reply: u8) -> u8 {
    POINTS[lead as usize] + POINTS[reply as usize]
}

/// Whether a player has closed the talon: 0 if neither has, else a number for each closer and each step of the
/// other player's points at that time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Closing(pub(super) u8);

impl Closing {
    pub(super) const COUNT: usize = 7;

    #[inline]
    pub(super) fn by(closer: u8, frozen: u8) -> Closing {
        Closing(1 + 3 * closer + other_step(frozen) as u8)
    }

    /// The closer and points of this step.
    pub(super) fn closer(self) -> Option<(u8, u8)> {
        let number = self.0.checked_sub(1)?;
        Some((number / 3, STEPS[usize::from(number % 3)]))
    }
}

/// The public position before a lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PublicState {
    /// The cards that are not known to all, by place, four bits each: hidden in hands or in the talon.
    cards: u64,
    /// The number of unseen cards.
    pub(crate) n: usize,
    /// The number of the next trick, from 1, while the talon is open; otherwise that of the trick before
    /// which it was closed or used up.
    pub(crate) stage: u8,
    /// True if the talon is open.
    pub(crate) open: bool,
    /// The player to lead, which has taken the trick before.
    pub(crate) leader: u8,
    pub(crate) points: [u8; 2],
    pub(super) closing: Closing,
    /// The turned up card.
    pub(crate) turnup: u8,
}

impl PublicState {
    /// After the deal, with this trump turned up, 0 to 3.
    pub(crate) fn dealt(turnup: u8) -> PublicState {
        let cards = (0..MOST as u64)
            .fold(0, |cards, at| cards | (at + u64::from(at >= u64::from(turnup))) << (4 * at));
        PublicState {
            cards,
            n: MOST,
            stage: 1,
            open: true,
            leader: 0,
            points: [0; 2],
            closing: Closing(0),
            turnup,
        }
    }

    /// The leader and the points of a position in which all cards are known.
    pub(crate) fn known(leader: u8, points: [u8; 2]) -> PublicState {
        PublicState { leader, points, open: false, n: 0, ..PublicState::dealt(0) }
    }

    /// The card at a place.
    #[inline]
    pub(crate) fn card(&self, at: usize) -> u8 {
        (self.cards >> (4 * at) & 15) as u8
    }

    /// The cards of a set of places.
    #[inline]
    pub(crate) fn cards(&self, mask: u16) -> u16 {
        crate::position::subsets::places(mask).fold(0, |cards, at| cards | 1 << self.card(at))
    }

    /// The position after the leader has closed the talon.
    #[inline]
    pub(crate) fn closed(&self) -> PublicState {
        let closing = Closing::by(self.leader, self.points[1 - self.leader as usize]);
        PublicState { open: false, closing, ..*self }
    }

    #[inline]
    fn drop(&mut self, at: usize) {
        let low = (1 << (4 * at)) - 1;
        self.cards = self.cards & low | (self.cards >> 4) & !low;
        self.n -= 1;
    }

    #[inline]
    fn taken(&mut self, lead: u8, reply: u8) {
        self.leader ^= u8::from(takes(lead, reply));
        self.points[self.leader as usize] += trick_points(lead, reply);
    }

    /// The position after a last trick, both places as they are before the lead. The cards are not taken out.
    #[inline]
    pub(crate) fn last(&self, lead: usize, reply: usize) -> PublicState {
        let mut next = *self;
        next.taken(self.card(lead), self.card(reply));
        next
    }

    /// The position after a trick; `reply` is a place once the card led has gone. Cards are not drawn yet,
    /// and neither player has checked out.
    #[inline]
    pub(crate) fn trick(&self, lead: usize, reply: usize) -> PublicState {
        let mut next = *self;
        let led = next.card(lead);
        next.drop(lead);
        let replied = next.card(reply);
        next.drop(reply);
        next.taken(led, replied);
        next
    }

    /// The position after both have drawn.
    #[inline]
    pub(crate) fn drawn(&self) -> PublicState {
        PublicState { stage: self.stage + 1, ..*self }
    }

    /// The legal replies to the card led.
    #[inline]
    pub(crate) fn duty(&self, lead: usize) -> Replies {
        if self.open {
            return Replies { first: [0; 3] };
        }
        let led = self.card(lead);
        let wanted = [STRONGER[led as usize], SUIT[led as usize], TRUMPS];
        let first = wanted.map(|wanted| {
            let all = (0..self.n).fold(0, |mask, at| mask | (wanted >> self.card(at) & 1) << at);
            without(all & !(1 << lead), lead)
        });
        Replies { first }
    }

    /// The number of all that the pay depends on after a trick.
    #[inline]
    pub(super) fn outcome(&self) -> usize {
        let [own, other] = [self.leader, 1 - self.leader].map(|player| self.points[player as usize]);
        let closing_and_winner = 2 * usize::from(self.closing.0) + usize::from(self.leader);
        (closing_and_winner * 4 + step(own)) * 3 + other_step(other)
    }

    /// The number of orders of the talon for each pair of hands.
    #[inline]
    pub(crate) fn weight(&self) -> f64 {
        [120.0, 6.0, 1.0][self.stage as usize - 1]
    }
}

/// The legal replies to a card, as places once that card has gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replies {
    /// Sets of which the first that the hand has a part in must be kept to.
    first: [u16; 3],
}

impl Replies {
    /// The cards of this hand that may be played.
    #[inline]
    pub(crate) fn of(&self, hand: u16) -> u16 {
        self.first.into_iter().map(|set| set & hand).find(|&set| set != 0).unwrap_or(hand)
    }
}
