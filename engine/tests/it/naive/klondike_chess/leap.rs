//! Where the cards 2 to 10 leap on an empty board.

use std::sync::LazyLock;

use super::options::LeapTurn;
use super::square::{DIRECTIONS, Square};

/// For each length 0 to 10 and each start square the final squares in order.
type LeapTable = Vec<Vec<Vec<Square>>>;

static EACH_TURN: LazyLock<LeapTable> = LazyLock::new(|| table_of(each_turn));
static TOTAL_TURN: LazyLock<LeapTable> = LazyLock::new(|| table_of(total_turn));

/// The final squares of a leap of that many king steps. Occupancy is ignored on the way, thrones included.
pub fn leaps(leap_turn: LeapTurn, start: Square, steps: usize) -> &'static [Square] {
    match leap_turn {
        LeapTurn::EachTurn => &EACH_TURN[steps][start.0],
        LeapTurn::TotalTurn => &TOTAL_TURN[steps][start.0],
    }
}

fn table_of(reach: fn(Square, usize) -> Vec<Square>) -> LeapTable {
    let row = |steps| Square::all().map(|start| reach(start, steps)).collect();
    (0..=10).map(row).collect()
}

// C2 each_turn: every two consecutive directions differ by at most 90 degrees (two places in the list).
// C4: every step stays on the board. C3: the leap does not end where it began.
fn each_turn(start: Square, steps: usize) -> Vec<Square> {
    // (square, last direction) after the steps so far; none has a direction before the first step.
    let mut arrived: Vec<(Square, Option<usize>)> = vec![(start, None)];
    for _ in 0..steps {
        let mut next = vec![];
        for (square, last) in arrived {
            for (direction, shift) in DIRECTIONS.iter().enumerate() {
                if last.is_some_and(|last| turn_size(last, direction) > 2) {
                    continue;
                }
                if let Some(reached) = square.shifted(*shift)
                    && !next.contains(&(reached, Some(direction)))
                {
                    next.push((reached, Some(direction)));
                }
            }
        }
        arrived = next;
    }
    other_squares(start, arrived.into_iter().map(|(square, _)| square).collect())
}

// C2 total_turn: all directions of the leap lie within one sector of 90 degrees (three neighbours in the
// list).
fn total_turn(start: Square, steps: usize) -> Vec<Square> {
    let mut reached = vec![];
    for first in 0..8 {
        let sector = [first, (first + 1) % 8, (first + 2) % 8];
        let mut arrived = vec![start];
        for _ in 0..steps {
            let onward = |square: &Square| {
                let square = *square;
                sector.iter().filter_map(move |direction| square.shifted(DIRECTIONS[*direction])).collect()
            };
            arrived = distinct(arrived.iter().flat_map::<Vec<Square>, _>(onward).collect());
        }
        reached.extend(arrived);
    }
    other_squares(start, reached)
}

// The angle between two directions, in units of 45 degrees.
fn turn_size(first: usize, second: usize) -> usize {
    let apart = first.abs_diff(second);
    apart.min(8 - apart)
}

fn distinct(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort();
    squares.dedup();
    squares
}

fn other_squares(start: Square, squares: Vec<Square>) -> Vec<Square> {
    distinct(squares).into_iter().filter(|square| *square != start).collect()
}
