//! Rows of decisions as a file: JSON lines, or Parquet.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Hand, Plan};
use crate::parquet_file::{Cell, Kind, ParquetFile};

/// The format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One JSON object to a line.
    Jsonl,
    /// A Parquet file.
    Parquet,
}

impl Form {
    /// The form that the name of a file asks for.
    pub fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()? {
            "jsonl" => Some(Form::Jsonl),
            "parquet" => Some(Form::Parquet),
            _ => None,
        }
    }

    /// The extension of files of this form, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Form::Jsonl => "jsonl",
            Form::Parquet => "parquet",
        }
    }
}

/// The columns, and the keys of a line.
pub const COLUMNS: [(&str, Kind); 11] = [
    ("hand", Kind::Whole),
    ("decision", Kind::Whole),
    ("ply", Kind::Whole),
    ("seat", Kind::Whole),
    ("bot", Kind::Text),
    ("seen", Kind::Text),
    ("legal", Kind::Texts),
    ("action", Kind::Text),
    ("policy", Kind::Reals),
    ("value", Kind::MaybeReal),
    ("won", Kind::Real),
];

/// A row as a line.
#[derive(Serialize)]
struct Line<'h> {
    hand: u64,
    decision: usize,
    ply: usize,
    seat: usize,
    bot: &'h str,
    seen: &'h str,
    legal: &'h [String],
    action: &'h str,
    policy: &'h [f64],
    value: Option<f64>,
    won: f64,
}

/// A file of rows in the making.
#[derive(Debug)]
pub struct RowFile<'p, W: Write + Send> {
    plan: &'p Plan,
    table: Table<W>,
    rows: u64,
}

#[derive(Debug)]
enum Table<W: Write + Send> {
    Jsonl(W),
    Parquet(Box<ParquetFile<W>>),
}

impl<'p, W: Write + Send> RowFile<'p, W> {
    /// A file of hands of `plan`, written to `out`.
    pub fn new(form: Form, plan: &'p Plan, out: W) -> io::Result<RowFile<'p, W>> {
        let table = match form {
            Form::Jsonl => Table::Jsonl(out),
            Form::Parquet => {
                Table::Parquet(Box::new(ParquetFile::new(out, &COLUMNS, &json!(plan).to_string())?))
            }
        };
        Ok(RowFile { plan, table, rows: 0 })
    }

    /// Adds the decisions of a hand.
    pub fn hand(&mut self, hand: &Hand) -> io::Result<()> {
        for line in lines(self.plan, hand) {
            match &mut self.table {
                Table::Jsonl(out) => {
                    serde_json::to_writer(&mut *out, &line)?;
                    out.write_all(b"\n")?;
                }
                Table::Parquet(file) => file.row(&line.cells())?,
            }
            self.rows += 1;
        }
        Ok(())
    }

    /// Writes what is left, and returns how many rows there are.
    pub fn finish(self) -> io::Result<u64> {
        match self.table {
            Table::Jsonl(mut out) => out.flush()?,
            Table::Parquet(file) => file.finish()?,
        }
        Ok(self.rows)
    }
}

/// The decisions of a hand, one after another.
fn lines<'h>(plan: &'h Plan, hand: &'h Hand) -> impl Iterator<Item = Line<'h>> {
    hand.decisions.iter().enumerate().map(|(number, decision)| Line {
        hand: hand.number,
        decision: number,
        ply: decision.ply,
        seat: decision.seat,
        bot: &plan.bots[hand.seats[decision.seat]].bot,
        seen: &decision.seen,
        legal: &decision.legal,
        action: &decision.action,
        policy: &decision.policy,
        value: decision.value,
        won: hand.returns[decision.seat],
    })
}

/// The rows of a hand of `plan`, a cell for each of [`COLUMNS`].
pub fn rows<'h>(plan: &'h Plan, hand: &'h Hand) -> impl Iterator<Item = [Cell<'h>; 11]> {
    lines(plan, hand).map(|line| line.cells())
}

impl<'h> Line<'h> {
    fn cells(&self) -> [Cell<'h>; 11] {
        [
            Cell::Whole(self.hand as i64),
            Cell::Whole(self.decision as i64),
            Cell::Whole(self.ply as i64),
            Cell::Whole(self.seat as i64),
            Cell::Text(self.bot),
            Cell::Text(self.seen),
            Cell::Texts(self.legal.iter().map(String::as_str).collect()),
            Cell::Text(self.action),
            Cell::Reals(self.policy),
            Cell::MaybeReal(self.value),
            Cell::Real(self.won),
        ]
    }
}
