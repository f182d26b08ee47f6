//! Values of games that are known, within the bound that exploitability gives.
//!
//! If no player can gain more than `e` by deviating, the value of a zero-sum game of two differs from what
//! the policies win against each other by no more than `e`.

use hinterhand_engine::games::{Goofspiel, Kuhn, Leduc, LiarsDice};
use hinterhand_engine::{Described, Settings, Steps};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::GameTree;

/// Solves until no player can gain more than `gain`, and compares the value for player 0.
fn check<G: Steps>(game: &G, value: f64, variant: Variant, gain: f64) {
    let tree = GameTree::compile(game, 300_000).expect("a game of known size");
    let tree = tree.tree();
    assert!(tree.is_zero_sum_of_two());
    let mut solver = Cfr::<f64>::new(tree, variant);
    loop {
        (0..50).for_each(|_| solver.step());
        let policy = solver.average();
        let gains = judges::exploitability(tree, &policy).gains;
        let found = judges::values(tree, &[&policy, &policy])[0];
        // The last digits of the sums are lost in rounding.
        let (most, least) = (found + gains[0] + 1e-12, found - gains[1] - 1e-12);
        assert!((least..=most).contains(&value), "{value} is not within {least}..{most}");
        if gains.iter().all(|&found| found < gain) {
            return;
        }
        assert!(solver.iterations() < 5_000, "gains {gains:?} after 5,000 iterations");
    }
}

#[test]
fn kuhn_is_worth_minus_one_eighteenth() {
    check(&Kuhn::default(), -1.0 / 18.0, Variant::PDCFR_PLUS, 1e-12);
}

#[test]
fn leduc_is_worth_what_openspiel_finds_by_linear_programming() {
    check(&Leduc::default(), -0.085606424078, Variant::DCFR, 1e-4);
    let mut merged = Settings::of::<Leduc>();
    merged.set_text("suits", "merged").expect("an option of the game");
    check(&Leduc::with_settings(&merged).expect("checked"), -0.085606424078, Variant::DCFR, 1e-4);
}

#[test]
fn liars_dice_is_worth_a_ninth_with_three_sides_and_a_sixteenth_with_four() {
    check(&LiarsDice { sides: 3, dice: 1 }, 1.0 / 9.0, Variant::PDCFR_PLUS, 1e-9);
    check(&LiarsDice { sides: 4, dice: 1 }, 1.0 / 16.0, Variant::PDCFR_PLUS, 1e-9);
}

#[test]
#[ignore = "some seconds: the large tree of 294,883 nodes"]
fn liars_dice_is_worth_minus_seven_258ths_with_six_sides() {
    check(&LiarsDice { sides: 6, dice: 1 }, -7.0 / 258.0, Variant::DCFR, 5e-4);
}

#[test]
fn goofspiel_is_fair() {
    for cards in [3, 4] {
        check(&Goofspiel { cards, ..Goofspiel::default() }, 0.0, Variant::PCFR_PLUS, 1e-6);
    }
}
