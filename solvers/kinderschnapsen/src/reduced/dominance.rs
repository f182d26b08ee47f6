//! The actions that can be left out: bounds of the results of every pair of hands, from the last trick
//! upwards.
//!
//! For each pair of hands the bounds are the worst and the best that surviving actions of both players can
//! lead to. An action falls if another one does at least as well in the worst case as it does in the best,
//! against every hand that the other can hold: whatever is played later, the other one is no worse. Such
//! weakly dominated actions can go without a change in value, and an equilibrium of what is left is one of
//! the whole.

use crate::position::endings::{Endings, THIRD, ending, third};
use crate::position::layout::Trick;
use crate::position::public_state::PublicState;
use crate::position::rules::{CheckOut, Rules};
use crate::position::subsets::{apart, bits, choose, number, places, subsets, with_gap, without};
use crate::position::walk::{CLOSE, TrickPosition};

/// The ranks between which a pair of hands ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: u8,
    pub(crate) high: u8,
}

impl Bounds {
    const NONE: Bounds = Bounds { low: u8::MAX, high: 0 };

    fn exactly(rank: u8) -> Bounds {
        Bounds { low: rank, high: rank }
    }

    fn join(&mut self, other: Bounds) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }

    /// The rank, if there is only one.
    #[inline]
    pub(crate) fn settled(self) -> Option<u8> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The bounds of one kind of node: matrices of the leader's hands by the other's.
#[derive(Clone, Debug, Default)]
struct Level {
    /// Before a lead.
    lead: Vec<Bounds>,
    /// After a lead.
    reply: Vec<Bounds>,
}

/// Bounds and surviving actions of one subgame: a closed game, or a third trick with open talon and the
/// closed game beside it.
#[derive(Clone, Debug)]
pub(crate) struct Dominance<'a> {
    rules: &'a Rules,
    endings: &'a Endings,
    /// True if the play after an obvious check-out is visited too.
    complete: bool,
    /// The player of whom every legal action is expected, if there is one.
    stranger: Option<u8>,
    /// The first slot of the subgame.
    base: usize,
    /// Surviving actions by slot from `base`, one bit each; 0 where no hand can be.
    survivors: Vec<u8>,
    /// The closed tricks, first to last.
    closed: [Level; 3],
    /// The third trick with open talon.
    open: Level,
    /// Room for a decision: a row for each hand that the other can hold there.
    rows: Vec<Row>,
}

/// Hands that a player can hold at all, as a set of numbers of pairs or single cards.
#[derive(Clone, Copy, Debug)]
struct Possible([u64; 2]);

impl Possible {
    const ALL: Possible = Possible([u64::MAX; 2]);

    #[inline]
    fn holds(self, role: usize, hand: u16) -> bool {
        // Hands of three cards are all possible.
        hand.count_ones() == 3 || self.0[role] >> number(hand) & 1 != 0
    }
}

/// A closed trick: the public state before it, its slots, the number `k` of cards in each hand, the number of
/// the public position among those of this trick, and the hands that are possible.
#[derive(Clone, Copy)]
struct ClosedTrick<'a> {
    state: &'a PublicState,
    trick: Trick,
    k: usize,
    node: usize,
    possible: Possible,
}

impl<'a> ClosedTrick<'a> {
    /// The first trick after closing.
    fn first(position: &'a TrickPosition) -> ClosedTrick<'a> {
        ClosedTrick { state: &position.state, trick: position.trick, k: 3, node: 0, possible: Possible::ALL }
    }
}

/// A lead to a closed trick.
struct Lead {
    place: usize,
    /// The legal replies by hand of the replier, none where it cannot be held.
    legal: [u16; 120],
    /// What the leader can have left, by number.
    rests: u64,
}

impl Lead {
    fn new(at: ClosedTrick<'_>, place: usize) -> Lead {
        let ClosedTrick { state, k, possible, .. } = at;
        let duty = state.duty(place);
        let mut legal = [0; 120];
        for (legal, &hand) in legal.iter_mut().zip(subsets(state.n - 1, k)) {
            if possible.holds(REPLIER, with_gap(hand, place)) {
                *legal = duty.of(hand);
            }
        }
        let mut rests = 0;
        for (number, &rest) in subsets(state.n - 1, k - 1).iter().enumerate() {
            rests |= u64::from(possible.holds(LEADER, with_gap(rest, place) | 1 << place)) << number;
        }
        Lead { place, legal, rests }
    }

    /// Returns for the leader and the replier true if they can hold these cards after this reply.
    #[inline]
    fn can_keep(&self, reply: usize, rest: u16) -> [bool; 2] {
        let rest = with_gap(rest, reply);
        let legal = self.legal[number(rest | 1 << reply)];
        [self.rests >> number(rest) & 1 != 0, legal >> reply & 1 != 0]
    }
}

/// By reply: whether the other player leads from there on, and what the winner of the trick can do.
type Afters = [(bool, CheckOut); 10];

const LEADER: usize = 0;
const REPLIER: usize = 1;

impl<'a> Dominance<'a> {
    /// Nothing looked through yet. Unless it shall be `complete`, what follows where the winner of a trick is
    /// sure to check out is left out.
    pub(crate) fn new(rules: &'a Rules, endings: &'a Endings, complete: bool) -> Dominance<'a> {
        Dominance {
            rules,
            endings,
            complete,
            stranger: None,
            base: 0,
            survivors: Vec::new(),
            closed: Default::default(),
            open: Level::default(),
            rows: Vec::new(),
        }
    }

    /// Looks through the subgame that begins here: closed, or the third trick.
    pub(crate) fn look(&mut self, position: &TrickPosition, slots: usize) {
        self.base = position.trick.base;
        self.survivors.clear();
        self.survivors.resize(slots, 0);
        if position.state.open {
            let closable = position.closable(self.rules);
            if closable {
                let close = position.close();
                self.closed_trick(ClosedTrick::first(&close));
            }
            self.third_trick(position, closable);
        } else {
            self.closed_trick(ClosedTrick::first(position));
        }
    }

    /// The same when the `stranger` may take any legal action, by mistake: it keeps them all, and the other
    /// player leaves out only what is no better then either.
    pub(crate) fn look_for_mistakes(&mut self, position: &TrickPosition, slots: usize, stranger: u8) {
        self.stranger = Some(stranger);
        self.look(position, slots);
        self.stranger = None;
    }

    /// The surviving actions of a slot.
    #[inline]
    pub(crate) fn survivors(&self, slot: usize) -> u8 {
        self.survivors[slot - self.base]
    }

    /// All survivors in the order of the slots.
    pub(crate) fn all_survivors(&self) -> &[u8] {
        &self.survivors
    }

    /// The bounds of a pair of hands before a closed lead.
    #[inline]
    pub(crate) fn lead(&self, k: usize, n: usize, node: usize, leader: u16, other: u16) -> Bounds {
        let hands = choose(n, k);
        self.closed[3 - k].lead[(node * hands + number(leader)) * hands + number(other)]
    }

    /// The bounds of a pair of hands after a closed lead; `n` unseen cards are left.
    #[inline]
    pub(crate) fn reply(&self, k: usize, n: usize, node: usize, rest: u16, replier: u16) -> Bounds {
        let (rests, hands) = (choose(n, k - 1), choose(n, k));
        self.closed[3 - k].reply[(node * rests + number(rest)) * hands + number(replier)]
    }

    /// The bounds of a pair of hands before the third lead with open talon.
    #[inline]
    pub(crate) fn open_lead(&self, leader: u16, other: u16) -> Bounds {
        self.open.lead[number(leader) * 35 + number(other)]
    }

    /// The bounds of a pair of hands after the lead.
    #[inline]
    pub(crate) fn open_reply(&self, lead: usize, rest: u16, replier: u16) -> Bounds {
        self.open.reply[(lead * 15 + number(rest)) * 20 + number(replier)]
    }

    /// The ranks of the endings of this third trick.
    pub(crate) fn ranks(&self, position: &TrickPosition) -> &'a [u8] {
        let at = third(position.state.turnup, position.path[0], position.path[1]);
        &self.endings.ranks(at)[..THIRD]
    }

    /// The bounds of a pair of hands after both cards, before the winner checks out, if that is allowed, or
    /// goes on; `on` are those of going on.
    #[inline]
    pub(crate) fn after(
        &self,
        check_out: CheckOut,
        slot: usize,
        winner: u16,
        on: impl FnOnce() -> Bounds,
    ) -> Bounds {
        match check_out {
            CheckOut::Not => on(),
            CheckOut::Ends(rank) => Bounds::exactly(rank),
            CheckOut::Offered(rank) if self.rules.sure => Bounds::exactly(rank),
            CheckOut::Offered(rank) => {
                let survivors = self.survivors(slot + number(winner));
                let mut bounds = if survivors & 1 != 0 { Bounds::exactly(rank) } else { Bounds::NONE };
                if survivors & 2 != 0 {
                    bounds.join(on());
                }
                bounds
            }
        }
    }

    /// Fills in a closed trick, and all after it.
    fn closed_trick(&mut self, at: ClosedTrick<'_>) {
        let ClosedTrick { state, trick, k, node, possible } = at;
        let n = state.n;
        let hands = choose(n, k);
        let first = node * hands * hands;
        grow(&mut self.closed[3 - k].lead, first + hands * hands);
        if k == 1 {
            for leader in bits(possible.0[LEADER]) {
                for other in bits(possible.0[REPLIER] & !(1 << leader)) {
                    let end = state.last(leader, other);
                    self.closed[2].lead[first + leader * n + other] = Bounds::exactly(self.rules.end(&end));
                }
            }
            return;
        }
        for place in 0..n {
            let lead = Lead::new(at, place);
            let mut afters: Afters = [(false, CheckOut::Not); 10];
            for (reply, kept) in afters.iter_mut().enumerate().take(n - 1) {
                let after = state.trick(place, reply);
                let swapped = after.leader != state.leader;
                let check_out = self.rules.check_out(&after);
                *kept = (swapped, check_out);
                let next = (node * n + place) * (n - 1) + reply;
                if !self.complete && self.rules.ends(check_out) {
                    continue;
                }
                let mut left = Possible([0; 2]);
                for (number, &rest) in subsets(n - 2, k - 1).iter().enumerate() {
                    let [leader, replier] = lead.can_keep(reply, rest);
                    left.0[LEADER] |= u64::from(leader) << number;
                    left.0[REPLIER] |= u64::from(replier) << number;
                }
                if left.0.contains(&0) {
                    continue;
                }
                // From here on the leader is the winner.
                let next_possible = if swapped { Possible([left.0[1], left.0[0]]) } else { left };
                self.closed_trick(ClosedTrick {
                    state: &after,
                    trick: trick.next_closed(place, reply),
                    k: k - 1,
                    node: next,
                    possible: next_possible,
                });
                let on = |me: &Self, own, other| me.lead(k - 1, n - 2, next, own, other);
                self.check_out(&after, check_out, trick.on(place, reply), k - 1, next_possible, on);
            }
            self.closed_replies(at, &lead, &afters);
        }
        for &hand in subsets(n, k) {
            if possible.holds(LEADER, hand) {
                self.closed_lead(at, hand);
            }
        }
    }

    /// The question of going on after a trick, for each hand of its winner.
    fn check_out(
        &mut self,
        state: &PublicState,
        check_out: CheckOut,
        slot: usize,
        k: usize,
        possible: Possible,
        on: impl Fn(&Self, u16, u16) -> Bounds,
    ) {
        let CheckOut::Offered(rank) = check_out else { return };
        if !self.rules.asks() {
            return;
        }
        let all = subsets(state.n, k);
        for &own in all.iter().filter(|&&own| possible.holds(LEADER, own)) {
            let mut rows = self.cleared();
            let others = all.iter().filter(|&&other| other & own == 0 && possible.holds(REPLIER, other));
            rows.extend(others.map(|&other| {
                let mut row = Row::of(other);
                row.set(0, Bounds::exactly(rank));
                row.set(1, on(self, own, other));
                row
            }));
            self.survivors[slot - self.base + number(own)] = self.undominated(state.leader, 0b11, &rows);
            self.rows = rows;
        }
    }

    /// The replies to a lead in a closed trick, for each hand of the replier.
    fn closed_replies(&mut self, at: ClosedTrick<'_>, lead: &Lead, afters: &Afters) {
        let ClosedTrick { state, trick, k, node, .. } = at;
        let (place, node, n) = (lead.place, node * state.n + lead.place, state.n - 1);
        let (rests, hands) = (choose(n, k - 1), choose(n, k));
        grow(&mut self.closed[3 - k].reply, (node + 1) * rests * hands);
        for (&hand, &legal) in subsets(n, k).iter().zip(&lead.legal) {
            if legal == 0 {
                continue;
            }
            let mut mask = 0;
            let mut rows = self.opposite(n, k - 1, apart(hand, k - 1) & lead.rests);
            for (action, reply) in places(hand).enumerate() {
                if legal >> reply & 1 == 0 {
                    continue;
                }
                mask |= 1 << action;
                let (swapped, check_out) = afters[reply];
                let own = without(hand & !(1 << reply), reply);
                for row in &mut rows {
                    let other = without(row.hand, reply);
                    let (winner, loser) = if swapped { (own, other) } else { (other, own) };
                    let on = || self.lead(k - 1, n - 1, node * n + reply, winner, loser);
                    row.set(action, self.after(check_out, trick.on(place, reply), winner, on));
                }
            }
            let survivors = self.undominated(1 - state.leader, mask, &rows);
            self.survivors[trick.reply(place) - self.base + number(hand)] = survivors;
            for row in &rows {
                self.closed[3 - k].reply[(node * rests + number(row.hand)) * hands + number(hand)] =
                    row.joined(survivors);
            }
            self.rows = rows;
        }
    }

    /// The lead of a hand to a closed trick.
    fn closed_lead(&mut self, at: ClosedTrick<'_>, hand: u16) {
        let ClosedTrick { state, trick, k, node, possible } = at;
        let n = state.n;
        let hands = choose(n, k);
        let mut rows = match k {
            2 => self.opposite(n, 2, apart(hand, 2) & possible.0[REPLIER]),
            _ => self.opposite_triples(n, hand),
        };
        for (action, lead) in places(hand).enumerate() {
            let rest = without(hand & !(1 << lead), lead);
            for row in &mut rows {
                row.set(action, self.reply(k, n - 1, node * n + lead, rest, without(row.hand, lead)));
            }
        }
        let survivors = self.undominated(state.leader, (1 << k) - 1, &rows);
        self.survivors[trick.lead() - self.base + number(hand)] = survivors;
        for row in &rows {
            self.closed[3 - k].lead[(node * hands + number(hand)) * hands + number(row.hand)] =
                row.joined(survivors);
        }
        self.rows = rows;
    }

    /// The third trick with open talon, after the closed game beside it.
    fn third_trick(&mut self, position: &TrickPosition, closable: bool) {
        let (state, trick) = (&position.state, position.trick);
        let ranks = self.ranks(position);
        grow(&mut self.open.lead, 35 * 35);
        grow(&mut self.open.reply, 7 * 15 * 20);
        for lead in 0..7 {
            let afters: [PublicState; 6] = std::array::from_fn(|reply| state.trick(lead, reply));
            let check_outs = afters.each_ref().map(|after| self.rules.check_out(after));
            for (reply, (after, &check_out)) in afters.iter().zip(&check_outs).enumerate() {
                let on = |_: &Self, _, other| Bounds::exactly(ranks[ending(lead, reply, other)]);
                self.check_out(after, check_out, trick.on(lead, reply), 2, Possible::ALL, on);
            }
            for &hand in subsets(6, 3) {
                let mut rows = self.opposite(6, 2, apart(hand, 2) & ((1 << 15) - 1));
                for (action, reply) in places(hand).enumerate() {
                    let swapped = afters[reply].leader != state.leader;
                    let own = without(hand & !(1 << reply), reply);
                    for row in &mut rows {
                        let other = without(row.hand, reply);
                        let (winner, loser) = if swapped { (own, other) } else { (other, own) };
                        let on = || Bounds::exactly(ranks[ending(lead, reply, loser)]);
                        row.set(action, self.after(check_outs[reply], trick.on(lead, reply), winner, on));
                    }
                }
                let survivors = self.undominated(1 - state.leader, 0b111, &rows);
                self.survivors[trick.reply(lead) - self.base + number(hand)] = survivors;
                for row in &rows {
                    self.open.reply[(lead * 15 + number(row.hand)) * 20 + number(hand)] =
                        row.joined(survivors);
                }
                self.rows = rows;
            }
        }
        for &hand in subsets(7, 3) {
            let mut rows = self.opposite_triples(7, hand);
            for row in &mut rows {
                for (action, lead) in places(hand).enumerate() {
                    let rest = without(hand & !(1 << lead), lead);
                    row.set(action, self.open_reply(lead, rest, without(row.hand, lead)));
                }
                if closable {
                    row.set(CLOSE, self.lead(3, 7, 0, hand, row.hand));
                }
            }
            let legal = 0b111 | if closable { 1 << CLOSE } else { 0 };
            let survivors = self.undominated(state.leader, legal, &rows);
            self.survivors[trick.lead() - self.base + number(hand)] = survivors;
            for row in &rows {
                self.open.lead[number(hand) * 35 + number(row.hand)] = row.joined(survivors);
            }
            self.rows = rows;
        }
    }

    /// Rows of the hands of `k` cards with these numbers, to be given back.
    fn opposite(&mut self, n: usize, k: usize, numbers: u64) -> Vec<Row> {
        let (mut rows, hands) = (self.cleared(), subsets(n, k));
        rows.extend(bits(numbers).map(|number| Row::of(hands[number])));
        rows
    }

    /// Rows of all hands of three cards that have none in common with this one, to be given back.
    fn opposite_triples(&mut self, n: usize, hand: u16) -> Vec<Row> {
        let mut rows = self.cleared();
        rows.extend(subsets(n, 3).iter().filter(|&&other| other & hand == 0).map(|&other| Row::of(other)));
        rows
    }

    /// No rows, to be given back.
    fn cleared(&mut self) -> Vec<Row> {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        rows
    }

    /// The actions that no other one dominates.
    fn undominated(&self, player: u8, legal: u8, rows: &[Row]) -> u8 {
        let mut left = legal;
        if legal & (legal - 1) == 0 || self.stranger == Some(player) {
            return left;
        }
        let dominating = dominating(player, rows);
        for a in (0..4).filter(|a| legal >> a & 1 != 0) {
            if dominating[a] & left & !(1 << a) != 0 {
                left &= !(1 << a);
            }
        }
        left
    }
}

/// The bounds of up to four actions against a hand that the other can hold.
#[derive(Clone, Copy, Debug)]
struct Row {
    hand: u16,
    low: [u8; 4],
    high: [u8; 4],
}

impl Row {
    fn of(hand: u16) -> Row {
        Row { hand, low: [0; 4], high: [0; 4] }
    }

    #[inline]
    fn set(&mut self, action: usize, bounds: Bounds) {
        (self.low[action], self.high[action]) = (bounds.low, bounds.high);
    }

    /// The bounds of all that survive.
    #[inline]
    fn joined(&self, survivors: u8) -> Bounds {
        let mut bounds = Bounds::NONE;
        for action in places(survivors.into()) {
            bounds.join(Bounds { low: self.low[action], high: self.high[action] });
        }
        bounds
    }
}

/// For each of four actions those that are never worse for a player, one bit each.
#[inline]
fn dominating(player: u8, rows: &[Row]) -> [u8; 4] {
    /// The top bits of four bytes.
    const TOPS: u32 = 0x8080_8080;
    let everywhere = |rank: u8| u32::from(rank) * 0x0101_0101;
    // The top bit of a byte stays set while that action is not worse: ranks need fewer than seven bits.
    let mut dominating = [TOPS; 4];
    for row in rows {
        let (low, high) = (u32::from_le_bytes(row.low), u32::from_le_bytes(row.high));
        for (at, dominating) in dominating.iter_mut().enumerate() {
            *dominating &= if player == 0 {
                (low | TOPS) - everywhere(row.high[at])
            } else {
                (everywhere(row.low[at]) | TOPS) - high
            };
        }
    }
    // The four top bits are brought together.
    dominating.map(|tops| ((tops >> 7).wrapping_mul(0x0102_0408) >> 24) as u8)
}

fn grow(bounds: &mut Vec<Bounds>, len: usize) {
    if bounds.len() < len {
        bounds.resize(len, Bounds::NONE);
    }
}
