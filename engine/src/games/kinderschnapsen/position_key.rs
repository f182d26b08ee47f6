//! The part of a hand of Kinderschnapsen that still matters, and the most that can still be won.

use super::hand::{Hand, tier};
use super::rules::{CloseFail, Kinderschnapsen};
use crate::tricks::Table;
use crate::{Player, PositionKey};

impl Kinderschnapsen {
    /// The pay of a right check-out of `player` now.
    ///
    /// It never pays more later than now: it pays the less the more points the other has.
    #[inline]
    pub fn claim(&self, hand: &Hand, player: Player) -> i8 {
        let frozen = self.freeze_on_close && hand.closer() == Some(player);
        tier(if frozen { hand.frozen } else { hand.points(player.other()) })
    }

    /// The most that `player` can win from here if it never checks out rightly and the other neither closes
    /// nor checks out falsely.
    #[inline]
    pub fn most_unclaimed(&self, hand: &Hand, player: Player) -> i8 {
        match (hand.closer(), self.close_fail) {
            (None, _) | (Some(_), CloseFail::LastTrick) => 1,
            (Some(closer), CloseFail::OpponentWins2or3) => {
                let pay = if hand.frozen == 0 { 3 } else { 2 };
                // Some false check-outs cost no more than 1.
                if closer == player { -1 } else { pay }
            }
        }
    }
}

impl PositionKey for Kinderschnapsen {
    /// Points are counted up to what a check-out needs, the talon as long as it is open.
    #[inline]
    fn position_key(&self, hand: &Hand) -> u128 {
        let &[first, second] = hand.hands();
        let held = u128::from(first.bits()) << 32 | u128::from(second.bits());
        let points = hand.points.map(|points| u128::from(points.min(Kinderschnapsen::TARGET)));
        let numbers = [
            (1, hand.mover.index() as u128),
            (3, hand.phase as u128),
            (5, hand.lead().map_or(0, |lead| lead.index() as u128)),
            (6, points[0]),
            (6, points[1]),
            (2, hand.closer().map_or(0, |closer| 1 + closer.index() as u128)),
            (2, tier(hand.frozen) as u128),
            (3, if hand.is_open() { hand.talon.left() as u128 } else { 0 }),
        ];
        numbers.into_iter().fold(held, |bits, (width, number)| bits << width | number)
    }
}
