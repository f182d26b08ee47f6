//! Explicit game trees written by hand as JSON.
//!
//! The whole game is one object: `title`, `players` (their names, in seat order), `root` (a node) and
//! optionally `comment`. A node is an object with exactly one of three lists, which determines its kind:
//!
//! * `chance`: the nodes that chance may lead to; each of them has a `probability`, and they sum to 1.
//! * `actions`: the nodes that a player may lead to. The node itself has the name of the `player` and the
//!   name of the information `set`; a set has the same labels in the same order wherever it occurs.
//! * `payoffs`: nothing follows; one number for each player.
//!
//! Every node but the root has a `label`, the word for the branch that leads to it. Numbers are JSON numbers,
//! or fractions in quotes: `"1/3"`. A key that is not named here is an error. An example is
//! `trees/pennies.json`; JSON can be about 60 branches deep, and what is deeper is written as `.efg`.

use std::collections::HashMap;
use std::fmt;

use hinterhand_engine::Player;
use hinterhand_engine::games::tree::efg::read_number;
use hinterhand_engine::games::tree::{SetId, Tree, TreeBuilder, TreeError};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

/// Reads a tree from JSON.
///
/// ```
/// let tree = hinterhand_players::files::tree_json::read(
///     r#"{
///         "title": "A bet on a die",
///         "players": ["Gambler", "Bank"],
///         "root": {"player": "Gambler", "set": "start", "actions": [
///             {"label": "leave", "payoffs": [0, 0]},
///             {"label": "bet", "chance": [
///                 {"label": "six", "probability": "1/6", "payoffs": [5, -5]},
///                 {"label": "less", "probability": "5/6", "payoffs": [-1, 1]}
///             ]}
///         ]}
///     }"#,
/// )?;
/// assert_eq!(tree.end_count(), 3);
/// # Ok::<(), hinterhand_players::files::tree_json::TreeJsonError>(())
/// ```
pub fn read(text: &str) -> Result<Tree, TreeJsonError> {
    let game: GameText = serde_json::from_str(text)?;
    let players = game.players.iter().map(String::as_str);
    let mut builder = TreeBuilder::new(&game.title, players).map_err(broken("players"))?;
    for (seat, name) in game.players.iter().enumerate() {
        if game.players[..seat].contains(name) {
            return Err(TreeJsonError::PlayerTwice { name: name.clone() });
        }
    }
    builder.comment(&game.comment);
    let mut reading = Reading { builder, players: &game.players, sets: HashMap::new() };
    check_root(&game.root)?;
    reading.add(&game.root, "root")?;
    reading.builder.finish().map_err(broken("root"))
}

/// No branch leads to the root.
fn check_root(root: &NodeText) -> Result<(), TreeJsonError> {
    for (part, given) in [("label", root.label.is_some()), ("probability", root.probability.is_some())] {
        if given {
            return Err(TreeJsonError::Node { path: "root".to_owned(), problem: Problem::NoBranch { part } });
        }
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameText {
    title: String,
    #[serde(default)]
    comment: String,
    players: Vec<String>,
    root: NodeText,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeText {
    label: Option<String>,
    probability: Option<Number>,
    chance: Option<Vec<NodeText>>,
    player: Option<String>,
    set: Option<String>,
    actions: Option<Vec<NodeText>>,
    payoffs: Option<Vec<Number>>,
}

/// A JSON number, or a fraction in quotes.
#[derive(Clone, Copy)]
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or a fraction in quotes such as \"1/3\"")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
        let unexpected = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
        read_number(text).map(Number).ok_or_else(unexpected)
    }
}

/// A tree in the making.
struct Reading<'j> {
    builder: TreeBuilder,
    players: &'j [String],
    sets: HashMap<(Player, &'j str), SetId>,
}

impl<'j> Reading<'j> {
    /// Adds a node and all below it. JSON is no deeper than serde_json's own limit of recursion.
    fn add(&mut self, node: &'j NodeText, path: &str) -> Result<(), TreeJsonError> {
        let problem = |problem| TreeJsonError::Node { path: path.to_owned(), problem };
        match (&node.chance, &node.actions, &node.payoffs) {
            (Some(below), None, None) => {
                without_player(node).map_err(problem)?;
                let probabilities = below.iter().enumerate().map(|(branch, next)| {
                    let part = "probability";
                    let missing = || problem(Problem::BranchWithout { list: "chance", branch, part });
                    next.probability.map(|number| number.0).ok_or_else(missing)
                });
                let probabilities: Vec<f64> = probabilities.collect::<Result<_, _>>()?;
                let labels = labels(below, "chance").map_err(problem)?;
                let event = self.builder.event(labels.into_iter().zip(probabilities));
                let event = event.map_err(broken(path))?;
                self.builder.chance(event).map_err(broken(path))?;
                self.add_all(below, "chance", path)
            }
            (None, Some(below), None) => {
                let set = self.set(node, below).map_err(problem)?;
                self.builder.decision(set).map_err(broken(path))?;
                self.add_all(below, "actions", path)
            }
            (None, None, Some(payoffs)) => {
                without_player(node).map_err(problem)?;
                let payoffs: Vec<f64> = payoffs.iter().map(|number| number.0).collect();
                self.builder.end(&payoffs).map(|_| ()).map_err(broken(path))
            }
            _ => Err(problem(Problem::NotOneList)),
        }
    }

    fn add_all(&mut self, below: &'j [NodeText], list: &str, path: &str) -> Result<(), TreeJsonError> {
        for (branch, next) in below.iter().enumerate() {
            self.add(next, &format!("{path}.{list}[{branch}]"))?;
        }
        Ok(())
    }

    /// The information set of a decision.
    fn set(&mut self, node: &'j NodeText, below: &'j [NodeText]) -> Result<SetId, Problem> {
        let name = node.player.as_ref().ok_or(Problem::Without { part: "player" })?;
        let seat = self.players.iter().position(|other| other == name);
        let player = seat
            .map(Player::new)
            .ok_or_else(|| Problem::UnknownPlayer { name: name.clone(), allowed: self.players.join(", ") })?;
        let set = node.set.as_deref().ok_or(Problem::Without { part: "set" })?;
        if let Some(branch) = below.iter().position(|next| next.probability.is_some()) {
            return Err(Problem::ActionProbability { branch });
        }
        let labels = labels(below, "actions")?;
        if let Some(&known) = self.sets.get(&(player, set)) {
            let labels: Vec<String> = labels.into_iter().map(str::to_owned).collect();
            self.builder.same_actions(known, &labels)?;
            return Ok(known);
        }
        let known = self.builder.set(player, set, labels)?;
        self.sets.insert((player, set), known);
        Ok(known)
    }
}

/// Only a decision has a player and an information set.
fn without_player(node: &NodeText) -> Result<(), Problem> {
    match (&node.player, &node.set) {
        (None, None) => Ok(()),
        (Some(_), _) => Err(Problem::NoDecision { part: "player" }),
        (None, Some(_)) => Err(Problem::NoDecision { part: "set" }),
    }
}

fn labels<'j>(below: &'j [NodeText], list: &'static str) -> Result<Vec<&'j str>, Problem> {
    let numbered = below.iter().enumerate();
    numbered
        .map(|(branch, next)| {
            next.label.as_deref().ok_or(Problem::BranchWithout { list, branch, part: "label" })
        })
        .collect()
}

fn broken(path: &str) -> impl FnOnce(TreeError) -> TreeJsonError {
    let path = path.to_owned();
    |error| TreeJsonError::Node { path, problem: error.into() }
}

/// Why a text is no tree in JSON, and where.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum TreeJsonError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("players: two players are called {name:?}")]
    PlayerTwice { name: String },
    #[error("{path}: {problem}")]
    Node { path: String, problem: Problem },
}

/// The error in a node.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum Problem {
    #[error("a node has exactly one of `chance`, `actions` and `payoffs`")]
    NotOneList,
    #[error("a node with `actions` also has `{part}`")]
    Without { part: &'static str },
    #[error("`{part}` belongs to a node with `actions`")]
    NoDecision { part: &'static str },
    #[error("no branch leads to the root, so it has no `{part}`")]
    NoBranch { part: &'static str },
    #[error("`{list}[{branch}]` has no `{part}`")]
    BranchWithout { list: &'static str, branch: usize, part: &'static str },
    #[error("`actions[{branch}]` has a `probability`, but only what is in `chance` has one")]
    ActionProbability { branch: usize },
    #[error("there is no player {name:?}; there is: {allowed}")]
    UnknownPlayer { name: String, allowed: String },
    #[error(transparent)]
    Tree(#[from] TreeError),
}
