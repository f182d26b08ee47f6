//! Small games that are solved here, also with fixed behaviour, and kept for the next question.

use std::sync::{Arc, Mutex, PoisonError};

use hinterhand_engine::Game as _;
use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{FixedTree, Policy, SetId, Tree};
use serde_json::{Value as Json, json};

use super::lock::{AsBot, Lock, fixed};
use super::written::{MOST_NODES, Written};

/// A game that was solved.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(super) written: Arc<Written>,
    pub(super) policy: Policy,
    /// What each player wins.
    values: Vec<f64>,
    /// What each could still win more at the decisions that are not fixed.
    gains: Vec<f64>,
    iterations: u64,
    /// The number of information sets that are fixed.
    fixed: usize,
}

/// Games that were written out, and solved, by their names, options and what is fixed; the last one at the end.
#[derive(Debug, Default)]
pub(crate) struct Solutions {
    written: Kept<Result<Arc<Written>, String>>,
    solved: Kept<Arc<Solved>>,
    /// Which games are small enough.
    small: Kept<bool>,
}

/// What is kept, by its name; what was asked for last stands last.
type Kept<T> = Mutex<Vec<(String, T)>>;

/// The number of games that are kept.
const MOST_KEPT: usize = 8;

/// An equilibrium is good enough when all players together could win no more than this.
const WITHIN: f64 = 1e-4;

/// The nodes that are visited at most, so that a small game is solved well and a larger one in some seconds.
const VISITS: u64 = 400_000_000;

impl Solutions {
    /// Whether a game is small enough to be written out and solved.
    pub(crate) fn is_offered(&self, game: &LoadedGame) -> bool {
        let key = key(game, &json!(null));
        if let Some(found) = kept(&self.small, &key) {
            return found;
        }
        let is_small = game.players() > 1 && game.methods().tree_size(MOST_NODES).1;
        keep(&self.small, key, is_small);
        is_small
    }

    /// A game that was written out, or why it was not.
    pub(super) fn written(&self, game: &LoadedGame) -> Result<Arc<Written>, String> {
        let key = key(game, &json!(null));
        if let Some(found) = kept(&self.written, &key) {
            return found;
        }
        let made = Written::of(game).map(Arc::new);
        keep(&self.written, key, made.clone());
        made
    }

    /// The solution of a game in which this is fixed; `as_bot` is the policy of a bot.
    pub(crate) fn solved(
        &self,
        game: &LoadedGame,
        locks: &[Lock],
        as_bot: &AsBot<'_>,
    ) -> Result<Arc<Solved>, String> {
        let told: Vec<Json> =
            locks.iter().map(|lock| json!([lock.player, lock.bot, lock.seen, lock.probabilities])).collect();
        let key = key(game, &told.into());
        if let Some(found) = kept(&self.solved, &key) {
            return Ok(found);
        }
        let written = self.written(game)?;
        if game.players() < 2 {
            return Err("a game of one player has no equilibrium to find".to_owned());
        }
        let tree = written.tree.tree();
        let (policy, is_fixed) = fixed(&written, locks, as_bot)?;
        let rest = FixedTree::new(tree, &policy, &is_fixed);
        let (found, gains, iterations) = solve(rest.tree());
        let policy = rest.whole(&found);
        let values = judges::values(tree, &vec![&policy; tree.players()]);
        let fixed = is_fixed.into_iter().filter(|&is_fixed| is_fixed).count();
        let solved = Arc::new(Solved { written, policy, values, gains, iterations, fixed });
        keep(&self.solved, key, Arc::clone(&solved));
        Ok(solved)
    }
}

/// Solves what is left, until it is good enough; the same on every machine.
fn solve(tree: &Tree) -> (Policy, Vec<f64>, u64) {
    let most = (VISITS / tree.node_count() as u64).max(64);
    let mut solver = Cfr::<f64>::new(tree, Variant::PCFR_PLUS);
    let mut judged = 64;
    loop {
        while solver.iterations() < judged.min(most) {
            solver.step();
        }
        let policy = solver.average();
        let gains = judges::exploitability(tree, &policy).gains;
        if gains.iter().sum::<f64>() <= WITHIN || solver.iterations() >= most {
            return (policy, gains, solver.iterations());
        }
        judged *= 2;
    }
}

impl Solved {
    /// What it is, for a browser.
    pub(crate) fn json(&self) -> Json {
        json!({
            "values": self.values, "gains": self.gains, "iterations": self.iterations,
            "sets": self.written.entries.len(), "fixed": self.fixed,
        })
    }

    /// What each legal action of a player is worth, when all others play by the solution.
    pub(crate) fn action_values(&self, player: usize, info_set: &AnyInfoSet) -> Option<Vec<f64>> {
        let set = self.set(player, info_set)?;
        self.written.action_values(&self.policy, set)
    }

    fn set(&self, player: usize, info_set: &AnyInfoSet) -> Option<SetId> {
        self.written.tree.find(hinterhand_engine::Player::new(player), info_set)
    }
}

impl Strategy<AnyGame> for Solved {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        self.written.tree.probabilities(&self.policy, info_set, legal, out);
    }
}

fn key(game: &LoadedGame, more: &Json) -> String {
    json!([game.name(), option_value::given(game.settings()), more]).to_string()
}

fn kept<T: Clone>(all: &Kept<T>, key: &str) -> Option<T> {
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    let place = all.iter().position(|(other, _)| other == key)?;
    let found = all.remove(place);
    all.push(found);
    all.last().map(|(_, kept)| kept.clone())
}

fn keep<T>(all: &Kept<T>, key: String, made: T) {
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() >= MOST_KEPT {
        all.remove(0);
    }
    all.push((key, made));
}
