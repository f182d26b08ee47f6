//! The reader of `seen` and the bots over it in examples/opponents. They are in Python, which must be installed as `python3`.

use crate::protocol::python;
use crate::support::run;

fn hands_against_random(game: &str, options: &[&str], bot: &str, pairs: &str) -> serde_json::Value {
    let bot = format!("cmd:{bot}");
    let duel = ["duel", game, &bot, "random", "--pairs", pairs, "--json"];
    run(&[&duel[..], options].concat()).good().json_lines().remove(0)
}

/// The program fails, and so forfeits, where the reader does not agree with the rules.
#[test]
fn what_is_read_agrees_with_the_rules() {
    for (game, options) in [
        ("kinderschnapsen", &[][..]),
        ("sixty-six", &["stop_only_if_66=true"]),
        ("sixty-six", &["stop_only_if_66=true", "last_trick_points=10", "marriage_needs_trick=true"]),
        ("sixty-six", &["stop_only_if_66=true", "after_announce=free", "must_beat=true", "must_trump=true"]),
        ("schnapsen", &["stop_only_if_66=true"]),
        ("schnapsen", &["stop_only_if_66=true", "closing=false", "exchange_min_deck=2"]),
    ] {
        let options: Vec<&str> = options.iter().flat_map(|option| ["--option", option]).collect();
        let found = hands_against_random(game, &options, &python("reader.py", ""), "50");
        let forfeited =
            found["endings"].as_object().expect("how hands ended").keys().any(|end| end.contains("forfeit"));
        assert!(!forfeited, "{game} {options:?}: {found}");
        assert_eq!(found["hands"], 100, "{found}");
    }
}

/// A bot in thirty lines beats one that plays at random, by more than chance explains (95 %).
#[test]
fn a_bot_that_counts_beats_one_at_random() {
    let bot = python("../../../../../examples/opponents/counting_bot.py", "");
    for game in ["kinderschnapsen", "sixty-six", "schnapsen"] {
        let found = hands_against_random(game, &[], &bot, "50");
        assert!(found["interval_95"][0].as_f64() > Some(0.0), "{game}: {found}");
    }
}
