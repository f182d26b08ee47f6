//! The example trees, and trees written as JSON.

use std::path::{Path, PathBuf};

use hinterhand_engine::games::Tree;
use hinterhand_engine::games::tree::{Node, NodeId};
use hinterhand_engine::{Described, Player, Settings};
use hinterhand_players::files::{tree_file, tree_json};
use proptest::prelude::*;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../trees").join(name)
}

fn open(name: &str) -> Tree {
    let mut settings = Settings::of::<Tree>();
    settings.set_text("file", example(name).to_str().expect("a path in UTF-8")).expect("text");
    tree_file::open(&settings).unwrap_or_else(|error| panic!("{error}"))
}

/// The expected payoffs of both players with these probabilities of branches, by the name of the information
/// set and the label.
fn expected(tree: &Tree, node: NodeId, strategy: &dyn Fn(&str, &str) -> f64) -> [f64; 2] {
    let probabilities: Vec<f64> = match tree.node(node) {
        Node::End { payoffs } => return [payoffs[0], payoffs[1]],
        Node::Chance { outcomes, .. } => outcomes.iter().map(|(_, probability)| *probability).collect(),
        Node::Decision { set, actions, .. } => {
            actions.iter().map(|label| strategy(tree.set_name(set), label)).collect()
        }
    };
    let mut sum = [0.0; 2];
    for (&next, probability) in tree.children(node).iter().zip(probabilities) {
        let below = expected(tree, next, strategy);
        sum.iter_mut().zip(below).for_each(|(sum, payoff)| *sum += probability * payoff);
    }
    sum
}

/// The values are sums of a few dozen rounded terms.
fn assert_close(values: [f64; 2], expected: [f64; 2]) {
    let close = values.iter().zip(expected).all(|(value, expected)| (value - expected).abs() < 1e-12);
    assert!(close, "{values:?} instead of {expected:?}");
}

fn counts(tree: &Tree) -> [usize; 4] {
    let sets = Player::all(2).map(|player| tree.set_count(player)).collect::<Vec<_>>();
    [tree.node_count(), tree.end_count(), sets[0], sets[1]]
}

#[test]
fn kuhn_poker_is_worth_one_eighteenth_to_the_second() {
    let tree = open("kuhn.efg");
    // OpenSpiel's sizes of kuhn_poker.
    assert_eq!(counts(&tree), [58, 30, 6, 6]);
    // Kuhn's equilibrium in which the first player never bets; the second bets with one jack in three, calls
    // with one queen in three.
    let bets = |set: &str| match set {
        "J" | "Q" | "K" | "J after pass, bet" | "J after bet" | "Q after pass" => 0.0,
        "K after pass, bet" | "K after bet" | "K after pass" => 1.0,
        "Q after pass, bet" | "J after pass" | "Q after bet" => 1.0 / 3.0,
        other => panic!("no such information set: {other}"),
    };
    let strategy = |set: &str, label: &str| if label == "bet" { bets(set) } else { 1.0 - bets(set) };
    assert_close(expected(&tree, NodeId::ROOT, &strategy), [-1.0 / 18.0, 1.0 / 18.0]);
    // A second player who bets every king and no jack loses by it nothing against this one: that player is
    // indifferent.
    let timid = |set: &str, label: &str| match (set, label) {
        ("J after pass", "bet") => 0.0,
        ("J after pass", _) => 1.0,
        _ => strategy(set, label),
    };
    assert_close(expected(&tree, NodeId::ROOT, &timid), [-1.0 / 18.0, 1.0 / 18.0]);
}

#[test]
fn a_diploma_separates_the_able_from_the_others() {
    let tree = open("diploma.efg");
    assert_eq!(counts(&tree), [15, 8, 2, 2]);
    let separating = |set: &str, label: &str| {
        let choice = match set {
            "able" => "study",
            "unable" => "rest",
            "diploma" => "hire",
            _ => "pass",
        };
        f64::from(u8::from(label == choice))
    };
    assert_close(expected(&tree, NodeId::ROOT, &separating), [1.2, 1.2]);
    // Neither the unable, by studying, nor the firm, by hiring all applicants, gains anything.
    let all_study = |set: &str, label: &str| match set {
        "unable" => f64::from(u8::from(label == "study")),
        _ => separating(set, label),
    };
    assert_close(expected(&tree, NodeId::ROOT, &all_study), [0.4 * 3.0 - 0.6, 1.2 - 1.2]);
    let all_hired = |set: &str, label: &str| match set {
        "no diploma" => f64::from(u8::from(label == "hire")),
        _ => separating(set, label),
    };
    assert_close(expected(&tree, NodeId::ROOT, &all_hired), [1.2 + 2.4, 1.2 - 1.2]);
}

#[test]
fn a_hint_is_worth_half_a_penny() {
    let tree = open("pennies.json");
    assert_eq!(counts(&tree), [15, 8, 1, 2]);
    for heads in [0.25, 0.5, 0.75] {
        let against_hint = |set: &str, label: &str| match (set, label) {
            ("coin", "heads") => heads,
            ("coin", _) => 1.0 - heads,
            ("hint of heads", "tails") | ("hint of tails", "heads") => 1.0,
            _ => 0.0,
        };
        assert_close(expected(&tree, NodeId::ROOT, &against_hint), [-0.5, 0.5]);
    }
}

#[test]
fn the_examples_survive_being_written_and_read() {
    for name in ["kuhn.efg", "diploma.efg", "pennies.json"] {
        let tree = open(name);
        let again = tree_file::read(&tree.to_efg()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let half = |_: &str, _: &str| 0.5;
        assert_eq!(counts(&again), counts(&tree), "{name}");
        assert_close(expected(&again, NodeId::ROOT, &half), expected(&tree, NodeId::ROOT, &half));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let message = |file: &str| {
        let mut settings = Settings::of::<Tree>();
        settings.set_text("file", file).expect("text");
        tree_file::open(&settings).expect_err("no tree").to_string()
    };
    assert!(message("no/such.efg").starts_with("`file`: no/such.efg: "), "{}", message("no/such.efg"));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert!(
        message(manifest).contains("Cargo.toml: line 1, column 1: expected `EFG`"),
        "{}",
        message(manifest)
    );
    assert_eq!(message(""), Tree::with_settings(&Settings::of::<Tree>()).expect_err("no file").to_string());
}

/// A JSON tree with this root must be refused with a message that contains this.
fn refused(root: &str, message: &str) {
    let text = format!("{{\"title\": \"\", \"players\": [\"A\", \"B\"],\n\"root\": {root}}}");
    let error = tree_json::read(&text).expect_err(message).to_string();
    assert!(error.contains(message), "{error}\ninstead of\n{message}");
}

#[test]
fn broken_json_is_refused_with_its_place() {
    let cases = [
        ("", "expected value at line 2 column 9"),
        ("{\"payoffs\": [1, 2}", "at line 2 column 26"),
        ("{\"payofs\": [1, 2]}", "unknown field `payofs`, expected one of `label`"),
        ("{\"payoffs\": [\"1/0\", 2]}", "expected a number, or a fraction in quotes such as \"1/3\" at line 2 column 26"),
        ("{\"payoffs\": [true, 2]}", "invalid type: boolean `true`, expected a number, or a fraction in quotes"),
        ("{\"payoffs\": [1]}", "root: 1 payoffs for 2 players"),
        ("{}", "root: a node has exactly one of `chance`, `actions` and `payoffs`"),
        ("{\"payoffs\": [1, 2], \"chance\": []}", "root: a node has exactly one of"),
        ("{\"payoffs\": [1, 2], \"label\": \"x\"}", "root: no branch leads to the root, so it has no `label`"),
        ("{\"payoffs\": [1, 2], \"set\": \"x\"}", "root: `set` belongs to a node with `actions`"),
        ("{\"actions\": []}", "root: a node with `actions` also has `player`"),
        ("{\"player\": \"A\", \"actions\": []}", "root: a node with `actions` also has `set`"),
        ("{\"player\": \"C\", \"set\": \"\", \"actions\": []}", "root: there is no player \"C\"; there is: A, B"),
        ("{\"player\": \"A\", \"set\": \"\", \"actions\": []}", "root: a node that is no end needs at least one branch"),
        (
            "{\"player\": \"A\", \"set\": \"\", \"actions\": [{\"payoffs\": [0, 0]}]}",
            "root: `actions[0]` has no `label`",
        ),
        (
            "{\"player\": \"A\", \"set\": \"\", \"actions\": [{\"label\": \"x\", \"probability\": 1, \"payoffs\": [0, 0]}]}",
            "root: `actions[0]` has a `probability`, but only what is in `chance` has one",
        ),
        ("{\"chance\": [{\"label\": \"x\", \"payoffs\": [0, 0]}]}", "root: `chance[0]` has no `probability`"),
        (
            "{\"chance\": [{\"label\": \"x\", \"probability\": \"1/2\", \"payoffs\": [0, 0]}]}",
            "root: the probabilities sum to 0.5 instead of 1",
        ),
        (
            "{\"chance\": [{\"label\": \"a b\", \"probability\": 1, \"payoffs\": [0, 0]}]}",
            "root: the label \"a b\" is not a word",
        ),
        (
            "{\"player\": \"A\", \"set\": \"s\", \"actions\": [
                {\"label\": \"x\", \"payoffs\": [0, 0]},
                {\"label\": \"y\", \"player\": \"A\", \"set\": \"s\", \"actions\": [{\"label\": \"x\", \"payoffs\": [0, 0]}]}
            ]}",
            "root.actions[1]: information set 1 \"s\" has the actions x here, but it had x y",
        ),
    ];
    for (root, message) in cases {
        refused(root, message);
    }
    let error =
        tree_json::read("{\"title\": \"\", \"players\": [\"A\", \"A\"], \"root\": {\"payoffs\": [0, 0]}}");
    assert_eq!(error.expect_err("who is A?").to_string(), "players: two players are called \"A\"");
    let error = tree_json::read("{\"title\": \"\", \"players\": [\"A\"], \"root\": {\"payoffs\": [0, 0]}}");
    assert_eq!(error.expect_err("alone").to_string(), "players: 1 players; a tree has 2 to 16");
}

/// A line of nodes of chance, with `depth` branches.
fn line(depth: usize) -> String {
    let open: String = (0..depth).map(|_| "{\"label\": \"x\", \"probability\": 1, \"chance\": [").collect();
    let end = "{\"label\": \"x\", \"probability\": 1, \"payoffs\": [0, 0]}";
    let root = format!("{open}{end}{}", "]}".repeat(depth)).replacen(
        "\"label\": \"x\", \"probability\": 1, ",
        "",
        1,
    );
    format!("{{\"title\": \"\", \"players\": [\"A\", \"B\"], \"root\": {root}}}")
}

#[test]
fn depth_is_bounded() {
    assert_eq!(
        tree_json::read(&line(60)).map_err(|error| error.to_string()).map(|tree| tree.node_count()),
        Ok(61)
    );
    let error = tree_json::read(&line(100_000)).expect_err("too deep").to_string();
    assert!(error.starts_with("recursion limit exceeded"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn damaged_files_are_read_or_refused(
        name in 0usize..3,
        cuts in proptest::collection::vec((any::<usize>(), 0usize..30, any::<u8>(), any::<bool>()), 1..4),
    ) {
        let path = example(["kuhn.efg", "diploma.efg", "pennies.json"][name]);
        let mut bytes = std::fs::read(path).expect("the examples are there");
        for (at, length, byte, doubled) in cuts {
            let from = at % bytes.len();
            let to = (from + length).min(bytes.len());
            let with = if doubled { bytes[from..to].repeat(2) } else { vec![byte] };
            bytes.splice(from..to, with);
        }
        // Every result that is still a tree can be written and read.
        if let Ok(tree) = tree_file::read(&String::from_utf8_lossy(&bytes)) {
            prop_assert!(tree_file::read(&tree.to_efg()).is_ok());
        }
    }
}
