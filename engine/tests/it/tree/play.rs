//! A tree as a game: what is known and drawn.

use hinterhand_engine::games::Tree;
use hinterhand_engine::games::tree::{NodeId, TreeBuilder, TreeError};
use hinterhand_engine::{
    Allowed, Described, Game, History, Notation, Player, Rng, Settings, Turn, Worlds, outcomes,
};

use super::random::random_tree;

/// Chance hides a prize, the host has a door to open that is not it, the guest decides once before and once
/// after; only the host knows where the prize is.
fn three_doors() -> Result<Tree, TreeError> {
    let mut tree = TreeBuilder::new("Three doors", ["Guest", "Host"])?;
    let doors = ["a", "b", "c"];
    let prize = tree.event([("a", 0.5), ("b", 0.25), ("c", 0.25)])?;
    let pick = tree.set(Player::FIRST, "pick", doors)?;
    let mut again = Vec::new();
    for mine in doors {
        for open in doors {
            again.push(tree.set(Player::FIRST, &format!("{mine} {open}"), ["stay", "swap"])?);
        }
    }
    tree.chance(prize)?;
    for prize in 0..3 {
        tree.decision(pick)?;
        for mine in 0..3 {
            let others: Vec<usize> = (0..3).filter(|&open| open != prize && open != mine).collect();
            let name = format!("{} {}", doors[prize], doors[mine]);
            let open = tree.set(Player::SECOND, &name, others.iter().map(|&open| doors[open]))?;
            tree.decision(open)?;
            for open in others {
                tree.decision(again[3 * mine + open])?;
                for swapped in [false, true] {
                    let won = f64::from(u8::from((prize == mine) != swapped));
                    tree.end(&[won, 0.0])?;
                }
            }
        }
    }
    tree.finish()
}

fn played<'t>(tree: &'t Tree, words: &str) -> History<'t, Tree> {
    let mut history = History::new(tree);
    words.split(' ').try_for_each(|word| history.play_word(word)).expect("legal words");
    history
}

#[test]
fn a_player_notices_his_own_information_sets_and_actions() {
    let tree = three_doors().expect("a sound tree");
    let history = played(&tree, "b a c swap");
    assert_eq!(history.seen(Player::FIRST), "@1 a @4 swap");
    assert_eq!(history.seen(Player::SECOND), "@4 c");
    assert_eq!(history.returns(), Some(vec![1.0, 0.0]));
    let over = tree.table_text(&tree.info_set(history.state(), Player::FIRST));
    let expected = "Three doors: you are \"Guest\", player 0.\nAt information set 1 (pick) you chose a.\nAt \
                    information set 4 (a c) you chose swap.\nYou are not to move.";
    assert_eq!(over, expected);
}

#[test]
fn unseen_decisions_weigh_one_over_their_number() {
    let tree = three_doors().expect("a sound tree");
    let history = played(&tree, "a a c");
    let info_set = tree.info_set(history.state(), Player::FIRST);
    let worlds = tree.worlds(&info_set, 2).expect("two worlds");
    let told: Vec<(String, f64)> =
        worlds.iter().map(|(node, weight)| (tree.path(*node).join(" "), *weight)).collect();
    // 1/2 x 1/2 against 1/4 x 1: the host had two doors to choose from, or one. Its own pick is no hazard.
    assert_eq!(told, [("a a c".to_owned(), 0.5), ("b a c".to_owned(), 0.5)]);
    assert!(tree.worlds(&info_set, 1).is_none());

    // The host waits: before its turn it knows nothing, not even that the prize was hidden.
    let waiting = tree.info_set(&NodeId::ROOT, Player::SECOND);
    let worlds = tree.worlds(&waiting, 10).expect("four worlds");
    // The root 1, and the nodes where the guest picks 1/2, 1/4, 1/4: of 2 in all.
    let weights: Vec<f64> = worlds.iter().map(|(_, weight)| *weight).collect();
    assert_eq!(weights, [0.5, 0.25, 0.125, 0.125]);
}

#[test]
fn samples_are_worlds_as_often_as_they_should_be() {
    // Chi-square at one seed: a p-value below 1e-4 would be met once in some hundred runs of this test with
    // other seeds, since it makes some tens of comparisons; the bound is Wilson and Hilferty's cube.
    let mut compared = 0;
    for seed in 0..20 {
        let tree = random_tree(&mut Rng::new(seed, 0), 6);
        let mut done = std::collections::HashSet::new();
        for node in tree.nodes() {
            for player in Player::all(tree.players()) {
                let info_set = tree.info_set(&node, player);
                let worlds = tree.worlds(&info_set, 200).expect("the tree is small");
                if worlds.len() < 5 || !done.insert(info_set) {
                    continue;
                }
                let draws = 20_000.0;
                let mut rng = Rng::new(seed, 1 + done.len() as u64);
                let mut counts = std::collections::HashMap::new();
                for _ in 0..draws as usize {
                    *counts.entry(tree.sample(&info_set, &mut rng)).or_insert(0.0) += 1.0;
                }
                let expected = worlds
                    .iter()
                    .map(|(world, weight)| (counts.remove(world).unwrap_or(0.0), weight * draws));
                let (often, rare): (Vec<_>, Vec<_>) = expected.partition(|(_, expected)| *expected >= 5.0);
                let rare = rare.iter().fold((0.0, 1e-9), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
                let cells = often.iter().chain((rare.1 >= 5.0).then_some(&rare));
                let chi: f64 = cells.clone().map(|(n, expected)| (n - expected).powi(2) / expected).sum();
                let freedom = (cells.count() - 1).max(1) as f64;
                let spread = 2.0 / (9.0 * freedom);
                let bound = freedom * (1.0 - spread + 3.72 * spread.sqrt()).powi(3);
                assert!(chi < bound, "chi-square {chi} at {freedom} for {info_set:?} of seed {seed}");
                assert!(counts.is_empty(), "drawn but not listed: {counts:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "only {compared} comparisons");
}

#[test]
fn equal_knowledge_is_what_was_seen() {
    for seed in 0..50 {
        let tree = random_tree(&mut Rng::new(seed, 0), 6);
        for player in Player::all(tree.players()) {
            let mut seen_at = std::collections::HashMap::new();
            let mut info_sets = std::collections::HashSet::new();
            for node in tree.nodes() {
                let mut history = History::new(&tree);
                tree.path(node).iter().try_for_each(|word| history.play_word(word)).expect("its own path");
                assert_eq!(*history.state(), node);
                assert_eq!(tree.retold(&[], &node), history.words());
                let info_set = tree.info_set(&node, player);
                info_sets.insert(info_set);
                let known = *seen_at.entry(history.seen(player).to_owned()).or_insert(info_set);
                assert_eq!(known, info_set, "seed {seed}, {}", history.seen(player));
                // All fitting nodes look the same, and the node itself fits.
                let worlds = tree.worlds(&info_set, usize::MAX).expect("no limit");
                assert!(worlds.iter().any(|(world, _)| *world == node));
                assert!(worlds.iter().all(|(world, _)| tree.info_set(world, player) == info_set));
                let sum: f64 = worlds.iter().map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-12, "rounding of at most a few hundred terms, not {sum}");
            }
            assert_eq!(seen_at.len(), info_sets.len());
        }
    }
}

#[test]
fn chance_is_drawn_as_the_tree_says() {
    let tree = three_doors().expect("a sound tree");
    let all = outcomes(&tree, &tree.start());
    assert_eq!(all.iter().map(|(_, probability)| *probability).collect::<Vec<_>>(), [0.5, 0.25, 0.25]);
    let mut rng = Rng::new(3, 0);
    let mut counts = [0; 3];
    for _ in 0..40_000 {
        counts[tree.draw(&tree.start(), &mut rng).index()] += 1;
    }
    // Standard deviations of 100 and 87; five of them.
    assert!(
        counts.iter().zip([20_000i32, 10_000, 10_000]).all(|(n, mean)| (n - mean).abs() < 500),
        "{counts:?}"
    );
}

#[test]
fn wrong_words_are_told_what_is_right() {
    let tree = three_doors().expect("a sound tree");
    let mut history = History::new(&tree);
    let error = history.play_word("d").expect_err("no such door");
    assert_eq!(error.to_string(), "`d`: chance cannot decide that here; it can: a b c");
    history.play_word("a").expect("a door");
    let error = history.play_word("A").expect_err("no such door");
    assert_eq!(error.to_string(), "`A` is not legal here; legal: a b c");
    assert_eq!(history.turn(), Turn::Player(Player::FIRST));
    assert!(tree.check(&NodeId::ROOT).is_ok());
}

#[test]
fn the_file_is_read_by_the_caller() {
    assert_eq!(Tree::INFO.options[0].allowed, Allowed::Text(""));
    let mut settings = Settings::of::<Tree>();
    let error = Tree::with_settings(&settings).expect_err("no file").to_string();
    assert_eq!(error, "`file`: the path of a tree is needed: a Gambit .efg or a .json");
    settings.set_text("file", "kuhn.efg").expect("text");
    let error = Tree::with_settings(&settings).expect_err("the engine reads no file").to_string();
    assert!(error.contains("\"kuhn.efg\" must be read"), "{error}");
}
