//! Chance one card at a time.

use hinterhand_engine::games::recipippes::Recipippes;
use hinterhand_engine::{ActionSet, Game, Notation, Rng, Steps, Turn};

/// Whole games in which chance is dealt one card at a time: the results can be replayed.
#[test]
fn steps_make_chance_events() {
    for number in 0..40 {
        let game = Recipippes { players: 2 + number as u8 % 3, ..Recipippes::default() };
        let mut rng = Rng::new(4, number);
        let mut position = game.start();
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Player(_) => {
                    let legal = game.legal(&position);
                    game.play(&mut position, legal.nth(rng.below(legal.len() as u32) as usize));
                }
                Turn::Chance => {
                    let mut dealt = Vec::new();
                    loop {
                        let steps = game.steps(&position, &dealt);
                        if steps.is_empty() {
                            break;
                        }
                        let total: f64 = steps.iter().map(|(_, probability)| probability).sum();
                        assert!((total - 1.0).abs() < 1e-9);
                        dealt.push(steps[rng.below(steps.len() as u32) as usize].0);
                    }
                    let chance = game.assemble(&position, &dealt);
                    let word = game.chance_word(&position, &chance);
                    assert_eq!(game.read_chance(&position, &word), Ok(chance));
                    game.reveal(&mut position, &chance);
                }
            }
        }
    }
}
