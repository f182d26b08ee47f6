//! The end of a hand once both players know all cards: a search to the last trick.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, CardSet, Suit, takes};

use super::deck::Deck;

/// The rules of an end of a hand.
pub(super) struct Ending<'a> {
    pub(super) deck: &'a Deck,
    pub(super) trump: Suit,
}

impl Ending<'_> {
    /// The payoff of the leader if both play as well as possible and there is nothing to draw.
    pub(super) fn payoff(&self, held: [CardSet; 2], points: [u8; 2], leader: usize) -> i8 {
        let worst_reply = |lead: Card| {
            let replies = Kinderschnapsen::DUTY.replies(held[1 - leader], lead, self.trump);
            let payoffs = replies.iter().map(|reply| self.after_trick(held, points, leader, [lead, reply]));
            payoffs.min().expect("there is a legal reply")
        };
        held[leader].iter().map(worst_reply).max().expect("the leader has cards")
    }

    /// The payoff of the player who led to a trick.
    fn after_trick(
        &self,
        mut held: [CardSet; 2],
        mut points: [u8; 2],
        leader: usize,
        [lead, reply]: [Card; 2],
    ) -> i8 {
        held[leader].remove(lead);
        held[1 - leader].remove(reply);
        let winner = if takes(reply, lead, self.trump) { 1 - leader } else { leader };
        points[winner] += Kinderschnapsen::points(lead) + Kinderschnapsen::points(reply);
        let payoff = if points[winner] >= self.deck.target {
            self.deck.tier(points[1 - winner]) as i8
        } else if held[winner].is_empty() {
            1
        } else {
            self.payoff(held, points, winner)
        };
        if winner == leader { payoff } else { -payoff }
    }
}
