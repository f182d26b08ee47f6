//! Perft tables as data: how many histories some deals, or a game without a deal, have, counted naively, under every option.
//!
//! One case a line: `options; deal; counts at depth 1, 2, ...`. A new case is a new line.

use hinterhand_engine::games::{DarkHex, Kinderschnapsen, PhantomTtt, Schnapsen, SixtySix};
use hinterhand_engine::perft::{leaves, perft, played};
use hinterhand_engine::{History, Rng, Settings};

use crate::golden;
use crate::naive::Naive;
use crate::referee::{Refereed, both};
use crate::variants::{variants, written};

#[test]
fn kinderschnapsen() {
    check::<Kinderschnapsen>(include_str!("../data/perft/kinderschnapsen.txt"));
}

#[test]
fn sixty_six() {
    check::<SixtySix>(include_str!("../data/perft/sixty-six.txt"));
}

#[test]
fn schnapsen() {
    check::<Schnapsen>(include_str!("../data/perft/schnapsen.txt"));
}

#[test]
fn phantom_ttt() {
    check::<PhantomTtt>(include_str!("../data/perft/phantom-ttt.txt"));
}

#[test]
fn dark_hex() {
    check::<DarkHex>(include_str!("../data/perft/dark-hex.txt"));
}

fn check<G: Refereed>(table: &str) {
    let mut cases = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [options, deal, counts] = line.split("; ").collect::<Vec<_>>()[..] else {
            panic!("`{line}` has not three parts");
        };
        let mut settings = Settings::of::<G>();
        for option in options.split(' ').filter(|_| options != "defaults") {
            let (key, value) = option.split_once('=').expect("key=value");
            settings.set_text(key, value).expect("an option of the game");
        }
        let game = G::with_settings(&settings).expect("checked options");
        let mut history = History::new(&game);
        for word in deal.split_whitespace() {
            history.play_word(word).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().expect("a number")).collect();
        assert_eq!(perft(&game, history.state(), counts.len()), counts, "{line}");
        let last = counts.last().expect("at least one depth");
        assert_eq!(leaves(&game, history.state(), counts.len()), *last, "{line}");
        assert_eq!(played(&game, history.state(), counts.len()), counts.iter().sum::<u64>(), "{line}");
        cases += 1;
    }
    assert!(cases >= 10, "only {cases} cases in the table of {}", G::INFO.name);
}

#[test]
#[ignore = "writes the tables with UPDATE_GOLDEN=1, or compares them with what is counted naively now"]
fn tables_are_as_counted_naively() {
    count::<Kinderschnapsen>("kinderschnapsen", 20);
    count::<SixtySix>("sixty-six", 5);
    count::<Schnapsen>("schnapsen", 5);
    count::<PhantomTtt>("phantom-ttt", 4);
    count::<DarkHex>("dark-hex", 4);
}

fn count<G: Refereed>(name: &str, depth: usize) {
    let mut table = format!(
        "# {name}: histories of exactly 1, 2, ... actions after the deal, counted by the naive implementation\n"
    );
    for (number, settings) in variants::<G>(5).iter().enumerate() {
        let (game, mut naive) = both::<G>(settings);
        let mut history = History::new(&game);
        history.deal(&mut Rng::new(66, number as u64));
        // Phantom games have no deal.
        let deal = history.words().join(" ");
        history.words().iter().for_each(|word| naive.play(word));
        let mut counts = vec![0; depth];
        count_from(&naive, &mut counts);
        let counts: Vec<String> = counts.iter().take_while(|&&count| count > 0).map(u64::to_string).collect();
        table.push_str(&format!("{}; {deal}; {}\n", written(settings), counts.join(" ")));
    }
    golden::check(&format!("perft/{name}.txt"), &table);
}

fn count_from<N: Naive>(naive: &N, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    for word in naive.legal() {
        *here += 1;
        let mut next = naive.clone();
        next.play(&word);
        count_from(&next, deeper);
    }
}
