//! The differences of Schnapsen from Sixty-six, as in its section of the notation page.

use hinterhand_engine::games::Schnapsen;

use super::{Scene, after};

fn plain(words: &str) -> Scene {
    after::<Schnapsen>(&[], words)
}

#[test]
fn only_the_leader_exchanges() {
    let words = "deal:JC,KS,KH,QD,KD/QC,TS,JH,TH,JD/TD/QS,QH,AD,KC,AS,JS,AC,TC,AH \
                 marry:D KD TH marry:S QS JH QD QH AD";
    assert_eq!(plain(words).legal(), "JD JS KC QC TS");
    let as_second = after::<Schnapsen>(&[("exchange_as_second", "true")], words);
    assert_eq!(as_second.legal(), "JD JS KC QC TS exchange");
}

#[test]
fn points_for_a_pair_wait_for_a_trick() {
    let deal = "deal:JC,KS,KH,QD,KD/QC,TS,JH,TH,JD/TD/QS,QH,AD,KC,AS,JS,AC,TC,AH marry:D";
    assert_eq!(plain(deal).points, [0, 0]);
    assert_eq!(plain(&format!("{deal} KD JD")).points, [46, 0], "40 and the trick of 6");
    assert_eq!(after::<Schnapsen>(&[("trump_marriage", "30")], &format!("{deal} KD JD")).points, [36, 0]);
}

const STRICT: &str = "deal:AC,JC,AS,JH,QH/KC,TC,TH,JD,AD/KD/QC,JS,QS,KS,TS,KH,AH,QD,TD close";

#[test]
fn closed_replies_follow_beat_and_trump() {
    assert_eq!(plain(&format!("{STRICT} JC")).legal(), "KC TC");
    assert_eq!(plain(&format!("{STRICT} AC")).legal(), "KC TC");
    assert_eq!(plain(&format!("{STRICT} QH")).legal(), "TH");
    assert_eq!(plain(&format!("{STRICT} AS")).legal(), "AD JD");
}

#[test]
fn false_claims() {
    assert_eq!(plain(&format!("{STRICT} stop")).won(), -3.0, "the other had no trick when it was closed");
    let one_each = STRICT.replace(" close", " JC TC");
    assert_eq!(plain(&format!("{one_each} stop")).won(), 3.0, "no close; the first has no trick");
    assert_eq!(plain(&format!("{} AC KC stop", STRICT.replace(" close", ""))).won(), -3.0);
}

#[test]
fn a_closer_who_does_not_claim_loses_two_or_three() {
    let words = format!("{STRICT} AC KC AS JD AD JC TH JH TC QH");
    let strict = ("stop_after_last_trick", "false");
    assert_eq!(after::<Schnapsen>(&[strict], &words).won(), -3.0);
    assert_eq!(after::<Schnapsen>(&[strict, ("close_fail", "last_trick")], &words).won(), -1.0);
    // By default the winner of the last trick may still claim, and gets no more for it here.
    assert_eq!((plain(&words).turn.as_str(), plain(&words).legal()), ("player 1", "on stop".to_owned()));
    assert_eq!(plain(&format!("{words} on")).won(), -3.0);
}

#[test]
fn a_closer_who_reaches_66_with_the_last_trick_has_won() {
    let words = "deal:KC,QC,AC,TC,AS/JC,JS,QS,KS,TS/AD/JH,QH,KH,TH,AH,JD,QD,KD,TD close marry:C QC JC KC KS AC QS TC JS";
    let last = format!("{words} AS TS");
    assert_eq!(plain(&last).points[0], 20 + 5 + 8 + 14 + 12 + 21);
    assert_eq!(plain(&format!("{last} stop")).won(), 3.0);
    assert_eq!(plain(&format!("{last} on")).won(), -3.0);
    assert_eq!(after::<Schnapsen>(&[("stop_after_last_trick", "false")], &last).won(), -3.0);
}
