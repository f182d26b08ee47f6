//! Known policies and best responses, and what the judges say of them.

use hinterhand_engine::games::{Kuhn, Leduc};
use hinterhand_engine::{Game, Player};
use hinterhand_solvers::judges::{best_response, exploitability, values};
use hinterhand_solvers::tree::{GameTree, Node, NodeId, Policy, Tree};

/// The equilibria of Kuhn poker, one for each `alpha` from 0 to 1/3 (Kuhn 1950): player 0 bets a jack with
/// `alpha` and a king three times as often, and calls with a queen `alpha + 1/3`.
fn equilibrium(kuhn: &GameTree<Kuhn>, alpha: f64) -> Policy {
    let tree = kuhn.tree();
    let mut bets = vec![0.0; tree.slot_count()];
    // The text of a set's contents, so that this does not depend on the order of the sets.
    for number in 0..tree.sets().len() {
        let set = hinterhand_solvers::tree::SetId::new(number);
        let info_set = kuhn.info_set(set);
        let text = hinterhand_engine::Notation::table_text(&Kuhn::default(), info_set);
        let card = text.chars().last().expect("ends with the card");
        let others: Vec<&str> = text.lines().filter(|line| !line.starts_with("Your")).collect();
        let bet = match (info_set.seat().index(), others.len(), card) {
            (0, 0, 'J') => alpha,
            (0, 0, 'Q') => 0.0,
            (0, 0, _) => 3.0 * alpha,
            (0, _, 'J') => 0.0,
            (0, _, 'Q') => alpha + 1.0 / 3.0,
            (0, _, _) => 1.0,
            (_, _, 'J') if text.contains("pass") => 1.0 / 3.0,
            (_, _, 'J') => 0.0,
            (_, _, 'Q') if text.contains("pass") => 0.0,
            (_, _, 'Q') => 1.0 / 3.0,
            (_, _, _) => 1.0,
        };
        let slots = tree.set(set).slots();
        bets[slots.start] = 1.0 - bet;
        bets[slots.start + 1] = bet;
    }
    Policy::new(tree, bets).expect("probabilities")
}

#[test]
fn equilibria_of_kuhn_poker_cannot_be_exploited() {
    let kuhn = GameTree::compile(&Kuhn::default(), 100).expect("a small game");
    for alpha in [0.0, 0.1, 1.0 / 3.0] {
        let policy = equilibrium(&kuhn, alpha);
        let value = values(kuhn.tree(), &[&policy, &policy])[0];
        assert!((value + 1.0 / 18.0).abs() < 1e-15, "{value}");
        let found = exploitability(kuhn.tree(), &policy);
        assert!(found.nash_conv() < 1e-15, "{found:?}");
    }
}

#[test]
fn policies_of_different_equilibria_are_worth_the_same() {
    let kuhn = GameTree::compile(&Kuhn::default(), 100).expect("a small game");
    let (one, other) = (equilibrium(&kuhn, 0.0), equilibrium(&kuhn, 0.2));
    let values = values(kuhn.tree(), &[&other, &one]);
    assert!((values[0] + 1.0 / 18.0).abs() < 1e-15 && values[1] == -values[0], "{values:?}");
}

/// OpenSpiel gives these values of the uniform policy in Kuhn poker: 11/24 on average, 1/2 and 5/12 by seat.
#[test]
fn the_uniform_policy_of_kuhn_poker_is_exploitable_by_known_amounts() {
    let kuhn = GameTree::compile(&Kuhn::default(), 100).expect("a small game");
    let tree = kuhn.tree();
    let uniform = Policy::uniform(tree);
    let found = exploitability(tree, &uniform);
    assert!((found.average() - 11.0 / 24.0).abs() < 1e-15, "{found:?}");
    let [first, second] = [Player::FIRST, Player::SECOND].map(|p| best_response(tree, p, &uniform));
    assert!((first.value - 0.5).abs() < 1e-15 && (second.value - 5.0 / 12.0).abs() < 1e-15);
}

/// Against random policies: the policy found wins what is claimed, no single change of an action wins more,
/// and the gain is the difference of the values.
#[test]
fn best_responses_win_what_they_claim() {
    let leduc = GameTree::compile(&Leduc::default(), 10_000).expect("a small game");
    let tree = leduc.tree();
    let mut rng = hinterhand_engine::Rng::new(7, 0);
    let weights = (0..tree.slot_count()).map(|_| f64::from(rng.below(4))).collect();
    let policy = Policy::from_weights(tree, weights);
    for player in Player::all(2) {
        let response = best_response(tree, player, &policy);
        let mixed = |own: &Policy| {
            let mut policies = [&policy; 2];
            policies[player.index()] = own;
            values(tree, &policies)[player.index()]
        };
        assert!((mixed(&response.policy) - response.value).abs() < 1e-12);
        assert!((response.value - mixed(&policy) - response.gain).abs() < 1e-12);
        for set in tree.sets().iter().filter(|set| set.player() == player) {
            for slot in set.slots() {
                let mut changed = response.policy.probabilities().to_vec();
                changed[set.slots()].fill(0.0);
                changed[slot] = 1.0;
                let changed = Policy::new(tree, changed).expect("pure");
                assert!(mixed(&changed) <= response.value + 1e-12);
            }
        }
    }
}

/// A second judge: the value by walking through the nodes.
#[test]
fn values_are_those_of_a_walk() {
    fn walk(tree: &Tree, node: NodeId, policy: &Policy) -> Vec<f64> {
        let mut sum = vec![0.0; tree.players()];
        let mut add = |share: f64, values: &[f64]| {
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += share * value);
        };
        match tree.node(node) {
            Node::End(end) => return tree.end(end).payoffs.to_vec(),
            Node::Chance => {
                tree.children(node).for_each(|c| add(tree.probability(c), &walk(tree, c, policy)));
            }
            Node::Decision(set) => {
                let shares = policy.at(tree, set);
                tree.children(node).zip(shares).for_each(|(c, &s)| add(s, &walk(tree, c, policy)));
            }
        }
        sum
    }
    let three = Kuhn { players: 3 };
    assert_eq!(three.players(), 3);
    let kuhn = GameTree::compile(&three, 10_000).expect("a small game");
    let tree = kuhn.tree();
    let mut rng = hinterhand_engine::Rng::new(8, 0);
    for _ in 0..10 {
        let weights = (0..tree.slot_count()).map(|_| rng.unit()).collect();
        let policy = Policy::from_weights(tree, weights);
        let walked = walk(tree, NodeId::ROOT, &policy);
        let found = values(tree, &[&policy, &policy, &policy]);
        for (walked, found) in walked.iter().zip(&found) {
            assert!((walked - found).abs() < 1e-14, "{walked} by walking, {found}");
        }
    }
}
