//! Games that are handed over as whole trees, in the registry beside all others.

use hinterhand_engine::games::Tree;
use hinterhand_engine::games::tree::{MAX_PLAYERS, TreeBuilder, TreeError, words};
use hinterhand_engine::{Digest, Game as _, GameInfo, Player, Settings};
use hinterhand_players::games;
use hinterhand_solvers::dynamic::{GameKind, Offers};
use numpy::PyUntypedArrayMethods as _;
use pyo3::prelude::*;

use crate::array::{self, Vector};
use crate::error::{error, message};
use crate::own_game;
use crate::view::key_of;

/// The outcomes of an event of chance: label and probability of each.
type Event = Vec<(String, f64)>;
/// An information set: the player, a name, the label of each action.
type Set = (usize, String, Vec<String>);

/// Enters a game that is given as a whole tree. `events` are what chance may decide, each a list of labels and
/// probabilities; `sets` are the information sets, each the seat of the player, a name and the labels of the actions.
/// The nodes are in prefix order, in two arrays: `kinds` has 0 where chance decides, 1 where a player does and 2 at an
/// end, and `numbers` the number of the event or of the set. `payoffs` has the payoff of each player for each end, one
/// after another. Labels that are no words are made words. Returns the key of each information set, as `View.key` has it.
///
/// >>> import numpy
/// >>> guess = (1, "guess", ["heads", "tails"])
/// >>> kinds = numpy.array([1, 1, 2, 2, 1, 2, 2], "int64")
/// >>> keys = hinterhand.add_tree("penny", 2, [], [(0, "hide", ["heads", "tails"]), guess], kinds,
/// ...     numpy.array([0, 1, 0, 0, 1, 0, 0], "int64"), numpy.array([-1, 1, 1, -1, 1, -1, -1, 1.0]))
/// >>> abs(hinterhand.solve("penny", target=1e-6).value) < 1e-6
/// True
#[pyfunction]
#[pyo3(signature = (name, players, events, sets, kinds, numbers, payoffs, title = None))]
#[allow(clippy::too_many_arguments, reason = "the parts of a tree")]
pub(crate) fn add_tree(
    py: Python<'_>,
    name: &str,
    players: usize,
    events: Vec<Event>,
    sets: Vec<Set>,
    kinds: Vector<'_, i64>,
    numbers: Vector<'_, i64>,
    payoffs: Vector<'_, f64>,
    title: Option<&str>,
) -> PyResult<Vec<String>> {
    own_game::free(name)?;
    let title = title.unwrap_or(name);
    if !(2..=MAX_PLAYERS).contains(&players) {
        return Err(error(TreeError::Players { count: players }));
    }
    let nodes = kinds.len();
    let (kinds, numbers) = (array::read(&kinds, "kinds", nodes)?, array::read(&numbers, "numbers", nodes)?);
    let ends = kinds.iter().filter(|&&kind| kind == END).count();
    let payoffs = array::read(&payoffs, "payoffs", ends * players)?;
    let nodes = Nodes { kinds, numbers, payoffs };
    let (tree, keys) = py.detach(|| build(title, players, &events, &sets, &nodes))?;
    // The registry keeps names as long as the program lives.
    let kept = |text: &str| &*text.to_owned().leak();
    let info = GameInfo { status: "in Python", ..GameInfo::new(kept(name), kept(title)) };
    let new = move |_: &Settings| Ok(tree.clone());
    games::add(GameKind::described_by(Settings::described(info), new, Offers::remembering()));
    Ok(keys)
}

/// The kinds of nodes.
const CHANCE: i64 = 0;
const CHOICE: i64 = 1;
const END: i64 = 2;

/// All nodes in prefix order.
struct Nodes<'a> {
    kinds: &'a [i64],
    numbers: &'a [i64],
    payoffs: &'a [f64],
}

/// The tree, and the key of each information set.
fn build(
    title: &str,
    players: usize,
    events: &[Event],
    sets: &[Set],
    nodes: &Nodes<'_>,
) -> PyResult<(Tree, Vec<String>)> {
    let names: Vec<String> = (0..players).map(|player| format!("player {player}")).collect();
    let mut tree = TreeBuilder::new(title, names.iter().map(String::as_str)).map_err(error)?;
    let event_ids = events.iter().map(|outcomes| {
        let labels = words(outcomes.iter().map(|(label, _)| label.as_str()));
        tree.event(
            labels.iter().map(String::as_str).zip(outcomes.iter().map(|(_, probability)| *probability)),
        )
    });
    let event_ids = event_ids.collect::<Result<Vec<_>, _>>().map_err(error)?;
    let set_ids = sets.iter().map(|(player, name, labels)| {
        if *player >= players {
            return Err(TreeError::OtherPlayer { player: Player::new((*player).min(15)), players });
        }
        let labels = words(labels.iter().map(String::as_str));
        tree.set(Player::new(*player), name, labels.iter().map(String::as_str))
    });
    let set_ids = set_ids.collect::<Result<Vec<_>, _>>().map_err(error)?;
    let mut ends = nodes.payoffs.chunks_exact(players);
    // A node of each set: what is known there is the set.
    let mut somewhere = vec![None; sets.len()];
    for (node, (&kind, &number)) in nodes.kinds.iter().zip(nodes.numbers).enumerate() {
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        let unknown = || message(format!("node {node}: there is no number {number} of its kind"));
        let added = match kind {
            CHANCE => tree.chance(*event_ids.get(place).ok_or_else(unknown)?),
            CHOICE => tree.decision(*set_ids.get(place).ok_or_else(unknown)?),
            END => tree.end(ends.next().expect("their number was checked")),
            _ => return Err(message(format!("node {node}: there is no kind {kind}; there are 0, 1 and 2"))),
        };
        let added = added.map_err(|fault| message(format!("node {node}: {fault}")))?;
        if kind == CHOICE {
            somewhere[place].get_or_insert(added);
        }
    }
    let tree = tree.finish().map_err(error)?;
    let keys = somewhere.iter().zip(sets).map(|(node, (player, name, _))| {
        let node = node.ok_or_else(|| message(format!("the information set `{name}` has no node")))?;
        Ok(key_of(Digest::of(&tree.info_set(&node, Player::new(*player)))))
    });
    let keys = keys.collect::<PyResult<_>>()?;
    Ok((tree, keys))
}
