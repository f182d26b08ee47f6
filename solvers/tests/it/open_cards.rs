//! The values of open cards and of open boards, against plain minimax.

use hinterhand_engine::games::phantom::{Board, Connection, Goal, Line, Phantom, Version};
use hinterhand_engine::games::{DarkHex, Kinderschnapsen, PhantomTtt, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Described, Game, Notation, Player, Rng, Turn};
use hinterhand_solvers::search::{OpenCards, OpenPhantom, OpenTricks, TrickGame};

use crate::variants::variants;

/// The payoff of the player to move by exhaustive search.
fn minimax<G: Game>(game: &G, state: &G::State) -> f64 {
    let Turn::Player(me) = game.turn(state) else { unreachable!("the position is a decision") };
    game.legal(state)
        .iter()
        .fold(f64::NEG_INFINITY, |best, action| best.max(minimax_after(game, state, me, action)))
}

fn minimax_after<G: Game>(game: &G, state: &G::State, me: Player, action: G::Action) -> f64 {
    let mut next = state.clone();
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

/// A position of a random game in which at most this many squares are free; nothing if the game ended before.
fn board<G: Goal>(game: &Phantom<G>, rng: &mut Rng, free: u32) -> Option<Board> {
    let mut board = game.start();
    while let Turn::Player(mover) = game.turn(&board) {
        let taken = board.tries(mover).taken() | board.tries(mover.other()).taken();
        if (game.all() & !taken).count_ones() <= free {
            return Some(board);
        }
        let legal = game.legal(&board);
        game.play(&mut board, legal.nth(rng.below(legal.len() as u32) as usize));
    }
    None
}

/// Compares the values of positions of both versions with minimax over all tries, failed ones included.
fn compare_boards<G: Goal>(goal: &G, free: u32) {
    for version in [Version::Classical, Version::Abrupt] {
        let game = Phantom::of(goal.clone(), version);
        let mut solver = OpenPhantom::default();
        let (mut values, mut found) = (Vec::new(), 0);
        for stream in 0..2_000 {
            let Some(board) = board(&game, &mut Rng::new(1, stream), free) else { continue };
            let Turn::Player(me) = game.turn(&board) else { unreachable!("the game goes on") };
            let legal = game.legal(&board);
            solver.values(&game, &board, &legal, &mut values);
            let expected: Vec<f64> =
                legal.iter().map(|square| minimax_after(&game, &board, me, square)).collect();
            assert_eq!(values, expected, "{version:?}: {}", game.position_text(&board));
            assert_eq!(solver.value(&game, &board), minimax(&game, &board));
            found += 1;
            if found == 60 {
                break;
            }
        }
        assert!(found > 20, "{found} positions");
    }
}

#[test]
fn boards_of_phantom_games_are_worth_what_minimax_says() {
    compare_boards(&Line::default(), 3);
    compare_boards(&Line::new(3, 2, 2), 4);
    compare_boards(&Line::new(4, 3, 3), 2);
    compare_boards(&Connection::default(), 3);
    compare_boards(&Connection::new(2, 3), 4);
    compare_boards(&Connection::new(4, 3), 2);
}

/// Known values of the open games: tic-tac-toe is a draw whatever is played first, and so is four in a row on four by
/// four; in hex the first player wins, on three by three from the centre.
#[test]
fn whole_open_boards_are_worth_what_is_known() {
    fn values<G: Goal>(game: &Phantom<G>) -> Vec<f64> {
        let (board, mut values) = (game.start(), Vec::new());
        OpenPhantom::default().values(game, &board, &game.legal(&board), &mut values);
        values
    }
    assert_eq!(values(&PhantomTtt::default()), [0.0; 9]);
    assert_eq!(values(&PhantomTtt::new(4, 4, 4)), [0.0; 16]);
    assert_eq!(values(&DarkHex::default())[4], 1.0);
    assert!(values(&DarkHex::new(4, 4)).contains(&1.0));
}
