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

use super::board::{Board, Square, Tries, squares};
use super::goal::Goal;
use super::info_set::InfoSet;
use super::rules::Phantom;
use super::version::Version;
use crate::{Rng, Sampler, Worlds};

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

/// The weight of all ways to go on, by how many squares the other has taken and how often it has failed.
type Chain = [[f64; SPAN]; SPAN];

/// The weight of a try if this number of squares may be tried.
fn likelihood(open: usize) -> f64 {
    1.0 / open as f64
}

/// What the other does next.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Next {
    /// It has done all that is noticed.
    Nothing,
    /// It takes a square.
    Take,
    /// It fails at this square of the player.
    Fail(Square),
}

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
        let mut chain = [[0.0; SPAN]; SPAN];
        for taken in (0..=self.turns).rev() {
            for failed in (0..=self.own.len()).rev() {
                chain[taken][failed] = self.ways(taken, failed, &weight, &chain).iter().sum();
            }
        }
        chain
    }

    /// The weights of all that begins with nothing, with a success, and with any one failure times the
    /// number of squares for it.
    fn ways(&self, taken: usize, failed: usize, weight: &impl Fn(usize) -> f64, chain: &Chain) -> [f64; 3] {
        let turn = self.turn(taken, failed);
        if turn > self.turns {
            return [0.0; 3];
        }
        // When all is taken there is nothing to weigh.
        let each = weight((self.squares.saturating_sub(taken + failed)).max(1));
        let success = if turn < self.turns {
            each * self.placings(turn + 1, taken + 1) * chain[taken + 1][failed]
        } else {
            0.0
        };
        let own = if turn < self.failing { self.own_at[turn].saturating_sub(failed) } else { 0 };
        let failure = if own == 0 {
            0.0
        } else {
            let next = self.turn(taken, failed + 1);
            let placings = if next > turn { self.placings(next, taken) } else { 1.0 };
            each * placings * own as f64 * chain[taken][failed + 1]
        };
        [if turn == self.turns { self.choices(taken) } else { 0.0 }, success, failure]
    }
}

/// Drawing.
impl Hidden {
    /// The other's tries, as likely as they are by the chain.
    fn sample(&self, chain: &Chain, rng: &mut Rng) -> Tries {
        let (course, order) = match self.version {
            Version::Classical => {
                let due = self.known.iter().map(|known| known.due).collect();
                let order = self.order(self.take(self.turns, rng), due, rng);
                (self.course(chain, rng), order)
            }
            // How many squares there are, and how many by when, follows from where the failures lie.
            Version::Abrupt => {
                let course = self.course(chain, rng);
                let by = |turn: usize| course[..turn].iter().filter(|&&next| next == Next::Take).count();
                let due = self.known.iter().map(|known| by(known.due)).collect();
                let take = self.take(by(course.len()), rng);
                (course, self.order(take, due, rng))
            }
        };
        let mut order = order.into_iter();
        let mut tries = Tries::default();
        for next in course {
            match next {
                Next::Fail(square) => tries.push(square, false),
                _ => tries.push(order.next().expect("a square for each success"), true),
            }
        }
        tries
    }

    /// Successes and failures, the former without their squares.
    fn course(&self, chain: &Chain, rng: &mut Rng) -> Vec<Next> {
        let (mut course, mut taken, mut failed) = (Vec::new(), 0, 0);
        loop {
            let next = self.next(taken, failed, chain);
            let chosen = next[rng.weighted(next.iter().map(|(_, weight)| *weight))].0;
            match chosen {
                Next::Nothing => return course,
                Next::Take => taken += 1,
                Next::Fail(square) => failed |= square.bit(),
            }
            course.push(chosen);
        }
    }

    /// What may come next, with weights, when the other has taken this number of squares and has failed at
    /// these.
    fn next(&self, taken: usize, failed: u16, chain: &Chain) -> Vec<(Next, f64)> {
        let failures = failed.count_ones() as usize;
        let [nothing, success, failure] = self.ways(taken, failures, &likelihood, chain);
        let is_all = self.turn(taken, failures) == self.turns;
        let first = if is_all { (Next::Nothing, nothing) } else { (Next::Take, success) };
        let unknown: Vec<Square> = self.unknown(taken, failed).collect();
        let each = failure / unknown.len() as f64;
        let failures = unknown.into_iter().map(|square| (Next::Fail(square), each));
        [first].into_iter().chain(failures).collect()
    }

    /// A set of this number of squares, all being equally likely.
    fn take(&self, taken: usize, rng: &mut Rng) -> Take {
        let takes = &self.takes[taken];
        takes[rng.below(takes.len() as u32) as usize]
    }

    /// The order in which the other took these squares if the known ones were among the first `due` ones,
    /// all orders that fit being equally likely.
    fn order(&self, take: Take, due: Vec<usize>, rng: &mut Rng) -> Vec<Square> {
        let mut order: Vec<Option<Square>> = vec![None; take.set.count_ones() as usize];
        let mut rest: Vec<Square> = squares(take.set).collect();
        for (known, among) in self.known.iter().zip(due) {
            // Earlier ones had less room, and lie within this one's.
            let free: Vec<usize> = (0..among).filter(|&place| order[place].is_none()).collect();
            order[free[rng.below(free.len() as u32) as usize]] = Some(known.square);
            rest.retain(|&other| other != known.square);
        }
        rng.shuffle(&mut rest);
        let mut rest = rest.into_iter();
        let filled = order.into_iter().map(|square| square.or_else(|| rest.next()));
        filled.chain([take.last]).flatten().collect()
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
        let count = hidden.chain(|_| 1.0)[0][0];
        if count > limit as f64 {
            return None;
        }
        let all = hidden.chain(likelihood)[0][0];
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
