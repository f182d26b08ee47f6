//! The facts that a half-made choice proves about the hidden cards of the player that makes it.
//!
//! A card of a defence, of a support or of a trade is legal only if the choice can be brought to an end. So
//! until it is, all players know that the hand still holds enough higher cards.

use super::choices::reaches_barely;
use super::position::Phase;
use super::rules::{DiscardOrder, HAND_LIMIT, Recipippes};
use super::{Card, CardSet, Position};
use crate::{Player, Rng};

/// A fact that is proved about a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The player whose hand it is.
    pub(super) player: Player,
    /// The cards that matter.
    cards: CardSet,
    need: Need,
}

#[derive(Clone, Copy, Debug)]
enum Need {
    /// This is their number.
    Count(u8),
    /// This is their total value.
    Value(u8),
    /// Some of them complete a defence of which no card can be left out: what is laid, the strength to be
    /// reached, and what the first card laid is worth.
    Barely { laid: u8, strength: u8, first: u8 },
}

impl Proof {
    /// The fact that is proved here, if any.
    pub(super) fn of(rules: &Recipippes, position: &Position) -> Option<Proof> {
        let player = position.actor;
        let above = |last| Some(CardSet::above(last));
        // The number of cards that must still go to come down to the limit.
        let excess = || match position.over_limit {
            true => position.hand_size(player).saturating_sub(usize::from(HAND_LIMIT)) as u8,
            false => 0,
        };
        let (cards, need) = match position.phase {
            Phase::Defend => {
                let cards = position.defence.last().and_then(above)?;
                let (laid, strength) = (position.defence.value(), position.strength);
                let first = position.defence.first()?.value();
                let need = match rules.defense_minimal {
                    true => Need::Barely { laid, strength, first },
                    false => Need::Value(strength.saturating_sub(laid)),
                };
                (cards, need)
            }
            Phase::Support => (position.support.last().and_then(above)?, Need::Count(excess())),
            Phase::Trade if position.traded > 0 && !position.closed => match rules.discard_order {
                DiscardOrder::Full => return None,
                DiscardOrder::TopOnly => (above(position.last)?, Need::Count(excess().saturating_sub(1))),
                DiscardOrder::Canonical => (above(position.last)?, Need::Count(excess())),
            },
            _ => return None,
        };
        let proof = Proof { player, cards, need };
        (!proof.holds(CardSet::EMPTY)).then_some(proof)
    }

    /// Whether it is true of this hand.
    pub(super) fn holds(&self, hand: CardSet) -> bool {
        let cards = hand & self.cards;
        match self.need {
            Need::Count(least) => cards.len() >= usize::from(least),
            Need::Value(least) => cards.value() >= least,
            Need::Barely { laid, strength, first } => {
                let sums = cards.iter().fold(1u128, |sums, card| sums | sums << card.value());
                reaches_barely(sums, laid, strength, first)
            }
        }
    }

    /// The weight of a card for it.
    fn weight(&self, card: Card) -> usize {
        match self.need {
            _ if !self.cards.contains(card) => 0,
            Need::Count(_) => 1,
            Need::Value(_) | Need::Barely { .. } => usize::from(card.value()),
        }
    }

    /// The least weight of a hand for it to be true.
    fn least(&self) -> usize {
        usize::from(match self.need {
            Need::Count(least) | Need::Value(least) => least,
            Need::Barely { laid, strength, .. } => strength.saturating_sub(laid),
        })
    }

    /// This number of cards from each pool, evenly drawn from the choices that with the cards `held` make it
    /// true. There must be one.
    pub(super) fn choose(
        &self,
        pools: [CardSet; 2],
        sizes: [usize; 2],
        held: CardSet,
        rng: &mut Rng,
    ) -> [CardSet; 2] {
        // Mostly it is soon true by chance. Where it is not, we draw from the hands that weigh enough, and
        // reject only what misses the exact sum of a barely sufficient defence.
        for _ in 0..32 {
            let chosen = [0, 1].map(|n| any(pools[n], sizes[n], rng));
            if self.holds(held | chosen[0] | chosen[1]) {
                return chosen;
            }
        }
        let weigh = |cards: CardSet| cards.iter().map(|card| self.weight(card)).sum::<usize>();
        let least = self.least().saturating_sub(weigh(held));
        let ways = [0, 1].map(|n| Ways::of(self, pools[n], sizes[n], least));
        loop {
            let sums = (0..=least).flat_map(|first| (0..=least).map(move |second| [first, second]));
            let enough = sums.filter(|[first, second]| first + second >= least);
            let each = enough.clone().map(|[first, second]| {
                (ways[0].count(0, sizes[0], first) * ways[1].count(0, sizes[1], second)) as f64
            });
            let sums = enough.clone().nth(rng.weighted(each)).unwrap_or([least; 2]);
            let chosen = [0, 1].map(|n| ways[n].choose(self, sizes[n], sums[n], rng));
            if self.holds(held | chosen[0] | chosen[1]) {
                return chosen;
            }
        }
    }
}

/// Any `size` cards of `pool`.
fn any(pool: CardSet, size: usize, rng: &mut Rng) -> CardSet {
    let mut left = pool;
    for _ in 0..pool.len() - size {
        left.remove(left.nth(rng.below(left.len() as u32) as usize));
    }
    left
}

/// The number of ways to choose some cards of a pool with a given weight, for every tail of the pool.
struct Ways {
    cards: Vec<Card>,
    size: usize,
    /// Weights from here on are counted as one.
    most: usize,
    /// By first card, number of cards, weight.
    counts: Vec<u64>,
}

impl Ways {
    fn of(proof: &Proof, pool: CardSet, size: usize, most: usize) -> Ways {
        let cards: Vec<Card> = pool.iter().collect();
        let mut ways =
            Ways { size, most, counts: vec![0; (cards.len() + 1) * (size + 1) * (most + 1)], cards };
        let end = ways.at(ways.cards.len(), 0, 0);
        ways.counts[end] = 1;
        for from in (0..ways.cards.len()).rev() {
            let weight = proof.weight(ways.cards[from]);
            for chosen in 0..=size {
                for sum in 0..=most {
                    let count = ways.count(from + 1, chosen, sum);
                    let (here, with) = (ways.at(from, chosen, sum), (sum + weight).min(most));
                    ways.counts[here] += count;
                    if chosen < size {
                        let there = ways.at(from, chosen + 1, with);
                        ways.counts[there] += count;
                    }
                }
            }
        }
        ways
    }

    fn at(&self, from: usize, chosen: usize, sum: usize) -> usize {
        (from * (self.size + 1) + chosen) * (self.most + 1) + sum
    }

    /// The number of ways to choose this number of the cards `from` this one with this weight.
    fn count(&self, from: usize, chosen: usize, sum: usize) -> u64 {
        self.counts[self.at(from, chosen, sum)]
    }

    /// One of these ways, all equally likely.
    fn choose(&self, proof: &Proof, mut size: usize, mut sum: usize, rng: &mut Rng) -> CardSet {
        let mut chosen = CardSet::EMPTY;
        for (from, &card) in self.cards.iter().enumerate() {
            if size == 0 {
                break;
            }
            let weight = proof.weight(card);
            // The weight of the rest that gives `sum` together with this card.
            let rests: Vec<usize> =
                (0..=self.most).filter(|rest| (rest + weight).min(self.most) == sum).collect();
            let mut counts = vec![self.count(from + 1, size, sum) as f64];
            counts.extend(rests.iter().map(|&rest| self.count(from + 1, size - 1, rest) as f64));
            if let Some(taken) = rng.weighted(counts.iter().copied()).checked_sub(1) {
                chosen.insert(card);
                size -= 1;
                sum = rests[taken];
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Draws often from all choices that make `proof` true, and holds the counts against the choices that
    /// brute force finds.
    fn check(proof: &Proof, pools: [CardSet; 2], sizes: [usize; 2], held: CardSet) {
        let subsets = |pool: CardSet, size: usize| -> Vec<CardSet> {
            let all = (0u64..1 << pool.len()).map(|bits| {
                (0..pool.len()).filter(|n| bits >> n & 1 != 0).map(|n| pool.nth(n)).collect::<CardSet>()
            });
            all.filter(|set| set.len() == size).collect()
        };
        let mut counts: HashMap<[u64; 2], u32> = HashMap::new();
        let second = subsets(pools[1], sizes[1]);
        for first in subsets(pools[0], sizes[0]) {
            let fits = second.iter().filter(|&&second| proof.holds(held | first | second));
            counts.extend(fits.map(|second| ([first.bits(), second.bits()], 0)));
        }
        let all = subsets(pools[0], sizes[0]).len() * second.len();
        assert!(
            !counts.is_empty() && counts.len() * 40 < all,
            "{} of {all}: chance finds them",
            counts.len()
        );
        let mut rng = Rng::new(3, 0);
        let draws = 200 * counts.len();
        for _ in 0..draws {
            let chosen = proof.choose(pools, sizes, held, &mut rng).map(CardSet::bits);
            *counts.get_mut(&chosen).expect("what is drawn makes it true") += 1;
        }
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
        let free = (counts.len() - 1) as f64;
        // Four standard deviations: one seed of 30,000 by chance, and the seed is fixed.
        assert!(chi < free + 4.0 * (2.0 * free).sqrt() + 4.0, "{chi} for {free}");
    }

    fn cards(names: &str) -> CardSet {
        names.split(',').map(|name| name.parse::<Card>().expect("a card")).collect()
    }

    #[test]
    fn rare_hands_are_drawn_evenly() {
        let player = Player::SECOND;
        let above = CardSet::above("2MK".parse().expect("a card"));
        let pools = [cards("AM,AS,2SY,3MW,3SK,4MS,5ML,8MS,9WY,XM,XL"), cards("AW,AL,6MW,7WY,XW,XY")];
        let value = Proof { player, cards: above, need: Need::Value(50) };
        check(&value, pools, [4, 2], cards("AK"));
        check(&value, pools, [4, 1], cards("9MS"));
        let count = Proof { player, cards: CardSet::above(cards("8MS").nth(0)), need: Need::Count(4) };
        check(&count, pools, [3, 2], CardSet::EMPTY);
        let barely = Need::Barely { laid: 2, strength: 42, first: 2 };
        check(&Proof { player, cards: above, need: barely }, pools, [3, 2], CardSet::EMPTY);
    }
}
