//! Whatever is typed, nothing panics, and what is written is read back.

use std::fs;
use std::path::PathBuf;

use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Deal, Table};
use hinterhand_engine::{Game, History, Notation, Rng};
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
    fn nearly_records(game in 0u8..3, words in prop::collection::vec(nearly_a_word(), 1..60)) {
        let mut data = vec![game];
        data.extend(words.join(" ").bytes());
        fuzz_entries::record(&data);
    }

    #[test]
    fn bytes_as_play(game in 0u8..3, data in prop::collection::vec(any::<u8>(), 5..60)) {
        fuzz_entries::play(&[vec![game], data].concat());
    }

    #[test]
    fn a_deal_with_a_broken_byte(seed: u64, at: prop::sample::Index, byte: u8) {
        broken_deal(&Kinderschnapsen::default(), seed, at, byte);
        broken_deal(&SixtySix::default(), seed, at, byte);
        broken_deal(&Schnapsen::default(), seed, at, byte);
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
        1 => "(deal|roll|pile):[2-9TJQKACSHD,/]{0,60}",
        1 => "[a-z_]{1,20}=[a-z0-9:_]{0,12}",
        1 => "\\PC{0,8}",
        2 => any::<u64>().prop_map(|seed| dealt(&Kinderschnapsen::default(), seed)),
        2 => any::<u64>().prop_map(|seed| dealt(&SixtySix::default(), seed)),
        2 => any::<u64>().prop_map(|seed| dealt(&Schnapsen::default(), seed)),
    ]
}

/// The word of a random deal.
fn dealt<G: Notation>(game: &G, seed: u64) -> String {
    let mut history = History::new(game);
    history.deal(&mut Rng::new(seed, 0));
    history.words()[0].clone()
}

/// A deal with one byte replaced is refused, or it is another way to write a deal.
fn broken_deal<G: Notation<Chance = Deal> + Game<State: Table>>(
    game: &G,
    seed: u64,
    at: prop::sample::Index,
    byte: u8,
) {
    let mut bytes = dealt(game, seed).into_bytes();
    let at = at.index(bytes.len());
    bytes[at] = byte;
    let broken = String::from_utf8_lossy(&bytes);
    let mut history = History::new(game);
    if history.play_word(&broken).is_ok() {
        let pack = <G::State as Table>::PACK;
        let reread = Deal::read(&pack, &history.words()[0]["deal:".len()..]).expect("what it wrote");
        assert_eq!(reread, history.state().deal());
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
        let mut files = 0;
        for file in fs::read_dir(&folder).expect("a folder for each target") {
            entry(&fs::read(file.expect("a file").path()).expect("a readable file"));
            files += 1;
        }
        assert!(files >= 5, "{files} files in {}", folder.display());
    }
}
