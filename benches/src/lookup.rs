//! Questions to a strategy for Kinderschnapsen: the information sets of random play, in random order.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::InfoSet;
use hinterhand_engine::{ActionSet, Game, Rng, Turn};
use hinterhand_kinderschnapsen::{HandSolver, Payoff, Solution};
use hinterhand_solvers::cfr::Variant;

/// A strategy after a few iterations: those that follow change its numbers, but hardly where they lie.
pub fn solution() -> Solution<'static> {
    let mut hands = HandSolver::new(Kinderschnapsen::default(), &Payoff::POINTS, Variant::DCFR);
    (0..10).for_each(|_| hands.step());
    hands.solution()
}

/// Random information sets of players to move, those with a forced action included, shuffled.
pub fn questions(count: usize, seed: u64) -> Vec<InfoSet<Hand>> {
    let game = Kinderschnapsen::default();
    let mut rng = Rng::new(seed, 0);
    let mut found = Vec::with_capacity(count);
    'games: loop {
        let mut hand = game.start();
        loop {
            match game.turn(&hand) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut hand, &mut rng),
                Turn::Player(player) => {
                    found.push(game.info_set(&hand, player));
                    if found.len() == count {
                        break 'games;
                    }
                    let legal = game.legal(&hand);
                    game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
        }
    }
    for at in (1..count).rev() {
        found.swap(at, rng.below(at as u32 + 1) as usize);
    }
    found
}

/// Asks all questions, and returns the sum of all probabilities: one for each.
pub fn answer(solution: &Solution<'_>, questions: &[InfoSet<Hand>]) -> f64 {
    let mut sum = 0.0;
    for question in questions {
        let advice = solution.advice(question).expect("only the player to move is asked");
        sum += advice.actions().iter().map(|&(_, chosen)| f64::from(chosen)).sum::<f64>();
    }
    sum
}
