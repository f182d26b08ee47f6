//! Hands between bots as rows for learners, one for each decision.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use hinterhand_matches::selfplay::{
    Ended, Form, Hands, Plan, Player, RowFile, RunError, Table, run, write_file,
};
use hinterhand_matches::workers::Workers;
use hinterhand_players::bots::{Bot, BotError, BotFor};
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{error, message};
use crate::game::Game;
use crate::{bot, threads, work};

/// What became of the hands.
enum Written {
    /// They are in the file, with this number of rows.
    Rows(u64),
    /// They are lines of JSON.
    Lines(Vec<u8>),
    /// It was stopped.
    Nothing,
}

/// Plays hands between bots, which move on by a seat from hand to hand, and returns a row for each decision, as a
/// dictionary of columns: `pandas.DataFrame(rows)` and `polars.DataFrame(rows)` are tables of them. The columns are
/// `hand`, `decision`, `ply`, `seat`, `bot`, `seen`, `legal`, `action`, `policy`, `value` and `won`. With `out` they are
/// written to that file instead, whose name ends with .parquet or .jsonl, and the number of rows is returned.
///
/// >>> rows = hinterhand.selfplay("kuhn", ["random"], hands=2, seed=1)
/// >>> rows["seen"][0], rows["legal"][0], rows["policy"][0]
/// ('deal:Q', ['bet', 'pass'], [0.5, 0.5])
/// >>> len(rows["won"]) == len(rows["hand"])
/// True
#[pyfunction]
#[pyo3(signature = (game, bots, hands = 1000, seed = 1, out = None, threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn selfplay<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    bots: Vec<Bound<'py, PyAny>>,
    hands: u64,
    seed: u64,
    out: Option<PathBuf>,
    threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = Game::of(py, game)?.rules;
    let bots: Vec<Bot> = bots.iter().map(bot::open).collect::<PyResult<_>>()?;
    if bots.is_empty() {
        return Err(message("self-play needs a bot at least"));
    }
    if bots.iter().any(|bot| bot.spec().cheats()) {
        return Err(error(BotError::Cheating));
    }
    let form = match &out {
        None => Form::Jsonl,
        Some(path) => Form::of(path).ok_or_else(|| {
            message(format!("{}: the name must end with .parquet or .jsonl", path.display()))
        })?,
    };
    let plan = Plan {
        game: rules.name().to_owned(),
        options: option_value::given(rules.settings()),
        rules: rules_hash(rules.settings()),
        hands,
        seed,
        bots: bots.iter().map(Player::of).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let threads = threads::count(threads)?;
    let written = work::run(py, &bots, Some(hands), progress, |desk| -> anyhow::Result<Written> {
        let seated: Vec<BotFor<'_>> =
            bots.iter().map(|bot| bot.for_referee(rules)).collect::<Result<_, _>>()?;
        let table = Table::new(rules, &bots, seated, seed);
        let play = |number, stop: &_| table.play(number, stop);
        let workers = &Workers::new(threads)?;
        match &out {
            Some(path) => {
                let hands = Hands { plan: &plan, numbers: 0..hands, play: &play, workers };
                let rows = write_file(path, form, &hands, desk.stop, |number| desk.reached(number + 1))?;
                Ok(rows.map_or(Written::Nothing, Written::Rows))
            }
            None => {
                let mut lines = Vec::new();
                let mut file = RowFile::new(form, &plan, &mut lines)?;
                let ended = run(0..hands, &play, workers, desk.stop, |hand| {
                    desk.reached(hand.number + 1);
                    file.hand(hand)
                });
                let over = match ended {
                    Ok(ended) => ended == Ended::Over,
                    Err(RunError::Hand(fault)) => return Err(fault.into()),
                    Err(RunError::Keep(fault)) => return Err(fault.into()),
                };
                file.finish()?;
                Ok(if over { Written::Lines(lines) } else { Written::Nothing })
            }
        }
    })?;
    match written.map_err(error)? {
        Written::Rows(rows) => Ok(rows.into_pyobject(py)?.into_any()),
        Written::Lines(lines) => columns(py, &lines),
        Written::Nothing => Err(message("it was stopped")),
    }
}

/// Lines of JSON as a dictionary of columns.
fn columns<'py>(py: Python<'py>, lines: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let names =
        ["hand", "decision", "ply", "seat", "bot", "seen", "legal", "action", "policy", "value", "won"];
    let mut array = Vec::with_capacity(lines.len() + 2);
    array.push(b'[');
    array.extend(lines.iter().map(|&byte| if byte == b'\n' { b',' } else { byte }));
    if array.len() > 1 {
        array.pop();
    }
    array.push(b']');
    let rows: Vec<Bound<'py, PyDict>> = py.import("json")?.call_method1("loads", (&array[..],))?.extract()?;
    let columns = PyDict::new(py);
    for name in names {
        let column = rows.iter().map(|row| row.as_any().get_item(name));
        columns.set_item(name, column.collect::<PyResult<Vec<_>>>()?)?;
    }
    Ok(columns.into_any())
}
