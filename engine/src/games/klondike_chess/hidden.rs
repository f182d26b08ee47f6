//! The conclusions of a player about the other's hand and face-down cards, and cards that fit.
//!
//! Hidden are the other's first hand and what it drew, but for the cards that it handed over; which of its
//! colour it set where; and the order of the draw pile. Every deal is as likely as any other that fits. But a
//! card was set face-down out of all those of its colour, one as likely as the other, and how many those
//! were is hidden itself: the fewer, the more likely was each choice. So the fitting worlds are counted by
//! this number and by how many of the face-down cards were handed to it openly. Within such a [`Case`] all
//! worlds are equally likely, and one is drawn directly.

use super::card::{Card, CardSet};
use super::position::{Phase, Position};
use super::rules::{KingCounts, KlondikeChess};
use super::seen::InfoSet;
use super::setup::{BLANK, EXCHANGES, STARTS, Setup, Source};
use super::stock::Pile;
use crate::{Player, Rng};

/// The hidden cards from the view of one seat.
#[derive(Clone, Debug)]
pub(super) struct Hidden {
    pub(super) other: Player,
    /// Cards of the other's colour that it may have been dealt.
    pub(super) own: CardSet,
    /// Cards of the seat's colour that the other may have been dealt and not handed over.
    pub(super) wrong: CardSet,
    /// Cards of the other's colour that were handed to it.
    gifts: CardSet,
    /// The number of cards of its colour that came with each hand after which it was short; of all others of
    /// it handed over.
    fixed: [(Source, usize); EXCHANGES],
    fixed_len: usize,
    /// The last cards that came to it, any that leave it enough of its colour, and how many.
    pub(super) open: Option<(Source, usize)>,
    /// The least number of cards of its colour among those.
    least: usize,
    /// Which of its start spaces have a face-down card.
    pub(super) spaces: [bool; STARTS],
    /// The cards that may lie there: dealt ones and their kings, gifts and their kings.
    pub(super) pools: [CardSet; 4],
    /// The cards turned over that were no gifts.
    pub(super) turned: CardSet,
    /// The number of cards that it has set.
    laid: usize,
    /// Whether a king lies face-down, if the result of the game reveals it.
    king: Option<bool>,
}

/// A number of cards of the other's colour, and where the face-down ones come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Case {
    /// Cards of its colour among the last that came to it.
    pub(super) open: usize,
    /// The number of face-down cards that are of each pool.
    pub(super) taken: [usize; 4],
}

impl Hidden {
    pub(super) fn new(game: &KlondikeChess, info_set: &InfoSet) -> Hidden {
        let (seat, other, position) = (info_set.seat, info_set.seat.other(), &info_set.position);
        let setup = &position.setup;
        let elsewhere = CardSet::ALL - setup.received(seat);
        let gifts = setup.all_handed(seat);
        let own = elsewhere & CardSet::colour(other);
        let mut hidden = Hidden {
            other,
            own,
            wrong: (elsewhere & CardSet::colour(seat)) - setup.all_handed(other),
            gifts,
            fixed: [(Source::Deal, 0); EXCHANGES],
            fixed_len: 0,
            open: None,
            least: 0,
            spaces: [false; STARTS],
            pools: [CardSet::EMPTY; 4],
            turned: setup.all_set(other) & own,
            laid: setup.laid_by(other),
            king: None,
        };
        for (source, size) in setup.sources(other) {
            let exchange = match source {
                Source::Deal => 0,
                Source::Refill(refill) => refill + 1,
            };
            if setup.was_short(exchange, other) {
                let handed = setup.handed(exchange, other).len();
                hidden.fixed[hidden.fixed_len] = (source, size - handed);
                hidden.fixed_len += 1;
            } else {
                // Cards handed to it after its first hand do not count for that.
                let before = if source == Source::Deal { 0 } else { hidden.fixed_own() + gifts.len() };
                hidden.open = Some((source, size));
                hidden.least = STARTS.saturating_sub(before);
            }
        }
        for (space, card) in hidden.spaces.iter_mut().zip(setup.set[other.index()]).take(hidden.laid) {
            *space = card == BLANK;
        }
        hidden.king = told_by_result(game, info_set);
        let kings = if hidden.king.is_some() { CardSet::KINGS } else { CardSet::EMPTY };
        let (dealt, given) = (own - position.seen, gifts - position.seen);
        hidden.pools = [dealt - kings, dealt & kings, given - kings, given & kings];
        hidden
    }

    /// The cards of its colour that came to it each time when it was short afterwards.
    pub(super) fn fixed(&self) -> &[(Source, usize)] {
        &self.fixed[..self.fixed_len]
    }

    fn fixed_own(&self) -> usize {
        self.fixed().iter().map(|(_, own)| own).sum()
    }

    /// The number of cards of its colour that it received face-down.
    pub(super) fn unseen_own(&self, case: Case) -> usize {
        self.fixed_own() + case.open
    }

    /// The number of face-down cards.
    fn face_down(&self) -> usize {
        self.spaces.iter().filter(|&&face_down| face_down).count()
    }

    /// The cases that fit.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case> + Clone {
        let open = self.open.map_or(0, |(_, size)| size);
        self.takings().flat_map(move |taken| (self.least..=open).map(move |open| Case { open, taken }))
    }

    fn takings(&self) -> impl Iterator<Item = [usize; 4]> + Clone {
        let all = self.face_down();
        let most = move |pool: usize, left: usize| self.pools[pool].len().min(left);
        let takings = (0..=most(1, all)).flat_map(move |b| {
            (0..=most(2, all - b))
                .flat_map(move |c| (0..=most(3, all - b - c)).map(move |d| [all - b - c - d, b, c, d]))
        });
        takings.filter(move |taken| {
            taken[0] <= self.pools[0].len() && self.king.is_none_or(|king| king == (taken[1] + taken[3] > 0))
        })
    }

    /// The number of worlds of a case, the order of the draw pile aside.
    pub(super) fn count(&self, case: Case) -> f64 {
        let own = self.unseen_own(case);
        let set = self.turned.len() + case.taken[0] + case.taken[1];
        let wrong = self.open.map_or(0, |(_, size)| size) - case.open;
        if set > own || own > self.own.len() {
            return 0.0;
        }
        let mut count = choices(self.own.len() - set, own - set) * choices(self.wrong.len(), wrong);
        // Which of them came when.
        let mut left = own;
        for &(_, size) in self.fixed() {
            count *= choices(left, size);
            left -= size;
        }
        // Which of them lies where.
        let mut spaces = self.face_down();
        for (pool, taken) in self.pools.iter().zip(case.taken) {
            count *= choices(spaces, taken) * arrangements(pool.len(), taken);
            spaces -= taken;
        }
        count
    }

    /// The probability of each world of a case, but for a common factor.
    pub(super) fn weight(&self, case: Case) -> f64 {
        let own = self.unseen_own(case) + self.gifts.len();
        if own < self.laid { 0.0 } else { 1.0 / arrangements(own, self.laid) }
    }

    /// Fills the blanks of `setup`.
    pub(super) fn fill(&self, setup: &mut Setup, rng: &mut Rng) {
        let weights = self.cases().map(|case| self.count(case) * self.weight(case));
        let chosen = rng.weighted(weights);
        let case = self.cases().nth(chosen).expect("the case was chosen among these");

        let mut face_down = [BLANK; STARTS];
        let mut filled = 0;
        let mut set = self.turned;
        for (pool, taken) in self.pools.iter().zip(case.taken) {
            let cards = pool.choose(taken, rng);
            for card in cards.iter() {
                face_down[filled] = card;
                filled += 1;
            }
            set |= cards & self.own;
        }
        rng.shuffle(&mut face_down[..filled]);
        self.lay(setup, &face_down);

        let mut own = set | (self.own - set).choose(self.unseen_own(case) - set.len(), rng);
        for &(source, size) in self.fixed() {
            let cards = own.choose(size, rng);
            own -= cards;
            *setup.source_mut(source, self.other) |= cards;
        }
        if let Some((source, size)) = self.open {
            let wrong = self.wrong.choose(size - case.open, rng);
            *setup.source_mut(source, self.other) |= own | wrong;
        }
    }

    /// Lays these cards in turn on the spaces with a face-down card.
    pub(super) fn lay(&self, setup: &mut Setup, cards: &[Card]) {
        let mut cards = cards.iter();
        for (place, _) in
            setup.set[self.other.index()].iter_mut().zip(self.spaces).filter(|(_, face_down)| *face_down)
        {
            *place = *cards.next().expect("there is a card for each space");
        }
    }
}

impl InfoSet {
    /// A position that fits, each as likely as chance and the other's hidden choices make it.
    pub(super) fn sample(&self, game: &KlondikeChess, rng: &mut Rng) -> Position {
        let mut position = self.position.clone();
        if position.phase != Phase::Deal {
            Hidden::new(game, self).fill(&mut position.setup, rng);
            if position.phase != Phase::Pile && position.stock.left() > 0 {
                let pile = Pile::shuffled(position.pile_cards(), rng);
                position.stock.order(&pile);
            }
        }
        position
    }
}

/// Whether the result tells that the other had set a king: when the seat has filled the throne and the other
/// had shown no king, the seat has won if and only if it had one.
fn told_by_result(game: &KlondikeChess, info_set: &InfoSet) -> Option<bool> {
    let (seat, position) = (info_set.seat, &info_set.position);
    let Phase::Won(winner) = position.phase else { return None };
    let filled = !(position.thrones[seat.other().index()] & CardSet::KINGS).is_empty();
    let shown = position.kings >> seat.other().index() & 1 == 1;
    let counts = game.options().king_counts == KingCounts::OnBoardAny;
    (filled && !shown && counts).then_some(winner == seat)
}

/// The ordered choices of `k` out of `n`.
fn arrangements(n: usize, k: usize) -> f64 {
    (0..k).map(|used| n.saturating_sub(used) as f64).product()
}

/// The choices of `k` out of `n`.
fn choices(n: usize, k: usize) -> f64 {
    arrangements(n, k) / arrangements(k, k)
}
