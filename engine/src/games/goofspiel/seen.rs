//! An auction as one player sees it, and the sealed bids that fit.
//!
//! The other's bids are an assignment of different cards to rounds, each above, below or equal to the own
//! bid of its round. All of them are equally likely, because the number of cards left depends on the round
//! alone. They are counted by going through the card values in increasing order: a card may wait for the
//! round whose bid it is to be below, and serves at once any round whose bid it is to be above.

use super::auction::{Auction, Outcome, nth, with};
use super::rules::Goofspiel;
use crate::{Player, Rng, Worlds};

/// The information set of one player: its bids, the prizes, who won them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    /// The own bids, as in [`Auction`].
    pub(super) bids: u64,
    pub(super) prizes: u64,
    /// The outcome of each decided round, two bits each, the first one lowest: 1 won, 2 lost, 3 tie.
    pub(super) outcomes: u32,
    made: u8,
    turned: u8,
}

const WON: u8 = 1;
const LOST: u8 = 2;
const TIE: u8 = 3;

impl InfoSet {
    pub(super) fn of(auction: &Auction, seat: Player) -> InfoSet {
        let code = |n| match auction.outcome(n) {
            Outcome::Won(player) if player == seat => WON,
            Outcome::Won(_) => LOST,
            Outcome::Tie => TIE,
        };
        InfoSet {
            seat,
            bids: auction.bids[seat.index()],
            prizes: auction.prizes,
            outcomes: (0..auction.rounds()).map(|n| u32::from(code(n)) << (2 * n)).sum(),
            made: auction.made,
            turned: auction.turned,
        }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    pub(super) fn rounds(&self) -> usize {
        self.made as usize / 2
    }

    /// The number of bids that the other has made.
    pub(super) fn others(&self) -> usize {
        (self.made as usize + self.seat.index()) / 2
    }

    /// The auction with these bids of the other player.
    pub(super) fn with_others(&self, game: &Goofspiel, others: u64) -> Auction {
        let mut bids = [self.bids; 2];
        bids[self.seat.other().index()] = others;
        let (made, turned) = (self.made, self.turned);
        let mut auction = Auction { bids, prizes: self.prizes, left: [game.pack(); 2], made, turned };
        for player in [Player::FIRST, Player::SECOND] {
            for n in 0..auction.made_by(player) {
                auction.left[player.index()] &= !(1 << auction.bid(player, n).0);
            }
        }
        auction
    }

    /// The bids of the other that fit, all equally likely.
    pub(super) fn sample(&self, game: &Goofspiel, rng: &mut Rng) -> Auction {
        let sealed = Sealed::new(self, game.cards);
        let mut row = Row::START;
        while row.card <= game.cards {
            let next = sealed.next(&row);
            row = next[rng.weighted(next.iter().map(|row| sealed.count(row)))];
        }
        self.with_others(game, row.bids)
    }

    /// The own bid in round `n`, from 0, and the outcome in words, for the table.
    pub(super) fn auction_outcome(&self, n: usize) -> (u8, &'static str) {
        let word = match self.outcomes >> (2 * n) & 3 {
            1 => "won",
            2 => "lost",
            3 => "tie",
            _ => "not decided",
        };
        (nth(self.bids, n), word)
    }

    /// The auction as far as it is known, with no bids of the other.
    pub(super) fn known(&self, game: &Goofspiel) -> Auction {
        let mut auction = self.with_others(game, 0);
        auction.left[self.seat.other().index()] = game.pack();
        auction
    }
}

/// The information of the own card of some value about the other's bids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    Nothing,
    /// In this round the other bid more.
    Above(u8),
    /// In this round the other bid less.
    Below(u8),
    /// In this round the other bid the same.
    Equal(u8),
}

/// The other's bids up to some card value.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The next card value.
    card: u8,
    bids: u64,
    /// The cards that wait for a round in which they are below.
    waiting: u16,
    /// The rounds that wait for a card above.
    rounds: u16,
    /// Whether the bid of the round that is not decided has been found.
    placed: bool,
}

impl Row {
    const START: Row = Row { card: 1, bids: 0, waiting: 0, rounds: 0, placed: false };
}

/// The bids of the other that fit, counted.
struct Sealed {
    cards: u8,
    says: [Says; 14],
    /// The round that is not decided and in which the other has bid.
    open: Option<u8>,
    /// The number of ways to go on, by card, waiting cards, waiting rounds, and whether the open round
    /// has its bid.
    ways: Vec<f64>,
}

const SPAN: usize = 15;

impl Sealed {
    fn new(info_set: &InfoSet, cards: u8) -> Sealed {
        let mut says = [Says::Nothing; 14];
        for n in 0..info_set.rounds() {
            says[nth(info_set.bids, n) as usize] = match (info_set.outcomes >> (2 * n) & 3) as u8 {
                WON => Says::Below(n as u8),
                LOST => Says::Above(n as u8),
                _ => Says::Equal(n as u8),
            };
        }
        let open = (info_set.others() > info_set.rounds()).then(|| info_set.rounds() as u8);
        let ways = vec![0.0; (cards as usize + 2) * SPAN * SPAN * 2];
        let mut sealed = Sealed { cards, says, open, ways };
        let end = sealed.index(cards + 1, 0, 0, open.is_some());
        sealed.ways[end] = 1.0;
        for card in (1..=cards).rev() {
            for (waiting, rounds) in (0..card).flat_map(|w| (0..card).map(move |r| (w, r))) {
                for placed in [false, true] {
                    let at = sealed.index(card, waiting, rounds, placed);
                    sealed.ways[at] = sealed.count_from(card, waiting, rounds, placed);
                }
            }
        }
        sealed
    }

    fn index(&self, card: u8, waiting: u8, rounds: u8, placed: bool) -> usize {
        ((card as usize * SPAN + waiting as usize) * SPAN + rounds as usize) * 2 + usize::from(placed)
    }

    /// The ways to go on from `card`, given those from the next card.
    fn count_from(&self, card: u8, mut waiting: u8, rounds: u8, placed: bool) -> f64 {
        let next = |waiting, rounds, placed| self.ways[self.index(card + 1, waiting, rounds, placed)];
        let mut choices = 1.0;
        let mut joining = 0;
        match self.says[card as usize] {
            Says::Nothing => {}
            Says::Above(_) => joining = 1,
            Says::Below(_) if waiting == 0 => return 0.0,
            Says::Below(_) => {
                choices = f64::from(waiting);
                waiting -= 1;
            }
            Says::Equal(_) => return next(waiting, rounds, placed),
        }
        let mut ways = next(waiting, rounds + joining, placed) + next(waiting + 1, rounds + joining, placed);
        if rounds > 0 {
            ways += f64::from(rounds) * next(waiting, rounds - 1 + joining, placed);
        }
        if self.open.is_some() && !placed {
            ways += next(waiting, rounds + joining, true);
        }
        choices * ways
    }

    /// The number of the other's bids that begin with `row`.
    fn count(&self, row: &Row) -> f64 {
        let (waiting, rounds) = (row.waiting.count_ones() as u8, row.rounds.count_ones() as u8);
        self.ways[self.index(row.card, waiting, rounds, row.placed)]
    }

    /// All rows that are one card longer; those that lead nowhere count 0.
    fn next(&self, row: &Row) -> Vec<Row> {
        let card = row.card;
        let bid = |row: &Row, n: u8, card: u8| Row { bids: with(row.bids, n as usize, card), ..*row };
        let mut rows = vec![Row { card: card + 1, ..*row }];
        let mut joining = 0;
        match self.says[card as usize] {
            Says::Nothing => {}
            Says::Above(n) => joining = 1 << n,
            Says::Below(n) => {
                // One of the waiting cards is the bid of that round.
                let row = rows[0];
                let given = bits(row.waiting)
                    .map(|below| Row { waiting: row.waiting & !(1 << below), ..bid(&row, n, below) });
                rows = given.collect();
            }
            Says::Equal(n) => return vec![bid(&rows[0], n, card)],
        }
        let mut next = Vec::new();
        for row in rows {
            // The card is not bid, or waits, or is above the bid of some round, or is the open bid.
            next.push(row);
            next.push(Row { waiting: row.waiting | 1 << card, ..row });
            next.extend(
                bits(row.rounds).map(|n| Row { rounds: row.rounds & !(1 << n), ..bid(&row, n, card) }),
            );
            if let Some(n) = self.open.filter(|_| !row.placed) {
                next.push(Row { placed: true, ..bid(&row, n, card) });
            }
        }
        next.iter_mut().for_each(|row| row.rounds |= joining);
        next
    }

    fn list(&self, row: &Row, each: &mut impl FnMut(u64)) {
        if row.card > self.cards {
            each(row.bids);
            return;
        }
        self.next(row).iter().filter(|row| self.count(row) > 0.0).for_each(|row| self.list(row, each));
    }
}

/// The places of the bits of `set`.
fn bits(set: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |n| set >> n & 1 == 1)
}

impl Worlds for Goofspiel {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Auction, f64)>> {
        let sealed = Sealed::new(info_set, self.cards);
        let count = sealed.count(&Row::START);
        if count > limit as f64 {
            return None;
        }
        let mut worlds = Vec::with_capacity(count as usize);
        sealed.list(&Row::START, &mut |others| {
            worlds.push((info_set.with_others(self, others), 1.0 / count));
        });
        debug_assert_eq!(worlds.len() as f64, count);
        Some(worlds)
    }
}
