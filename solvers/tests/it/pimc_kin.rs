use hinterhand_engine::games::{Kuhn, Tree, tree::Branch};
use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, View, Worlds};
use hinterhand_solvers::search::{
    ByPimc, DepthOptions, Iimc, Keep, Level, Merit, Pimc, PimcOptions, Postponed, PostponedOptions, Random,
    Search, Ties, ToDepth,
};
use hinterhand_solvers::tree::GameTree;

use crate::linear_program;

/// Branch 0 is safe and pays 0.4. Branch 1 leads to a guess of the world, which cannot be known: it is worth
/// 0, and 1 to a search that assumes that it will be known.
const STRATEGY_FUSION: &str = r#"EFG 2 R "strategy fusion" { "one" "two" }
c "" 1 "" { "A" 1/2 "B" 1/2 } 0
p "" 1 1 "" { "safe" "late" } 0
t "" 1 "" { 0.4, -0.4 }
p "" 1 2 "" { "a" "b" } 0
t "" 2 "" { 1, -1 }
t "" 3 "" { -1, 1 }
p "" 1 1 "" { "safe" "late" } 0
t "" 4 "" { 0.4, -0.4 }
p "" 1 2 "" { "a" "b" } 0
t "" 5 "" { -1, 1 }
t "" 6 "" { 1, -1 }
"#;

/// As above, but the player is told the world before it guesses.
fn told() -> String {
    let (in_a, in_b) = STRATEGY_FUSION.rsplit_once("p \"\" 1 2 ").expect("the guess in world B");
    format!("{in_a}p \"\" 1 3 {in_b}")
}

/// Branch 0 is out and pays -0.5. Branch 1 is worth 0: in world A the opponent ends the game with -1, so that
/// the decision after it is only ever reached in world B, where y is right; a search that takes the mean of
/// both worlds there plays x, and makes the branch worth -1. Branch 2 is a guess of the world as above,
/// worth -1.
const NON_LOCALITY: &str = r#"EFG 2 R "non-locality" { "one" "two" }
c "" 1 "" { "A" 1/2 "B" 1/2 } 0
p "" 1 1 "" { "out" "in" "guess" } 0
t "" 1 "" { -0.5, 0.5 }
p "" 2 1 "" { "left" "right" } 0
t "" 2 "" { -1, 1 }
p "" 1 2 "" { "x" "y" } 0
t "" 3 "" { 3, -3 }
t "" 4 "" { 0, 0 }
p "" 1 3 "" { "a" "b" } 0
t "" 5 "" { 1, -1 }
t "" 6 "" { -3, 3 }
p "" 1 1 "" { "out" "in" "guess" } 0
t "" 7 "" { -0.5, 0.5 }
p "" 2 2 "" { "left" "right" } 0
t "" 8 "" { 2, -2 }
p "" 1 2 "" { "x" "y" } 0
t "" 9 "" { -1, 1 }
t "" 10 "" { 1, -1 }
p "" 1 3 "" { "a" "b" } 0
t "" 11 "" { -3, 3 }
t "" 12 "" { 1, -1 }
"#;

fn solver() -> ToDepth<Level> {
    ToDepth::new(DepthOptions::default(), Level)
}

/// The best first action of player 1, and what the search thinks of all.
fn first<G: Worlds>(game: &G, mut search: impl Search<G>, steps: u64) -> (G::Action, Vec<f64>) {
    let mut state = game.start();
    game.deal(&mut state, &mut Rng::new(1, 0));
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let (info_set, legal) = (game.info_set(&state, Player::FIRST), game.legal(&state));
    search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(5, 5));
    search.step(steps);
    let action_values = search.action_values();
    (
        action_values.best(),
        action_values.entries.iter().map(|entry| entry.value.expect("looked at")).collect(),
    )
}

fn postponed(decisions: u32, keep: Keep) -> PostponedOptions {
    PostponedOptions { worlds: 10, decisions, keep }
}

const FRONT: Keep = Keep::Front(8);

#[test]
fn strategy_fusion_is_cured_by_postponing() {
    let game = Tree::from_efg(STRATEGY_FUSION).expect("a tree");
    let value = linear_program::equilibrium(GameTree::compile(&game, 100).expect("small").tree())
        .expect("solvable")
        .value;
    assert!((value - 0.4).abs() < 1e-9);
    let (safe, late) = (Branch::new(0), Branch::new(1));
    assert_eq!(first(&game, Pimc::new(&game, solver(), PimcOptions::default()), 10), (late, vec![0.4, 1.0]));
    for keep in [Keep::Best, FRONT] {
        assert_eq!(
            first(&game, Postponed::new(&game, solver(), postponed(1, keep)), 10),
            (late, vec![0.4, 1.0])
        );
        assert_eq!(
            first(&game, Postponed::new(&game, solver(), postponed(2, keep)), 10),
            (safe, vec![0.4, 0.0])
        );
    }
    // Players who act on what they know cannot be fused either.
    assert_eq!(first(&game, Iimc::new(&game, Random), 400).0, safe);
    assert_eq!(first(&game, Iimc::new(&game, ByPimc::new(8, solver())), 400).0, safe);
}

/// Branch 0 pays nothing. Branch 1 asks the opponent to guess the world, which it cannot know, and pays 1 if
/// the guess is wrong. With open cards the guess is right, and both branches are worth the same.
const GUESS: &str = r#"EFG 2 R "a guess of the opponent" { "one" "two" }
c "" 1 "" { "A" 1/2 "B" 1/2 } 0
p "" 1 1 "" { "safe" "ask" } 0
t "" 1 "" { 0, 0 }
p "" 2 1 "" { "a" "b" } 0
t "" 2 "" { 0, 0 }
t "" 3 "" { 1, -1 }
p "" 1 1 "" { "safe" "ask" } 0
t "" 4 "" { 0, 0 }
p "" 2 1 "" { "a" "b" } 0
t "" 5 "" { 1, -1 }
t "" 6 "" { 0, 0 }
"#;

/// The one equilibrium asks and wins 1/2. Plain PIMC cannot tell the branches apart; if the opponent may err
/// once, asking is better.
#[test]
fn an_opponent_who_may_err_is_asked() {
    let game = Tree::from_efg(GUESS).expect("a tree");
    let tree = GameTree::compile(&game, 100).expect("small");
    let equilibrium = linear_program::equilibrium(tree.tree()).expect("solvable");
    assert!((equilibrium.value - 0.5).abs() < 1e-9);
    let probabilities = |ties| {
        let mut pimc = Pimc::new(&game, solver(), PimcOptions { ties, ..PimcOptions::default() });
        let mut state = game.start();
        game.deal(&mut state, &mut Rng::new(1, 0));
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let (info_set, legal) = (game.info_set(&state, Player::FIRST), game.legal(&state));
        pimc.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(5, 5));
        pimc.step(10);
        let entries = pimc.action_values().entries;
        entries.iter().map(|entry| entry.probability).collect::<Vec<f64>>()
    };
    assert_eq!(probabilities(Ties::Even), [0.5, 0.5]);
    assert_eq!(probabilities(Ties::Erring), [0.0, 1.0]);
}

#[test]
fn decisions_in_a_row_are_one() {
    let plans = PimcOptions { plans: true, ..PimcOptions::default() };
    let (safe, late) = (Branch::new(0), Branch::new(1));
    for merit in [Merit::Mean, Merit::Votes, Merit::Wins] {
        for ties in [Ties::Even, Ties::Erring] {
            let pimc = |text: &str| {
                let game = Tree::from_efg(text).expect("a tree");
                first(&game, Pimc::new(&game, solver(), PimcOptions { merit, ties, ..plans }), 10)
            };
            // Either guess is the best in one of the worlds, the safe branch in none.
            let best = if merit == Merit::Votes { late } else { safe };
            assert_eq!(pimc(STRATEGY_FUSION), (best, vec![0.4, 0.0]), "{merit:?}");
            // Where something is learned between them they remain two.
            assert_eq!(pimc(&told()), (late, vec![0.4, 1.0]), "{merit:?}");
        }
    }
}

#[test]
fn non_locality_is_cured_by_fronts() {
    let game = Tree::from_efg(NON_LOCALITY).expect("a tree");
    let value = linear_program::equilibrium(GameTree::compile(&game, 100).expect("small").tree())
        .expect("solvable")
        .value;
    assert!(value.abs() < 1e-9, "{value}");
    let [out, enter, guess] = [0, 1, 2].map(Branch::new);
    let pimc = Pimc::new(&game, solver(), PimcOptions::default());
    assert_eq!(first(&game, pimc, 10), (guess, vec![-0.5, 0.0, 1.0]));
    let epimc = Postponed::new(&game, solver(), postponed(2, Keep::Best));
    assert_eq!(first(&game, epimc, 10), (out, vec![-0.5, -1.0, -1.0]));
    let alpha_mu = Postponed::new(&game, solver(), postponed(2, FRONT));
    assert_eq!(first(&game, alpha_mu, 10), (enter, vec![-0.5, 0.0, -1.0]));
}

#[test]
fn actions_are_looked_at_one_step_each() {
    let game = Tree::from_efg(STRATEGY_FUSION).expect("a tree");
    let mut state = game.start();
    game.deal(&mut state, &mut Rng::new(1, 0));
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let (info_set, legal) = (game.info_set(&state, Player::FIRST), game.legal(&state));
    let mut search = Postponed::new(&game, solver(), PostponedOptions::default());
    search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(5, 5));
    assert!(
        search.action_values().entries.iter().all(|entry| entry.probability == 0.5 && entry.value.is_none())
    );
    assert_eq!([search.step(1), search.step(9), search.step(1)], [1, 1, 0]);
    assert_eq!(search.action_values().best(), Branch::new(0));
}

#[test]
fn imperfect_information_monte_carlo_knows_no_number_of_players() {
    let game = Kuhn { players: 3 };
    let (_, values) = first(&game, Iimc::new(&game, Random), 2_000);
    assert_eq!(values.len(), 2);
    assert!(values.iter().all(|value| value.abs() <= 4.0));
}
