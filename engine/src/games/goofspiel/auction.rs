//! An auction of Goofspiel: the bids of both players and the announcement after each round.

use std::cmp::Ordering;
use std::fmt;

use crate::Player;

/// A bid card or a prize: its points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bid(pub(super) u8);

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The prizes and all bids, hidden ones included: 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Auction {
    /// The bids of each player, four bits each, the first one lowest.
    pub(super) bids: [u64; 2],
    /// The prizes that chance turned up, likewise.
    pub(super) prizes: u64,
    /// Bit `n` is set while the player still has card `n`.
    pub(super) left: [u16; 2],
    /// The number of bids that were made, both players' together.
    pub(super) made: u8,
    /// The number of prizes that chance turned up.
    pub(super) turned: u8,
}

const _: () = assert!(size_of::<Auction>() <= 32);

/// The announcement after a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player has won the prize.
    Won(Player),
    /// The bids were equal: no player gets it.
    Tie,
}

/// The `n`-th of a row of cards of four bits each.
pub(super) fn nth(row: u64, n: usize) -> u8 {
    (row >> (4 * n) & 15) as u8
}

/// The row with `card` as its `n`-th one.
pub(super) fn with(row: u64, n: usize, card: u8) -> u64 {
    row | u64::from(card) << (4 * n)
}

impl Auction {
    /// The number of rounds that are decided.
    pub fn rounds(&self) -> usize {
        self.made as usize / 2
    }

    /// The number of bids that `player` has made.
    pub fn made_by(&self, player: Player) -> usize {
        (self.made as usize + 1 - player.index()) / 2
    }

    /// The bid of `player` in round `n`, from 0.
    pub fn bid(&self, player: Player, n: usize) -> Bid {
        Bid(nth(self.bids[player.index()], n))
    }

    /// The announcement after round `n`, from 0.
    pub fn outcome(&self, n: usize) -> Outcome {
        match self.bid(Player::FIRST, n).cmp(&self.bid(Player::SECOND, n)) {
            Ordering::Greater => Outcome::Won(Player::FIRST),
            Ordering::Less => Outcome::Won(Player::SECOND),
            Ordering::Equal => Outcome::Tie,
        }
    }

    pub(super) fn make(&mut self, bid: Bid) {
        let (player, n) = (self.made as usize % 2, self.rounds());
        self.bids[player] = with(self.bids[player], n, bid.0);
        self.left[player] &= !(1 << bid.0);
        self.made += 1;
    }
}
