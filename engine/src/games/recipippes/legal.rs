//! The legal actions of one position as a set: single cards, takes and plain words are bits, captures and
//! steals are counted and picked by their classes of cards.

use super::action::Verb;
use super::card::nth_bit;
use super::cover::{CAPTURE, STEAL, Sizes};
use super::{Action, Card, CardSet, Court, CourtSet};
use crate::ActionSet;

/// The legal actions of one position.
#[derive(Clone, Copy, Debug)]
pub struct Legal {
    /// Bits 0 to 35: cards to go with `verb`. From [`TAKES`]: takes of 0, 1, ... cards. From [`WORDS`]: the
    /// verbs from `Draw` that need nothing more.
    plain: u64,
    /// The purpose of the single cards.
    verb: Verb,
    /// Whether a capture needs no more than that every card shows a suit of the target.
    relevant: bool,
    captures: Takings,
    steals: Takings,
    hand: CardSet,
    plain_len: u32,
    len: u32,
}

/// Targets with the sizes of cover that are allowed.
#[derive(Clone, Copy, Debug)]
struct Takings {
    targets: CourtSet,
    sizes: Sizes,
}

const NO_TAKINGS: Takings = Takings { targets: CourtSet::EMPTY, sizes: Sizes { least: 0, most: 0 } };

const TAKES: u32 = Card::COUNT as u32;
const WORDS: u32 = TAKES + 14;

impl Legal {
    /// Nothing is legal.
    pub(super) const NONE: Legal = Legal {
        plain: 0,
        verb: Verb::Discard,
        relevant: false,
        captures: NO_TAKINGS,
        steals: NO_TAKINGS,
        hand: CardSet::EMPTY,
        plain_len: 0,
        len: 0,
    };

    /// These words.
    #[inline]
    pub(super) fn words(verbs: &[Verb]) -> Legal {
        verbs.iter().fold(Legal::NONE, |legal, &verb| legal.with(verb, true))
    }

    /// This word too, if `allowed`.
    #[inline]
    pub(super) fn with(mut self, verb: Verb, allowed: bool) -> Legal {
        debug_assert!((Verb::Draw..=Verb::SeatSecond).contains(&verb), "{verb:?} needs cards");
        self.add(u64::from(allowed) << (WORDS + verb as u32 - Verb::Draw as u32));
        self
    }

    /// Each of these cards for `verb`.
    #[inline]
    pub(super) fn with_cards(mut self, verb: Verb, cards: CardSet) -> Legal {
        debug_assert!(verb <= Verb::Defend, "{verb:?} names no single card");
        self.verb = verb;
        self.add(cards.bits());
        self
    }

    /// Takes of `from` up to `to` cards.
    #[inline]
    pub(super) fn with_takes(mut self, from: u8, to: u8) -> Legal {
        debug_assert!(to < 14, "no hand is so large");
        if from <= to {
            self.add(((1 << (to + 1)) - (1 << from)) << TAKES);
        }
        self
    }

    #[inline]
    fn add(&mut self, bits: u64) {
        self.plain |= bits;
        self.len -= self.plain_len;
        self.plain_len = self.plain.count_ones();
        self.len += self.plain_len;
    }

    /// Captures of `targets` with sets of cards from `hand` of these sizes; `relevant` if redundant cards
    /// are allowed, and then there is no largest size.
    #[inline]
    pub(super) fn with_captures(
        mut self,
        targets: CourtSet,
        hand: CardSet,
        sizes: Sizes,
        relevant: bool,
    ) -> Legal {
        self.hand = hand;
        self.relevant = relevant;
        self.captures = Takings { targets, sizes };
        self.len += targets.iter().map(|target| self.count_captures(target) as u32).sum::<u32>();
        self
    }

    /// Steals of `targets` with sets of cards from `hand` of these sizes.
    #[inline]
    pub(super) fn with_steals(mut self, targets: CourtSet, hand: CardSet, sizes: Sizes) -> Legal {
        self.hand = hand;
        self.steals = Takings { targets, sizes };
        self.len += targets.iter().map(|target| self.count_steals(target) as u32).sum::<u32>();
        self
    }

    #[inline]
    fn count_captures(&self, target: Court) -> usize {
        let (covers, sizes) = (&CAPTURE[target.index()], self.captures.sizes);
        if self.relevant {
            covers.count_relevant(self.hand, sizes.least)
        } else {
            covers.count(self.hand, sizes)
        }
    }

    #[inline]
    fn count_steals(&self, target: Court) -> usize {
        STEAL[target.index()].count(self.hand, self.steals.sizes)
    }

    /// The action of one bit of the plain ones.
    #[inline]
    fn plain_action(&self, bit: u32) -> Action {
        if bit < TAKES {
            Action::cards_of(self.verb, CardSet::from_bits(1 << bit))
        } else if bit < WORDS {
            Action::take((bit - TAKES) as u8)
        } else {
            Action::word(Verb::from_index((bit - WORDS) as usize + Verb::Draw as usize))
        }
    }

    fn taking(&self, mut n: usize) -> Action {
        for target in self.captures.targets.iter() {
            let count = self.count_captures(target);
            if n < count {
                let (covers, sizes) = (&CAPTURE[target.index()], self.captures.sizes);
                let cards = if self.relevant {
                    covers.nth_relevant(self.hand, sizes.least, n)
                } else {
                    covers.nth(self.hand, sizes, n)
                };
                return Action::capture(target, cards);
            }
            n -= count;
        }
        for target in self.steals.targets.iter() {
            let count = self.count_steals(target);
            if n < count {
                return Action::steal(target, STEAL[target.index()].nth(self.hand, self.steals.sizes, n));
            }
            n -= count;
        }
        unreachable!("asked for an action beyond the last one")
    }
}

impl ActionSet<Action> for Legal {
    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        debug_assert!(n < self.len(), "no {n}-th action among {}", self.len());
        match n.checked_sub(self.plain_len as usize) {
            None => self.plain_action(nth_bit(self.plain, n)),
            Some(n) => self.taking(n),
        }
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..self.len()).map(|n| self.nth(n))
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        let (verb, cards) = (action.verb(), action.cards());
        match (verb, action.target()) {
            (Verb::Capture, Some(target)) => {
                let (covers, sizes) = (&CAPTURE[target.index()], self.captures.sizes);
                self.captures.targets.contains(target)
                    && (cards - self.hand).is_empty()
                    && if self.relevant {
                        covers.is_relevant_cover(cards, sizes.least)
                    } else {
                        covers.is_cover(cards, sizes)
                    }
            }
            (Verb::Steal, Some(target)) => {
                self.steals.targets.contains(target)
                    && (cards - self.hand).is_empty()
                    && STEAL[target.index()].is_cover(cards, self.steals.sizes)
            }
            _ if verb <= Verb::Defend => {
                verb == self.verb && cards.len() == 1 && cards.bits() & self.plain != 0
            }
            _ if verb == Verb::Take => {
                u32::from(action.count()) < WORDS - TAKES
                    && self.plain >> (TAKES + u32::from(action.count())) & 1 != 0
            }
            _ => self.plain >> (WORDS + verb as u32 - Verb::Draw as u32) & 1 != 0,
        }
    }
}
