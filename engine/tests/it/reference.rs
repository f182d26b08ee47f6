//! Reference games as one type: each is the game that it holds, to the words and to the digests.

use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kuhn, Leduc, LiarsDice, PhantomTtt, ReferenceGame,
};
use hinterhand_engine::{
    ActionSet as _, Described, Digest, Game as _, Notation, Player, Rng, Settings, StateHistory, Turn,
    Worlds, contract,
};

/// Plays random games in both forms with the same generators.
fn same<G: Notation + Worlds + StateHistory + Described>() {
    let settings = Settings::of::<G>();
    let game = G::with_settings(&settings).expect("defaults");
    let reference = ReferenceGame::with_settings(&settings).expect("defaults");
    contract::check(&reference);
    assert_eq!(game.least_payoff(Player::FIRST), reference.least_payoff(Player::FIRST));
    for stream in 0..50 {
        let (mut rng, mut other) = (Rng::new(2026, stream), Rng::new(2026, stream));
        let (mut state, mut there) = (game.start(), reference.start());
        loop {
            for player in Player::all(game.players()) {
                let (info_set, known) = (game.info_set(&state, player), reference.info_set(&there, player));
                assert_eq!(Digest::of(&info_set).bits(), Digest::of(&known).bits());
                assert_eq!(game.table_text(&info_set), reference.table_text(&known));
            }
            assert_eq!(game.position_text(&state), reference.position_text(&there));
            assert_eq!(game.turn(&state), reference.turn(&there));
            match game.turn(&state) {
                Turn::Chance => {
                    game.deal(&mut state, &mut rng);
                    reference.deal(&mut there, &mut other);
                }
                Turn::Player(_) => {
                    assert_eq!(game.legal_words(&state), reference.legal_words(&there));
                    let legal = game.legal(&state);
                    let chosen = rng.below(legal.len() as u32) as usize;
                    assert_eq!(other.below(legal.len() as u32) as usize, chosen);
                    game.play(&mut state, legal.nth(chosen));
                    let action = reference.legal(&there).nth(chosen);
                    reference.play(&mut there, action);
                }
                Turn::Over => break,
            }
        }
        assert_eq!(game.words(&state), reference.words(&there));
        assert_eq!(game.ending(&state), reference.ending(&there));
        for player in Player::all(game.players()) {
            assert_eq!(game.payoff(&state, player), reference.payoff(&there, player));
        }
    }
}

#[test]
fn each_is_the_game_that_it_holds() {
    same::<Kuhn>();
    same::<Leduc>();
    same::<GenericPoker>();
    same::<LiarsDice>();
    same::<Goofspiel>();
    same::<PhantomTtt>();
    same::<DarkHex>();
}

#[test]
#[should_panic(expected = "belongs to another game")]
fn values_of_another_game_are_refused() {
    let game = ReferenceGame::Kuhn(Kuhn::default());
    game.turn(&ReferenceGame::LiarsDice(LiarsDice::default()).start());
}
