//! The trees of the reference games have the sizes that OpenSpiel's have.
//!
//! Counted by a walk over OpenSpiel 2.0.2 (goofspiel through `convert_to_turn_based`); phantom
//! games on small boards, which OpenSpiel has not all, by a dozen lines of Python on plain lists.

use hinterhand_engine::games::goofspiel::Prizes;
use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::poker::{Generic, Suits};
use hinterhand_engine::games::{DarkHex, GenericPoker, Goofspiel, Kuhn, Leduc, LiarsDice, PhantomTtt};
use hinterhand_engine::{Game, Sizes, Steps, perft::perft};

/// Nodes, terminals, and the information sets of each player.
fn check<G: Steps>(game: &G, nodes: u64, terminals: u64, info_sets: &[u64]) {
    let sizes = Sizes::of(game);
    assert_eq!((sizes.nodes, sizes.terminals), (nodes, terminals), "{sizes:?}");
    assert_eq!(sizes.info_sets, info_sets);
}

#[test]
fn kuhn() {
    check(&Kuhn::default(), 58, 30, &[6, 6]);
    check(&Kuhn { players: 3 }, 617, 312, &[16, 16, 16]);
}

#[test]
fn leduc() {
    check(&Leduc::default(), 9_457, 5_520, &[468, 468]);
    check(&Leduc::new(Suits::Merged), 1_939, 1_116, &[144, 144]);
}

#[test]
fn generic_poker() {
    let sizes = Generic { ranks: 3, copies: 2, raises: 1, bets: 1, rounds: 2 };
    assert_eq!(Sizes::of(&GenericPoker::new(sizes)), Sizes::of(&Leduc::new(Suits::Merged)));
}

#[test]
fn liars_dice() {
    check(&LiarsDice { sides: 2, dice: 1 }, 127, 60, &[16, 16]);
    check(&LiarsDice { sides: 3, dice: 1 }, 1_147, 567, &[96, 96]);
    check(&LiarsDice { sides: 4, dice: 1 }, 8_181, 4_080, &[512, 512]);
    check(&LiarsDice { sides: 5, dice: 1 }, 51_181, 25_575, &[2_560, 2_560]);
    check(&LiarsDice { sides: 6, dice: 1 }, 294_883, 147_420, &[12_288, 12_288]);
    // With two dice each: p pairs of faces and b bids. The pair of a player is one event of chance; then every
    // set of bids is a decision and, unless it is empty, has an end after it.
    for (sides, pairs, bids) in [(2, 3, 8), (3, 6, 12)] {
        let (decisions, ends) = ((pairs * pairs) << bids, pairs * pairs * ((1 << bids) - 1));
        let sets = pairs << (bids - 1);
        check(&LiarsDice { sides, dice: 2 }, 1 + pairs + decisions + ends, ends, &[sets, sets]);
    }
}

#[test]
fn goofspiel() {
    let descending = |cards| Goofspiel { cards, ..Goofspiel::default() };
    check(&descending(1), 3, 1, &[1, 1]);
    check(&descending(2), 7, 4, &[1, 1]);
    check(&descending(3), 67, 36, &[8, 8]);
    check(&descending(4), 1_077, 576, &[81, 81]);
    check(&descending(5), 26_931, 14_400, &[1_062, 1_062]);
    let random = |cards| Goofspiel { cards, prizes: Prizes::Random, ..Goofspiel::default() };
    check(&random(1), 4, 1, &[1, 1]);
    check(&random(2), 15, 8, &[2, 2]);
    check(&random(3), 418, 216, &[45, 45]);
    check(&random(4), 26_773, 13_824, &[1_804, 1_804]);
}

#[test]
fn phantom_ttt() {
    check(&PhantomTtt::new(2, 2, 2), 153, 96, &[17, 5]);
    check(&PhantomTtt::new(2, 2, 3), 729, 336, &[17, 81]);
    check(&PhantomTtt::new(3, 2, 2), 4_405, 3_040, &[109, 117]);
    check(&PhantomTtt::new(3, 2, 3), 358_645, 171_360, &[1_027, 5_743]);
    let abrupt = |width, height, line| Phantom::of(Line::new(width, height, line), Version::Abrupt);
    check(&abrupt(2, 2, 2), 129, 84, &[17, 5]);
    check(&abrupt(2, 2, 3), 885, 408, &[125, 57]);
    check(&abrupt(3, 2, 2), 3_973, 2_798, &[189, 107]);
    check(&abrupt(3, 2, 3), 493_663, 237_144, &[11_767, 6_037]);
    // The whole tree of the usual board is too large; its first plies are not.
    let usual = PhantomTtt::default();
    assert_eq!(perft(&usual, &usual.start(), 6), [9, 81, 648, 5_112, 36_288, 233_352]);
    // Phantom(4,4,4) of Cowling, Powley and Whitehouse (2012), by two dozen lines of Python with sets.
    let large = PhantomTtt::new(4, 4, 4);
    assert_eq!(perft(&large, &large.start(), 5), [16, 256, 3_840, 57_360, 806_400]);
}

#[test]
fn dark_hex() {
    check(&DarkHex::new(2, 2), 441, 216, &[17, 53]);
    check(&DarkHex::new(2, 3), 104_229, 53_920, &[697, 1_811]);
    check(&DarkHex::new(3, 2), 196_357, 95_760, &[787, 3_393]);
    let abrupt = |rows, columns| Phantom::of(Connection::new(rows, columns), Version::Abrupt);
    check(&abrupt(2, 2), 471, 234, &[59, 35]);
    check(&abrupt(2, 3), 149_953, 75_578, &[4_033, 2_725]);
    check(&abrupt(3, 2), 245_243, 122_032, &[5_811, 3_363]);
}
