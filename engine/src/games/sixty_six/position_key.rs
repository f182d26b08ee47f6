//! The part of a hand of Sixty-six or Schnapsen that still matters, and the most that can still be won.

use super::hand::{Hand, pairs_within};
use super::rules::{AllPlayed, CloseFail, Family, TARGET};
use crate::tricks::{CardSet, Table, Talon};
use crate::{Player, PositionKey};

/// The points of the other above which a claim pays 1 only.
const MANY: u8 = 32;

impl<const CARDS: usize> Family<CARDS> {
    /// The pay of a right claim that `player` makes now.
    ///
    /// A claim never pays more later than now: it pays the less the more tricks and points the other has.
    #[inline]
    pub fn claim(&self, hand: &Hand<CARDS>, player: Player) -> i8 {
        match hand.closing.closed() {
            Some((closer, had_trick)) if closer != player && self.close_fail == CloseFail::CloserMustWin => {
                3 - i8::from(had_trick)
            }
            _ => self.tier(hand, player),
        }
    }

    /// The most that `player` can win from here if it never claims rightly and the other neither closes nor
    /// claims falsely.
    #[inline]
    pub fn most_unclaimed(&self, hand: &Hand<CARDS>, player: Player) -> i8 {
        match (hand.closing.closed(), self.close_fail) {
            (None, _) | (Some(_), CloseFail::LastTrick) => 1,
            (Some((closer, had_trick)), CloseFail::CloserMustWin) => {
                let pay = 3 - i8::from(had_trick);
                if closer == player { -pay } else { pay }
            }
            // It is judged by the points that a claim needs; a false claim costs no less than 2.
            (Some((closer, _)), CloseFail::CloserJudged) => {
                if closer == player {
                    -2
                } else {
                    3
                }
            }
        }
    }

    /// Whether points above those that a claim needs matter too: more points may decide at the end.
    #[inline]
    pub fn counts_all_points(&self, hand: &Hand<CARDS>) -> bool {
        self.all_played == AllPlayed::MorePoints && hand.closer().is_none()
    }

    /// The points for the last trick, if they can still be had.
    #[inline]
    pub fn last_trick_bonus(&self, hand: &Hand<CARDS>) -> u8 {
        if hand.closer().is_none() { self.last_trick_points } else { 0 }
    }

    /// The points of all announcements that can still be made with `cards`.
    #[inline]
    pub fn announcements(&self, hand: &Hand<CARDS>, cards: CardSet) -> u8 {
        let pairs = pairs_within(cards) & !hand.pairs;
        if pairs == 0 || !(hand.is_open() || self.marriage_when_closed) {
            return 0;
        }
        let trump = 1 << hand.trump() as u8;
        let of_trumps = if pairs & trump != 0 { self.trump_marriage } else { 0 };
        of_trumps + 20 * (pairs & !trump).count_ones() as u8
    }
}

impl<const CARDS: usize> PositionKey for Family<CARDS> {
    /// Points are counted up to what a claim needs unless all decide at the end, the talon as long as it is
    /// open, announcements as long as they forbid another.
    #[inline]
    fn position_key(&self, hand: &Hand<CARDS>) -> u128 {
        let &[first, second] = hand.hands();
        let held = u64::from(first.bits()) << 32 | u64::from(second.bits());
        let mut rest = Bits(0);
        rest.put(1, hand.mover.index());
        rest.put(3, hand.phase as usize);
        rest.put(5, hand.lead().map_or(0, crate::tricks::Card::index));
        let most = if self.counts_all_points(hand) { u8::MAX } else { TARGET };
        for player in [Player::FIRST, Player::SECOND] {
            rest.put(8, usize::from(hand.points[player.index()].min(most)));
            rest.put(1, usize::from(hand.has_trick(player)));
        }
        let whole = pairs_within(first) | pairs_within(second);
        rest.put(4, usize::from(hand.pairs & whole));
        rest.put(4, usize::from(hand.pairs >> 4));
        rest.put(3, usize::from(hand.closing.0));
        rest.put(1, usize::from(hand.frozen > MANY));
        let (left, bottom) =
            if hand.is_open() { (hand.talon.left(), hand.talon.card(Talon::BOTTOM).index()) } else { (0, 0) };
        rest.put(4, left);
        rest.put(5, bottom);
        u128::from(held) << 64 | u128::from(rest.0)
    }
}

/// Numbers packed one beside the other.
struct Bits(u64);

impl Bits {
    #[inline]
    fn put(&mut self, width: u32, number: usize) {
        debug_assert!(number < 1 << width);
        self.0 = self.0 << width | number as u64;
    }
}
