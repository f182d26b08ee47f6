//! Building a tree node by node, every invariant checked where it could be broken.

use std::collections::HashSet;

use super::error::TreeError;
use super::label::is_word;
use super::nodes::{
    Branch, Entry, Event, EventId, Fit, Kind, MAX_DEPTH, MAX_NODES, MAX_PLAYERS, NodeId, Past, Set, SetId,
    Tree,
};
use crate::Player;

/// Builds a [`Tree`] in prefix order: each node is put on the first branch that has none yet, counted from
/// the deepest node.
///
/// ```
/// use hinterhand_engine::Player;
/// use hinterhand_engine::games::tree::{TreeBuilder, TreeError};
///
/// # fn main() -> Result<(), TreeError> {
/// let mut tree = TreeBuilder::new("A coin and a guess", ["Guesser", "Bank"])?;
/// let coin = tree.event([("heads", 0.5), ("tails", 0.5)])?;
/// let guess = tree.set(Player::FIRST, "guess", ["heads", "tails"])?;
/// tree.chance(coin)?;
/// for payoffs in [[[1.0, -1.0], [-1.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]]] {
///     tree.decision(guess)?;
///     tree.end(&payoffs[0])?;
///     tree.end(&payoffs[1])?;
/// }
/// assert_eq!(tree.finish()?.node_count(), 7);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    tree: Tree,
    /// The nodes with branches that lead nowhere yet, the deepest last.
    open: Vec<Open>,
    /// The payoffs of the next node.
    pays: Vec<f64>,
    /// The number of sets that each player has.
    numbers: Vec<u32>,
}

/// A node that has branches without a node.
#[derive(Clone, Debug)]
struct Open {
    node: NodeId,
    branches: usize,
    next: usize,
    way: Way,
}

/// The way to a node.
#[derive(Clone, Debug)]
struct Way {
    /// The number of branches.
    depth: usize,
    /// The probability of it when all play at random.
    reach: f64,
    /// That for each player, without its own decisions.
    weights: Vec<f64>,
    pasts: Vec<Past>,
    paid: Vec<f64>,
}

impl TreeBuilder {
    /// Begins a tree with this title for players of these names.
    pub fn new<'a>(
        title: &str,
        players: impl IntoIterator<Item = &'a str>,
    ) -> Result<TreeBuilder, TreeError> {
        let players: Vec<String> = players.into_iter().map(str::to_owned).collect();
        let count = players.len();
        check_players(count)?;
        let tree = Tree {
            title: title.to_owned(),
            comment: String::new(),
            players,
            nodes: Vec::new(),
            children: Vec::new(),
            events: Vec::new(),
            sets: Vec::new(),
            payoffs: Vec::new(),
            pasts: Vec::new(),
            before: vec![Vec::new(); count],
        };
        Ok(TreeBuilder { tree, open: Vec::new(), pays: vec![0.0; count], numbers: vec![0; count] })
    }

    /// Adds the author's comment on the game.
    pub fn comment(&mut self, comment: &str) {
        comment.clone_into(&mut self.tree.comment);
    }

    /// Declares something that chance may decide: labels with probabilities. Many nodes can share it.
    pub fn event<'a>(
        &mut self,
        outcomes: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Result<EventId, TreeError> {
        let outcomes: Vec<(String, f64)> =
            outcomes.into_iter().map(|(label, probability)| (label.to_owned(), probability)).collect();
        check_labels(outcomes.iter().map(|(label, _)| label))?;
        check_probabilities(&outcomes)?;
        check_sum(&outcomes)?;
        let event = EventId(self.tree.events.len() as u32);
        self.tree.events.push(Event { outcomes });
        Ok(event)
    }

    /// Declares an information set of `player` with its actions. The name may be any text.
    pub fn set<'a>(
        &mut self,
        player: Player,
        name: &str,
        actions: impl IntoIterator<Item = &'a str>,
    ) -> Result<SetId, TreeError> {
        let actions: Vec<String> = actions.into_iter().map(str::to_owned).collect();
        check_player(player, self.players())?;
        check_labels(actions.iter())?;
        let number = &mut self.numbers[player.index()];
        *number += 1;
        let set = SetId(self.tree.sets.len() as u32);
        self.tree.sets.push(Set {
            player,
            number: *number,
            name: name.to_owned(),
            after: vec![Vec::new(); actions.len()],
            actions,
            past: None,
            here: Vec::new(),
        });
        Ok(set)
    }

    /// Checks that `actions`, listed again, are those of an information set.
    pub fn same_actions(&self, set: SetId, actions: &[String]) -> Result<(), TreeError> {
        check_same_actions(&self.tree, set, actions)
    }

    /// Whether `outcomes`, listed again, are those of an event.
    pub fn same_outcomes(&self, event: EventId, outcomes: &[(String, f64)]) -> bool {
        self.tree.event(event).outcomes == outcomes
    }

    /// Lets the next node pay something already, on top of what was paid on the way: it counts at every
    /// end at or below that node.
    pub fn pays(&mut self, payoffs: &[f64]) -> Result<(), TreeError> {
        check_payoffs(payoffs, self.players())?;
        self.pays.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += payoff);
        Ok(())
    }

    /// Puts a node of chance on the next branch.
    pub fn chance(&mut self, event: EventId) -> Result<NodeId, TreeError> {
        let branches = self.tree.event(event).outcomes.len();
        let way = self.way()?;
        Ok(self.add(Kind::Chance(event), branches, way))
    }

    /// Puts a node of an information set on the next branch.
    pub fn decision(&mut self, set: SetId) -> Result<NodeId, TreeError> {
        let branches = self.tree.set(set).actions.len();
        let way = self.way()?;
        check_recall(&self.tree, set, &way.pasts)?;
        Ok(self.add(Kind::Decision(set), branches, way))
    }

    /// Puts an end on the next branch, which pays this on top of what was paid on the way.
    pub fn end(&mut self, payoffs: &[f64]) -> Result<NodeId, TreeError> {
        check_payoffs(payoffs, self.players())?;
        let way = self.way()?;
        let total: Vec<f64> = way.paid.iter().zip(payoffs).map(|(paid, payoff)| paid + payoff).collect();
        check_payoffs(&total, self.players())?;
        let first = self.tree.payoffs.len() as u32;
        self.tree.payoffs.extend(total);
        Ok(self.add(Kind::End(first), 0, way))
    }

    /// Whether every branch leads to a node.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty() && !self.tree.nodes.is_empty()
    }

    /// The finished tree.
    pub fn finish(self) -> Result<Tree, TreeError> {
        check_complete(&self)?;
        let mut tree = self.tree;
        link_children(&mut tree);
        sum_weights(&mut tree);
        Ok(tree)
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.tree.players.len()
    }

    /// The way to the next node, which can be added.
    fn way(&mut self) -> Result<Way, TreeError> {
        check_open(self)?;
        check_size(self.tree.nodes.len())?;
        let count = self.players();
        let mut way = match self.open.last() {
            Some(open) => self.after(open),
            None => Way {
                depth: 0,
                reach: 1.0,
                weights: vec![1.0; count],
                pasts: vec![None; count],
                paid: vec![0.0; count],
            },
        };
        check_depth(way.depth)?;
        check_reach(way.reach)?;
        for (paid, pays) in way.paid.iter_mut().zip(&mut self.pays) {
            *paid += std::mem::take(pays);
        }
        Ok(way)
    }

    /// The way to the node on the next branch of `open`.
    fn after(&self, open: &Open) -> Way {
        let mut way = open.way.clone();
        way.depth += 1;
        match self.tree.nodes[open.node.index()].kind {
            Kind::Chance(event) => {
                let (_, probability) = self.tree.event(event).outcomes[open.next];
                way.reach *= probability;
                way.weights.iter_mut().for_each(|weight| *weight *= probability);
            }
            Kind::Decision(set) => {
                let mover = self.tree.set(set).player;
                let share = 1.0 / open.branches as f64;
                way.reach *= share;
                for player in Player::all(way.weights.len()).filter(|&player| player != mover) {
                    way.weights[player.index()] *= share;
                }
                way.pasts[mover.index()] = Some((set, Branch::new(open.next)));
            }
            Kind::End(_) => unreachable!("an end has no branch that could be open"),
        }
        way
    }

    fn add(&mut self, kind: Kind, branches: usize, way: Way) -> NodeId {
        let tree = &mut self.tree;
        let node = NodeId(tree.nodes.len() as u32);
        let parent = self.open.last_mut().map(|open| {
            open.next += 1;
            (open.node, Branch::new(open.next - 1))
        });
        while self.open.last().is_some_and(|open| open.next == open.branches) {
            self.open.pop();
        }
        tree.nodes.push(Entry { kind, parent, first_child: 0 });
        tree.pasts.extend_from_slice(&way.pasts);
        for (player, &weight) in Player::all(way.weights.len()).zip(&way.weights) {
            let fits = match (kind, way.pasts[player.index()]) {
                (Kind::Decision(set), _) if tree.set(set).player == player => {
                    &mut tree.sets[set.index()].here
                }
                (_, Some((set, branch))) => &mut tree.sets[set.index()].after[branch.index()],
                (_, None) => &mut tree.before[player.index()],
            };
            fits.push(Fit { node, weight, upto: 0.0 });
        }
        if let Kind::Decision(set) = kind {
            let set = &mut tree.sets[set.index()];
            set.past = Some(way.pasts[set.player.index()]);
        }
        if branches > 0 {
            self.open.push(Open { node, branches, next: 0, way });
        }
        node
    }
}

/// Enters the children of every node.
fn link_children(tree: &mut Tree) {
    let mut counts = vec![0u32; tree.nodes.len()];
    for (parent, _) in tree.nodes.iter().filter_map(|node| node.parent) {
        counts[parent.index()] += 1;
    }
    let mut first = 0;
    for (node, count) in tree.nodes.iter_mut().zip(counts) {
        node.first_child = first;
        first += count;
    }
    tree.children = vec![NodeId::ROOT; first as usize];
    for (index, node) in tree.nodes.iter().enumerate() {
        if let Some((parent, branch)) = node.parent {
            let place = tree.nodes[parent.index()].first_child + branch.0;
            tree.children[place as usize] = NodeId(index as u32);
        }
    }
}

/// Sums the weights of each list of nodes that fit, for drawing from it.
fn sum_weights(tree: &mut Tree) {
    let sets = tree.sets.iter_mut().flat_map(|set| set.after.iter_mut().chain([&mut set.here]));
    for fits in sets.chain(&mut tree.before) {
        let mut sum = 0.0;
        for fit in fits {
            sum += fit.weight;
            fit.upto = sum;
        }
    }
}

/// There are at least two players and no more than the tables are made for.
fn check_players(count: usize) -> Result<(), TreeError> {
    if (2..=MAX_PLAYERS).contains(&count) { Ok(()) } else { Err(TreeError::Players { count }) }
}

/// The player sits at the table.
fn check_player(player: Player, players: usize) -> Result<(), TreeError> {
    if player.index() < players { Ok(()) } else { Err(TreeError::OtherPlayer { player, players }) }
}

/// There is a branch, and every branch is labelled with a word of its own.
fn check_labels<'a>(labels: impl Iterator<Item = &'a String>) -> Result<(), TreeError> {
    let mut known = HashSet::new();
    for label in labels {
        if !is_word(label) {
            return Err(TreeError::Word { label: label.clone() });
        }
        if !known.insert(label) {
            return Err(TreeError::LabelTwice { label: label.clone() });
        }
    }
    if known.is_empty() { Err(TreeError::NoBranch) } else { Ok(()) }
}

/// Every probability is above 0 and at most 1.
fn check_probabilities(outcomes: &[(String, f64)]) -> Result<(), TreeError> {
    match outcomes.iter().find(|(_, probability)| !(*probability > 0.0 && *probability <= 1.0)) {
        Some((label, probability)) => {
            Err(TreeError::Probability { label: label.clone(), probability: *probability })
        }
        None => Ok(()),
    }
}

/// The probabilities sum to one. Decimals in files are rounded, hence the tolerance.
fn check_sum(outcomes: &[(String, f64)]) -> Result<(), TreeError> {
    let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
    if (sum - 1.0).abs() <= 1e-9 { Ok(()) } else { Err(TreeError::ProbabilitySum { sum }) }
}

/// All nodes of an information set have the same actions.
fn check_same_actions(tree: &Tree, set: SetId, actions: &[String]) -> Result<(), TreeError> {
    let before = &tree.set(set).actions;
    if before == actions {
        return Ok(());
    }
    let (actions, before) = (actions.to_vec(), before.clone());
    Err(TreeError::ActionsDiffer { set: described(tree, set), actions, before })
}

/// A player comes to all nodes of an information set by the same decisions of its own, and so never twice
/// in one game.
fn check_recall(tree: &Tree, set: SetId, pasts: &[Past]) -> Result<(), TreeError> {
    let player = tree.set(set).player;
    let now = pasts[player.index()];
    match tree.set(set).past {
        Some(before) if before != now => {
            let after = |past: Past| match past {
                None => "without having moved".to_owned(),
                Some((set, branch)) => {
                    format!("after `{}` at {}", tree.set(set).actions[branch.index()], described(tree, set))
                }
            };
            let set = described(tree, set);
            Err(TreeError::Recall { player, set, now: after(now), before: after(before) })
        }
        _ => Ok(()),
    }
}

fn described(tree: &Tree, set: SetId) -> String {
    let set = tree.set(set);
    let name = if set.name.is_empty() { String::new() } else { format!(" {:?}", set.name) };
    format!("information set {}{name}", set.number)
}

/// There is one finite payoff for each player.
fn check_payoffs(payoffs: &[f64], players: usize) -> Result<(), TreeError> {
    if payoffs.len() != players {
        return Err(TreeError::PayoffCount { count: payoffs.len(), players });
    }
    match Player::all(players).zip(payoffs).find(|(_, payoff)| !payoff.is_finite()) {
        Some((player, &payoff)) => Err(TreeError::Payoff { player, payoff }),
        None => Ok(()),
    }
}

/// There is a branch without a node.
fn check_open(builder: &TreeBuilder) -> Result<(), TreeError> {
    if builder.is_complete() { Err(TreeError::Complete) } else { Ok(()) }
}

/// There is no branch without a node.
fn check_complete(builder: &TreeBuilder) -> Result<(), TreeError> {
    if builder.is_complete() {
        return Ok(());
    }
    let open: usize = builder.open.iter().map(|open| open.branches - open.next).sum();
    Err(TreeError::Unfinished { open: open.max(1) })
}

/// The largest number of nodes above a node.
fn check_depth(depth: usize) -> Result<(), TreeError> {
    if depth <= MAX_DEPTH { Ok(()) } else { Err(TreeError::Deep) }
}

/// There is room for one more node.
fn check_size(nodes: usize) -> Result<(), TreeError> {
    if nodes < MAX_NODES { Ok(()) } else { Err(TreeError::Large) }
}

/// The weights of the nodes are numbers that can be compared.
fn check_reach(reach: f64) -> Result<(), TreeError> {
    if reach >= f64::MIN_POSITIVE { Ok(()) } else { Err(TreeError::Improbable) }
}
