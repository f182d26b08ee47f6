//! The hidden tries that fit what one player knows, drawn and listed exactly.
//!
//! What the other may have done falls into three parts. *Which* squares it has taken: any set that wins
//! nothing and contains those where the player has failed. *In which order*: any in which the squares where
//! the player has failed come early enough. And *where it failed*: at any of the player's squares of that
//! time that it did not know yet. The number of squares that it may try depends only on how many it has
//! tried before, so that all sets and orders are equally likely.
//!
//! The parts meet in the number of squares that the other has taken and the number of its failures so far,
//! and all that fits is a chain over these two numbers, summed backwards.
//!
//! * In the classical version the player knows how many squares the other has taken, and when: one before
//!   each of its own turns. A square where it has failed was among those that the other had then. Sets and
//!   orders do not depend on the failures, which can be any number between two successes; a history with
//!   more of them has more decisions behind it and is less likely.
//! * In the abrupt version the player knows how many *tries* the other has made: as many as itself, or one
//!   more or one fewer, as turns alternate. Each of them was a success or a failure: the player knows
//!   neither how many squares the other has nor which of its turns gave them. A square where it has failed
//!   was among those that the successes of the turns until then gave; how many these are depends on where
//!   the failures lie, and so does the number of orders. A full board ends the game: while it goes on, the
//!   other does not have all the squares that the player lacks. The other's n-th try is one of the same
//!   number of squares in every history, so that all histories are equally likely.

use std::iter;

use super::board::{Board, Square, Tries, nth_bit, squares};
use super::goal::Goal;
use super::info_set::InfoSet;
use super::rules::Phantom;
use super::version::Version;
use crate::{ActionList, ActionSet, Rng, Sampler, Worlds};

/// The squares that the other may have taken.
#[derive(Clone, Copy, Debug)]
struct Take {
    /// All of them, but for the last one if it has ended the game.
    set: u16,
    last: Option<Square>,
}

/// A square of the other where the player has failed.
#[derive(Clone, Copy, Debug)]
struct Known {
    square: Square,
    /// The number of the other's turns before: one of them gave it the square.
    due: usize,
}

/// The other's tries that fit.
struct Hidden {
    version: Version,
    /// The number of squares that the board has.
    squares: usize,
    /// The own squares in the order in which they were taken.
    own: Vec<Square>,
    /// The number of own squares at each of the other's turns, and at the one that follows the last.
    own_at: Vec<usize>,
    /// The number of turns of the other that the player has noticed.
    turns: usize,
    /// The turns in which the other may have failed are those before this one.
    failing: usize,
    /// The squares where the player has failed, in that order.
    known: Vec<Known>,
    /// 1 if the other has ended the game with its last try, which then is in no order.
    last: usize,
    /// The possible squares of the other, by how many there are.
    takes: Vec<Vec<Take>>,
}

/// The largest number of squares, and one more.
const SPAN: usize = 17;

/// What may come next, by how many squares the other has taken and how often it has failed.
type Chain = [[Ways; SPAN]; SPAN];

/// The weights of all ways to go on.
#[derive(Clone, Copy, Debug, Default)]
struct Ways {
    /// Those that go on with nothing.
    nothing: f64,
    /// Those that go on with a square taken.
    success: f64,
    /// Those that go on with a failure.
    failure: f64,
    /// The number of squares where it may be.
    own: usize,
}

impl Ways {
    fn sum(&self) -> f64 {
        self.nothing + self.success + self.failure
    }
}

/// The weight of a try if this number of squares may be tried.
fn likelihood(open: usize) -> f64 {
    1.0 / open as f64
}

/// Tries in order: the square of the player where the try failed, or `None` where the other took a square.
type Course = ActionList<Option<Square>, 16>;

impl Hidden {
    fn new<G: Goal>(info_set: &InfoSet, game: &Phantom<G>) -> Hidden {
        let (seat, tries, version) = (info_set.seat().index(), info_set.tries, game.version());
        let (mut own, mut known, mut own_at) = (Vec::new(), Vec::new(), Vec::new());
        // The own turns before the other's first one.
        let ahead = 1 - seat;
        let mut own_turns = 0;
        for (square, free) in tries.iter() {
            own_at.extend((own_at.len() + ahead == own_turns).then_some(own.len()));
            if free {
                own.push(square);
            } else {
                known.push(Known { square, due: own_turns + seat });
            }
            own_turns += usize::from(free || version == Version::Abrupt);
        }
        own_at.extend((own_at.len() + ahead == own_turns).then_some(own.len()));
        let other_is_next = info_set.is_other_next(version);
        let last = usize::from(info_set.over && !other_is_next);
        let turns = info_set.others();
        let failing = match version {
            Version::Classical => turns + usize::from(other_is_next && !info_set.over),
            Version::Abrupt => turns - last,
        };
        let takes = Vec::new();
        let squares = game.all().count_ones() as usize;
        let mut hidden = Hidden { version, squares, own, own_at, turns, failing, known, last, takes };
        hidden.takes = (0..=turns).map(|taken| hidden.takes_of(info_set, game, taken)).collect();
        hidden
    }

    /// All sets of `taken` squares that the other may have.
    fn takes_of<G: Goal>(&self, info_set: &InfoSet, game: &Phantom<G>, taken: usize) -> Vec<Take> {
        let mut takes = Vec::new();
        let is_possible = self.version == Version::Abrupt || taken == self.turns;
        let Some(missing) = taken.checked_sub(self.last + self.known.len()).filter(|_| is_possible) else {
            return takes;
        };
        let (seat, tries) = (info_set.seat(), info_set.tries);
        let ends = |set: u16| set | tries.taken == game.all();
        let pool = game.all() & !(tries.taken | tries.failed);
        let wins = |set| game.wins(seat.other(), set);
        each_set(&wins, pool, tries.failed, missing, &mut |set| {
            if self.last == 1 {
                let last = squares(pool & !set).filter(|square| {
                    let full = set | square.bit();
                    wins(full) || ends(full)
                });
                takes.extend(last.map(|square| Take { set, last: Some(square) }));
            } else if game.wins(seat, tries.taken) || ends(set) == info_set.over {
                takes.push(Take { set, last: None });
            }
        });
        takes
    }

    /// The number of turns of the other that the player has noticed until then.
    fn turn(&self, taken: usize, failed: usize) -> usize {
        match self.version {
            Version::Classical => taken,
            Version::Abrupt => taken + failed,
        }
    }

    /// The number of ways to place the known squares that are due at `turn`, when the other has taken
    /// `taken`: earlier ones had less room, and lie within this one's.
    fn placings(&self, turn: usize, taken: usize) -> f64 {
        let due = self.known.iter().enumerate().filter(|(_, known)| known.due == turn);
        due.map(|(before, _)| taken.saturating_sub(before) as f64).product()
    }

    /// The number of sets of `taken` squares, each with the orders of those that are not known.
    fn choices(&self, taken: usize) -> f64 {
        let free = taken.saturating_sub(self.last + self.known.len());
        self.takes[taken].len() as f64 * (1..=free).map(|n| n as f64).product::<f64>()
    }

    /// The own squares at which the other can fail when it has taken this number and knows those in
    /// `failed`.
    fn unknown(&self, taken: usize, failed: u16) -> impl Iterator<Item = Square> + '_ {
        let turn = self.turn(taken, failed.count_ones() as usize);
        let own = if turn < self.failing { self.own_at[turn] } else { 0 };
        self.own[..own].iter().copied().filter(move |square| failed & square.bit() == 0)
    }

    /// The chain; `weight` is that of a try, by the number of squares that may be tried.
    fn chain(&self, weight: impl Fn(usize) -> f64) -> Chain {
        let mut chain = [[Ways::default(); SPAN]; SPAN];
        for taken in (0..=self.turns).rev() {
            for failed in (0..=self.own.len()).rev() {
                chain[taken][failed] = self.ways(taken, failed, &weight, &chain);
            }
        }
        chain
    }

    fn ways(&self, taken: usize, failed: usize, weight: &impl Fn(usize) -> f64, chain: &Chain) -> Ways {
        let turn = self.turn(taken, failed);
        if turn > self.turns {
            return Ways::default();
        }
        // When all is taken there is nothing to weigh.
        let each = weight((self.squares.saturating_sub(taken + failed)).max(1));
        let success = if turn < self.turns {
            each * self.placings(turn + 1, taken + 1) * chain[taken + 1][failed].sum()
        } else {
            0.0
        };
        let own = if turn < self.failing { self.own_at[turn].saturating_sub(failed) } else { 0 };
        let failure = if own == 0 {
            0.0
        } else {
            let next = self.turn(taken, failed + 1);
            let placings = if next > turn { self.placings(next, taken) } else { 1.0 };
            each * placings * own as f64 * chain[taken][failed + 1].sum()
        };
        let nothing = if turn == self.turns { self.choices(taken) } else { 0.0 };
        Ways { nothing, success, failure, own }
    }
}

/// Drawing.
impl Hidden {
    /// The other's tries, as likely as they are by the chain.
    fn sample(&self, chain: &Chain, rng: &mut Rng) -> Tries {
        let (course, order) = match self.version {
            Version::Classical => {
                let order = self.order(self.take(self.turns, rng), |turn| turn, rng);
                (self.course(chain, rng), order)
            }
            // How many squares there are, and how many by when, follows from where the failures lie.
            Version::Abrupt => {
                let course = self.course(chain, rng);
                let by = |turn: usize| course.iter().take(turn).filter(Option::is_none).count();
                let take = self.take(by(course.len()), rng);
                (course, self.order(take, by, rng))
            }
        };
        let (mut tries, mut order) = (Tries::default(), order.into_iter());
        for failed in course.iter() {
            match failed {
                Some(square) => tries.push(square, false),
                None => tries.push(order.next().expect("a square for each success"), true),
            }
        }
        tries
    }

    /// Successes and failures, the former without their squares.
    fn course(&self, chain: &Chain, rng: &mut Rng) -> Course {
        let (mut course, mut taken, mut failed) = (Course::new(), 0, 0_u16);
        loop {
            let failures = failed.count_ones() as usize;
            let Ways { nothing, success, failure, own } = chain[taken][failures];
            let is_all = self.turn(taken, failures) == self.turns;
            let each = failure / own as f64;
            let first = if is_all { nothing } else { success };
            match rng.weighted(iter::once(first).chain(iter::repeat_n(each, own))) {
                0 if is_all => return course,
                0 => {
                    taken += 1;
                    course.push(None);
                }
                n => {
                    let square = self.unknown(taken, failed).nth(n - 1).expect("as many as there are ways");
                    failed |= square.bit();
                    course.push(Some(square));
                }
            }
        }
    }

    /// A set of this number of squares, all being equally likely.
    fn take(&self, taken: usize, rng: &mut Rng) -> Take {
        let takes = &self.takes[taken];
        takes[rng.below(takes.len() as u32) as usize]
    }

    /// The order in which the other took these squares, all orders that fit being equally likely. It had `by(turn)`
    /// of them when it had had this number of turns. After those that there are, the squares mean nothing.
    fn order(&self, take: Take, by: impl Fn(usize) -> usize, rng: &mut Rng) -> [Square; 16] {
        let mut order = [Square::default(); 16];
        let count = take.set.count_ones() as usize;
        let (mut open, mut rest) = (((1u32 << count) - 1) as u16, take.set);
        for known in &self.known {
            // Earlier ones had less room, and lie within this one's.
            let free = open & ((1u32 << by(known.due)) - 1) as u16;
            let place = nth_bit(free, rng.below(free.count_ones()) as usize);
            order[usize::from(place)] = known.square;
            open &= !(1 << place);
            rest &= !known.square.bit();
        }
        let (mut unknown, number) = ([Square::default(); 16], rest.count_ones() as usize);
        unknown.iter_mut().zip(squares(rest)).for_each(|(place, square)| *place = square);
        rng.shuffle(&mut unknown[..number]);
        for (place, &square) in squares(open).zip(&unknown) {
            order[place.index()] = square;
        }
        if let Some(last) = take.last {
            order[count] = last;
        }
        order
    }
}

/// Listing.
impl Hidden {
    /// All orders of these squares in which none that is known comes later than it can.
    fn each_order(&self, take: Take, order: &mut Vec<Square>, each: &mut impl FnMut(&[Square])) {
        let left: Vec<Square> = squares(take.set).filter(|square| !order.contains(square)).collect();
        if left.is_empty() {
            let whole: Vec<Square> = order.iter().copied().chain(take.last).collect();
            each(&whole);
        }
        for square in left {
            order.push(square);
            // Late if those that must be among the first have no more room there.
            let late = |known: &Known| {
                let due = self
                    .known
                    .iter()
                    .filter(|other| other.due <= known.due && !order.contains(&other.square));
                order.len() + due.count() > known.due
            };
            let is_late = self.known.iter().filter(|known| !order.contains(&known.square)).any(late);
            if !is_late {
                self.each_order(take, order, each);
            }
            order.pop();
        }
    }

    /// All tries that begin like this and take the squares in this order, each with its weight.
    fn each_tries(&self, tries: Tries, weight: f64, order: &[Square], each: &mut impl FnMut(Tries, f64)) {
        let (taken, failures) = (tries.successes(), tries.failed.count_ones() as usize);
        let turn = self.turn(taken, failures);
        let is_late = |known: &Known| known.due == turn && tries.taken & known.square.bit() == 0;
        if order.len() - taken > self.turns - turn || self.known.iter().any(is_late) {
            return;
        }
        if turn == self.turns {
            each(tries, weight);
        }
        let success = order.get(taken).map(|&square| (square, true));
        let failures = self.unknown(taken, tries.failed).map(|square| (square, false));
        let weight = weight * likelihood((self.squares - tries.count()).max(1));
        for (square, free) in success.into_iter().chain(failures) {
            let mut tries = tries;
            tries.push(square, free);
            self.each_tries(tries, weight, order, each);
        }
    }
}

/// All sets of `missing` squares of `pool` that win nothing with `set`, each with `set` added.
fn each_set(wins: &impl Fn(u16) -> bool, pool: u16, set: u16, missing: usize, each: &mut impl FnMut(u16)) {
    if wins(set) {
        return;
    }
    if missing == 0 {
        each(set);
        return;
    }
    let mut pool = pool;
    while pool.count_ones() as usize >= missing {
        let lowest = pool & pool.wrapping_neg();
        pool &= !lowest;
        each_set(wins, pool, set | lowest, missing - 1, each);
    }
}

impl InfoSet {
    /// Draws boards that fit, each as likely as its hidden tries.
    pub(super) fn sampler<G: Goal>(&self, game: &Phantom<G>) -> Sampler<'static, Board> {
        let (info_set, hidden) = (*self, Hidden::new(self, game));
        let chain = hidden.chain(likelihood);
        Box::new(move |rng| info_set.board(hidden.sample(&chain, rng)))
    }
}

impl<G: Goal> Worlds for Phantom<G> {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Board, f64)>> {
        let hidden = Hidden::new(info_set, self);
        let count = hidden.chain(|_| 1.0)[0][0].sum();
        if count > limit as f64 {
            return None;
        }
        let all = hidden.chain(likelihood)[0][0].sum();
        let mut worlds = Vec::with_capacity(count as usize);
        for &take in hidden.takes.iter().flatten() {
            hidden.each_order(take, &mut Vec::new(), &mut |order| {
                hidden.each_tries(Tries::default(), 1.0, order, &mut |tries, weight| {
                    worlds.push((info_set.board(tries), weight / all));
                });
            });
        }
        debug_assert_eq!(worlds.len() as f64, count);
        Some(worlds)
    }
}
