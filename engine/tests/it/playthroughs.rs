//! Golden playthroughs: everything that the notation says of a few seeded games, position by position.

use std::fmt::Write as _;

use hinterhand_engine::contract::{Avoid, Contract};
use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kinderschnapsen, Kuhn, Leduc, LiarsDice, PhantomTtt, Schnapsen,
    SixtySix,
};
use hinterhand_engine::{Described, Notation, Player, Turn, Worlds};

use crate::golden;
use crate::referee::is_false_stop;

#[test]
fn kinderschnapsen() {
    check::<Kinderschnapsen>(|_, _, _| false);
}

#[test]
fn sixty_six() {
    check::<SixtySix>(is_false_stop);
}

#[test]
fn schnapsen() {
    check::<Schnapsen>(is_false_stop);
}

#[test]
fn kuhn() {
    check::<Kuhn>(|_, _, _| false);
}

#[test]
fn leduc() {
    check::<Leduc>(|_, _, _| false);
}

#[test]
fn generic_poker() {
    check::<GenericPoker>(|_, _, _| false);
}

#[test]
fn liars_dice() {
    check::<LiarsDice>(|_, _, _| false);
}

#[test]
fn goofspiel() {
    check::<Goofspiel>(|_, _, _| false);
}

#[test]
fn phantom_ttt() {
    check::<PhantomTtt>(|_, _, _| false);
}

#[test]
fn phantom_ttt_abrupt() {
    check_game(&Phantom::of(Line::default(), Version::Abrupt), "phantom-ttt-abrupt", |_, _, _| false);
}

#[test]
fn dark_hex() {
    check::<DarkHex>(|_, _, _| false);
}

#[test]
fn dark_hex_abrupt() {
    check_game(&Phantom::of(Connection::default(), Version::Abrupt), "dark-hex-abrupt", |_, _, _| false);
}

/// Three games with the default options.
fn check<G: Notation + Worlds + Described + Default>(avoid: Avoid<G>) {
    check_game(&G::default(), G::INFO.name, avoid);
}

/// Three games; the file has this name.
fn check_game<G: Notation + Worlds + Described>(game: &G, name: &str, avoid: Avoid<G>) {
    let contract = Contract::new(game).seed(2026).avoiding(avoid);
    let mut text = String::new();
    for number in 0..3 {
        let _ = writeln!(text, "{name} {number}");
        let walked = contract.walk(number, |history, rng| {
            if let Some(word) = history.words().last() {
                let _ = writeln!(text, "\n> {word}");
            }
            let state = history.state();
            let _ = writeln!(text, "state: {}", game.position_text(state));
            for player in Player::all(game.players()) {
                let world = game.sample(&game.info_set(state, player), rng);
                let _ = writeln!(text, "seen by {player}: {}", history.seen(player));
                let _ = writeln!(text, "a world of {player}: {}", game.position_text(&world));
            }
            let _ = match history.turn() {
                Turn::Chance => writeln!(text, "turn: chance"),
                Turn::Player(player) => {
                    writeln!(text, "turn: {player}; legal: {}", game.legal_words(state).join(" "))
                }
                Turn::Over => writeln!(text, "over: {:?}\n", history.returns().expect("it is over")),
            };
            Ok::<(), String>(())
        });
        walked.expect("nothing is refused");
    }
    golden::check(&format!("playthroughs/{name}.txt"), &text);
}
