//! Checks that the tests of both naive games use.

use super::Naive;
use super::cards::{Card, list, read_card};
use super::options::OptionTable;

pub fn cards(text: &str) -> Vec<Card> {
    text.split(',').map(read_card).collect()
}

pub fn play_all<G: Naive>(mut game: G, words: &str) -> G {
    words.split(' ').for_each(|word| game.play(word));
    game
}

/// All combinations of the values of the options.
pub fn combinations(table: OptionTable) -> Vec<Vec<(&'static str, &'static str)>> {
    let mut all = vec![vec![]];
    for (name, values) in table {
        let mut longer = vec![];
        for chosen in &all {
            for value in *values {
                longer.push([chosen.clone(), vec![(*name, *value)]].concat());
            }
        }
        all = longer;
    }
    all
}

/// A plain random sequence (Lehmer's).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0 * 48271 % 2147483647;
        self.0 as usize % end
    }
}

pub fn random_deal(mut cards: Vec<Card>, sizes: [usize; 4], dice: &mut Dice) -> String {
    let mut groups = vec![];
    for size in sizes {
        let group: Vec<Card> = (0..size).map(|_| cards.remove(dice.below(cards.len()))).collect();
        groups.push(list(&group));
    }
    format!("deal:{}", groups.join("/"))
}

/// Plays to the end at random and checks what holds in every game.
pub fn check_random_game<G: Naive>(mut game: G, deal: &str, dice: &mut Dice) {
    assert_eq!((game.turn().as_str(), game.legal().len()), ("chance", 0));
    assert_eq!((game.seen(0), game.seen(1)), (String::new(), String::new()));
    game.play(deal);
    let mut steps = 0;
    while game.turn() != "over" {
        let legal = game.legal();
        assert!(!legal.is_empty() && legal.is_sorted_by(|a, b| a < b), "{legal:?}");
        let before = [game.seen(0), game.seen(1)];
        game.play(&legal[dice.below(legal.len())]);
        for (player, text) in before.iter().enumerate() {
            assert!(game.seen(player).len() > text.len());
            assert!(game.seen(player).starts_with(text), "nothing is forgotten");
        }
        steps += 1;
        assert!(steps < 60, "a hand ends");
    }
    let returns = game.returns();
    assert!(returns[0] + returns[1] == 0.0 && [0.0, 1.0, 2.0, 3.0].contains(&returns[0].abs()));
    assert!(game.legal().is_empty());
}

/// Whether this panics, as wrong input should.
pub fn panics<T>(action: impl Fn() -> T) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        action();
    }))
    .is_err()
}
