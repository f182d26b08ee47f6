//! The knowledge of both players in a hand of Kinderschnapsen: the public position, and the rules on it.
//!
//! Trump is always spades here; which of the other suits comes first is kept. Cards are numbered 0 to 11:
//! four to a suit, weakest first, trump first. That the rules are those of the engine is tested by replaying
//! games.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::{CloseFail, FalseCheckout, Finish};
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
    /// The player who closed.
    closer: Option<u8>,
    /// The points of the closer's opponent at closing.
    frozen: u8,
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
            closer: None,
            frozen: 0,
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
        let frozen = self.points[1 - self.leader as usize];
        PublicState { open: false, closer: Some(self.leader), frozen, ..*self }
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

/// The choice of the winner of a trick before going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckOut {
    /// Nothing.
    Not,
    /// The hand is over.
    Ends(u8),
    /// The winner may end the hand with this result.
    Offered(u8),
}

/// The payoff of player 0 by the result of a hand, the game points that player 0 has won, from -3 to 3.
/// Player 1 is paid the negative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff(pub [f64; 7]);

impl Payoff {
    /// The game points themselves.
    pub const POINTS: Payoff = Payoff([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);

    /// The payoff of this result.
    pub fn of(&self, result: i8) -> f64 {
        self.0[(result + 3) as usize]
    }
}

/// The rules in force and the payoff. Results are compared by *rank*: 0 is what player 0 likes least, and
/// results of equal payoff have equal rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) game: Kinderschnapsen,
    rank: [u8; 7],
    /// The payoff by rank.
    pub(crate) worth: [f64; 7],
    /// True if a player that may check out can never do better than to check out.
    pub(crate) sure: bool,
}

impl Rules {
    pub(crate) fn new(game: Kinderschnapsen, payoff: &Payoff) -> Rules {
        let possible = [-3, -2, -1, 1, 2, 3];
        let mut sorted = possible.map(|result| payoff.of(result));
        sorted.sort_unstable_by(f64::total_cmp);
        let mut worth = [sorted[5]; 7];
        let mut ranks = 0;
        for value in sorted {
            if ranks == 0 || value > worth[ranks - 1] {
                worth[ranks] = value;
                ranks += 1;
            }
        }
        let mut rank = [0; 7];
        for result in possible {
            let at = worth.iter().position(|&worth| worth == payoff.of(result));
            rank[(result + 3) as usize] = at.expect("every payoff has its rank") as u8;
        }
        let rising = possible.windows(2).all(|pair| payoff.of(pair[0]) <= payoff.of(pair[1]));
        let strict = game.false_checkout == FalseCheckout::Forbidden;
        let sure = rising && strict && game.close_fail == CloseFail::LastTrick;
        Rules { game, rank, worth, sure }
    }

    /// Returns true if there can be a question of going on or not that the points alone do not answer.
    pub(crate) fn asks(&self) -> bool {
        !self.sure && (!self.game.auto_checkout || self.game.false_checkout != FalseCheckout::Forbidden)
    }

    /// Returns true if the results stand in the same order.
    pub(crate) fn same_order(&self, other: &Rules) -> bool {
        self.rank == other.rank
    }

    /// The rank of a result.
    pub(crate) fn rank_of(&self, result: i8) -> u8 {
        self.rank[(result + 3) as usize]
    }

    /// The payoff of this rank to a player.
    #[inline]
    pub(crate) fn worth(&self, rank: u8, player: u8) -> f64 {
        let worth = self.worth[rank as usize];
        if player == 0 { worth } else { -worth }
    }

    #[inline]
    fn rank(&self, state: &PublicState, checked_out: bool) -> u8 {
        let ender = state.leader as usize;
        let won = self.game.pay(&Finish {
            checked_out,
            points: state.points[ender],
            other_points: state.points[1 - ender],
            closed_by_ender: state.closer.map(|closer| closer == state.leader),
            frozen: state.frozen,
        });
        self.rank_of(if ender == 0 { won } else { -won })
    }

    /// The rank if the hand ends with the trick just taken and neither player checks out.
    #[inline]
    pub(crate) fn played(&self, state: &PublicState) -> u8 {
        self.rank(state, false)
    }

    /// The choice of the winner of the trick just taken.
    #[inline]
    pub(crate) fn check_out(&self, state: &PublicState) -> CheckOut {
        let enough = state.points[state.leader as usize] >= Kinderschnapsen::TARGET;
        if enough && self.game.auto_checkout {
            CheckOut::Ends(self.rank(state, true))
        } else if enough || self.game.false_checkout != FalseCheckout::Forbidden {
            CheckOut::Offered(self.rank(state, true))
        } else {
            CheckOut::Not
        }
    }

    /// Returns true if the hand ends here, or if the winner of the trick is sure to end it.
    #[inline]
    pub(crate) fn ends(&self, check_out: CheckOut) -> bool {
        match check_out {
            CheckOut::Not => false,
            CheckOut::Ends(_) => true,
            CheckOut::Offered(_) => self.sure,
        }
    }

    /// The better of two ranks for a player.
    #[inline]
    pub(crate) fn better(player: u8, a: u8, b: u8) -> u8 {
        if player == 0 { a.max(b) } else { a.min(b) }
    }

    /// The rank after the last trick: the winner knows all and takes the better way.
    #[inline]
    pub(crate) fn end(&self, state: &PublicState) -> u8 {
        match self.check_out(state) {
            CheckOut::Not => self.played(state),
            CheckOut::Ends(rank) => rank,
            CheckOut::Offered(rank) => Rules::better(state.leader, rank, self.played(state)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_equal_worth_have_equal_rank() {
        let rules = Rules::new(Kinderschnapsen::default(), &Payoff([-1.0, -1.0, -0.5, 0.0, 0.5, 0.5, 2.0]));
        assert_eq!(rules.rank, [0, 0, 1, 0, 2, 2, 3]);
        assert_eq!(&rules.worth[..4], [-1.0, -0.5, 0.5, 2.0]);
        assert!(rules.sure);
        assert!(!Rules::new(Kinderschnapsen::default(), &Payoff([0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0])).sure);
    }
}
