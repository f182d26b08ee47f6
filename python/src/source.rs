//! The decisions of a game and what they are worth, by its own oracle or by its written-out tree.

use std::sync::Arc;

use hinterhand_engine::{Game as _, Rng};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::oracle::{self as oracles, GameOracle, PayoffMatrix, Treeplex};
use pyo3::prelude::*;

use crate::detached;
use crate::error::{error, message};
use crate::info_sets::Decision;

/// The decisions of a game of two players and what they are worth: by its own oracle, or by its written-out tree.
pub(crate) enum Source {
    /// Without the tree.
    Own(Arc<dyn GameOracle>),
    /// From the tree.
    Tree(AnyTree, Box<PayoffMatrix>),
}

impl oracles::Oracle for Source {
    fn treeplex(&self, player: usize) -> &Treeplex {
        match self {
            Source::Own(oracle) => oracle.treeplex(player),
            Source::Tree(_, matrix) => matrix.treeplex(player),
        }
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], memory: &mut Vec<f64>) {
        match self {
            Source::Own(oracle) => oracle.gradient(player, plan, gradient, memory),
            Source::Tree(_, matrix) => matrix.gradient(player, plan, gradient, memory),
        }
    }
}

impl Source {
    /// The decisions of a game, which is written out if it has at most this number of nodes.
    pub(crate) fn of(
        py: Python<'_>,
        rules: &'static LoadedGame,
        most_nodes: Option<usize>,
    ) -> PyResult<Source> {
        detached::left_alone(py, move || Source::made(rules, most_nodes))?
    }

    fn made(rules: &LoadedGame, most_nodes: Option<usize>) -> PyResult<Source> {
        let players = rules.players();
        if players != 2 {
            return Err(message(format!("{} has {players} players, and an oracle is of two", rules.name())));
        }
        match rules.methods().tree(most_nodes.unwrap_or(rules.most_nodes())) {
            Ok(tree) if tree.tree().is_zero_sum_of_two() => {
                let matrix = Box::new(PayoffMatrix::new(tree.tree()));
                Ok(Source::Tree(tree, matrix))
            }
            Ok(_) => Err(message(format!("{} is not zero-sum", rules.name()))),
            Err(fault) => rules.oracle().map(Source::Own).ok_or_else(|| error(fault)),
        }
    }

    /// Judges a policy of each player.
    pub(crate) fn judge(&self, policies: [&[f64]; 2]) -> oracles::Judgement {
        let plans = [0, 1].map(|player| oracles::plan(self, player, policies[player]));
        oracles::judge(self, [&plans[0], &plans[1]])
    }

    /// The decision with this number.
    pub(crate) fn decision(&self, rules: &LoadedGame, player: usize, infoset: usize) -> Decision {
        let (info_set, legal) = match self {
            Source::Own(oracle) => oracle.decision(player, infoset),
            Source::Tree(tree, matrix) => {
                let info_set = tree.info_set(matrix.set(player, infoset));
                // The legal actions are the same at every state of the information set.
                let legal = rules.legal(&rules.sample(&info_set, &mut Rng::new(0, 0)));
                (info_set, legal)
            }
        };
        Decision { player, info_set, legal }
    }
}
