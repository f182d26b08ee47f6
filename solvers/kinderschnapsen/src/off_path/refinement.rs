//! Play after an opponent's mistake: each subgame off the path of the strategy learned again.
//!
//! Where an opponent's reach has become 0, regrets stay as they were when it was last positive, and no
//! iteration has asked for the reply to a dominated action. So afterwards the *owner* of the strategy learns,
//! subgame by subgame, the decisions that the other, the *stranger*, can only bring about by an action that
//! the strategy never takes. The stranger has all legal actions here. All else is unchanged, and so is the
//! value against sound play.
//!
//! This is resolving with a gadget game (Burch, Johanson and Bowling, "Solving Imperfect Information Games
//! Using Decomposition", 2014), level by level, where the level is the number of the stranger's actions:
//!
//! - Each hand of the stranger reaches its positions of that level with the reach of even play, and `PENALTY`
//!   times more often if it wins more there than before: what the [judge](crate::off_path::judge) blames.
//!   Where the trick before was learned again, a hand that the stranger has learned to bring here comes as
//!   often as it does by that, within the same limits; otherwise the trick before would no longer be played
//!   well.
//! - From there on the stranger plays best responses. Below the first level a little of even play is mixed in
//!   for the deeper ones. At the first level sound hands would pay for that.
//! - Each first mistake is made with the weight `GUARD` if it wins more than before and more than sound play
//!   in its place: then the strategy would be more exploitable. Up to there a mistake may win more than
//!   before, which leaves the owner free to win more from others (Brown and Sandholm, "Safe and Nested
//!   Subgame Solving for Imperfect-Information Games", 2017). With `PENALTY` alone exploitability rose from
//!   1.5e-6 to 7.3e-6 after 500 iterations, with the Seven turned up.
//!
//! A mistake before the subgame that wins more counts with `EARLIER` in addition. What sound play would have
//! won is known only if that mistake was to close before the second trick.

use hinterhand_solvers::regret_matching::match_regrets;

use crate::off_path::gadget::Gadget;
use crate::position::reaching::relative;
use crate::position::rules::Rules;
use crate::position::walk::TrickPosition;
use crate::reduced::compile::{Compiled, OBVIOUS, actions, compile};
use crate::reduced::dominance::Dominance;
use crate::regrets::Factors;
use crate::solution::columns::rounded;

/// The additional weight of a hand that wins more than before at the level that is learned.
const PENALTY: f32 = 10.0;
/// The weight of a first mistake that wins more than before and than sound play: what it gains is taken from
/// the strategy.
const GUARD: f32 = 100.0;
/// The additional weight of a hand that wins more by a mistake before the subgame, at deeper levels. With 5
/// and more, hands at such a level weigh so much more than `PENALTY` that others are given up for them.
const EARLIER: f32 = 2.0;
/// The part of even play that the stranger mixes in below a level that is not the first.
const STRAY: f32 = 0.1;

/// How the players come to a subgame, by hand.
#[derive(Clone, Copy)]
pub(crate) struct Entrance<'a> {
    /// The owner's reach.
    pub(crate) own: &'a [f64],
    /// The stranger's, if it played the strategy.
    pub(crate) faithful: &'a [f64],
    /// The stranger's by what it has learned in the trick before, if an even player's is 1; none if nothing
    /// was learned again there.
    pub(crate) learned: Option<&'a [f64]>,
    /// What the stranger wins where it could have gone instead; none if it is not known. As much may be won
    /// here after a mistake.
    pub(crate) elsewhere: Option<&'a [f64]>,
}

/// Learns what `owner` does after the stranger's mistakes in the subgame that begins here and that
/// `dominance` has looked through completely, with all that the stranger may do. `decisions` are by slot from
/// the first one of the subgame. Each level has these iterations.
pub(crate) fn refine(
    rules: &Rules,
    dominance: &Dominance<'_>,
    position: &TrickPosition,
    owner: u8,
    entrance: Entrance<'_>,
    decisions: &mut [[u16; 4]],
    iterations: &[Factors],
) {
    let mut compiled = compile(rules, dominance, position, Some(1 - owner));
    let mut subgame = Subgame::new(rules, position, owner, entrance, &mut compiled, decisions);
    for depth in 0..=subgame.deepest() {
        let Some(mut level) = subgame.level(depth) else { continue };
        for factors in iterations {
            subgame.step(&mut level, factors);
        }
        subgame.keep(&level);
        let base = position.trick.base;
        for (choice, _) in subgame.own.choices.iter().zip(&level.fixed).filter(|(_, fixed)| !**fixed) {
            let mut spread = [0.0; 4];
            for (at, action) in choice.run().zip(actions(choice.actions)) {
                spread[action] = f64::from(subgame.own.before[at]);
            }
            decisions[choice.slot as usize - base] = rounded(spread);
        }
    }
}

/// A decision, with its actions as a run of sequences.
struct Choice {
    parent: usize,
    first: usize,
    count: usize,
    actions: u8,
    slot: u32,
    /// The public position.
    node: u32,
    /// The number of the stranger's actions before, if it is the owner's.
    depth: u8,
}

impl Choice {
    fn run(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }
}

/// One player's part, by sequence.
struct Side {
    choices: Vec<Choice>,
    /// The strategy so far.
    before: Vec<f32>,
    /// The strategy of this iteration.
    chosen: Vec<f32>,
    regrets: Vec<f32>,
    sums: Vec<f32>,
    reach: Vec<f32>,
    values: Vec<f32>,
}

impl Side {
    /// A player's decisions, with the player's strategy so far.
    fn new(compiled: &Compiled, player: usize, position: &TrickPosition, decisions: &[[u16; 4]]) -> Side {
        let sequences = compiled.sequences[player];
        let mut before = vec![0.0; sequences];
        let mut first = position.hands();
        let mut choices = Vec::with_capacity(compiled.decisions[player].len());
        for decision in &compiled.decisions[player] {
            let count = decision.actions.count_ones() as usize;
            let row = match decision.slot {
                OBVIOUS => [1, 0, 0, 0],
                slot => decisions[slot as usize - position.trick.base],
            };
            let sum: f32 = actions(decision.actions).map(|action| f32::from(row[action])).sum();
            for (before, action) in before[first..].iter_mut().zip(actions(decision.actions)) {
                *before = if sum > 0.0 { f32::from(row[action]) / sum } else { 1.0 / count as f32 };
            }
            choices.push(Choice {
                parent: decision.parent.into(),
                first,
                count,
                actions: decision.actions,
                slot: decision.slot,
                node: decision.node,
                depth: decision.depth,
            });
            first += count;
        }
        let none = || vec![0.0; sequences];
        Side { choices, before, chosen: none(), regrets: none(), sums: none(), reach: none(), values: none() }
    }

    /// The reach of all sequences from these of the hands on, by the strategy so far.
    fn follow(&mut self, roots: &[f32]) {
        self.reach[..roots.len()].copy_from_slice(roots);
        for choice in &self.choices {
            let here = self.reach[choice.parent];
            for at in choice.run() {
                self.reach[at] = here * self.before[at];
            }
        }
    }

    /// Adds what the other player wins by its sequences, with the reach of this one, the owner.
    fn pay(&self, payments: &[Payment], values: &mut [f32]) {
        for payment in payments {
            values[usize::from(payment.other)] -= self.reach[usize::from(payment.own)] * payment.worth;
        }
    }

    /// Begins to learn: nothing is known, and all actions of a decision that is not fixed are taken evenly.
    fn begin(&mut self, is_fixed: impl Fn(usize) -> bool) {
        self.regrets.fill(0.0);
        self.sums.fill(0.0);
        self.chosen.copy_from_slice(&self.before);
        for (number, choice) in self.choices.iter().enumerate() {
            if !is_fixed(number) {
                self.chosen[choice.run()].fill(1.0 / choice.count as f32);
            }
        }
    }

    /// Takes the values of a decision's actions up to the sequence before, and learns from them unless the
    /// decision is fixed.
    #[inline]
    fn ascend(&mut self, number: usize, fixed: bool, factors: &Factors) {
        let &Choice { parent, first, count, .. } = &self.choices[number];
        let value = match count {
            1 => self.values[first],
            2 => self.learn::<2>(first, fixed, factors),
            3 => self.learn::<3>(first, fixed, factors),
            _ => self.learn::<4>(first, fixed, factors),
        };
        self.values[parent] += value;
    }

    /// Learns from the values of `N` actions, from the first one on, and returns that of the strategy.
    #[inline]
    fn learn<const N: usize>(&mut self, first: usize, fixed: bool, factors: &Factors) -> f32 {
        let values = self.values[first..].first_chunk::<N>().expect("a decision has its actions");
        let chosen = self.chosen[first..].first_chunk_mut::<N>().expect("as many as values");
        let value: f32 = chosen.iter().zip(values).map(|(chosen, value)| chosen * value).sum();
        if !fixed {
            let regrets = self.regrets[first..].first_chunk_mut::<N>().expect("as many as values");
            for (regret, action) in regrets.iter_mut().zip(values) {
                *regret = factors.regret(*regret, action - value);
            }
            *chosen = *regrets;
            match_regrets(chosen);
        }
        value
    }

    /// Goes down from the reach of a decision to those of its actions.
    #[inline]
    fn descend(&mut self, number: usize) -> std::ops::Range<usize> {
        let choice = &self.choices[number];
        let (run, here) = (choice.run(), self.reach[choice.parent]);
        for (reach, chosen) in self.reach[run.clone()].iter_mut().zip(&self.chosen[run.clone()]) {
            *reach = here * chosen;
        }
        run
    }
}

/// The owner's payoff at a pair of sequences, the owner's first.
#[derive(Clone, Copy)]
struct Payment {
    own: u16,
    other: u16,
    worth: f32,
}

/// A subgame, with the owner's and the stranger's strategies so far.
struct Subgame {
    own: Side,
    other: Side,
    payments: Vec<Payment>,
    /// The owner's reach by hand.
    roots: Vec<f32>,
    /// By sequence of the stranger: the number of its actions.
    depths: Vec<u8>,
    /// By sequence of the stranger: true if the strategy takes it.
    faithful: Vec<bool>,
    /// Its reach by even play.
    even: Vec<f32>,
    /// By hand of the stranger: its entries at the first level for each one of an even player.
    entries: Vec<f32>,
    /// The first mistake on it, if there is one.
    mistake: Vec<Option<usize>>,
    /// The values that first mistakes may have.
    allowed: Vec<f32>,
    /// The values of sound play in their place.
    sound: Vec<f32>,
    /// The owner's decisions in public positions that the strategy leads to.
    met: Vec<bool>,
}

/// The decisions that are learned together.
struct Level {
    depth: u8,
    /// The owner's decisions that stay as they are.
    fixed: Vec<bool>,
    /// The numbers of the owner's decisions that are learned, and of all that follow them.
    moving: Vec<usize>,
    /// The payments that matter, those first that follow no decision that is learned.
    payments: Vec<Payment>,
    /// The number of these, and what they add to the stranger's values.
    settled: usize,
    settled_values: Vec<f32>,
    /// The numbers of the stranger's decisions that matter.
    inner: Vec<usize>,
    /// The stranger's entries to the level.
    gadgets: Vec<Gadget>,
    /// First mistakes before it or after it.
    guards: Vec<Gadget>,
}

impl Subgame {
    fn new(
        rules: &Rules,
        position: &TrickPosition,
        owner: u8,
        Entrance { own, faithful, learned, elsewhere }: Entrance<'_>,
        compiled: &mut Compiled,
        decisions: &[[u16; 4]],
    ) -> Subgame {
        let (owner, stranger) = (usize::from(owner), usize::from(1 - owner));
        let payments = compiled.pays.iter().map(|pay| Payment {
            own: pay.sequences[owner],
            other: pay.sequences[stranger],
            worth: rules.worth(pay.rank, owner as u8) as f32,
        });
        let payments: Vec<Payment> = payments.collect();
        let roots: Vec<f32> = relative(own).into_iter().map(|reach| reach as f32).collect();
        let comes: Vec<f32> = own.iter().map(|&reach| f32::from(u8::from(reach > 0.0))).collect();
        let mut own = Side::new(compiled, owner, position, decisions);
        own.follow(&comes);
        let mut other = Side::new(compiled, stranger, position, decisions);
        let signs: Vec<f32> = faithful.iter().map(|&reach| f32::from(u8::from(reach > 0.0))).collect();
        other.follow(&signs);
        let faithful: Vec<bool> = other.reach.iter().map(|&reach| reach > 0.0).collect();
        let mut even = vec![1.0; faithful.len()];
        let mut mistake: Vec<Option<usize>> =
            faithful.iter().enumerate().map(|(at, &faithful)| (!faithful).then_some(at)).collect();
        for choice in &other.choices {
            let each = even[choice.parent] / choice.count as f32;
            even[choice.run()].fill(each);
            if let Some(before) = mistake[choice.parent] {
                mistake[choice.run()].fill(Some(before));
            }
        }
        let mut on = vec![false; own.values.len()];
        for payment in &payments {
            on[usize::from(payment.own)] |= faithful[usize::from(payment.other)];
        }
        let mut met = passed(&own, &mut on);
        // Nor does it where the owner never holds a hand that goes with one of these.
        for (choice, met) in own.choices.iter().zip(&mut met) {
            *met &= own.reach[choice.parent] > 0.0;
        }
        // A stranger who reaches a public position can hold any hand there.
        let mut begin = 0;
        for chunk in own.choices.chunk_by(|one, next| one.node == next.node) {
            let run = begin..begin + chunk.len();
            begin = run.end;
            let any = met[run.clone()].contains(&true);
            met[run].fill(any);
        }
        let depths = std::mem::take(&mut compiled.depths);
        let entries = learned.unwrap_or_default().iter();
        let entries = entries.map(|&reach| (reach as f32).clamp(1.0, 1.0 + PENALTY)).collect();
        let (allowed, sound) = (Vec::new(), Vec::new());
        let mut subgame = Subgame {
            own,
            other,
            payments,
            roots,
            depths,
            faithful,
            even,
            entries,
            mistake,
            allowed,
            sound,
            met,
        };
        subgame.allowed = subgame.wins(&subgame.payments.clone());
        subgame.sound = subgame.sound(elsewhere.unwrap_or_default());
        subgame
    }

    /// The value of sound play in place of each first mistake, with a best response to the owner's strategy;
    /// of mistakes before the subgame what is won `elsewhere`, or lower than any if that is not known.
    fn sound(&self, elsewhere: &[f64]) -> Vec<f32> {
        let mut sound = vec![f32::NEG_INFINITY; self.allowed.len()];
        sound.iter_mut().zip(elsewhere).for_each(|(sound, &won)| *sound = won as f32);
        for choice in &self.other.choices {
            let faithful = choice.run().filter(|&at| self.faithful[at]);
            let best = faithful.map(|at| self.allowed[at]).fold(f32::NEG_INFINITY, f32::max);
            sound[choice.run()].fill(best);
        }
        sound
    }

    /// The last level at which there is something to be learned.
    fn deepest(&self) -> u8 {
        let choices = self.own.choices.iter().zip(&self.met);
        choices.filter(|(_, met)| !**met).map(|(choice, _)| choice.depth).max().unwrap_or(0)
    }

    /// The value of each sequence of the stranger with a best response to the owner's strategy.
    fn wins(&mut self, payments: &[Payment]) -> Vec<f32> {
        self.own.follow(&self.roots);
        let mut values = vec![0.0; self.depths.len()];
        self.own.pay(payments, &mut values);
        for choice in self.other.choices.iter().rev() {
            values[choice.parent] += values[choice.run()].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        }
        values
    }

    /// The decisions to be learned at a level, if there are any.
    fn level(&mut self, depth: u8) -> Option<Level> {
        let sequences = self.depths.len();
        // The ways into the level, by sequence.
        let gates: Vec<bool> =
            self.depths.iter().zip(&self.faithful).map(|(&at, &faithful)| at == depth && !faithful).collect();
        let mut entered = gates.clone();
        for choice in &self.other.choices {
            if entered[choice.parent] {
                entered[choice.run()].fill(true);
            }
        }
        let mut on = vec![false; self.own.values.len()];
        for payment in &self.payments {
            on[usize::from(payment.own)] |= entered[usize::from(payment.other)];
        }
        let reached = passed(&self.own, &mut on);
        let fixed: Vec<bool> = (self.own.choices.iter().zip(&self.met).zip(&reached))
            .map(|((choice, &met), &reached)| met || !reached || choice.depth < depth)
            .collect();
        if !fixed.contains(&false) {
            return None;
        }
        let mut below = vec![false; self.own.values.len()];
        for (choice, &fixed) in self.own.choices.iter().zip(&fixed) {
            let is = !fixed || below[choice.parent];
            below[choice.run()].fill(is);
        }
        let mut matters = vec![false; sequences];
        for payment in &self.payments {
            if let Some(first) = self.mistake[usize::from(payment.other)] {
                matters[first] |= below[usize::from(payment.own)];
            }
        }
        let inside = |at: usize| self.mistake[at].is_some_and(|first| matters[first]);
        let inner = numbers(self.other.choices.iter().map(|choice| inside(choice.parent)));
        let moving = numbers(self.own.choices.iter().map(|choice| below[choice.first]));
        let payments = self.payments.iter().copied().filter(|payment| inside(payment.other.into()));
        let (moved, mut payments): (Vec<Payment>, Vec<Payment>) =
            payments.partition(|payment| below[usize::from(payment.own)]);
        let settled = payments.len();
        payments.extend(moved);
        let gadgets: Vec<usize> = (0..sequences).filter(|&at| gates[at] && inside(at)).collect();
        let guards: Vec<usize> = (0..sequences)
            .filter(|&at| self.mistake[at] == Some(at) && inside(at) && !(gates[at] && depth == 0))
            .collect();
        let won = self.wins(&payments);
        let mut settled_values = vec![0.0; sequences];
        self.own.pay(&payments[..settled], &mut settled_values);
        self.own.begin(|number| fixed[number]);
        self.other.begin(|_| false);
        let guards = guards.into_iter().map(|at| {
            let before = if gates[at] { won[at] } else { self.allowed[at] };
            Gadget::new(at, before.max(self.sound[at]))
        });
        let guards = guards.collect();
        let gadgets = gadgets.into_iter().map(|at| Gadget::new(at, won[at])).collect();
        Some(Level { depth, fixed, moving, payments, settled, settled_values, inner, gadgets, guards })
    }

    /// One iteration: the owner learns, then the stranger.
    fn step(&mut self, level: &mut Level, factors: &Factors) {
        let Subgame { own, other, depths, even, entries, .. } = self;
        other.reach.fill(0.0);
        for gadget in &level.gadgets {
            let entry = entries.get(gadget.at).copied().unwrap_or(1.0);
            other.reach[gadget.at] = even[gadget.at] * entry.max(1.0 + PENALTY * gadget.follows());
        }
        for guard in &level.guards {
            let weight = if depths[guard.at] == 0 { EARLIER } else { GUARD };
            other.reach[guard.at] += even[guard.at] * weight * guard.follows();
        }
        for &number in &level.inner {
            let choice = &other.choices[number];
            let here = other.reach[choice.parent];
            for at in choice.run() {
                let strays = 0 < level.depth && level.depth < depths[at];
                let stray = if strays { STRAY * even[at] } else { 0.0 };
                other.reach[at] += here * other.chosen[at] + stray;
            }
        }
        let moving = &level.payments[level.settled..];
        own.values.fill(0.0);
        for payment in moving {
            own.values[usize::from(payment.own)] += other.reach[usize::from(payment.other)] * payment.worth;
        }
        for &number in level.moving.iter().rev() {
            own.ascend(number, level.fixed[number], factors);
        }
        for &number in &level.moving {
            let run = own.descend(number);
            for (sum, reach) in own.sums[run.clone()].iter_mut().zip(&own.reach[run]) {
                *sum += factors.weight * reach;
            }
        }
        other.values.copy_from_slice(&level.settled_values);
        own.pay(moving, &mut other.values);
        for &number in level.inner.iter().rev() {
            other.ascend(number, false, factors);
        }
        for gadget in level.gadgets.iter_mut().chain(&mut level.guards) {
            gadget.learn(other.values[gadget.at], factors);
        }
    }

    /// Keeps what was learned as the owner's strategy.
    fn keep(&mut self, level: &Level) {
        let own = &mut self.own;
        for (choice, _) in own.choices.iter().zip(&level.fixed).filter(|(_, fixed)| !**fixed) {
            let sum: f32 = own.sums[choice.run()].iter().sum();
            if sum > 0.0 {
                for at in choice.run() {
                    own.before[at] = own.sums[at] / sum;
                }
            }
        }
        let wins = self.wins(&level.payments);
        for gadget in level.gadgets.iter().filter(|gadget| self.mistake[gadget.at] == Some(gadget.at)) {
            self.allowed[gadget.at] = wins[gadget.at];
        }
    }
}

/// The numbers of those that are true.
fn numbers(are: impl Iterator<Item = bool>) -> Vec<usize> {
    are.enumerate().filter_map(|(number, is)| is.then_some(number)).collect()
}

/// The decisions above sequences that are marked; the marks go up with them.
fn passed(side: &Side, marked: &mut [bool]) -> Vec<bool> {
    let mut passed = vec![false; side.choices.len()];
    for (choice, passed) in side.choices.iter().zip(&mut passed).rev() {
        *passed = marked[choice.run()].contains(&true);
        marked[choice.parent] |= *passed;
    }
    passed
}
