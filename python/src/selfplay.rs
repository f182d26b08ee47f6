//! Hands between bots as rows for learners, one for each decision.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use hinterhand_matches::selfplay::{
    COLUMNS, Ended, Form, Hands, Plan, Player, RunError, Table, rows, run, write_file,
};
use hinterhand_matches::workers::Workers;
use hinterhand_players::bots::{Bot, BotError, BotFor};
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;
use pyo3::prelude::*;

use crate::error::{error, message};
use crate::frame::{Frame, Rows};
use crate::game::Game;
use crate::{bot, threads, work};

/// What became of the hands.
enum Written {
    /// They are in the file, with this number of rows.
    Rows(u64),
    /// They are a table.
    Frame(Frame),
    /// It was stopped.
    Nothing,
}

/// Plays hands between bots, which move on by a seat from hand to hand, and returns a row for each decision, as a `Frame`:
/// `pandas.DataFrame.from_arrow(rows)` and `polars.DataFrame(rows)` are tables of them. The columns are `hand`, `decision`, `ply`, `seat`, `bot`, `seen`, `legal`, `action`, `policy`, `value` and `won`. With `out` they are
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
    let form = |path: &PathBuf| {
        Form::of(path)
            .ok_or_else(|| message(format!("{}: the name must end with .parquet or .jsonl", path.display())))
    };
    let out = out.map(|path| Ok::<_, PyErr>((form(&path)?, path))).transpose()?;
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
            Some((form, path)) => {
                let hands = Hands { plan: &plan, numbers: 0..hands, play: &play, workers };
                let rows = write_file(path, *form, &hands, desk.stop, |number| desk.reached(number + 1))?;
                Ok(rows.map_or(Written::Nothing, Written::Rows))
            }
            None => {
                let mut table = Rows::new(COLUMNS);
                let ended = run(0..hands, &play, workers, desk.stop, |hand| {
                    desk.reached(hand.number + 1);
                    rows(&plan, hand).for_each(|cells| table.push(&cells));
                    Ok::<_, io::Error>(())
                });
                match ended {
                    Ok(Ended::Over) => Ok(Written::Frame(table.finish()?)),
                    Ok(_) => Ok(Written::Nothing),
                    Err(RunError::Hand(fault)) => Err(fault.into()),
                    Err(RunError::Keep(fault)) => Err(fault.into()),
                }
            }
        }
    })?;
    match written.map_err(error)? {
        Written::Rows(rows) => Ok(rows.into_pyobject(py)?.into_any()),
        Written::Frame(frame) => Ok(Bound::new(py, frame)?.into_any()),
        Written::Nothing => Err(message("it was stopped")),
    }
}
