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
use crate::position::public_state::{CheckOut, PublicState, Rules};
use crate::position::subsets::{choose, number, places, subsets, with_gap, without};
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
    /// Room for the columns of a decision, and for the hands that the other can hold there.
    columns: Columns,
    opposite: Vec<u16>,
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
            columns: Default::default(),
            opposite: Vec::new(),
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
            for leader in (0..n).filter(|&leader| possible.0[LEADER] >> leader & 1 != 0) {
                let others = (0..n).filter(|&other| possible.0[REPLIER] >> other & 1 != 0);
                for other in others.filter(|&other| other != leader) {
                    let end = state.last(leader, other);
                    self.closed[2].lead[first + leader * n + other] = Bounds::exactly(self.rules.end(&end));
                }
            }
            return;
        }
        for lead in 0..n {
            let duty = state.duty(lead);
            let reply_node = node * n + lead;
            let mut afters: Afters = [(false, CheckOut::Not); 10];
            for (reply, kept) in afters.iter_mut().enumerate().take(n - 1) {
                let after = state.trick(lead, reply);
                let swapped = after.leader != state.leader;
                let check_out = self.rules.check_out(&after);
                *kept = (swapped, check_out);
                let next = reply_node * (n - 1) + reply;
                if !self.complete && self.rules.ends(check_out) {
                    continue;
                }
                let rests = subsets(n - 2, k - 1);
                let mut left = Possible([0; 2]);
                for &rest in rests {
                    let leader = with_gap(with_gap(rest, reply), lead) | 1 << lead;
                    let replier = with_gap(rest, reply) | 1 << reply;
                    let held = possible.holds(LEADER, leader);
                    left.0[LEADER] |= u64::from(held) << number(rest);
                    let held = possible.holds(REPLIER, with_gap(replier, lead))
                        && duty.of(replier) >> reply & 1 != 0;
                    left.0[REPLIER] |= u64::from(held) << number(rest);
                }
                if left.0.contains(&0) {
                    continue;
                }
                // From here on the leader is the winner.
                let next_possible = if swapped { Possible([left.0[1], left.0[0]]) } else { left };
                self.closed_trick(ClosedTrick {
                    state: &after,
                    trick: trick.next_closed(lead, reply),
                    k: k - 1,
                    node: next,
                    possible: next_possible,
                });
                let on = |me: &Self, own, other| me.lead(k - 1, n - 2, next, own, other);
                self.check_out(&after, check_out, trick.on(lead, reply), k - 1, next_possible, on);
            }
            self.closed_replies(at, lead, &afters);
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
            let mut of = self.cleared();
            let others = all.iter().filter(|&&other| other & own == 0 && possible.holds(REPLIER, other));
            for &other in others {
                of[0].push(Bounds::exactly(rank));
                of[1].push(on(self, own, other));
            }
            self.survivors[slot - self.base + number(own)] = self.undominated(state.leader, 0b11, &of);
            self.columns = of;
        }
    }

    /// The replies to a lead in a closed trick, for each hand of the replier.
    fn closed_replies(&mut self, at: ClosedTrick<'_>, lead: usize, afters: &Afters) {
        let ClosedTrick { state, trick, k, node, possible } = at;
        let (node, duty) = (node * state.n + lead, state.duty(lead));
        let n = state.n - 1;
        let (rests, hands) = (choose(n, k - 1), choose(n, k));
        grow(&mut self.closed[3 - k].reply, (node + 1) * rests * hands);
        for &hand in subsets(n, k) {
            if !possible.holds(REPLIER, with_gap(hand, lead)) {
                continue;
            }
            let legal = duty.of(hand);
            let holds =
                |rest: u16| rest & hand == 0 && possible.holds(LEADER, with_gap(rest, lead) | 1 << lead);
            let opposite = self.opposite(subsets(n, k - 1), holds);
            let mut of = self.cleared();
            let mut mask = 0;
            for (action, reply) in places(hand).enumerate() {
                if legal >> reply & 1 == 0 {
                    continue;
                }
                mask |= 1 << action;
                let (swapped, check_out) = afters[reply];
                let own = without(hand & !(1 << reply), reply);
                for &rest in &opposite {
                    let other = without(rest, reply);
                    let (winner, loser) = if swapped { (own, other) } else { (other, own) };
                    let on = || self.lead(k - 1, n - 1, node * n + reply, winner, loser);
                    of[action].push(self.after(check_out, trick.on(lead, reply), winner, on));
                }
            }
            let survivors = self.undominated(1 - state.leader, mask, &of);
            self.survivors[trick.reply(lead) - self.base + number(hand)] = survivors;
            for (row, &rest) in opposite.iter().enumerate() {
                self.closed[3 - k].reply[(node * rests + number(rest)) * hands + number(hand)] =
                    joined(survivors, &of, row);
            }
            (self.columns, self.opposite) = (of, opposite);
        }
    }

    /// The lead of a hand to a closed trick.
    fn closed_lead(&mut self, at: ClosedTrick<'_>, hand: u16) {
        let ClosedTrick { state, trick, k, node, possible } = at;
        let n = state.n;
        let hands = choose(n, k);
        let opposite =
            self.opposite(subsets(n, k), |other| other & hand == 0 && possible.holds(REPLIER, other));
        let mut of = self.cleared();
        for (action, lead) in places(hand).enumerate() {
            let rest = without(hand & !(1 << lead), lead);
            for &other in &opposite {
                let replier = without(other, lead);
                of[action].push(self.reply(k, n - 1, node * n + lead, rest, replier));
            }
        }
        let survivors = self.undominated(state.leader, (1 << k) - 1, &of);
        self.survivors[trick.lead() - self.base + number(hand)] = survivors;
        for (row, &other) in opposite.iter().enumerate() {
            self.closed[3 - k].lead[(node * hands + number(hand)) * hands + number(other)] =
                joined(survivors, &of, row);
        }
        (self.columns, self.opposite) = (of, opposite);
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
                let opposite = self.opposite(subsets(6, 2), |rest| rest & hand == 0);
                let mut of = self.cleared();
                for (action, reply) in places(hand).enumerate() {
                    let swapped = afters[reply].leader != state.leader;
                    let own = without(hand & !(1 << reply), reply);
                    for &rest in &opposite {
                        let other = without(rest, reply);
                        let (winner, loser) = if swapped { (own, other) } else { (other, own) };
                        let on = || Bounds::exactly(ranks[ending(lead, reply, loser)]);
                        of[action].push(self.after(check_outs[reply], trick.on(lead, reply), winner, on));
                    }
                }
                let survivors = self.undominated(1 - state.leader, 0b111, &of);
                self.survivors[trick.reply(lead) - self.base + number(hand)] = survivors;
                for (at, &rest) in opposite.iter().enumerate() {
                    self.open.reply[(lead * 15 + number(rest)) * 20 + number(hand)] =
                        joined(survivors, &of, at);
                }
                (self.columns, self.opposite) = (of, opposite);
            }
        }
        for &hand in subsets(7, 3) {
            let opposite = self.opposite(subsets(7, 3), |other| other & hand == 0);
            let mut of = self.cleared();
            for &other in &opposite {
                for (action, lead) in places(hand).enumerate() {
                    let rest = without(hand & !(1 << lead), lead);
                    of[action].push(self.open_reply(lead, rest, without(other, lead)));
                }
                if closable {
                    of[CLOSE].push(self.lead(3, 7, 0, hand, other));
                }
            }
            let legal = 0b111 | if closable { 1 << CLOSE } else { 0 };
            let survivors = self.undominated(state.leader, legal, &of);
            self.survivors[trick.lead() - self.base + number(hand)] = survivors;
            for (at, &other) in opposite.iter().enumerate() {
                self.open.lead[number(hand) * 35 + number(other)] = joined(survivors, &of, at);
            }
            (self.columns, self.opposite) = (of, opposite);
        }
    }

    /// Those of these hands that the other can hold, to be given back.
    fn opposite(&mut self, hands: &[u16], holds: impl Fn(u16) -> bool) -> Vec<u16> {
        let mut opposite = std::mem::take(&mut self.opposite);
        opposite.clear();
        opposite.extend(hands.iter().copied().filter(|&hand| holds(hand)));
        opposite
    }

    /// Empty columns, to be given back.
    fn cleared(&mut self) -> Columns {
        let mut columns = std::mem::take(&mut self.columns);
        columns.iter_mut().for_each(Vec::clear);
        columns
    }

    /// The actions that no other one dominates.
    fn undominated(&self, player: u8, legal: u8, of: &Columns) -> u8 {
        let mut left = legal;
        if legal & (legal - 1) == 0 || self.stranger == Some(player) {
            return left;
        }
        for a in (0..4).filter(|a| legal >> a & 1 != 0) {
            let beaten = (0..4).any(|b| b != a && left >> b & 1 != 0 && dominates(&of[b], &of[a], player));
            if beaten {
                left &= !(1 << a);
            }
        }
        left
    }
}

/// The bounds of up to four actions against the hands that the other can hold, in order.
type Columns = [Vec<Bounds>; 4];

/// Returns true if an action is never worse for a player than another one.
#[inline]
fn dominates(action: &[Bounds], other: &[Bounds], player: u8) -> bool {
    let mut pairs = action.iter().zip(other);
    if player == 0 {
        pairs.all(|(better, worse)| worse.high <= better.low)
    } else {
        pairs.all(|(better, worse)| worse.low >= better.high)
    }
}

fn joined(survivors: u8, of: &Columns, at: usize) -> Bounds {
    let mut bounds = Bounds::NONE;
    for (action, of) in of.iter().enumerate() {
        if survivors >> action & 1 != 0 {
            bounds.join(of[at]);
        }
    }
    bounds
}

fn grow(bounds: &mut Vec<Bounds>, len: usize) {
    if bounds.len() < len {
        bounds.resize(len, Bounds::NONE);
    }
}
