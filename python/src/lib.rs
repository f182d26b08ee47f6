//! The extension module of the Python package: thin classes over the object-safe face of games, bots and solvers.
//!
//! No class can reach more than its Rust twin: a [`View`](view::View) holds what its seat sees. Nothing is shared
//! between threads without a lock, so the module declares that it can do without the interpreter's lock
//! (`gil_used = false`). The wheel is of the stable ABI, which a free-threaded interpreter of Python 3.14 cannot load;
//! built from source for one, it runs there.

#![allow(clippy::needless_pass_by_value, reason = "arguments come by value from Python")]

mod arrangement;
mod array;
mod bot;
mod detached;
mod duel;
mod error;
mod export;
mod frame;
mod game;
mod heat_map;
mod html;
mod info_sets;
mod json;
mod judge;
mod oracle;
mod own_bot;
mod own_game;
mod own_tree;
mod report;
mod selfplay;
mod solution_losses;
mod source;
mod state;
mod store;
mod strategy;
mod threads;
mod tournament;
mod training;
mod vector_env;
mod view;
mod work;

/// What the package `hinterhand` is made of.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::bot::{Bot, Decision, bots};
    #[pymodule_export]
    use super::duel::{Duel, duel};
    #[pymodule_export]
    use super::error::Error;
    #[pymodule_export]
    use super::export::export_policy;
    #[pymodule_export]
    use super::frame::Frame;
    #[pymodule_export]
    use super::game::{Game, games, load_game};
    #[pymodule_export]
    use super::info_sets::InfoSets;
    #[pymodule_export]
    use super::judge::{Judgement, exploitability, exploitability_of, loss_report};
    #[pymodule_export]
    use super::oracle::{Oracle, oracle};
    #[pymodule_export]
    use super::own_bot::{add_bot, add_policy};
    #[pymodule_export]
    use super::own_game::add_game;
    #[pymodule_export]
    use super::own_tree::add_tree;
    #[pymodule_export]
    use super::report::{Report, report};
    #[pymodule_export]
    use super::selfplay::selfplay;
    #[pymodule_export]
    use super::state::{State, read_record, restored};
    #[pymodule_export]
    use super::store::Store;
    #[pymodule_export]
    use super::strategy::{Strategy, load_strategy};
    #[pymodule_export]
    use super::tournament::{Tournament, tournament};
    #[pymodule_export]
    use super::training::{Solution, algorithms, solve};
    #[pymodule_export]
    use super::vector_env::Batch;
    #[pymodule_export]
    use super::view::View;

    #[pymodule_init]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        super::threads::imported();
        Ok(())
    }
}
