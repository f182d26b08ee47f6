//! Judging a strategy from a file, and answering it best.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_engine::{Player, Settings};
use hinterhand_solvers::judges;
use hinterhand_solvers::kinderschnapsen::Solution;
use hinterhand_solvers::tree::{GameTree, Policy, SetId};

use super::kinderschnapsen::{self, Equity, GameSolution};
use super::{About, FileStrategy, Judgement, KIND, Table, TableColumns};
use crate::column_file;
use crate::games::Playable;

/// A strategy before its judges.
pub enum Verdict<'f, G: Playable> {
    /// One on the tree of its game.
    Tree {
        /// The game, written out.
        game: Box<GameTree<G>>,
        /// The strategy.
        policy: Policy,
    },
    /// A solution of Kinderschnapsen.
    Kinderschnapsen(Box<Solution<'f>>),
    /// One for a whole game of it.
    KinderschnapsenGame(GameSolution<'f>),
}

impl<'f, G: Playable> Verdict<'f, G> {
    /// Brings the strategy to the judges; a game that is to be written out must have at most so many nodes.
    pub fn new(game: &G, strategy: FileStrategy<'f>, most_nodes: usize) -> anyhow::Result<Verdict<'f, G>> {
        match strategy {
            FileStrategy::Table(table) => {
                let game = Box::new(GameTree::compile(game, most_nodes)?);
                let policy = table.policy(&game)?;
                Ok(Verdict::Tree { game, policy })
            }
            FileStrategy::Kinderschnapsen(solution) => Ok(Verdict::Kinderschnapsen(solution)),
            FileStrategy::KinderschnapsenGame(game) => Ok(Verdict::KinderschnapsenGame(game)),
        }
    }

    /// How good it is, and of a whole game who wins it from each score.
    pub fn judgement(&self) -> anyhow::Result<(Judgement, Option<Equity>)> {
        Ok(match self {
            Verdict::Tree { game, policy } => (judgement(game, policy), None),
            Verdict::Kinderschnapsen(solution) => (kinderschnapsen::judgement(&solution.judge()), None),
            Verdict::KinderschnapsenGame(game) => {
                let (judged, equity) = game.judge()?;
                (judged, Some(equity))
            }
        })
    }

    /// Writes the strategy that plays, in every seat, the best answer to this one.
    pub fn write_best_response(&self, path: &Path, to: &str, settings: &Settings) -> anyhow::Result<()> {
        let algorithm = format!("best response to {to}");
        let (game, policy) = match self {
            Verdict::Tree { game, policy } => (game, policy),
            Verdict::Kinderschnapsen(solution) => {
                let best = solution.best_response();
                let mut about = About::new(settings, kinderschnapsen::FORM, algorithm, 0);
                about.judged = kinderschnapsen::judgement(&best.judge());
                return kinderschnapsen::write(path, &about, &best)
                    .with_context(|| format!("cannot write {}", path.display()));
            }
            Verdict::KinderschnapsenGame(_) => {
                bail!(
                    "the best response to a strategy for a whole game is judged, but not written to a file"
                );
            }
        };
        let tree = game.tree();
        let players = Player::all(tree.players());
        let answers: Vec<Policy> =
            players.map(|player| judges::best_response(tree, player, policy).policy).collect();
        let sets = tree.sets().iter().enumerate();
        let parts = sets.flat_map(|(number, set)| {
            answers[set.player().index()].at(tree, SetId::new(number)).iter().copied()
        });
        let best = Policy::new(tree, parts.collect())?;
        let mut about = About::new(settings, Table::FORM, algorithm, 0);
        about.judged = judgement(game, &best);
        let columns = TableColumns::new(game, &best)?;
        column_file::write(path, KIND, &serde_json::to_value(about)?, &columns.columns())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// What a policy is worth.
pub fn judgement<G: Playable>(game: &GameTree<G>, policy: &Policy) -> Judgement {
    let tree = game.tree();
    let values = judges::values(tree, &vec![policy; tree.players()]);
    let gains = judges::exploitability(tree, policy).gains;
    Judgement { values, gains, by_turnup: Vec::new() }
}
