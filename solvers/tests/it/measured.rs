//! Exploitability after 100 iterations as in an independent measurement.
//!
//! The figures were measured with another program, on trees dumped from OpenSpiel, in `f64`. They are rounded
//! to two digits, and the order of sums differs: hence 10 %.
//!
//! `hs-dcfr` is another matter. It forgets negative regrets so fast that where two actions are worth the
//! same, the last digit of a sum decides which is played, and so the figure for Leduc poker depends on the
//! order in which sums are taken: 2.2e-2, 2.4e-2, 2.6e-2 and 4.5e-2 were seen, and the other program found 2.3e-2. There
//! alone it is held to the figure of its own order; in the other games to the measured one like the rest.

use hinterhand_engine::games::{Goofspiel, Kuhn, Leduc, LiarsDice};
use hinterhand_engine::{Described, Steps};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::GameTree;

const VARIANTS: [&str; 10] =
    ["cfr", "cfr+", "lcfr", "dcfr", "dcfr+", "pcfr+", "sapcfr+", "pdcfr+", "hs-dcfr-30", "hs-pcfr+-15"];

fn check<G: Steps + Described>(game: &G, planned: u32, measured: [f64; 10]) {
    let tree = GameTree::compile(game, 300_000).expect("a game of known size");
    let tree = tree.tree();
    for (name, expected) in VARIANTS.into_iter().zip(measured) {
        let variant = Variant::named(name, planned).expect("one of the table");
        let mut solver = Cfr::<f64>::new(tree, variant);
        (0..100).for_each(|_| solver.step());
        let found = judges::exploitability(tree, &solver.average()).average();
        let undecided = G::INFO.name == "leduc" && name.starts_with("hs-dcfr");
        let expected = if undecided { 2.6e-2 } else { expected };
        assert!((0.9..1.1).contains(&(found / expected)), "{name}: {found:e} instead of {expected:e}");
    }
}

#[test]
fn kuhn() {
    check(
        &Kuhn::default(),
        1_000,
        [8.2e-3, 1.2e-3, 1.1e-3, 1.7e-3, 1.6e-3, 2.3e-5, 1.1e-5, 1.1e-7, 8.7e-3, 1.1e-13],
    );
}

#[test]
fn leduc() {
    check(
        &Leduc::default(),
        1_000,
        [9.6e-2, 1.3e-2, 3.4e-2, 7.8e-3, 6.5e-3, 2.0e-2, 1.3e-2, 1.8e-2, 2.3e-2, 2.2e-2],
    );
}

#[test]
fn liars_dice_of_four_sides() {
    check(
        &LiarsDice { sides: 4, dice: 1 },
        1_000,
        [1.7e-2, 2.3e-3, 8.7e-3, 6.8e-4, 2.7e-4, 1.6e-3, 4.3e-4, 7.5e-4, 2.0e-3, 1.1e-3],
    );
}

#[test]
fn goofspiel_with_four_cards() {
    check(
        &Goofspiel::default(),
        1_000,
        [3.3e-2, 1.1e-2, 2.0e-2, 7.9e-3, 1.3e-3, 1.0e-4, 1.3e-4, 4.6e-6, 8.0e-3, 1.2e-5],
    );
}

#[test]
fn liars_dice_of_six_sides() {
    check(
        &LiarsDice::default(),
        300,
        [2.2e-2, 4.9e-3, 8.0e-3, 2.2e-3, 3.1e-3, 6.2e-3, 3.7e-3, 6.7e-3, 5.6e-3, 8.2e-3],
    );
}
