//! Policies from Python as strategies in files.

use std::path::{Path, PathBuf};

use hinterhand_engine::Digest;
use hinterhand_players::files::column_file;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{About, Judgement as FileJudgement, KIND, Table, TableColumns};
use hinterhand_solvers::oracle::Oracle as _;
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::game::Game;
use crate::judge::{self, Judgement};
use crate::source::Source;
use crate::threads;

/// Writes what a policy plays at every information set to the file of a strategy, judged exactly. Then it sits in duels
/// and tournaments by the name of the file. `policy` is what `exploitability_of` takes, or a bot by its text; `name` is
/// what the file says of its origin.
#[pyfunction]
#[pyo3(signature = (game, policy, path, name = "a policy in Python", form = "current", most_nodes = None))]
pub(crate) fn export_policy(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    path: PathBuf,
    name: &str,
    form: &str,
    most_nodes: Option<usize>,
) -> PyResult<Judgement> {
    let (rules, form) = (Game::of(py, game)?.rules, Game::form(form)?);
    let source = Source::of(py, rules, most_nodes)?;
    let policies = judge::policies(py, rules, &source, policy, form, None)?;
    py.detach(|| write(rules, &source, &policies, &path, name))
}

/// Writes policies in the order of the treeplexes.
pub(crate) fn write(
    rules: &'static LoadedGame,
    source: &Source,
    policies: &[Vec<f64>; 2],
    path: &Path,
    name: &str,
) -> PyResult<Judgement> {
    let judged = threads::with_all(|| source.judge(policies.each_ref().map(Vec::as_slice)))?;
    let [first, second] = judged.best_responses;
    let entries = [0, 1].into_iter().flat_map(|player| {
        let policy = &policies[player];
        (0..source.treeplex(player).infosets()).map(move |infoset| {
            let decision = source.decision(rules, player, infoset);
            (Digest::of(&decision.info_set).bits(), &policy[source.treeplex(player).sequences_of(infoset)])
        })
    });
    let columns = TableColumns::of(entries).map_err(error)?;
    let about = About {
        judged: FileJudgement {
            values: vec![judged.value, -judged.value],
            gains: vec![first - judged.value, second + judged.value],
            by_turnup: Vec::new(),
        },
        ..About::new(rules.settings(), Table::FORM, name.to_owned(), 0)
    };
    let about = serde_json::to_value(about).map_err(error)?;
    column_file::write(path, KIND, &about, &columns.columns())
        .map_err(|fault| message(format!("cannot write {}: {fault}", path.display())))?;
    Ok(Judgement::of(&judged, None))
}
