//! The reference games in words: how they end, and what is said of words that cannot be.

use hinterhand_engine::games::goofspiel::{Payoff, Prizes};
use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::poker::{Generic, Suits};
use hinterhand_engine::games::{DarkHex, GenericPoker, Goofspiel, Kuhn, Leduc, LiarsDice, PhantomTtt};
use hinterhand_engine::{Described, History, Notation, Settings};

const RANDOM: Goofspiel = Goofspiel { cards: 3, prizes: Prizes::Random, payoff: Payoff::Margin };

#[test]
fn games_end_as_they_should() {
    let kuhn = Kuhn::default();
    ends(&kuhn, "deal:J,Q pass pass", &[-1.0, 1.0]);
    ends(&kuhn, "deal:J,Q bet pass", &[1.0, -1.0]);
    ends(&kuhn, "deal:K,Q pass bet bet", &[2.0, -2.0]);
    let three = Kuhn { players: 3 };
    ends(&three, "deal:K,T,J pass pass bet pass bet", &[-1.0, -2.0, 3.0]);
    ends(&three, "deal:T,Q,K pass pass pass", &[-1.0, -1.0, 2.0]);

    let leduc = Leduc::default();
    ends(&leduc, "deal:JS,QS raise raise fold", &[-3.0, 3.0]);
    ends(&leduc, "deal:JS,QS call call board:JH raise call", &[5.0, -5.0]);
    ends(&leduc, "deal:KS,KH raise raise call board:QS call call", &[0.0, 0.0]);
    ends(&leduc, "deal:QH,KH call raise raise call board:JS call raise raise fold", &[9.0, -9.0]);
    let merged = Leduc::new(Suits::Merged);
    ends(&merged, "deal:J,Q call call board:Q call raise call", &[-5.0, 5.0]);
    let generic = GenericPoker::default();
    ends(&generic, "deal:1,3 check bet:2 raise:4 call board:1 check check", &[7.0, -7.0]);
    ends(&generic, "deal:2,2 bet:4 call board:2 bet:8 raise:8 raise:4 fold", &[21.0, -21.0]);

    let dice = LiarsDice::default();
    ends(&dice, "roll:3/5 1x3 2x5 liar", &[1.0, -1.0]);
    ends(&dice, "roll:6/5 2x5 liar", &[1.0, -1.0]);
    ends(&dice, "roll:5/5 2x6 liar", &[-1.0, 1.0]);
    let two = LiarsDice { sides: 6, dice: 2 };
    ends(&two, "roll:2.5/3.6 1x3 3x5 liar", &[1.0, -1.0]);
    ends(&two, "roll:5.6/5.6 4x5 liar", &[1.0, -1.0]);
    ends(&two, "roll:1.1/1.6 3x1 4x1 liar", &[-1.0, 1.0]);
    ends(&two, "roll:1.1/1.5 3x1 4x1 liar", &[1.0, -1.0]);

    ends(&Goofspiel::default(), "4 3 3 4 2 2", &[1.0, -1.0]);
    // A prize of 0 to player 1, 1 to player 0, 2 to player 0.
    ends(
        &Goofspiel { cards: 3, prizes: Prizes::Increasing, payoff: Payoff::Margin },
        "1 3 2 1",
        &[3.0, -3.0],
    );
    // 2 to player 1, a tie for 3, the last round 3 against 2 for 1.
    ends(&RANDOM, "prize:2 2 3 prize:3 1 1", &[-1.0, 1.0]);
    // 3 to player 1, 1 to player 0; the last round 3 against 2 for 2.
    ends(&RANDOM, "prize:3 1 3 prize:1 2 1", &[0.0, 0.0]);

    let phantom = PhantomTtt::default();
    ends(&phantom, "a1 a1 b2 b1 c3 c1", &[1.0, -1.0]);
    ends(&phantom, "a1 b2 b2 c3 a2 c1 a1 c2", &[-1.0, 1.0]);
    ends(&phantom, "a1 b2 a2 a3 c1 b1 b3 c2 c3", &[0.0, 0.0]);
    let large = PhantomTtt::new(4, 4, 4);
    ends(&large, "a1 a2 b1 b2 c1 c2 d4 d2", &[-1.0, 1.0]);
    let abrupt = Phantom::of(Line::default(), Version::Abrupt);
    ends(&abrupt, "a1 a1 b2 b1 c3", &[1.0, -1.0]);
    ends(&abrupt, "a1 b2 b2 c3 a2 c1 b1 a1 c2 a3", &[-1.0, 1.0]);

    let hex = DarkHex::default();
    // A hexagon touches the two below it, one of them in the column before: b1 a2, and b2 a3.
    ends(&hex, "b1 a1 a2 b2 b3 c3 a3", &[1.0, -1.0]);
    ends(&hex, "a1 b1 b2 c1 c3 a2", &[-1.0, 1.0]);
    ends(&hex, "a1 a2 b2 b2 b1 c3 c1", &[-1.0, 1.0]);
    let abrupt = Phantom::of(Connection::new(2, 2), Version::Abrupt);
    ends(&abrupt, "a1 a1 b1 b1 a2", &[1.0, -1.0]);
    ends(&abrupt, "a1 a2 a2 b1", &[-1.0, 1.0]);
}

#[test]
fn wrong_words_are_explained() {
    let kuhn = Kuhn::default();
    refused(&kuhn, "deal:T,J", "card 1 is none of J Q K");
    refused(&kuhn, "deal:J,", "card 2 is none of J Q K");
    refused(&kuhn, "deal:J,J", "J is dealt twice");
    refused(&kuhn, "deal:J", "1 cards for 2 players");
    refused(&kuhn, "deal:J,Q,K", "3 cards for 2 players");
    refused(&kuhn, "pass", "where chance moves; expected `deal:...`");
    refused(&kuhn, "deal:J,Q call", "not legal here; legal: bet pass");
    refused(&kuhn, "deal:J,Q pass pass pass", "after the end of the game");

    let leduc = Leduc::default();
    refused(&leduc, "deal:J,Q", "card 1 is none of JS JH QS QH KS KH");
    refused(&leduc, "deal:JS,JS", "no JS is left for card 2");
    refused(&leduc, "deal:JS", "1 cards instead of 2");
    refused(&leduc, "deal:JS,JH call call board:JS", "no JS is left for card 1");
    refused(&leduc, "deal:JS,JH fold", "legal: call raise");
    refused(&leduc, "deal:JS,JH raise raise raise", "legal: call fold");
    refused(&GenericPoker::default(), "deal:1,2 bet:3", "legal: bet:2 bet:4 check");
    refused(&GenericPoker::default(), "deal:1,4", "card 2 is none of 1 2 3");

    let dice = LiarsDice { sides: 4, dice: 1 };
    refused(&dice, "roll:5/1", "die 1 is no number from 1 to 4");
    refused(&dice, "roll:1", "1 dice instead of 2");
    let two = LiarsDice { sides: 4, dice: 2 };
    refused(&two, "roll:1/2", "roll 1 is no pair of numbers from 1 to 4, the lower first, as 1.2");
    refused(&two, "roll:1.2/3.2", "roll 2 is no pair of numbers from 1 to 4, the lower first, as 1.2");
    refused(&two, "roll:1.2", "1 rolls instead of 2");
    refused(&two, "roll:1.2/2.3 4x3 4x2", "legal: 4x4 liar");
    refused(&dice, "roll:1/1 liar", "legal: 1x1 1x2 1x3 1x4 2x1 2x2 2x3 2x4");
    refused(&dice, "roll:1/1 2x3 2x2", "legal: 2x4 liar");

    refused(&Goofspiel::default(), "4 3 4", "legal: 1 2 3");
    refused(&RANDOM, "prize:2 1 1 prize:2", "the prizes left are 1 3");
    refused(&PhantomTtt::default(), "a1 a1 a1", "legal: a2 a3 b1 b2 b3 c1 c2 c3");
    refused(&PhantomTtt::default(), "d1", "legal: a1 a2 a3 b1");
    refused(&DarkHex::new(2, 3), "a3", "legal: a1 a2 b1 b2 c1 c2");
    refused(&DarkHex::new(2, 3), "a1 a1 a1", "legal: a2 b1 b2 c1 c2");
    let abrupt = Phantom::of(Connection::new(2, 2), Version::Abrupt);
    refused(&abrupt, "a1 a1 b1 a1", "legal: a2 b1 b2");
    refused(&abrupt, "a1 a1 b1 b1 a2 b2", "after the end of the game");
}

#[test]
fn options_make_the_games() {
    assert_eq!(game::<Kuhn>(&[("players", "3")]).players, 3);
    assert_eq!(game::<Leduc>(&[("suits", "merged")]).variant(), Suits::Merged);
    assert_eq!(game::<LiarsDice>(&[("sides", "2")]).sides, 2);
    let two = game::<LiarsDice>(&[("dice", "2"), ("sides", "5")]);
    assert_eq!((two.dice, two.sides), (2, 5));
    assert_eq!(game::<Goofspiel>(&[("cards", "3"), ("prizes", "random"), ("payoff", "margin")]), RANDOM);
    let mut cowling = Settings::of::<PhantomTtt>();
    cowling.set_preset("cowling").unwrap();
    assert_eq!(PhantomTtt::with_settings(&cowling), Ok(PhantomTtt::new(4, 4, 4)));
    let mut large = Settings::of::<GenericPoker>();
    large.set_preset("gp4644").unwrap();
    let parameters = Generic { ranks: 4, copies: 6, raises: 4, bets: 4, rounds: 2 };
    assert_eq!(GenericPoker::with_settings(&large), Ok(GenericPoker::new(parameters)));
    let error = large.set_text("copies", "1").unwrap_err().to_string();
    assert_eq!(error, "`copies` cannot be `1`; allowed: 3 (2 to 8)");
    assert!(Settings::of::<PhantomTtt>().set_text("line", "5").is_err());
    let abrupt: DarkHex = game(&[("rows", "2"), ("columns", "4"), ("version", "abrupt")]);
    assert_eq!(abrupt, Phantom::of(Connection::new(2, 4), Version::Abrupt));
    assert!(Settings::of::<DarkHex>().set_text("rows", "5").is_err());
    let error = Settings::of::<PhantomTtt>().set_text("version", "sudden").unwrap_err().to_string();
    assert_eq!(error, "`version` cannot be `sudden`; allowed: classical|abrupt");
}

fn game<G: Described>(options: &[(&str, &str)]) -> G {
    let mut settings = Settings::of::<G>();
    options.iter().for_each(|(key, text)| settings.set_text(key, text).expect("an option"));
    G::with_settings(&settings).expect("a game")
}

/// The words are a whole game with these payoffs.
fn ends<G: Notation>(game: &G, words: &str, returns: &[f64]) {
    let mut history = History::new(game);
    words.split(' ').for_each(|word| history.play_word(word).unwrap_or_else(|e| panic!("{words}: {e}")));
    assert_eq!(history.returns().as_deref(), Some(returns), "{words}");
}

/// The last of the words is refused, and the reason says so.
fn refused<G: Notation>(game: &G, words: &str, reason: &str) {
    let mut history = History::new(game);
    let words: Vec<&str> = words.split(' ').collect();
    let (last, before) = words.split_last().expect("there is a word");
    before.iter().for_each(|word| history.play_word(word).expect("only the last is wrong"));
    let error = history.play_word(last).expect_err("it is wrong").to_string();
    assert!(error.contains(reason), "{words:?}: {error}");
}
