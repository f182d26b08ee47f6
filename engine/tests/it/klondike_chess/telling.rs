//! Whole directed games replayed word for word, and pinned.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::{Digest, Game, History, Notation, Player, Rng, Turn};

use super::endings::directed;

fn absorb(digest: &mut Digest, text: &str) {
    text.bytes().for_each(|byte| digest.absorb(u64::from(byte)));
    digest.absorb(u64::MAX);
}

/// A position is the same whether it was played by actions or by words, and so is its text.
#[test]
fn games_are_told_as_they_were_played() {
    let game = KlondikeChess::default();
    let digests = [0, 1, 2].map(|seed| {
        let mut rng = Rng::new(seed, 8);
        let mut history = History::new(&game);
        let mut digest = Digest::EMPTY;
        loop {
            absorb(&mut digest, &game.position_text(history.state()));
            absorb(&mut digest, &game.legal_words(history.state()).join(" "));
            match history.turn() {
                Turn::Over => break,
                Turn::Chance => history.deal(&mut rng),
                Turn::Player(_) => {
                    let action = directed(&game, history.state(), &mut rng);
                    history.play(action).expect("the directed player keeps the rules");
                }
            }
        }
        let mut told = History::new(&game);
        history.words().iter().for_each(|word| told.play_word(word).expect("its own words"));
        assert_eq!(game.position_text(told.state()), game.position_text(history.state()));
        assert_eq!(told.returns(), history.returns());
        for seat in Player::all(2) {
            assert_eq!(told.seen(seat), history.seen(seat));
            assert_eq!(game.info_set(told.state(), seat), game.info_set(history.state(), seat));
            absorb(&mut digest, history.seen(seat));
        }
        digest.bits()
    });
    assert_eq!(digests, GOLDEN);
}

/// The digests of these games: they change with the rules, the notation, the directed player and the
/// generator.
const GOLDEN: [u128; 3] = [
    151478385486525272387947553685015675793,
    266629053411008775504768628647200820162,
    213806523740507469976612968420174936507,
];
