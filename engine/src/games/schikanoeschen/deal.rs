//! The deal: 55 cards of each deck, in the order in which they are laid out.

use std::fmt;

use super::card::{Card, DECK, ParseCardError};
use super::position::Position;
use super::rules::Schikanoeschen;
use crate::{Rng, Steps, WordError};

/// The event of chance: the order of both decks. Everything turned up later follows from it.
///
/// Cards 1 to 13 are the side stack, the last of them open; 14 cards go to the board, row by row; the other
/// 28 are the main stack, top first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    /// The cards of player 0's deck and of player 1's.
    pub decks: [[Card; DECK]; 2],
}

/// The places in the deal of the open cards: on C, then on E, F, G, H.
pub(super) const OPEN: [usize; 5] = [12, 17, 21, 24, 26];

/// A deck in card order.
const SORTED: [Card; DECK] = {
    let mut deck = [Card::JOKER; DECK];
    let mut n = 0;
    while n < 52 {
        deck[n] = Card::from_index(n);
        n += 1;
    }
    deck
};

impl Deal {
    /// A deal drawn evenly from those that decide who starts.
    pub(super) fn draw(rng: &mut Rng) -> Deal {
        loop {
            let deal = Deal { decks: [shuffled(rng), shuffled(rng)] };
            // All five comparisons tie once in some hundred million deals.
            if deal.starter().is_some() {
                return deal;
            }
        }
    }

    /// The player whose open cards are higher, if any are.
    pub fn starter(&self) -> Option<usize> {
        OPEN.iter().find_map(|&place| {
            let [first, second] = [0, 1].map(|player| self.decks[player][place].strength());
            (first != second).then_some(usize::from(second > first))
        })
    }

    /// Reads the word `deal:...` of a record.
    pub(super) fn read_word(word: &str) -> Result<Deal, WordError> {
        Deal::read(WordError::contents(word, "deal")?).map_err(|error| WordError::broken(word, error))
    }

    /// Reads `<deck of player 0>/<deck of player 1>`, each in dealing order.
    pub fn read(text: &str) -> Result<Deal, DealError> {
        let mut groups = text.split('/');
        let mut decks = [[Card::JOKER; DECK]; 2];
        let mut at = 0;
        for (player, deck) in decks.iter_mut().enumerate() {
            let group = groups.next().ok_or(DealError::Missing { player })?;
            let mut left = [0usize; Card::COUNT];
            (0..Card::COUNT).for_each(|n| left[n] = Card::from_index(n).copies());
            let mut dealt = 0;
            for name in group.split(',').filter(|_| !group.is_empty()) {
                let card: Card = name.parse().map_err(|error| DealError::Card { error, at })?;
                if left[card.index()] == 0 {
                    return Err(DealError::TooOften { card, player, at });
                }
                left[card.index()] -= 1;
                deck[dealt] = card;
                dealt += 1;
                at += name.len() + 1;
            }
            if dealt != DECK {
                return Err(DealError::Size { player, found: dealt });
            }
        }
        if groups.next().is_some() {
            return Err(DealError::TooMany { at });
        }
        let deal = Deal { decks };
        deal.starter().map(|_| deal).ok_or(DealError::Tie)
    }
}

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

/// A deck in random order: Fisher and Yates from the front, five places to a random word.
fn shuffled(rng: &mut Rng) -> [Card; DECK] {
    let mut deck = SORTED;
    for at in (0..DECK).step_by(5) {
        let steps: [u32; 5] = std::array::from_fn(|n| (DECK - at - n) as u32);
        for (n, step) in rng.below_each(steps).into_iter().enumerate() {
            deck.swap(at + n, at + n + step as usize);
        }
    }
    deck
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, deck) in self.decks.iter().enumerate() {
            f.write_str(if player > 0 { "/" } else { "" })?;
            for (n, card) in deck.iter().enumerate() {
                write!(f, "{}{card}", if n > 0 { "," } else { "" })?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a deal. Places are bytes of the text after `deal:`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum DealError {
    Missing { player: usize },
    TooMany { at: usize },
    Card { error: ParseCardError, at: usize },
    TooOften { card: Card, player: usize, at: usize },
    Size { player: usize, found: usize },
    Tie,
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Missing { player } => write!(f, "the deal ends before the deck of player {player}"),
            DealError::TooMany { at } => write!(f, "more than two decks, from byte {at}"),
            DealError::Card { error, at } => write!(f, "{error}, at byte {at}"),
            DealError::TooOften { card: Card::JOKER, player, at } => {
                write!(f, "a fourth joker in the deck of player {player}, at byte {at}")
            }
            DealError::TooOften { card, player, at } => {
                write!(f, "{card} is named twice in the deck of player {player}, at byte {at}")
            }
            DealError::Size { player, found } => {
                write!(f, "the deck of player {player} has {found} cards instead of {DECK}")
            }
            DealError::Tie => {
                f.write_str("the open cards of both players are all equal, so that neither player starts")
            }
        }
    }
}

impl std::error::Error for DealError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

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
            let deck = shuffled(&mut Rng::new(9, seed));
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

    #[test]
    fn broken_deals_are_refused() {
        let mut rng = Rng::new(1, 0);
        let text = Deal::draw(&mut rng).to_string();
        let (first, second) = text.split_once('/').unwrap();
        let jokers = first.replacen("AC", "*", 1);
        for (broken, message) in [
            (first.to_owned(), "before the deck of player 1"),
            (format!("{text}/"), "more than two decks"),
            (text.replacen("AC", "1C", 1), "is not a card"),
            (text.replacen("AC", "KC", 1), "named twice in the deck of player 0"),
            (format!("{jokers}/{second}"), "a fourth joker in the deck of player 0"),
            (format!("{}/{second}", &first[first.find(',').unwrap() + 1..]), "54 cards instead of 55"),
        ] {
            let error = Deal::read(&broken).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
