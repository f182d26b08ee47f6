//! The functions of the fuzz targets. The tests of the engine replay the committed corpus, and random bytes,
//! through the same functions.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kinderschnapsen, KlondikeChess, Kuhn, Leduc, LiarsDice, PhantomTtt,
    Recipippes, Schikanoeschen, Schnapsen, SixtySix, Tree, klondike_chess, recipippes, schikanoeschen,
};
use hinterhand_engine::tricks::{Action, Card, Deal, Pack, Table};
use hinterhand_engine::{
    ActionSet, Allowed, Described, Game, History, Notation, OptionError, Player, Rng, Settings, Turn, Value,
    Worlds,
};

/// The number of games that have a number.
pub const GAMES: u8 = 13;

/// The number of the game that a byte names: a number itself, or a character from `0` on.
pub fn game_of(byte: u8) -> u8 {
    byte % 16 % GAMES
}

/// Calls a function of the game with this number. New games go to the end: the corpus has the numbers.
macro_rules! of_game {
    ($number:expr, $function:ident $arguments:tt) => {
        match $number {
            0 => $function::<Kinderschnapsen> $arguments,
            1 => $function::<SixtySix> $arguments,
            2 => $function::<Schnapsen> $arguments,
            3 => $function::<Recipippes> $arguments,
            4 => $function::<Schikanoeschen> $arguments,
            5 => $function::<KlondikeChess> $arguments,
            6 => $function::<Kuhn> $arguments,
            7 => $function::<Leduc> $arguments,
            8 => $function::<GenericPoker> $arguments,
            9 => $function::<LiarsDice> $arguments,
            10 => $function::<Goofspiel> $arguments,
            11 => $function::<PhantomTtt> $arguments,
            _ => $function::<DarkHex> $arguments,
        }
    };
}

/// Reads the bytes as whatever the notation has. What can be read must be written so that it reads the same.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for (place, word) in text.split_whitespace().chain([&*text]).enumerate() {
        reads_what_it_writes::<Card>(word);
        reads_what_it_writes::<Action>(word);
        reads_what_it_writes::<recipippes::Card>(word);
        reads_what_it_writes::<recipippes::Court>(word);
        reads_what_it_writes::<schikanoeschen::Card>(word);
        reads_what_it_writes::<klondike_chess::Card>(word);
        reads_what_it_writes::<klondike_chess::Square>(word);
        reads_what_it_writes::<klondike_chess::BoardSpec>(word);
        for pack in packs() {
            let deal = word.strip_prefix("deal:").unwrap_or(word);
            match Deal::read(&pack, deal) {
                Ok(deal) => assert_eq!(Deal::read(&pack, &deal.to_string()), Ok(deal)),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        // To look for the nearest right name in every game takes long: only what looks like an option gets
        // it.
        let first = if word.contains('=') { 0 } else { GAMES - 1 };
        for number in first..GAMES {
            of_game!(number.wrapping_add(place as u8) % GAMES, options(key, value));
        }
    }
    match Tree::from_efg(&text) {
        Ok(tree) => assert!(tree.end_count() > 0 && tree.end_count() <= tree.node_count()),
        Err(error) => assert!(!error.to_string().is_empty()),
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
        Ok(()) => match G::with_settings(&settings).err() {
            // Free text is read by the game alone.
            Some(error @ OptionError::Text { .. }) => assert!(!error.to_string().is_empty()),
            error => assert_eq!(error, None, "{key}={value} was admitted"),
        },
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = settings.set_preset(key) {
        assert!(!error.to_string().is_empty());
    }
}

/// Plays the bytes as words, those that are not legal too. The first byte chooses the game, and words with a
/// `=` before all others its options.
pub fn record(data: &[u8]) {
    let Some((&number, words)) = data.split_first() else { return };
    let words = String::from_utf8_lossy(words);
    of_game!(game_of(number), play_words(&words));
}

fn play_words<G: Notation + Described>(words: &str) {
    let mut words = words.split_ascii_whitespace().peekable();
    let mut settings = Settings::of::<G>();
    while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
        if let Err(error) = settings.set_text(key, value) {
            assert!(!error.to_string().is_empty());
        }
        words.next();
    }
    let Ok(game) = G::with_settings(&settings) else { return };
    let mut history = History::new(&game);
    for word in words {
        let before = history.words().len();
        match history.play_word(word) {
            Ok(()) => game.check(history.state()).unwrap_or_else(|error| panic!("after {word}: {error}")),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(history.words().len(), before, "{word} was refused and told");
            }
        }
    }
    let mut replayed = History::new(&game);
    for word in history.words() {
        replayed.play_word(word).unwrap_or_else(|error| panic!("{word} was legal: {error}"));
    }
    assert_eq!(game.position_text(replayed.state()), game.position_text(history.state()));
}

/// Plays a game by the bytes: the first chooses the game, the second its options, four the cards, and each
/// other one of the legal actions. At every position each seat must have a sound world that looks the same.
pub fn play(data: &[u8]) {
    let Some((&[number, options, a, b, c, d], choices)) = data.split_first_chunk() else { return };
    let seed = u64::from(u32::from_le_bytes([a, b, c, d]));
    of_game!(game_of(number), play_by(options, seed, choices));
}

fn play_by<G: Notation + Worlds + Described>(options: u8, seed: u64, choices: &[u8]) {
    let mut rng = Rng::new(seed, u64::from(options));
    let settings = if options > 0 { mixture::<G>(&mut rng) } else { Settings::of::<G>() };
    let game = G::with_settings(&settings).unwrap_or_else(|error| panic!("admitted options: {error}"));
    let mut state = game.start();
    let mut choices = choices.iter().map(|&choice| usize::from(choice));
    loop {
        game.check(&state).unwrap_or_else(|error| panic!("{}: {error}", game.position_text(&state)));
        for player in Player::all(game.players()) {
            let info_set = game.info_set(&state, player);
            let world = game.sample(&info_set, &mut rng);
            game.check(&world).unwrap_or_else(|error| panic!("{}: {error}", game.position_text(&world)));
            assert_eq!(game.info_set(&world, player), info_set, "{}", game.position_text(&state));
        }
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => game.deal(&mut state, &mut rng),
            Turn::Player(_) => {
                let legal = game.legal(&state);
                let Some(mut choice) = choices.next() else { return };
                if legal.len() > 256 {
                    choice = 256 * choice + choices.next().unwrap_or(0);
                }
                game.play(&mut state, legal.nth(choice % legal.len()));
            }
        }
    }
}

/// Every option has any of its values.
fn mixture<G: Described>(rng: &mut Rng) -> Settings {
    let mut settings = Settings::of::<G>();
    for spec in G::INFO.options {
        let value = match spec.allowed {
            // The large numbers of a long range are all alike.
            Allowed::Range(least, most, _) => {
                Value::Number(least + i64::from(rng.below((most - least).min(999) as u32 + 1)))
            }
            Allowed::Text(_) if spec.key == "board" => Value::Word(own_board(rng)),
            allowed => {
                let mut values = allowed.alternatives();
                values.push(allowed.default());
                values.swap_remove(rng.below(values.len() as u32) as usize)
            }
        };
        settings.set(spec.key, value).unwrap_or_else(|error| panic!("one of its values: {error}"));
    }
    settings
}

/// Any board of Klondike Chess.
fn own_board(rng: &mut Rng) -> String {
    let mut squares: Vec<String> =
        (0..64).map(|n| klondike_chess::Square::from_index(n).to_string()).collect();
    rng.shuffle(&mut squares);
    let [thrones, starts_0, starts_1] = [0..2, 2..6, 6..10].map(|places| squares[places].join(","));
    format!("own:{thrones}/{starts_0}/{starts_1}")
}
