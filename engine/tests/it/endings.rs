//! The texts of endings, against the words of the records and the payoffs.

use hinterhand_engine::games::{
    DarkHex, Goofspiel, Kinderschnapsen, Kuhn, Leduc, LiarsDice, PhantomTtt, Schnapsen, SixtySix,
};
use hinterhand_engine::{ActionSet, Described, Directed, History, Notation, Player, Rng, Turn};

use crate::variants::{variants, written};

/// Plays random games and asks of each whether it ended as `right` says of the finished game; every one of
/// `endings` must occur.
fn check<G: Notation>(game: &G, endings: &[&str], right: impl Fn(&History<'_, G>) -> String) {
    let mut seen: Vec<String> = Vec::new();
    for number in 0..400 {
        let mut rng = Rng::new(17, number);
        let mut history = History::new(game);
        loop {
            match history.turn() {
                Turn::Over => break,
                Turn::Chance => history.deal(&mut rng),
                Turn::Player(_) => {
                    let legal = game.legal(history.state());
                    history.play(legal.nth(rng.below(legal.len() as u32) as usize)).expect("legal");
                }
            }
        }
        let ending = game.ending(history.state());
        assert_eq!(ending, right(&history), "{:?}", history.words());
        if !seen.contains(&ending) {
            seen.push(ending);
        }
    }
    assert!(endings.iter().all(|&ending| seen.iter().any(|seen| seen == ending)), "{seen:?}");
}

/// The ending of a hand at the trick table that `stop` ends, rightly or `false`.
fn of_a_hand<G: Notation>(history: &History<'_, G>, stop: &str, named: [&str; 2]) -> String {
    let words = history.words();
    let returns = history.returns().expect("the hand is over");
    if words.last().is_some_and(|word| word == stop) {
        // A right claim wins and a wrong one loses: finds who claimed.
        let mut before = History::new(history.game());
        words[..words.len() - 1].iter().for_each(|word| before.play_word(word).expect("its own words"));
        let Turn::Player(stopper) = before.turn() else { panic!("a player stopped") };
        return named[usize::from(returns[stopper.index()] < 0.0)].to_owned();
    }
    let closed = words.iter().any(|word| word == "close");
    if closed { "last trick after a close" } else { "last trick" }.to_owned()
}

#[test]
fn hands_at_the_trick_table() {
    let all = ["check-out", "last trick", "last trick after a close"];
    check(&Kinderschnapsen::default(), &all, |history| {
        of_a_hand(history, "out", ["check-out", "false check-out"])
    });
    for settings in variants::<Kinderschnapsen>(8) {
        let game = Kinderschnapsen::with_settings(&settings).expect("checked options");
        if game.auto_checkout {
            // No player says `out`.
            continue;
        }
        let rare = settings.word("false_checkout") != "forbidden";
        let all = if rare { &["false check-out"][..] } else { &["check-out"] };
        println!("{}", written(&settings));
        check(&game, all, |history| of_a_hand(history, "out", ["check-out", "false check-out"]));
    }
    check(&SixtySix::default(), &["false stop"], |history| {
        of_a_hand(history, "stop", ["stop", "false stop"])
    });
    let patient = SixtySix { stop_only_if_66: true, ..SixtySix::default() };
    let all = ["stop", "last trick", "last trick after a close"];
    check(&patient, &all, |history| of_a_hand(history, "stop", ["stop", "false stop"]));
    let patient = Schnapsen { stop_only_if_66: true, ..Schnapsen::default() };
    check(&patient, &all, |history| of_a_hand(history, "stop", ["stop", "false stop"]));
}

#[test]
fn small_games() {
    check(&Leduc::default(), &["fold", "showdown"], |history| {
        let folded = history.words().last().is_some_and(|word| word == "fold");
        if folded { "fold" } else { "showdown" }.to_owned()
    });
    check(&Kuhn { players: 3 }, &["fold", "showdown"], |history| {
        let bets = history.words().iter().filter(|&word| word == "bet").count();
        if bets == 1 { "fold" } else { "showdown" }.to_owned()
    });
    check(&LiarsDice::default(), &["the last bid was true", "the last bid was a lie"], |history| {
        // The roll, the bids by turns, and `liar`, said by the other than the last bidder.
        let bidder = (history.words().len() - 3) % 2;
        let won = history.returns().expect("over")[bidder] > 0.0;
        if won { "the last bid was true" } else { "the last bid was a lie" }.to_owned()
    });
}

#[test]
fn by_default_the_winner_is_named() {
    fn named<G: Notation>(history: &History<'_, G>) -> String {
        match history.returns().expect("over")[Player::FIRST.index()] {
            0.0 => "draw",
            won if won > 0.0 => "player 0 wins",
            _ => "player 1 wins",
        }
        .to_owned()
    }
    let all = ["player 0 wins", "player 1 wins", "draw"];
    check(&PhantomTtt::default(), &all, named);
    check(&DarkHex::default(), &all[..2], named);
    check(&Goofspiel::default(), &all, named);
}

#[test]
fn directed_players_do_not_stop_falsely() {
    fn endings<G: Directed + Notation>(game: &G) -> [u32; 3] {
        let mut counts = [0; 3];
        for number in 0..400 {
            let mut state = game.start();
            game.play_out(&mut state, &mut Rng::new(18, number));
            counts[match game.ending(&state).as_str() {
                "false stop" => 0,
                "stop" => 1,
                _ => 2,
            }] += 1;
        }
        counts
    }
    for [wrong, right, none] in [endings(&SixtySix::default()), endings(&Schnapsen::default())] {
        assert!(wrong == 0 && right > 100 && none > 20, "{wrong} {right} {none}");
    }
}
