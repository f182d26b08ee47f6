//! `hinterhand perft`.

use serde_json::json;

use crate::support::run;

const DEAL: &str = "deal:2D,7D,JD/2S,QH,QD/7H/2H,QS,JS,7S,JH";

fn perft(deal: &str, args: &[&str]) -> crate::support::Run {
    run(&[&["perft", "kinderschnapsen", "--deal", deal], args].concat())
}

#[test]
fn counts_from_a_deal() {
    // The leader has 3 cards or closes. After a card any of 3 replies; after the close 3 cards. Two
    // actions: 9 + 3. Three, after a reply: the winner leads 3 cards or closes, unless 46 points are
    // there, which no first trick has.
    let lines = perft(DEAL, &["--depth", "2"]).good().out;
    assert_eq!(lines, "1 4\n2 12\n");
    let counts = perft(DEAL, &["--depth", "2", "--json"]).good().json_lines().remove(0);
    assert_eq!(counts["counts"], json!([4, 12]));
}

#[test]
fn any_prefix_will_do() {
    // Closed and the two of spades led: the queen must be played. Then any of the other two cards.
    assert_eq!(perft(&format!("{DEAL} JD QD close 2S"), &["--depth", "2"]).good().out, "1 1\n2 2\n");
    // The last card, then check out or play on; both end the hand, since no card is left.
    let nearly = "JD QD close 2S QS 2D QH 2H";
    assert_eq!(perft(&format!("{DEAL} {nearly}"), &["--depth", "3"]).good().out, "1 1\n2 2\n3 0\n");
    assert_eq!(perft(&format!("{DEAL} {nearly} 7D out"), &["--depth", "2"]).good().out, "1 0\n2 0\n");
    let pretty = "deal:2♦,7♦,J♦/2S,QH,QD/7H/2H,QS,JS,7S,JH J♦";
    assert_eq!(perft(pretty, &["--depth", "1"]).good().out, "1 3\n");
}

#[test]
fn options_count() {
    assert_eq!(
        perft(&format!("{DEAL} JD QD"), &["--depth", "1", "--option", "close_min_stock=6"]).good().out,
        "1 3\n"
    );
}

#[test]
fn what_is_refused() {
    perft("", &["--depth", "1"]).refused(1, &["--deal leaves chance to move"]);
    perft(&format!("{DEAL} QS"), &["--depth", "1"])
        .refused(1, &["--deal, action 1", "legal: 2D 7D JD close"]);
    perft("deal:2D", &["--depth", "1"]).refused(1, &["--deal, action 0", "instead of 3"]);
    perft(DEAL, &["--depth", "0"]).refused(2, &["--depth"]);
    perft(DEAL, &[]).refused(2, &["--depth"]);
}
