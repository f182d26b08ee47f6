//! A store is opened: it is the right file, no other process writes it, and its schema is that of today.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::StoreError;
use super::schema::{self, APPLICATION, VERSION};

/// The kind of crash that a transaction survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Durability {
    /// The end of the process, in whatever way it comes.
    #[default]
    Process,
    /// A loss of power too: each transaction waits for the disk.
    Power,
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    /// Held for as long as this process may write.
    _lock: Option<File>,
}

impl Store {
    /// Opens a store to write in it; makes it if there is no file. An older schema becomes that of today.
    pub fn open(path: &Path, durability: Durability) -> Result<Store, StoreError> {
        let lock = lock(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| StoreError::of(path, &error))?;
        let store = Store { connection, path: path.to_owned(), _lock: Some(lock) };
        let version = store.version()?;
        store.try_to(|connection| prepare(connection, version, durability))?;
        Ok(store)
    }

    /// Opens a store to read it, also while a run writes it.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = |connection: rusqlite::Result<Connection>| {
            let connection = connection.map_err(|error| StoreError::of(path, &error))?;
            let store = Store { connection, path: path.to_owned(), _lock: None };
            let version = store.version()?;
            Ok((store, version))
        };
        let opened = connect(Connection::open_with_flags(path, read_only)).or_else(|error| match error {
            // Even a reader of the log needs a file beside it; where no such file can be made, no process
            // writes either.
            StoreError::Open { .. } | StoreError::ReadOnly { .. } if !log_of(path).exists() => {
                let uri = format!("file:{}?immutable=1", escaped(path));
                connect(Connection::open_with_flags(uri, read_only | OpenFlags::SQLITE_OPEN_URI))
            }
            error => Err(error),
        });
        let (store, version) = opened?;
        if version == VERSION {
            return Ok(store);
        }
        drop(store);
        Store::open(path, Durability::Process)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The schema that it has, unless it is none of ours or too new; 0 if it is empty.
    fn version(&self) -> Result<i64, StoreError> {
        let (application, version) = self.try_to(schema::version)?;
        let path = self.path.clone();
        match (application, version) {
            (APPLICATION, 1..=VERSION) => Ok(version),
            (APPLICATION, found) if found > VERSION => Err(StoreError::Newer { path, found, known: VERSION }),
            (0, 0) => {
                let count = "SELECT count(*) FROM sqlite_schema";
                let tables: i64 = self.try_to(|db| db.query_row(count, (), |row| row.get(0)))?;
                let what = "a database of another program";
                if tables == 0 { Ok(0) } else { Err(StoreError::Foreign { path, what }) }
            }
            _ => Err(StoreError::Foreign { path, what: "a database of another program" }),
        }
    }

    /// Does something with the database and names the file in errors.
    pub(super) fn try_to<'s, T>(
        &'s self,
        work: impl FnOnce(&'s Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| StoreError::of(&self.path, &error))
    }

    /// Moves all that is in the log to the store itself and waits for the disk.
    pub fn settle(&self) -> Result<(), StoreError> {
        self.try_to(|connection| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())))
    }
}

/// Sets the database up for writing.
fn prepare(connection: &Connection, version: i64, durability: Durability) -> rusqlite::Result<()> {
    // A reader may be at work.
    connection.busy_timeout(Duration::from_secs(10))?;
    if version == 0 {
        connection.pragma_update(None, "page_size", 8192)?;
    }
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    let synchronous = match durability {
        Durability::Process => "NORMAL",
        Durability::Power => "FULL",
    };
    connection.pragma_update(None, "synchronous", synchronous)?;
    // Each page that the log holds more than once is moved once: so the log may grow to 64 MB.
    connection.pragma_update(None, "wal_autocheckpoint", 8192)?;
    connection.pragma_update(None, "cache_size", -32_768)?;
    if version < VERSION { schema::migrate(connection, version) } else { Ok(()) }
}

/// The lock of those who write.
fn lock(path: &Path) -> Result<File, StoreError> {
    let beside = beside(path, ".lock");
    let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
    let file = opened.map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly { path: path.to_owned() }
        }
        std::io::ErrorKind::StorageFull => StoreError::Full { path: path.to_owned() },
        _ => StoreError::Open { path: path.to_owned(), message: error.to_string() },
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => {
            let message = format!("{} cannot be locked: {error}", beside.display());
            Err(StoreError::Open { path: path.to_owned(), message })
        }
    }
}

fn log_of(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

/// The file whose name has this added.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// A path as it stands in the address of a database.
fn escaped(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}
