//! Play after the talon is used up: each player knows the other's cards, so that best play is a matter of
//! looking ahead.

use hinterhand_solvers::parallel;

use crate::position::public_state::{PublicState, STRONGER, SUIT, TRUMPS, takes, trick_points};
use crate::position::rules::{CheckOut, Rules};
use crate::position::subsets::{number, places, subsets};

/// A position in which both hands are known and the talon is used up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// The player to lead, which has taken the trick before.
    pub(crate) leader: u8,
    pub(crate) points: [u8; 2],
    /// The cards of both players, by number.
    pub(crate) hands: [u16; 2],
}

/// The legal replies with these cards.
#[inline]
pub(crate) fn replies(lead: u8, hand: u16) -> u16 {
    [STRONGER[lead as usize], SUIT[lead as usize], TRUMPS]
        .into_iter()
        .map(|wanted| wanted & hand)
        .find(|&set| set != 0)
        .unwrap_or(hand)
}

impl Ending {
    /// The position after a trick, before any check-out.
    #[inline]
    pub(crate) fn trick(&self, lead: u8, reply: u8) -> Ending {
        let mut next = *self;
        next.hands[self.leader as usize] &= !(1 << lead);
        next.hands[1 - self.leader as usize] &= !(1 << reply);
        next.leader ^= u8::from(takes(lead, reply));
        next.points[next.leader as usize] += trick_points(lead, reply);
        next
    }

    /// The leader and the points as a public position.
    #[inline]
    pub(crate) fn state(&self) -> PublicState {
        PublicState::known(self.leader, self.points)
    }

    /// The rank of best play after a trick of which the cards are gone, when its winner can still check out.
    #[inline]
    pub(crate) fn after(&self, rules: &Rules, window: (u8, u8)) -> u8 {
        match rules.check_out(&self.state()) {
            CheckOut::Ends(rank) => rank,
            CheckOut::Offered(rank) if rules.sure => rank,
            CheckOut::Offered(rank) => Rules::better(self.leader, rank, self.on(rules, window)),
            CheckOut::Not => self.on(rules, window),
        }
    }

    /// The rank of best play from a lead on, exact within the window.
    pub(crate) fn on(&self, rules: &Rules, window: (u8, u8)) -> u8 {
        let own = self.hands[self.leader as usize];
        if own == 0 {
            return rules.played(&self.state());
        }
        if own.is_power_of_two() {
            let reply = self.hands[1 - self.leader as usize].trailing_zeros();
            return rules.end(&self.trick(own.trailing_zeros() as u8, reply as u8).state());
        }
        let mut best = Best::new(self.leader, window);
        for lead in cards(own) {
            best.try_with(|window| self.reply(rules, lead, window));
            if best.closed() {
                break;
            }
        }
        best.rank
    }

    /// The rank of best play once this card is led.
    #[inline]
    pub(crate) fn reply(&self, rules: &Rules, lead: u8, window: (u8, u8)) -> u8 {
        let player = 1 - self.leader;
        let mut best = Best::new(player, window);
        for reply in cards(replies(lead, self.hands[player as usize])) {
            best.try_with(|window| self.trick(lead, reply).after(rules, window));
            if best.closed() {
                break;
            }
        }
        best.rank
    }
}

/// The cards of a set, by number.
#[inline]
fn cards(set: u16) -> impl Iterator<Item = u8> {
    places(set).map(|at| at as u8)
}

/// Alpha and beta, and the best so far.
struct Best {
    player: u8,
    window: (u8, u8),
    rank: u8,
}

impl Best {
    #[inline]
    fn new(player: u8, window: (u8, u8)) -> Best {
        Best { player, window, rank: if player == 0 { window.0 } else { window.1 } }
    }

    #[inline]
    fn try_with(&mut self, look: impl FnOnce((u8, u8)) -> u8) {
        self.rank = Rules::better(self.player, self.rank, look(self.window));
        if self.player == 0 {
            self.window.0 = self.rank;
        } else {
            self.window.1 = self.rank;
        }
    }

    #[inline]
    fn closed(&self) -> bool {
        self.window.0 >= self.window.1
    }
}

/// The window that excludes nothing.
pub(crate) const ALL: (u8, u8) = (0, 6);

/// Endings of a position before the third trick.
pub(crate) const THIRD: usize = 42 * 10;

/// The index of the first ending of the position before a third trick, by the places of the cards played.
#[inline]
pub(crate) fn third(turnup: u8, first: (usize, usize), second: (usize, usize)) -> usize {
    let first_trick = (turnup as usize * 11 + first.0) * 10 + first.1;
    ((first_trick * 9 + second.0) * 8 + second.1) * THIRD
}

/// The index of an ending among those of its position.
#[inline]
pub(crate) fn ending(lead: usize, reply: usize, loser: u16) -> usize {
    (lead * 6 + reply) * 10 + number(loser)
}

/// The ending after the third trick of `table`, when the loser of the trick has these two of the five cards
/// left, and draws the turnup.
#[inline]
pub(crate) fn division(state: &PublicState, loser: u16) -> Ending {
    let pair = state.cards(loser) | 1 << state.turnup;
    let rest = state.cards(0x1f & !loser);
    let hands = if state.leader == 0 { [rest, pair] } else { [pair, rest] };
    Ending { leader: state.leader, points: state.points, hands }
}

/// The values of all endings right after the last draw: for each of the 42 third tricks of a position ten
/// divisions of the five cards left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Endings {
    rank: Vec<u8>,
}

impl Endings {
    /// Looks ahead in all of them.
    pub(crate) fn new(rules: &Rules) -> Endings {
        Endings::of(rules, |_| true)
    }

    /// Looks ahead in those after some of the 440 first tricks, numbered by turnup, lead and reply.
    pub(crate) fn of(rules: &Rules, wanted: impl Fn(usize) -> bool + Sync) -> Endings {
        let mut rank = vec![0; PLAYS];
        let mut parts = of_first_tricks(&mut rank, &wanted);
        parallel::for_each(&mut parts, &|_, (first, ranks)| {
            after_first_trick(*first, ranks.iter_mut(), |ending, rank| *rank = ending.on(rules, ALL));
        });
        Endings { rank }
    }

    /// The same, with best play in each of them: see [`plays`].
    pub(crate) fn with_plays(rules: &Rules, wanted: impl Fn(usize) -> bool + Sync) -> (Endings, Vec<u8>) {
        let (mut rank, mut plays) = (vec![0; PLAYS], vec![0; PLAYS]);
        let of_ranks = of_first_tricks(&mut rank, &wanted);
        let of_plays = of_first_tricks(&mut plays, &wanted).into_iter().map(|(_, plays)| plays);
        let mut parts: Vec<_> = of_ranks.into_iter().zip(of_plays).collect();
        parallel::for_each(&mut parts, &|_, ((first, ranks), plays)| {
            let numbers = ranks.iter_mut().zip(plays.iter_mut());
            after_first_trick(*first, numbers, |ending, (rank, play)| (*rank, *play) = ending.play(rules));
        });
        (Endings { rank }, plays)
    }

    /// The ranks of the endings of a position before its third trick.
    #[inline]
    pub(crate) fn ranks(&self, third: usize) -> &[u8] {
        &self.rank[third..third + THIRD]
    }
}

/// The parts of the wanted first tricks, with their numbers.
fn of_first_tricks(numbers: &mut [u8], wanted: impl Fn(usize) -> bool) -> Vec<(usize, &mut [u8])> {
    let parts = numbers.chunks_mut(72 * THIRD).enumerate();
    parts.filter(|(first, _)| wanted(*first)).collect()
}

/// Looks at each ending after a first trick, with what belongs to it.
fn after_first_trick<T>(first: usize, numbers: impl Iterator<Item = T>, look: impl Fn(&Ending, T)) {
    let state = PublicState::dealt((first / 110) as u8).trick(first / 10 % 11, first % 10).drawn();
    let mut numbers = numbers;
    for lead in 0..9 {
        for reply in 0..8 {
            let state = state.trick(lead, reply).drawn();
            for lead in 0..7 {
                for reply in 0..6 {
                    let state = state.trick(lead, reply);
                    for &loser in subsets(5, 2) {
                        look(&division(&state, loser), numbers.next().expect("an ending for each number"));
                    }
                }
            }
        }
    }
}

/// Best play right after the last draw, for all endings: two bits each for the card to lead and for what to
/// reply to the first, second and third card, always counted from the lowest card of the hand. 0 after first
/// tricks that are not wanted.
pub(crate) fn plays(rules: &Rules, wanted: impl Fn(usize) -> bool + Sync) -> Vec<u8> {
    Endings::with_plays(rules, wanted).1
}

/// The number of [`plays`].
pub(crate) const PLAYS: usize = 440 * 72 * THIRD;

impl Ending {
    /// The rank and the plays of three cards each.
    fn play(&self, rules: &Rules) -> (u8, u8) {
        let (player, other) = (self.leader, 1 - self.leader);
        let mut best: Option<(u8, u8)> = None;
        let mut code = 0;
        for (at, lead) in cards(self.hands[player as usize]).enumerate() {
            let (rank, reply) = best_reply(rules, self, lead, other);
            code |= (reply as u8) << (2 + 2 * at);
            if best.is_none_or(|(old, _)| Rules::better(player, old, rank) != old) {
                best = Some((rank, at as u8));
            }
        }
        let (rank, lead) = best.expect("a hand of three cards leads one");
        (rank, code | lead)
    }

    /// The best card to lead.
    pub(crate) fn best_lead(&self, rules: &Rules) -> u8 {
        let player = self.leader;
        let value = |lead| self.reply(rules, lead, ALL);
        cards(self.hands[player as usize])
            .map(|lead| (value(lead), lead))
            .reduce(|best, next| if Rules::better(player, best.0, next.0) == best.0 { best } else { next })
            .expect("the hand is not over")
            .1
    }

    /// The best card to reply.
    pub(crate) fn best_reply(&self, rules: &Rules, lead: u8) -> u8 {
        let player = 1 - self.leader;
        let hand = self.hands[player as usize];
        places(hand).nth(best_reply(rules, self, lead, player).1).expect("it counts the cards of the hand")
            as u8
    }
}

/// The rank of a lead and which card of the other hand answers it.
fn best_reply(rules: &Rules, ending: &Ending, lead: u8, other: u8) -> (u8, usize) {
    let hand = ending.hands[other as usize];
    let mut best: Option<(u8, usize)> = None;
    for reply in cards(replies(lead, hand)) {
        // Only what is better than the best so far is of interest.
        let window = match best {
            None => ALL,
            Some((rank, _)) if other == 0 => (rank, ALL.1),
            Some((rank, _)) => (ALL.0, rank),
        };
        let rank = ending.trick(lead, reply).after(rules, window);
        if best.is_none_or(|(old, _)| Rules::better(other, old, rank) != old) {
            let at = (hand & ((1 << reply) - 1)).count_ones() as usize;
            best = Some((rank, at));
        }
    }
    best.expect("there is a legal reply")
}
