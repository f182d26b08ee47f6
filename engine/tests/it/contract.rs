//! Every game keeps the contract of `Game`: one line each.

use hinterhand_engine::contract::{Avoid, Contract, check};
use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kinderschnapsen, Kuhn, Leduc, LiarsDice, PhantomTtt, Recipippes,
    Schnapsen, SixtySix,
};
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

#[test]
fn kuhn() {
    check(&Kuhn::default());
}

#[test]
fn kuhn_variants() {
    check_variants::<Kuhn>(|_, _, _| false);
}

#[test]
fn leduc() {
    check(&Leduc::default());
}

#[test]
fn leduc_variants() {
    check_variants::<Leduc>(|_, _, _| false);
}

#[test]
fn generic_poker() {
    check(&GenericPoker::default());
}

#[test]
fn generic_poker_variants() {
    check_variants::<GenericPoker>(|_, _, _| false);
}

#[test]
fn liars_dice() {
    check(&LiarsDice::default());
    check(&LiarsDice { dice: 2, ..LiarsDice::default() });
}

#[test]
fn liars_dice_variants() {
    check_variants::<LiarsDice>(|_, _, _| false);
}

#[test]
fn goofspiel() {
    check(&Goofspiel::default());
}

#[test]
fn goofspiel_variants() {
    check_variants::<Goofspiel>(|_, _, _| false);
}

#[test]
fn phantom_ttt() {
    check(&PhantomTtt::default());
}

#[test]
fn phantom_ttt_variants() {
    check_variants::<PhantomTtt>(|_, _, _| false);
}

#[test]
fn dark_hex() {
    check(&DarkHex::default());
}

#[test]
fn dark_hex_variants() {
    check_variants::<DarkHex>(|_, _, _| false);
}

/// Games in which both players know much about each other's stones.
#[test]
fn abrupt_games_on_small_boards() {
    for size in [2, 3] {
        Contract::new(&Phantom::of(Line::new(size, 2, 3), Version::Abrupt)).games(200).check();
        Contract::new(&Phantom::of(Connection::new(2, size), Version::Abrupt)).games(200).check();
    }
}

#[test]
fn recipippes() {
    Contract::new(&Recipippes::default()).games(40).check();
}

#[test]
fn recipippes_variants() {
    check_variants::<Recipippes>(|_, _, _| false);
}

/// The author of a tree defines what is noticed; a player need not notice that the others have moved.
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
