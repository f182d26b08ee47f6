//! Trees of the sizes that others count, policies that are none, and trees that are too large.

use hinterhand_engine::games::{Goofspiel, Kuhn, Leduc, LiarsDice};
use hinterhand_engine::{ActionList, ActionSet, Described, Game, Player, Rng, Settings, Steps, Turn};
use hinterhand_solvers::tree::{CompileError, GameTree, Node, NodeId, Policy, PolicyError};

fn check<G: Steps>(game: &G, nodes: usize, ends: Option<usize>, sets: usize) {
    let made = GameTree::compile(game, nodes).expect("no more nodes than that");
    let tree = made.tree();
    assert_eq!((tree.node_count(), tree.sets().len()), (nodes, sets));
    let size = GameTree::measure(game, nodes).expect("no more nodes than that");
    assert_eq!((size.nodes, size.ends, size.sets), (nodes, tree.end_count(), sets));
    assert_eq!(size.slots, tree.slot_count());
    ends.into_iter().for_each(|ends| assert_eq!(tree.end_count(), ends));
    let weight: f64 = tree.ends().map(|end| end.weight).sum();
    assert!(weight > 0.0);
    for limit in [0, 1, nodes - 1] {
        assert_eq!(GameTree::compile(game, limit).err(), Some(CompileError::TooLarge { limit }));
        assert_eq!(GameTree::measure(game, limit).err(), Some(CompileError::TooLarge { limit }));
    }
}

#[test]
fn sizes_are_those_of_openspiel() {
    check(&Kuhn::default(), 58, Some(30), 12);
    check(&Leduc::default(), 9_457, Some(5_520), 936);
    let mut merged = Settings::of::<Leduc>();
    merged.set_text("suits", "merged").expect("an option of the game");
    check(&Leduc::with_settings(&merged).expect("checked"), 1_939, None, 288);
    check(&LiarsDice { sides: 3, dice: 1 }, 1_147, Some(567), 192);
    check(&LiarsDice { sides: 4, dice: 1 }, 8_181, Some(4_080), 1_024);
    check(&Goofspiel { cards: 3, ..Goofspiel::default() }, 67, Some(36), 16);
    check(&Goofspiel::default(), 1_077, Some(576), 162);
}

/// Random games walk down game and tree at once.
#[test]
fn a_tree_is_the_game() {
    let game = Leduc::default();
    let made = GameTree::compile(&game, 10_000).expect("a small game");
    let tree = made.tree();
    let mut rng = Rng::new(2026, 0);
    for _ in 0..200 {
        let (mut state, mut node) = (game.start(), NodeId::ROOT);
        let mut dealt = Vec::new();
        loop {
            match (game.turn(&state), tree.node(node)) {
                (Turn::Chance, Node::Chance) => {
                    let steps = game.steps(&state, &dealt);
                    let children: Vec<NodeId> = tree.children(node).collect();
                    let probabilities: Vec<f64> = children.iter().map(|&c| tree.probability(c)).collect();
                    assert_eq!(probabilities, steps.iter().map(|&(_, p)| p).collect::<Vec<_>>());
                    let chosen = rng.below(steps.len() as u32) as usize;
                    dealt.push(steps[chosen].0);
                    node = children[chosen];
                    if game.steps(&state, &dealt).is_empty() {
                        let chance = game.assemble(&state, &dealt);
                        game.reveal(&mut state, &chance);
                        dealt.clear();
                    }
                }
                (Turn::Player(player), Node::Decision(set)) => {
                    assert_eq!(tree.set(set).player(), player);
                    let info_set = game.info_set(&state, player);
                    assert_eq!(made.find(player, &info_set), Some(set));
                    assert_eq!(made.info_set(set), &info_set);
                    assert_eq!(made.find(player.other(), &info_set), None);
                    let legal = game.legal(&state);
                    assert_eq!(made.actions(set), legal.iter().collect::<Vec<_>>());
                    let chosen = rng.below(legal.len() as u32) as usize;
                    game.play(&mut state, legal.nth(chosen));
                    node = tree.children(node).nth(chosen).expect("a child for each action");
                }
                (Turn::Over, Node::End(end)) => {
                    let payoffs = Player::all(2).map(|player| game.payoff(&state, player));
                    assert_eq!(tree.end(end).payoffs, payoffs.collect::<Vec<_>>());
                    assert_eq!(tree.children(node).count(), 0);
                    break;
                }
                (turn, node) => panic!("{turn:?} in the game, {node:?} in the tree"),
            }
        }
    }
}

#[test]
fn information_sets_are_numbered_as_they_are_met() {
    let made = GameTree::compile(&Kuhn::default(), 100).expect("a small game");
    let mut next = 0;
    for node in 0..made.tree().node_count() {
        if let Node::Decision(set) = made.tree().node(NodeId::new(node)) {
            assert!(set.index() <= next);
            next = next.max(set.index() + 1);
        }
    }
    assert_eq!(next, 12);
}

#[test]
fn what_is_no_policy_is_refused() {
    let made = GameTree::compile(&Kuhn::default(), 100).expect("a small game");
    let tree = made.tree();
    let error = |change: &dyn Fn(&mut Vec<f64>)| {
        let mut probabilities = Policy::uniform(tree).probabilities().to_vec();
        change(&mut probabilities);
        Policy::new(tree, probabilities).expect_err("no policy")
    };
    assert_eq!(error(&|p| p.truncate(23)), PolicyError::Count { count: 23, slots: 24 });
    let negative = error(&|p| p[3] = -0.5);
    assert_eq!(negative.to_string(), "action 1 of information set 1 has probability -0.5");
    assert!(matches!(error(&|p| p[0] = f64::NAN), PolicyError::Probability { set: 0, action: 0, .. }));
    let sum = error(&|p| p[22] = 0.4);
    assert_eq!(sum, PolicyError::Sum { set: 11, sum: 0.9 });
    assert!(sum.to_string().ends_with("sum to 0.9 instead of 1 (within 1e-9)"), "{sum}");
}

/// A game against the contract: two actions, 0 or 1, and no player knows more than how many were played.
struct Faulty {
    /// The player that acts second: player 0 forgets its first action.
    second: Player,
    /// After a 1 there is no second 1, which player 1 could then tell from its legal actions.
    differ: bool,
}

impl Game for Faulty {
    type State = Vec<u8>;
    type Action = u8;
    type Legal = ActionList<u8, 2>;
    type Chance = ();
    type InfoSet = usize;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Vec<u8> {
        Vec::new()
    }

    fn turn(&self, played: &Vec<u8>) -> Turn {
        [Turn::Player(Player::FIRST), Turn::Player(self.second), Turn::Over][played.len()]
    }

    fn legal(&self, played: &Vec<u8>) -> ActionList<u8, 2> {
        (0..if self.differ && played == &[1] { 1 } else { 2 }).collect()
    }

    fn play(&self, played: &mut Vec<u8>, action: u8) {
        played.push(action);
    }

    fn draw(&self, _: &Vec<u8>, _: &mut Rng) {}

    fn reveal(&self, _: &mut Vec<u8>, (): &()) {}

    fn payoff(&self, _: &Vec<u8>, _: Player) -> f64 {
        0.0
    }

    fn info_set(&self, played: &Vec<u8>, _: Player) -> usize {
        played.len()
    }

    fn sample(&self, _: &usize, _: &mut Rng) -> Vec<u8> {
        Vec::new()
    }
}

impl Steps for Faulty {
    type Step = u8;

    fn steps(&self, _: &Vec<u8>, _: &[u8]) -> Vec<(u8, f64)> {
        Vec::new()
    }

    fn assemble(&self, _: &Vec<u8>, _: &[u8]) {}
}

#[test]
fn games_against_the_contract_are_refused() {
    let error = |second, differ| {
        let made = GameTree::compile(&Faulty { second, differ }, 10);
        made.err().map(|error| error.to_string())
    };
    assert_eq!(error(Player::SECOND, false), None);
    let forgets = "player 0 has no perfect recall: different decisions of its own lead to 1";
    assert_eq!(error(Player::FIRST, false).as_deref(), Some(forgets));
    let differ = "player 1 has other actions at 1 than before";
    assert_eq!(error(Player::SECOND, true).as_deref(), Some(differ));
}
