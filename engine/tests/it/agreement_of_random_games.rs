//! The engine and the naive implementation agree on random games of the big games, under random mixtures
//! of options.

use std::collections::BTreeMap;
use std::ops::Range;

use hinterhand_engine::games::{KlondikeChess, Recipippes, Schikanoeschen};
use hinterhand_engine::{Described, History, Notation, Rng, Settings, Turn, Value};

use crate::hidden::swap_cards;
use crate::naive::Naive;
use crate::partition::Partition;
use crate::referee::{Refereed, both};
use crate::variants::written;

/// Other values than the default of an option whose values are too many to be listed.
type Further = &'static [(&'static str, &'static [&'static str])];

/// Recipippes lists the values of all its options.
const OF_RECIPIPPES: Further = &[];
const OF_SCHIKANOESCHEN: Further = &[("max_actions", &["1", "50", "400", "5000"])];
const OF_KLONDIKE_CHESS: Further = &[
    ("board", &["face_off", "own:d4,e5/a1,b1,c1,d1/e8,f8,g8,h8"]),
    ("reshuffle_draw", &["1", "2", "9"]),
    ("king_draw_turn", &["1", "10", "200"]),
    ("max_plies", &["7", "100", "400", "2000"]),
];

#[test]
fn recipippes() {
    agree::<Recipippes>(0..1_500, OF_RECIPIPPES, 120_000);
}

#[test]
#[ignore = "slow: 8,500 games"]
fn recipippes_many() {
    agree::<Recipippes>(1_500..10_000, OF_RECIPIPPES, 800_000);
}

#[test]
fn schikanoeschen() {
    agree::<Schikanoeschen>(0..750, OF_SCHIKANOESCHEN, 150_000);
}

#[test]
#[ignore = "slow: 4,250 games"]
fn schikanoeschen_many() {
    agree::<Schikanoeschen>(750..5_000, OF_SCHIKANOESCHEN, 900_000);
}

#[test]
fn klondike_chess() {
    agree::<KlondikeChess>(0..30, OF_KLONDIKE_CHESS, 25_000);
}

#[test]
#[ignore = "slow: 270 games"]
fn klondike_chess_many() {
    agree::<KlondikeChess>(30..300, OF_KLONDIKE_CHESS, 250_000);
}

/// The number of games that are replayed that differ from a random game by two cards in some chance word.
const SIBLINGS: usize = 2;

/// Plays these random games and their siblings in both implementations; at least this number of positions is
/// compared.
fn agree<G: Refereed>(games: Range<u64>, further: Further, least: usize) {
    let (mut positions, mut alike) = (0, 0);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for number in games.clone() {
        let mut rng = Rng::new(81, number);
        let settings = mixture::<G>(further, &mut rng);
        let (game, naive) = both::<G>(&settings);
        let (words, partition) = compare(&game, &naive, &mut rng)
            .unwrap_or_else(|error| panic!("game {number}, {}: {error}", written(&settings)));
        positions += partition.positions;
        alike += partition.alike.iter().sum::<usize>();
        words.iter().for_each(|word| *kinds.entry(kind(word).to_owned()).or_default() += 1);
    }
    println!(
        "{}: games {games:?}, {positions} positions, {alike} times one looked like another\n{kinds:?}",
        G::INFO.name
    );
    assert!(positions >= least, "only {positions} positions were compared");
    assert!(alike >= least / 10, "only {alike} times a position looked like another");
}

/// Plays a random game and its siblings in both implementations; returns its words and what was compared, or
/// where they disagree.
pub fn compare<G: Notation, N: Naive>(
    game: &G,
    naive: &N,
    rng: &mut Rng,
) -> Result<(Vec<String>, Partition), String> {
    let (words, chances) = random_game(game, rng);
    let mut partition = Partition::new(game.players());
    partition.follow(game, naive, &words)?;
    for _ in 0..SIBLINGS {
        let place = chances[rng.below(chances.len() as u32) as usize];
        let mut sibling = words.clone();
        sibling[place] = swap_cards(&words[place], rng);
        partition.follow(game, naive, &sibling)?;
    }
    Ok((words, partition))
}

/// Each option has another value than its default with probability 1/4.
fn mixture<G: Described>(further: Further, rng: &mut Rng) -> Settings {
    let mut settings = Settings::of::<G>();
    for spec in G::INFO.options {
        let listed: Vec<String> = spec.allowed.alternatives().iter().map(Value::to_string).collect();
        let values = further.iter().find(|(key, _)| *key == spec.key);
        let values =
            values.map_or(listed, |(_, values)| values.iter().map(|&value| value.to_owned()).collect());
        if !values.is_empty() && rng.below(4) == 0 {
            let value = &values[rng.below(values.len() as u32) as usize];
            settings.set_text(spec.key, value).expect("the value is allowed");
        }
    }
    settings
}

/// The words of a random game, and at which places chance spoke.
///
/// Half of the actions are drawn from all, half from those of a random kind: or else the rare kinds would
/// hardly ever be played.
fn random_game<G: Notation>(game: &G, rng: &mut Rng) -> (Vec<String>, Vec<usize>) {
    let mut history = History::new(game);
    let mut chances = Vec::new();
    loop {
        match history.turn() {
            Turn::Over => return (history.words().to_vec(), chances),
            Turn::Chance => {
                let first = history.words().len();
                history.deal(rng);
                chances.extend(first..history.words().len());
            }
            Turn::Player(_) => {
                let mut words = game.legal_words(history.state());
                if rng.below(2) == 0 {
                    let mut kinds: Vec<&str> = words.iter().map(|word| kind(word)).collect();
                    kinds.sort_unstable();
                    kinds.dedup();
                    let chosen = kinds[rng.below(kinds.len() as u32) as usize].to_owned();
                    words.retain(|word| kind(word) == chosen);
                }
                let word = &words[rng.below(words.len() as u32) as usize];
                history.play_word(word).expect("a legal word");
            }
        }
    }
}

/// What kind of action this is: a sign between two places, or the word before the colon.
fn kind(word: &str) -> &str {
    let sign = ["-", ">"].into_iter().find(|sign| word.contains(sign));
    sign.unwrap_or_else(|| word.split(':').next().expect("every text has a first part"))
}
