//! The scenarios of the rules page and random games.

use super::super::cards::deck;
use super::super::checks::*;
use super::*;

const PLAIN: &[(&str, &str)] = &[];

fn reply(closed: bool, lead: &str, hand: &str) -> Vec<String> {
    let mut game = last_leads("QS", hand, [0, 0], PLAIN);
    game.hands[0] = cards(lead);
    game.stock = cards("QS,2S");
    if closed {
        game.play("close");
    }
    game.play(lead);
    game.legal()
}

/// Player 0 leads, spades are trump, the stock is exhausted.
fn last_leads(first: &str, second: &str, points: [i64; 2], options: &[(&str, &str)]) -> Kinderschnapsen {
    let mut game = Kinderschnapsen::new(options);
    game.phase = Phase::Lead;
    game.trump = 'S';
    game.hands = [cards(first), cards(second)];
    game.points = points;
    game
}

#[test]
fn scenarios_1_to_5_replies() {
    assert_eq!(reply(true, "JH", "2H,7S,QD"), ["2H"]);
    assert_eq!(reply(true, "JH", "QH,2H,7S"), ["QH"]);
    assert_eq!(reply(true, "JH", "2S,QD,7D"), ["2S"]);
    assert_eq!(reply(true, "JH", "QD,7D,2D"), ["2D", "7D", "QD"]);
    assert_eq!(reply(true, "7S", "2S,JS,QH"), ["JS"]);
    assert_eq!(reply(true, "7S", "2S,QH"), ["2S"]);
    assert!(!beats('S', read_card("7S"), read_card("2S")));
    assert_eq!(reply(false, "QH", "2D,2H,7S"), ["2D", "2H", "7S"]);
}

#[test]
fn scenario_6_another_plain_suit_does_not_win() {
    let game = play_all(last_leads("2H,7H", "QD,7D", [0, 0], PLAIN), "2H QD");
    assert_eq!((game.turn().as_str(), game.points), ("player 0", [14, 0]));
}

const LONG: &str = "deal:QS,JS,7S/2H,7H,JH/2S/QH,2D,7D,JD,QD";

#[test]
fn scenario_7_closing_sizes() {
    let two = play_all(Kinderschnapsen::new(PLAIN), &format!("{LONG} QS 2H JS 7H"));
    assert_eq!((two.stock.len(), two.legal()), (2, ["7D", "7S", "QH", "close"].map(String::from).to_vec()));
    let closed = play_all(two.clone(), "close 7S JH on QH");
    assert_eq!((closed.stock.len(), closed.hands[0].len()), (2, 1));
    assert!(!play_all(two.clone(), "close").legal().contains(&"close".to_string()));
    let empty = play_all(two, "7S JH on");
    assert_eq!(empty.legal(), ["7D", "QD", "QH"]);
    assert!(empty.seen(0).ends_with("0 draws QD; 1 draws 2S;"));
    assert!(empty.seen(1).ends_with("0 draws; 1 draws 2S;"));
    assert_eq!(play_all(empty, "7D").legal(), ["JD"]);
    let late = play_all(Kinderschnapsen::new(&[("close_min_stock", "4")]), LONG);
    assert!(late.legal().contains(&"close".to_string()));
    assert!(!play_all(late, "QS 2H JS 7H").legal().contains(&"close".to_string()));
}

#[test]
fn scenario_8_checkout_timing() {
    let deal = "deal:QS,JS,2H/QH,QD,7H/2S/7D,2D,JH,JD,7S QS QH JS QD";
    let game = play_all(Kinderschnapsen::new(PLAIN), deal);
    assert_eq!((game.points, game.legal()), ([47, 0], vec!["on".to_string(), "out".to_string()]));
    assert_eq!(play_all(game.clone(), "out").returns(), [3.0, -3.0]);
    let later = play_all(game, "on 7D JD 2D");
    assert_eq!((later.turn().as_str(), later.legal()), ("player 0", vec!["2S".to_string()]));
    assert_eq!(play_all(later, "2S out").returns(), [2.0, -2.0]);
    let auto = play_all(Kinderschnapsen::new(&[("auto_checkout", "true")]), deal);
    assert_eq!(auto.returns(), [3.0, -3.0]);
}

#[test]
fn scenario_9_below_46() {
    let after = |before, value| {
        let game = last_leads("2H,7H", "QD,7D", [before, 5], &[("false_checkout", value)]);
        play_all(game, "2H QD")
    };
    assert_eq!(after(31, "forbidden").turn(), "player 0");
    assert_eq!(after(31, "forbidden").legal(), ["7H"]);
    assert_eq!(play_all(after(31, "opponent_tier"), "out").returns(), [-1.0, 1.0]);
    assert_eq!(play_all(after(0, "opponent_tier"), "out").returns(), [-2.0, 2.0]);
    assert_eq!(play_all(after(31, "opponent_fixed:3"), "out").returns(), [-3.0, 3.0]);
    assert_eq!(play_all(after(32, "opponent_fixed:3"), "out").returns(), [2.0, -2.0]);
}

#[test]
fn scenario_10_nobody_checks_out() {
    let both = play_all(last_leads("QH", "7H", [30, 47], PLAIN), "QH 7H");
    assert_eq!(both.legal(), ["on", "out"]);
    assert_eq!(play_all(both.clone(), "out").returns(), [1.0, -1.0]);
    assert_eq!(play_all(both, "on").returns(), [1.0, -1.0]);
    assert_eq!(play_all(last_leads("QH", "7H", [17, 60], PLAIN), "QH 7H").returns(), [1.0, -1.0]);
}

#[test]
fn scenario_11_closer_fails() {
    let words = "deal:QS,JS,7H/7S,JH,QH/2S/2H,2D,7D,JD,QD close QS 7S JS JH 7H QH";
    let paid = |value| play_all(Kinderschnapsen::new(&[("close_fail", value)]), words).returns();
    assert_eq!(paid("last_trick"), [-1.0, 1.0]);
    assert_eq!(paid("opponent_wins2or3"), [-3.0, 3.0]);
}

#[test]
fn frozen_points_count_for_the_closer_alone() {
    let paid = |freeze, words| {
        let mut game = last_leads("2H,QS,JS", "7H,2S,7S", [27, 0], &[("freeze_on_close", freeze)]);
        game.stock = cards("QD,JD");
        play_all(game, words).returns()
    };
    let words = "close 2H 7H 7S QS out";
    assert_eq!((paid("true", words), paid("false", words)), (vec![3.0, -3.0], vec![2.0, -2.0]));
}

#[test]
fn hidden_cards_are_not_seen() {
    let after = |deal: &str| play_all(Kinderschnapsen::new(PLAIN), deal);
    let game = after(LONG);
    let other = after("deal:7S,Q♠,JS/2D,7H,JH/2S/QH,2H,7D,JD,QD");
    assert_eq!(game.seen(0), other.seen(0));
    assert_ne!(game.seen(1), other.seen(1));
    let swapped = "deal:QS,JS,7S/2H,7H,JH/2S/2D,QH,JD,7D,QD close QS 2H";
    let [left, right] = [after(&format!("{LONG} close QS 2H")), after(swapped)];
    assert_eq!((left.seen(0), left.seen(1)), (right.seen(0), right.seen(1)));
}

#[test]
fn wrong_input_panics() {
    for option in [
        ("close_min_stock", "3"),
        ("false_checkout", "opponent_fixed:4"),
        ("auto_checkout", "yes"),
        ("start_score", "5"),
    ] {
        assert!(panics(|| Kinderschnapsen::new(&[option])), "{option:?}");
    }
    for words in [
        "QS",
        "deal:QS,JS,7S/2H,7H,JH/2S/QH,2D,7D,JD,JD",
        "deal:QS,JS/7S,2H,7H,JH/2S/QH,2D,7D,JD,QD",
        &format!("{LONG} 2H"),
        &format!("{LONG} out"),
        &format!("{LONG} close close"),
    ] {
        assert!(panics(|| play_all(Kinderschnapsen::new(PLAIN), words)), "{words}");
    }
}

#[test]
fn random_games_of_all_options_end() {
    let mut dice = Dice(1);
    for options in combinations(OPTIONS) {
        for _ in 0..50 {
            let deal = random_deal(deck("SHD", "27JQ"), [3, 3, 1, 5], &mut dice);
            check_random_game(Kinderschnapsen::new(&options), &deal, &mut dice);
        }
    }
}
