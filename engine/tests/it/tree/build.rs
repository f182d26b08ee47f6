//! Every invariant of a tree, broken.

use hinterhand_engine::games::tree::{MAX_DEPTH, MAX_PLAYERS, Tree, TreeBuilder, TreeError};
use hinterhand_engine::{Player, perft};

const A: Player = Player::FIRST;
const B: Player = Player::SECOND;

/// Applying `build` to a new tree of two players must end in this message.
fn refused(build: impl FnOnce(&mut TreeBuilder) -> Result<(), TreeError>, message: &str) {
    let mut tree = TreeBuilder::new("test", ["A", "B"]).expect("two players are allowed");
    let error = build(&mut tree).and_then(|()| tree.finish().map(|_| ())).expect_err(message);
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_table_seats_two_to_sixteen() {
    for count in [0, 1, MAX_PLAYERS + 1] {
        let error = TreeBuilder::new("test", vec!["x"; count]).expect_err("too few or too many players");
        assert_eq!(error.to_string(), format!("{count} players; a tree has 2 to 16"));
    }
    assert_eq!(TreeBuilder::new("test", vec!["x"; MAX_PLAYERS]).map(|tree| tree.players()), Ok(16));
}

#[test]
fn labels_are_distinct_words() {
    let word = "is not a word: it must not be empty or contain blanks";
    refused(|tree| tree.set(A, "", ["a b"]).map(drop), &format!("the label \"a b\" {word}"));
    refused(|tree| tree.set(A, "", [""]).map(drop), &format!("the label \"\" {word}"));
    refused(|tree| tree.event([("\n", 1.0)]).map(drop), &format!("the label \"\\n\" {word}"));
    refused(|tree| tree.set(A, "", ["x", "x"]).map(drop), "two branches are labelled `x`");
    refused(|tree| tree.event([("x", 0.5), ("x", 0.5)]).map(drop), "two branches are labelled `x`");
    refused(|tree| tree.set(A, "", []).map(drop), "a node that is no end needs at least one branch");
}

#[test]
fn probabilities_are_positive_and_sum_to_one() {
    let bad = "it must be above 0 and at most 1";
    for (given, told) in [(0.0, "0"), (-0.5, "-0.5"), (1.5, "1.5"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")]
    {
        let message = format!("`x` has probability {told}; {bad}");
        refused(|tree| tree.event([("y", 1.0), ("x", given)]).map(drop), &message);
    }
    refused(
        |tree| tree.event([("x", 0.5), ("y", 0.25)]).map(drop),
        "the probabilities sum to 0.75 instead of 1 (within 1e-9)",
    );
    let mut tree = TreeBuilder::new("test", ["A", "B"]).expect("two players are allowed");
    assert!(tree.event([("x", 0.333_333_333_3), ("y", 0.666_666_666_6)]).is_ok(), "off by 1e-10");
    assert!(tree.event([("x", 0.333_333_33), ("y", 0.666_666_66)]).is_err(), "off by 1e-8");
}

#[test]
fn payoffs_are_finite_and_one_for_each() {
    refused(|tree| tree.end(&[1.0]).map(drop), "1 payoffs for 2 players");
    let message = "the payoff of player 1 is NaN; it must be finite";
    refused(|tree| tree.end(&[1.0, f64::NAN]).map(drop), message);
    // Each part is finite, the sum is not.
    let message = "the payoff of player 0 is inf; it must be finite";
    refused(|tree| tree.pays(&[f64::MAX, 0.0]).and_then(|()| tree.end(&[f64::MAX, 0.0]).map(drop)), message);
}

#[test]
fn players_sit_at_the_table() {
    refused(
        |tree| tree.set(Player::new(2), "", ["x"]).map(drop),
        "there is no player 2; the last is player 1",
    );
}

#[test]
fn an_information_set_has_the_same_actions_everywhere() {
    refused(
        |tree| {
            let set = tree.set(B, "guess", ["x", "y"])?;
            tree.same_actions(set, &["x".to_owned(), "y".to_owned()])?;
            tree.same_actions(set, &["y".to_owned(), "x".to_owned()])
        },
        "information set 1 \"guess\" has the actions y x here, but it had x y",
    );
}

#[test]
fn nobody_forgets_what_he_did() {
    refused(
        |tree| {
            let first = tree.set(A, "first", ["x", "y"])?;
            let second = tree.set(A, "", ["x"])?;
            tree.decision(first)?;
            tree.decision(second)?;
            tree.end(&[0.0; 2])?;
            tree.decision(second).map(drop)
        },
        "player 0 has no perfect recall: it comes to information set 2 after `y` at information set 1 \"first\" \
         here, but after `x` at information set 1 \"first\" before",
    );
    // The absent-minded driver comes to one crossing twice.
    refused(
        |tree| {
            let crossing = tree.set(A, "crossing", ["exit", "on"])?;
            tree.decision(crossing)?;
            tree.end(&[0.0; 2])?;
            tree.decision(crossing).map(drop)
        },
        "player 0 has no perfect recall: it comes to information set 1 \"crossing\" after `on` at information \
         set 1 \"crossing\" here, but without having moved before",
    );
}

#[test]
fn all_branches_lead_to_one_node() {
    refused(|_| Ok(()), "the tree is not complete: 1 branches still lead nowhere");
    refused(
        |tree| {
            let set = tree.set(A, "", ["x", "y"])?;
            tree.decision(set)?;
            let set = tree.set(B, "", ["x", "y", "z"])?;
            tree.decision(set).map(drop)
        },
        "the tree is not complete: 4 branches still lead nowhere",
    );
    refused(
        |tree| tree.end(&[0.0; 2]).and_then(|_| tree.end(&[0.0; 2])).map(drop),
        "the tree is already complete; this node is on no branch",
    );
}

/// A line of decisions, each with a way out or not.
fn line(depth: usize, way_out: bool) -> Result<Tree, TreeError> {
    let mut tree = TreeBuilder::new("line", ["A", "B"])?;
    for n in 0..depth {
        let actions: &[&str] = if way_out { &["out", "on"] } else { &["on"] };
        let set = tree.set(Player::new(n % 2), "", actions.iter().copied())?;
        tree.decision(set)?;
        if way_out {
            tree.end(&[n as f64, 0.0])?;
        }
    }
    tree.end(&[-1.0, 0.0])?;
    tree.finish()
}

#[test]
fn depth_is_bounded() {
    for way_out in [false, true] {
        let tree = line(MAX_DEPTH, way_out).expect("as deep as is allowed");
        assert_eq!(tree.node_count(), 1 + MAX_DEPTH * if way_out { 2 } else { 1 });
        // A walk by recursion, on the small stack of a test.
        assert_eq!(perft::perft(&tree, &hinterhand_engine::Game::start(&tree), MAX_DEPTH).len(), MAX_DEPTH);
        assert_eq!(line(MAX_DEPTH + 1, way_out), Err(TreeError::Deep));
    }
}

#[test]
fn every_node_can_be_reached() {
    refused(
        |tree| {
            for _ in 0..5 {
                let event = tree.event([("rare", 1e-100), ("usual", 1.0)])?;
                tree.chance(event)?;
            }
            Ok(())
        },
        "random play comes here with a probability too small for a double",
    );
}
