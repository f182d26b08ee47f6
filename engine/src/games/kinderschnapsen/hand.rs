//! A hand of Kinderschnapsen: the position, and what its end pays.

use std::hash::Hasher;

use super::rules::{CloseFail, FalseCheckout, Kinderschnapsen, PACK};
use crate::Player;
use crate::tricks::{Action, Card, CardSet, Pack, Table, Talon};

/// The position of a hand, hidden cards included: 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The cards played, five bits each, the first one lowest.
    pub(super) log: u64,
    pub(super) talon: Talon,
    pub(super) hands: [CardSet; 2],
    pub(super) points: [u8; 2],
    /// Bit `t` is the winner of trick `t`.
    pub(super) winners: u8,
    /// Tricks taken.
    pub(super) tricks: u8,
    pub(super) phase: Phase,
    /// The player to move; once over, the player that checked out or took the last trick.
    pub(super) mover: Player,
    /// Two low bits: closed before this trick, counted from 1. Above: declined to check out after trick `t`.
    pub(super) marks: u8,
    /// The points of the closer's opponent when the talon was closed.
    pub(super) frozen: u8,
}

const _: () = assert!(size_of::<Hand>() <= 32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Phase {
    Deal,
    Lead,
    Reply,
    /// The winner of a trick may end the hand.
    CheckOut,
    /// Over by a check-out.
    Out,
    /// Over after the last trick.
    Played,
}

impl Hand {
    pub(super) const UNDEALT: Hand = Hand {
        log: 0,
        talon: Talon::EMPTY,
        hands: [CardSet::EMPTY; 2],
        points: [0; 2],
        winners: 0,
        tricks: 0,
        phase: Phase::Deal,
        mover: Player::FIRST,
        marks: 0,
        frozen: 0,
    };

    /// The points that `player` has in tricks.
    #[inline]
    pub fn points(&self, player: Player) -> u8 {
        self.points[player.index()]
    }

    /// The cards played so far.
    #[inline]
    pub fn cards_played(&self) -> usize {
        2 * self.tricks() + usize::from(self.phase == Phase::Reply)
    }

    /// The `n`-th card played.
    #[inline]
    pub fn card_played(&self, n: usize) -> Card {
        Card::from_index((self.log >> (5 * n) & 31) as usize)
    }

    /// Before which trick, counted from 0, the talon was closed.
    #[inline]
    pub fn closed_before(&self) -> Option<usize> {
        match self.marks & 3 {
            0 => None,
            trick => Some(trick as usize - 1),
        }
    }

    /// The end of the hand, once it is over.
    #[inline]
    pub(super) fn finish(&self) -> Finish {
        let (ender, other) = (self.mover, self.mover.other());
        Finish {
            checked_out: self.phase == Phase::Out,
            points: self.points(ender),
            other_points: self.points(other),
            closed_by_ender: self.closer().map(|closer| closer == ender),
            frozen: self.frozen,
        }
    }

    /// Lays `card` from the mover's hand on the table.
    #[inline]
    pub(super) fn lay(&mut self, card: Card) {
        debug_assert!(self.cards(self.mover).contains(card), "{} does not hold {card}", self.mover);
        self.hands[self.mover.index()].remove(card);
        let n = self.cards_played();
        self.log |= (card.index() as u64) << (5 * n);
    }

    /// Goes on after a trick: draws, leads, or ends.
    #[inline]
    pub(super) fn go_on(&mut self) {
        if (self.hands[0] | self.hands[1]).is_empty() {
            self.phase = Phase::Played;
            return;
        }
        self.phase = Phase::Lead;
        if self.is_open() {
            let winner = self.mover;
            let top = self.talon.draw();
            let next = self.talon.draw();
            self.hands[winner.index()].insert(top);
            self.hands[winner.other().index()].insert(next);
        }
    }
}

impl Table for Hand {
    const PACK: Pack = PACK;

    #[inline]
    fn is_dealt(&self) -> bool {
        self.phase != Phase::Deal
    }

    #[inline]
    fn talon(&self) -> Talon {
        self.talon
    }

    fn talon_mut(&mut self) -> &mut Talon {
        &mut self.talon
    }

    #[inline]
    fn hands(&self) -> &[CardSet; 2] {
        &self.hands
    }

    fn hands_mut(&mut self) -> &mut [CardSet; 2] {
        &mut self.hands
    }

    /// The turnup, once it has been drawn: it lay open.
    #[inline]
    fn shown(&self) -> CardSet {
        let drawn = if self.talon.left() == 0 { CardSet::of(self.open()) } else { CardSet::EMPTY };
        drawn & (self.hands[0] | self.hands[1])
    }

    #[inline]
    fn open(&self) -> Card {
        self.talon.card(Talon::BOTTOM)
    }

    #[inline]
    fn tricks(&self) -> usize {
        self.tricks as usize
    }

    #[inline]
    fn winner(&self, t: usize) -> Player {
        Player::new(usize::from(self.winners >> t & 1))
    }

    #[inline]
    fn lead(&self) -> Option<Card> {
        (self.phase == Phase::Reply).then(|| self.card_played(2 * self.tricks()))
    }

    #[inline]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn closer(&self) -> Option<Player> {
        self.closed_before().map(|trick| self.leader(trick))
    }

    #[inline]
    fn is_open(&self) -> bool {
        self.marks & 3 == 0 && self.talon.left() > 0
    }

    #[inline]
    fn retrace(&self, mut visit: impl FnMut(Action, Player)) {
        for n in 0..=self.cards_played() {
            let leader = self.leader(n / 2);
            if n % 2 == 0 && self.closed_before() == Some(n / 2) {
                visit(Action::CLOSE, leader);
            }
            if n < self.cards_played() {
                let who = if n % 2 == 0 { leader } else { leader.other() };
                visit(Action::card(self.card_played(n)), who);
            }
        }
    }

    fn hash_log<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.log);
        state.write_u16(u16::from_le_bytes([self.marks, self.phase as u8]));
    }
}

/// The pay for a check-out against this many points.
pub(super) fn tier(points: u8) -> i8 {
    match points {
        0 => 3,
        1..=21 => 2,
        _ => 1,
    }
}

/// The end of a hand, as far as the pay depends on it. The *ender* checked out, or took the last trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Whether it checked out.
    pub checked_out: bool,
    /// Its points.
    pub points: u8,
    /// The points of the other.
    pub other_points: u8,
    /// If the talon was closed: whether the ender closed it.
    pub closed_by_ender: Option<bool>,
    /// The points of the closer's opponent when the talon was closed.
    pub frozen: u8,
}

impl Finish {
    /// Whether it is a check-out with too few points.
    #[inline]
    pub fn is_false(&self) -> bool {
        self.checked_out && self.points < Kinderschnapsen::TARGET
    }
}

impl Kinderschnapsen {
    /// The pay of the player that ended the hand.
    #[inline]
    pub fn pay(&self, finish: &Finish) -> i8 {
        if finish.checked_out {
            if finish.is_false() {
                return match self.false_checkout {
                    FalseCheckout::OpponentFixed(pay) => -(pay as i8),
                    _ => -tier(finish.points),
                };
            }
            let frozen = self.freeze_on_close && finish.closed_by_ender == Some(true);
            return tier(if frozen { finish.frozen } else { finish.other_points });
        }
        match (self.close_fail, finish.closed_by_ender) {
            (CloseFail::OpponentWins2or3, Some(closed)) => {
                let pay = if finish.frozen == 0 { 3 } else { 2 };
                if closed { -pay } else { pay }
            }
            _ => 1,
        }
    }
}
