//! One pass over the public tree, all hands at once: vectors of reach go down, vectors of values come up.
//!
//! This is public chance sampling without the sampling (Johanson, Waugh, Bowling and Zinkevich, "Accelerating
//! Best Response Calculation in Large Extensive Games", 2011). One player's values are asked for, the
//! *hero's*; the reach is the other's, the *villain's*. Hands are merged: a hand of three cards after a draw
//! sums up the three hands that it can have come from.

use crate::position::endings::{Endings, ending, third};
use crate::position::layout::{Layout, Trick};
use crate::position::public_state::PublicState;
use crate::position::rules::{CheckOut, Rules};
use crate::position::subsets::{choose, number, places, subsets, with_gap, without};

/// The visitor of a pass, called at each decision. Actions are counted in the order of the cards in the hand;
/// closing is the fourth; of going on and checking out, checking out is the first.
pub(crate) trait Pass {
    /// The hero's value of a hand whose actions have these values. [`NO_SLOT`] is checking out against going
    /// on of a curious hero where checking out is never worse.
    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64;
    /// The probability of each action of the villain, whose hand has this reach.
    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4];
    /// Returns true if parts that the villain does not reach are walked too.
    fn everywhere(&self) -> bool {
        false
    }
    /// Returns true if the hero's going on is walked where checking out is never worse; the villain is always
    /// taken to check out there.
    fn curious(&self) -> bool {
        false
    }
    /// Optionally handles a trick that begins here: reads reach, writes values.
    fn take_over(&mut self, _: &TrickPosition, _reach: &[f64], _values: &mut [f64]) -> bool {
        false
    }
}

/// Before a lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrickPosition {
    pub(crate) state: PublicState,
    pub(crate) trick: Trick,
    /// Cards in a hand.
    pub(crate) k: usize,
    /// The tricks before the third, for the endings.
    pub(crate) path: [(usize, usize); 2],
}

/// The rules and the tables that a pass reads.
#[derive(Clone, Copy)]
pub(crate) struct HandContext<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) endings: &'a Endings,
    pub(crate) layout: &'a Layout,
}

/// A pass for one hero.
pub(crate) struct Walk<'a, P> {
    pub(crate) context: HandContext<'a>,
    pub(crate) hero: u8,
    pub(crate) pass: &'a mut P,
}

type Values = [f64; 165];

/// The action of closing.
pub(crate) const CLOSE: usize = 3;

/// No slot: the answer is obvious.
pub(crate) const NO_SLOT: usize = usize::MAX;

impl TrickPosition {
    pub(crate) fn dealt(layout: &Layout, turnup: u8) -> TrickPosition {
        TrickPosition {
            state: PublicState::dealt(turnup),
            trick: layout.dealt(turnup),
            k: 3,
            path: [(0, 0); 2],
        }
    }

    /// After a trick with open talon and both draws.
    pub(crate) fn next_open(&self, layout: &Layout, lead: usize, reply: usize) -> TrickPosition {
        let stage = self.state.stage;
        let mut path = self.path;
        path[stage as usize - 1] = (lead, reply);
        TrickPosition {
            state: self.state.trick(lead, reply).drawn(),
            trick: layout.next_open(self.trick, stage, lead, reply),
            k: 3,
            path,
        }
    }

    /// After closing.
    pub(crate) fn close(&self) -> TrickPosition {
        TrickPosition { state: self.state.closed(), trick: self.trick.close(), ..*self }
    }

    /// The number of hands.
    pub(crate) fn hands(&self) -> usize {
        choose(self.state.n, self.k)
    }

    /// The number of hands of a player, before the lead or after a card was led.
    pub(crate) fn hands_of(&self, player: u8, lead: Option<usize>) -> usize {
        match lead {
            None => self.hands(),
            Some(_) => choose(self.state.n - 1, self.k - usize::from(self.state.leader == player)),
        }
    }

    /// Returns true if the leader may close.
    pub(crate) fn closable(&self, rules: &Rules) -> bool {
        self.state.open && 8 - 2 * self.state.stage >= rules.game.close_min_stock
    }
}

impl<P: Pass> Walk<'_, P> {
    /// The values of the hero's hands before the lead or, if a card is named, once it is led.
    pub(crate) fn from(
        &mut self,
        position: &TrickPosition,
        lead: Option<usize>,
        reach: &[f64],
        values: &mut [f64],
    ) {
        match lead {
            None => self.lead(position, reach, values),
            Some(lead) => self.reply(position, lead, reach, values),
        }
    }

    /// The values of the hero's hands before a lead.
    pub(crate) fn lead(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) {
        if !self.pass.everywhere() && reach.iter().all(|&reach| reach == 0.0) {
            values.fill(0.0);
            return;
        }
        if self.pass.take_over(position, reach, values) {
            return;
        }
        if position.k == 1 {
            self.last(position, reach, values);
        } else if position.state.leader == self.hero {
            self.own_lead(position, reach, values);
        } else {
            self.other_lead(position, reach, values);
        }
    }

    fn own_lead(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) {
        let (n, k) = (position.state.n, position.k);
        let mut of_card = [[0.0; 55]; 11];
        for (lead, of_card) in of_card.iter_mut().enumerate().take(n) {
            let mut left: Values = [0.0; 165];
            for (reach_left, &hand) in left.iter_mut().zip(subsets(n - 1, k)) {
                *reach_left = reach[number(with_gap(hand, lead))];
            }
            self.reply(position, lead, &left[..choose(n - 1, k)], of_card);
        }
        let mut of_close: Values = [0.0; 165];
        let closable = position.closable(self.context.rules);
        if closable {
            self.lead(&position.close(), reach, &mut of_close[..position.hands()]);
        }
        for (at, &hand) in subsets(n, k).iter().enumerate() {
            let mut of_action = [0.0; 4];
            for (action, place) in places(hand).enumerate() {
                of_action[action] = of_card[place][number(without(hand & !(1 << place), place))];
            }
            let mut legal = (1 << k) - 1;
            if closable {
                of_action[CLOSE] = of_close[at];
                legal |= 1 << CLOSE;
            }
            values[at] = self.pass.own(position.trick.lead() + at, legal, &of_action);
        }
    }

    fn other_lead(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) {
        let (n, k) = (position.state.n, position.k);
        let closable = position.closable(self.context.rules);
        let legal = ((1 << k) - 1) | if closable { 1 << CLOSE } else { 0 };
        let mut chosen = [[0.0; 4]; 165];
        for (at, &reach) in reach.iter().enumerate() {
            chosen[at] = self
                .pass
                .other(position.trick.lead() + at, legal, reach)
                .map(|probability| probability * reach);
        }
        values.fill(0.0);
        for lead in 0..n {
            let mut left = [0.0; 55];
            for (left, &rest) in left.iter_mut().zip(subsets(n - 1, k - 1)) {
                let hand = with_gap(rest, lead) | 1 << lead;
                let action = (hand & ((1 << lead) - 1)).count_ones() as usize;
                *left = chosen[number(hand)][action];
            }
            let mut of_card: Values = [0.0; 165];
            self.reply(position, lead, &left[..choose(n - 1, k - 1)], &mut of_card);
            for (value, &hand) in of_card.iter().zip(subsets(n - 1, k)) {
                values[number(with_gap(hand, lead))] += value;
            }
        }
        if closable {
            let mut left: Values = [0.0; 165];
            let mut of_close: Values = [0.0; 165];
            for (left, chosen) in left.iter_mut().zip(chosen) {
                *left = chosen[CLOSE];
            }
            self.lead(&position.close(), &left[..position.hands()], &mut of_close[..position.hands()]);
            for (value, of_close) in values.iter_mut().zip(of_close) {
                *value += of_close;
            }
        }
    }

    /// The values of the hero's hands once a card is led. The leader's hands have one card less.
    pub(crate) fn reply(&mut self, position: &TrickPosition, lead: usize, reach: &[f64], values: &mut [f64]) {
        let (n, k) = (position.state.n - 1, position.k);
        let duty = position.state.duty(lead);
        let slot = position.trick.reply(lead);
        if position.state.leader == self.hero {
            let mut chosen = [[0.0; 4]; 120];
            for (at, (&hand, &reach)) in subsets(n, k).iter().zip(reach).enumerate() {
                let legal = legal(hand, duty.of(hand));
                chosen[at] = self.pass.other(slot + at, legal, reach).map(|probability| probability * reach);
            }
            values.fill(0.0);
            for reply in 0..n {
                let mut left = [0.0; 36];
                for (left, &rest) in left.iter_mut().zip(subsets(n - 1, k - 1)) {
                    let hand = with_gap(rest, reply) | 1 << reply;
                    let action = (hand & ((1 << reply) - 1)).count_ones() as usize;
                    *left = chosen[number(hand)][action];
                }
                let mut of_card = [0.0; 36];
                self.after(position, lead, reply, &left[..choose(n - 1, k - 1)], &mut of_card);
                for (value, &rest) in of_card.iter().zip(subsets(n - 1, k - 1)) {
                    values[number(with_gap(rest, reply))] += value;
                }
            }
        } else {
            let mut of_card = [[0.0; 36]; 10];
            for (reply, of_card) in of_card.iter_mut().enumerate().take(n) {
                let mut left = [0.0; 36];
                for (left, &rest) in left.iter_mut().zip(subsets(n - 1, k - 1)) {
                    *left = reach[number(with_gap(rest, reply))];
                }
                self.after(position, lead, reply, &left[..choose(n - 1, k - 1)], of_card);
            }
            for (at, &hand) in subsets(n, k).iter().enumerate() {
                let mut of_action = [0.0; 4];
                for (action, place) in places(hand).enumerate() {
                    of_action[action] = of_card[place][number(without(hand & !(1 << place), place))];
                }
                values[at] = self.pass.own(slot + at, legal(hand, duty.of(hand)), &of_action);
            }
        }
    }

    /// The values of the hero's hands after both cards, before any check-out or draw.
    fn after(
        &mut self,
        position: &TrickPosition,
        lead: usize,
        reply: usize,
        reach: &[f64],
        values: &mut [f64],
    ) {
        let state = position.state.trick(lead, reply);
        let hands = reach.len();
        let check_out = self.context.rules.check_out(&state);
        let rank = match check_out {
            CheckOut::Not => return self.on(position, &state, lead, reply, reach, values),
            CheckOut::Ends(rank) | CheckOut::Offered(rank) => rank,
        };
        let worth = self.context.rules.worth(rank, self.hero) * state.weight();
        let (k, own) = (position.k - 1, state.leader == self.hero);
        let asks = self.context.rules.asks();
        let open = asks || own && self.pass.curious();
        if !open || matches!(check_out, CheckOut::Ends(_)) {
            compatible(state.n, k, reach, values);
            values[..hands].iter_mut().for_each(|value| *value *= worth);
            return;
        }
        let slot = position.trick.on(lead, reply);
        let mut out = [0.0; 36];
        if own {
            compatible(state.n, k, reach, &mut out);
            self.on(position, &state, lead, reply, reach, values);
            for (at, value) in values.iter_mut().enumerate().take(hands) {
                let of_action = [out[at] * worth, *value, 0.0, 0.0];
                *value = self.pass.own(if asks { slot + at } else { NO_SLOT }, 0b11, &of_action);
            }
        } else {
            let mut going = [[0.0; 36]; 2];
            for (at, &reach) in reach.iter().enumerate() {
                let chosen = self.pass.other(slot + at, 0b11, reach);
                (going[0][at], going[1][at]) = (chosen[0] * reach, chosen[1] * reach);
            }
            compatible(state.n, k, &going[0][..hands], &mut out);
            self.on(position, &state, lead, reply, &going[1][..hands], values);
            for (value, out) in values.iter_mut().zip(out).take(hands) {
                *value += out * worth;
            }
        }
    }

    /// The values of the hero's hands when the hand goes on.
    fn on(
        &mut self,
        position: &TrickPosition,
        state: &PublicState,
        lead: usize,
        reply: usize,
        reach: &[f64],
        values: &mut [f64],
    ) {
        if !state.open {
            let trick = position.trick.next_closed(lead, reply);
            let next = TrickPosition { state: *state, trick, k: position.k - 1, ..*position };
            return self.lead(&next, reach, values);
        }
        if state.stage == 3 {
            return self.ending(position, state, lead, reply, reach, values);
        }
        let next = position.next_open(self.context.layout, lead, reply);
        let hands = next.hands();
        let (mut drawn, mut of_drawn): (Values, Values) = ([0.0; 165], [0.0; 165]);
        for (drawn, &hand) in drawn.iter_mut().zip(subsets(state.n, 3)) {
            *drawn = places(hand).map(|place| reach[number(hand & !(1 << place))]).sum();
        }
        self.lead(&next, &drawn[..hands], &mut of_drawn[..hands]);
        values.fill(0.0);
        for (value, &hand) in of_drawn.iter().zip(subsets(state.n, 3)) {
            for place in places(hand) {
                values[number(hand & !(1 << place))] += value;
            }
        }
    }

    /// The values of the hero's pairs after the third trick with open talon.
    fn ending(
        &mut self,
        position: &TrickPosition,
        state: &PublicState,
        lead: usize,
        reply: usize,
        reach: &[f64],
        values: &mut [f64],
    ) {
        let ranks = self.context.endings.ranks(third(state.turnup, position.path[0], position.path[1]));
        for (at, &own) in subsets(5, 2).iter().enumerate() {
            values[at] = 0.0;
            for (&other, &reach) in subsets(5, 2).iter().zip(reach) {
                if own & other == 0 {
                    let loser = if state.leader == self.hero { other } else { own };
                    let rank = ranks[ending(lead, reply, loser)];
                    values[at] += reach * self.context.rules.worth(rank, self.hero);
                }
            }
        }
    }

    /// The values of the hero's last cards: the rest is forced.
    fn last(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) {
        let (rules, state) = (self.context.rules, &position.state);
        for (own, value) in values.iter_mut().enumerate().take(state.n) {
            *value = 0.0;
            for (other, &reach) in reach.iter().enumerate() {
                if own == other || reach == 0.0 {
                    continue;
                }
                let (lead, reply) = if state.leader == self.hero { (own, other) } else { (other, own) };
                let end = state.last(lead, reply);
                *value += reach * rules.worth(rules.end(&end), self.hero);
            }
            *value *= state.weight();
        }
    }
}

/// The legal actions of a hand, by the order of its cards.
#[inline]
pub(crate) fn legal(hand: u16, allowed: u16) -> u8 {
    places(hand).enumerate().fold(0, |legal, (at, place)| legal | ((allowed >> place & 1) as u8) << at)
}

/// For each subset the reach of all subsets that share no card with it.
pub(crate) fn compatible(n: usize, k: usize, reach: &[f64], sums: &mut [f64]) {
    let total: f64 = reach.iter().sum();
    match k {
        0 => sums[0] = total,
        1 => sums.iter_mut().zip(reach).for_each(|(sum, reach)| *sum = total - reach),
        _ => {
            let mut with = [0.0; 11];
            for (&pair, &reach) in subsets(n, 2).iter().zip(reach) {
                places(pair).for_each(|place| with[place] += reach);
            }
            for ((sum, &pair), &reach) in sums.iter_mut().zip(subsets(n, 2)).zip(reach) {
                *sum = total - places(pair).map(|place| with[place]).sum::<f64>() + reach;
            }
        }
    }
}
