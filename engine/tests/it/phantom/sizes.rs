//! Phantom games have as many histories and information sets as the literature says.
//!
//! Rudolph and others, "Reevaluating Policy Gradient Methods for Imperfect-Information Games" (2025), give
//! both for the boards of 3 by 3. There are too many histories to walk over; but those that lead to the
//! same squares of both players, known to the other or not, continue alike.

use std::collections::HashMap;

use hinterhand_engine::games::phantom::{Board, Connection, Goal, Line, Phantom, Version};
use hinterhand_engine::{ActionSet, Game, Player, Sizes, Turn};

/// The histories from each kind of position on.
struct Histories<'g, G: Goal> {
    game: &'g Phantom<G>,
    /// The places of a set of squares in a number to the base 5.
    places: Vec<usize>,
    /// The number of histories, and the length of the longest; 0 histories where they are not counted yet.
    known: Vec<(u64, u32)>,
}

impl<G: Goal> Histories<'_, G> {
    /// All histories of `game`, the empty one and the ended ones included, and the length of the longest.
    fn of(game: &Phantom<G>) -> (u64, u32) {
        let squares = game.all().count_ones();
        let place = |set: usize| (0..squares).filter(|n| set >> n & 1 == 1).map(|n| 5usize.pow(n)).sum();
        let places = (0..1 << squares).map(place).collect();
        let known = vec![(0, 0); 5usize.pow(squares)];
        Histories { game, places, known }.from(&game.start())
    }

    fn from(&mut self, board: &Board) -> (u64, u32) {
        let Turn::Player(_) = self.game.turn(board) else { return (1, 0) };
        // Who is to move follows from the sets.
        let index = self.index(board);
        if self.known[index].0 == 0 {
            let (mut count, mut longest) = (1, 0);
            for square in self.game.legal(board).iter() {
                let mut next = *board;
                self.game.play(&mut next, square);
                let (more, length) = self.from(&next);
                count += more;
                longest = longest.max(length + 1);
            }
            self.known[index] = (count, longest);
        }
        self.known[index]
    }

    /// For each square whether it is free, or whose it is and whether the other has found out.
    fn index(&self, board: &Board) -> usize {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| board.tries(player));
        [
            first.taken() & !second.failed(),
            first.taken() & second.failed(),
            second.taken() & !first.failed(),
            second.taken() & first.failed(),
        ]
        .into_iter()
        .zip(1..)
        .map(|(set, digit)| digit * self.places[usize::from(set)])
        .sum()
    }
}

/// What counts of the tries of one player: the squares taken, those where it has failed, and of which
/// numbers of squares the other may have taken now, a bit for each.
type Own = (u16, u16, u32);

/// The information sets in which `seat` is to move, counted by its own tries alone.
///
/// The other's tries are successes and failures in some order: a square where the player fails needs one
/// more success before it than there were such squares before, and a failure of the other needs one more
/// square of the player than there were failures. Which numbers of successes this leaves is all that has to
/// be kept.
fn info_sets<G: Goal>(game: &Phantom<G>, seat: Player) -> u64 {
    let abrupt = game.version() == Version::Abrupt;
    let first = if seat == Player::FIRST { 1 } else { 2 };
    let (mut count, mut layer) = (0, HashMap::from([((0, 0, first), 1)]));
    while !layer.is_empty() {
        let mut next: HashMap<Own, u64> = HashMap::new();
        for ((taken, failed, others), sequences) in layer {
            if !may_go_on(game, seat, (taken, failed, others)) {
                continue;
            }
            count += sequences;
            let tries = taken.count_ones() + failed.count_ones();
            // The other's next turn, after a success of the player or after any try.
            let turn = |own: u16, others: u32| {
                let made = tries + u32::from(seat == Player::SECOND);
                let may_fail = |n: &u32| abrupt && made - n < own.count_ones();
                others << 1
                    | (0..32).filter(|n| others >> n & 1 == 1).filter(may_fail).map(|n| 1 << n).sum::<u32>()
            };
            for square in
                (0..16).map(|n| 1 << n).filter(|square| game.all() & !(taken | failed) & square != 0)
            {
                let own = taken | square;
                if !game.wins(seat, own) {
                    *next.entry((own, failed, turn(own, others))).or_default() += sequences;
                }
                let enough = others & !0 << (failed.count_ones() + 1);
                let after = if abrupt { turn(taken, enough) } else { enough };
                *next.entry((taken, failed | square, after)).or_default() += sequences;
            }
        }
        layer = next;
    }
    count
}

/// Whether the other can have squares with which the game goes on.
fn may_go_on<G: Goal>(game: &Phantom<G>, seat: Player, (taken, failed, others): Own) -> bool {
    let free = game.all() & !(taken | failed);
    (0..=free).filter(|more| more & !free == 0).any(|more| {
        let theirs = failed | more;
        let is_count = others >> theirs.count_ones() & 1 == 1;
        is_count && theirs | taken != game.all() && !game.wins(seat.other(), theirs)
    })
}

/// The histories, and the information sets of both players.
fn check<G: Goal>(goal: G, version: Version, histories: u64, info_sets_of_both: [u64; 2], longest: u32) {
    let game = Phantom::of(goal, version);
    assert_eq!(Histories::of(&game), (histories, longest), "{version:?} {:?}", game.goal());
    let both = [Player::FIRST, Player::SECOND].map(|seat| info_sets(&game, seat));
    assert_eq!(both, info_sets_of_both, "{version:?} {:?}", game.goal());
}

/// Counted so, small boards are as large as a walk over their trees says.
fn check_small<G: Goal>(goal: &G) {
    for version in [Version::Classical, Version::Abrupt] {
        let game = Phantom::of(goal.clone(), version);
        let sizes = Sizes::of(&game);
        assert_eq!(Histories::of(&game).0, sizes.nodes, "{version:?} {:?}", game.goal());
        let both = [Player::FIRST, Player::SECOND].map(|seat| info_sets(&game, seat));
        assert_eq!(both[..], sizes.info_sets, "{version:?} {:?}", game.goal());
    }
}

#[test]
fn counts_without_a_walk_agree_with_a_walk() {
    check_small(&Line::new(2, 2, 2));
    check_small(&Line::new(2, 2, 3));
    check_small(&Line::new(3, 2, 2));
    check_small(&Line::new(2, 3, 3));
    check_small(&Connection::new(2, 2));
    check_small(&Connection::new(2, 3));
    check_small(&Connection::new(3, 2));
}

#[test]
fn phantom_ttt() {
    check(Line::default(), Version::Classical, 19_934_533_171, [3_683_314, 2_307_355], 17);
    check(Line::default(), Version::Abrupt, 27_115_470_835, [14_482_810, 8_827_459], 17);
}

#[test]
fn dark_hex() {
    check(Connection::default(), Version::Classical, 19_119_486_979, [3_720_850, 2_352_067], 17);
    check(Connection::default(), Version::Abrupt, 29_311_526_419, [16_497_034, 10_828_243], 17);
}
