//! Features of the board, for evaluations and planners of turns.

use hinterhand_engine::games::klondike_chess::{Action, KlondikeChess};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

#[test]
fn what_is_read_off_the_board_is_there() {
    let game = KlondikeChess::default();
    let mut rng = Rng::new(21, 0);
    let mut position = game.start();
    let mut before = Vec::new();
    for _ in 0..300 {
        let Turn::Player(mover) = game.turn(&position) else {
            game.deal(&mut position, &mut rng);
            continue;
        };
        let squares = position.on_board().iter().map(|card| position.square_of(card).expect("it lies there"));
        let squares = squares.fold(position.face_down_squares(), |all, square| all | square.bit());
        assert_eq!(squares, position.taken_squares());
        for card in position.on_board().iter() {
            let mine = position.stack_of(card).any(|card| card.owner() == mover);
            assert_eq!(position.movable_by(mover).contains(card), mine);
        }
        let face_down = position.face_down_squares().count_ones() as usize;
        let set = Player::all(2).map(|player| position.set_by(player).count()).sum::<usize>();
        assert!(face_down <= set && position.occurrences() <= 2);
        let turn = (position.likeness(), position.turns());
        assert!(position.occurrences() > 1 || !before.contains(&turn.0) || turn.1 == 0);
        before.push(turn.0);
        let legal = game.legal(&position);
        let some = legal.iter().filter(|&action| action != Action::Claim).collect::<Vec<_>>();
        game.play(&mut position, some[rng.below(some.len() as u32) as usize]);
    }
    assert!(position.turns() > 200);
}
