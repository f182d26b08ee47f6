//! A subgame written out as sequences: what is left of it after dominance, and nothing else.
//!
//! A *sequence* is the list of a player's actions so far, with one number for each list; the first sequences
//! of a player are the hands at the beginning. The information sets of each player are listed from the top
//! down, and the actions of each follow each other. The payments stand at pairs of sequences, each pair of
//! hands at the first point where only one result is possible.

use crate::position::endings::ending;
use crate::position::layout::Trick;
use crate::position::public_state::PublicState;
use crate::position::rules::{CheckOut, Rules};
use crate::position::subsets::{choose, number, places, subsets, with_gap};
use crate::position::walk::{CLOSE, NO_SLOT, TrickPosition, legal};
use crate::reduced::dominance::{Bounds, Dominance};

/// A decision of a player in a subgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    /// The sequence that leads there.
    pub(crate) parent: u16,
    /// The actions that are left, one bit each.
    pub(crate) actions: u8,
    /// Its slot.
    pub(crate) slot: u32,
    /// The first slot of its public position, which its neighbours share.
    pub(crate) node: u32,
    /// The number of the stranger's actions before, if the player is the stranger.
    pub(crate) depth: u8,
}

/// A payment at a pair of sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pay {
    pub(crate) sequences: [u16; 2],
    pub(crate) rank: u8,
}

impl Pay {
    /// By sequence of player 0, then of player 1, then by rank: as one number, which is compared at once.
    #[inline]
    fn order(&self) -> u64 {
        let [first, second] = self.sequences.map(u64::from);
        first << 32 | second << 16 | u64::from(self.rank)
    }
}

/// A subgame as sequences.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compiled {
    /// The decisions of both players.
    pub(crate) decisions: [Vec<Decision>; 2],
    /// The number of the stranger's actions in each of its sequences.
    pub(crate) depths: Vec<u8>,
    /// The number of sequences of both.
    pub(crate) sequences: [usize; 2],
    /// The payments, by sequence of player 0.
    pub(crate) pays: Vec<Pay>,
}

/// The current sequence of a player with each hand.
type Standing = Vec<Option<u16>>;

/// No slot: whether to go on where checking out is never worse.
pub(crate) const OBVIOUS: u32 = u32::MAX;

/// Writes out the actions that `dominance` has left of the subgame that begins here. The `stranger`, if there
/// is one, keeps all legal actions.
pub(crate) fn compile(
    rules: &Rules,
    dominance: &Dominance<'_>,
    position: &TrickPosition,
    stranger: Option<u8>,
) -> Compiled {
    let hands = position.hands();
    let mut writer = Writer { rules, dominance, stranger, compiled: Compiled::default() };
    writer.compiled.sequences = [hands; 2];
    writer.compiled.depths = vec![0; hands];
    let standing: Standing = (0..hands).map(|hand| Some(hand as u16)).collect();
    let node = if position.state.open { Node::Open } else { Node::Closed(0) };
    let mut open = Pairs::all(position.state.n, 3, 3);
    let bounds = |own, other| match node {
        Node::Open => dominance.open_lead(own, other),
        Node::Closed(node) => dominance.lead(3, position.state.n, node, own, other),
    };
    writer.settle(&position.state, &mut open, &standing, &standing, bounds);
    let at = TrickNode { state: &position.state, trick: position.trick, node, root: position };
    writer.lead(at, &standing, &standing, &open);
    writer.compiled.pays.sort_unstable_by_key(Pay::order);
    writer.compiled
}

/// A public position of a trick.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// The third trick with open talon.
    Open,
    /// A closed trick, by number.
    Closed(usize),
}

/// A trick on the way down, and the trick where the subgame begins.
#[derive(Clone, Copy)]
struct TrickNode<'a> {
    state: &'a PublicState,
    trick: Trick,
    node: Node,
    root: &'a TrickPosition,
}

/// The pairs of hands of which more than one result is possible still.
#[derive(Clone, Debug)]
struct Pairs {
    n: usize,
    /// Cards in the leader's and the other's hands.
    k: [usize; 2],
    open: Vec<bool>,
}

impl Pairs {
    fn none(n: usize, leader: usize, other: usize) -> Pairs {
        Pairs { n, k: [leader, other], open: vec![false; choose(n, leader) * choose(n, other)] }
    }

    /// All pairs without a common card.
    fn all(n: usize, leader: usize, other: usize) -> Pairs {
        let mut pairs = Pairs::none(n, leader, other);
        for &own in subsets(n, leader) {
            for &other in subsets(n, other).iter().filter(|&&other| other & own == 0) {
                *pairs.at(own, other) = true;
            }
        }
        pairs
    }

    fn at(&mut self, own: u16, other: u16) -> &mut bool {
        &mut self.open[number(own) * choose(self.n, self.k[1]) + number(other)]
    }

    fn is(&self, own: u16, other: u16) -> bool {
        self.open[number(own) * choose(self.n, self.k[1]) + number(other)]
    }

    fn any(&self) -> bool {
        self.open.contains(&true)
    }

    /// Returns true if there is a pair with this hand of the leader.
    fn any_of_leader(&self, own: u16) -> bool {
        let others = choose(self.n, self.k[1]);
        self.open[number(own) * others..][..others].contains(&true)
    }

    /// Returns true if there is a pair with this hand of the other.
    fn any_of_other(&self, other: u16) -> bool {
        let others = choose(self.n, self.k[1]);
        self.open.iter().skip(number(other)).step_by(others).any(|&open| open)
    }
}

struct Writer<'a> {
    rules: &'a Rules,
    dominance: &'a Dominance<'a>,
    stranger: Option<u8>,
    compiled: Compiled,
}

impl Writer<'_> {
    /// Pays the pairs of which only one result is left and takes them out.
    fn settle(
        &mut self,
        state: &PublicState,
        pairs: &mut Pairs,
        leader: &Standing,
        other: &Standing,
        bounds: impl Fn(u16, u16) -> Bounds,
    ) {
        let others = subsets(pairs.n, pairs.k[1]);
        for (at, &own) in subsets(pairs.n, pairs.k[0]).iter().enumerate() {
            for (opposite, &theirs) in others.iter().enumerate() {
                let open = &mut pairs.open[at * others.len() + opposite];
                if !*open {
                    continue;
                }
                let Some(rank) = bounds(own, theirs).settled() else { continue };
                *open = false;
                let standing = |standing: &Standing, hand: usize| {
                    standing[hand].expect("an open pair has come this far")
                };
                let mut sequences = [standing(leader, at), standing(other, opposite)];
                if state.leader == 1 {
                    sequences.swap(0, 1);
                }
                self.compiled.pays.push(Pay { sequences, rank });
            }
        }
    }

    /// Writes a decision down, if it is one; where the player stands after each action.
    fn decide(
        &mut self,
        player: u8,
        (node, hand): (usize, usize),
        legal: u8,
        standing: u16,
        other: &Standing,
    ) -> [Option<u16>; 4] {
        let slot = node.saturating_add(hand);
        let strange = self.stranger == Some(player);
        let actions = if strange { legal } else { self.dominance.survivors(slot) };
        let mut next = [None; 4];
        if actions.count_ones() == 1 && !strange {
            next[actions.trailing_zeros() as usize] = Some(standing);
            return next;
        }
        let sequences = &mut self.compiled.sequences[player as usize];
        let slot = if slot == NO_SLOT { OBVIOUS } else { slot as u32 };
        let other = other.iter().flatten().next().expect("an open pair has come this far");
        let depth = match self.stranger {
            Some(stranger) if stranger != player => self.compiled.depths[usize::from(*other)],
            _ => 0,
        };
        let decision = Decision { parent: standing, actions, slot, node: node as u32, depth };
        self.compiled.decisions[player as usize].push(decision);
        for (action, next) in next.iter_mut().enumerate() {
            if actions >> action & 1 != 0 {
                *next = Some(u16::try_from(*sequences).expect("a subgame has fewer than 2^16 sequences"));
                *sequences += 1;
                if strange {
                    let depth = self.compiled.depths[usize::from(standing)] + 1;
                    self.compiled.depths.push(depth);
                }
            }
        }
        next
    }

    /// A lead, with the leader's and the other's standing by hand.
    fn lead(&mut self, at: TrickNode<'_>, leader: &Standing, other: &Standing, pairs: &Pairs) {
        let TrickNode { state, trick, node, root } = at;
        let (n, k) = (state.n, pairs.k[0]);
        if !pairs.any() {
            return;
        }
        let close = u8::from(matches!(node, Node::Open) && root.closable(self.rules)) << CLOSE;
        let mut chosen = vec![[None; 4]; choose(n, k)];
        for (row, &hand) in subsets(n, k).iter().enumerate() {
            if pairs.any_of_leader(hand) {
                let standing = leader[row].expect("an open pair has come this far");
                let legal = ((1 << k) - 1) | close;
                chosen[row] = self.decide(state.leader, (trick.lead(), row), legal, standing, other);
            }
        }
        for lead in 0..n {
            let mut left = Pairs::none(n - 1, k - 1, k);
            let mut standing = vec![None; choose(n - 1, k - 1)];
            for (row, &rest) in subsets(n - 1, k - 1).iter().enumerate() {
                let hand = with_gap(rest, lead) | 1 << lead;
                let action = (hand & ((1 << lead) - 1)).count_ones() as usize;
                standing[row] = chosen[number(hand)][action];
                if standing[row].is_some() {
                    for &theirs in subsets(n - 1, k).iter().filter(|&&theirs| theirs & rest == 0) {
                        *left.at(rest, theirs) = pairs.is(hand, with_gap(theirs, lead));
                    }
                }
            }
            let others: Standing =
                subsets(n - 1, k).iter().map(|&theirs| other[number(with_gap(theirs, lead))]).collect();
            self.settle(state, &mut left, &standing, &others, |rest, theirs| match node {
                Node::Open => self.dominance.open_reply(lead, rest, theirs),
                Node::Closed(node) => self.dominance.reply(k, n - 1, node * n + lead, rest, theirs),
            });
            self.reply(at, lead, &standing, &others, &left);
        }
        if let Node::Open = node {
            let standing: Standing = chosen.iter().map(|chosen| chosen[CLOSE]).collect();
            let mut left = pairs.clone();
            for (row, standing) in standing.iter().enumerate() {
                if standing.is_none() {
                    left.open[row * chosen.len()..][..chosen.len()].fill(false);
                }
            }
            if left.any() {
                let close = root.close();
                self.settle(state, &mut left, &standing, other, |own, theirs| {
                    self.dominance.lead(3, n, 0, own, theirs)
                });
                let at = TrickNode { state: &close.state, trick: close.trick, node: Node::Closed(0), root };
                self.lead(at, &standing, other, &left);
            }
        }
    }

    /// The reply to a lead, with the leader's and the replier's standing by hand.
    fn reply(
        &mut self,
        at: TrickNode<'_>,
        lead: usize,
        leader: &Standing,
        replier: &Standing,
        pairs: &Pairs,
    ) {
        let TrickNode { state, trick, .. } = at;
        let (n, k) = (pairs.n, pairs.k[1]);
        if !pairs.any() {
            return;
        }
        let duty = state.duty(lead);
        let mut chosen = vec![[None; 4]; choose(n, k)];
        for (row, &hand) in subsets(n, k).iter().enumerate() {
            if pairs.any_of_other(hand) {
                let standing = replier[row].expect("an open pair has come this far");
                let legal = legal(hand, duty.of(hand));
                chosen[row] =
                    self.decide(1 - state.leader, (trick.reply(lead), row), legal, standing, leader);
            }
        }
        for reply in 0..n {
            let after = state.trick(lead, reply);
            let swapped = after.leader != state.leader;
            let mut left = Pairs::none(n - 1, k - 1, k - 1);
            let rests = subsets(n - 1, k - 1);
            let mut standing = vec![None; rests.len()];
            for (row, &rest) in rests.iter().enumerate() {
                let hand = with_gap(rest, reply) | 1 << reply;
                let action = (hand & ((1 << reply) - 1)).count_ones() as usize;
                standing[row] = chosen[number(hand)][action];
                if standing[row].is_none() {
                    continue;
                }
                for &theirs in rests.iter().filter(|&&theirs| theirs & rest == 0) {
                    let open = pairs.is(with_gap(theirs, reply), hand);
                    *(if swapped { left.at(rest, theirs) } else { left.at(theirs, rest) }) = open;
                }
            }
            let others: Standing = rests.iter().map(|&rest| leader[number(with_gap(rest, reply))]).collect();
            let (winner, loser) = if swapped { (&standing, &others) } else { (&others, &standing) };
            self.after(TrickNode { state: &after, ..at }, (lead, reply), winner, loser, left);
        }
    }

    /// The play after both cards, with the public state that follows: the winner goes on or not.
    fn after(
        &mut self,
        at: TrickNode<'_>,
        (lead, reply): (usize, usize),
        winner: &Standing,
        loser: &Standing,
        mut pairs: Pairs,
    ) {
        let TrickNode { state, trick, node, root } = at;
        let dominance = self.dominance;
        let slot = trick.on(lead, reply);
        let (n, k) = (pairs.n, pairs.k[0]);
        let next = match node {
            Node::Open => 0,
            Node::Closed(node) => (node * (n + 2) + lead) * (n + 1) + reply,
        };
        let on = |own: u16, other: u16| match node {
            Node::Open => {
                let rank = dominance.ranks(root)[ending(lead, reply, other)];
                Bounds { low: rank, high: rank }
            }
            Node::Closed(_) => dominance.lead(k, n, next, own, other),
        };
        let check_out = self.rules.check_out(state);
        // A stranger may go on by mistake, and then there may be something to be decided.
        let strange = self.stranger == Some(state.leader) && matches!(node, Node::Closed(_)) && k > 1;
        if !strange || !matches!(check_out, CheckOut::Offered(_)) {
            self.settle(state, &mut pairs, winner, loser, |own, other| {
                dominance.after(check_out, slot, own, || on(own, other))
            });
        }
        if !pairs.any() {
            return;
        }
        let mut going = winner.clone();
        if let CheckOut::Offered(rank) = check_out {
            let mut out = Pairs::none(n, k, k);
            let mut standing = vec![None; winner.len()];
            for (row, &own) in subsets(n, k).iter().enumerate() {
                if !pairs.any_of_leader(own) {
                    continue;
                }
                let here = winner[row].expect("an open pair has come this far");
                let node = if self.rules.asks() { slot } else { NO_SLOT };
                let chosen = self.decide(state.leader, (node, row), 0b11, here, loser);
                (standing[row], going[row]) = (chosen[0], chosen[1]);
                let open = row * loser.len()..(row + 1) * loser.len();
                if chosen[0].is_some() {
                    out.open[open.clone()].copy_from_slice(&pairs.open[open.clone()]);
                }
                if chosen[1].is_none() {
                    pairs.open[open].fill(false);
                }
            }
            self.settle(state, &mut out, &standing, loser, |_, _| Bounds { low: rank, high: rank });
            self.settle(state, &mut pairs, &going, loser, on);
        }
        if let Node::Closed(_) = node {
            let trick = trick.next_closed(lead, reply);
            self.lead(TrickNode { state, trick, node: Node::Closed(next), root }, &going, loser, &pairs);
        }
    }
}

/// The action of a surviving set with this number, counted from the lowest.
pub(crate) fn actions(set: u8) -> impl Iterator<Item = usize> {
    places(u16::from(set))
}
