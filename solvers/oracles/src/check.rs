//! An oracle held against the written-out tree of its game.

use hinterhand_engine::dynamic::AnyInfoSet;
use hinterhand_engine::games::ReferenceGame;
use hinterhand_engine::{ActionSet as _, Rng};
use hinterhand_solvers::judges;
use hinterhand_solvers::oracle::{GameOracle, Histories, Oracle, PayoffMatrix, judge};
use hinterhand_solvers::tree::{GameTree, Node, NodeId, Policy, Tree};

/// What rounding may do to sums of some thousand numbers below 1.
const ROUNDING: f64 = 1e-12;

/// Checks that an oracle has the histories and decisions of the tree, knows their information sets, and agrees with the payoffs of the
/// tree in every entry of the gradients, for two policies of random probabilities.
#[track_caller]
pub(crate) fn agrees(game: &ReferenceGame, oracle: &dyn GameOracle) {
    let tree = GameTree::compile(game, 20_000_000).expect("a small game");
    let ends = tree.tree().end_count() as u64;
    assert_eq!(oracle.histories(), Histories { decisions: decisions(tree.tree(), NodeId::ROOT), ends });
    let matrix = PayoffMatrix::new(tree.tree());
    let numbers = [0, 1].map(|player| {
        let treeplex = matrix.treeplex(player);
        assert_eq!(oracle.treeplex(player).infosets(), treeplex.infosets(), "decisions of player {player}");
        let mut numbers = vec![0; treeplex.sequences()];
        for infoset in 0..treeplex.infosets() {
            let info_set = AnyInfoSet::new(tree.info_set(matrix.set(player, infoset)).clone());
            let (seat, number) = oracle.find(&info_set).expect("a decision of the game");
            assert_eq!(seat, player);
            let (found, legal) = oracle.decision(player, number);
            assert!(found == info_set, "information set {number}");
            assert_eq!(legal.len(), oracle.treeplex(player).sequences_of(number).len());
            let sequences = oracle.treeplex(player).sequences_of(number);
            assert_eq!(sequences.len(), treeplex.sequences_of(infoset).len());
            treeplex.sequences_of(infoset).zip(sequences).for_each(|(here, there)| numbers[here] = there);
        }
        numbers
    });
    let mut rng = Rng::new(2026, 0);
    for _ in 0..2 {
        let weights = (0..tree.tree().slot_count()).map(|_| 0.05 + rng.unit()).collect();
        let policy = Policy::from_weights(tree.tree(), weights);
        let plans = [0, 1].map(|player| matrix.plan(tree.tree(), &policy, player));
        let there = [0, 1].map(|player| {
            let mut plan = vec![0.0; oracle.treeplex(player).sequences()];
            plans[player].iter().zip(&numbers[player]).for_each(|(&reach, &number)| plan[number] = reach);
            plan
        });
        for player in [0, 1] {
            let (mut gradient, mut found) = (vec![0.0; plans[player].len()], vec![0.0; there[player].len()]);
            matrix.gradient(player, &plans[1 - player], &mut gradient, &mut Vec::new());
            oracle.gradient(player, &there[1 - player], &mut found, &mut Vec::new());
            for (sequence, (expected, &number)) in gradient.iter().zip(&numbers[player]).enumerate() {
                let found = found[number];
                assert!(
                    (found - expected).abs() < ROUNDING,
                    "player {player}, {sequence}: {found}, {expected}"
                );
            }
        }
        let judged = judge(oracle, [&there[0], &there[1]]);
        let values = judges::values(tree.tree(), &[&policy, &policy]);
        let exploitability = judges::exploitability(tree.tree(), &policy).average();
        assert!((judged.value - values[0]).abs() < ROUNDING, "{judged:?}, {values:?}");
        assert!((judged.exploitability() - exploitability).abs() < ROUNDING, "{judged:?}, {exploitability}");
    }
}

/// The number of decisions from a node on.
fn decisions(tree: &Tree, node: NodeId) -> u64 {
    let here = u64::from(matches!(tree.node(node), Node::Decision(_)));
    here + tree.children(node).map(|child| decisions(tree, child)).sum::<u64>()
}
