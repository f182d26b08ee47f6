//! The engine and the naive implementation agree on whole trees of small boards and on random games.

use hinterhand_engine::games::{DarkHex, PhantomTtt};
use hinterhand_engine::{History, Notation, Rng, Settings, Turn};

use crate::agreement::same_tree;
use crate::naive::Naive;
use crate::partition::Partition;
use crate::referee::{Refereed, both};
use crate::variants::{variants, written};

/// Both implementations of a board with these options, in both versions.
fn versions<G: Refereed>(options: &[(&str, &str)]) -> Vec<(G, G::Referee)> {
    let settings = ["classical", "abrupt"].map(|version| {
        let mut settings = Settings::of::<G>();
        for (key, value) in options.iter().chain(&[("version", version)]) {
            settings.set_text(key, value).expect("an option of the game");
        }
        settings
    });
    settings.iter().map(both::<G>).collect()
}

/// Compares the whole trees.
fn same_trees<G: Refereed>(options: &[(&str, &str)]) {
    for (game, naive) in versions::<G>(options) {
        same_tree(&game, &game.start(), &naive, 64).unwrap_or_else(|error| panic!("{options:?}: {error}"));
    }
}

/// Compares what is seen at every position.
fn same_partitions<G: Refereed>(options: &[(&str, &str)]) {
    for (game, naive) in versions::<G>(options) {
        let mut partition = Partition::new(2);
        each_end(&mut History::new(&game), &mut |words| {
            partition.follow(&game, &naive, words).unwrap_or_else(|error| panic!("{options:?}: {error}"));
        });
        assert!(partition.alike.iter().all(|&alike| alike > 20), "{:?}", partition.alike);
    }
}

/// The words of every finished game.
fn each_end<G: Notation>(history: &mut History<'_, G>, each: &mut impl FnMut(&[String])) {
    if history.turn() == Turn::Over {
        each(history.words());
        return;
    }
    for word in history.game().legal_words(history.state()) {
        let mut next = history.clone();
        next.play_word(&word).expect("listed by the game");
        each_end(&mut next, each);
    }
}

#[test]
fn whole_trees() {
    same_trees::<PhantomTtt>(&[("width", "2"), ("height", "2"), ("line", "3")]);
    same_trees::<PhantomTtt>(&[("width", "2"), ("height", "3"), ("line", "2")]);
    same_trees::<DarkHex>(&[("rows", "2"), ("columns", "2")]);
    same_trees::<DarkHex>(&[("rows", "2"), ("columns", "3")]);
}

#[test]
#[ignore = "slow: 440,000 positions"]
fn larger_whole_trees() {
    same_trees::<DarkHex>(&[("rows", "3"), ("columns", "2")]);
    same_partitions::<DarkHex>(&[("rows", "2"), ("columns", "3")]);
}

#[test]
fn what_is_seen_on_small_boards() {
    same_partitions::<PhantomTtt>(&[("width", "2"), ("height", "2"), ("line", "2")]);
    same_partitions::<PhantomTtt>(&[("width", "2"), ("height", "2"), ("line", "3")]);
    same_partitions::<PhantomTtt>(&[("width", "3"), ("height", "2"), ("line", "2")]);
    same_partitions::<DarkHex>(&[("rows", "2"), ("columns", "2")]);
}

/// Random games under every option; what was seen is compared among the games of each.
fn random_games<G: Refereed>(games: u64, least: usize) {
    let mut alike = 0;
    for settings in variants::<G>(20) {
        let (game, naive) = both::<G>(&settings);
        let mut partition = Partition::new(2);
        for number in 0..games {
            let words = random_words(&naive, number);
            partition
                .follow(&game, &naive, &words)
                .unwrap_or_else(|error| panic!("{}, {error}", written(&settings)));
        }
        alike += partition.alike.iter().sum::<usize>();
    }
    assert!(alike >= least, "{}: only {alike} positions looked like another", G::INFO.name);
}

/// The words of a random game in the naive implementation.
fn random_words(naive: &impl Naive, number: u64) -> Vec<String> {
    let (mut rng, mut naive, mut words) = (Rng::new(83, number), naive.clone(), Vec::new());
    while naive.turn() != "over" {
        let legal = naive.legal();
        words.push(legal[rng.below(legal.len() as u32) as usize].clone());
        naive.play(&words[words.len() - 1]);
    }
    words
}

#[test]
fn random_games_under_every_option() {
    random_games::<PhantomTtt>(100, 10_000);
    random_games::<DarkHex>(100, 10_000);
}
