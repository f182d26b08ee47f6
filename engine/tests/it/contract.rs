//! Every game keeps the contract of `Game`: one line each.

use hinterhand_engine::contract::{Avoid, Contract, check};
use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::{Described, Notation, Rng, Worlds};

use crate::referee::is_false_stop;
use crate::tree::random_tree;
use crate::variants::{variants, written};

#[test]
fn kinderschnapsen() {
    check(&Kinderschnapsen::default());
}

#[test]
fn kinderschnapsen_variants() {
    check_variants::<Kinderschnapsen>(|_, _, _| false);
}

#[test]
fn sixty_six() {
    Contract::new(&SixtySix::default()).avoiding(is_false_stop).check();
}

#[test]
fn sixty_six_variants() {
    check_variants::<SixtySix>(is_false_stop);
}

#[test]
fn schnapsen() {
    Contract::new(&Schnapsen::default()).avoiding(is_false_stop).check();
}

#[test]
fn schnapsen_variants() {
    check_variants::<Schnapsen>(is_false_stop);
}

/// What is noticed in a tree is up to its author; nobody need notice that the others have moved.
#[test]
fn tree() {
    for seed in 0..20 {
        let tree = random_tree(&mut Rng::new(seed, 3), 6);
        Contract::new(&tree).games(20).general_sum().hidden_turns().check();
    }
}

/// Checks a game under all its options, a few games each.
fn check_variants<G: Notation + Worlds + Described>(avoid: Avoid<G>) {
    for settings in variants::<G>(20) {
        let game = G::with_settings(&settings).expect("checked options");
        let positions = Contract::new(&game).games(10).seed(3).avoiding(avoid).run();
        let positions = positions.unwrap_or_else(|breach| panic!("with {}: {breach}", written(&settings)));
        assert!(positions >= 20, "{positions} positions in ten games");
    }
}
