//! Shuffling again keeps all that players know, and every order is equally likely.

use std::collections::BTreeMap;

use hinterhand_engine::games::{Kinderschnapsen, Recipippes, Schnapsen, SixtySix};
use hinterhand_engine::tricks::Table;
use hinterhand_engine::{
    ActionSet, Described, Game, Notation, Player, Reshuffle, Rng, Settings, Turn, Value,
};

#[test]
fn kinderschnapsen() {
    check(&Kinderschnapsen::default());
}

#[test]
fn sixty_six() {
    check(&SixtySix::default());
}

#[test]
fn schnapsen() {
    check(&Schnapsen::default());
}

#[test]
fn recipippes() {
    check(&Recipippes::default());
    let mut settings = Settings::of::<Recipippes>();
    settings.set("players", Value::Number(4)).expect("an option");
    check(&Recipippes::with_settings(&settings).expect("for four"));
}

/// In random games no player notices that the cards were reshuffled, and the position stays sound.
fn check<G: Reshuffle + Notation>(game: &G) {
    let (mut several, mut single) = (0, 0);
    for stream in 0..200 {
        let mut rng = Rng::new(31, stream);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Player(_) => {
                    let legal = game.legal(&state);
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
            let mut other = state.clone();
            game.reshuffle(&mut other, &mut rng);
            assert_eq!(game.face_down(&other), game.face_down(&state));
            assert_eq!(game.turn(&other), game.turn(&state));
            game.check(&other).expect("a position of the game");
            for player in Player::all(game.players()) {
                assert_eq!(game.info_set(&other, player), game.info_set(&state, player));
            }
            *if game.face_down(&state) > 1 { &mut several } else { &mut single } += 1;
        }
    }
    assert!(several > 100 && single > 100, "{several} {single}");
}

/// The three cards that lie face down before the third draw of Kinderschnapsen come in each order as often.
#[test]
fn every_order_is_as_likely() {
    let game = Kinderschnapsen::default();
    let mut rng = Rng::new(32, 0);
    let mut hand = game.start();
    game.deal(&mut hand, &mut rng);
    while game.face_down(&hand) > 3 {
        let legal = game.legal(&hand);
        let plain = legal.iter().find(|action| action.played().is_some()).expect("a card");
        game.play(&mut hand, plain);
    }
    assert_eq!(game.face_down(&hand), 3);
    let mut orders = BTreeMap::<String, u32>::new();
    for _ in 0..6_000 {
        game.reshuffle(&mut hand, &mut rng);
        *orders.entry(format!("{:?}", hand.talon())).or_default() += 1;
    }
    assert_eq!(orders.len(), 6);
    // Five degrees of freedom: more than 25.7 in one of ten thousand seeds.
    let chi: f64 = orders.values().map(|&times| (f64::from(times) - 1_000.0).powi(2) / 1_000.0).sum();
    assert!(chi < 25.7, "{chi}");
}
