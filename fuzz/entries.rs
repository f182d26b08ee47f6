//! What the fuzz targets do with bytes. The tests of the engine replay the committed corpus, and random
//! bytes, through the same functions.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Action, Card, Deal, Pack, Table};
use hinterhand_engine::{ActionSet, Described, Game, History, Notation, Player, Rng, Settings, Turn, Worlds};

/// Reads the bytes as whatever the notation has. What can be read must be written so that it reads the same.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for word in text.split_whitespace().chain([&*text]) {
        reads_what_it_writes::<Card>(word);
        reads_what_it_writes::<Action>(word);
        for pack in packs() {
            let deal = word.strip_prefix("deal:").unwrap_or(word);
            match Deal::read(&pack, deal) {
                Ok(deal) => assert_eq!(Deal::read(&pack, &deal.to_string()), Ok(deal)),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        options::<Kinderschnapsen>(key, value);
        options::<SixtySix>(key, value);
        options::<Schnapsen>(key, value);
    }
}

fn packs() -> [Pack; 3] {
    fn pack<G: Game<State: Table>>() -> Pack {
        <G::State as Table>::PACK
    }
    [pack::<Kinderschnapsen>(), pack::<SixtySix>(), pack::<Schnapsen>()]
}

fn reads_what_it_writes<T: FromStr<Err: Display> + Display + Debug + PartialEq>(word: &str) {
    match word.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>().ok().as_ref(), Some(&value)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn options<G: Described>(key: &str, value: &str) {
    let mut settings = Settings::of::<G>();
    match settings.set_text(key, value) {
        Ok(()) => assert!(G::with_settings(&settings).is_ok(), "{key}={value} was admitted"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = settings.set_preset(key) {
        assert!(!error.to_string().is_empty());
    }
}

/// Plays the bytes as words, those that are not legal too. The first byte chooses the game.
pub fn record(data: &[u8]) {
    let Some((game, words)) = data.split_first() else { return };
    let words = String::from_utf8_lossy(words);
    match game % 3 {
        0 => play_words(&Kinderschnapsen::default(), &words),
        1 => play_words(&SixtySix::default(), &words),
        _ => play_words(&Schnapsen::default(), &words),
    }
}

fn play_words<G: Notation>(game: &G, words: &str) {
    let mut history = History::new(game);
    for word in words.split_ascii_whitespace() {
        let before = history.words().len();
        match history.play_word(word) {
            Ok(()) => game.check(history.state()).unwrap_or_else(|error| panic!("after {word}: {error}")),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(history.words().len(), before, "{word} was refused and told");
            }
        }
    }
    let mut replayed = History::new(game);
    for word in history.words() {
        replayed.play_word(word).unwrap_or_else(|error| panic!("{word} was legal: {error}"));
    }
    assert_eq!(game.position_text(replayed.state()), game.position_text(history.state()));
}

/// Plays a game by the bytes: the first chooses the game, the second its options, four the deal, and each
/// other one of the legal actions. At every position each seat must have a sound world that looks the same.
pub fn play(data: &[u8]) {
    let Some((&[game, options, a, b, c, d], choices)) = data.split_first_chunk() else { return };
    let seed = u64::from(u32::from_le_bytes([a, b, c, d]));
    match game % 3 {
        0 => play_by::<Kinderschnapsen>(options, seed, choices),
        1 => play_by::<SixtySix>(options, seed, choices),
        _ => play_by::<Schnapsen>(options, seed, choices),
    }
}

fn play_by<G: Notation + Worlds + Described>(options: u8, seed: u64, choices: &[u8]) {
    let mut settings = Settings::of::<G>();
    let mut rng = Rng::new(seed, u64::from(options));
    for spec in G::INFO.options.iter().filter(|_| options > 0) {
        let mut values = spec.allowed.alternatives();
        values.push(spec.allowed.default());
        let value = values.swap_remove(rng.below(values.len() as u32) as usize);
        settings.set(spec.key, value).unwrap_or_else(|error| panic!("an alternative: {error}"));
    }
    let game = G::with_settings(&settings).unwrap_or_else(|error| panic!("admitted options: {error}"));
    let mut state = game.start();
    game.deal(&mut state, &mut rng);
    for &choice in choices {
        game.check(&state).unwrap_or_else(|error| panic!("{}: {error}", game.position_text(&state)));
        for player in Player::all(game.players()) {
            let info_set = game.info_set(&state, player);
            let world = game.sample(&info_set, &mut rng);
            game.check(&world).unwrap_or_else(|error| panic!("{}: {error}", game.position_text(&world)));
            assert_eq!(game.info_set(&world, player), info_set, "{}", game.position_text(&state));
        }
        let Turn::Player(_) = game.turn(&state) else { return };
        let legal = game.legal(&state);
        game.play(&mut state, legal.nth(usize::from(choice) % legal.len()));
    }
}
