//! A game that deals in steps and hides an action, written out.

mod coins;

use std::collections::HashSet;

use hinterhand_engine::games::tree::efg::write_efg;
use hinterhand_engine::games::tree::{Tree, UnfoldError};
use hinterhand_engine::games::{Kinderschnapsen, Tree as ReadTree};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Steps, Turn};

use super::Walk;
use super::random::random_tree;
use coins::Coins;

/// Every state of a game, in some order.
fn states<G: Steps>(game: &G) -> Vec<G::State> {
    let mut states = vec![game.start()];
    let mut done = 0;
    while let Some(state) = states.get(done).cloned() {
        done += 1;
        let next_by = |step: &dyn Fn(&mut G::State)| {
            let mut next = state.clone();
            step(&mut next);
            next
        };
        match game.turn(&state) {
            Turn::Over => {}
            Turn::Chance => {
                let outcomes = hinterhand_engine::outcomes(game, &state);
                states.extend(outcomes.iter().map(|(chance, _)| next_by(&|next| game.reveal(next, chance))));
            }
            Turn::Player(_) => {
                let legal = game.legal(&state);
                states.extend(legal.iter().map(|action| next_by(&|next| game.play(next, action))));
            }
        }
    }
    states
}

/// The information sets at which each player of a game decides.
fn decisions<G: Steps>(game: &G) -> Vec<usize> {
    let mut met = vec![HashSet::new(); game.players()];
    for state in states(game) {
        if let Turn::Player(player) = game.turn(&state) {
            met[player.index()].insert(game.info_set(&state, player));
        }
    }
    met.iter().map(HashSet::len).collect()
}

#[test]
fn samples_of_the_game_are_all_that_fit_and_equally_often() {
    const DRAWS: usize = 6_000;
    let states = states(&Coins);
    let mut rng = Rng::new(12, 0);
    for (state, player) in states.iter().flat_map(|state| Player::all(2).map(move |player| (state, player))) {
        let info_set = Coins.info_set(state, player);
        let fits: Vec<_> = states.iter().filter(|fit| Coins.info_set(fit, player) == info_set).collect();
        let mut drawn = vec![0; fits.len()];
        for _ in 0..DRAWS {
            let sample = Coins.sample(&info_set, &mut rng);
            drawn[fits.iter().position(|&fit| *fit == sample).expect("a sample fits")] += 1;
        }
        // Five standard deviations of a binomial distribution, or less.
        let mean = DRAWS as f64 / fits.len() as f64;
        let close = drawn.iter().all(|&count| (f64::from(count) - mean).abs() <= 5.0 * mean.sqrt());
        assert!(close, "{info_set:?}: {drawn:?} of {fits:?}");
    }
}

#[test]
fn a_game_written_out_and_read_again_is_the_same_game() {
    let walk = Walk::of(&Coins);
    assert_eq!((walk.nodes, walk.ends), (1 + 3 + 9 * (1 + 2 * (1 + 2)) + 9, 36 + 9));
    let text = write_efg(&Coins, "coins", walk.nodes).expect("it is small enough");
    let tree = ReadTree::from_efg(&text).expect("what is written can be read");
    assert!(Walk::of(&tree).agrees(&walk), "{:?} instead of {walk:?}", Walk::of(&tree));
    assert_eq!((tree.node_count(), tree.end_count()), (walk.nodes, walk.ends));
    let sets: Vec<usize> = Player::all(2).map(|player| tree.set_count(player)).collect();
    assert_eq!(sets, decisions(&Coins));
    assert_eq!(sets, decisions(&tree));
    assert_eq!(
        write_efg(&Coins, "coins", walk.nodes - 1),
        Err(UnfoldError::TooLarge { limit: walk.nodes - 1 })
    );
}

#[test]
fn what_is_written_names_what_it_numbers() {
    let text = write_efg(&Coins, "coins", 1_000).expect("it is small enough");
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "EFG 2 R \"coins\" { \"player 0\" \"player 1\" }",
        "\"\"",
        "",
        "c \"\" 1 \"\" { \"1\" 1/3 \"2\" 1/3 \"3\" 1/3 } 0",
        "c \"\" 2 \"\" { \"1\" 1/3 \"2\" 1/3 \"3\" 1/3 } 0",
        "p \"\" 1 1 \"coins:1\" { \"hide\" \"leave\" \"show\" } 0",
        "p \"\" 2 1 \"coins:1 moved\" { \"less\" \"more\" } 0",
        "t \"\" 1 \"\" { -1/2, 1/2 }",
        "t \"\" 2 \"\" { 1, -1 }",
        "t \"\" 3 \"\" { 0, 0 }",
        "p \"\" 2 2 \"coins:1 show:1\" { \"less\" \"more\" } 0",
    ];
    assert_eq!(lines[..expected.len()], expected);
}

#[test]
fn a_tree_unfolds_to_itself() {
    for seed in 0..50 {
        let tree = random_tree(&mut Rng::new(seed, 2), 5);
        let again = Tree::unfold(&tree, tree.title(), tree.node_count()).expect("it is as small as it is");
        assert_eq!(again.node_count(), tree.node_count());
        for node in tree.nodes() {
            assert_eq!(again.path(node), tree.path(node));
            assert_eq!(again.turn(&node), tree.turn(&node));
            // The information sets have new names, but distinguish the same nodes.
            for player in Player::all(tree.players()) {
                let fits = |tree: &Tree| -> Vec<_> {
                    tree.fits(&tree.info_set(&node, player)).iter().map(|fit| fit.node).collect()
                };
                assert_eq!(fits(&again), fits(&tree));
            }
        }
        assert!(Walk::of(&again).agrees(&Walk::of(&tree)));
    }
}

/// Kinderschnapsen is far too large; the limit stops it before memory runs out.
#[test]
fn a_large_game_is_refused() {
    let error = write_efg(&Kinderschnapsen::default(), "", 10_000).expect_err("13 million deals");
    assert_eq!(error.to_string(), "the game has more than 10000 nodes");
}
