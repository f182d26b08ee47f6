//! Trees in which some decisions are fixed: values computed by hand, linear programming, best responses.

use hinterhand_engine::games::{Kuhn, Leduc};
use hinterhand_engine::{Described, Notation, Player, Settings, Steps};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{FixedTree, GameTree, Policy, SetId, Tree};

use crate::linear_program::equilibrium;

fn kuhn() -> GameTree<Kuhn> {
    GameTree::compile(&Kuhn::default(), 1_000).expect("a small game")
}

fn leduc() -> GameTree<Leduc> {
    let mut merged = Settings::of::<Leduc>();
    merged.set_text("suits", "merged").expect("an option of the game");
    GameTree::compile(&Leduc::with_settings(&merged).expect("checked"), 10_000).expect("a small game")
}

/// An average of CFR, which is near an equilibrium.
fn solved(tree: &Tree, iterations: u64) -> Policy {
    let mut solver = Cfr::<f64>::new(tree, Variant::PCFR_PLUS);
    (0..iterations).for_each(|_| solver.step());
    solver.average()
}

/// Flags for the information sets of a player that are also `some`.
fn flags(tree: &Tree, player: Player, some: impl Fn(SetId) -> bool) -> Vec<bool> {
    let sets = tree.sets().iter().enumerate();
    sets.map(|(number, set)| set.player() == player && some(SetId::new(number))).collect()
}

/// The policy that takes one action wherever it can be taken, and the first one elsewhere.
fn always<G: Steps + Notation>(made: &GameTree<G>, action: G::Action) -> Policy {
    let tree = made.tree();
    let mut weights = vec![0.0; tree.slot_count()];
    for (number, set) in tree.sets().iter().enumerate() {
        let place = made.actions(SetId::new(number)).iter().position(|&other| other == action);
        weights[set.slot(place.unwrap_or(0)).index()] = 1.0;
    }
    Policy::from_weights(tree, weights)
}

/// The value of what is left is `value` by linear programming, and CFR finds it.
fn check(tree: &Tree, policy: &Policy, is_fixed: &[bool], value: f64) {
    let fixed = FixedTree::new(tree, policy, is_fixed);
    // The linear program is one of two players that both decide something.
    if Player::all(2).all(|player| fixed.tree().set_count(player) > 0) {
        let found = equilibrium(fixed.tree()).expect("zero-sum, for two, and small").value;
        assert!((found - value).abs() < 1e-10, "{found} instead of {value} by linear programming");
    }
    let rest = solved(fixed.tree(), 1_000);
    let gains = judges::exploitability(fixed.tree(), &rest).gains;
    let found = judges::values(fixed.tree(), &[&rest, &rest])[0];
    assert!(
        (found - gains[1] - 1e-12..=found + gains[0] + 1e-12).contains(&value),
        "{found}, gains {gains:?}"
    );
    assert!(gains.iter().sum::<f64>() < 1e-3, "{gains:?}");
    // On the whole tree it is worth the same.
    let whole = fixed.whole(&rest);
    let there = judges::values(tree, &[&whole, &whole])[0];
    assert!((there - found).abs() < 1e-12, "{there} instead of {found}");
}

#[test]
fn kuhn_poker_with_a_player_that_is_known() {
    use hinterhand_engine::games::kuhn::Action::{Bet, Pass};
    let made = kuhn();
    let tree = made.tree();
    let (passes, bets) = (always(&made, Pass), always(&made, Bet));
    let first = |set: SetId| tree.set(set).parent().is_none();
    let all = flags(tree, Player::FIRST, |_| true);
    // Never a chip: player 1 bets with any card, and wins the ante.
    check(tree, &passes, &all, -1.0);
    // Always a bet: player 1 folds the Jack and calls with the Queen, which wins half of the time, and the King. Of
    // the six deals player 0 loses 2 in three, wins 1 in two, and 2 in one.
    check(tree, &bets, &all, -1.0 / 3.0);
    // To pass at first loses nothing, as long as player 0 can still call: there is an equilibrium that does.
    check(tree, &passes, &flags(tree, Player::FIRST, first), -1.0 / 18.0);
    // After a bet there is no more decision of player 0.
    check(tree, &bets, &flags(tree, Player::FIRST, first), -1.0 / 3.0);
    // Player 1 folds to every bet, and passes after a pass: player 0 bets with any card.
    check(tree, &passes, &flags(tree, Player::SECOND, |_| true), 1.0);
    // Nothing is fixed, or everything.
    check(tree, &passes, &vec![false; tree.sets().len()], -1.0 / 18.0);
    check(tree, &passes, &vec![true; tree.sets().len()], 0.0);
}

#[test]
fn an_equilibrium_that_is_fixed_in_part_keeps_the_value() {
    let made = leduc();
    let tree = made.tree();
    let equilibrium = equilibrium(tree).expect("zero-sum, for two, and small");
    for part in 0..3 {
        let is_fixed = flags(tree, Player::new(part % 2), |set| set.index() % 3 == part);
        assert!(is_fixed.iter().any(|&is_fixed| is_fixed));
        // Fixing a part of a player's equilibrium takes nothing from it: the rest of the plan is still there. The
        // other cannot win more against it either.
        check(tree, &equilibrium.policy, &is_fixed, equilibrium.value);
    }
}

#[test]
fn against_a_player_that_is_fixed_the_rest_is_a_best_response() {
    let made = leduc();
    let tree = made.tree();
    let uniform = Policy::uniform(tree);
    for player in [Player::FIRST, Player::SECOND] {
        let best = judges::best_response(tree, player.other(), &uniform).value;
        let value = if player == Player::FIRST { -best } else { best };
        check(tree, &uniform, &flags(tree, player, |_| true), value);
    }
}

#[test]
fn what_is_fixed_costs_its_player_and_no_other() {
    let made = leduc();
    let tree = made.tree();
    let value = equilibrium(tree).expect("zero-sum, for two, and small").value;
    let uniform = Policy::uniform(tree);
    let is_fixed = flags(tree, Player::FIRST, |set| tree.set(set).parent().is_none());
    let fixed = FixedTree::new(tree, &uniform, &is_fixed);
    let found = equilibrium(fixed.tree()).expect("zero-sum, for two, and small").value;
    assert!(found < value - 0.01, "{found} with a first decision by chance, {value} without");
    check(tree, &uniform, &is_fixed, found);
}
