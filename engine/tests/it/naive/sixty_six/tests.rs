//! The scenarios of the rules page and random games.

use super::super::cards::deck;
use super::super::checks::*;
use super::*;

const PLAIN: &[(&str, &str)] = &[];
/// No claim after the last trick.
const STRICT: &[(&str, &str)] = &[("stop_after_last_trick", "false")];

/// Player 0 leads with these cards; the last card of the deck makes trump.
fn position(game: SixtySix, first: &str, second: &str, deck: &str) -> SixtySix {
    let mut game = game;
    game.phase = Phase::Lead;
    game.hands = [cards(first), cards(second)];
    game.deck = cards(deck);
    game.trump = game.deck[game.deck.len() - 1].suit;
    game
}

/// The same with an exhausted deck and diamonds as trump.
fn last_leads(game: SixtySix, first: &str, second: &str, points: [i64; 2], tricks: [usize; 2]) -> SixtySix {
    let mut game = position(game, first, second, "KD");
    game.deck.clear();
    game.trick_points = points;
    game.tricks = tricks;
    game
}

/// Player 0 leads; two cards are in the deck, so that closing is possible.
fn closable(game: SixtySix, cards: [&str; 2], points: [i64; 2], tricks: [usize; 2]) -> SixtySix {
    let mut game = position(game, cards[0], cards[1], "JD,KD");
    game.trick_points = points;
    game.tricks = tricks;
    game
}

#[test]
fn scenario_1_exchange_limit() {
    let start = |deck| position(SixtySix::new(PLAIN), "AC,TC", "9S,JC", deck);
    let four = play_all(start("9C,JD,QD,KS"), "AC");
    assert_eq!(four.legal(), ["9S", "JC", "exchange"]);
    assert_eq!(play_all(four, "exchange").legal(), ["JC", "KS"]);
    assert_eq!(play_all(start("QD,KS"), "AC").legal(), ["9S", "JC"]);
    let leader = position(SixtySix::new(PLAIN), "9S,JC", "AC,TC", "QD,KS");
    assert_eq!(leader.legal(), ["9S", "JC", "close", "stop"]);
}

#[test]
fn scenario_2_exchange_then_marriage() {
    let start = position(SixtySix::new(PLAIN), "9S,QS,AC", "JC,TC,9C", "9H,JH,QH,KH,TH,AH,9D,JD,QD,KS");
    let game = play_all(start, "exchange marry:S");
    assert_eq!((game.points(0), game.legal()), (30, ["KS", "QS", "stop"].map(String::from).to_vec()));
}

const DEAL: &str = "deal:9C,JC,QH,KH,9D,JD/QC,KC,TC,AC,TH,AH/AS/9S,JS,QS,KS,TS,9H,JH,QD,KD,TD,AD";

#[test]
fn scenario_3_marriage_at_the_first_lead() {
    let mut game = play_all(SixtySix::new(PLAIN), &format!("{DEAL} marry:H"));
    assert_eq!((game.points(0), game.tricks[0]), (20, 0));
    game = play_all(game, "QH AH");
    game.trick_points[1] = 66;
    assert_eq!(play_all(game, "stop").returns(), [-3.0, 3.0]);
}

#[test]
fn scenario_4_stop_after_a_marriage() {
    let paid = |points, tricks| {
        let game = SixtySix::new(PLAIN);
        let game = last_leads(game, "KC,QC", "AC,AH", [47, points], [1, tricks]);
        play_all(game, "marry:C stop").returns()
    };
    assert_eq!([paid(32, 1), paid(33, 1), paid(0, 0)], [[2.0, -2.0], [1.0, -1.0], [3.0, -3.0]]);
}

#[test]
fn scenario_5_a_null_trick_is_a_trick() {
    let mut game = position(SixtySix::new(PLAIN), "9H,AS", "9C,KS", "JD,QD,TD,KD");
    (game.mover, game.trick_points) = (1, [60, 0]);
    assert_eq!(play_all(game, "9C 9H KS AS stop").returns(), [2.0, -2.0]);
}

#[test]
fn scenario_6_false_stop() {
    let game = last_leads(SixtySix::new(PLAIN), "KC", "AC", [65, 40], [3, 3]);
    assert_eq!(play_all(game, "stop").returns(), [-3.0, 3.0]);
    let cautious = SixtySix::new(&[("stop_only_if_66", "true")]);
    assert_eq!(last_leads(cautious, "KC", "AC", [65, 40], [3, 3]).legal(), ["KC"]);
}

#[test]
fn scenario_7_closed_replies() {
    let replies = |options: &[(&str, &str)], lead: &str, hand: &str| {
        let deck = "9D,JD,QD,TD,AD,JS,QS,KC";
        let game = position(SixtySix::new(options), lead, hand, deck);
        play_all(game, &format!("close {lead}")).legal()
    };
    let strict = [("must_beat", "true"), ("must_trump", "true")];
    assert_eq!(replies(PLAIN, "AS", "9S,AC"), ["9S"]);
    assert_eq!(replies(PLAIN, "AS", "9H,AC"), ["9H", "AC"]);
    assert_eq!(replies(PLAIN, "JH", "AH,9H,9C"), ["9H", "AH"]);
    assert_eq!(replies(&strict, "AS", "9S,AC"), ["9S"]);
    assert_eq!(replies(&strict, "AS", "9H,AC"), ["AC"]);
    assert_eq!(replies(&strict, "JH", "AH,9H,9C"), ["AH"]);
}

#[test]
fn scenario_8_close_fails() {
    let paid = |value, closer, other, last| {
        let game = SixtySix::new(&[("close_fail", value)]);
        let game = closable(game, last, [closer, other], [3, 0]);
        play_all(game, &format!("close {} {}", last[0], last[1])).returns()
    };
    assert_eq!(paid("last_trick", 60, 0, ["9H", "AH"]), [-1.0, 1.0]);
    assert_eq!(paid("closer_judged", 60, 0, ["9H", "AH"]), [-3.0, 3.0]);
    assert_eq!(paid("last_trick", 70, 0, ["9H", "AH"]), [-1.0, 1.0]);
    assert_eq!(paid("closer_judged", 70, 21, ["9H", "AH"]), [2.0, -2.0]);
    assert_eq!(paid("closer_judged", 70, 22, ["9H", "AH"]), [1.0, -1.0]);
    assert_eq!(paid("closer_judged", 70, 0, ["AH", "9H"]), [3.0, -3.0]);
}

#[test]
fn scenario_9_last_trick() {
    let game = last_leads(SixtySix::new(PLAIN), "AH", "9H", [79, 30], [8, 3]);
    assert_eq!(play_all(game, "AH 9H").returns(), [1.0, -1.0]);
    let asked = SixtySix::new(&[("stop_after_last_trick", "true"), ("stop_only_if_66", "true")]);
    let game = play_all(last_leads(asked.clone(), "AH", "9H", [79, 30], [8, 3]), "AH 9H");
    assert_eq!(
        (game.turn().as_str(), game.legal()),
        ("player 0", vec!["on".to_string(), "stop".to_string()])
    );
    assert_eq!(play_all(game.clone(), "on").returns(), [1.0, -1.0]);
    assert_eq!(play_all(game, "stop").returns(), [2.0, -2.0]);
    let below = last_leads(asked, "AH", "9H", [54, 55], [6, 5]);
    assert_eq!(play_all(below, "AH 9H").turn(), "over");
}

#[test]
fn scenario_10_trick_winner_and_last_draw() {
    let wins = |lead, reply| beats('D', read_card(lead), read_card(reply));
    assert_eq!([wins("TH", "KH"), wins("9D", "AH"), wins("AH", "9D")], [false, false, true]);
    let game = play_all(position(SixtySix::new(PLAIN), "AH,9S", "9D,JS", "QC,KD"), "AH 9D");
    assert_eq!((game.trick_points, game.hands[1].last()), ([0, 11], Some(&read_card("QC"))));
    assert!(game.seen(0).ends_with("1 draws; 0 draws KD;"));
    assert!(game.seen(1).ends_with("1 draws QC; 0 draws KD;"));
}

#[test]
fn scenario_11_lock() {
    let start = |value| {
        let game = SixtySix::new(&[("after_announce", value)]);
        position(game, "KS,QS,KH,QH,9D", "JC,QC,KC,TC,AC", "9C,JH,TH,AD")
    };
    let locked = play_all(start("play_or_stop"), "marry:S");
    assert_eq!(locked.legal(), ["KS", "QS", "stop"]);
    let free = play_all(start("free"), "marry:S");
    assert_eq!(free.legal(), ["KS", "QS", "close", "exchange", "marry:H", "stop"]);
    let both = play_all(free, "exchange marry:H");
    assert_eq!(both.legal(), ["KH", "KS", "QH", "QS", "close", "stop"]);
    let unannounced = play_all(start("play_or_stop"), "KS JC");
    assert_eq!((unannounced.points(0), unannounced.is_locked()), (6, false));
}

#[test]
fn marriages_wait_for_a_trick() {
    let start = |tricks| last_leads(SixtySix::schnapsen(PLAIN), "KD,QD", "AD,TD", [60, 0], [tricks, 5]);
    assert_eq!(play_all(start(0), "marry:D").points(0), 60);
    assert_eq!(play_all(start(1), "marry:D").points(0), 100);
}

#[test]
fn schnapsen_exchange_and_replies() {
    let game = position(SixtySix::schnapsen(PLAIN), "JS,AC", "JC,KC", "JD,QD,TD,KS");
    assert_eq!(game.legal(), ["AC", "JS", "close", "exchange", "stop"]);
    let other = position(SixtySix::schnapsen(PLAIN), "JC,KC", "JS,AC", "JD,QD,TD,KS");
    assert_eq!(play_all(other, "KC").legal(), ["AC", "JS"]);
    let closed = position(SixtySix::schnapsen(PLAIN), "QC,KC", "AC,JC,JS", "JD,QD,TD,KS");
    assert_eq!(play_all(closed, "close KC").legal(), ["AC"]);
}

/// The result of Schnapsen with two cards left each: jack of hearts and ace of clubs against ace and jack.
fn schnapsen(options: &[(&str, &str)], points: [i64; 2], tricks: [usize; 2], words: &str) -> Vec<f64> {
    let game = SixtySix::schnapsen(options);
    play_all(closable(game, ["JH,AC", "AH,JC"], points, tricks), words).returns()
}

#[test]
fn schnapsen_closer_must_win() {
    assert_eq!(schnapsen(PLAIN, [66, 0], [4, 0], "close stop"), [3.0, -3.0]);
    assert_eq!(schnapsen(PLAIN, [55, 25], [4, 1], "close AC JC stop"), [2.0, -2.0]);
    assert_eq!(schnapsen(PLAIN, [50, 33], [4, 1], "close stop"), [-2.0, 2.0]);
    assert_eq!(schnapsen(PLAIN, [50, 0], [4, 0], "close stop"), [-3.0, 3.0]);
    assert_eq!(schnapsen(PLAIN, [0, 60], [0, 2], "close JH AH stop"), [-2.0, 2.0]);
    let late = "close JH AH JC AC";
    assert_eq!(schnapsen(STRICT, [70, 0], [5, 0], late), [-3.0, 3.0]);
    assert_eq!(schnapsen(PLAIN, [70, 0], [5, 0], &format!("{late} on")), [-3.0, 3.0]);
    assert_eq!(schnapsen(PLAIN, [54, 0], [5, 0], &format!("{late} stop")), [3.0, -3.0]);
    assert_eq!(schnapsen(PLAIN, [52, 0], [5, 0], &format!("{late} stop")), [-3.0, 3.0]);
    assert_eq!(schnapsen(PLAIN, [20, 0], [2, 0], "close JH AH stop"), [2.0, -2.0]);
    assert_eq!(schnapsen(PLAIN, [0, 0], [0, 0], "close JH AH stop"), [3.0, -3.0]);
}

#[test]
fn schnapsen_freeze() {
    let paid = |freeze| {
        let options = [("freeze_on_close", freeze)];
        schnapsen(&options, [60, 0], [4, 0], "close JH AH JC AC stop")
    };
    assert_eq!((paid("true"), paid("false")), (vec![3.0, -3.0], vec![2.0, -2.0]));
    let judged = |freeze| {
        let options = [
            ("freeze_on_close", freeze),
            ("close_fail", "closer_judged"),
            ("stop_after_last_trick", "false"),
        ];
        schnapsen(&options, [60, 0], [4, 0], "close JH AH JC AC")
    };
    assert_eq!((judged("true"), judged("false")), (vec![3.0, -3.0], vec![2.0, -2.0]));
}

#[test]
fn schnapsen_without_a_failed_close() {
    let last = [("close_fail", "last_trick"), ("stop_after_last_trick", "false")];
    assert_eq!(schnapsen(PLAIN, [50, 0], [4, 1], "stop"), [-2.0, 2.0]);
    assert_eq!(schnapsen(PLAIN, [50, 0], [4, 0], "stop"), [-3.0, 3.0]);
    assert_eq!(schnapsen(&last, [50, 0], [4, 0], "close JH AH JC AC"), [1.0, -1.0]);
    assert_eq!(schnapsen(&last, [50, 0], [4, 0], "close AC JC stop"), [-3.0, 3.0]);
    let game = last_leads(SixtySix::schnapsen(PLAIN), "AH", "JH", [80, 30], [8, 1]);
    assert_eq!(play_all(game.clone(), "AH JH on").returns(), [1.0, -1.0]);
    assert_eq!(play_all(game, "AH JH stop").returns(), [2.0, -2.0]);
}

#[test]
fn the_exchange_at_two_cards() {
    let start = |value, first, second| {
        position(SixtySix::new(&[("exchange_min_deck", value)]), first, second, "QD,KS")
    };
    assert_eq!(start("2", "9S,JC", "AC,TC").legal(), ["9S", "JC", "close", "exchange", "stop"]);
    assert_eq!(start("4", "9S,JC", "AC,TC").legal(), ["9S", "JC", "close", "stop"]);
    // The loser of the trick draws the nine, the exchanger or the other.
    let exchanged = play_all(start("2", "9S,JC", "AC,TC"), "exchange JC AC");
    assert_eq!((&exchanged.hands[0], &exchanged.hands[1]), (&cards("KS,9S"), &cards("TC,QD")));
    assert!(exchanged.seen(1).ends_with("1 draws QD; 0 draws 9S;"));
    let other = play_all(start("2", "AC,TC", "9S,JC"), "AC exchange JC");
    assert_eq!((&other.hands[0], &other.hands[1]), (&cards("TC,QD"), &cards("KS,9S")));
}

#[test]
fn the_first_trick_is_free() {
    let options = [("first_trick_free", "true")];
    let start = |tricks| {
        let mut game = position(SixtySix::new(&options), "QC,KC,9S", "AC,TC,JC", "9H,QD,TD,KS");
        game.tricks = tricks;
        game
    };
    assert_eq!(start([0, 0]).legal(), ["9S", "KC", "QC", "exchange", "stop"]);
    assert_eq!(start([0, 1]).legal(), ["9S", "KC", "QC", "close", "exchange", "marry:C", "stop"]);
}

#[test]
fn no_player_closes() {
    let game = position(SixtySix::new(&[("closing", "false")]), "QC,KC", "AC,TC", "9H,QD,TD,KS");
    assert_eq!(game.legal(), ["KC", "QC", "marry:C", "stop"]);
}

#[test]
fn the_last_trick_counts_ten() {
    let ten = [("last_trick_points", "10"), ("stop_after_last_trick", "true")];
    let start = |points| last_leads(SixtySix::new(&ten), "AH", "9H", points, [8, 3]);
    assert_eq!(play_all(start([45, 30]), "AH 9H stop").returns(), [2.0, -2.0]);
    assert_eq!(play_all(start([44, 30]), "AH 9H stop").returns(), [-3.0, 3.0]);
    // Not in a closed hand.
    let game = closable(SixtySix::new(&ten), ["AH", "9H"], [45, 30], [8, 3]);
    assert_eq!(play_all(game, "close AH 9H stop").returns(), [-3.0, 3.0]);
}

#[test]
fn more_points_at_the_end() {
    let more = [("all_played", "more_points")];
    let start =
        |options: &[(&str, &str)], points| last_leads(SixtySix::new(options), "AH", "9H", points, [8, 3]);
    for (points, won) in [([49, 60], 0.0), ([48, 60], -1.0), ([50, 60], 1.0), ([80, 20], 1.0)] {
        assert_eq!(play_all(start(&more, points), "AH 9H").returns(), [won, -won]);
        let ten = [more[0], ("last_trick_points", "10")];
        let before = [points[0] - 10, points[1]];
        assert_eq!(play_all(start(&ten, before), "AH 9H").returns(), [won, -won]);
        // A closed hand is not judged so.
        let closed = closable(SixtySix::new(&more), ["AH", "9H"], points, [8, 3]);
        assert_eq!(play_all(closed, "close AH 9H").returns(), [1.0, -1.0]);
    }
}

#[test]
fn hidden_cards_are_not_seen() {
    let rest = |deck| format!("deal:JC,QC,JS,QS,JH/KC,TC,AC,KS,TS/AD/{deck} JC KC");
    let left = play_all(SixtySix::schnapsen(PLAIN), &rest("JD,QH,KH,TH,AH,AS,QD,KD,TD"));
    let right = play_all(SixtySix::schnapsen(PLAIN), &rest("JD,KH,QH,TH,AH,AS,QD,KD,10♦"));
    assert_eq!(left.seen(1), right.seen(1));
    assert_ne!(left.seen(0), right.seen(0));
}

#[test]
fn wrong_input_panics() {
    assert!(panics(|| SixtySix::new(&[("freeze_on_close", "true")])));
    assert!(panics(|| SixtySix::new(&[("close_fail", "closer_must_win")])));
    assert!(panics(|| SixtySix::new(&[("announce_names_suit", "false")])));
    assert!(panics(|| SixtySix::new(&[("target", "8")])));
    assert!(panics(|| SixtySix::schnapsen(&[("close_min_deck", "14")])));
    for word in ["QC", "marry:C", "exchange", "on"] {
        assert!(panics(|| play_all(SixtySix::new(PLAIN), &format!("{DEAL} {word}"))), "{word}");
    }
}

#[test]
fn random_games_of_all_options_end() {
    let mut dice = Dice(1);
    // Of all combinations every 31st: a number that has no factor in common with the numbers of values.
    for options in combinations(SIXTY_SIX).into_iter().step_by(31) {
        let deal = random_deal(deck("CSHD", "9JQKTA"), [6, 6, 1, 11], &mut dice);
        check_random_game(SixtySix::new(&options), &deal, &mut dice);
    }
    for options in combinations(SCHNAPSEN).into_iter().step_by(31) {
        let deal = random_deal(deck("CSHD", "JQKTA"), [5, 5, 1, 9], &mut dice);
        check_random_game(SixtySix::schnapsen(&options), &deal, &mut dice);
    }
}
