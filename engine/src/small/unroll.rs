//! The enumeration of a small game, level by level, with every promise of its author checked.

use std::collections::hash_map::Entry as Place;
use std::collections::{HashMap, HashSet, VecDeque};

use super::nodes::{Entry, Fit, InfoSet, NodeId, Nodes, Set, SetNumber};
use super::{MAX_WORDS, Next, SmallError, SmallGame};
use crate::games::tree::Branch;
use crate::{Player, Turn};

/// The whole tree of `rules`, if it has no more than `limit` nodes.
pub(super) fn unroll<S: SmallGame>(rules: &S, limit: usize) -> Result<Nodes, SmallError> {
    let players = rules.players();
    let nodes = Nodes {
        players,
        words: vec![String::new()],
        entries: Vec::new(),
        payoffs: Vec::new(),
        sets: Vec::new(),
        numbers: HashMap::new(),
        known: Vec::new(),
    };
    let mut unrolling = Unrolling { rules, limit, nodes, states: VecDeque::new(), words: HashMap::new() };
    unrolling.all()?;
    let mut nodes = unrolling.nodes;
    weigh(&mut nodes);
    Ok(nodes)
}

/// A tree in the making: the nodes whose states are kept wait for their children.
struct Unrolling<'s, S: SmallGame> {
    rules: &'s S,
    limit: usize,
    nodes: Nodes,
    states: VecDeque<S::State>,
    words: HashMap<String, u32>,
}

impl<S: SmallGame> Unrolling<'_, S> {
    fn all(&mut self) -> Result<(), SmallError> {
        let start = Entry {
            turn: Turn::Over,
            parent: NodeId::START,
            depth: 0,
            branch: Branch::default(),
            word: 0,
            probability: 1.0,
            first: 0,
            children: 0,
        };
        let broken = |reason| SmallError::Broken { words: String::new(), reason };
        if self.nodes.players == 0 {
            return Err(broken("the game has no players".to_owned()));
        }
        self.nodes.entries.push(start);
        for player in Player::all(self.nodes.players) {
            let number = self.nodes.sets.len() as SetNumber;
            let name = InfoSet::start(player);
            self.nodes.sets.push(Set { name, last: None, own: None, choice: None, fits: Vec::new() });
            self.nodes.numbers.insert(name, number);
            self.nodes.known.push(number);
        }
        self.states.push_back(self.rules.start());
        let mut at = NodeId::START;
        while let Some(state) = self.states.pop_front() {
            let next = self.rules.next(&state);
            if self.nodes.len() + branches(&next) > self.limit {
                return Err(SmallError::TooLarge { limit: self.limit });
            }
            if branches(&next) > 0 && self.nodes.entry(at).depth as usize == MAX_WORDS {
                return Err(SmallError::TooLong { limit: MAX_WORDS });
            }
            let words = |nodes: &Nodes| nodes.path_words(at).join(" ");
            self.expand(at, &state, next)
                .map_err(|reason| SmallError::Broken { words: words(&self.nodes), reason })?;
            at = NodeId(at.0 + 1);
        }
        Ok(())
    }

    /// Enters what comes next at the node, and adds its children.
    fn expand(&mut self, at: NodeId, state: &S::State, next: Next) -> Result<(), String> {
        let first = self.nodes.len() as u32;
        let (turn, words, probabilities) = match next {
            Next::Over(payoffs) => return self.end(at, &payoffs),
            Next::Chance(outcomes) => {
                let (words, probabilities): (Vec<_>, Vec<_>) = outcomes.into_iter().unzip();
                check_probabilities(&probabilities)?;
                (Turn::Chance, words, probabilities)
            }
            Next::Choice(player, words) => {
                if player.index() >= self.nodes.players {
                    return Err(format!("{player} is to move in a game of {}", self.nodes.players));
                }
                let ones = vec![1.0; words.len()];
                (Turn::Player(player), words, ones)
            }
        };
        check_words(turn, &words)?;
        let numbers: Vec<u32> = words.iter().map(|word| self.number(word)).collect();
        self.turn(at, turn, &numbers)?;
        let entry = &mut self.nodes.entries[at.index()];
        (entry.first, entry.children) = (first, words.len() as u32);
        for (branch, word) in words.iter().enumerate() {
            let after = self.rules.apply(state, word);
            let child = Entry {
                turn: Turn::Over,
                parent: at,
                depth: self.nodes.entry(at).depth + 1,
                branch: Branch::new(branch),
                word: numbers[branch],
                probability: probabilities[branch],
                first: 0,
                children: 0,
            };
            self.nodes.entries.push(child);
            for player in Player::all(self.nodes.players) {
                let observed = self.observed(at, state, word, &after, player)?;
                self.know(at, numbers[branch], observed, player)?;
            }
            self.states.push_back(after);
        }
        Ok(())
    }

    fn end(&mut self, at: NodeId, payoffs: &[f64]) -> Result<(), String> {
        if payoffs.len() != self.nodes.players || !payoffs.iter().all(|payoff| payoff.is_finite()) {
            return Err(format!("the payoffs are {payoffs:?} in a game of {}", self.nodes.players));
        }
        self.turn(at, Turn::Over, &[])?;
        self.nodes.entries[at.index()].first = self.nodes.payoffs.len() as u32;
        self.nodes.payoffs.extend_from_slice(payoffs);
        Ok(())
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.words.get(word) {
            return number;
        }
        let number = self.nodes.words.len() as u32;
        self.nodes.words.push(word.to_owned());
        self.words.insert(word.to_owned(), number);
        number
    }

    /// Enters whose turn it is. Each player must know whether it is to move, and among which words.
    fn turn(&mut self, at: NodeId, turn: Turn, words: &[u32]) -> Result<(), String> {
        self.nodes.entries[at.index()].turn = turn;
        for player in Player::all(self.nodes.players) {
            let choice = if turn == Turn::Player(player) { words } else { &[] };
            let number = self.nodes.set_number(at, player);
            let known = self.nodes.sets[number as usize].choice.get_or_insert_with(|| choice.to_vec());
            if known != choice {
                return Err(format!(
                    "{player} has seen `{}` elsewhere too, but cannot choose among the same actions there",
                    self.nodes.seen(number)
                ));
            }
        }
        Ok(())
    }

    /// The observation of `player`; of its own word at least the word itself.
    fn observed(
        &self,
        at: NodeId,
        before: &S::State,
        word: &str,
        after: &S::State,
        player: Player,
    ) -> Result<String, String> {
        let mut observed = self.rules.observe(before, word, after, player);
        if self.nodes.entry(at).turn == Turn::Player(player) && !observed.starts_with(word) {
            observed = if observed.is_empty() { word.to_owned() } else { format!("{word}={observed}") };
        }
        if observed.contains(char::is_whitespace) {
            return Err(format!("{player} observes `{observed}` of `{word}`, which has a blank"));
        }
        Ok(observed)
    }

    /// Enters the information set of `player` at the newest node, a child of `at`.
    fn know(&mut self, at: NodeId, word: u32, observed: String, player: Player) -> Result<(), String> {
        let before = self.nodes.set_number(at, player);
        let set = &self.nodes.sets[before as usize];
        let own = if self.nodes.entry(at).turn == Turn::Player(player) { Some(word) } else { set.own };
        let name = if observed.is_empty() { set.name } else { set.name.and(&observed) };
        let next = self.nodes.sets.len() as SetNumber;
        let number = match self.nodes.numbers.entry(name) {
            Place::Occupied(place) => *place.get(),
            Place::Vacant(place) => {
                let last = Some((before, observed));
                self.nodes.sets.push(Set { name, last, own, choice: None, fits: Vec::new() });
                *place.insert(next)
            }
        };
        if self.nodes.sets[number as usize].own != own {
            let seen = self.nodes.seen(number);
            return Err(format!("{player} observes `{seen}` after different actions of its own"));
        }
        self.nodes.known.push(number);
        Ok(())
    }
}

fn branches(next: &Next) -> usize {
    match next {
        Next::Chance(outcomes) => outcomes.len(),
        Next::Choice(_, words) => words.len(),
        Next::Over(_) => 0,
    }
}

fn check_probabilities(probabilities: &[f64]) -> Result<(), String> {
    if let Some(wrong) = probabilities.iter().find(|probability| probability.is_nan() || **probability <= 0.0)
    {
        return Err(format!("an outcome has the probability {wrong}"));
    }
    let sum: f64 = probabilities.iter().sum();
    // The sum of rounded numbers.
    if !probabilities.is_empty() && (sum - 1.0).abs() > 1e-9 {
        return Err(format!("the probabilities sum to {sum}, not to 1"));
    }
    Ok(())
}

fn check_words(turn: Turn, words: &[String]) -> Result<(), String> {
    if words.is_empty() {
        return Err(match turn {
            Turn::Player(player) => format!("{player} is to move but has no action"),
            _ => "chance has no outcome".to_owned(),
        });
    }
    let mut known = HashSet::new();
    for word in words {
        if word.is_empty() || word.contains(char::is_whitespace) {
            return Err(format!("`{word}` is no word: it is empty or has a blank"));
        }
        if !known.insert(word) {
            return Err(format!("`{word}` is listed twice"));
        }
    }
    Ok(())
}

/// Finds the nodes that fit each information set: each weighs the probabilities of chance on the way to it,
/// times one over the number of actions at every decision of others whose word the observer could not tell
/// when it was made.
fn weigh(nodes: &mut Nodes) {
    // The word of the decisions of others between two information sets of a player; none if there are
    // several.
    let mut labels: HashMap<(SetNumber, SetNumber), Option<u32>> = HashMap::new();
    for child in (1..nodes.len() as u32).map(NodeId) {
        let word = nodes.entry(child).word;
        for step in Player::all(nodes.players).filter_map(|player| decision_of_others(nodes, child, player)) {
            let known = labels.entry(step).or_insert(Some(word));
            *known = known.filter(|&known| known == word);
        }
    }
    let mut weights: Vec<f64> = Vec::with_capacity(nodes.known.len());
    for node in (0..nodes.len() as u32).map(NodeId) {
        for player in Player::all(nodes.players) {
            let mut weight = 1.0;
            if node != NodeId::START {
                let entry = nodes.entry(node);
                weight = weights[entry.parent.index() * nodes.players + player.index()] * entry.probability;
                if decision_of_others(nodes, node, player).is_some_and(|step| labels[&step].is_none()) {
                    weight /= f64::from(nodes.entry(entry.parent).children);
                }
            }
            weights.push(weight);
            let number = nodes.set_number(node, player) as usize;
            let fits = &mut nodes.sets[number].fits;
            let upto = fits.last().map_or(0.0, |fit| fit.upto) + weight;
            fits.push(Fit { node, weight, upto });
        }
    }
}

/// The information sets of `player` before and after the event that leads to `child`, if it is a decision of
/// another player.
fn decision_of_others(nodes: &Nodes, child: NodeId, player: Player) -> Option<(SetNumber, SetNumber)> {
    let parent = nodes.entry(child).parent;
    let others = matches!(nodes.entry(parent).turn, Turn::Player(mover) if mover != player);
    others.then(|| (nodes.set_number(parent, player), nodes.set_number(child, player)))
}
