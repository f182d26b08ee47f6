//! Records in the order of their file, handed on game by game: what is made for a game serves all records of
//! it that follow each other.

use std::io;

use crate::games::{self, GameError, LoadedGame};
use crate::records::{Record, RecordError, Records};

/// A visitor of records.
pub trait RecordVisitor {
    /// The reason for which the visit stops before the end.
    type Error: From<io::Error>;

    /// The line with this number is no record, or of no game.
    fn refuse(&mut self, index: usize, error: RefusedRecord) -> Result<(), Self::Error>;

    /// Visits `records`, which are all of this game with the same options, until none is left.
    fn visit(&mut self, game: &LoadedGame, records: &mut SameGame<'_>) -> Result<(), Self::Error>;
}

/// A line that is no record, or of no game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum RefusedRecord {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Game(#[from] GameError),
}

/// The records of one game with the same options, as far as they follow each other.
pub struct SameGame<'r> {
    records: &'r mut Records,
    /// The one to be handed out next.
    next: Option<(usize, Record)>,
    /// The one that has been handed out.
    last: Option<Record>,
    /// The first line after them.
    after: Option<(usize, Result<Record, RecordError>)>,
}

impl SameGame<'_> {
    /// The next record with its number.
    pub fn next_record(&mut self) -> io::Result<Option<(usize, &Record)>> {
        if self.next.is_none() && self.after.is_none() {
            let last = self.last.as_ref().expect("the first one has been handed out");
            match self.records.next_record()? {
                None => return Ok(None),
                Some((index, Ok(record))) if record.game == last.game && record.options == last.options => {
                    self.next = Some((index, record));
                }
                other => self.after = other,
            }
        }
        let Some((index, record)) = self.next.take() else { return Ok(None) };
        Ok(Some((index, self.last.insert(record))))
    }
}

/// Leads `visitor` through all records.
pub fn visit<V: RecordVisitor>(records: &mut Records, visitor: &mut V) -> Result<(), V::Error> {
    let mut line = records.next_record()?;
    while let Some((index, record)) = line {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                visitor.refuse(index, error.into())?;
                line = records.next_record()?;
                continue;
            }
        };
        let game = match games::load(&record.game, |settings| record.fill(settings)) {
            Ok(game) => game,
            Err(error) => {
                visitor.refuse(index, RefusedRecord::Game(error))?;
                line = records.next_record()?;
                continue;
            }
        };
        let mut same = SameGame { records, next: Some((index, record)), last: None, after: None };
        visitor.visit(&game, &mut same)?;
        line = match same.after {
            Some(line) => Some(line),
            None => records.next_record()?,
        };
    }
    Ok(())
}
