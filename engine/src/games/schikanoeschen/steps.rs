//! The deal one card at a time, drawn from those that decide who starts.

use super::card::{Card, DECK};
use super::deal::{Deal, OPEN};
use super::position::Position;
use super::rules::Schikanoeschen;
use crate::Steps;

impl Steps for Schikanoeschen {
    type Step = Card;

    /// The cards of deck 0 in dealing order, then those of deck 1; a face that is left twice is twice as
    /// likely, and less so where it leads to deals that decide nothing.
    fn steps(&self, _: &Position, dealt: &[Card]) -> Vec<(Card, f64)> {
        let Some(left) = (2 * DECK).checked_sub(dealt.len()).filter(|&left| left > 0) else {
            return Vec::new();
        };
        let left = (left - 1) % DECK + 1;
        let deck = &dealt[dealt.len() - (DECK - left)..];
        let decided = 1.0 - tie_chance(dealt);
        let faces = (0..Card::COUNT).map(Card::from_index);
        let next = faces.filter_map(|card| {
            let copies = card.copies() - deck.iter().filter(|&&other| other == card).count();
            let longer = (copies > 0).then(|| [dealt, &[card]].concat())?;
            let share = copies as f64 / left as f64 * (1.0 - tie_chance(&longer)) / decided;
            (share > 0.0).then_some((card, share))
        });
        next.collect()
    }

    fn assemble(&self, _: &Position, dealt: &[Card]) -> Deal {
        Deal { decks: std::array::from_fn(|player| std::array::from_fn(|n| dealt[DECK * player + n])) }
    }
}

/// The probability that all five comparisons tie after these cards, if the others come evenly.
fn tie_chance(dealt: &[Card]) -> f64 {
    let (first, second) = dealt.split_at(dealt.len().min(DECK));
    let is_joker = |card: &Card| *card == Card::JOKER;
    let open = |deck: &[Card]| -> Vec<Card> { OPEN.iter().filter_map(|&n| deck.get(n).copied()).collect() };
    // `wanted` open cards in a row, of the kinds that `left` cards still have: jokers, and single cards.
    let meet = |wanted: usize, jokers: usize, copies: usize, left: usize| {
        let ways: f64 = (0..jokers).map(|n| copies.saturating_sub(n) as f64).product();
        (0..wanted).fold(ways, |chance, n| chance / (left - n) as f64)
    };
    if second.is_empty() {
        // The number of jokers among the open cards of the first deck decides how likely the second meets
        // them.
        let seen = open(first);
        let known = seen.iter().filter(|card| is_joker(card)).count();
        let places = OPEN.len() - seen.len();
        let (left, copies) = (DECK - first.len(), 3 - first.iter().filter(|card| is_joker(card)).count());
        let split = |jokers: usize| choose(copies, jokers) * choose(left - copies, places - jokers);
        let chances = (0..=places.min(copies)).map(|n| split(n) * meet(OPEN.len(), known + n, 3, DECK));
        return chances.sum::<f64>() / choose(left, places);
    }
    let (first, seen) = (open(first), open(second));
    let wanted = &first[seen.len()..];
    let here =
        seen[..] == first[..seen.len()] && wanted.iter().all(|card| is_joker(card) || !second.contains(card));
    let jokers = wanted.iter().filter(|card| is_joker(card)).count();
    let copies = 3 - second.iter().filter(|card| is_joker(card)).count();
    if here { meet(wanted.len(), jokers, copies, DECK - second.len()) } else { 0.0 }
}

/// In how many ways `taken` of `n` can be chosen.
fn choose(n: usize, taken: usize) -> f64 {
    (0..taken).fold(1.0, |ways, k| ways * n.saturating_sub(k) as f64 / (k + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Rng};

    /// Deals card by card; `pick` chooses among the possible faces.
    fn step(mut pick: impl FnMut(usize, &[Card], &[(Card, f64)]) -> usize) -> Deal {
        let game = Schikanoeschen::default();
        let mut dealt = Vec::new();
        loop {
            let next = game.steps(&game.start(), &dealt);
            if next.is_empty() {
                return game.assemble(&game.start(), &dealt);
            }
            let sum: f64 = next.iter().map(|(_, share)| share).sum();
            // Some fifty rounded numbers are added.
            assert!((sum - 1.0).abs() < 1e-12, "{sum} after {dealt:?}");
            let at = pick(dealt.len(), &dealt, &next);
            dealt.push(next[at].0);
        }
    }

    #[test]
    fn steps_sum_to_one_and_make_deals() {
        let mut rng = Rng::new(4, 0);
        for _ in 0..20 {
            let deal = step(|_, _, next| rng.below(next.len() as u32) as usize);
            assert_eq!(Deal::read(&deal.to_string()), Ok(deal));
        }
    }

    #[test]
    fn the_last_open_card_cannot_tie() {
        // Deck 1 follows deck 0 card by card, until the fifth comparison has to decide.
        let deal = step(|n, dealt, next| {
            let Some(follow) = n.checked_sub(DECK).map(|n| dealt[n]) else { return next.len() - 1 };
            let same = next.iter().position(|&(card, _)| card == follow);
            // The card that was not allowed there comes last.
            assert_eq!(same.is_none(), n == DECK + OPEN[4] || n == 2 * DECK - 1, "card {n}");
            same.unwrap_or(0)
        });
        assert!(deal.starter().is_some());
    }

    #[test]
    fn the_chance_of_a_tie_is_the_mean_over_the_next_card() {
        for seed in 0..20 {
            // The second deck follows the first, so that a tie stays possible and becomes certain.
            let [deck, _] = Deal::draw(&mut Rng::new(9, seed)).decks;
            let both = [deck, deck].concat();
            for n in 0..2 * DECK {
                let (dealt, left) = (&both[..n], DECK - n % DECK);
                let here = &dealt[n - n % DECK..];
                let mean: f64 = (0..Card::COUNT)
                    .map(Card::from_index)
                    .map(|card| {
                        let copies = card.copies() - here.iter().filter(|&&other| other == card).count();
                        let share = copies as f64 / left as f64;
                        if copies == 0 { 0.0 } else { share * tie_chance(&[dealt, &[card]].concat()) }
                    })
                    .sum();
                let chance = tie_chance(dealt);
                // Some fifty rounded numbers are added.
                assert!(chance > 0.0 && (mean - chance).abs() < 1e-12 * chance, "after {n} cards");
            }
            assert!((tie_chance(&both) - 1.0).abs() < 1e-12);
        }
    }
}
