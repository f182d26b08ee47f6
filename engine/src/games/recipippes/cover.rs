//! The sets of cards that take a pawn or court, counted and picked without listing them.
//!
//! Seen from a target with three suits, a card is known by which of them it shows: one, two, never three.
//! So an irredundant cover is one of two shapes: a pair that shows all three suits together, or three cards
//! that show one of the suits each (if a card of three showed two suits, one of the others would have
//! nothing of its own). Both are counted by products of class sizes. For steals the classes hold only cards
//! without further suits.

use super::{Card, CardSet, Court};

/// The sizes that a cover may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) least: u8,
    pub(super) most: u8,
}

impl Sizes {
    #[inline]
    const fn contains(self, size: u8) -> bool {
        self.least <= size && size <= self.most
    }
}

/// The cards of the pack as one target sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Covers {
    /// `classes[p]`: the cards that show the suits of pattern `p`, one bit for each suit of the target.
    classes: [CardSet; 7],
    /// `mates[p]`: the cards that make a pair with a card of pattern `p`.
    mates: [CardSet; 7],
    /// The cards of all classes.
    useful: CardSet,
    /// The pattern of each card, 0 if it is of no use.
    patterns: [u8; Card::COUNT],
}

/// For captures: further suits on a card do not matter.
pub(super) static CAPTURE: [Covers; Court::COUNT] = tables(false);
/// For steals: no card may show a suit that the target does not have.
pub(super) static STEAL: [Covers; Court::COUNT] = tables(true);

const fn tables(exact: bool) -> [Covers; Court::COUNT] {
    let blank = Covers {
        classes: [CardSet::EMPTY; 7],
        mates: [CardSet::EMPTY; 7],
        useful: CardSet::EMPTY,
        patterns: [0; 36],
    };
    let mut tables = [blank; Court::COUNT];
    let mut n = 0;
    while n < Court::COUNT {
        tables[n] = Covers::of(Court::from_index(n), exact);
        n += 1;
    }
    tables
}

impl Covers {
    const fn of(court: Court, exact: bool) -> Covers {
        let mut classes = [0u64; 7];
        let mut patterns = [0; Card::COUNT];
        let mut n = 0;
        while n < Card::COUNT {
            let suits = Card::from_index(n).suits();
            if !exact || suits & !court.suits() == 0 {
                let pattern = pattern(suits, court.suits());
                patterns[n] = pattern;
                if pattern != 0 {
                    classes[pattern as usize] |= 1 << n;
                }
            }
            n += 1;
        }
        let mut covers = Covers {
            classes: [CardSet::EMPTY; 7],
            mates: [CardSet::EMPTY; 7],
            useful: CardSet::EMPTY,
            patterns,
        };
        let mut useful = 0;
        let mut p = 1;
        while p < 7 {
            useful |= classes[p];
            covers.classes[p] = CardSet::from_bits(classes[p]);
            let mut mates = 0;
            let mut q = 1;
            while q < 7 {
                if p | q == 7 {
                    mates |= classes[q];
                }
                q += 1;
            }
            covers.mates[p] = CardSet::from_bits(mates);
            p += 1;
        }
        covers.useful = CardSet::from_bits(useful);
        covers
    }

    /// The number of pairs and the number of threes of cards in `hand` that cover the target.
    #[inline]
    pub(super) fn counts(&self, hand: CardSet) -> [usize; 2] {
        let [_, a, b, ab, c, ac, bc] = self.classes.map(|class| (class & hand).len());
        [a * bc + b * ac + c * ab + ab * (ac + bc) + ac * bc, a * b * c]
    }

    /// The number of irredundant covers of each size in `hand`.
    #[inline]
    pub(super) fn count(&self, hand: CardSet, sizes: Sizes) -> usize {
        let [pairs, threes] = self.counts(hand);
        usize::from(sizes.contains(2)) * pairs + usize::from(sizes.contains(3)) * threes
    }

    /// The `n`-th of them in increasing order of their bits, that is by their highest card, then by the
    /// next one.
    pub(super) fn nth(&self, hand: CardSet, sizes: Sizes, mut n: usize) -> CardSet {
        let (pairs, threes) = (sizes.contains(2), sizes.contains(3));
        let hand = hand & self.useful;
        for high in hand.iter() {
            let pattern = usize::from(self.patterns[high.index()]);
            let below = hand - CardSet::above(high) - CardSet::of(high);
            let mates = if pairs { self.mates[pattern] & below } else { CardSet::EMPTY };
            // The other two suits, if this card shows one.
            let [one, two] = match pattern {
                1 => [2, 4],
                2 => [1, 4],
                4 => [1, 2],
                _ => [0, 0],
            };
            let (one, two) = (self.classes[one] & below, self.classes[two] & below);
            let with_high = mates.len() + usize::from(threes) * one.len() * two.len();
            if n >= with_high {
                n -= with_high;
                continue;
            }
            for next in below.iter() {
                let under = below - CardSet::above(next) - CardSet::of(next);
                let third = match (one.contains(next), two.contains(next)) {
                    (true, _) if threes => two & under,
                    (_, true) if threes => one & under,
                    _ => CardSet::EMPTY,
                };
                let paired = mates.contains(next);
                let with_next = usize::from(paired) + third.len();
                if n >= with_next {
                    n -= with_next;
                    continue;
                }
                let both = CardSet::of(high) | CardSet::of(next);
                return if paired { both } else { both | CardSet::of(third.nth(n)) };
            }
        }
        unreachable!("asked for a cover beyond the last one")
    }

    /// The number of sets of at least `least` cards of `hand` that cover the target when every card need only
    /// show one of its suits.
    pub(super) fn count_relevant(&self, hand: CardSet, least: u8) -> usize {
        self.completions(hand & self.useful, 7, least)
    }

    /// The `n`-th of them in increasing order of their bits.
    pub(super) fn nth_relevant(&self, hand: CardSet, least: u8, mut n: usize) -> CardSet {
        let (mut need, mut least) = (7, least);
        let mut left = hand & self.useful;
        let mut cover = CardSet::EMPTY;
        while let Some(high) = left.last() {
            left.remove(high);
            let without = self.completions(left, need, least);
            if n >= without {
                n -= without;
                cover.insert(high);
                need &= !self.patterns[high.index()];
                least = least.saturating_sub(1);
            }
        }
        cover
    }

    /// The number of sets of at least `least` of `cards` that show all suits of `need`, by inclusion and
    /// exclusion of the suits that are missing.
    fn completions(&self, cards: CardSet, need: u8, least: u8) -> usize {
        let total: i64 = (0..8u8)
            .filter(|missing| missing & !need == 0)
            .map(|missing| {
                let without = cards.iter().filter(|card| self.patterns[card.index()] & missing == 0);
                let subsets = subsets_of_at_least(without.count(), least) as i64;
                if missing.count_ones() % 2 == 0 { subsets } else { -subsets }
            })
            .sum();
        total as usize
    }

    /// Whether `cards` is a cover of a wanted size in which no card could be left out.
    pub(super) fn is_cover(&self, cards: CardSet, sizes: Sizes) -> bool {
        sizes.contains(cards.len() as u8)
            && (cards - self.useful).is_empty()
            && self.union(cards) == 7
            && cards.iter().all(|card| self.union(cards - CardSet::of(card)) != 7)
    }

    /// The pattern of all suits of the target that `cards` show.
    fn union(&self, cards: CardSet) -> u8 {
        cards.iter().fold(0, |all, card| all | self.patterns[card.index()])
    }

    /// Whether `cards` covers the target and each of them shows one of its suits.
    pub(super) fn is_relevant_cover(&self, cards: CardSet, least: u8) -> bool {
        cards.len() >= usize::from(least) && (cards - self.useful).is_empty() && self.union(cards) == 7
    }
}

/// The suits of `target` that `suits` shows, as a pattern of three bits.
const fn pattern(suits: u8, target: u8) -> u8 {
    let mut pattern = 0;
    let mut left = target;
    let mut place = 0;
    while left != 0 {
        let bit = left & left.wrapping_neg();
        if suits & bit != 0 {
            pattern |= 1 << place;
        }
        left ^= bit;
        place += 1;
    }
    pattern
}

fn subsets_of_at_least(cards: usize, least: u8) -> u64 {
    let mut binomial = 1;
    let mut fewer = 0;
    for size in 0..usize::from(least).min(cards + 1) {
        fewer += binomial;
        binomial = binomial * (cards - size) as u64 / (size as u64 + 1);
    }
    (1 << cards) - fewer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_pack_has_the_counts_of_the_card_table() {
        let counts = |tables: &[Covers; 8]| tables.each_ref().map(|covers| covers.counts(CardSet::ALL));
        let capture =
            [[44, 280], [37, 378], [28, 504], [49, 210], [28, 504], [28, 504], [42, 294], [36, 384]];
        let steal = [[16, 8], [11, 8], [8, 8], [23, 8], [8, 8], [8, 8], [18, 8], [12, 8]];
        assert_eq!(counts(&CAPTURE), capture);
        assert_eq!(counts(&STEAL), steal);
    }

    /// All subsets of `hand` that `wanted` accepts, by brute force, in increasing order.
    fn subsets(hand: CardSet, wanted: impl Fn(CardSet) -> bool) -> Vec<CardSet> {
        let cards: Vec<Card> = hand.iter().collect();
        let all = (0u32..1 << cards.len()).map(|bits| {
            cards.iter().enumerate().filter(|(n, _)| bits >> n & 1 != 0).map(|(_, &card)| card).collect()
        });
        all.filter(|&set| wanted(set)).collect()
    }

    /// Hands of 4 to 11 cards spread over the pack.
    fn hands() -> impl Iterator<Item = CardSet> {
        (0..60u64).map(|seed| {
            let size = 4 + seed as usize % 8;
            let stride = [5, 7, 11, 13, 17][seed as usize % 5];
            (0..size).map(|n| Card::from_index((seed as usize * 3 + n * stride) % 36)).collect()
        })
    }

    #[test]
    fn covers_are_counted_and_picked_as_brute_force_lists_them() {
        for (hand, court) in hands().flat_map(|hand| Court::all().map(move |court| (hand, court))) {
            let covers = |set: CardSet| court.suits() & !set.suits() == 0;
            let irredundant =
                |set: CardSet| covers(set) && set.iter().all(|card| !covers(set - CardSet::of(card)));
            let exact = |set: CardSet| irredundant(set) && set.suits() == court.suits();
            for sizes in [[2, 3], [3, 9], [2, 2], [4, 9]].map(|[least, most]| Sizes { least, most }) {
                let fits = |set: CardSet| sizes.contains(set.len() as u8);
                let capture = subsets(hand, |set| irredundant(set) && fits(set));
                check(&CAPTURE[court.index()], hand, sizes, &capture);
                let steal = subsets(hand, |set| exact(set) && fits(set));
                check(&STEAL[court.index()], hand, sizes, &steal);
            }
            for least in 0..=4 {
                let table = &CAPTURE[court.index()];
                let relevant = |set: CardSet| {
                    covers(set)
                        && set.iter().all(|card| card.suits() & court.suits() != 0)
                        && set.len() >= usize::from(least)
                };
                let listed = subsets(hand, relevant);
                let count = table.count_relevant(hand, least);
                let picked: Vec<CardSet> = (0..count).map(|n| table.nth_relevant(hand, least, n)).collect();
                assert_eq!(picked, listed, "{court} from {hand}");
                assert!(listed.iter().all(|&set| table.is_relevant_cover(set, least)));
            }
        }
    }

    fn check(table: &Covers, hand: CardSet, sizes: Sizes, listed: &[CardSet]) {
        let count = table.count(hand, sizes);
        let picked: Vec<CardSet> = (0..count).map(|n| table.nth(hand, sizes, n)).collect();
        assert_eq!(picked, listed, "from {hand}");
        let accepted = subsets(hand, |set| table.is_cover(set, sizes));
        assert_eq!(accepted, listed, "from {hand}");
    }
}
