//! Results that must agree, and results that must improve.

use hinterhand_engine::games::tree::Tree;
use hinterhand_engine::games::{Kinderschnapsen, Kuhn, Leduc, SixtySix};
use hinterhand_engine::{Notation, Rng};
use hinterhand_solvers::judges;
use hinterhand_solvers::search::ismcts::{Options, Selection, SelfPlay, TreeKind};
use hinterhand_solvers::search::{Random, Rollout};
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{GameTree, Policy, SetId};

use super::{Decision, KINDS, with_kind};

/// Where all actions are public there is nothing to observe partially: the very same games are simulated.
#[test]
fn partial_observation_is_the_same_where_all_is_public() {
    fn check<G: Notation>(game: &G, rollout: &dyn Rollout<G>, actions: usize) {
        for seed in 0..4 {
            let decision = Decision::after(game, seed, actions);
            let [single, partial] = [TreeKind::SingleObserver, TreeKind::PartiallyObservable]
                .map(|kind| decision.think(game, rollout, with_kind(kind), seed, 2_000));
            assert_eq!(single, partial);
        }
    }
    check(&Leduc::default(), &Random, 0);
    check(&Leduc::default(), &Random, 1);
    check(&Kinderschnapsen::default(), &Random, 2);
    check(&SixtySix::default(), &Random, 5);
}

/// With trees that begin at the decision the three forms are one where all actions are public, whatever the other holds;
/// trees by information sets are another search there.
#[test]
fn published_forms_are_the_same_where_all_is_public() {
    fn check<G: Notation>(game: &G, actions: usize) {
        for selection in [Selection::default(), Selection::RegretMatching { gamma: 0.1 }] {
            for seed in 0..4 {
                let decision = Decision::after(game, seed, actions);
                let [single, partial, by_sets, from_root] = KINDS.map(|kind| {
                    let options = Options { selection, ..with_kind(kind) };
                    decision.think(game, &Random, options, seed, 2_000)
                });
                assert_eq!(single, from_root);
                assert_eq!(single, partial);
                assert_ne!(single, by_sets);
            }
        }
    }
    check(&Kuhn::default(), 0);
    check(&Leduc::default(), 0);
    check(&Leduc::default(), 1);
}

/// Where the other holds nothing in secret, what it knows is what the player at the root knows of it. Here
/// the first player alone has seen a card, and no player a second one.
#[test]
fn many_observers_are_one_where_only_one_has_a_secret() {
    let mut text =
        r#"EFG 2 R "A secret of the first player" { "A" "B" } c "" 1 "" { "jack" 1/2 "king" 1/2 } 0"#
            .to_owned();
    for card in 0..2 {
        text += r#" c "" 2 "" { "red" 1/3 "black" 2/3 } 0"#;
        for hidden in 0..2 {
            for high in 0..2 {
                // The payoff if B folds, if B calls, and if B raises and A folds or calls.
                let stakes = (1 + high) * if card == hidden { 1 } else { -2 };
                let end = |place: i32, won: i32| {
                    let number = 1 + 8 * card + 4 * hidden + place + 16 * high;
                    format!(r#" t "" {number} "" {{ {won}, {} }}"#, -won)
                };
                if high == 0 {
                    text += &format!(r#" p "" 1 {} "" {{ "low" "high" }} 0"#, 1 + 3 * card);
                }
                text += &format!(r#" p "" 2 {} "" {{ "fold" "call" "raise" }} 0"#, 1 + high);
                text += &end(0, 1);
                text += &end(1, stakes);
                text += &format!(r#" p "" 1 {} "" {{ "fold" "call" }} 0"#, 2 + 3 * card + high);
                text += &end(2, -1 - high);
                text += &end(3, 2 * stakes);
            }
        }
    }
    let tree = Tree::from_efg(&text).expect("a sound tree");
    let ucb1 = Selection::default();
    for selection in [Selection::RegretMatching { gamma: 0.1 }, Selection::Exp3 { gamma: 0.1 }, ucb1] {
        for seed in 0..4 {
            let decision = Decision::first(&tree, seed);
            let [single, many] = [TreeKind::SingleObserver, TreeKind::MultipleObserver].map(|tree_kind| {
                let options = Options { selection, ..with_kind(tree_kind) };
                decision.think(&tree, &Random, options, seed, 5_000)
            });
            assert!(single.entries.iter().all(|entry| entry.error > Some(0.0)));
            if selection != ucb1 {
                assert_eq!(single, many);
                continue;
            }
            // Availability is counted from the first try on, unless it is known to be always: a slight
            // difference. Six standard errors, because the games of one tree depend on each other.
            for (single, many) in single.entries.iter().zip(&many.entries) {
                let apart = (single.value.unwrap() - many.value.unwrap()).abs();
                assert!(
                    apart < 6.0 * single.error.unwrap().hypot(many.error.unwrap()),
                    "{single:?} {many:?}"
                );
            }
        }
    }
}

/// The strategy of self-play on the tree of the game.
fn policy(tree: &GameTree<Kuhn>, strategy: &SelfPlay<'_, Kuhn>) -> Policy {
    let mut weights = vec![0.0; tree.tree().slot_count()];
    let mut probabilities = Vec::new();
    for (index, set) in tree.tree().sets().iter().enumerate() {
        let id = SetId::new(index);
        let legal = tree.actions(id).iter().copied().collect();
        strategy.probabilities(tree.info_set(id), &legal, &mut probabilities);
        weights[set.slots()].copy_from_slice(&probabilities);
    }
    Policy::from_weights(tree.tree(), weights)
}

/// Heinrich and Silver: in Kuhn poker Smooth UCT comes close to an equilibrium and UCT does not. The
/// constants are theirs, by the range of payoffs, which is 4.
#[test]
fn smooth_uct_comes_closer_to_an_equilibrium() {
    let game = Kuhn::default();
    let tree = GameTree::compile(&game, 1_000).expect("it has 58 nodes");
    let range = Some([-2.0, 2.0]);
    for seed in 0..3 {
        let exploitability = |selection| {
            let options = Options { selection, range, ..Options::default() };
            let mut search = SelfPlay::new(&game, &Random, options, &mut Rng::new(seed, 0));
            search.step(300_000);
            judges::exploitability(tree.tree(), &policy(&tree, &search)).average()
        };
        let smooth =
            exploitability(Selection::Smooth { exploration: 1.75 / 4.0, eta: 0.9, gamma: 0.1, decay: 0.001 });
        let uct = exploitability(Selection::Ucb1 { exploration: 2.0 / 4.0 });
        assert!(smooth < 0.01, "seed {seed}: {smooth}");
        assert!(uct > 2.0 * smooth, "seed {seed}: {uct} of UCT, {smooth} of Smooth UCT");
    }
}
