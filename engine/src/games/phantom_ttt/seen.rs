//! A board of phantom tic-tac-toe as one player sees it, and the hidden tries that fit.
//!
//! What the other may have done falls into three parts that do not touch each other. *Which* squares it
//! has: any set without a line that contains those where the player has failed. *In which order* it took
//! them: any in which the squares where the player has failed come early enough. And *where it failed*:
//! before each of its successes at any of the player's squares that it did not know yet. The number of
//! squares that it may try depends only on how many it has taken and found occupied, so all sets and
//! orders are equally likely, and its failures are a Markov chain over the number of squares that it knows.

use super::board::{Board, Square, Tries, squares};
use super::rules::PhantomTtt;
use crate::{Player, Rng, Worlds};

/// The information set of one player: its tries, the number of moves of the other, and whether the game is
/// over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    pub(super) tries: Tries,
    /// The number of squares that the other has taken.
    pub(super) others: u8,
    pub(super) over: bool,
}

impl InfoSet {
    pub(super) fn of(board: &Board, seat: Player, over: bool) -> InfoSet {
        let others = board.tries(seat.other()).successes() as u8;
        InfoSet { seat, tries: *board.tries(seat), others, over }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The squares that the player has tried.
    pub fn tries(&self) -> &Tries {
        &self.tries
    }

    /// Whether the other is the one to move next, or would be if the game went on.
    pub(super) fn is_other_next(&self) -> bool {
        (self.tries.successes() + self.others as usize) % 2 != self.seat.index()
    }

    /// Whether the other has ended the game.
    fn is_lost_or_drawn(&self) -> bool {
        self.over && !self.is_other_next()
    }

    fn board(&self, others: Tries) -> Board {
        let mut tries = [self.tries; 2];
        tries[self.seat.other().index()] = others;
        Board { tries }
    }

    /// A board that fits, as likely as its hidden tries.
    pub(super) fn sample(&self, game: &PhantomTtt, rng: &mut Rng) -> Board {
        let hidden = Hidden::new(self, game);
        let take = hidden.takes[rng.below(hidden.takes.len() as u32) as usize];
        let order = hidden.order(take, rng);
        let chain = hidden.chain(likelihood);
        let mut tries = Tries::default();
        loop {
            let next = hidden.next(&tries, &order);
            match next[rng.weighted(next.iter().map(|next| next.weight(&chain)))].square {
                Some(square) => tries.push(square, order.contains(&square)),
                None => return self.board(tries),
            }
        }
    }
}

/// The squares that the other may have taken.
#[derive(Clone, Copy, Debug)]
struct Take {
    /// All of them, but for the last one if it has ended the game.
    set: u16,
    last: Option<Square>,
}

/// The other's tries that fit.
struct Hidden {
    /// The own squares in the order in which they were taken.
    own: Vec<Square>,
    /// The number of squares that the board has.
    squares: usize,
    /// The number of squares that the other has taken, and whether it may have failed since.
    successes: usize,
    is_trying: bool,
    /// Whether the player moves first.
    is_first: bool,
    /// The squares where the player has failed, each with the number of squares that the other had then:
    /// it is among the first that it took, up to that number. These numbers never fall.
    failed: Vec<(Square, usize)>,
    takes: Vec<Take>,
}

/// The largest number of squares, and one more.
const SPAN: usize = 17;

/// The weight of all ways to go on, by how many squares the other has taken and how often it has failed.
type Chain = [[f64; SPAN]; SPAN];

/// The weight of a try if this number of squares may be tried.
fn likelihood(open: usize) -> f64 {
    1.0 / open as f64
}

/// A possible next try of the other.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// The square that it tries; nothing if that was all.
    square: Option<Square>,
    /// The number of squares that it may try.
    open: usize,
    /// The number of squares that it has taken then.
    taken: usize,
    /// The number of times that it has failed then.
    failed: usize,
}

impl Next {
    /// The weight of all that begins like this.
    fn weight(&self, chain: &Chain) -> f64 {
        match self.square {
            Some(_) => likelihood(self.open) * chain[self.taken][self.failed],
            None => 1.0,
        }
    }
}

impl Hidden {
    fn new(info_set: &InfoSet, game: &PhantomTtt) -> Hidden {
        let (seat, tries, successes) = (info_set.seat.index(), info_set.tries, info_set.others as usize);
        let mut hidden = Hidden {
            own: Vec::new(),
            squares: game.squares(),
            successes,
            is_trying: info_set.is_other_next() && !info_set.over,
            is_first: info_set.seat == Player::FIRST,
            failed: Vec::new(),
            takes: Vec::new(),
        };
        for (square, free) in tries.iter() {
            if free {
                hidden.own.push(square);
            } else {
                hidden.failed.push((square, hidden.own.len() + seat));
            }
        }
        let pool = game.all() & !(tries.taken | tries.failed);
        let last = usize::from(info_set.is_lost_or_drawn());
        let missing = successes - last - hidden.failed.len();
        let takes = &mut hidden.takes;
        sets_without_line(game, pool, tries.failed, missing, &mut |set| {
            if last == 0 {
                takes.push(Take { set, last: None });
                return;
            }
            for square in squares(pool & !set) {
                let full = set | square.bit();
                if game.has_line(full) || full | tries.taken == game.all() {
                    takes.push(Take { set, last: Some(square) });
                }
            }
        });
        hidden
    }

    /// The order in which the other took these squares, all orders that fit being equally likely.
    fn order(&self, take: Take, rng: &mut Rng) -> Vec<Square> {
        let mut order: Vec<Option<Square>> = vec![None; take.set.count_ones() as usize];
        let mut rest: Vec<Square> = squares(take.set).collect();
        for &(square, among) in &self.failed {
            // Earlier ones had less room, and lie within this one's.
            let free: Vec<usize> = (0..among).filter(|&place| order[place].is_none()).collect();
            order[free[rng.below(free.len() as u32) as usize]] = Some(square);
            rest.retain(|&other| other != square);
        }
        rng.shuffle(&mut rest);
        let mut rest = rest.into_iter();
        let filled = order.into_iter().map(|square| square.or_else(|| rest.next()));
        filled.chain([take.last]).flatten().collect()
    }

    /// The number of such orders.
    fn orders(&self) -> f64 {
        let fixed = self.failed.len();
        let early = self.failed.iter().enumerate().map(|(n, &(_, among))| (among - n) as f64);
        let all = self.takes.first().map_or(0, |take| take.set.count_ones() as usize);
        early.chain((1..=all - fixed).map(|n| n as f64)).product()
    }

    /// All such orders.
    fn each_order(&self, take: Take, order: &mut Vec<Square>, each: &mut impl FnMut(&[Square])) {
        let left: Vec<Square> = squares(take.set).filter(|square| !order.contains(square)).collect();
        if left.is_empty() {
            let whole: Vec<Square> = order.iter().copied().chain(take.last).collect();
            each(&whole);
        }
        for square in left {
            order.push(square);
            // Late if those that must be among the first have no more room there.
            let late = |&(_, among): &(Square, usize)| {
                let due = self.failed.iter().filter(|(square, by)| *by <= among && !order.contains(square));
                order.len() + due.count() > among
            };
            let is_late = self.failed.iter().filter(|(square, _)| !order.contains(square)).any(late);
            if !is_late {
                self.each_order(take, order, each);
            }
            order.pop();
        }
    }

    /// The number of squares of the player when the other, with `taken` squares, is to move.
    fn own_before(&self, taken: usize) -> usize {
        taken + usize::from(self.is_first)
    }

    /// The chain; `weight` is that of a try, by the number of squares that may be tried.
    fn chain(&self, weight: impl Fn(usize) -> f64) -> Chain {
        let mut chain = [[0.0; SPAN]; SPAN];
        for taken in (0..=self.successes).rev() {
            let own = self.own_before(taken).min(self.own.len());
            for failed in (0..=own).rev() {
                // When all is taken there is nothing to weigh.
                let each = weight((self.squares - taken - failed).max(1));
                let more = if failed < own { (own - failed) as f64 * chain[taken][failed + 1] } else { 0.0 };
                chain[taken][failed] = if taken < self.successes {
                    each * (more + chain[taken + 1][failed])
                } else if self.is_trying {
                    1.0 + each * more
                } else {
                    1.0
                };
            }
        }
        chain
    }

    /// The possible next tries after these if the squares are taken in this order.
    fn next(&self, tries: &Tries, order: &[Square]) -> Vec<Next> {
        let (taken, failed) = (tries.successes(), tries.failed.count_ones() as usize);
        let open = self.squares - taken - failed;
        let mut next = Vec::new();
        next.push(match order.get(taken) {
            Some(&square) => Next { square: Some(square), open, taken: taken + 1, failed },
            None => Next { square: None, open, taken, failed },
        });
        if taken < self.successes || self.is_trying {
            let own = self.own[..self.own_before(taken)].iter();
            let unknown = own.filter(|square| tries.failed & square.bit() == 0);
            next.extend(unknown.map(|&square| Next {
                square: Some(square),
                open,
                taken,
                failed: failed + 1,
            }));
        }
        next
    }

    /// All tries that begin like this, each with its weight.
    fn each_tries(&self, tries: Tries, weight: f64, order: &[Square], each: &mut impl FnMut(Tries, f64)) {
        for next in self.next(&tries, order) {
            let Some(square) = next.square else {
                each(tries, weight);
                continue;
            };
            let mut tries = tries;
            tries.push(square, order.contains(&square));
            self.each_tries(tries, weight * likelihood(next.open), order, each);
        }
    }
}

/// All sets of `missing` squares of `pool` that make no line with `set`, each with `set` added.
fn sets_without_line(game: &PhantomTtt, pool: u16, set: u16, missing: usize, each: &mut impl FnMut(u16)) {
    if game.has_line(set) {
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
        sets_without_line(game, pool, set | lowest, missing - 1, each);
    }
}

impl Worlds for PhantomTtt {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Board, f64)>> {
        let hidden = Hidden::new(info_set, self);
        let takes = hidden.takes.len() as f64 * hidden.orders();
        let count = takes * hidden.chain(|_| 1.0)[0][0];
        if count > limit as f64 {
            return None;
        }
        let all = takes * hidden.chain(likelihood)[0][0];
        let mut worlds = Vec::with_capacity(count as usize);
        for &take in &hidden.takes {
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
