//! Two stores, held against each other table for table.
//!
//! What says when, where and how fast something was done differs by its nature, and is left out: the dates, threads and
//! seconds of runs and in how many of them a tournament was played; the times within the decisions of hands; the
//! seconds of judgements; of experiments the seconds, the dates, the commit, the machine, and figures that are times.

use rusqlite::types::Value;
use rusqlite::{Row, Rows};

use super::{Outcome, Store, StoreError};
use hinterhand_players::bots::Decisions;

/// A table without the columns that differ by their nature, in the order of its key.
struct Table {
    name: &'static str,
    sql: &'static str,
    /// The column of packed decisions or of outcomes, whose times are left out.
    timed: Option<Timed>,
}

#[derive(Clone, Copy)]
enum Timed {
    Decisions(usize),
    Outcome(usize),
}

/// All tables of the schema. Rows are known by names, since numbers depend on the order in which things were begun.
const TABLES: [Table; 10] = [
    Table {
        name: "tournaments",
        sql: "SELECT name, plan, game, rules, players FROM tournaments ORDER BY name",
        timed: None,
    },
    Table {
        name: "bots",
        sql: "SELECT t.name, b.bot, b.name, spec, options, version FROM bots AS b
            JOIN tournaments AS t ON t.id = b.tournament ORDER BY t.name, b.bot",
        timed: None,
    },
    Table {
        name: "pairings",
        sql: "SELECT t.name, pairing, bots FROM pairings JOIN tournaments AS t ON t.id = tournament ORDER BY 1, 2",
        timed: None,
    },
    Table {
        name: "runs",
        sql: "SELECT DISTINCT t.name, version FROM runs JOIN tournaments AS t ON t.id = tournament ORDER BY 1, 2",
        timed: None,
    },
    Table {
        name: "deals",
        sql: "SELECT t.name, deal, pairing, payoffs FROM deals JOIN tournaments AS t ON t.id = tournament
            ORDER BY 1, 2, 3",
        timed: None,
    },
    Table {
        name: "hands",
        sql: "SELECT t.name, deal, pairing, seating, hand, seats, actions, returns, forfeit, decisions FROM hands
            JOIN tournaments AS t ON t.id = tournament ORDER BY 1, 2, 3, 4, 5",
        timed: Some(Timed::Decisions(9)),
    },
    Table {
        name: "luck",
        sql: "SELECT t.name, judge, deal, pairing, dealt, drawn, decided FROM luck
            JOIN tournaments AS t ON t.id = tournament ORDER BY 1, 2, 3, 4",
        timed: None,
    },
    Table {
        name: "trainings",
        sql: "SELECT name, game, options, rules, algorithm, task, config, version, iteration, exploitability, value,
            value_low, value_high FROM trainings LEFT JOIN training_points ON training = id ORDER BY name, iteration",
        timed: None,
    },
    Table {
        name: "training_bouts",
        sql: "SELECT name, iteration, number, bot, hands, mean, mean_low, mean_high FROM training_bouts
            JOIN trainings ON training = id ORDER BY 1, 2, 3",
        timed: None,
    },
    Table {
        name: "experiment_cells",
        sql: "SELECT experiment, scale, seed, cell, work, version, outcome FROM experiment_cells ORDER BY 1, 2, 3, 4",
        timed: Some(Timed::Outcome(6)),
    },
];

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The stores have the same rows; their number.
    Same(u64),
    /// The first difference: the table, and the row of each store; none where a store has no further row.
    Different {
        /// The table.
        table: &'static str,
        /// The row of the first store.
        first: Option<String>,
        /// The row of the second one.
        second: Option<String>,
    },
}

impl Store {
    /// Holds this store against another one.
    pub fn compare(&self, other: &Store) -> Result<Comparison, StoreError> {
        let mut rows = 0;
        for table in &TABLES {
            let mut statements = [
                self.try_to(|connection| connection.prepare(table.sql))?,
                other.try_to(|connection| connection.prepare(table.sql))?,
            ];
            let [mine, theirs] = &mut statements;
            let mut mine = mine.query(()).map_err(|error| StoreError::of(&self.path, &error))?;
            let mut theirs = theirs.query(()).map_err(|error| StoreError::of(&other.path, &error))?;
            loop {
                let pair = [self.next_row(table, &mut mine)?, other.next_row(table, &mut theirs)?];
                match pair {
                    [None, None] => break,
                    [first, second] if first == second => rows += 1,
                    [first, second] => {
                        return Ok(Comparison::Different { table: table.name, first, second });
                    }
                }
            }
        }
        Ok(Comparison::Same(rows))
    }

    /// The next row as text.
    fn next_row(&self, table: &Table, rows: &mut Rows<'_>) -> Result<Option<String>, StoreError> {
        let next = rows.next().map_err(|error| StoreError::of(&self.path, &error))?;
        let Some(row) = next else { return Ok(None) };
        let text = table.text(row).map_err(|error| StoreError::of(&self.path, &error))?;
        let wrong = || StoreError::senseless(&self.path, &format!("a row of `{}`", table.name));
        text.map(Some).ok_or_else(wrong)
    }
}

impl Table {
    /// A row as text; `None` if its times cannot be told apart.
    fn text(&self, row: &Row<'_>) -> rusqlite::Result<Option<String>> {
        let mut text = String::new();
        for column in 0..row.as_ref().column_count() {
            let value: Value = row.get(column)?;
            let shown = match (self.timed, value) {
                (Some(Timed::Decisions(at)), Value::Blob(bytes)) if at == column => {
                    let mut decisions = Decisions::packed(bytes);
                    decisions.take_times().map(|_| format!("{:?}", decisions.bytes()))
                }
                (Some(Timed::Outcome(at)), Value::Text(outcome)) if at == column => {
                    let outcome = serde_json::from_str::<Outcome>(&outcome).ok();
                    outcome.map(|outcome| format!("{:?}", outcome.without_times()))
                }
                (_, value) => Some(format!("{value:?}")),
            };
            let Some(shown) = shown else { return Ok(None) };
            text += &shown;
            text.push(' ');
        }
        Ok(Some(text))
    }
}
