//! The test scenarios of the rules, under their numbers. Players 0 and 1 are P1 and P2 of the page.

use hinterhand_engine::{Game, Notation, Player, Turn};

use super::{Table, deal, rules};

const FIXED: (&str, &str) = ("setup", "fixed");
const PILE: &str = "PSWK,PMYK,CMWK,CMLY,CSWY";
const DISPLAY: &str = "PMSL,PWLY,CSLK";

/// The deal of a game in which player 1 captures the Harvest in turn 4, after drawing an extra card in turn
/// 2; player 0 passes. Player 1 then holds `drawn`: its draws of turns 2 and 4.
fn harvest_captured(first: &str, passed: [&str; 3], drawn: [&str; 3]) -> String {
    let top = [passed[0], drawn[0], drawn[1], passed[1], drawn[2], passed[2]].join(",");
    let deal = deal(&[first, "AM,AS,AL"], DISPLAY, PILE, &top);
    format!("{deal} trade take:0 draw trade take:0 capture:PMSL=AM,AS,AL place:AM place:AS")
}

#[test]
fn scenario_01_capture_extra_suit() {
    let game = rules(&[FIXED]);
    let table = Table::new(&game, &deal(&["9MS,4WL,AM", "AY,AK,XK"], DISPLAY, PILE, "AS"));
    assert!(table.allows("capture:PMSL=4WL,9MS"));
    assert!(!table.allows("capture:PMSL=AM,4WL,9MS"), "the ace is redundant");
    assert!(table.allows("capture:PMSL=AM,AS,4WL"));
    let mut table = Table::new(&game, &deal(&["AM,AS,AL", "AY,AK,XK"], DISPLAY, PILE, "9MS"));
    assert!(table.allows("capture:PMSL=AM,AS,AL"));
    assert!(!table.allows("capture:PMSL=AS,AM,AL"), "cards are named in card order");
    table.play("capture:PMSL=AL,9MS");
    assert_eq!(table.legal(), ["place:9MS", "place:AL"]);
    assert_eq!(table.0.state().display().to_string(), "PSWK,PWLY,CSLK", "refilled before the arranging");
    table.play("place:9MS");
    assert_eq!((table.discards(), table.captured(0), table.seat()), ("9MS,AL".into(), "PMSL".into(), 1));
    let relevant = rules(&[FIXED, ("capture_cover", "each_relevant")]);
    let table = Table::new(&relevant, &deal(&["9MS,4WL,AM", "AY,AS,XK"], DISPLAY, PILE, "AK"));
    assert!(table.allows("capture:PMSL=AM,4WL,9MS"));
    assert!(!table.allows("capture:PMSL=AK,4WL,9MS"), "the ace of Knots shows no suit of the Harvest");
}

#[test]
fn scenario_02_steal_exact() {
    let game = rules(&[FIXED]);
    let words = harvest_captured("9MS,XL,AK", ["5ML", "4WL", "XY"], ["2MK", "2SY", "3LY"]);
    let mut table = Table::new(&game, &words);
    assert!(table.allows("steal:PMSL=9MS,XL"));
    assert!(table.allows("steal:PMSL=5ML,9MS"));
    assert!(!table.allows("steal:PMSL=4WL,9MS"), "Waves are not on the Harvest");
    table.play("steal:PMSL=9MS,XL");
    assert_eq!(table.legal(), ["support:4WL", "support:5ML", "support:AK", "support:XY"]);
    table.play("support:5ML");
    assert_eq!(table.legal(), ["done", "support:XY"], "in card order");
    table.play("done yield");
    assert_eq!((table.captured(0), table.captured(1)), ("PMSL".into(), String::new()));
    // Without a card left for support there is no steal.
    let top = "XY,2MK,XL";
    let words = deal(&["9MS,AK,AY", "AM,AS,AL"], DISPLAY, PILE, top);
    let mut table = Table::new(&game, &words);
    table.play("trade discard:AK discard:AY discard:XY take:0 capture:PMSL=AM,AS,AL place:AM place:AS");
    assert_eq!(table.hand(0), "9MS,XL");
    assert_eq!(table.legal(), ["draw", "draw:discard", "trade"]);
}

#[test]
fn scenario_03_defence() {
    let game = rules(&[FIXED]);
    let steal = "steal:PMSL=9MS,XL support:5YK done";
    let words = harvest_captured("9MS,XL,5YK", ["2SY", "3LY", "XY"], ["4WL", "AW", "AY"]);
    let mut table = Table::new(&game, &format!("{words} {steal}"));
    assert_eq!((table.seat(), table.hand(1)), (1, "AW,AY,4WL".into()));
    // Ace and Sailor are 5, which is enough; two aces and the Sailor are too, the Sailor alone is not.
    assert_eq!(table.legal(), ["defend:AW", "defend:AY", "yield"]);
    table.play("defend:AW");
    assert_eq!(table.legal(), ["defend:4WL", "defend:AY"], "no yield any more");
    table.play("defend:4WL");
    assert_eq!(table.legal(), ["done"]);
    let before = table.0.state().discard().len();
    table.play("done");
    assert_eq!(table.seat(), 1, "the one who was stolen from arranges");
    table.play("place:XL place:AW place:5YK place:4WL");
    assert_eq!(table.0.state().discard().len(), before + 5);
    assert!(table.discards().ends_with("XL,AW,5YK,4WL,9MS"));
    assert_eq!((table.captured(1), table.excuse()), ("PMSL".into(), 1));
    // With 4 at most there is only the yield.
    let words = harvest_captured("9MS,XL,5YK", ["2SY", "3LY", "XY"], ["2MK", "AW", "AY"]);
    let mut table = Table::new(&game, &format!("{words} {steal}"));
    assert_eq!(table.legal(), ["yield"]);
    table.play("yield");
    assert_eq!((table.captured(0), table.excuse(), table.seat()), ("PMSL".into(), 1, 1));
    table.play("place:5YK place:XL");
    assert!(table.discards().ends_with("5YK,XL,9MS"));
    assert_eq!(table.seat(), 1);
    let mut taken = Table(table.0.clone());
    taken.play("draw:discard");
    assert!(taken.hand(1).contains("9MS"));
    table.play("trade take:0 draw:discard");
    assert!(table.hand(0).contains("9MS"));
}

#[test]
fn scenario_03_minimal_defence() {
    let game = rules(&[FIXED, ("defense_minimal", "true")]);
    let words = harvest_captured("9MS,XL,5YK", ["2SY", "3LY", "XY"], ["4WL", "AW", "AY"]);
    let mut table = Table::new(&game, &format!("{words} steal:PMSL=9MS,XL support:5YK done"));
    table.play("defend:AW");
    assert_eq!(table.legal(), ["defend:4WL"], "with both aces one could be left out");
    let words = harvest_captured("9MS,XL,5YK", ["2SY", "3LY", "XY"], ["7WY", "AW", "AY"]);
    let table = Table::new(&game, &format!("{words} steal:PMSL=9MS,XL support:5YK done"));
    assert_eq!(table.legal(), ["defend:7WY", "yield"]);
}

#[test]
fn scenario_04_crown_support() {
    let game = rules(&[FIXED]);
    let words = harvest_captured("9MS,XL,XM", ["2SY", "3LY", "XY"], ["9WY", "AW", "XK"]);
    let mut table = Table::new(&game, &format!("{words} steal:PMSL=9MS,XL support:XM done"));
    assert_eq!(table.hand(1), "AW,9WY,XK");
    assert_eq!(table.legal(), ["defend:9WY", "defend:AW", "defend:XK", "yield"]);
    table.play("defend:9WY");
    assert_eq!(table.legal(), ["defend:XK"], "9 alone is not enough");
    let words = harvest_captured("9MS,XL,XM", ["2SY", "3LY", "XY"], ["9WY", "AW", "2MK"]);
    let mut table = Table::new(&game, &format!("{words} steal:PMSL=9MS,XL support:XM done"));
    assert_eq!(table.legal(), ["defend:2MK", "defend:AW", "yield"]);
    table.play("defend:AW defend:9WY");
    assert_eq!(table.legal(), ["done"]);
}

#[test]
fn scenario_05_hand_limit() {
    let game = rules(&[FIXED]);
    let mut table =
        Table::new(&game, &deal(&["AM,AS,AL", "AY,AK,XK"], "CMWK,CSWY,PSWK", "PMSL,PMYK,PWLY,CMLY,CSLK", ""));
    for _ in 0..3 {
        table.play("draw");
        table.dump();
    }
    assert_eq!(table.held(0), 10);
    assert!(table.allows("draw") && table.allows("draw:discard") && table.allows("trade"));
    assert!(table.legal().iter().any(|word| word.starts_with("capture:")));
    table.play("draw");
    assert_eq!(table.held(0), 11);
    table.dump();
    assert_eq!((table.held(0), table.legal()), (12, vec!["trade".to_owned()]));
    table.play("trade");
    let takes = |table: &Table<'_>| -> Vec<String> {
        table.legal().into_iter().filter(|word| word.starts_with("take")).collect()
    };
    for wanted in [&[][..], &[], &["take:0"], &["take:0", "take:1"], &["take:0", "take:1", "take:2"]] {
        assert_eq!(takes(&table), wanted);
        let card = table.0.state().hand(Player::FIRST).first().expect("cards are left");
        table.play(&format!("discard:{card}"));
    }
}

#[test]
fn scenario_05_hand_limit_variants() {
    fn grown(game: &hinterhand_engine::games::Recipippes) -> Table<'_> {
        let mut table = Table::new(game, &deal(&["AM,AS,AL", "AY,AK,XK"], DISPLAY, PILE, ""));
        for _ in 0..4 {
            table.play("draw");
            table.dump();
        }
        table
    }
    let (at_start, down) = (
        rules(&[FIXED, ("hand_limit_check", "at_turn_start")]),
        rules(&[FIXED, ("over_limit_trade_only", "false")]),
    );
    let (at_start, down) = (grown(&at_start), grown(&down));
    assert_eq!((at_start.held(0), at_start.legal()), (12, vec!["trade".to_owned()]));
    // Down to ten: by two cards or three, and then on as usual.
    assert_eq!(down.held(0), 12);
    assert!(down.allows("trade") && !down.allows("draw"));
    assert!(down.legal().iter().all(|word| word == "trade" || word.starts_with("capture:")));
    assert!(down.legal().len() > 1);
}

/// Three players with nine cards each, one card in the deck and eight discards; player 0 is to draw.
fn before_first_exhaustion(table: &mut Table<'_>) {
    for _ in 0..6 {
        table.play("draw");
    }
    for out in [3, 3, 2] {
        table.trade(out, out);
    }
    for seat in 0..3 {
        assert_eq!((table.seat(), table.0.state().discard().len()), (seat, 8));
        if seat == 2 {
            assert_eq!((0..3).map(|seat| table.held(seat)).collect::<Vec<_>>(), [9, 9, 9]);
            assert_eq!(table.0.state().deck().left(), 1);
        }
        table.play("trade take:0");
    }
}

#[test]
fn scenario_06_first_exhaustion() {
    let game = rules(&[FIXED, ("players", "3")]);
    let mut table = Table::new(&game, &deal(&["AM,AS,AL", "AY,AK,XK", "2MK,2SY,2WL"], DISPLAY, PILE, ""));
    before_first_exhaustion(&mut table);
    assert_eq!((table.0.turn(), table.held(0)), (Turn::Chance, 10));
    let eight = table.discards();
    assert!(table.0.clone().play_word("pile:AM").is_err());
    let twice = eight.replacen(eight.split(',').next().expect("eight cards"), "XM", 1);
    let refused = table.0.clone().play_word(&format!("pile:{twice}")).expect_err("XM is not discarded");
    assert!(refused.to_string().contains("XM"), "{refused}");
    table.shuffle();
    assert_eq!((table.0.state().deck().left(), table.discards()), (8, String::new()));
    assert_eq!(table.seat(), 0);
    assert!(table.allows("draw") && !table.allows("draw:discard"));
}

#[test]
fn scenario_06_failed_draw() {
    let game = rules(&[FIXED, ("players", "3"), ("exhaust_at", "failed_draw")]);
    let mut table = Table::new(&game, &deal(&["AM,AS,AL", "AY,AK,XK", "2MK,2SY,2WL"], DISPLAY, PILE, ""));
    before_first_exhaustion(&mut table);
    assert_eq!((table.seat(), table.0.state().deck().left()), (0, 0));
    assert!(table.allows("draw"));
    table.play("trade take:0");
    assert_eq!(table.0.turn(), Turn::Chance, "the next draw fails");
    table.shuffle();
    assert_eq!((table.seat(), table.0.state().deck().left()), (1, 7));
}

#[test]
fn scenario_07_second_exhaustion() {
    let game = rules(&[FIXED]);
    let mut table = Table::new(&game, &deal(&["AM,AS,AL", "AY,AK,XK"], DISPLAY, PILE, ""));
    let mut turns = 0;
    while table.0.turn() != Turn::Over {
        if table.0.turn() == Turn::Chance {
            assert_eq!((turns, table.0.state().discard().len()), (29, 35));
            table.shuffle();
        } else {
            table.dump();
            turns += 1;
        }
    }
    // The last card of the second deck begins a 65th turn that never comes to its action.
    assert_eq!((turns, table.0.state().deck().left()), (64, 0));
    assert_eq!(table.returns(), [-1.0, 1.0], "neither player has points, and player 1 holds The Excuse");
    let refused = table.0.play_word("draw").expect_err("the game is over");
    assert!(refused.to_string().contains("after the end"), "{refused}");
}

#[test]
fn scenario_08_trade_over_the_edge() {
    let game = rules(&[FIXED]);
    let mut table = Table::new(&game, &deal(&["AM,AS,AL", "AY,AK,XK"], DISPLAY, PILE, ""));
    for _ in 0..24 {
        table.dump();
    }
    table.play("draw");
    table.dump();
    assert_eq!((table.held(0), table.0.state().deck().left()), (3, 2));
    let three = table.hand(0);
    table.trade(3, 3);
    assert_eq!((table.0.turn(), table.held(0)), (Turn::Chance, 2));
    assert!(table.discards().ends_with(&three), "the three just traded are shuffled too");
    table.shuffle();
    // Player 0 got the card that it was still owed, and player 1 has begun its turn.
    assert_eq!((table.held(0), table.seat(), table.0.state().deck().left()), (3, 1, 32));
}

#[test]
fn scenario_10_tie() {
    let game = rules(&[FIXED]);
    let finish = |table: &mut Table<'_>| {
        while table.0.turn() != Turn::Over {
            if table.0.turn() == Turn::Chance { table.shuffle() } else { table.dump() }
        }
        table.returns()
    };
    // One pawn each; seat 2 was never stolen from.
    let words = deal(&["AM,AS,AL", "9LK,AW,AK"], DISPLAY, PILE, "4WL,AY,3MW");
    let captured = "capture:PMSL=AM,AS,AL place:AM place:AS capture:PWLY=AW,AY,9LK place:AW place:AY";
    assert_eq!(finish(&mut Table::new(&game, &format!("{words} {captured}"))), [-1.0, 1.0]);
    // One pawn each; seat 1 was stolen from last.
    let words = deal(&["AM,AS,AL", "9MS,XL,AK"], DISPLAY, PILE, "4WL,XK,AY");
    let stolen = "capture:PMSL=AM,AS,AL place:AM place:AS steal:PMSL=9MS,XL support:AK done yield \
                  place:AK place:XL capture:PWLY=AY,4WL place:AY";
    assert_eq!(finish(&mut Table::new(&game, &format!("{words} {stolen}"))), [1.0, -1.0]);
    let margin = rules(&[FIXED, ("payoff", "margin")]);
    assert_eq!(finish(&mut Table::new(&margin, &format!("{words} {stolen}"))), [0.0, 0.0]);
}

#[test]
fn scenario_11_known_bottom() {
    let game = rules(&[]);
    let deal = deal(&["AM,AS,AL", "AY,AK,XK"], DISPLAY, "PSWK,PMYK,CMWK,CSWY,CMLY", "");
    for (call, chooser) in [("call:court", 0), ("call:pawn", 1)] {
        let mut table = Table::new(&game, &format!("{call} lot:CMLY"));
        assert_eq!((table.seat(), table.legal()), (chooser, vec!["seat:first".into(), "seat:second".into()]));
        table.play("seat:second");
        let misplaced = deal.replace("CSWY,CMLY", "CMLY,CSWY");
        assert!(table.0.clone().play_word(&misplaced).is_err(), "the lot lies at the bottom");
        table.play(&deal);
        assert_eq!((table.seat(), table.excuse()), (1 - chooser, chooser));
        for player in Player::all(2) {
            let info_set = game.info_set(table.0.state(), player);
            assert!(game.table_text(&info_set).contains("pile 5, CMLY at the bottom"));
        }
    }
    let fixed = rules(&[FIXED]);
    let table = Table::new(&fixed, &deal);
    let info_set = fixed.info_set(table.0.state(), Player::FIRST);
    assert!(!fixed.table_text(&info_set).contains("bottom"));
}

#[test]
fn scenario_12_excuse_moves() {
    let game = rules(&[FIXED]);
    let words = harvest_captured("9MS,XL,AK", ["2SY", "3LY", "XY"], ["4MS", "5ML", "AW"]);
    let mut table = Table::new(&game, &words);
    assert_eq!(table.excuse(), 1);
    table.play("steal:PMSL=9MS,XL support:AK done yield place:AK place:XL");
    assert_eq!((table.excuse(), table.captured(0)), (1, "PMSL".into()));
    table.play("steal:PMSL=4MS,5ML support:AW done");
    let attempt = rules(&[FIXED, ("excuse_on_attempt", "true")]);
    let tried = Table::new(&attempt, &table.0.words().join(" "));
    assert_eq!((table.excuse(), tried.excuse()), (1, 0), "an attempt moves it only if the option says so");
    table.play("yield");
    assert_eq!((table.excuse(), table.captured(1), table.seat()), (0, "PMSL".into(), 0));
}

#[test]
fn orders_of_discards() {
    let words = deal(&["4MS,4WL,AM", "AY,AK,XK"], DISPLAY, PILE, "9MS");
    let canonical = rules(&[FIXED, ("discard_order", "canonical")]);
    let mut table = Table::new(&canonical, &words);
    table.play("trade discard:4MS");
    assert_eq!(table.legal(), ["discard:4WL", "discard:9MS", "take:0", "take:1"]);
    let mut table = Table::new(&canonical, &words);
    table.play("capture:PMSL=4WL,9MS");
    assert_eq!((table.discards(), table.seat()), ("4WL,9MS".into(), 1));
    let top_only = rules(&[FIXED, ("discard_order", "top_only")]);
    let mut table = Table::new(&top_only, &words);
    table.play("trade discard:4MS discard:9MS discard:AM");
    assert_eq!(table.legal(), ["take:0", "take:1", "take:2", "take:3"], "after a lower card no further one");
    let mut table = Table::new(&top_only, &words);
    table.play("capture:PMSL=4WL,9MS place:4WL");
    assert_eq!((table.discards(), table.seat()), ("9MS,4WL".into(), 1));
}

#[test]
fn trades() {
    let words = deal(&["4MS,4WL,AM", "AY,AK,XK"], DISPLAY, PILE, "9MS,XL,XM");
    let sequential = rules(&[FIXED, ("trade_draw", "sequential"), ("allow_trade_zero", "false")]);
    let mut table = Table::new(&sequential, &words);
    table.play("trade");
    assert!(!table.allows("take:0") && !table.allows("take:1"));
    table.play("discard:AM discard:4MS");
    assert_eq!(table.legal(), ["discard:4WL", "discard:9MS", "take:0", "take:1"]);
    table.play("take:1");
    assert_eq!((table.hand(0), table.legal()), ("4WL,9MS,XL".into(), vec!["take:0".into(), "take:1".into()]));
    table.play("take:1");
    assert_eq!((table.hand(0), table.legal()), ("4WL,9MS,XM,XL".into(), vec!["take:0".to_owned()]));
    table.play("take:0");
    assert_eq!(table.seat(), 1);
}
