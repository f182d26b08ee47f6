//! States tell how they came about.

use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kinderschnapsen, Kuhn, Leduc, LiarsDice, PhantomTtt, Schnapsen,
    SixtySix, Tree,
};
use hinterhand_engine::{
    ActionSet, Described, Event, Player, Rng, Settings, StateHistory, Steps, Turn, Worlds, outcomes,
};

/// Events replayed lead to what every seat knows, and sampled worlds have a past too.
fn check<G: StateHistory + Worlds>(game: &G) {
    let mut rng = Rng::new(7, 0);
    for _ in 0..200 {
        let mut state = game.start();
        loop {
            same_past(game, &state);
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Player(player) => {
                    same_past(game, &game.sample(&game.info_set(&state, player), &mut rng));
                    let legal = game.legal(&state);
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
        }
    }
}

fn same_past<G: StateHistory>(game: &G, state: &G::State) {
    let mut again = game.start();
    let mut decisions = game.decisions(state).into_iter();
    for (event, probability) in game.events(state) {
        assert!(probability > 0.0 && probability <= 1.0);
        match event {
            Event::Chance(chance) => game.reveal(&mut again, &chance),
            Event::Action(action) => {
                assert!(game.legal(&again).contains(action), "{action:?}");
                let (at, taken) = decisions.next().expect("a decision for every action");
                assert_eq!(taken, action);
                for player in Player::all(game.players()) {
                    assert!(game.info_set(&at, player) == game.info_set(&again, player));
                }
                game.play(&mut again, action);
            }
        }
    }
    assert!(decisions.next().is_none());
    for player in Player::all(game.players()) {
        assert!(game.info_set(&again, player) == game.info_set(state, player));
    }
}

/// The first event of chance has the probability that dealing in steps gives it.
fn check_chance<G: StateHistory + Steps>(game: &G) {
    let start = game.start();
    for (chance, probability) in outcomes(game, &start) {
        let mut state = start.clone();
        game.reveal(&mut state, &chance);
        let (event, told) = &game.events(&state)[0];
        assert!(*event == Event::Chance(chance.clone()));
        assert!((told - probability).abs() < 1e-12, "{chance:?} {told} {probability}");
    }
}

#[test]
fn events_lead_back_to_the_state() {
    check(&Kuhn::default());
    check(&Leduc::default());
    check(&GenericPoker::default());
    check(&LiarsDice::default());
    check(&LiarsDice { sides: 6, dice: 2 });
    check(&Goofspiel::default());
    check(&PhantomTtt::default());
    check(&DarkHex::default());
    check(&Phantom::of(Line::default(), Version::Abrupt));
    check(&Phantom::of(Connection::new(2, 4), Version::Abrupt));
    for option in [("false_checkout", "opponent_tier"), ("auto_checkout", "true")] {
        let mut settings = Settings::of::<Kinderschnapsen>();
        settings.set_text(option.0, option.1).unwrap();
        check(&Kinderschnapsen::with_settings(&settings).unwrap());
    }
    check(&Kinderschnapsen::default());
    check(&SixtySix::default());
    check(&Schnapsen::default());
}

#[test]
fn chance_has_its_probability() {
    check_chance(&Kuhn::default());
    check_chance(&Leduc::default());
    check_chance(&GenericPoker::default());
    check_chance(&LiarsDice::default());
    check_chance(&LiarsDice { sides: 3, dice: 2 });
    let efg = r#"EFG 2 R "A toss" { "One" "Two" }
        c "" 1 "" { "rain" 1/4 "sun" 3/4 } 0
        p "" 1 1 "" { "in" "out" } 0
        t "" 1 "dry" { 1, -1 }
        t "" 2 "wet" { -1, 1 }
        p "" 1 2 "" { "in" "out" } 0
        t "" 3 "dull" { -1, 1 }
        t "" 4 "fine" { 1, -1 }"#;
    let tree = Tree::from_efg(efg).unwrap();
    check(&tree);
    check_chance(&tree);
}
