//! Trees on which one kind of search is right and its simpler cousin wrong, whatever the budget.

use hinterhand_engine::games::tree::{Branch, Tree};
use hinterhand_engine::{Game, Rng};
use hinterhand_solvers::search::Random;
use hinterhand_solvers::search::ismcts::{Cheating, Options, Selection, TreeKind};

use super::{KINDS, best_word, with_kind};

fn tree(text: &str) -> Tree {
    Tree::from_efg(text).expect("a sound tree")
}

/// A coin lies hidden. The player may take 0.3, or guess it: a point for the right guess, one lost for the
/// wrong one. A search that looks into each world expects always to guess right.
#[test]
fn open_cards_fuse_strategies() {
    let coin = tree(
        r#"EFG 2 R "A hidden coin" { "Guesser" "Bank" }
           c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
           p "" 1 1 "" { "take" "guess" } 0
           t "" 1 "" { 0.3, -0.3 }
           p "" 1 2 "" { "heads" "tails" } 0
           t "" 2 "" { 1, -1 }
           t "" 3 "" { -1, 1 }
           p "" 1 1 0
           t "" 1
           p "" 1 2 0
           t "" 3
           t "" 2"#,
    );
    let determinized = with_kind(TreeKind::Determinized);
    for options in [determinized, Options { trees: 40, ..determinized }] {
        assert_eq!(best_word(&coin, options, 20_000), "guess");
    }
    for kind in KINDS {
        assert_eq!(best_word(&coin, with_kind(kind), 20_000), "take", "{kind:?}");
        // A few worlds instead of new ones, as long as both coins are among them.
        let few = Options { worlds: Some(40), ..with_kind(kind) };
        assert_eq!(best_word(&coin, few, 20_000), "take", "{kind:?}");
    }
}

/// The same game with the coin laid in secret by the other player. UCB1 is deterministic, and in such a game
/// both players may synchronize, so that the guess is always right; regret matching does not.
#[test]
fn single_observer_sees_hidden_moves() {
    let pennies = tree(
        r#"EFG 2 R "A coin laid in secret" { "Guesser" "Layer" }
           p "" 1 1 "" { "take" "guess" } 0
           t "" 1 "" { 0.3, -0.3 }
           p "" 2 1 "" { "heads" "tails" } 0
           p "" 1 2 "" { "heads" "tails" } 0
           t "" 2 "" { 1, -1 }
           t "" 3 "" { -1, 1 }
           p "" 1 2 0
           t "" 3
           t "" 2"#,
    );
    for (kind, right) in KINDS.into_iter().zip(["guess", "take", "take", "take"]) {
        let selection = Selection::RegretMatching { gamma: 0.1 };
        let options = Options { selection, ..with_kind(kind) };
        assert_eq!(best_word(&pennies, options, 20_000), right, "{kind:?}");
    }
}

/// The other secretly decides between what costs the player a point and what brings it two. It does not draw
/// lots.
#[test]
fn partially_observable_opponents_draw_lots() {
    let trust = tree(
        r#"EFG 2 R "A bag handed over" { "Truster" "Holder" }
           p "" 1 1 "" { "keep" "trust" } 0
           t "" 1 "" { 0.3, 0 }
           p "" 2 1 "" { "take all" "give" } 0
           t "" 2 "" { -1, 1 }
           t "" 3 "" { 2, 0 }"#,
    );
    for (kind, right) in KINDS.into_iter().zip(["keep", "trust", "keep", "keep"]) {
        assert_eq!(best_word(&trust, with_kind(kind), 20_000), right, "{kind:?}");
    }
}

/// The player alone has seen a coin. If it shows courage the other must guess it, and cannot know it; but in
/// all worlds that the player holds possible it shows the same side.
#[test]
fn opponents_do_not_know_what_they_cannot_see() {
    let courage = tree(
        r#"EFG 2 R "A coin seen by one" { "Seer" "Guesser" }
           c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
           p "" 1 1 "" { "pay" "dare" } 0
           t "" 1 "" { -0.4, 0.4 }
           p "" 2 1 "" { "heads" "tails" } 0
           t "" 2 "" { -1, 1 }
           t "" 3 "" { 1, -1 }
           p "" 1 2 "" { "pay" "dare" } 0
           t "" 1
           p "" 2 1 0
           t "" 3
           t "" 2"#,
    );
    // With partially observable moves the guess is drawn at random, so what the guesser knows does not
    // matter.
    for kind in [TreeKind::SingleObserver, TreeKind::MultipleObserver, TreeKind::FromRoot] {
        let redeterminize = Options { redeterminize: true, ..with_kind(kind) };
        assert_eq!(best_word(&courage, with_kind(kind), 20_000), "pay", "{kind:?}");
        // Where nodes are not by information sets nothing is drawn again.
        let right = if kind == TreeKind::FromRoot { "pay" } else { "dare" };
        assert_eq!(best_word(&courage, redeterminize, 20_000), right, "{kind:?}");
    }
}

/// Each of three players maximizes its own payoff.
#[test]
fn everybody_maximizes_his_own_payoff() {
    let three = tree(
        r#"EFG 2 R "Three players" { "A" "B" "C" }
           p "" 1 1 "" { "left" "right" } 0
           p "" 2 1 "" { "up" "down" } 0
           t "" 1 "" { 5, 1, 0 }
           p "" 3 1 "" { "in" "out" } 0
           t "" 2 "" { 1, 2, 3 }
           t "" 3 "" { 9, 0, 2 }
           p "" 2 2 "" { "up" "down" } 0
           t "" 4 "" { 2, 4, 0 }
           t "" 5 "" { 8, 3, 9 }"#,
    );
    // B goes down on the left because C stays in, which leaves 1; on the right B goes up, which leaves 2.
    for kind in KINDS.into_iter().chain([TreeKind::Determinized]) {
        assert_eq!(best_word(&three, with_kind(kind), 20_000), "right", "{kind:?}");
    }
}

/// With all cards open it is minimax, by every selection that goes for the best; chance is averaged over.
#[test]
fn cheating_finds_the_minimax_move() {
    let open = tree(
        r#"EFG 2 R "Open cards" { "Max" "Min" }
           c "" 1 "" { "good" 1/2 "bad" 1/2 } 0
           p "" 1 1 "" { "a" "b" "c" } 0
           p "" 2 1 "" { "x" "y" } 0
           t "" 1 "" { 9, -9 }
           t "" 2 "" { -3, 3 }
           c "" 2 "" { "rain" 1/4 "sun" 3/4 } 0
           t "" 3 "" { -5, 5 }
           t "" 4 "" { 3, -3 }
           p "" 2 2 "" { "x" "y" } 0
           p "" 1 2 "" { "l" "r" } 0
           t "" 5 "" { -9, 9 }
           t "" 6 "" { 2, -2 }
           t "" 7 "" { 4, -4 }
           p "" 1 1 0
           t "" 3
           t "" 3
           t "" 7"#,
    );
    // In the good world: a is worth -3, b is worth 1, c is worth 2, if Max then goes right.
    let mut state = open.start();
    open.reveal(&mut state, &Branch::new(0));
    for selection in [
        Selection::default(),
        Selection::Puct { exploration: 1.0 },
        Selection::Exp3 { gamma: 0.1 },
        Selection::RegretMatching { gamma: 0.1 },
    ] {
        for trees in [1, 3] {
            let options = Options { selection, trees, ..Options::default() };
            let mut search = Cheating::new(&open, &Random, options);
            search.turn_to(&state, &mut Rng::new(3, 0));
            search.step(30_000);
            let action_values = search.action_values();
            assert_eq!(open.label(state, action_values.best()), "c", "{selection:?}, {trees} trees");
            // The mean contains what was tried on the way; the true values are 1 and 2.
            let b = action_values.entries[1];
            assert!(b.value.is_some_and(|value| (value - 1.0).abs() < 0.5), "{b:?}");
        }
    }
}
