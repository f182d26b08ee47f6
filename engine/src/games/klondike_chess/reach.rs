//! The reach of cards: tables of steps, leaps and slides over the 8x8 board.

use super::board::Square;
use super::card::Card;
use crate::words;

words! {
    /// The limit of the turns of a leap.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum LeapTurn {
        /// Each change of direction is at most 90 degrees.
        EachTurn = "each_turn",
        /// All directions lie within 90 degrees.
        TotalTurn = "total_turn",
    }
}

/// The eight directions, each 45 degrees from the next: files and ranks stepped.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Whether a step in this direction leads to a higher square number.
const RISES: [bool; 8] = [true, true, true, false, false, false, false, true];

const JACK: usize = 11;
const QUEEN: usize = 12;

/// The squares that each card reaches from each square of an empty board, but for the queens, which slide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    cards: [[u64; 64]; 16],
    /// For each square the rays in the eight directions.
    rays: [[u64; 8]; 64],
}

impl Reach {
    pub(super) fn new(turn: LeapTurn) -> Reach {
        let each =
            |squares: &dyn Fn(Square) -> u64| std::array::from_fn(|at| squares(Square::from_index(at)));
        let mut cards = [[0; 64]; 16];
        for (index, reach) in cards.iter_mut().enumerate().take(Card::VALUES) {
            *reach = match index + 1 {
                1 | 13 => STEPS,
                JACK => each(&knight),
                QUEEN => [0; 64],
                n => each(&|from| leap(from, n, turn)),
            };
        }
        let rays = std::array::from_fn(|at| {
            DIRECTIONS.map(|by| {
                let (mut ray, mut here) = (0, Square::from_index(at).bit());
                for _ in 0..7 {
                    here = shift(here, by);
                    ray |= here;
                }
                ray
            })
        });
        Reach { cards, rays }
    }

    /// The squares that `card` reaches from `from`, where queens stop before the `blocked` squares. Some of
    /// the others may be occupied.
    #[inline]
    pub(super) fn of(&self, card: Card, from: Square, blocked: u64) -> u64 {
        if card.value() == QUEEN {
            self.slides(from, blocked)
        } else {
            self.cards[card.value() - 1][from.index()]
        }
    }

    #[inline]
    fn slides(&self, from: Square, blocked: u64) -> u64 {
        let mut reach = 0;
        for (ray, rises) in self.rays[from.index()].into_iter().zip(RISES) {
            let stops = ray & blocked;
            // Everything up to the first stop, or everything if there is none.
            let open = if rises { stops ^ stops.wrapping_sub(1) } else { !0 << (stops | 1).ilog2() };
            reach |= ray & open;
        }
        reach & !blocked
    }
}

/// The neighbours of each square.
static STEPS: [u64; 64] = {
    let mut steps = [0; 64];
    let mut at = 0;
    while at < 64 {
        let mut d = 0;
        while d < 8 {
            steps[at] |= shift(1 << at, DIRECTIONS[d]);
            d += 1;
        }
        at += 1;
    }
    steps
};

/// The neighbours of a square.
#[inline]
pub(super) fn neighbours(square: Square) -> u64 {
    STEPS[square.index()]
}

/// The squares one step from these in a direction.
const fn shift(squares: u64, (files, ranks): (i32, i32)) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let squares = match files {
        1 => squares << 1 & !A_FILE,
        -1 => (squares & !A_FILE) >> 1,
        _ => squares,
    };
    match ranks {
        1 => squares << 8,
        -1 => squares >> 8,
        _ => squares,
    }
}

fn knight(from: Square) -> u64 {
    let twice_then =
        |along: (i32, i32), aside: (i32, i32)| shift(shift(shift(from.bit(), along), along), aside);
    let (up, right, down, left) = (DIRECTIONS[0], DIRECTIONS[2], DIRECTIONS[4], DIRECTIONS[6]);
    let mut reach = 0;
    for (along, asides) in
        [(up, [left, right]), (down, [left, right]), (left, [up, down]), (right, [up, down])]
    {
        for aside in asides {
            reach |= twice_then(along, aside);
        }
    }
    reach
}

/// Where exactly `n` steps on the board lead that obey the rule of turns, but for the start itself.
fn leap(from: Square, n: usize, turn: LeapTurn) -> u64 {
    // For each direction the squares entered by a step in it.
    let walk = |allowed: &dyn Fn(usize, usize) -> bool, first: &dyn Fn(usize) -> bool| {
        let mut entered: [u64; 8] =
            std::array::from_fn(|d| if first(d) { shift(from.bit(), DIRECTIONS[d]) } else { 0 });
        for _ in 1..n {
            entered = std::array::from_fn(|d| {
                let left = (0..8).filter(|&last| allowed(last, d)).fold(0, |all, last| all | entered[last]);
                shift(left, DIRECTIONS[d])
            });
        }
        entered.iter().fold(0, |all, squares| all | squares)
    };
    let quarter = |a: usize, b: usize| (b + 8 - a) % 8 <= 2;
    let reach = match turn {
        LeapTurn::EachTurn => walk(&|last, next| quarter(last, next) || quarter(next, last), &|_| true),
        LeapTurn::TotalTurn => (0..8).fold(0, |all, sector| {
            all | walk(&|_, next| quarter(sector, next), &|first| quarter(sector, first))
        }),
    };
    reach & !from.bit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn sizes(from: &str, turn: LeapTurn) -> Vec<u32> {
        (2..=10).map(|n| leap(square(from), n, turn).count_ones()).collect()
    }

    #[test]
    fn leaps_have_the_sizes_of_the_rules_page() {
        assert_eq!(sizes("d4", LeapTurn::EachTurn), [20, 48, 63, 63, 63, 63, 63, 63, 63]);
        assert_eq!(sizes("a1", LeapTurn::EachTurn), [6, 14, 24, 35, 48, 63, 63, 63, 63]);
        assert_eq!(sizes("d4", LeapTurn::TotalTurn), [20, 36, 39, 25, 13, 5, 1, 0, 0]);
        assert_eq!(sizes("a1", LeapTurn::TotalTurn), [6, 10, 15, 21, 28, 36, 28, 21, 15]);
    }

    #[test]
    fn a_total_turn_leap_lies_between_two_distances() {
        for from in Square::each(!0) {
            for n in 2..=10 {
                let expected = Square::each(!0).filter(|to| {
                    let (files, ranks) = (
                        (from.index() % 8).abs_diff(to.index() % 8),
                        (from.index() / 8).abs_diff(to.index() / 8),
                    );
                    files.max(ranks) <= n && n <= files + ranks
                });
                let expected = expected.fold(0, |all, to| all | to.bit()) & !from.bit();
                assert_eq!(leap(from, n, LeapTurn::TotalTurn), expected, "{n} from {from}");
            }
        }
    }

    #[test]
    fn queens_stop_before_what_blocks_them() {
        let reach = Reach::new(LeapTurn::EachTurn);
        let queen = "QS".parse().unwrap();
        let blocked = square("d4").bit() | square("e1").bit();
        let squares: Vec<String> =
            Square::each(reach.of(queen, square("d1"), blocked)).map(|to| to.to_string()).collect();
        assert_eq!(squares.join(" "), "a1 b1 c1 c2 d2 e2 b3 d3 f3 a4 g4 h5");
        assert_eq!(reach.of(queen, square("d4"), 0).count_ones(), 27);
        assert_eq!(reach.of("JS".parse().unwrap(), square("a1"), 0), square("b3").bit() | square("c2").bit());
    }
}
