//! The values of open cards, against plain minimax.

use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Described, Notation, Rng, Turn};
use hinterhand_solvers::search::{OpenCards, OpenTricks, TrickGame};

use crate::variants::variants;

/// The payoff of the player to move by exhaustive search.
fn minimax<G: TrickGame>(game: &G, hand: &G::State) -> f64 {
    let me = hand.mover();
    game.legal(hand)
        .iter()
        .fold(f64::NEG_INFINITY, |best, action| best.max(minimax_after(game, hand, me, action)))
}

fn minimax_after<G: TrickGame>(
    game: &G,
    hand: &G::State,
    me: hinterhand_engine::Player,
    action: Action,
) -> f64 {
    let mut next = *hand;
    game.play(&mut next, action);
    match game.turn(&next) {
        Turn::Over => game.payoff(&next, me),
        Turn::Player(player) if player == me => minimax(game, &next),
        _ => -minimax(game, &next),
    }
}

/// The same with nothing but alpha and beta.
fn alpha_beta<G: TrickGame>(game: &G, hand: &G::State, mut alpha: f64, beta: f64) -> f64 {
    let me = hand.mover();
    for action in game.legal(hand).iter() {
        let mut next = *hand;
        game.play(&mut next, action);
        let value = match game.turn(&next) {
            Turn::Over => game.payoff(&next, me),
            Turn::Player(player) if player == me => alpha_beta(game, &next, alpha, beta),
            _ => -alpha_beta(game, &next, -beta, -alpha),
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A position of a random game in which this many cards are still to come, or fewer; nothing if the game
/// ended before. One player in eight claims falsely.
fn position<G: TrickGame>(game: &G, rng: &mut Rng, cards: usize) -> Option<G::State> {
    let mut hand = game.start();
    game.deal(&mut hand, rng);
    let close = rng.below(3) > 0;
    loop {
        let drawn = if hand.is_open() { hand.talon().left() } else { 0 };
        if hand.hands()[0].len() + hand.hands()[1].len() + drawn <= cards {
            return Some(hand);
        }
        let legal = game.legal(&hand);
        let mut likely: Actions = legal;
        if rng.below(8) > 0 && legal.len() > 1 {
            likely = likely.without(Action::STOP);
        }
        if likely.contains(Action::OUT) && rng.below(2) > 0 {
            likely = likely.without(Action::OUT);
        }
        if !close {
            likely = likely.without(Action::CLOSE);
        }
        let action = likely.nth(rng.below(likely.len() as u32) as usize);
        game.play(&mut hand, action);
        if game.turn(&hand) == Turn::Over {
            return None;
        }
    }
}

/// Holds all values of `count` positions of each of these games against minimax.
fn hold_against_minimax<G: TrickGame + Described + Notation>(count: usize, cards: usize) {
    let mut solver = OpenTricks::default();
    let mut values = Vec::new();
    for (number, game) in variants::<G>().iter().enumerate() {
        let mut found = 0;
        for stream in 0.. {
            let mut rng = Rng::new(number as u64, stream);
            let size = cards - rng.below(3) as usize;
            let Some(hand) = position(game, &mut rng, size) else { continue };
            let legal = game.legal(&hand);
            solver.values(game, &hand, &legal, &mut values);
            let expected: Vec<f64> =
                legal.iter().map(|action| minimax_after(game, &hand, hand.mover(), action)).collect();
            assert_eq!(values, expected, "{} with {legal:?} in variant {number}", game.position_text(&hand));
            let best = expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(solver.value(game, &hand), best);
            found += 1;
            if found == count {
                break;
            }
        }
    }
}

#[test]
fn endings_of_sixty_six_are_worth_what_minimax_says() {
    hold_against_minimax::<SixtySix>(400, 8);
}

#[test]
fn endings_of_schnapsen_are_worth_what_minimax_says() {
    hold_against_minimax::<Schnapsen>(400, 8);
}

#[test]
fn hands_of_kinderschnapsen_are_worth_what_minimax_says() {
    hold_against_minimax::<Kinderschnapsen>(300, 12);
}

fn hold_against_alpha_beta<G: TrickGame + Described + Notation>(count: usize, cards: usize) {
    let mut solver = OpenTricks::default();
    for (number, game) in variants::<G>().iter().enumerate() {
        let mut found = 0;
        for stream in 0.. {
            let mut rng = Rng::new(1_000 + number as u64, stream);
            let Some(hand) = position(game, &mut rng, cards) else { continue };
            let expected = alpha_beta(game, &hand, -3.0, 3.0);
            let text = game.position_text(&hand);
            assert_eq!(solver.value(game, &hand), expected, "{text} in variant {number}");
            found += 1;
            if found == count {
                break;
            }
        }
    }
}

#[test]
fn hands_with_cards_to_draw_are_worth_what_alpha_beta_says() {
    hold_against_alpha_beta::<SixtySix>(2, 14);
    hold_against_alpha_beta::<Schnapsen>(4, 12);
}

#[test]
fn hands_without_a_draw_are_worth_what_alpha_beta_says() {
    hold_against_alpha_beta::<SixtySix>(40, 10);
    hold_against_alpha_beta::<Schnapsen>(40, 10);
}
