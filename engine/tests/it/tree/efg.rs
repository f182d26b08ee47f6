//! Gambit's files, read and written.

use hinterhand_engine::games::Tree;
use hinterhand_engine::games::tree::Node;
use hinterhand_engine::{Player, Rng};

use super::Walk;
use super::random::random_tree;

/// Everything that the format allows, once: descriptions that are left out, payoffs on the way, numbers of
/// all kinds, commas or none, blanks of all kinds, quotes in quotes.
pub const ALL_PARTS: &str = r#"
EFG 2 R "A \"small\" game \\ all parts"
  { "Row player" "" }
  "with a comment"

c "root" 7 "weather" { "fair weather" 1/2 "rain" .25 "rain" 25e-2 } 3 "toll" { -1, 1/2 }
p "" 1 5 "go?" { "" "stay home" } 0
t "out" 1 "Outcome 1" { 4.0 -1e1 }
t "" 0
p "" 1 5 1
c""7 0 t""0 t""1 t""3
t "" 3 "toll" { -1 .5 }
p "" 2 9 { "x" } 0
t "" 4 { 1 1 }
"#;

#[test]
fn all_parts_of_the_format_are_read() {
    let tree = Tree::from_efg(ALL_PARTS).expect("a sound file");
    assert_eq!(tree.title(), "A \"small\" game \\ all parts");
    assert_eq!(tree.comment(), "with a comment");
    assert_eq!(tree.player_names(), ["Row player", ""]);
    let ends: Vec<(String, &[f64])> = tree
        .nodes()
        .filter_map(|node| match tree.node(node) {
            Node::End { payoffs } => Some((tree.path(node).join(" "), payoffs)),
            _ => None,
        })
        .collect();
    let expected: [(&str, [f64; 2]); 7] = [
        ("fair_weather 1", [3.0, -9.5]),
        ("fair_weather stay_home", [-1.0, 0.5]),
        ("rain 1 fair_weather", [3.0, -9.5]),
        ("rain 1 rain", [7.0, -19.5]),
        ("rain 1 rain#2", [2.0, -9.0]),
        ("rain stay_home", [2.0, -9.0]),
        ("rain#2 x", [0.0, 1.5]),
    ];
    for ((path, payoffs), (expected_path, expected)) in ends.iter().zip(&expected) {
        assert_eq!((path.as_str(), *payoffs), (*expected_path, expected.as_slice()));
    }
    assert_eq!(ends.len(), expected.len());
    assert_eq!((tree.set_count(Player::FIRST), tree.set_count(Player::SECOND)), (1, 1));
}

/// The sample game of the format's documentation has two stages of chance that each player sees half of.
#[test]
fn information_sets_of_two_players_may_share_a_number() {
    let text = "EFG 2 R \"Bayes\" { \"1\" \"2\" }
        c \"ROOT\" 1 \"(0,1)\" { \"1G\" 0.500000 \"1B\" 0.500000 } 0
        p \"\" 1 1 \"(1,1)\" { \"H\" \"L\" } 0
        p \"\" 2 1 \"(2,1)\" { \"h\" \"l\" } 0
        t \"\" 1 \"Outcome 1\" { 10.000000 2.000000 }
        t \"\" 2 \"Outcome 2\" { 0.000000 10.000000 }
        p \"\" 2 1 \"(2,1)\" { \"h\" \"l\" } 0
        t \"\" 3 \"Outcome 3\" { 2.000000 4.000000 }
        t \"\" 4 \"Outcome 4\" { 4.000000 0.000000 }
        p \"\" 1 2 \"(1,2)\" { \"H\" \"L\" } 0
        p \"\" 2 1 \"(2,1)\" { \"h\" \"l\" } 0
        t \"\" 1 \"Outcome 1\" { 10.000000 2.000000 }
        t \"\" 2 \"Outcome 2\" { 0.000000 10.000000 }
        p \"\" 2 1 \"(2,1)\" { \"h\" \"l\" } 0
        t \"\" 3 \"Outcome 3\" { 2.000000 4.000000 }
        t \"\" 4 \"Outcome 4\" { 4.000000 0.000000 }";
    let tree = Tree::from_efg(text).expect("a sound file");
    assert_eq!((tree.set_count(Player::FIRST), tree.set_count(Player::SECOND)), (2, 1));
    assert_eq!(Walk::of(&tree), Walk { nodes: 15, ends: 8, payoffs: vec![4.0, 4.0] });
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..200 {
        let tree = random_tree(&mut Rng::new(seed, 1), 5);
        let text = tree.to_efg();
        let again = Tree::from_efg(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(again, tree, "seed {seed}");
        assert_eq!(again.to_efg(), text);
    }
}

#[test]
fn writing_is_pinned() {
    let tree = Tree::from_efg(
        "EFG 2 R \"t\" { \"A\" \"B\" } c \"\" 3 { \"x\" .1 \"y\" 9/10 } 0
         p \"\" 2 8 \"s\" { \"l\" \"r\" } 1 { .5 1e-9 } t \"\" 0 t \"\" 1 t \"\" 2 { 1/2 .000000001 }",
    )
    .expect("a sound file");
    let expected = "EFG 2 R \"t\" { \"A\" \"B\" }\n\"\"\n\n\
                    c \"\" 1 \"\" { \"x\" 1/10 \"y\" 9/10 } 0\n\
                    p \"\" 2 1 \"s\" { \"l\" \"r\" } 0\n\
                    t \"\" 1 \"\" { 1/2, 1e-9 }\n\
                    t \"\" 2 \"\" { 1, 2e-9 }\n\
                    t \"\" 1 \"\" { 1/2, 1e-9 }\n";
    assert_eq!(tree.to_efg(), expected);
}
