//! The scenarios of the rules page, and what else the page settles to the letter.

use super::card::DECK;
use super::deal::{Deal, DealError, OPEN};
use super::rules::{KnockMode, PassRule, Schikanoeschen};
use super::scene::Scene;
use super::stack::Stack;
use crate::Player;

/// Without knocking and draw offers, so that the lists are short.
const OFF: Schikanoeschen = Schikanoeschen {
    knock_mode: KnockMode::Off,
    max_actions: 2000,
    no_repeat_in_turn: true,
    repetition_draw: true,
    draw_offers: false,
    pass_rule: PassRule::LiteralOrStuck,
    joker_auto_remove: false,
    final_same_back: false,
    ace_wrap: false,
};
const KNOCK: Schikanoeschen = Schikanoeschen { knock_mode: KnockMode::Obligation, ..OFF };
const FULL: Schikanoeschen = Schikanoeschen { knock_mode: KnockMode::Full, ..OFF };

/// Board stacks with nothing to do on them: kings that fit nowhere.
const DULL: &str = "E1:KC F1:KS G1:KH H1:KD";

fn scene(game: Schikanoeschen, text: &str) -> Scene {
    Scene::new(game, &format!("{DULL} {text}"))
}

#[test]
fn scenario_1_an_obligation_leaves_nothing_else() {
    let scene = scene(OFF, "A0:5H B0:2S C0:7H,[3D] E0:8C F0:[4D] G0:* H0:KC' D:AS");
    assert_eq!(scene.legal(), "B0>D");
}

#[test]
fn scenario_2_the_board_comes_first() {
    let mut scene = Scene::new(OFF, "A0:5H B0:2S C0:3S,[3D] E0:8C F0:[4D] G0:* H0:KC' E1:KC F1:AH D:AS");
    assert_eq!(scene.legal(), "F1>D");
    assert_eq!(scene.play("F1>D").legal(), "B0>D");
    assert_eq!(scene.play("B0>D").legal(), "C0>D");
    // Between the own side and discard stacks the choice is free.
    let scene = self::scene(OFF, "A0:5H B0:2S C0:AD,[3D] E0:8C D:AS");
    assert_eq!(scene.legal(), "B0>D C0>D");
}

#[test]
fn scenario_3_what_a_held_card_may_do() {
    let mut ace = scene(OFF, "A0:AD E0:KC' F0:[4D] C1:2D,[9D]");
    assert_eq!(ace.play("turn").legal(), "@>D");
    let mut joker = scene(OFF, "A0:*,3C E0:KC' F0:[4D] H0:KD' C1:2D,[9D] B1:9H");
    assert_eq!(joker.play("turn").legal(), "@>B0 @>F0 @>G0 joker:@");
    assert_eq!(joker.play("joker:@").mover(), Some(0));
    assert!(joker.allows("turn") && !joker.allows("joker:@"));
}

#[test]
fn scenario_4_four_face_up_cards_over_face_down_ones() {
    for (stack, allowed) in [
        ("9H,TS,JH,QS,[2C],[3C]", false),
        ("9H,TS,JH,QS", true),
        ("9H,TS,JH,[2C],[3C]", true),
        ("9H,TS,JH,QS,[3C]", false),
    ] {
        let mut scene = scene(OFF, &format!("A0:8S,8C E0:{stack} C0:7D B0:8C'"));
        assert_eq!(scene.allows("B0>E0"), allowed, "8C on {stack}");
        assert_eq!(scene.play("turn").allows("@>E0"), allowed, "8S on {stack}");
    }
}

#[test]
fn scenario_5_stacks_of_the_opponent() {
    let allowed = |game, side: &str, card: &str| {
        let scene = scene(game, &format!("A0:5H B0:{card} C1:{side}"));
        assert!(!scene.allows("B0>B1"), "nothing goes to an empty discard stack");
        scene.allows("B0>C1")
    };
    let wrap = Schikanoeschen { ace_wrap: true, ..OFF };
    for game in [OFF, wrap] {
        for (card, fits) in [("6H", true), ("8H", true), ("8S", false), ("8D", false), ("7H'", false)] {
            assert_eq!(allowed(game, "7H,[9C]", card), fits, "{card} on 7H");
        }
        assert!(!allowed(game, "-", "6H"), "nothing goes to an empty side stack");
    }
    // An ace has to go to a final stack, so it is asked for on a king where obligations can be missed.
    let ace = |game| scene(game, "A0:5H B0:AH C1:KH'").allows("B0>C1");
    assert!(!ace(KNOCK) && ace(Schikanoeschen { ace_wrap: true, ..KNOCK }));
    assert!(!allowed(OFF, "AH", "KH'") && allowed(wrap, "AH", "KH'"));
    let discard = scene(OFF, "A0:5H B0:6D B1:7D,2C C1:5D,[KC]");
    assert!(discard.allows("B0>B1") && discard.allows("B0>C1"));
    // The own side and discard stacks take nothing.
    let own = scene(OFF, "A0:5H B0:6D C0:7D E0:8D F0:5D");
    assert!(!["B0>C0", "C0>B0", "E0>C0", "F0>B0"].iter().any(|word| own.allows(word)));
}

#[test]
fn scenario_6_the_discard_stack_is_turned_over() {
    let mut scene = scene(OFF, "B0:KS,9D,4C E0:KC' F0:KD' G0:KH'");
    scene.play("turn");
    assert_eq!(scene.position.held().map(|card| card.to_string()).as_deref(), Some("4C"));
    assert_eq!((scene.cards("A0"), scene.cards("B0")), ("9D,KS".to_owned(), String::new()));
    assert_eq!(scene.mover(), Some(0));
}

#[test]
fn scenario_7_the_end_of_a_turn() {
    let mut discarded = scene(OFF, "A0:5H,6D E0:8C C0:3D");
    assert!(!discarded.allows("end"));
    assert_eq!(discarded.play("turn @>B0").mover(), Some(1));
    let literal = Schikanoeschen { pass_rule: PassRule::Literal, ..OFF };
    let blocked = "C0:3D,[4D],[5D] E0:KC' F0:KS' G0:KH' H0:KD'";
    let mut stuck = scene(OFF, blocked);
    assert_eq!(stuck.legal(), "end");
    assert_eq!(stuck.play("end").mover(), Some(1));
    for game in [OFF, literal] {
        let both = scene(game, "B0:3D,4D E0:KC' F0:KS' G0:KH' H0:KD'");
        assert_eq!(both.legal(), "end turn");
    }
    // To the letter there is no way out: the game is a draw.
    assert_eq!(scene(literal, blocked).result(), Some(0.0));
    let offers = Schikanoeschen { draw_offers: true, ..literal };
    let mut offered = scene(offers, blocked);
    assert_eq!(offered.legal(), "offer");
    assert_eq!(offered.play("offer decline").result(), Some(0.0));
}

const CASE_1: &str = "A0:5H,6H B0:2S C0:9D,[TD] E0:6S F0:KS' G0:KH' H0:KD' D:AS";

#[test]
fn scenario_8_a_knock_in_time_and_late() {
    let mut early = scene(KNOCK, CASE_1);
    assert_eq!(early.play("turn").legal(), "knock wait");
    assert_eq!(early.mover(), Some(1));
    early.play("knock");
    assert_eq!((early.mover(), early.cards("A0").as_str()), (Some(1), "5H,6H"));
    assert!(!early.position.is_seen(early.position.top(Stack::main(Player::FIRST))));

    let mut late = scene(KNOCK, CASE_1);
    late.play("turn wait");
    assert_eq!((late.mover(), late.legal().as_str()), (Some(0), "@>B0 @>E0"));
    assert_eq!(late.play("@>E0").legal(), "keep let revert");
    late.play("keep");
    assert_eq!(
        (late.mover(), late.cards("E0").as_str(), late.cards("A0").as_str()),
        (Some(1), "5H,6S", "6H")
    );

    let mut back = scene(KNOCK, CASE_1);
    back.play("turn wait @>E0 revert");
    assert_eq!(
        (back.mover(), back.cards("E0").as_str(), back.cards("A0").as_str()),
        (Some(1), "6S", "5H,6H")
    );
    assert!(back.position.is_seen(back.position.top(Stack::main(Player::FIRST))), "5H stays known");

    // Discarding it would end the turn; the player that lets it pass is active then.
    let mut ended = scene(KNOCK, CASE_1);
    assert_eq!(ended.play("turn wait @>B0").legal(), "keep let revert");
    assert_eq!(ended.play("let").mover(), Some(1));
}

#[test]
fn scenario_9_the_right_to_knock_expires() {
    let mut scene = scene(FULL, CASE_1);
    scene.play("turn wait @>E0 let");
    assert_eq!(scene.mover(), Some(0));
    assert_eq!(scene.play("B0>D").legal(), "knock let");
    scene.play("knock");
    assert_eq!((scene.mover(), scene.position.flags.warned), (Some(0), [false, true]));
    // None after `turn` alone; the second false knock loses.
    scene.play("turn");
    assert_eq!(scene.mover(), Some(0));
    assert_eq!(scene.play("@>B0").legal(), "knock let");
    assert_eq!(scene.play("knock").result(), Some(1.0));
}

#[test]
fn scenario_10_the_last_card_comes_back() {
    const LAST: &str = "B0:2S E0:3H F0:KS' D:AS";
    let mut knocked = scene(KNOCK, LAST);
    assert_eq!(knocked.play("B0>E0").legal(), "let revert");
    knocked.play("revert");
    assert_eq!(
        (knocked.mover(), knocked.cards("B0").as_str(), knocked.cards("E0").as_str()),
        (Some(1), "2S", "3H")
    );
    assert_eq!(scene(KNOCK, LAST).play("B0>E0 let").result(), Some(1.0));
    // The last card held: the turn and putting it down are one action.
    let mut held = scene(KNOCK, "A0:2S E0:3H F0:KS' D:AS");
    assert_eq!(held.play("turn").legal(), "@>B0 @>D @>E0 @>G0 @>H0");
    assert_eq!(held.play("@>B0").legal(), "let revert");
    assert_eq!(held.play("revert").cards("A0"), "2S");
    // Case 3 with the last card: it comes back from the final stack, and its key with it.
    let mut third = scene(KNOCK, "B0:2S E0:3H F0:AH D:AS");
    let before = third.position.key;
    third.play("B0>D wait");
    assert_eq!(third.legal(), "let revert");
    third.play("revert");
    assert_eq!((third.cards("B0").as_str(), third.position.key), ("2S", before));
}

#[test]
fn scenario_11_a_win_needs_all_cards_turned_up() {
    let mut scene = Scene::new(OFF, "A0:- E0:[9C] F0:9D E1:KC F1:KS G1:[3C] H1:KD C1:4C");
    assert_eq!((scene.mover(), scene.position.own_cards(Player::FIRST)), (Some(0), 0));
    assert!(scene.allows("flip:E0") && !scene.allows("flip:G1") && scene.allows("end"));
    let mut passed = Scene::new(OFF, "A0:- E0:[9C] F0:9D E1:KC F1:KS G1:[3C] H1:KD C1:4C");
    passed.play("end");
    assert!(passed.allows("flip:G1") && !passed.allows("flip:E0"));
    assert_eq!(scene.play("flip:E0").result(), Some(1.0));
}

/// A deal whose open cards are these: C, E, F, G, H of each player.
fn open_cards(first: [&str; 5], second: [&str; 5]) -> Result<Deal, DealError> {
    let decks = [first, second].map(|open| {
        let mut deck: Vec<String> =
            (0..DECK).map(|n| super::Card::from_index(n.min(52)).to_string()).collect();
        for (place, card) in OPEN.into_iter().zip(open) {
            let at = (0..DECK).rfind(|n| deck[*n] == card && !(OPEN.contains(n) && *n < place)).unwrap();
            deck.swap(place, at);
        }
        deck.join(",")
    });
    Deal::read(&decks.join("/"))
}

#[test]
fn scenario_12_who_starts() {
    let rest = ["2C", "3C", "4C", "5C"];
    let with = |card| [card, rest[0], rest[1], rest[2], rest[3]];
    for (first, second, starter) in
        [("AH", "*", 1), ("9S", "9C", 1), ("9C", "9S", 0), ("AD", "KC", 0), ("2D", "3D", 1)]
    {
        assert_eq!(
            open_cards(with(first), with(second)).unwrap().starter(),
            Some(starter),
            "{first} {second}"
        );
    }
    let nine = open_cards(["9C", "2D", "3C", "4C", "5C"], ["9C", "2H", "KC", "4C", "5C"]);
    assert_eq!(nine.unwrap().starter(), Some(1), "hearts above diamonds on E");
    let jokers = open_cards(["*", "2D", "3C", "4C", "5C"], ["*", "2D", "3C", "4C", "4D"]);
    assert_eq!(jokers.unwrap().starter(), Some(0), "the five above the four on H");
    assert_eq!(open_cards(with("9C"), with("9C")), Err(DealError::Tie));
}

#[test]
fn classes_of_infractions() {
    // 2S (own discard) is obliged; AH on the board comes first.
    let text = "A0:5H,6H B0:2S C0:9D,[TD] E0:3H F0:AH G0:[4C] H0:2C D:AS";
    let scene = self::scene(KNOCK, text);
    let legal =
        "B0>D B0>E0 B0>G0 C0>G0 E0>G0 E1>G0 F0>D F0>G0 F0>H0 F1>G0 G1>G0 H0>E0 H0>G0 H1>G0 flip:G0 turn";
    assert_eq!(scene.legal(), legal);
    let after = |words: &str| {
        let mut scene = self::scene(KNOCK, text);
        scene.play(words);
        (scene.mover(), scene.legal())
    };
    let touch = (Some(1), "knock wait".to_owned());
    for wrong_card in ["B0>D", "B0>E0", "C0>G0", "H0>E0", "flip:G0", "turn"] {
        assert_eq!(after(wrong_card), touch, "{wrong_card}");
    }
    let late = (Some(1), "keep let revert".to_owned());
    for wrong_place in ["F0>G0", "F0>H0", "B0>E0 wait", "flip:G0 wait"] {
        assert_eq!(after(wrong_place), late, "{wrong_place}");
    }
    assert_eq!(after("B0>D wait"), (Some(1), "keep let".to_owned()));
    assert_eq!(after("F0>D").0, Some(0));
    // After `let` the same card may be missed again.
    assert_eq!(after("F0>G0 let G0>H0"), late);
}

#[test]
fn a_wrong_turn_over_the_discard_stack() {
    let text = "B0:7C,9D,4C E0:AH F0:KC' G0:KS' H0:KD'";
    let mut scene = self::scene(KNOCK, text);
    scene.play("turn");
    assert_eq!(scene.cards("B0"), "7C,9D,4C", "the discard stack is turned over only when it takes place");
    scene.play("wait");
    assert_eq!((scene.cards("A0").as_str(), scene.legal().as_str()), ("9D,7C", "@>B0"));
    scene.play("@>B0 revert");
    assert_eq!((scene.cards("A0").as_str(), scene.cards("B0").as_str()), ("", "7C,9D,4C"));
    assert_eq!(scene.position.key, self::scene(KNOCK, text).position.key);
}

#[test]
fn a_side_card_is_turned_back() {
    let mut scene = self::scene(KNOCK, "C0:9D,[TD],[JD] E0:AH F0:TC A0:5C");
    scene.play("C0>F0 wait");
    assert!(scene.position.face_down(Stack::side(Player::FIRST)) == 1);
    scene.play("revert");
    assert_eq!(scene.position.face_down(Stack::side(Player::FIRST)), 2);
    assert_eq!(scene.cards("C0"), "9D,TD,JD");
    assert!(
        scene
            .position
            .pieces(Stack::side(Player::FIRST))
            .nth(1)
            .is_some_and(|ten| scene.position.is_seen(ten))
    );
}

#[test]
fn no_position_twice_in_a_turn() {
    let text = "A0:7H,5H E0:8C F0:8S G0:7D,8S' H0:KD'";
    let mut scene = self::scene(OFF, text);
    assert_eq!(scene.legal(), "G0>E0 G0>F0 turn");
    assert_eq!(scene.play("G0>E0").legal(), "E0>F0 turn", "the 7 may not return");
    assert_eq!(scene.play("E0>F0").legal(), "turn", "neither to E0 nor to G0");
    // Whatever cannot be undone makes the earlier positions unreachable.
    scene.play("turn @>E0");
    assert!(scene.allows("F0>G0"));
    let free = Schikanoeschen { no_repeat_in_turn: false, ..OFF };
    assert!(self::scene(free, text).play("G0>E0").allows("E0>G0"));
}

/// Both players can only turn over their one main card and discard it again.
const ENDLESS: &str =
    "A0:3C A1:3D C0:9D,[TD] C1:9S,[TS] E0:KC F0:KS G0:KH H0:KD E1:KC F1:KS G1:KH H1:KD rest:C1";

#[test]
fn a_third_turn_from_the_same_position_is_a_draw() {
    // From the third turn on every turn starts from one position, for both players in turn.
    let round = "turn @>B0 turn @>B1";
    let mut drawn = Scene::new(OFF, ENDLESS);
    assert_eq!(drawn.play(round).play(round).mover(), Some(0));
    assert_eq!(drawn.play("turn @>B0").mover(), Some(1));
    assert_eq!(drawn.play("turn @>B1").result(), Some(0.0));
    let mut endless = Scene::new(Schikanoeschen { repetition_draw: false, max_actions: 100, ..OFF }, ENDLESS);
    for _ in 0..24 {
        endless.play(round);
    }
    assert_eq!(endless.play("turn @>B0 turn").mover(), Some(1));
    assert_eq!(endless.play("@>B1").result(), Some(0.0), "the cap, with a card in hand or not");
}

#[test]
fn a_knock_counts_as_the_start_of_a_turn() {
    // Every knock in time leaves the position as it was; player 0 is active at every other start.
    let mut scene = Scene::new(KNOCK, &ENDLESS.replace("KC F0:KS", "AC F0:KS"));
    scene.play("turn knock turn knock turn knock turn");
    assert_eq!(scene.mover(), Some(0));
    assert_eq!(scene.play("knock").result(), Some(0.0));
}

#[test]
fn the_last_action_may_win_but_not_with_an_open_window() {
    let text = "E0:[9C] F0:9D B0:2S D:AS";
    let last = |game, actions, words: &str| {
        let mut scene = self::scene(Schikanoeschen { max_actions: actions, ..game }, text);
        scene.play(words).result()
    };
    assert_eq!(last(OFF, 2, "B0>D flip:E0"), Some(1.0));
    assert_eq!(last(OFF, 1, "B0>D"), Some(0.0));
    assert_eq!(last(FULL, 4, "B0>D let flip:E0 let"), Some(1.0));
    assert_eq!(last(FULL, 3, "B0>D let flip:E0"), Some(0.0));
}

#[test]
fn a_false_knock_is_judged_before_the_win() {
    let text = "E0:9C F0:9D B0:4S C0:2S D:AS";
    let mut scene = self::scene(FULL, text);
    scene.play("C0>D knock");
    assert_eq!(scene.mover(), Some(0), "warned, and play continues");
    let mut won = self::scene(FULL, "E0:9C F0:9D C0:2S D:AS");
    assert_eq!(won.play("C0>D knock").result(), Some(1.0), "warned, and the win stands");
}

#[test]
fn offers_are_made_once_a_turn_and_never_with_an_obligation() {
    let offers = Schikanoeschen { draw_offers: true, ..FULL };
    let mut scene = self::scene(offers, "A0:5H,6H E0:8C A1:9C");
    assert!(scene.allows("offer"));
    assert_eq!(scene.play("offer").legal(), "accept decline");
    assert_eq!(scene.mover(), Some(1));
    scene.play("decline");
    assert!(scene.mover() == Some(0) && !scene.allows("offer"));
    scene.play("turn @>B0 let");
    assert!(scene.mover() == Some(1) && scene.allows("offer"));
    assert_eq!(scene.play("offer accept").result(), Some(0.0));
    assert!(!self::scene(offers, "A0:5H B0:2S D:AS").allows("offer"));
}

#[test]
fn a_turn_ended_without_a_discard_can_be_knocked_at() {
    let mut scene = self::scene(FULL, "B0:3D E0:KC' F0:[4D]");
    assert_eq!(scene.play("end").legal(), "knock let");
    assert_eq!(scene.play("let").mover(), Some(1));
}

#[test]
fn jokers_that_leave_by_themselves() {
    let auto = Schikanoeschen { joker_auto_remove: true, ..OFF };
    // A side card goes to the board; two jokers come up under it and leave.
    let mut side = self::scene(auto, "A0:*,5C C0:9D,[*],[*],[4H],[4S] F0:TC");
    side.play("C0>F0");
    assert_eq!(side.cards("C0"), "4H,4S");
    // A joker turned over leaves at once, and the turn goes on.
    side.play("turn");
    assert_eq!((side.mover(), side.cards("A0").as_str()), (Some(0), "5C"));
    assert!(side.allows("turn"));
    // In `full` that is a complete action, on which one may knock.
    let mut full = self::scene(Schikanoeschen { joker_auto_remove: true, ..FULL }, "A0:*,5C F0:TC");
    assert_eq!(full.play("turn").legal(), "knock let");
    // Against an obligation it is an infraction, and `revert` brings the joker back.
    let knock = Schikanoeschen { joker_auto_remove: true, ..KNOCK };
    let mut wrong = self::scene(knock, "A0:*,5C E0:AH F0:TC");
    assert_eq!(wrong.play("turn wait").legal(), "keep let revert");
    assert_eq!(wrong.play("revert").cards("A0"), "*,5C");
    // The jokers under a side card come back, too.
    let mut back = self::scene(knock, "A0:3C C0:9D,[*],[*],[4H],[4S] E0:AH F0:TC");
    let key = back.position.key;
    back.play("C0>F0 wait revert");
    assert_eq!((back.cards("C0").as_str(), back.position.key), ("9D,*,*,4H,4S", key));
}

#[test]
fn final_stacks_of_one_back() {
    let same = Schikanoeschen { final_same_back: true, ..OFF };
    assert!(self::scene(OFF, "A0:5H B0:2S' D:AS").allows("B0>D"));
    assert!(!self::scene(same, "A0:5H B0:2S' D:AS").allows("B0>D"));
    let mut both = self::scene(same, "A0:2S,5H B0:2S' D:AS|AS'");
    both.play("B0>D turn");
    assert_eq!(both.legal(), "@>D");
    assert_eq!(both.play("@>D").position.cards(Stack::last(0)).count(), 2);
}
