//! The test scenarios of the rules of Kinderschnapsen, under their numbers.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::Table;
use hinterhand_engine::{Game, History, Player};

use super::{Scene, after};

fn plain(words: &str) -> Scene {
    after::<Kinderschnapsen>(&[], words)
}

/// The cards that player 0 knows player 1 to hold.
fn known_to_the_leader(words: &str) -> String {
    let game = Kinderschnapsen::default();
    let mut history = History::new(&game);
    words.split(' ').for_each(|word| history.play_word(word).expect("legal words"));
    let info_set = game.info_set(history.state(), Player::FIRST);
    info_set.hand().cards(Player::SECOND).to_string()
}

fn with(key: &str, value: &str, words: &str) -> Scene {
    after::<Kinderschnapsen>(&[(key, value)], words)
}

#[test]
fn scenario_01_following_comes_before_beating() {
    let scene = plain("deal:JH,2D,7D/2H,7S,QD/2S/QH,7H,JS,QS,JD close JH");
    assert_eq!(scene.legal(), "2H");
}

#[test]
fn scenario_02_both_rules() {
    let scene = plain("deal:JH,2D,7D/QH,2H,7S/2S/7H,JS,QS,JD,QD close JH");
    assert_eq!(scene.legal(), "QH");
}

#[test]
fn scenario_03_void_in_the_suit() {
    let scene = plain("deal:JH,2H,2D/2S,QD,7D/7S/QH,7H,JS,QS,JD close JH");
    assert_eq!(scene.legal(), "2S");
    let without_trumps = "deal:JH,2H,7S/QD,7D,2D/2S/QH,7H,JS,QS,JD close JH";
    assert_eq!(plain(without_trumps).legal(), "2D 7D QD");
    let lost = plain(&format!("{without_trumps} QD"));
    assert_eq!((lost.turn.as_str(), lost.points), ("player 0", [23, 0]));
}

#[test]
fn scenario_04_trump_is_led() {
    let scene = plain("deal:7S,2D,7D/2S,JS,QH/QS/2H,7H,JH,JD,QD close 7S");
    assert_eq!(scene.legal(), "JS");
    let weaker = "deal:7S,2D,7D/2S,QH,7H/QS/JS,2H,JH,JD,QD close 7S";
    assert_eq!(plain(weaker).legal(), "2S");
    assert_eq!(plain(&format!("{weaker} 2S")).turn, "player 0");
}

#[test]
fn scenario_05_open_talon() {
    let scene = plain("deal:QH,7D,JD/2D,2H,JS/2S/7S,QS,7H,JH,QD QH");
    assert_eq!(scene.legal(), "2D 2H JS");
}

#[test]
fn scenario_06_another_plain_suit_does_not_win() {
    let scene = plain(&format!("{DIAMOND_ON_HEART} QD"));
    assert_eq!((scene.turn.as_str(), scene.points), ("player 0", [14, 0]));
}

const DIAMOND_ON_HEART: &str = "deal:2H,7D,JD/QD,7H,JS/2S/7S,QS,JH,QH,2D 2H";

#[test]
fn scenario_07_closing_sizes() {
    let two = "deal:QS,JS,7S/2H,7H,JH/2S/QH,2D,7D,JD,QD QS 2H JS 7H";
    assert_eq!((plain(two).talon, plain(two).legal()), (2, "7D 7S QH close".to_owned()));

    let closed = plain(&format!("{two} close 7S JH on"));
    assert_eq!((closed.talon, closed.legal()), (2, "7D QH".to_owned()), "no draws");
    assert_eq!(plain(&format!("{two} close 7S JH on QH 2D on 7D")).legal(), "JD");
    assert_eq!(plain(&format!("{two} close 7S JH on QH 2D on 7D JD")).won(), -1.0, "three tricks remained");

    let empty = plain(&format!("{two} 7S JH on"));
    assert_eq!((empty.talon, empty.legal()), (0, "7D QD QH".to_owned()), "no close");
    assert!(empty.seen[0].ends_with("on+QD"), "the leader drew the hidden card: {:?}", empty.seen);
    assert_eq!(plain(&format!("{two} 7S JH on 7D")).legal(), "JD", "closed rules");
    assert_eq!(known_to_the_leader(&format!("{two} 7S JH on")), "2S", "the loser drew the turnup openly");
}

#[test]
fn scenario_08_check_out_right_after_the_trick() {
    let words = "deal:QS,JS,2H/QH,QD,7H/2S/7D,2D,JH,JD,7S QS QH JS QD";
    assert_eq!((plain(words).points, plain(words).legal()), ([47, 0], "on out".to_owned()));
    assert_eq!(plain(&format!("{words} out")).won(), 3.0);
    let later = format!("{words} on 7D JD");
    assert_eq!((plain(&later).points, plain(&later).turn), ([47, 18], "player 1".to_owned()));
    for words in [later.clone(), format!("{later} 2D")] {
        assert!(!plain(&words).legal.contains(&"out".to_owned()), "{words}");
    }
    assert_eq!(plain(&format!("{later} 2D 2S out")).won(), 2.0, "after another trick");
}

#[test]
fn scenario_09_below_46() {
    let words = "deal:QS,JS,2H/JH,JD,7H/2S/7S,QH,2D,7D,QD QS JH JS JD";
    assert_eq!(plain(words).points, [45, 0]);
    assert!(!plain(words).legal.contains(&"out".to_owned()));
    assert_eq!(with("false_checkout", "opponent_tier", &words.replace(" JS", " on JS")).legal(), "on out");
    let out = words.replace(" JS JD", " on JS JD out");
    assert_eq!(with("false_checkout", "opponent_tier", &out).won(), -1.0);
    assert_eq!(with("false_checkout", "opponent_fixed:3", &out).won(), -3.0);
    let out = format!("{DIAMOND_ON_HEART} QD out");
    assert_eq!(with("false_checkout", "opponent_tier", &out).won(), -2.0, "14 points");
}

#[test]
fn scenario_10_nobody_checks_out() {
    let words = "deal:QS,JD,QD/7S,QH,2D/2H/7D,7H,2S,JH,JS JD QH 7S QS QD 7D 2S 2H 2D 7H on JS JH";
    assert_eq!((plain(words).turn, plain(words).points), ("player 1".to_owned(), [47, 49]));
    assert_eq!(plain(words).legal(), "on out");
    assert_eq!(plain(&format!("{words} out")).won(), -1.0);
    assert_eq!(plain(&format!("{words} on")).won(), -1.0);

    let below = "deal:7S,QH,2D/QS,7H,JD/7D/QD,JH,2S,2H,JS QH 7H QD QS 2S 2H on 7S 7D JH 2D on JS JD";
    assert_eq!((plain(below).points, plain(below).won()), ([60, 36], -1.0));
}

#[test]
fn scenario_11_the_closer_fails() {
    let words = "deal:QS,JS,7H/7S,JH,QH/2S/2H,2D,7D,JD,QD close QS 7S JS JH 7H QH";
    assert_eq!((plain(words).points, plain(words).won()), ([41, 19], -1.0));
    assert_eq!(with("close_fail", "opponent_wins2or3", words).won(), -3.0);
}
