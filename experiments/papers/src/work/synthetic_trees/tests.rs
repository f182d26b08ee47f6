use std::sync::atomic::AtomicBool;

use hinterhand_engine::{Contest, ContestRules, View};
use hinterhand_solvers::search::{DepthOptions, Level, Pimc, PimcOptions, Search, ToDepth};

use super::tree::Place;
use super::*;
use crate::work::game_properties::{SameAction, Survey, choices};

const SMALL: SyntheticTrees =
    SyntheticTrees { correlation: 0.5, bias: 0.5, disambiguation: 0.5, trees: 6, depth: 5, worlds: 4 };

impl SameAction for SyntheticTree {
    fn same_action(&self, _: &Place, action: u8, _: &Place) -> Option<u8> {
        Some(action)
    }
}

fn run(work: &SyntheticTrees) -> anyhow::Result<Option<Outcome>> {
    work.run(&WorkContext::new(11, &AtomicBool::new(false)))
}

fn measures(work: &SyntheticTrees) -> impl Fn(&str) -> f64 + use<> {
    let outcome = run(work).expect("the description is right").expect("it was not stopped");
    move |name| outcome.measures[name].value
}

fn drawn(work: &SyntheticTrees, stream: u64) -> SyntheticTree {
    SyntheticTree::draw(work.shape().expect("a tree"), &mut Rng::new(5, stream))
}

#[test]
fn pimc_is_the_bot_of_that_name() {
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    for stream in 0..3 {
        let drawn = drawn(&SMALL, stream);
        let compiled = GameTree::compile(&drawn, 1_000_000).expect("a small tree");
        let policy = pimc(&drawn, &compiled);
        let mut search =
            Pimc::new(&drawn, ToDepth::new(DepthOptions::default(), Level), PimcOptions::default());
        let mut mixed = 0;
        for number in 0..compiled.tree().sets().len() {
            let info_set = compiled.info_set(SetId::new(number));
            let legal = drawn.legal(&drawn.start());
            search.turn_to(&View { contest: &contest, info_set, legal: &legal }, &mut Rng::new(1, 0));
            search.step(u64::MAX);
            let bot: Vec<f64> =
                search.action_values().entries.iter().map(|entry| entry.probability).collect();
            assert_eq!(policy.at(compiled.tree(), SetId::new(number)), bot, "{info_set:?}");
            mixed += usize::from(bot == [0.5, 0.5]);
        }
        assert!(0 < mixed && mixed < compiled.tree().sets().len(), "{mixed} ties");
    }
}

#[test]
fn a_tree_is_written_out_as_it_was_asked_for() {
    let compiled = GameTree::compile(&drawn(&SMALL, 0), 1_000_000).expect("a small tree with perfect recall");
    // The deal of one world and of the other, then 16 times 63 nodes.
    assert_eq!((compiled.tree().node_count(), compiled.tree().end_count()), (1 + 4 + 16 * 63, 16 * 32));
    assert!(compiled.tree().is_zero_sum_of_two());
    // Nothing is learned: one set for each world and each public history at which the player moves.
    let blind = SyntheticTrees { disambiguation: 0.0, ..SMALL };
    let compiled = GameTree::compile(&drawn(&blind, 0), 1_000_000).expect("a small tree");
    assert_eq!(Player::all(2).map(|player| compiled.tree().set_count(player)).sum::<usize>(), 4 * 31);
    // All is learned with the first action.
    let open = SyntheticTrees { disambiguation: 1.0, ..SMALL };
    let compiled = GameTree::compile(&drawn(&open, 0), 1_000_000).expect("a small tree");
    assert_eq!(Player::all(2).map(|player| compiled.tree().set_count(player)).sum::<usize>(), 4 + 16 * 30);
}

/// Measured as in real games, in one random play of each of many independent trees.
#[test]
fn trees_have_the_properties_that_were_asked_for() {
    for (correlation, bias, disambiguation) in [(0.7, 0.3, 0.4), (0.4, 0.8, 0.8), (0.9, 0.5, 0.1)] {
        let work = SyntheticTrees { correlation, bias, disambiguation, worlds: 6, ..SMALL };
        let mut survey = Survey::default();
        for stream in 0..1_500 {
            let (tree, mut rng) = (drawn(&work, stream), Rng::new(6, stream));
            survey.enter(&tree, &choices(&tree, &mut rng), &mut rng).expect("few worlds");
        }
        let found = survey.outcome().measures;
        assert_eq!(found["sibling ends"].value, 1.0);
        for (name, asked) in
            [("leaf correlation", correlation), ("bias", bias), ("disambiguation", disambiguation)]
        {
            // 1.53 times the 95 % interval: 3 standard errors, exceeded with one of 370 seeds, and the seed
            // is fixed.
            let (measure, half) = (found[name], found[name].reach(f64::MAX).expect("many games"));
            assert!((measure.value - asked).abs() < 1.53 * half, "{name} {asked}: {measure:?}");
            assert!(half < 0.06, "{name}: {half} is too wide to tell");
        }
    }
}

#[test]
fn nothing_is_lost_where_all_ends_are_alike() {
    let figure = measures(&SyntheticTrees { correlation: 1.0, bias: 1.0, ..SMALL });
    assert_eq!((figure("value"), figure("loss to nash"), figure("random loss")), (1.0, 0.0, 0.0));
    assert_eq!(figure("loss to best response"), 0.0);
}

/// If all is known after the first action, the assumption of PIMC is true: its worst case is the value.
#[test]
fn pimc_is_optimal_where_all_comes_to_light_at_once() {
    for stream in 0..3 {
        let work = SyntheticTrees { disambiguation: 1.0, correlation: 0.8, ..SMALL };
        let drawn = drawn(&work, stream);
        let compiled = GameTree::compile(&drawn, 1_000_000).expect("a small tree");
        let tree = compiled.tree();
        let worst = -judges::best_response(tree, Player::SECOND, &pimc(&drawn, &compiled)).value;
        // For each world of its own, player 0 takes the action with the better mean over the worlds of the
        // other.
        let mut value = 0.0;
        for own in 0..work.worlds {
            let mut sums = [0i32; 2];
            for other in 0..work.worlds {
                for (action, sum) in sums.iter_mut().enumerate() {
                    let mut place = drawn.start();
                    drawn.reveal(&mut place, &[own, other]);
                    drawn.play(&mut place, action as u8);
                    *sum += i32::from(drawn.open_value(&place));
                }
            }
            value += f64::from(sums[0].max(sums[1])) / f64::from(work.worlds).powi(2);
        }
        // Sums of a few hundred products that are exact up to 2^-53.
        assert!((worst - value).abs() < 1e-12, "{worst}, not {value}");
        let random = -judges::best_response(tree, Player::SECOND, &Policy::uniform(tree)).value;
        assert!(random < value - 0.01, "a tree that is not worth deciding on: {random} of {value}");
    }
}

/// Against an equilibrium no player wins more than the value, up to the exploitability of that equilibrium.
#[test]
fn no_loss_is_a_gain() {
    for (correlation, disambiguation) in [(0.0, 0.0), (0.3, 0.9), (0.7, 0.3)] {
        let figure = measures(&SyntheticTrees { correlation, disambiguation, ..SMALL });
        let unsolved = 2.0 * figure("exploitability");
        assert!(figure("exploitability") <= TARGET);
        for (nash, best) in
            [("loss to nash", "loss to best response"), ("random loss", "random loss to best response")]
        {
            for seat in ["", " in seat 0", " in seat 1"] {
                let [nash, best] = [nash, best].map(|name| figure(&format!("{name}{seat}")));
                assert!(-unsolved <= nash && nash <= best + unsolved, "{nash} {best}{seat}");
            }
            let seats = [0, 1].map(|seat| figure(&format!("{nash} in seat {seat}")));
            assert!((figure(nash) - (seats[0] + seats[1]) / 2.0).abs() < 1e-12, "{nash}");
        }
        let gain = figure("random loss") - figure("loss to nash");
        assert!((gain - figure("gain over random")).abs() < 1e-12);
    }
}

/// With open cards the player that acts last wins always, so PIMC values all actions the same.
#[test]
fn pimc_is_at_a_loss_where_no_siblings_are_alike() {
    let figure = measures(&SyntheticTrees { correlation: 0.0, depth: 4, ..SMALL });
    assert!(figure("gain over random in seat 0").abs() < 1e-12);
    // The last decision itself it does not get wrong.
    assert!(figure("gain over random in seat 1") > 0.01);
    assert!(figure("loss to nash") > 0.01);
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    assert_eq!(run(&SMALL).expect("right"), run(&SMALL).expect("right"));
}

#[test]
fn stopped_work_comes_to_nothing() {
    assert_eq!(SMALL.run(&WorkContext::new(1, &AtomicBool::new(true))).expect("right"), None);
}

#[test]
fn what_cannot_be_is_refused() {
    for (wrong, says) in [
        (SyntheticTrees { correlation: 1.1, ..SMALL }, "`correlation` is 1.1"),
        (SyntheticTrees { bias: f64::NAN, ..SMALL }, "`bias` is NaN"),
        (SyntheticTrees { disambiguation: -0.5, ..SMALL }, "`disambiguation` is -0.5"),
        (SyntheticTrees { trees: 0, ..SMALL }, "`trees` is 0"),
        (SyntheticTrees { depth: 21, ..SMALL }, "`depth` is 21"),
        (SyntheticTrees { worlds: 0, ..SMALL }, "`worlds` is 0"),
        (SyntheticTrees { depth: 12, worlds: 32, ..SMALL }, "at most 4194304"),
    ] {
        let error = run(&wrong).expect_err("wrong").to_string();
        assert!(error.contains(says), "{error}");
    }
}
