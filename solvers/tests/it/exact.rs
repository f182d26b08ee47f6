//! Equilibria by linear programming: their values, what the judges say of them, and what CFR finds.

use hinterhand_engine::games::{Goofspiel, Kuhn, Leduc, LiarsDice, Tree};
use hinterhand_engine::{Described, Settings, Steps};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::GameTree;

use crate::linear_program::{ExactError, equilibrium};

/// The value is known, the judges find nothing to gain, and CFR finds the same value.
fn check<G: Steps>(game: &G, value: f64) {
    let made = GameTree::compile(game, 10_000).expect("a small game");
    let tree = made.tree();
    let found = equilibrium(tree).expect("zero-sum, for two, and small");
    assert!((found.value - value).abs() < 1e-10, "{} instead of {value}", found.value);
    let judged = judges::values(tree, &[&found.policy, &found.policy])[0];
    assert!((judged - value).abs() < 1e-10, "{judged} instead of {value}");
    let exploitability = judges::exploitability(tree, &found.policy);
    assert!(exploitability.nash_conv() < 1e-10, "{exploitability:?}");
    let mut solver = Cfr::<f64>::new(tree, Variant::SAPCFR_PLUS);
    (0..500).for_each(|_| solver.step());
    let policy = solver.average();
    let gains = judges::exploitability(tree, &policy).gains;
    let other = judges::values(tree, &[&policy, &policy])[0];
    assert!((other - gains[1]..=other + gains[0]).contains(&found.value), "{other}, gains {gains:?}");
}

#[test]
fn kuhn() {
    check(&Kuhn::default(), -1.0 / 18.0);
}

#[test]
fn leduc_with_suits_merged() {
    let mut merged = Settings::of::<Leduc>();
    merged.set_text("suits", "merged").expect("an option of the game");
    // OpenSpiel gives twelve digits.
    check(&Leduc::with_settings(&merged).expect("checked"), -0.085606424078);
}

#[test]
fn liars_dice_with_three_sides() {
    check(&LiarsDice { sides: 3, dice: 1 }, 1.0 / 9.0);
}

#[test]
#[ignore = "nine seconds: tables of two million numbers"]
fn leduc_with_suits_apart_and_liars_dice_with_four_sides() {
    check(&Leduc::default(), -0.085606424078);
    check(&LiarsDice { sides: 4, dice: 1 }, 1.0 / 16.0);
}

#[test]
fn goofspiel_with_three_and_four_cards() {
    check(&Goofspiel { cards: 3, ..Goofspiel::default() }, 0.0);
    check(&Goofspiel::default(), 0.0);
}

#[test]
fn what_linear_programming_cannot_do_is_refused() {
    let three = GameTree::compile(&Kuhn { players: 3 }, 1_000).expect("a small game");
    assert_eq!(equilibrium(three.tree()), Err(ExactError::NotZeroSumOfTwo));
    let dilemma = Tree::from_efg(
        r#"EFG 2 R "Prisoners" { "A" "B" }
           p "" 1 1 "" { "quiet" "talk" } 0
           p "" 2 1 "" { "quiet" "talk" } 0
           t "" 1 "" { -1, -1 }
           t "" 2 "" { -3, 0 }
           p "" 2 1 0
           t "" 3 "" { 0, -3 }
           t "" 4 "" { -2, -2 }"#,
    );
    let dilemma = GameTree::compile(&dilemma.expect("a sound tree"), 7).expect("seven nodes");
    assert_eq!(equilibrium(dilemma.tree()), Err(ExactError::NotZeroSumOfTwo));
    let dice = GameTree::compile(&LiarsDice { sides: 6, dice: 1 }, 300_000).expect("a game of known size");
    let error = equilibrium(dice.tree()).expect_err("too large").to_string();
    assert!(error.ends_with("33554432 numbers are allowed"), "{error}");
}
