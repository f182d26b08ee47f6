//! Whatever is typed, nothing panics, and what is written is read back.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use hinterhand_engine::games::{
    Kinderschnapsen, KlondikeChess, Recipippes, Schikanoeschen, Schnapsen, SixtySix,
};
use hinterhand_engine::{Described, History, Notation, Rng, Settings};
use proptest::prelude::*;

use crate::fuzz_entries;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_as_notation(data in any::<Vec<u8>>()) {
        fuzz_entries::notation(&data);
    }

    #[test]
    fn nearly_words(words in prop::collection::vec(nearly_a_word(), 1..20)) {
        fuzz_entries::notation(words.join(" ").as_bytes());
    }

    #[test]
    fn nearly_records(game in 0..fuzz_entries::GAMES, words in prop::collection::vec(nearly_a_word(), 1..60)) {
        let mut data = vec![game];
        data.extend(words.join(" ").bytes());
        fuzz_entries::record(&data);
    }

    #[test]
    fn bytes_as_play(game in 0..fuzz_entries::GAMES, data in prop::collection::vec(any::<u8>(), 5..60)) {
        fuzz_entries::play(&[vec![game], data].concat());
    }

    #[test]
    fn a_deal_with_a_broken_byte(seed: u64, at: prop::sample::Index, byte: u8) {
        broken_deal(&Kinderschnapsen::default(), seed, at, byte);
        broken_deal(&SixtySix::default(), seed, at, byte);
        broken_deal(&Schnapsen::default(), seed, at, byte);
        broken_deal(&recipippes(), seed, at, byte);
        broken_deal(&Schikanoeschen::default(), seed, at, byte);
        broken_deal(&KlondikeChess::default(), seed, at, byte);
    }

    #[test]
    fn deals_in_any_spelling(seed: u64) {
        any_spelling(&Kinderschnapsen::default(), seed);
        any_spelling(&SixtySix::default(), seed);
        any_spelling(&Schnapsen::default(), seed);
    }
}

/// A word of the notation, a deal, or a piece of one.
fn nearly_a_word() -> impl Strategy<Value = String> {
    let card = "(2|7|9|J|Q|K|T|A|10)(C|S|H|D|♣|♠|♥|♦)";
    prop_oneof![
        8 => card,
        2 => "marry:[CSHDX]?",
        2 => "(exchange|close|stop|out|on)",
        2 => "(place:|discard:|support:|defend:)?([A2-9X][MSWLYK]{0,2}|[PC][MSWLYK]{3})",
        1 => "(steal|capture):[A2-9XPC][MSWLYK]{1,3}=[A2-9X][MSWLYK]{1,2}(,[A2-9X][MSWLYK]{2}){0,2}",
        1 => "(call:pawn|seat:second|draw|draw:discard|trade|take:[0-9]|yield|done)",
        2 => "([A-H][01]|D|@)>([A-H][01]|D|@)|(joker|flip):([A-H][01]|@)",
        1 => "(turn|end|offer|accept|decline|knock|wait|let|keep|revert)",
        2 => "[a-h][1-8]([-.:>](lo|hi|throne|own|[a-h][1-8])){0,3}|(flip|add|set):[a-h1-8A-Z]{2}",
        1 => "own:[a-h][1-8],[a-h][1-8](/[a-h][1-8](,[a-h][1-8]){3}){2}",
        1 => "(deal|roll|pile):[2-9TJQKACSHD,/]{0,60}",
        1 => "[a-z_]{1,20}=[a-z0-9:_]{0,12}",
        1 => "\\PC{0,8}",
        2 => any::<u64>().prop_map(|seed| dealt(&Kinderschnapsen::default(), seed)),
        2 => any::<u64>().prop_map(|seed| dealt(&SixtySix::default(), seed)),
        2 => any::<u64>().prop_map(|seed| dealt(&Schnapsen::default(), seed)),
        1 => any::<u64>().prop_map(|seed| dealt(&recipippes(), seed)),
        1 => any::<u64>().prop_map(|seed| dealt(&Schikanoeschen::default(), seed)),
        1 => any::<u64>().prop_map(|seed| dealt(&KlondikeChess::default(), seed)),
    ]
}

/// Recipippes that begins with the deal.
fn recipippes() -> Recipippes {
    let mut settings = Settings::of::<Recipippes>();
    settings.set_text("setup", "fixed").expect("a value of the option");
    Recipippes::with_settings(&settings).expect("checked options")
}

/// The word of a random deal.
fn dealt<G: Notation>(game: &G, seed: u64) -> String {
    let mut history = History::new(game);
    history.deal(&mut Rng::new(seed, 0));
    history.words()[0].clone()
}

/// A deal with one byte replaced is refused, or it is another way to write a deal.
fn broken_deal<G: Notation>(game: &G, seed: u64, at: prop::sample::Index, byte: u8) {
    let mut bytes = dealt(game, seed).into_bytes();
    let at = at.index(bytes.len());
    bytes[at] = byte;
    let broken = String::from_utf8_lossy(&bytes);
    let mut history = History::new(game);
    if history.play_word(&broken).is_ok() {
        let mut reread = History::new(game);
        reread.play_word(&history.words()[0]).expect("what it wrote");
        assert_eq!(game.position_text(reread.state()), game.position_text(history.state()));
    }
}

/// Hands in any order, suits as symbols and `10` for `T` are the same deal, written back in card order.
fn any_spelling<G: Notation>(game: &G, seed: u64) {
    let word = dealt(game, seed);
    let mut rng = Rng::new(seed, 1);
    let groups: Vec<String> = word["deal:".len()..]
        .split('/')
        .enumerate()
        .map(|(number, group)| {
            let mut cards: Vec<&str> = group.split(',').collect();
            if number < 2 {
                rng.shuffle(&mut cards);
            }
            let spelled: Vec<String> = cards
                .into_iter()
                .map(|card| match rng.below(3) {
                    0 => card.replace('S', "♠").replace('H', "♥").replace('D', "♦").replace('C', "♣"),
                    1 => card.replace('T', "10"),
                    _ => card.to_owned(),
                })
                .collect();
            spelled.join(",")
        })
        .collect();
    let mut history = History::new(game);
    history.play_word(&format!("deal:{}", groups.join("/"))).expect("the same deal");
    assert_eq!(history.words()[0], word);
}

#[test]
fn the_corpus_of_the_fuzz_targets() {
    type Entry = fn(&[u8]);
    let targets: [(&str, Entry); 3] = [
        ("notation", fuzz_entries::notation),
        ("record", fuzz_entries::record),
        ("play", fuzz_entries::play),
    ];
    for (target, entry) in targets {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
        let mut games = BTreeSet::new();
        for file in fs::read_dir(&folder).expect("a folder for each target") {
            let data = fs::read(file.expect("a file").path()).expect("a readable file");
            entry(&data);
            games.extend(data.first().map(|&byte| fuzz_entries::game_of(byte)));
        }
        let all = target == "notation" || games.len() == usize::from(fuzz_entries::GAMES);
        assert!(all, "only the games {games:?} in {}", folder.display());
    }
}
