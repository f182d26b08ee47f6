//! The equity of Kinderschnapsen: the probability of winning the whole game from each score.

use std::io::{self, Write};

use hinterhand_kinderschnapsen::{Score, WholeGameJudge};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// The probability that the leader of a hand wins the whole game, by the leader's score from 1 to 5, then by
/// the other's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Equity {
    /// If both follow the strategy.
    pub equity: Vec<Vec<f64>>,
    /// The guaranteed value of the strategy.
    pub equity_low: Vec<Vec<f64>>,
    /// The most that the leader can win against the strategy.
    pub equity_high: Vec<Vec<f64>>,
}

impl Equity {
    /// The judgement over all scores.
    pub fn of(judge: &WholeGameJudge) -> Equity {
        let table = |of: &dyn Fn(Score) -> f64| -> Vec<Vec<f64>> {
            let rows = (1..=5).map(|leader| (1..=5).map(|other| of(Score { leader, other })).collect());
            rows.collect()
        };
        Equity {
            equity: table(&|score| judge.wins(score)),
            equity_low: table(&|score| 1.0 - judge.best(score)[1]),
            equity_high: table(&|score| judge.best(score)[0]),
        }
    }

    /// The keys that commands print.
    pub fn as_json(&self) -> Map<String, Json> {
        let Equity { equity, equity_low, equity_high } = self;
        let tables = [("equity", equity), ("equity_low", equity_low), ("equity_high", equity_high)];
        tables.map(|(key, table)| (key.to_owned(), json!(table))).into_iter().collect()
    }

    /// Prints the same for people.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "The leader of the hand wins the game, by the leader's score and the other's:")?;
        writeln!(out, "            1         2         3         4         5")?;
        for (row, leader) in self.equity.iter().zip(1..) {
            let cells: Vec<String> = row.iter().map(|wins| format!("{wins:.6}")).collect();
            writeln!(out, "  {leader}  {}", cells.join("  "))?;
        }
        Ok(())
    }
}
