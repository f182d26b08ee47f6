//! Tests of online outcome sampling: its estimates are right on average, and exploitability falls.

use hinterhand_engine::games::{Goofspiel, Kinderschnapsen, Kuhn, Leduc, LiarsDice};
use hinterhand_engine::{Contest, ContestRules, Turn};

use super::*;
use crate::judges;
use crate::tree::{GameTree, Node, NodeId, Policy, Set, SetId, Tree};

/// Turns a search to a decision of a random game, the `nth` one on the way.
fn turn<G: StateHistory + Worlds>(search: &mut OnlineSampling<'_, G>, nth: usize, seed: u64) {
    let (game, mut rng) = (search.game, Rng::new(5, 0));
    let (mut state, mut met) = (game.start(), 0);
    loop {
        match game.turn(&state) {
            Turn::Chance => game.deal(&mut state, &mut rng),
            Turn::Over => panic!("the game is over before"),
            Turn::Player(player) => {
                let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                if met == nth {
                    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
                    let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                    return search.turn_to(&view, &mut Rng::new(seed, 1));
                }
                met += 1;
                game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
            }
        }
    }
}

/// The same, and thinks.
fn ask<G: StateHistory + Worlds>(
    search: &mut OnlineSampling<'_, G>,
    nth: usize,
    steps: u64,
) -> ActionValues<G::Action> {
    turn(search, nth, 5);
    search.step(steps);
    search.action_values()
}

/// The counterfactual regrets of a policy, and the sums that its average grows by in a walk of the other
/// player: exactly.
struct Exact<'t> {
    tree: &'t Tree,
    policy: &'t Policy,
    regrets: Vec<f64>,
    averages: Vec<f64>,
}

impl Exact<'_> {
    fn of<'t>(tree: &'t Tree, policy: &'t Policy) -> Exact<'t> {
        let zeros = vec![0.0; tree.slot_count()];
        let mut exact = Exact { tree, policy, regrets: zeros.clone(), averages: zeros };
        exact.walk(NodeId::ROOT, [1.0; 2], 1.0);
        exact
    }

    /// The value of a node for player 0.
    fn walk(&mut self, node: NodeId, reaches: [f64; 2], chance: f64) -> f64 {
        let tree = self.tree;
        match tree.node(node) {
            Node::End(end) => tree.end(end).payoffs[0],
            Node::Chance => {
                let ways = tree.children(node).map(|child| (child, tree.probability(child)));
                ways.map(|(child, share)| share * self.walk(child, reaches, chance * share)).sum()
            }
            Node::Decision(set) => {
                let player = tree.set(set).player().index();
                let shares = self.policy.at(tree, set);
                let mut worth = Vec::new();
                for (child, share) in tree.children(node).zip(shares) {
                    let mut reaches = reaches;
                    reaches[player] *= share;
                    worth.push(self.walk(child, reaches, chance));
                }
                let value: f64 = worth.iter().zip(shares).map(|(worth, share)| worth * share).sum();
                let sign = if player == 0 { 1.0 } else { -1.0 };
                for ((slot, worth), share) in tree.set(set).slots().zip(worth).zip(shares) {
                    self.regrets[slot] += chance * reaches[1 - player] * sign * (worth - value);
                    self.averages[slot] += chance * reaches[player] * share;
                }
                value
            }
        }
    }
}

/// The regrets and average strategies of a table, in the order of the slots of a tree.
fn contents<G: StateHistory + Worlds>(search: &OnlineSampling<'_, G>, tree: &GameTree<G>) -> Vec<f64> {
    let slots = tree.tree().slot_count();
    let mut all = vec![0.0; 2 * slots];
    for (number, set) in tree.tree().sets().iter().enumerate() {
        if let Some(cells) = search.memory.find(tree.info_set(SetId::new(number))) {
            for (cell, slot) in cells.all().iter().zip(set.slots()) {
                all[slot] = cell.regret;
                all[slots + slot] = cell.average;
            }
        }
    }
    all
}

/// Means of 40 batches against the expectation. The intervals have 5.5 standard errors of 40 batches: by
/// Student's distribution with 39 degrees of freedom, one right estimate in 380,000 falls outside. The tests
/// have at most 12,000 estimates each, so that one of 30 right programs would fail with an unknown seed; the
/// seed is fixed. What some batch has not met at all is too rare for this distribution, and left out. Returns
/// the number of estimates that were compared.
fn agree(batches: &[Vec<f64>], expected: &[f64], rounding: f64, what: &str) -> usize {
    let count = batches.len() as f64;
    let mut compared = 0;
    for (number, expected) in expected.iter().enumerate() {
        if batches.iter().any(|batch| batch[number] == 0.0) {
            continue;
        }
        compared += 1;
        let mean = batches.iter().map(|batch| batch[number]).sum::<f64>() / count;
        let squares: f64 = batches.iter().map(|batch| (batch[number] - mean).powi(2)).sum();
        let error = 5.5 * (squares / (count - 1.0) / count).sqrt() + rounding;
        assert!(
            (mean - expected).abs() < error,
            "{what}: number {number} is {mean} ± {error}, not {expected}"
        );
    }
    compared
}

/// Large beside all that is learned, so that the strategies stay as they are.
const LARGE: f64 = 1e9;

/// With a full table whose strategies do not change, what walks add is right on average for every action of
/// every information set, inside and outside of the target. At least `part` of them must have been met.
fn unbiased<G: StateHistory + Worlds + hinterhand_engine::Steps>(
    game: &G,
    nths: &[usize],
    walks: u64,
    part: f64,
) {
    let tree = GameTree::compile(game, 20_000).expect("a small game");
    let slots = tree.tree().slot_count();
    let mut rng = Rng::new(3, 0);
    let begin: Vec<f64> = (0..slots).map(|_| LARGE * (0.1 + rng.unit())).collect();
    for &nth in nths {
        for targeting in [Targeting::InformationSet, Targeting::PublicState] {
            for (delta, restart) in [(0.9, Restart::Off), (0.5, Restart::Reach), (0.7, Restart::Printed)] {
                let options =
                    OnlineOptions { targeting, delta, restart, mixing: 0.0, ..OnlineOptions::default() };
                let mut search = OnlineSampling::new(game, options);
                let mut begun = vec![0.0; slots];
                for (number, set) in tree.tree().sets().iter().enumerate() {
                    let info_set = tree.info_set(SetId::new(number)).clone();
                    let (place, _) = search.memory.place(info_set, set.slots().len()).expect("room");
                    for (cell, slot) in search.memory.of_mut(place).iter_mut().zip(set.slots()) {
                        cell.regret = begin[slot];
                        begun[slot] = begin[slot];
                    }
                }
                let policy = Policy::from_weights(tree.tree(), begun);
                let exact = Exact::of(tree.tree(), &policy);
                let mut before = contents(&search, &tree);
                let mut batches = Vec::new();
                for batch in 0..40 {
                    turn(&mut search, nth, batch);
                    search.step(walks);
                    let after = contents(&search, &tree);
                    let learned = after.iter().zip(&before).map(|(after, before)| after - before);
                    // Each player has half of the walks.
                    let scale = 2.0 / walks as f64 / search.weight;
                    batches.push(learned.map(|sum| sum * scale).collect::<Vec<f64>>());
                    before = after;
                }
                let expected: Vec<f64> = exact.regrets.iter().chain(&exact.averages).copied().collect();
                let compared = agree(&batches, &expected, 1e-5, &format!("{nth} {options:?}"));
                assert!(compared as f64 >= part * expected.len() as f64, "{compared} {nth} {options:?}");
            }
        }
    }
}

#[test]
fn what_walks_learn_is_right_on_average_in_kuhn_poker() {
    unbiased(&Kuhn::default(), &[0, 1], 4_000, 1.0);
}

#[test]
#[ignore = "slow: 6 settings with 800,000 walks through Leduc poker each"]
fn what_walks_learn_is_right_on_average_in_leduc_poker() {
    unbiased(&Leduc::default(), &[2], 20_000, 0.15);
}

/// A target that is only a part of the information set gives other weights, but no bias.
#[test]
fn a_sample_of_the_target_is_right_on_average_too() {
    let game = LiarsDice { sides: 2, dice: 1 };
    unbiased(&game, &[0, 1, 2], 2_000, 0.5);
    let options = OnlineOptions { worlds: 1, ..OnlineOptions::default() };
    let mut search = OnlineSampling::new(&game, options);
    turn(&mut search, 2, 5);
    let reach = |search: &OnlineSampling<'_, LiarsDice>| {
        let (info_set, _) = search.at.as_ref().expect("a decision");
        search.target.as_ref().expect("a target").reach(&game, info_set, &search.memory)
    };
    // One roll of four, then two bids as by uniform play, of four and at least two.
    let part = reach(&search);
    let mut search = OnlineSampling::new(&game, OnlineOptions::default());
    turn(&mut search, 2, 5);
    let whole = reach(&search);
    assert!((whole.target - 2.0 * part.target).abs() < 1e-12, "{whole:?} {part:?}");
    let options = OnlineOptions { targeting: Targeting::PublicState, ..OnlineOptions::default() };
    let mut search = OnlineSampling::new(&game, options);
    turn(&mut search, 2, 5);
    let public = reach(&search);
    assert!((public.target - 2.0 * whole.target).abs() < 1e-12, "{public:?} {whole:?}");
    assert!((public.info_set - whole.target).abs() < 1e-12, "{public:?} {whole:?}");
}

/// The first walk finds an empty table: at the first decision of its player it learns the regrets of uniform
/// play.
#[test]
fn the_first_walks_learn_from_uniform_playouts() {
    let kuhn = Kuhn::default();
    let tree = GameTree::compile(&kuhn, 1_000).unwrap();
    let policy = Policy::uniform(tree.tree());
    let exact = Exact::of(tree.tree(), &policy);
    let mut search = OnlineSampling::new(&kuhn, OnlineOptions::default());
    let slots = tree.tree().slot_count();
    let first: Vec<usize> = {
        let sets = tree.tree().sets().iter();
        let first = sets.filter(|set| set.player() == Player::FIRST && set.parent().is_none());
        first.flat_map(Set::slots).collect()
    };
    assert_eq!(first.len(), 6);
    let mut batches = Vec::new();
    for batch in 0..40 {
        let mut sums = vec![0.0; first.len()];
        for number in 0..500 {
            search.memory = Memory::new(1 << 20);
            turn(&mut search, 0, 1_000 * batch + number);
            search.step(1);
            // Nothing is known yet: the target, one card of three, is reached with a third.
            assert!((search.weight - (0.1 + 0.9 * 3.0)).abs() < 1e-12);
            let learned = contents(&search, &tree);
            assert!(learned[slots..].iter().all(|average| *average == 0.0));
            sums.iter_mut()
                .zip(&first)
                .for_each(|(sum, &slot)| *sum += learned[slot] / search.weight / 500.0);
        }
        batches.push(sums);
    }
    let expected: Vec<f64> = first.iter().map(|&slot| exact.regrets[slot]).collect();
    assert_eq!(agree(&batches, &expected, 1e-12, "the first walk"), 6);
}

/// Walks by hand: Kuhn poker, player 0 with the jack, the target is all histories with that jack. The other
/// player passes after a bet with probability 1, so that the walk depends on one decision alone.
#[test]
fn one_walk_is_as_by_hand() {
    let kuhn = Kuhn::default();
    let options = OnlineOptions { delta: 1.0, mixing: 0.0, exploration: 0.5, ..OnlineOptions::default() };
    let tree = GameTree::compile(&kuhn, 1_000).unwrap();
    let mut search = OnlineSampling::new(&kuhn, options);
    for (number, set) in tree.tree().sets().iter().enumerate() {
        let info_set = *tree.info_set(SetId::new(number));
        let (place, _) = search.memory.place(info_set, set.slots().len()).expect("room");
        // The first action, to bet, never; so all pass.
        let bet = tree
            .actions(SetId::new(number))
            .iter()
            .position(|action| format!("{action:?}") == "Bet")
            .unwrap();
        search.memory.of_mut(place)[1 - bet].regret = LARGE;
    }
    turn(&mut search, 0, 5);
    let (before, slots) = (contents(&search, &tree), tree.tree().slot_count());
    search.step(1);
    let learned: Vec<f64> =
        contents(&search, &tree).iter().zip(&before).map(|(after, before)| after - before).collect();
    // The target has a third of all deals: the walk counts a third, times its weight, three. The action was
    // sampled with 1/4 (to bet, then all fold and it wins 1) or 3/4 (to pass; 1 or -1 at showdown, by cards).
    let regrets: Vec<f64> = learned[..slots].iter().copied().filter(|regret| regret.abs() > 1e-9).collect();
    let passed = regrets.len() == 1 && (regrets[0].abs() - 4.0 / 3.0).abs() < 1e-6;
    let bet = regrets.len() == 1 && (regrets[0] - 4.0).abs() < 1e-6;
    assert!(passed || bet, "{regrets:?}");
}

/// The strategy that a search has learned for the whole game.
fn learned<G: StateHistory + Worlds>(search: &OnlineSampling<'_, G>, tree: &GameTree<G>) -> Policy {
    let mut weights = vec![0.0; tree.tree().slot_count()];
    let mut shares = Vec::new();
    for (number, set) in tree.tree().sets().iter().enumerate() {
        search.memory.average(tree.info_set(SetId::new(number)), set.slots().len(), &mut shares);
        weights[set.slots()].copy_from_slice(&shares);
    }
    Policy::from_weights(tree.tree(), weights)
}

/// Whatever the target, with time the table comes to an equilibrium of the whole game: exploitability falls
/// below a bound that uniform play (0.46) is far from.
#[test]
fn walks_to_a_target_do_not_bend_the_game() {
    let kuhn = Kuhn::default();
    let tree = GameTree::compile(&kuhn, 1_000).unwrap();
    for (nth, targeting) in
        [(0, Targeting::InformationSet), (1, Targeting::InformationSet), (1, Targeting::PublicState)]
    {
        let options = OnlineOptions { targeting, delta: 0.5, ..OnlineOptions::default() };
        let mut search = OnlineSampling::new(&kuhn, options);
        ask(&mut search, nth, 400_000);
        let found = judges::exploitability(tree.tree(), &learned(&search, &tree)).average();
        assert!(found < 0.02, "{nth} {targeting:?} {found}");
    }
}

/// The exploitability of the policy that gives at every information set what a new search, asked there
/// alone, answers after this number of walks.
fn stitched<G: StateHistory + Worlds + hinterhand_engine::Steps>(
    game: &G,
    targeting: Targeting,
    steps: u64,
) -> f64 {
    let tree = GameTree::compile(game, 20_000).unwrap();
    let mut weights = vec![0.0; tree.tree().slot_count()];
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    for (number, set) in tree.tree().sets().iter().enumerate() {
        let info_set = tree.info_set(SetId::new(number));
        let legal = game.legal(&game.sample(info_set, &mut Rng::new(1, 0)));
        let mut search = OnlineSampling::new(game, OnlineOptions { targeting, ..OnlineOptions::default() });
        search.turn_to(&View { contest: &contest, info_set, legal: &legal }, &mut Rng::new(7, number as u64));
        search.step(steps);
        for (slot, entry) in set.slots().zip(search.action_values().entries) {
            weights[slot] = entry.probability;
        }
    }
    judges::exploitability(tree.tree(), &Policy::from_weights(tree.tree(), weights)).average()
}

/// Full stitching: ten times the time makes the whole less exploitable. Measured from 1,000 to 10,000 walks:
/// 0.33 to 0.22 and 0.29 to 0.14 in liar's dice, and from 100 to 1,000 in Leduc poker: 2.46 to 1.66.
#[test]
fn stitched_answers_become_less_exploitable() {
    let dice = LiarsDice { sides: 3, dice: 1 };
    for targeting in [Targeting::InformationSet, Targeting::PublicState] {
        let found = [400, 4_000].map(|steps| stitched(&dice, targeting, steps));
        assert!(found[1] < 0.9 * found[0], "{targeting:?} {found:?}");
    }
    let found = [60, 600].map(|steps| stitched(&Leduc::default(), Targeting::PublicState, steps));
    assert!(found[1] < 0.9 * found[0], "{found:?}");
}

#[test]
#[ignore = "slow: 936 searches with 10,000 walks each, twice"]
fn stitched_answers_become_less_exploitable_in_leduc_poker() {
    for targeting in [Targeting::InformationSet, Targeting::PublicState] {
        let found = [300, 10_000].map(|steps| stitched(&Leduc::default(), targeting, steps));
        assert!(found[1] < 0.6 * found[0], "{targeting:?} {found:?}");
    }
}

#[test]
fn steps_may_be_divided() {
    let game = Kinderschnapsen::default();
    let mut whole = OnlineSampling::new(&game, OnlineOptions::default());
    let action_values = ask(&mut whole, 3, 700);
    let mut parts = OnlineSampling::new(&game, OnlineOptions::default());
    ask(&mut parts, 3, 200);
    parts.step(500);
    assert_eq!(parts.action_values(), action_values);
}

#[test]
fn a_full_table_is_not_exceeded() {
    let game = Kinderschnapsen::default();
    let options = OnlineOptions { memory: 100_000, ..OnlineOptions::default() };
    let mut search = OnlineSampling::new(&game, options);
    ask(&mut search, 0, 10_000);
    let sets = search.set_count();
    search.step(10_000);
    assert!(sets > 100 && search.set_count() == sets, "{sets}");
}

/// Goofspiel with thirteen cards has more worlds than can be listed; most walks reach the decision anyway.
#[test]
fn a_large_target_is_sampled() {
    let game = Goofspiel { cards: 13, ..Goofspiel::default() };
    let mut search = OnlineSampling::new(&game, OnlineOptions { worlds: 200, ..OnlineOptions::default() });
    let visits =
        |values: &ActionValues<_>| values.entries.iter().filter_map(|entry| entry.visits).sum::<u64>();
    let found = ask(&mut search, 12, 10_000);
    assert!(visits(&found) > 3_000, "{found:?}");
    let mut search = OnlineSampling::new(&game, OnlineOptions { worlds: 0, ..OnlineOptions::default() });
    let found = ask(&mut search, 12, 10_000);
    assert!(visits(&found) < 100, "{found:?}");
}
