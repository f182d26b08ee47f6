//! Klondike Chess keeps the contract of `Game`, under every option and on several boards.

use hinterhand_engine::contract::Contract;
use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::{Described, Settings, Value};

use crate::variants::{variants, written};

/// Checks a few games cut short: every position is replayed from the start.
fn check(mut settings: Settings, games: u64, plies: i64) {
    settings.set("max_plies", Value::Number(plies)).expect("max_plies is an option");
    let game = KlondikeChess::with_settings(&settings).expect("checked options");
    let positions = Contract::new(&game).games(games).seed(3).run();
    let positions = positions.unwrap_or_else(|breach| panic!("with {}: {breach}", written(&settings)));
    assert!(positions as u64 >= 12 * games, "{positions} positions in {games} games");
}

#[test]
fn defaults() {
    check(Settings::of::<KlondikeChess>(), 4, 30);
}

#[test]
fn options() {
    for settings in variants::<KlondikeChess>(6) {
        check(settings, 1, 12);
    }
}

#[test]
fn boards() {
    for board in ["face_off", "own:a1,b2/c3,d4,e5,f6/h8,g7,a8,h1"] {
        let mut settings = Settings::of::<KlondikeChess>();
        settings.set_text("board", board).expect("a board");
        check(settings, 1, 12);
    }
}
