//! Files that are nearly right, or not at all.

use hinterhand_engine::games::Tree;
use proptest::prelude::*;

use super::efg::ALL_PARTS;

/// A file whose nodes are `body` must be refused with this message. The nodes begin on line 2.
fn refused(body: &str, message: &str) {
    refused_whole(&format!("EFG 2 R \"\" {{ \"A\" \"B\" }}\n{body}"), message);
}

fn refused_whole(text: &str, message: &str) {
    let error = Tree::from_efg(text).expect_err(message);
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_broken_prologue_is_refused() {
    refused_whole(
        "",
        "line 1, column 1: expected `EFG`, with which such a file begins, found the end of the file",
    );
    let message = "line 1, column 1: expected `EFG`, with which such a file begins, found `NFG`";
    refused_whole("NFG 1 R \"\" { \"A\" \"B\" }", message);
    refused_whole("EFG 3", "line 1, column 5: expected `2`, the version of the format, found `3`");
    refused_whole("EFG 2 X", "line 1, column 7: expected `R`, found `X`");
    refused_whole("EFG 2 R Poker", "line 1, column 9: expected the title in quotes, found `Poker`");
    refused_whole(
        "EFG 2 R \"Poker",
        "line 1, column 9: expected the title in quotes, found text without a closing quote",
    );
    let message = "line 2, column 1: expected `{` and the names of the players, found \"A\"";
    refused_whole("EFG 2 R \"\"\n\"A\"", message);
    let message = "line 1, column 17: expected the name of a player in quotes, or `}`, found `,`";
    refused_whole("EFG 2 R \"\" { \"A\", \"B\" }", message);
    refused_whole("EFG 2 R \"\" { \"A\" }", "line 1, column 12: 1 players; a tree has 2 to 16");
    let players = "\"x\" ".repeat(17);
    refused_whole(
        &format!("EFG 2 R \"\" {{{players}}}"),
        "line 1, column 12: 17 players; a tree has 2 to 16",
    );
}

#[test]
fn broken_nodes_are_refused() {
    let cases = [
        ("", "1: expected a node (`c`, `p` or `t`), found the end of the file"),
        ("x \"\" 0", "1: expected a node (`c`, `p` or `t`), found `x`"),
        ("t 0", "3: expected the name of the node in quotes, found `0`"),
        ("t \"\"", "5: expected the number of the outcome (0 for none), found the end of the file"),
        ("t \"\" -1", "6: expected the number of the outcome (0 for none), found `-1`"),
        ("t \"\" 99999999999", "6: expected the number of the outcome (0 for none), found `99999999999`"),
        ("t \"\" 1", "6: outcome 1 is used before its payoffs are given"),
        ("t \"\" 1 \"win\"", "13: expected `{` and the payoffs, found the end of the file"),
        ("t \"\" 1 { 1 }", "8: 1 payoffs for 2 players"),
        ("t \"\" 1 { 1 1/0 }", "12: expected a payoff, found `1/0`"),
        ("t \"\" 1 { 1 1e400 }", "12: expected a payoff, found `1e400`"),
        ("t \"\" 1 { 1 nan }", "12: expected a payoff, found `nan`"),
        ("t \"\" 1 { 1,, 1 }", "12: expected a payoff, or `}`, found `,`"),
        ("t \"\" 0 { 1 1 }", "8: expected the end of the file, since the tree is complete, found `{`"),
        ("t \"\" 0 t \"\" 0", "8: expected the end of the file, since the tree is complete, found `t`"),
        ("p \"\" 0 1", "6: expected the number of a player (1 or more), found `0`"),
        ("p \"\" 3 1", "6: there is no player 3; the players are 1 to 2"),
        ("p \"\" 1 0", "8: expected the number of the information set (1 or more), found `0`"),
        ("p \"\" 1 1 0", "8: information set 1 of player 1 is used before it is described"),
        ("p \"\" 1 1 \"\" 0", "13: expected `{` and the actions, found `0`"),
        ("p \"\" 1 1 { } 0", "10: a node that is no end needs at least one branch"),
        ("p \"\" 1 1 { a } 0", "12: expected an action in quotes, or `}`, found `a`"),
        ("c \"\" 1 0", "6: chance event 1 is used before it is described"),
        ("c \"\" 1 \"\" 0", "11: expected `{` and what chance may decide, found `0`"),
        ("c \"\" 1 { \"a\" 1/2 } 0", "8: the probabilities sum to 0.5 instead of 1 (within 1e-9)"),
        ("c \"\" 1 { \"a\" \"b\" } 0", "14: expected the probability of this outcome of chance, found \"b\""),
        ("c \"\" 1 { \"a\" 0 \"b\" 1 } 0", "8: `a` has probability 0; it must be above 0 and at most 1"),
    ];
    for (body, message) in cases {
        refused(body, &format!("line 2, column {message}"));
    }
}

#[test]
fn contradictions_are_refused() {
    let cases = [
        (
            "p \"\" 1 1 { \"a\" \"b\" } 0\nt \"\" 1 { 1 0 }\nt \"\" 1 { 0 1 }",
            "line 4, column 8: outcome 1 had other payoffs before",
        ),
        (
            "c \"\" 1 { \"a\" .5 \"b\" .5 } 0\nc \"\" 1 { \"a\" .4 \"b\" .6 } 0",
            "line 3, column 8: chance event 1 had other outcomes or probabilities before",
        ),
        (
            "c \"\" 1 { \"a\" .5 \"b\" .5 } 0\np \"\" 1 1 \"s\" { \"a\" \"b\" } 0 t \"\" 0 t \"\" 0\np \"\" 1 1 { \"a\" } 0",
            "line 4, column 10: information set 1 \"s\" has the actions a here, but it had a b",
        ),
        (
            "p \"\" 1 1 \"s\" { \"a\" \"b\" } 0\np \"\" 1 1 0",
            "line 3, column 1: player 0 has no perfect recall: it comes to information set 1 \"s\" after `a` at \
             information set 1 \"s\" here, but without having moved before",
        ),
    ];
    for (body, message) in cases {
        refused(body, message);
    }
}

#[test]
fn deep_and_long_files_are_no_danger() {
    let deep = "c \"\" 1 { \"x\" 1 } 0\n".repeat(100_000);
    refused(&deep, "line 1003, column 1: the tree is deeper than 1000 branches");
    let braces = "{".repeat(1_000_000);
    refused(&braces, "line 2, column 1: expected a node (`c`, `p` or `t`), found `{`");
    let word = "é".repeat(1_000_000);
    let short = "é".repeat(40);
    refused(&word, &format!("line 2, column 1: expected a node (`c`, `p` or `t`), found `{short}...`"));
    // One long list of equal labels, declared once and used at a thousand nodes.
    let labels = "\"x\" ".repeat(50_000);
    let nodes = "p \"\" 1 1 0 ".repeat(1_000);
    let error =
        Tree::from_efg(&format!("EFG 2 R \"\" {{ \"A\" \"B\" }} p \"\" 1 1 {{ {labels} }} 0 {nodes}"));
    assert!(error.expect_err("the player forgets").to_string().contains("player 0 has no perfect recall"));
}

/// The place of a character near `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at % (text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).expect("0 is a boundary")
}

/// Pieces that mean something somewhere.
const PIECES: [&str; 16] = [
    "\"",
    "{",
    "}",
    ",",
    "\\",
    "c ",
    "p ",
    "t ",
    "0",
    "1 ",
    "-",
    "/",
    "e",
    "99999999999",
    "\u{feff}",
    "\"\" ",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn random_bytes_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Tree::from_efg(&String::from_utf8_lossy(&bytes)).is_err());
    }

    #[test]
    fn random_pieces_are_read_or_refused(pieces in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let body: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        check(&format!("EFG 2 R \"\" {{ \"A\" \"B\" }} {body}"))?;
    }

    #[test]
    fn mutations_are_read_or_refused(
        cuts in proptest::collection::vec((any::<usize>(), 0usize..20, 0..PIECES.len(), any::<bool>()), 1..4),
    ) {
        let mut text = ALL_PARTS.to_owned();
        for (at, length, piece, doubled) in cuts {
            let from = boundary(&text, at);
            let to = boundary(&text, (from + length).min(text.len()));
            let with = if doubled { text[from..to].repeat(2) } else { PIECES[piece].to_owned() };
            text.replace_range(from..to, &with);
        }
        check(&text)?;
    }
}

/// Whatever is accepted can be written and read again; whatever is refused, is refused at a place in the
/// text.
fn check(text: &str) -> Result<(), TestCaseError> {
    match Tree::from_efg(text) {
        Ok(tree) => prop_assert_eq!(Tree::from_efg(&tree.to_efg()), Ok(tree)),
        Err(error) => {
            let lines: Vec<&str> = text.split('\n').collect();
            prop_assert!((1..=lines.len()).contains(&error.line), "{}", error);
            let length = lines[error.line - 1].chars().count();
            prop_assert!((1..=length + 1).contains(&error.column), "{}", error);
        }
    }
    Ok(())
}
