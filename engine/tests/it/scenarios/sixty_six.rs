//! The test scenarios of the rules of Sixty-six, under their numbers.

use hinterhand_engine::games::SixtySix;

use super::{Scene, after};

fn plain(words: &str) -> Scene {
    after::<SixtySix>(&[], words)
}

fn with(key: &str, value: &str, words: &str) -> Scene {
    after::<SixtySix>(&[(key, value)], words)
}

#[test]
fn scenario_01_exchange_limit() {
    let four = "deal:QC,9S,9H,9D,JD,QD/JC,TC,JS,TS,AS,TH/KH/KC,AH,AC,QH,QS,9C,KS,AD,JH,TD,KD QC JC JD TC AC QH AS 9S TS";
    assert_eq!((plain(four).talon, plain(four).legal()), (4, "9C 9D 9H AD KC QD exchange".to_owned()));
    assert_eq!(plain(&format!("{four} exchange")).legal(), "9C 9D AD KC KH QD", "and then a card");
    let reply = plain(
        "deal:KC,TC,AC,9S,KH,AD/QC,JS,9H,JH,AH,QD/TD/TH,QH,KD,JC,QS,AS,KS,JD,9C,9D,TS KH AH TH QH QC AC 9S JH AD AS KS",
    );
    assert_eq!((reply.talon, reply.legal()), (2, "9D 9H JD JS KD QD".to_owned()));
    let lead = plain(
        "deal:9C,QC,QS,KS,JH,AD/JC,TC,QH,AH,JD,KD/TS/TH,KH,TD,AS,QD,AC,9H,JS,9S,9D,KC marry:S QS AH QC QH TH KD QD AC KS AS",
    );
    assert_eq!((lead.talon, lead.legal()), (2, "9S JC JD JS KH TC close stop".to_owned()));
}

#[test]
fn scenario_02_exchange_then_marriage() {
    let words = "deal:9C,9S,JS,QS,TS,AD/QC,KC,QH,9D,KD,TD/KS/9H,TH,JH,KH,QD,AH,AC,JC,AS,TC,JD AD KC";
    assert_eq!((plain(words).talon, plain(words).points), (10, [15, 0]));
    let announced = plain(&format!("{words} exchange marry:S"));
    assert_eq!((announced.points, announced.legal()), ([45, 0], "KS QS stop".to_owned()));
}

#[test]
fn scenario_03_marriage_at_the_first_lead() {
    let deal = "deal:AS,QH,KH,TH,KD,AD/9C,AC,9S,9H,9D,JD/KC/TD,JS,JC,QD,QS,KS,AH,QC,JH,TC,TS marry:H";
    assert_eq!(plain(deal).points, [20, 0]);
    let words = format!("{deal} QH AC TD AS JC TH QS AD 9H KD 9S KH");
    assert_eq!(plain(&words).points, [20, 69]);
    assert_eq!(plain(&format!("{words} stop")).won(), -3.0, "20 points are no trick");
}

#[test]
fn scenario_04_stop_right_after_the_marriage() {
    for (words, suit, points, won) in [
        (
            "deal:9C,TC,QS,KS,JH,AH/QC,KC,AC,TS,9H,KD/9D/JS,AS,KH,JC,QD,9S,AD,QH,JD,TD,TH \
             9C 9H AH AC JS KD marry:C QC QS JC TC JH AS",
            "H",
            [67, 32],
            2.0,
        ),
        (
            "deal:QC,KC,JS,TS,KD,TD/AC,9S,QS,AS,9H,QD/JH/KH,KS,TC,TH,JC,AD,JD,AH,9D,9C,QH \
             JS QD TD KS TC QS JC AC TH TS AS KH",
            "C",
            [67, 33],
            1.0,
        ),
        (
            "deal:9C,QC,KS,QH,TD,AD/JC,KC,JS,AS,9H,AH/QS/TS,TC,TH,JH,JD,9S,QD,KH,KD,AC,9D \
             KS JC TD 9H TS TC QC JH JD KH",
            "D",
            [67, 0],
            3.0,
        ),
    ] {
        let words = format!("{words} marry:{suit}");
        assert_eq!(plain(&words).points, points);
        assert_eq!(plain(&format!("{words} stop")).won(), won);
    }
}

#[test]
fn scenario_05_a_null_trick_is_a_trick() {
    let words = "deal:JC,KS,TS,KD,TD,AD/AC,AS,JH,QH,KH,9D/AH/TH,QD,JS,9H,9C,QS,JD,QC,TC,KC,9S \
                 KD KH JH QD JS TD AS QS TH TS 9C 9H KC TC";
    assert_eq!(plain(words).points, [0, 73]);
    assert_eq!(plain(&format!("{words} stop")).won(), -2.0);
}

#[test]
fn scenario_06_false_stop() {
    let words = "deal:JC,KC,AC,9S,9H,JD/QC,KS,JH,AH,9D,AD/KH/9C,QD,KD,JS,TS,TC,TD,TH,AS,QS,QH \
                 KC AD AC JH KD JD QC JS AH 9S 9D QS TD KH 9C QD 9H QH TS TH JC AS";
    assert_eq!(plain(words).points, [65, 41]);
    assert_eq!(plain(&format!("{words} stop")).won(), -3.0);
    assert_eq!(with("stop_only_if_66", "true", words).legal(), "TC");
}

#[test]
fn scenario_07_closing_forces_suit_and_nothing_else() {
    let follow = plain(
        "deal:AC,KS,9H,AH,JD,TD/9C,KC,JH,KH,QD,AD/QC/AS,9S,TS,QH,TH,TC,JC,KD,JS,9D,QS KS 9C AD TD close AS",
    );
    assert_eq!((follow.talon, follow.legal()), (8, "9S".to_owned()), "the ace of trumps stays in hand");
    let void = "deal:JC,KC,AS,QH,9D,AD/9C,TC,KS,JH,KH,TH/9H/AH,QC,KD,TS,QS,TD,AC,JD,QD,JS,9S \
                AD TH TC QH close JC 9C QC KS 9D TS AS";
    assert_eq!(plain(void).legal(), "AH JH KH");
    let either = "deal:9C,JC,9S,JS,JH,KH/QC,AC,QS,QH,AH,TD/KS/JD,9D,TC,9H,AD,TH,AS,TS,KD,KC,QD \
                  JC AC QH exchange JS close JH";
    assert_eq!((plain(either).talon, plain(either).legal()), (8, "9H AH".to_owned()));
    assert_eq!(with("must_beat", "true", either).legal(), "AH");
}

#[test]
fn scenario_08_the_close_fails() {
    let sixty = "deal:KC,9S,QS,TS,9H,9D/JC,TC,AC,QD,KD,AD/KH/JD,KS,JH,QH,AH,TH,JS,QC,AS,TD,9C \
                 KC AC QD 9D TC TS close AD 9H KS AH JD TH QS JH JC 9S KD QH";
    assert_eq!((plain(sixty).points, plain(sixty).won()), ([30, 60], 1.0));
    assert_eq!(with("close_fail", "closer_judged", sixty).won(), 3.0);
    let seventy = "deal:KC,9S,QS,AS,KD,AD/QC,AC,TS,JH,TH,AH/QD/KH,9C,KS,9H,TC,9D,QH,TD,JD,JC,JS \
                   QS AC KC 9C close AS TS AD JH KD AH 9S QC KH TH 9H KS";
    assert_eq!((plain(seventy).points, plain(seventy).won()), ([70, 18], -1.0));
    assert_eq!(with("close_fail", "closer_judged", seventy).won(), 2.0, "18 points in tricks");
}

#[test]
fn scenario_09_the_last_trick() {
    let words = "deal:AC,9S,JH,QH,KH,TD/9C,TC,JS,TS,AS,9D/JC/QS,JD,KC,9H,QC,KS,TH,KD,QD,AH,AD \
                 9S 9D JH TS QS 9C TC KS TH QH QC KC KD JD AD QD TD AS AH 9H AC JC KH JS";
    assert_eq!((plain(words).points, plain(words).won()), ([90, 30], 1.0));
    assert_eq!(with("stop_after_last_trick", "true", words).legal(), "on stop");
    assert_eq!(with("stop_after_last_trick", "true", &format!("{words} stop")).won(), 2.0);
    assert_eq!(with("stop_after_last_trick", "true", &format!("{words} on")).won(), 1.0);
}

#[test]
fn scenario_10_trick_winner_and_last_draw() {
    let ten = "deal:QC,JS,AS,KH,AH,QD/9C,KC,TC,QH,TH,TD/9D/TS,9H,JH,KS,AC,JC,JD,AD,KD,QS,9S \
               QD 9C JS KC TS KS AS JC AH AD TC AC QS 9D KD JD TH";
    let (before, after_it) = (plain(ten), plain(&format!("{ten} KH")));
    assert_eq!(after_it.turn, "player 1", "the leader: a ten is more than a king");
    assert_eq!(after_it.points, [before.points[0], before.points[1] + 14]);
    let trump_led = "deal:KC,QS,KS,QD,KD,AD/9C,QC,JS,JH,QH,AH/JD/TS,KH,AC,JC,9D,9H,TD,AS,TH,9S,TC \
                     AD JS QS KH KD QC KC QH 9D AH";
    assert_eq!(plain(trump_led).turn, "player 0", "the leader: no plain ace takes a trump");
    let last_draw = "deal:QC,KC,AC,JH,9D,JD/JC,JS,KS,QH,TH,AH/KD/TD,KH,TS,TC,AS,AD,9S,QD,QS,9C,9H \
                     JH KS QC JC KC TH TD KH 9S AD AH";
    let scene = plain(&format!("{last_draw} 9D"));
    assert_eq!((plain(last_draw).talon, scene.talon), (2, 0));
    assert_eq!((scene.turn.as_str(), scene.points), ("player 0", [50, 11]), "eleven points for the trump");
    assert!(scene.legal.contains(&"9H".to_owned()), "the winner drew the hidden card");
    assert_eq!(plain(&format!("{last_draw} 9D JD")).legal(), "KD QD", "the loser the open trump");
}

#[test]
fn scenario_11_the_lock() {
    let deal = "deal:QS,KS,TS,QH,KH,9D/JC,TC,JS,TH,AH,QD/JD/AS,AC,KC,9S,TD,9C,AD,9H,QC,KD,JH";
    assert_eq!(plain(deal).legal(), "9D KH KS QH QS TS close exchange marry:H marry:S stop");
    assert_eq!(plain(&format!("{deal} marry:S")).legal(), "KS QS stop");
    let unannounced = plain(&format!("{deal} KS"));
    assert_eq!((unannounced.points, unannounced.turn.as_str()), ([0, 0], "player 1"));
    let free = with("after_announce", "free", &format!("{deal} marry:S"));
    assert_eq!(free.legal(), "KS QS close exchange marry:H stop");
    let both = with("after_announce", "free", &format!("{deal} marry:S exchange marry:H"));
    assert_eq!(both.legal(), "KH KS QH QS close stop");
}
