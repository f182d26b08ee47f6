//! The scenarios of the rules page, on boards laid out by hand.

use super::board::Square;
use super::card::{Card, CardSet};
use super::position::{Phase, Position};
use super::reach::LeapTurn;
use super::rules::{KlondikeChess, NoMove, Options, ThroneOrder};
use super::stock::{Pile, Stock};
use crate::{ActionSet, Game, Notation, Player, Turn};

const BLACK: Player = Player::FIRST;
const RED: Player = Player::SECOND;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn cards(names: &str) -> Vec<Card> {
    names.split(',').filter(|name| !name.is_empty()).map(|name| name.parse().unwrap()).collect()
}

/// A position in the middle of the game, `mover` to move: stacks as `d4:5H,6S`, from low to high.
fn board(mover: Player, stacks: &str) -> Position {
    let mut position = Position { phase: Phase::Play, mover, ..Position::START };
    position.setup.laid = 8;
    for stack in stacks.split_whitespace() {
        let (at, names) = stack.split_once(':').unwrap();
        let names = cards(names);
        position.stacks.put(names[0], square(at), &mut position.key);
        for pair in names.windows(2) {
            position.stacks.join_high(pair[1], pair[0], &mut position.key);
        }
        names.into_iter().filter(|&card| CardSet::KINGS.contains(card)).for_each(|card| {
            position.kings |= 1 << card.owner().index();
        });
    }
    // Something to draw, so that neither player is stalemated.
    with_stock(position, "", "3C,4C,9C,TC")
}

/// The same with this waste, bottom first, and draw pile, top first.
fn with_stock(mut position: Position, waste: &str, pile: &str) -> Position {
    let (waste, pile) = (cards(waste), cards(pile));
    let all = Pile::from_top(waste.iter().chain(&pile).copied());
    position.stock = Stock::of_hidden(waste.len() + pile.len());
    position.stock.order(&all);
    for _ in 0..waste.len() {
        position.stock.draw();
    }
    for (place, &card) in waste.iter().enumerate() {
        position.key.flip_waste(card, place);
    }
    position.key.flip_left(pile.len());
    position.past.forget();
    position.past.note(position.key);
    position
}

fn with_throne(mut position: Position, player: Player, names: &str) -> Position {
    position.thrones[player.index()] = cards(names).into_iter().collect();
    position
}

fn game() -> KlondikeChess {
    KlondikeChess::default()
}

fn is_legal(game: &KlondikeChess, position: &Position, word: &str) -> bool {
    game.legal_words(position).iter().any(|legal| legal == word)
}

fn play(game: &KlondikeChess, position: &mut Position, words: &str) {
    for word in words.split_whitespace() {
        let action = game.read_action(position, word).unwrap_or_else(|error| panic!("{error}"));
        game.play(position, action);
    }
}

/// Where the stack on `from` may move, as squares in order.
fn moves(game: &KlondikeChess, position: &Position, from: &str) -> String {
    let words = game.legal_words(position);
    let squares: Vec<&str> = words.iter().filter_map(|word| word.strip_prefix(&format!("{from}-"))).collect();
    squares.join(" ")
}

#[test]
fn scenario_1_leaps_of_two() {
    let game = game();
    let position = board(RED, "d4:2H c4:7C e4:7S d5:9H");
    assert_eq!(moves(&game, &position, "d4"), "b2 b3 b4 b5 b6 c2 c3 c5 c6 d2 d6 e2 e3 e5 e6 f2 f3 f4 f5 f6");
    assert_eq!(moves(&game, &board(RED, "a1:2H"), "a1"), "a3 b2 b3 c1 c2 c3");
}

#[test]
fn scenario_2_turns_of_a_leap() {
    for leap_turn in [LeapTurn::EachTurn, LeapTurn::TotalTurn] {
        let game = KlondikeChess::new(Options { leap_turn, ..Options::default() });
        for stack in ["2H", "4H", "8H"] {
            let position = board(RED, &format!("d4:{stack}"));
            assert!(!is_legal(&game, &position, "d4-d4"), "{stack}");
        }
        assert!(!is_legal(&game, &board(RED, "d4:2H"), "d4-d5"));
    }
}

#[test]
fn scenario_3_a_stack_moves_as_any_of_its_cards() {
    let game = game();
    let targets = |mover, stack: &str| moves(&game, &board(mover, &format!("a1:{stack}")), "a1");
    let (five, six) = (targets(RED, "5H"), targets(BLACK, "6S"));
    let both = targets(RED, "5H,6S");
    assert_eq!(both, targets(BLACK, "5H,6S"));
    assert!(five.split(' ').chain(six.split(' ')).all(|to| both.split(' ').any(|at| at == to)));
    let slide = targets(BLACK, "QH,KS");
    assert!(["a8", "h8", "d1"].iter().all(|to| slide.split(' ').any(|at| at == *to)), "{slide}");
    assert_eq!(targets(RED, "KS"), "");
}

#[test]
fn scenario_4_no_capture() {
    let game = game();
    let queen = moves(&game, &board(RED, "d1:QH d4:7H,8C"), "d1");
    let straight: Vec<&str> =
        queen.split(' ').filter(|to| to.starts_with('d') || to.ends_with('1')).collect();
    assert_eq!(straight.join(" "), "a1 b1 c1 d2 d3");
    let position = board(RED, "d4:KH d5:6S");
    assert!(is_legal(&game, &position, "d4-e5") && !is_legal(&game, &position, "d4-d5"));
    assert!(!is_legal(&game, &board(RED, "d1:KH"), "d1-e1"));
}

#[test]
fn scenario_5_transfers() {
    let game = game();
    let mut position = board(RED, "d4:QH d5:KS c5:AD e5:AC c4:9D");
    assert!(is_legal(&game, &position, "d4.lo>d5.lo"));
    play(&game, &mut position, "d4.lo>d5.lo draw c5.lo>d5.hi");
    let stack: Vec<Card> = position.stacks.circle("QH".parse().unwrap()).collect();
    assert_eq!(stack, cards("QH,KS,AD"));
    // The middle card cannot leave, and a black ace does not fit a black king.
    let words = game.legal_words(&position);
    assert!(words.iter().any(|word| word == "d5.lo>d4") && words.iter().any(|word| word == "d5.hi>d4"));
    assert!(!words.iter().any(|word| word.starts_with("d5:")));
    let black_ace = board(BLACK, "d5:QH,KS e5:AC");
    assert!(!is_legal(&game, &black_ace, "e5.lo>d5.hi"));
}

#[test]
fn scenario_6_the_throne() {
    let game = game();
    let next_to_throne = |cards: &str| board(RED, cards);
    assert!(is_legal(&game, &next_to_throne("d7:AH"), "d7.lo>throne"));
    assert!(!is_legal(&game, &next_to_throne("d7:AS c6:AH"), "d7.lo>throne"));
    let ace = with_throne(next_to_throne("d7:2H c7:2D e7:3H"), BLACK, "AH");
    let lays: Vec<String> =
        game.legal_words(&ace).into_iter().filter(|word| word.ends_with(">throne")).collect();
    assert_eq!(lays, ["d7.lo>throne"]);
    for (black_king, payoff) in [(true, 1.0), (false, -1.0)] {
        let stacks = if black_king { "c8:KH a1:KS" } else { "c8:KH" };
        let mut position = with_throne(board(RED, stacks), BLACK, "AH,2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH");
        play(&game, &mut position, "c8.lo>throne");
        assert_eq!(game.turn(&position), Turn::Over);
        assert_eq!(game.payoff(&position, RED), payoff);
        assert_eq!(game.payoff(&position, BLACK), -payoff);
    }
}

#[test]
fn scenario_6_a_face_down_king_counts() {
    let mut position = with_throne(board(RED, "c8:KH"), BLACK, "AH,2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH");
    position.setup.set[0] = ["2C", "KC", "5S", "6S"].map(|name| name.parse().unwrap());
    let face_up_only = super::rules::KingCounts::FaceUpOnly;
    for (king_counts, payoff) in [(super::rules::KingCounts::OnBoardAny, 1.0), (face_up_only, -1.0)] {
        let game = KlondikeChess::new(Options { king_counts, ..Options::default() });
        let mut position = position.clone();
        play(&game, &mut position, "c8.lo>throne");
        assert_eq!(game.payoff(&position, RED), payoff);
    }
}

#[test]
fn thrones_in_other_orders() {
    let laid = |throne_order, pile: &str, word: &str| {
        let game = KlondikeChess::new(Options { throne_order, ..Options::default() });
        let position = with_throne(board(RED, "c7:3H d7:KD e7:KH e8:9H"), BLACK, pile);
        is_legal(&game, &position, word)
    };
    use ThroneOrder::{Ascending, Consecutive, KingDirect};
    assert!(!laid(Consecutive, "AH", "c7.lo>throne") && laid(Consecutive, "AH,2H", "c7.lo>throne"));
    assert!(laid(Ascending, "AH", "c7.lo>throne") && laid(Ascending, "AH", "e7.lo>throne"));
    assert!(!laid(Ascending, "AH", "d7.lo>throne") && !laid(Ascending, "", "e7.lo>throne"));
    assert!(!laid(Ascending, "AH,TH", "e8.lo>throne"));
    for pile in ["", "AH", "AD"] {
        assert!(laid(KingDirect, pile, "d7.lo>throne") && laid(KingDirect, pile, "e7.lo>throne"));
    }
    assert!(!laid(KingDirect, "AH", "c7.lo>throne"));
}

#[test]
fn scenario_7_back_from_the_throne() {
    let stacks = "d7:3S c7:AC,2D h1:9H";
    let game = game();
    let red = with_throne(board(RED, stacks), BLACK, "AH,2H");
    assert!(is_legal(&game, &red, "throne>d7.lo") && is_legal(&game, &red, "throne>e8"));
    let black = with_throne(board(BLACK, stacks), BLACK, "AH,2H");
    assert!(!game.legal_words(&black).iter().any(|word| word.contains("throne") || word.contains("own")));
    let defended = KlondikeChess::new(Options { defend_own_throne: true, ..Options::default() });
    let own: Vec<String> =
        defended.legal_words(&black).into_iter().filter(|word| word.starts_with("own")).collect();
    assert_eq!(own, ["own>d7.lo"]);
}

#[test]
fn scenario_8_ko() {
    let game = game();
    let mut position = board(BLACK, "d4:5H,6S h1:9C");
    play(&game, &mut position, "d4-g6");
    assert!(!is_legal(&game, &position, "g6-d4") && is_legal(&game, &position, "g6-d5"));
    play(&game, &mut position, "draw h1-h2");
    assert!(is_legal(&game, &position, "g6-d4"));
}

#[test]
fn transfers_are_not_undone_at_once() {
    let game = game();
    for (stacks, played, undone) in [
        ("d4:5H,6S c4:9H", "d4.hi>d5", "d5.lo>d4.hi"),
        ("d4:5H,6S c4:9H", "d4.lo>d5", "d5.lo>d4.lo"),
        ("d4:5H d5:6S,7H", "d4.lo>d5.lo", "d5.lo>d4"),
        ("d4:5H,6S d5:7H", "d4.hi>d5.lo", "d5.lo>d4.hi"),
        ("d4:7H,8S d5:6S", "d4.lo>d5.hi", "d5.hi>d4.lo"),
    ] {
        let mut position = board(BLACK, stacks);
        play(&game, &mut position, played);
        assert!(!is_legal(&game, &position, undone), "{undone} after {played}");
        // It may be done after something else: the rule is about the last turn only.
        position.ko = None;
        assert!(is_legal(&game, &position, undone), "{undone} after {played}");
    }
    let defended = KlondikeChess::new(Options { defend_own_throne: true, ..Options::default() });
    let mut position = with_throne(board(BLACK, "d7:3S c7:9H"), BLACK, "AH,2H");
    play(&defended, &mut position, "own>d7.lo");
    assert!(!is_legal(&defended, &position, "d7.lo>throne") && is_legal(&defended, &position, "d7.lo>d6"));
}

#[test]
fn scenario_9_one_card_left() {
    let game = game();
    let mut position = with_stock(board(RED, "d4:9H d5:9S"), "", "3C");
    play(&game, &mut position, "draw");
    assert!(!is_legal(&game, &position, "reshuffle"));
    play(&game, &mut position, "d5-a1 reshuffle");
    game.reveal(&mut position, &super::game::Chance::Pile(Pile::from_top(cards("3C"))));
    assert!(!is_legal(&game, &position, "draw"));
}

fn reshuffle(game: &KlondikeChess, position: &mut Position) {
    play(game, position, "draw draw reshuffle");
    if game.turn(position) == Turn::Chance {
        game.reveal(position, &super::game::Chance::Pile(Pile::from_top(cards("3C,4C"))));
    }
}

#[test]
fn scenario_10_three_reshuffles() {
    let game = game();
    let start = with_stock(board(RED, "d4:9H d5:9S"), "", "3C,4C");
    let mut position = start.clone();
    for _ in 0..3 {
        assert_ne!(game.turn(&position), Turn::Over);
        reshuffle(&game, &mut position);
    }
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(game.payoff(&position, RED), 0.0);

    let mut position = start;
    position.setup.set[0][0] = "KC".parse().unwrap();
    position.face_down = square("f8").bit();
    position.key.flip_face_down(square("f8"));
    reshuffle(&game, &mut position);
    reshuffle(&game, &mut position);
    let flip = if position.mover == BLACK { "flip:f8" } else { "d4-a1 flip:f8" };
    play(&game, &mut position, flip);
    reshuffle(&game, &mut position);
    assert_eq!(game.turn(&position), Turn::Player(position.mover));
}

#[test]
fn scenario_12_passing() {
    let game = game();
    for (stacks, red, black) in [
        ("d4:AH e5:9S", true, false),
        ("d4:KH,AC", true, true),
        ("d4:AC e5:9H", false, true),
        ("d4:9H e5:9S", false, false),
    ] {
        assert_eq!(is_legal(&game, &board(RED, stacks), "pass"), red, "{stacks}");
        assert_eq!(is_legal(&game, &board(BLACK, stacks), "pass"), black, "{stacks}");
    }
}

#[test]
fn the_third_occurrence_loses() {
    let game = game();
    let mut position = board(BLACK, "a1:AC h8:AH");
    // Two passes bring the position back each time.
    play(&game, &mut position, "pass pass pass");
    assert_eq!(game.turn(&position), Turn::Player(RED));
    play(&game, &mut position, "pass");
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!((game.payoff(&position, BLACK), game.payoff(&position, RED)), (1.0, -1.0));
}

/// All hearts and clubs in turn, from ace to king.
const RING: &str = "AH,2C,3H,4C,5H,6C,7H,8C,9H,TC,JH,QC,KH";

#[test]
fn any_card_leaves_a_ring() {
    let game = game();
    let mut position = board(BLACK, &format!("d4:{RING} d5:6S h8:TS"));
    let words = game.legal_words(&position);
    assert!(["AH", "7H", "KH"].iter().all(|card| words.contains(&format!("d4:{card}>e4"))));
    assert!(words.contains(&"d4:7H>d5.hi".to_owned()) && !words.iter().any(|word| word.starts_with("d4.")));
    play(&game, &mut position, "d4:7H>e4");
    let stack: Vec<Card> = position.stacks.circle("8C".parse().unwrap()).collect();
    assert_eq!(stack, cards("8C,9H,TC,JH,QC,KH,AH,2C,3H,4C,5H,6C"));
    // What was inside does not come back to where it was.
    assert!(is_legal(&game, &position, "e4.lo>d4.lo") && is_legal(&game, &position, "e4.lo>d4.hi"));

    let mut position = board(BLACK, &format!("d4:{RING} h8:TS"));
    play(&game, &mut position, "d4:AH>e4");
    assert!(!is_legal(&game, &position, "e4.lo>d4.lo"));

    let plain = KlondikeChess::new(Options { ring_transfer: false, ..Options::default() });
    let position = board(BLACK, &format!("d4:{RING} d5:6S"));
    let from: Vec<String> =
        plain.legal_words(&position).into_iter().filter(|word| word.starts_with("d4.lo>")).collect();
    assert_eq!(from.len(), 7, "{from:?}");
    assert!(!plain.legal_words(&position).iter().any(|word| word.starts_with("d4:")));
}

#[test]
fn a_stack_may_be_of_one_colour() {
    let game = game();
    // The ends of this ring are red: once it is opened elsewhere they meet.
    let mut position = board(RED, &format!("d4:{RING}"));
    play(&game, &mut position, "d4:7H>e4");
    let seam: Vec<Card> = position.stacks.circle("8C".parse().unwrap()).collect();
    assert_eq!(seam[5..7], cards("KH,AH")[..]);
    // Taking away all but the seam leaves two red cards, which Black may not move.
    for card in cards("8C,9H,TC,JH,QC,6C,5H,4C,3H,2C") {
        position.stacks.remove(card, &mut position.key);
    }
    position.ko = None;
    position.mover = BLACK;
    assert_eq!(moves(&game, &position, "d4"), "");
    position.mover = RED;
    assert_ne!(moves(&game, &position, "d4"), "");
    assert_eq!(position.stacks, position.stacks.rebuilt().0);
}

#[test]
fn adding_from_the_waste() {
    let game = game();
    // On the black start spaces: free ones, a fitting stack, and one that does not fit.
    let position = with_stock(board(RED, "f8:8H h6:TD a6:5H"), "9S", "2C");
    let adds: Vec<String> =
        game.legal_words(&position).into_iter().filter(|word| word.starts_with("add")).collect();
    assert_eq!(adds, ["add:f8.hi", "add:g1", "add:h6.lo"]);
    let own_only = KlondikeChess::new(Options { add_any_colour: false, ..Options::default() });
    assert!(!own_only.legal_words(&position).iter().any(|word| word.starts_with("add")));
}

#[test]
fn claims_need_a_board_without_kings() {
    let claim = |latched, king: bool, later: bool| {
        let options = Options { king_draw_turn: 1, king_draw_latched: latched, ..Options::default() };
        let game = KlondikeChess::new(options);
        let mut position = board(BLACK, "a1:9C h8:9H");
        position.setup.set[0][0] = "KC".parse().unwrap();
        position.face_down = square("f8").bit();
        assert!(!is_legal(&game, &position, "claim"));
        play(&game, &mut position, if king { "flip:f8 draw" } else { "draw draw" });
        if later {
            play(&game, &mut position, "flip:f8 draw");
        }
        is_legal(&game, &position, "claim")
    };
    assert!(claim(true, false, false) && claim(false, false, false));
    assert!(!claim(true, true, false) && !claim(false, true, false));
    assert!(claim(true, false, true) && !claim(false, false, true));
}

#[test]
fn who_can_do_nothing_draws_or_passes() {
    for (no_move, turn) in [(NoMove::Draw, Turn::Over), (NoMove::Pass, Turn::Player(RED))] {
        let game = KlondikeChess::new(Options { no_move, ..Options::default() });
        let mut position = with_stock(board(BLACK, "a1:9C"), "", "");
        play(&game, &mut position, "a1-h8");
        assert_eq!(game.turn(&position), turn);
        if no_move == NoMove::Pass {
            assert_eq!(game.legal_words(&position), ["pass"]);
            assert_eq!(game.legal(&position).len(), 1);
        }
    }
}
