//! Judging a strategy from a file, and answering it best.

use std::path::Path;

use anyhow::Context as _;
use hinterhand_engine::{Player, Settings};
use hinterhand_kinderschnapsen::Solution;
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{Policy, SetId};
use serde_json::Value as Json;

use super::kinderschnapsen::{self, Equity, GameSolution};
use super::{About, FileStrategy, Judgement, KIND, Parts, Sequences, Table, TableColumns};
use crate::files::column_file;
use crate::games::LoadedGame;

/// A strategy before its judges.
pub enum Verdict<'f> {
    /// One on the tree of its game.
    Tree {
        /// The game, written out.
        game: AnyTree,
        /// The strategy.
        policy: Policy,
    },
    /// One in the numbers of an oracle.
    Sequences(Sequences<'f>),
    /// A solution of Kinderschnapsen.
    Kinderschnapsen(Box<Solution<'f>>),
    /// One for a whole game of it.
    KinderschnapsenGame(GameSolution<'f>),
}

impl<'f> Verdict<'f> {
    /// Brings the strategy to the judges; a game that is to be written out must have at most this number of
    /// nodes.
    pub fn new(
        game: &LoadedGame,
        strategy: FileStrategy<'f>,
        most_nodes: usize,
    ) -> anyhow::Result<Verdict<'f>> {
        match strategy {
            FileStrategy::Table(table) => {
                let game = game.methods().tree(most_nodes)?;
                let policy = table.policy(&game)?;
                Ok(Verdict::Tree { game, policy })
            }
            FileStrategy::Sequences(sequences) => Ok(Verdict::Sequences(sequences)),
            FileStrategy::Kinderschnapsen(solution) => Ok(Verdict::Kinderschnapsen(solution)),
            FileStrategy::KinderschnapsenGame(game) => Ok(Verdict::KinderschnapsenGame(game)),
        }
    }

    /// The judgement of the strategy, and for a whole game the probability of winning from each score. With
    /// `answer` the best response is written to a file, too.
    pub fn judgement(&self, answer: Option<&Answer<'_>>) -> anyhow::Result<(Judgement, Option<Equity>)> {
        Ok(match self {
            Verdict::Tree { game, policy } => {
                answer.map_or(Ok(()), |answer| answer.write_tree(game, policy))?;
                (judgement(game, policy), None)
            }
            Verdict::Sequences(sequences) => {
                answer.map_or(Ok(()), |answer| answer.write_sequences(sequences))?;
                (sequences.judge(), None)
            }
            Verdict::Kinderschnapsen(solution) => {
                answer.map_or(Ok(()), |answer| answer.write_hand(solution))?;
                (kinderschnapsen::judgement(&solution.judge()), None)
            }
            Verdict::KinderschnapsenGame(game) => {
                let (judged, equity) = match answer {
                    Some(answer) => answer.write_game(game)?,
                    None => game.judge()?,
                };
                (judged, Some(equity))
            }
        })
    }
}

/// The destination of the strategy that plays, in every seat, the best response to another one.
pub struct Answer<'a> {
    /// The file.
    pub path: &'a Path,
    /// The strategy that is answered.
    pub to: &'a About,
    /// The name of its content.
    pub name: &'a str,
    /// The game.
    pub settings: &'a Settings,
}

impl Answer<'_> {
    fn about(&self, form: &str) -> About {
        About::new(self.settings, form, format!("best response to {}", self.name), 0)
    }

    fn write_tree(&self, game: &AnyTree, policy: &Policy) -> anyhow::Result<()> {
        let tree = game.tree();
        let players = Player::all(tree.players());
        let answers: Vec<Policy> =
            players.map(|player| judges::best_response(tree, player, policy).policy).collect();
        let sets = tree.sets().iter().enumerate();
        let parts = sets.flat_map(|(number, set)| {
            answers[set.player().index()].at(tree, SetId::new(number)).iter().copied()
        });
        let best = Policy::new(tree, parts.collect())?;
        let about = About { judged: judgement(game, &best), ..self.about(Table::FORM) };
        let columns = TableColumns::new(game, &best)?;
        column_file::write(self.path, KIND, &serde_json::to_value(about)?, &columns.columns())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn write_sequences(&self, sequences: &Sequences<'_>) -> anyhow::Result<()> {
        let best = sequences.best_response();
        let about = About { judged: best.judge(), ..self.about(Sequences::FORM) };
        best.write(self.path, &about).with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn write_hand(&self, solution: &Solution<'_>) -> anyhow::Result<()> {
        let best = solution.best_response();
        let judged = kinderschnapsen::judgement(&best.judge());
        let about = About { judged, ..self.about(kinderschnapsen::FORM) };
        kinderschnapsen::write(self.path, &about, &best)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes the best answer at each score to a file of its own, so that no two are held in memory, and at
    /// last all of them to one. They are not judged: that takes as long again and may not even be possible.
    fn write_game(&self, game: &GameSolution<'_>) -> anyhow::Result<(Judgement, Equity)> {
        let parts = Parts::of(self.path.to_owned());
        let judged = game.judge_and(|score, solution, payoffs| {
            parts.write(score, &Json::Null, &solution.best_response_for(&payoffs))
        });
        // The files written beside it are useless unless all of them exist.
        let (judged, equity) = judged.inspect_err(|_| drop(parts.remove()))?;
        // The header must have the equity by which the results are ranked.
        let about = About { equity: self.to.equity.clone(), ..self.about(kinderschnapsen::GAME_FORM) };
        parts.compose(&about)?;
        Ok((judged, equity))
    }
}

/// The judgement of a policy.
pub fn judgement(game: &AnyTree, policy: &Policy) -> Judgement {
    let tree = game.tree();
    let values = judges::values(tree, &vec![policy; tree.players()]);
    let gains = judges::exploitability(tree, policy).gains;
    Judgement { values, gains, by_turnup: Vec::new() }
}
