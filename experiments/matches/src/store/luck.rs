//! The luck of deals, as it was judged.

use std::collections::BTreeMap;

use rusqlite::{Row, params};

use super::{Store, StoreError, Tournament};
use crate::luck::{DealLuck, Part};
use crate::tournament::{Payoffs, seatings};

/// A deal that a pairing has played.
pub type DealOf = (u64, u32);

impl Store {
    /// The luck of all deals of a tournament that `judge` has judged.
    pub fn luck(
        &self,
        tournament: &Tournament,
        judge: &str,
    ) -> Result<BTreeMap<DealOf, DealLuck>, StoreError> {
        let sql =
            "SELECT deal, pairing, dealt, drawn, decided FROM luck WHERE tournament = ?1 AND judge = ?2";
        let read = |row: &Row<'_>| {
            let deal = (row.get::<_, i64>(0)? as u64, row.get(1)?);
            Ok((deal, [row.get::<_, String>(2)?, row.get(3)?, row.get(4)?]))
        };
        let found: Vec<(DealOf, [String; 3])> = self.try_to(|connection| {
            connection.prepare(sql)?.query_map(params![tournament.id, judge], read)?.collect()
        })?;
        let seatings = seatings(tournament.plan.at_table, tournament.players).len();
        let parsed = |(deal, texts): (DealOf, [String; 3])| {
            let wrong = |text: &str| StoreError::senseless(&self.path, &format!("`{text}` is no luck"));
            let fits = |part: &Payoffs| {
                let bots = tournament.plan.at_table;
                part.seatings().len() == seatings && part.seatings().iter().all(|part| part.len() == bots)
            };
            let part = |text: &String| text.parse().ok().filter(fits).ok_or_else(|| wrong(text));
            let [dealt, drawn, decided] = &texts;
            Ok((deal, DealLuck([part(dealt)?, part(drawn)?, part(decided)?])))
        };
        found.into_iter().map(parsed).collect()
    }

    /// Keeps the luck of deals, all or none; what is there already is left as it is.
    pub fn keep_luck(
        &self,
        tournament: &Tournament,
        judge: &str,
        judged: &[(DealOf, DealLuck)],
    ) -> Result<(), StoreError> {
        self.try_to(|connection| {
            let transaction = connection.unchecked_transaction()?;
            for ((deal, pairing), luck) in judged {
                let [dealt, drawn, decided] = Part::ALL.map(|part| luck.part(part).to_string());
                transaction.execute(
                    "INSERT INTO luck (tournament, deal, pairing, judge, dealt, drawn, decided)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
                    params![tournament.id, *deal as i64, pairing, judge, dealt, drawn, decided],
                )?;
            }
            transaction.commit()
        })
    }
}
