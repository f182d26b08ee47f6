//! Rooms and moves in an SQLite file: what was written is there after a kill of the server.

use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::room::{Move, Note, Terms};

/// The file.
#[derive(Debug)]
pub(crate) struct Store(Mutex<Connection>);

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY, used INTEGER NOT NULL, terms TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS moves (
        room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, hand INTEGER NOT NULL, ply INTEGER NOT NULL,
        word TEXT NOT NULL, thought TEXT, PRIMARY KEY (room, hand, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS token (only_one INTEGER PRIMARY KEY CHECK (only_one = 0), token TEXT NOT NULL) STRICT;
    PRAGMA user_version = 1;";

impl Store {
    /// Opens the file, or begins it.
    pub(crate) fn open(path: &Path) -> rusqlite::Result<Store> {
        Store::with(Connection::open(path)?)
    }

    /// A store that ends with the server.
    pub(crate) fn in_memory() -> rusqlite::Result<Store> {
        Store::with(Connection::open_in_memory()?)
    }

    fn with(file: Connection) -> rusqlite::Result<Store> {
        file.pragma_update(None, "journal_mode", "WAL")?;
        // What is committed survives the end of the process; against a power cut the system syncs in its own
        // time.
        file.pragma_update(None, "synchronous", "NORMAL")?;
        file.pragma_update(None, "foreign_keys", true)?;
        file.execute_batch(SCHEMA)?;
        Ok(Store(Mutex::new(file)))
    }

    fn file(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().expect("no thread panics while it holds the file")
    }

    /// Writes down what a room has noted, all or nothing.
    pub(crate) fn write(&self, room: &str, notes: &[Note]) -> rusqlite::Result<()> {
        self.write_all(&[(room, notes)])
    }

    /// The terms of a room.
    pub(crate) fn terms(&self, id: &str) -> rusqlite::Result<Option<Terms>> {
        let file = self.file();
        let text =
            file.query_row("SELECT terms FROM rooms WHERE id = ?1", [id], |row| row.get::<_, String>(0));
        // Terms that another version wrote are an error: a room whose terms cannot be read is there all the
        // same.
        let unread = |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error));
        text.optional()?.map(|text| serde_json::from_str(&text).map_err(unread)).transpose()
    }

    /// The hands of a room, each with its moves in order.
    pub(crate) fn hands(&self, id: &str) -> rusqlite::Result<Vec<Vec<Move>>> {
        let file = self.file();
        let mut found =
            file.prepare_cached("SELECT hand, word, thought FROM moves WHERE room = ?1 ORDER BY hand, ply")?;
        let mut rows = found.query([id])?;
        let mut hands: Vec<Vec<Move>> = Vec::new();
        while let Some(row) = rows.next()? {
            let hand = usize::try_from(row.get::<_, i64>(0)?).unwrap_or_default();
            hands.resize_with(hands.len().max(hand + 1), Vec::new);
            hands[hand].push(Move { word: row.get(1)?, thought: row.get(2)? });
        }
        Ok(hands)
    }

    /// Writes down what many rooms have noted, all or nothing.
    pub(crate) fn write_all(&self, rooms: &[(&str, &[Note])]) -> rusqlite::Result<()> {
        let mut file = self.file();
        let entry = file.transaction()?;
        rooms.iter().try_for_each(|(room, notes)| put(&entry, room, notes))?;
        entry.commit()
    }

    /// Holds the file, so that nothing is written meanwhile.
    #[cfg(test)]
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.file()
    }

    /// Notes that a room is used now.
    pub(crate) fn touch(&self, id: &str) -> rusqlite::Result<()> {
        self.file().execute("UPDATE rooms SET used = ?2 WHERE id = ?1", params![id, now()]).map(drop)
    }

    /// The token of a server that other machines can reach: the same after a restart, so that browsers stay
    /// welcome.
    pub(crate) fn token(&self) -> rusqlite::Result<String> {
        let file = self.file();
        file.execute("INSERT OR IGNORE INTO token VALUES (0, ?1)", [crate::secret::secret()])?;
        file.query_row("SELECT token FROM token", [], |row| row.get(0))
    }

    /// The number of rooms.
    pub(crate) fn count(&self) -> rusqlite::Result<usize> {
        self.file()
            .query_row("SELECT count(*) FROM rooms", [], |row| row.get::<_, i64>(0))
            .map(|n| n as usize)
    }

    /// Forgets the rooms that were not used for this many days.
    pub(crate) fn forget(&self, days: i64) -> rusqlite::Result<usize> {
        self.file().execute("DELETE FROM rooms WHERE used < ?1", [now() - 86_400 * days])
    }
}

/// Enters the notes of a room.
fn put(file: &Connection, room: &str, notes: &[Note]) -> rusqlite::Result<()> {
    for note in notes {
        match note {
            Note::Terms(terms) => {
                let terms = serde_json::to_string(terms).expect("terms are JSON");
                let put = "INSERT INTO rooms VALUES (?1, ?2, ?3)
                           ON CONFLICT (id) DO UPDATE SET used = excluded.used, terms = excluded.terms";
                file.prepare_cached(put)?.execute(params![room, now(), terms])?;
            }
            Note::Move { hand, ply, one: Move { word, thought } } => {
                let put = "INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5)";
                file.prepare_cached(put)?.execute(params![room, *hand as i64, *ply as i64, word, thought])?;
            }
            Note::Cut { hand, from } => {
                let cut = "DELETE FROM moves WHERE room = ?1 AND hand = ?2 AND ply >= ?3";
                file.prepare_cached(cut)?.execute(params![room, *hand as i64, *from as i64])?;
            }
        }
    }
    Ok(())
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms.sqlite");
        let terms = Terms::example("kuhn");
        let words = |hand: &[Move]| hand.iter().map(|one| one.word.clone()).collect::<Vec<_>>();
        let put =
            |ply, word: &str| Note::Move { hand: 0, ply, one: Move { word: word.to_owned(), thought: None } };
        {
            let store = Store::open(&path).expect("a new file");
            store
                .write("a", &[Note::Terms(terms.clone()), put(0, "deal:J,Q"), put(1, "pass")])
                .expect("written");
            store.write("a", &[put(2, "bet")]).expect("written");
            // A ply is written once: nothing is entered a second time, and nothing of a refused group.
            assert!(store.write("a", &[put(3, "pass"), put(4, "pass")]).is_ok());
            assert!(store.write("a", &[put(5, "bet"), put(4, "bet")]).is_err());
            store.write("a", &[Note::Cut { hand: 0, from: 3 }]).expect("cut");
        }
        let store = Store::open(&path).expect("the same file");
        assert_eq!(store.token(), Store::open(&path).expect("the same file").token());
        assert_eq!(store.terms("a").expect("read").map(|terms| terms.game), Some(terms.game));
        assert!(store.terms("b").expect("read").is_none());
        let hands = store.hands("a").expect("read");
        assert_eq!(hands.iter().map(|hand| words(hand)).collect::<Vec<_>>(), [["deal:J,Q", "pass", "bet"]]);
        assert_eq!((store.forget(1).expect("none"), store.count().expect("one")), (0, 1));
        assert_eq!((store.forget(-1).expect("one"), store.count().expect("none")), (1, 0));
        assert!(store.hands("a").expect("read").is_empty());
    }

    #[test]
    fn a_room_whose_terms_cannot_be_read_is_not_missing() {
        let store = Store::in_memory().expect("a store");
        store.file().execute("INSERT INTO rooms VALUES ('a', 0, '{}')", []).expect("written");
        assert!(store.terms("a").is_err());
        assert_eq!(store.terms("b"), Ok(None));
    }
}
