//! Brings stores together, as when several machines have played parts of one tournament.

use std::path::{Path, PathBuf};

use hinterhand_players::files::Unfinished;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Durability, Store, StoreError};

/// The result of merging.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// The deals of all tournaments.
    pub deals: u64,
    /// Their hands.
    pub hands: u64,
    /// The deals that were in more than one store, and were taken from the first.
    pub twice: u64,
    /// Those with different payoffs, as with bots that use the clock.
    pub different: u64,
}

/// Writes all that is in the stores `from` to a new one, whole or not at all. Tournaments of the same name
/// must be the same.
pub fn merge(from: &[PathBuf], out: &Path) -> Result<Merged, StoreError> {
    if out.exists() {
        return Err(StoreError::Exists { path: out.to_owned() });
    }
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let cannot =
        |error: std::io::Error| StoreError::Open { path: out.to_owned(), message: error.to_string() };
    let unfinished = Unfinished::folder_in(folder).map_err(cannot)?;
    let file = unfinished.path().join("store");
    let store = Store::open(&file, Durability::Process)?;
    let mut merged = Merged::default();
    for path in from {
        add(&store, path, &mut merged)?;
    }
    store.settle()?;
    drop(store);
    std::fs::rename(&file, out).map_err(cannot)?;
    Ok(merged)
}

/// Adds all that is in one store.
fn add(store: &Store, path: &Path, merged: &mut Merged) -> Result<(), StoreError> {
    let other = Store::read(path)?;
    let (theirs, mine) = (other.tournaments()?, store.tournaments()?);
    for tournament in &theirs {
        let same = mine.iter().find(|mine| mine.plan.name == tournament.plan.name);
        if let Some(what) = same.and_then(|same| same.differs_from(tournament)) {
            let name = tournament.plan.name.clone();
            return Err(StoreError::Differs {
                name,
                what,
                first: store.path.clone(),
                second: path.to_owned(),
            });
        }
    }
    drop(other);
    store.try_to(|connection| connection.execute("ATTACH ?1 AS other", [path.to_string_lossy()]))?;
    let copied = theirs.iter().try_for_each(|tournament| {
        let there = mine.iter().find(|mine| mine.plan.name == tournament.plan.name).map(|mine| mine.id);
        let added = store.try_to(|connection| copy(connection, tournament.id, there))?;
        merged.deals += added.deals;
        merged.hands += added.hands;
        merged.twice += added.twice;
        merged.different += added.different;
        Ok(())
    });
    let copied = copied.and_then(|()| add_trainings(store, path)).and_then(|()| {
        let copy = "INSERT OR IGNORE INTO main.experiment_cells SELECT * FROM other.experiment_cells";
        store.try_to(|connection| connection.execute(copy, ())).map(drop)
    });
    store.try_to(|connection| connection.execute("DETACH other", ()))?;
    copied
}

/// Copies all trainings of the attached store; of those that are there already, the judgements that are
/// missing.
fn add_trainings(store: &Store, path: &Path) -> Result<(), StoreError> {
    let other =
        "SELECT name FROM other.trainings AS o JOIN main.trainings AS m USING (name) WHERE o.task <> m.task";
    let other = store.try_to(|connection| connection.query_row(other, (), |row| row.get(0)).optional())?;
    if let Some(name) = other {
        let (first, second) = (store.path.clone(), path.to_owned());
        return Err(StoreError::TrainingDiffers { name, first, second });
    }
    store.try_to(|connection| {
        let transaction = connection.unchecked_transaction()?;
        transaction.execute(
            "INSERT INTO main.trainings (name, game, options, rules, algorithm, task, config, version)
             SELECT name, game, options, rules, algorithm, task, config, version FROM other.trainings
             WHERE name NOT IN (SELECT name FROM main.trainings) ORDER BY id",
            (),
        )?;
        for (table, columns) in [
            ("training_points", "iteration, seconds, exploitability, value, value_low, value_high"),
            ("training_bouts", "iteration, number, bot, hands, mean, mean_low, mean_high"),
        ] {
            transaction.execute(
                &format!(
                    "INSERT OR IGNORE INTO main.{table} (training, {columns}) SELECT m.id, {columns}
                     FROM other.{table} AS p JOIN other.trainings AS o ON o.id = p.training
                     JOIN main.trainings AS m ON m.name = o.name"
                ),
                (),
            )?;
        }
        transaction.commit()
    })
}

/// Copies a tournament of the attached store, which may be there already.
fn copy(connection: &Connection, id: i64, there: Option<i64>) -> rusqlite::Result<Merged> {
    let transaction = connection.unchecked_transaction()?;
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| transaction.execute(sql, values);
    let tournament = match there {
        Some(tournament) => tournament,
        None => {
            run(
                "INSERT INTO main.tournaments (name, plan, game, rules, players)
                 SELECT name, plan, game, rules, players FROM other.tournaments WHERE id = ?1",
                &[&id],
            )?;
            let tournament = transaction.last_insert_rowid();
            run(
                "INSERT INTO main.bots SELECT ?2, bot, name, spec, options, version FROM other.bots
                 WHERE tournament = ?1",
                &[&id, &tournament],
            )?;
            run(
                "INSERT INTO main.pairings SELECT ?2, pairing, bots FROM other.pairings WHERE tournament = ?1",
                &[&id, &tournament],
            )?;
            tournament
        }
    };
    // Runs get new numbers, in their order.
    let runs: i64 =
        transaction.query_row("SELECT coalesce(max(id), 0) FROM main.runs", (), |row| row.get(0))?;
    run(
        "INSERT INTO main.runs SELECT id + ?3, ?2, started, version, threads, seconds FROM other.runs
         WHERE tournament = ?1",
        &[&id, &tournament, &runs],
    )?;
    let count = |sql: &str| -> rusqlite::Result<u64> {
        transaction.query_row(sql, params![id, tournament], |row| row.get::<_, i64>(0)).map(|n| n as u64)
    };
    let twice = "FROM other.deals AS d JOIN main.deals AS m USING (deal, pairing)
                 WHERE d.tournament = ?1 AND m.tournament = ?2";
    let merged = Merged {
        twice: count(&format!("SELECT count(*) {twice}"))?,
        different: count(&format!("SELECT count(*) {twice} AND d.payoffs <> m.payoffs"))?,
        ..Merged::default()
    };
    let hands = run(
        "INSERT INTO main.hands
         SELECT ?2, h.deal, h.pairing, seating, hand, seats, actions, returns, decisions, forfeit FROM other.hands AS h
         WHERE h.tournament = ?1 AND NOT EXISTS (SELECT 1 FROM main.deals AS m
            WHERE m.tournament = ?2 AND m.deal = h.deal AND m.pairing = h.pairing)
         ORDER BY h.deal, h.pairing, seating, hand",
        &[&id, &tournament],
    )?;
    run(
        "INSERT INTO main.luck
         SELECT ?2, l.pairing, l.deal, judge, dealt, drawn, decided FROM other.luck AS l
         WHERE l.tournament = ?1 AND NOT EXISTS (SELECT 1 FROM main.deals AS m
            WHERE m.tournament = ?2 AND m.deal = l.deal AND m.pairing = l.pairing)",
        &[&id, &tournament],
    )?;
    let deals = run(
        "INSERT INTO main.deals
         SELECT ?2, deal, pairing, run + ?3, payoffs FROM other.deals WHERE tournament = ?1
         ORDER BY deal, pairing ON CONFLICT DO NOTHING",
        &[&id, &tournament, &runs],
    )?;
    transaction.commit()?;
    Ok(Merged { deals: deals as u64, hands: hands as u64, ..merged })
}
