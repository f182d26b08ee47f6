//! Walking a game and writing its tree down.

use std::collections::{HashMap, HashSet};

use hinterhand_engine::{ActionSet, Game, Player, Steps, Turn};

use super::flat::{EndId, Node, Set, SetId, Slot, Tree};

/// The tree of a game, with its information sets and actions.
///
/// ```
/// use hinterhand_engine::{Player, games::Kuhn};
/// use hinterhand_solvers::tree::GameTree;
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// assert_eq!(kuhn.tree().node_count(), 58);
/// assert_eq!(kuhn.tree().set_count(Player::FIRST), 6);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<G: Game> {
    tree: Tree,
    info_sets: Vec<G::InfoSet>,
    actions: Vec<G::Action>,
    /// For each player the number of each information set. Only asked, never listed: its order is that of
    /// a hash table.
    numbers: Vec<HashMap<G::InfoSet, SetId>>,
}

/// The size of the tree of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeSize {
    /// The number of nodes; chance is dealt one step a node.
    pub nodes: usize,
    /// The number of ends.
    pub ends: usize,
    /// The number of information sets of all players.
    pub sets: usize,
    /// The number of actions of all information sets.
    pub slots: usize,
    /// The bytes that a [`GameTree`] of this size takes, without what an information set or an action may
    /// keep on the heap.
    pub bytes: usize,
}

impl TreeSize {
    /// With the bytes that follow from the numbers.
    fn with_bytes<G: Game>(self, players: usize) -> TreeSize {
        let bytes = self.nodes * (size_of::<Node>() + size_of::<u32>() + size_of::<f64>())
            + self.ends * (size_of::<f64>() + players * (size_of::<f64>() + size_of::<Option<Slot>>()))
            + self.sets * (size_of::<Set>() + 3 * size_of::<G::InfoSet>() + 2 * size_of::<SetId>())
            + self.slots * size_of::<G::Action>();
        TreeSize { bytes, ..self }
    }
}

/// The reason why a game has no tree here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum CompileError {
    #[error("the game has more than {limit} nodes")]
    TooLarge { limit: usize },
    #[error("{player} has no perfect recall: different decisions of its own lead to {info_set}")]
    Recall { player: Player, info_set: String },
    #[error("{player} has other actions at {info_set} than before")]
    Actions { player: Player, info_set: String },
}

impl<G: Game> GameTree<G> {
    /// The tree, which is all that a solver needs.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The number of an information set; `None` if `player` has no decision there.
    pub fn find(&self, player: Player, info_set: &G::InfoSet) -> Option<SetId> {
        self.numbers[player.index()].get(info_set).copied()
    }

    /// The information set with this number.
    pub fn info_set(&self, set: SetId) -> &G::InfoSet {
        &self.info_sets[set.index()]
    }

    /// The actions of an information set, in the order of its slots.
    pub fn actions(&self, set: SetId) -> &[G::Action] {
        &self.actions[self.tree.set(set).slots()]
    }
}

impl<G: Steps> GameTree<G> {
    /// Writes down the tree of `game`, if it has no more than `limit` nodes.
    ///
    /// Chance is dealt one [step](Steps) a node, so that sizes can be compared with those of others.
    pub fn compile(game: &G, limit: usize) -> Result<GameTree<G>, CompileError> {
        let mut writing = Writing::new(game, limit);
        while !writing.go_on(game, usize::MAX)? {}
        Ok(writing.tree)
    }

    fn empty(players: usize) -> GameTree<G> {
        let tree = Tree {
            players,
            nodes: Vec::new(),
            after: Vec::new(),
            chances: Vec::new(),
            sets: Vec::new(),
            slots: 0,
            weights: Vec::new(),
            payoffs: Vec::new(),
            sequences: Vec::new(),
        };
        let numbers = std::iter::repeat_with(HashMap::new).take(players).collect();
        GameTree { tree, info_sets: Vec::new(), actions: Vec::new(), numbers }
    }

    /// Counts the tree of `game` and what it would take in memory, without keeping it; the information sets
    /// are remembered while counting.
    pub fn measure(game: &G, limit: usize) -> Result<TreeSize, CompileError> {
        match GameTree::measure_part(game, limit) {
            (size, true) => Ok(size),
            (_, false) => Err(CompileError::TooLarge { limit }),
        }
    }

    /// Counts at most `limit` nodes of the tree, and returns whether that is all of it.
    pub fn measure_part(game: &G, limit: usize) -> (TreeSize, bool) {
        let mut size = TreeSize::default();
        let mut known = Vec::from_iter(std::iter::repeat_with(HashSet::new).take(game.players()));
        let mut open = vec![(game.start(), Vec::new())];
        while let Some((state, dealt)) = open.pop() {
            if size.nodes >= limit {
                return (size.with_bytes::<G>(game.players()), false);
            }
            size.nodes += 1;
            match game.turn(&state) {
                Turn::Over => size.ends += 1,
                Turn::Chance => {
                    for (step, _) in game.steps(&state, &dealt) {
                        open.push(dealt_on(game, &state, &dealt, step));
                    }
                }
                Turn::Player(player) => {
                    let legal = game.legal(&state);
                    if known[player.index()].insert(game.info_set(&state, player)) {
                        size.sets += 1;
                        size.slots += legal.len();
                    }
                    for action in legal.iter() {
                        let mut next = state.clone();
                        game.play(&mut next, action);
                        open.push((next, Vec::new()));
                    }
                }
            }
        }
        (size.with_bytes::<G>(game.players()), true)
    }

    fn end(&mut self, game: &G, here: &Here<G>) {
        let tree = &mut self.tree;
        tree.nodes.push(Node::End(EndId::new(tree.weights.len())));
        tree.weights.push(here.weight);
        tree.payoffs.extend(Player::all(tree.players).map(|player| game.payoff(&here.state, player)));
        tree.sequences.extend_from_slice(&here.sequences);
    }

    fn decision(&mut self, game: &G, here: &Here<G>, player: Player) -> Result<SetId, CompileError> {
        let info_set = game.info_set(&here.state, player);
        let legal = game.legal(&here.state);
        let parent = here.sequences[player.index()];
        let set = match self.find(player, &info_set) {
            Some(set) => {
                let text = || format!("{info_set:?}");
                if self.tree.set(set).parent != parent {
                    return Err(CompileError::Recall { player, info_set: text() });
                }
                if !legal.iter().eq(self.actions(set).iter().copied()) {
                    return Err(CompileError::Actions { player, info_set: text() });
                }
                set
            }
            None => {
                let set = SetId::new(self.tree.sets.len());
                let (first, actions) = (self.tree.slots as u32, legal.len() as u32);
                self.tree.sets.push(Set { player, first, actions, parent });
                self.tree.slots += legal.len();
                self.actions.extend(legal.iter());
                self.info_sets.push(info_set.clone());
                self.numbers[player.index()].insert(info_set, set);
                set
            }
        };
        self.tree.nodes.push(Node::Decision(set));
        Ok(set)
    }
}

/// A tree that is being written down, a piece at a time.
pub(crate) struct Writing<G: Steps> {
    tree: GameTree<G>,
    open: Vec<Visit<G>>,
    limit: usize,
}

impl<G: Steps> Writing<G> {
    /// Begins to write down the tree of `game`, which may have `limit` nodes.
    pub(crate) fn new(game: &G, limit: usize) -> Writing<G> {
        let players = game.players();
        let start = Here {
            state: game.start(),
            dealt: Vec::new(),
            chance: 1.0,
            weight: 1.0,
            sequences: vec![None; players],
        };
        Writing { tree: GameTree::empty(players), open: vec![Visit::Node(start)], limit }
    }

    /// Writes down up to `nodes` more nodes of the same game, and returns whether that is all of it.
    pub(crate) fn go_on(&mut self, game: &G, nodes: usize) -> Result<bool, CompileError> {
        let (made, open) = (&mut self.tree, &mut self.open);
        let end = made.tree.nodes.len().saturating_add(nodes);
        while let Some(visit) = open.pop() {
            let here = match visit {
                Visit::Node(here) => here,
                Visit::Leave(node) => {
                    made.tree.after[node] = made.tree.nodes.len() as u32;
                    continue;
                }
            };
            let node = made.tree.nodes.len();
            if node >= self.limit.min(u32::MAX as usize - 1) {
                return Err(CompileError::TooLarge { limit: self.limit });
            }
            if node >= end {
                open.push(Visit::Node(here));
                return Ok(false);
            }
            open.push(Visit::Leave(node));
            made.tree.after.push(0);
            made.tree.chances.push(here.chance);
            match game.turn(&here.state) {
                Turn::Over => made.end(game, &here),
                Turn::Chance => {
                    made.tree.nodes.push(Node::Chance);
                    for step in game.steps(&here.state, &here.dealt).into_iter().rev() {
                        open.push(Visit::Node(here.step(game, step)));
                    }
                }
                Turn::Player(player) => {
                    let set = made.decision(game, &here, player)?;
                    for slot in made.tree.set(set).slots().rev() {
                        let action = made.actions[slot];
                        open.push(Visit::Node(here.act(game, player, Slot::new(slot), action)));
                    }
                }
            }
        }
        Ok(true)
    }

    /// The tree, once all of it is written down.
    pub(crate) fn tree(self) -> GameTree<G> {
        self.tree
    }
}

/// The rest of the walk. It keeps its own stack, since the depth of the game is not known.
enum Visit<G: Steps> {
    Node(Here<G>),
    /// All below this node has been visited.
    Leave(usize),
}

/// A position with what lies on the way to it.
struct Here<G: Steps> {
    state: G::State,
    /// The steps of a chance event that is not complete.
    dealt: Vec<G::Step>,
    chance: f64,
    weight: f64,
    sequences: Vec<Option<Slot>>,
}

impl<G: Steps> Here<G> {
    fn step(&self, game: &G, (step, chance): (G::Step, f64)) -> Here<G> {
        let (state, dealt) = dealt_on(game, &self.state, &self.dealt, step);
        let (weight, sequences) = (self.weight * chance, self.sequences.clone());
        Here { state, dealt, chance, weight, sequences }
    }

    fn act(&self, game: &G, player: Player, slot: Slot, action: G::Action) -> Here<G> {
        let mut state = self.state.clone();
        game.play(&mut state, action);
        let mut sequences = self.sequences.clone();
        sequences[player.index()] = Some(slot);
        Here { state, dealt: Vec::new(), chance: 1.0, weight: self.weight, sequences }
    }
}

/// The position after one more step of chance, with the steps of the event if it is not complete yet.
fn dealt_on<G: Steps>(
    game: &G,
    state: &G::State,
    dealt: &[G::Step],
    step: G::Step,
) -> (G::State, Vec<G::Step>) {
    let mut state = state.clone();
    let mut dealt = [dealt, &[step]].concat();
    if game.steps(&state, &dealt).is_empty() {
        let chance = game.assemble(&state, &dealt);
        game.reveal(&mut state, &chance);
        dealt.clear();
    }
    (state, dealt)
}
