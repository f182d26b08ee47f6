//! Chance one card at a time.

use super::card::{Card, CardSet};
use super::game::Chance;
use super::position::{Phase, Position};
use super::rules::KlondikeChess;
use super::setup::HAND;
use super::stock::Pile;
use crate::Steps;

impl Steps for KlondikeChess {
    type Step = Card;

    /// The hand of player 0, then that of player 1; what is drawn after an exchange; the draw pile from its
    /// top.
    fn steps(&self, position: &Position, dealt: &[Card]) -> Vec<(Card, f64)> {
        let deck = CardSet::ALL - position.setup.in_hands();
        let (from, size) = match position.phase {
            Phase::Deal => (deck, 2 * HAND),
            Phase::Refill => {
                let due = position.setup.draws(position.setup.refilled());
                (deck, due.map_or(0, |(_, size)| size))
            }
            Phase::Pile => (position.pile_cards(), position.stock.left()),
            _ => (CardSet::EMPTY, 0),
        };
        if dealt.len() >= size {
            return Vec::new();
        }
        let left = from - dealt.iter().copied().collect();
        let probability = 1.0 / left.len() as f64;
        left.iter().map(|card| (card, probability)).collect()
    }

    fn assemble(&self, position: &Position, dealt: &[Card]) -> Chance {
        let set = |cards: &[Card]| cards.iter().copied().collect();
        match position.phase {
            Phase::Deal => {
                let (first, second) = dealt.split_at(HAND);
                Chance::Deal([set(first), set(second)])
            }
            Phase::Refill => {
                let mut cards = [CardSet::EMPTY; 2];
                if let Some((drawer, _)) = position.setup.draws(position.setup.refilled()) {
                    cards[drawer.index()] = set(dealt);
                }
                Chance::Refill(cards)
            }
            _ => Chance::Pile(Pile::from_top(dealt.iter().copied())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::super::stock::Stock;
    use super::*;
    use crate::{ActionSet, Game, Notation, Rng, Turn, outcomes};

    fn cards(names: &str) -> CardSet {
        names.split(' ').map(|name| name.parse::<Card>().unwrap()).collect()
    }

    /// There are this many outcomes, all equally likely, and all of them can be read back.
    fn check_uniform(position: &Position, count: usize) {
        let game = KlondikeChess::default();
        let outcomes = outcomes(&game, position);
        assert_eq!(outcomes.len(), count);
        for (chance, probability) in outcomes {
            assert!((probability * count as f64 - 1.0).abs() < 1e-9, "{chance:?}: {probability}");
            let word = game.chance_word(position, &chance);
            assert_eq!(game.read_chance(position, &word), Ok(chance));
        }
    }

    #[test]
    fn small_piles_are_uniform() {
        let pile = cards("3C KD AS 7H");
        let mut position = Position { phase: Phase::Pile, ..Position::START };
        position.thrones[0] = CardSet::ALL - pile;
        position.stock = Stock::of_hidden(pile.len());
        check_uniform(&position, 24);
    }

    #[test]
    fn refills_are_uniform() {
        // Both players are short: they hand over seven cards, and seven, eight or nine.
        let black = "AC 2C 3C AH 2H 3H 4H 5H 6H 7H";
        for (red, count) in [
            ("AD 2D 3D AS 2S 3S 4S 5S 6S 7S", 1),
            ("AD 2D 8S AS 2S 3S 4S 5S 6S 7S", 32),
            ("AD 9S 8S AS 2S 3S 4S 5S 6S 7S", 32 * 31 / 2),
        ] {
            let game = KlondikeChess::default();
            let mut position = game.start();
            game.reveal(&mut position, &Chance::Deal([cards(black), cards(red)]));
            assert_eq!(position.phase, Phase::Refill);
            check_uniform(&position, count);
        }
    }

    /// Whole games in which chance is dealt one card at a time: the results can be replayed.
    #[test]
    fn steps_make_chance_events() {
        let game = KlondikeChess::default();
        let [mut deals, mut refills, mut piles] = [0; 3];
        for number in 0..40 {
            let mut rng = Rng::new(4, number);
            let mut position = game.start();
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Player(_) => {
                        // Random play alone seldom gets through the draw pile.
                        let legal = game.legal(&position);
                        let turns = [Action::Draw, Action::Reshuffle];
                        let wanted = turns.into_iter().find(|&action| legal.contains(action));
                        let random = rng.below(legal.len() as u32) as usize;
                        game.play(&mut position, wanted.unwrap_or_else(|| legal.nth(random)));
                    }
                    Turn::Chance => {
                        let mut dealt = Vec::new();
                        loop {
                            let steps = game.steps(&position, &dealt);
                            if steps.is_empty() {
                                break;
                            }
                            let total: f64 = steps.iter().map(|(_, probability)| probability).sum();
                            assert!((total - 1.0).abs() < 1e-9, "{total} after {dealt:?}");
                            dealt.push(steps[rng.below(steps.len() as u32) as usize].0);
                        }
                        let chance = game.assemble(&position, &dealt);
                        match chance {
                            Chance::Deal(_) => deals += 1,
                            Chance::Refill(_) => refills += 1,
                            Chance::Pile(_) => piles += 1,
                        }
                        let word = game.chance_word(&position, &chance);
                        assert_eq!(game.read_chance(&position, &word), Ok(chance));
                        game.reveal(&mut position, &chance);
                    }
                }
            }
        }
        assert_eq!(deals, 40);
        assert!(refills > 0 && piles > 2 * deals, "{refills} refills, {piles} piles");
    }
}
