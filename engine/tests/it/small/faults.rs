//! Rules in the small form that contradict themselves, each refused in clear words; hidden decisions weighed.

use hinterhand_engine::small::{Next, Small, SmallError, SmallGame};
use hinterhand_engine::{
    Described, Game, GameInfo, History, Notation, OptionError, Player, Settings, StateHistory, Worlds,
};

/// A game of two whose rules are a function of the words so far.
struct Words {
    next: fn(&[&str]) -> Next,
    observe: fn(&[&str], Player) -> String,
}

impl SmallGame for Words {
    type State = Vec<String>;
    const INFO: GameInfo = GameInfo::new("words", "Words");

    fn with_settings(_: &Settings) -> Result<Words, OptionError> {
        Ok(words(|_| Next::choice(0, ["on"])))
    }

    fn start(&self) -> Vec<String> {
        Vec::new()
    }

    fn next(&self, said: &Vec<String>) -> Next {
        (self.next)(&said.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn apply(&self, said: &Vec<String>, word: &str) -> Vec<String> {
        [said.as_slice(), &[word.to_owned()]].concat()
    }

    fn observe(&self, _: &Vec<String>, _: &str, after: &Vec<String>, player: Player) -> String {
        (self.observe)(&after.iter().map(String::as_str).collect::<Vec<_>>(), player)
    }
}

/// The game with these rules in which all is public.
fn words(next: fn(&[&str]) -> Next) -> Words {
    Words { next, observe: |said, _| said.last().expect("after a word").to_string() }
}

#[test]
fn contradictions_are_refused() {
    refused(words(|_| Next::choice(0, [""; 0])), "at the start: player 0 is to move but has no action");
    refused(words(|_| Next::even([""; 0])), "at the start: chance has no outcome");
    refused(words(|_| Next::over([1.0])), "at the start: the payoffs are [1.0] in a game of 2");
    refused(words(|_| Next::choice(2, ["on"])), "at the start: player 2 is to move in a game of 2");
    refused(words(|_| Next::choice(0, ["a", "b", "a"])), "at the start: `a` is listed twice");
    refused(
        words(|_| Next::choice(0, ["a b"])),
        "at the start: `a b` is no word: it is empty or has a blank",
    );
    let uneven = |said: &[&str]| match said {
        [] => Next::choice(0, ["on"]),
        _ => Next::Chance(vec![("rain".to_owned(), 0.25), ("sun".to_owned(), 0.5)]),
    };
    refused(words(uneven), "after `on`: the probabilities sum to 0.75, not to 1");
    let never = |_: &[&str]| Next::Chance(vec![("rain".to_owned(), 0.0), ("sun".to_owned(), 1.0)]);
    refused(words(never), "at the start: an outcome has the probability 0");
}

#[test]
fn a_player_must_know_what_it_may_do() {
    let next = |said: &[&str]| match said {
        [] => Next::choice(0, ["left", "right"]),
        ["left"] => Next::choice(1, ["up"]),
        ["right"] => Next::choice(1, ["up", "down"]),
        _ => Next::over([0.0, 0.0]),
    };
    let observe = |said: &[&str], player: Player| match said {
        [_] if player == Player::SECOND => "moved".to_owned(),
        _ => said.last().expect("after a word").to_string(),
    };
    let reason = "player 1 has seen `moved` elsewhere too, but cannot choose among the same actions there";
    refused(Words { next, observe }, &format!("after `right`: {reason}"));
}

#[test]
fn observations_have_no_blanks() {
    let next = |said: &[&str]| if said.is_empty() { Next::even(["on"]) } else { Next::over([0.0, 0.0]) };
    let game = Words { next, observe: |_, _| "a card".to_owned() };
    refused(game, "at the start: player 0 observes `a card` of `on`, which has a blank");
}

#[test]
fn games_without_end_are_refused() {
    let wide = words(|_| Next::choice(0, ["on", "off"]));
    assert_eq!(Small::with_limit(wide, 100).err(), Some(SmallError::TooLarge { limit: 100 }));
    let error = Small::<Words>::with_settings(&Settings::of::<Small<Words>>()).expect_err("it has no end");
    let reason = "the game continues after 1000 words, too long for the small form";
    assert_eq!(error.to_string(), format!("words cannot be played: {reason}"));
}

#[test]
fn unknown_words_are_refused() {
    let next = |said: &[&str]| match said {
        [] => Next::even(["rain", "sun"]),
        [_] => Next::choice(0, ["in", "out"]),
        _ => Next::over([0.0, 0.0]),
    };
    let game = Small::new(words(next)).expect("a sound game");
    let mut history = History::new(&game);
    let error = history.play_word("hail").expect_err("it never hails").to_string();
    assert_eq!(error, "`hail`: chance cannot decide that here; it can: rain sun");
    history.play_word("rain").expect("an outcome");
    let error = history.play_word("up").expect_err("not listed").to_string();
    assert_eq!(error, "`up` is not legal here; legal: in out");
}

/// A number of 1 to 2 or 1 to 3 that no other player sees: each weighs the chance of its world, times one
/// over the numbers that could have been chosen.
#[test]
fn hidden_decisions_weigh_one_over_their_number() {
    let next = |said: &[&str]| match said {
        [] => Next::even(["few", "many"]),
        ["few"] => Next::choice(0, ["1", "2"]),
        ["many"] => Next::choice(0, ["1", "2", "3"]),
        [_, _] => Next::choice(1, ["guess"]),
        _ => Next::over([1.0, -1.0]),
    };
    let observe = |said: &[&str], player: Player| match said {
        [_] | [_, _] if player == Player::SECOND => "hidden".to_owned(),
        _ => said.last().expect("after a word").to_string(),
    };
    let game = Small::new(Words { next, observe }).expect("a sound game");
    let mut history = History::new(&game);
    ["many", "3"].iter().for_each(|word| history.play_word(word).expect("a word of the game"));
    let info_set = game.info_set(history.state(), Player::SECOND);
    let worlds = game.worlds(&info_set, 5).expect("five worlds");
    let shares: Vec<(String, f64)> =
        worlds.iter().map(|(world, share)| (game.position_text(world), *share)).collect();
    let expected = [("few 1", 4.0), ("few 2", 4.0), ("many 1", 6.0), ("many 2", 6.0), ("many 3", 6.0)];
    for ((text, share), (expected, one_over)) in shares.iter().zip(expected) {
        assert_eq!(text, expected);
        // A quotient of rounded numbers.
        assert!((share - 1.0 / one_over).abs() < 1e-15, "{text}: {share}");
    }
    assert_eq!(game.events(history.state()).len(), 2);
    assert!(game.worlds(&info_set, 4).is_none());
}

fn refused(rules: Words, message: &str) {
    let error = Small::new(rules).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some(message));
}
