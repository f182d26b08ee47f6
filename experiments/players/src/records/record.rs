//! Records: one game, whole or not, as one line of JSON.

use hinterhand_engine::dynamic::{AnyGame, AnyState};
use std::io::{self, BufRead, Read as _};

use hinterhand_engine::{Game, History, Player, Settings, Turn};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value as Json};

use crate::games::GameError;
use crate::option_value;

/// One game as it is kept.
///
/// ```
/// use hinterhand_players::records::Record;
/// let record = Record::read(br#"{"game":"kuhn","actions":["deal:J,Q","pass"],"id":7}"#).unwrap();
/// assert_eq!(record.to_string(), r#"{"game":"kuhn","options":{},"actions":["deal:J,Q","pass"],"id":7}"#);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The options that differ from the defaults.
    #[serde(default)]
    pub options: Map<String, Json>,
    /// The whole history, chance included.
    pub actions: Vec<String>,
    /// The payoff of each player, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "whole_numbers")]
    pub returns: Option<Vec<f64>>,
    /// Whatever else stands in the line.
    #[serde(flatten)]
    pub more: Map<String, Json>,
}

fn whole_numbers<S: Serializer>(returns: &Option<Vec<f64>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(returns.iter().flatten().map(|&number| option_value::number(number)))
}

impl Record {
    /// The record of a game in which `words` led to `state`.
    pub fn new(game: &AnyGame, words: Vec<String>, state: &AnyState) -> Record {
        let payoff = |player| game.payoff(state, player);
        let over = game.turn(state) == Turn::Over;
        Record {
            game: game.name().to_owned(),
            options: option_value::given(game.settings()),
            actions: words,
            returns: over.then(|| Player::all(game.players()).map(payoff).collect()),
            more: Map::new(),
        }
    }

    /// The record of this history.
    pub fn of(history: &History<'_, AnyGame>) -> Record {
        Record::new(history.game(), history.words().to_vec(), history.state())
    }

    /// Reads a line.
    pub fn read(line: &[u8]) -> Result<Record, RecordError> {
        let text = std::str::from_utf8(line).map_err(|error| RecordError::Utf8 {
            byte: error.valid_up_to(),
            value: line[error.valid_up_to()],
        })?;
        serde_json::from_str(text).map_err(|error| {
            // A record is one line: the column alone gives the place.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = error.to_string();
            let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
            RecordError::Json { message, column: error.column() }
        })
    }

    /// Enters the options into `settings`.
    pub fn fill(&self, settings: &mut Settings) -> Result<(), GameError> {
        Ok(option_value::fill(settings, &self.options)?)
    }

    /// Adds a further key.
    pub fn with(mut self, key: &str, value: impl Into<Json>) -> Record {
        self.more.insert(key.to_owned(), value.into());
        self
    }
}

impl std::fmt::Display for Record {
    /// The line, without its end.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

/// A line that is no record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum RecordError {
    #[error("not a record: the line is longer than {LONGEST_LINE} bytes")]
    Long,
    #[error("not a record: byte {value:#04x} at offset {byte} is not UTF-8")]
    Utf8 { byte: usize, value: u8 },
    #[error(
        "not a record: {message}, at column {column}; a record is {{\"game\":...,\"options\":{{...}},\
         \"actions\":[...]}} on one line"
    )]
    Json { message: String, column: usize },
}

/// The records of a file, one to a line, numbered from 0 without the blank lines, and without holding the
/// file.
pub struct Records {
    input: Box<dyn BufRead>,
    line: Vec<u8>,
    next: usize,
}

/// Far above any record, and far below what a machine holds: a file without lines is not read into memory.
const LONGEST_LINE: usize = 1 << 24;

impl Records {
    /// The records of `input`.
    pub fn new(input: Box<dyn BufRead>) -> Records {
        Records { input, line: Vec::new(), next: 0 }
    }

    /// The next record, or what is wrong with its line, with its number.
    pub fn next_record(&mut self) -> io::Result<Option<(usize, Result<Record, RecordError>)>> {
        loop {
            self.line.clear();
            let read = (&mut self.input).take(LONGEST_LINE as u64).read_until(b'\n', &mut self.line)?;
            if read == 0 {
                return Ok(None);
            }
            let record = if read == LONGEST_LINE && self.line.last() != Some(&b'\n') {
                self.input.skip_until(b'\n')?;
                Err(RecordError::Long)
            } else if self.line.trim_ascii().is_empty() {
                continue;
            } else {
                Record::read(self.line.trim_ascii_end())
            };
            self.next += 1;
            return Ok(Some((self.next - 1, record)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_keys_are_kept_in_order() {
        let line = r#"{"game":"leduc","options":{"suits":"merged"},"actions":[],"returns":[1,-1],"seed":5,"bots":["a",null]}"#;
        assert_eq!(Record::read(line.as_bytes()).unwrap().to_string(), line);
    }

    #[test]
    fn broken_lines_say_where() {
        for (line, message) in [
            (&b"{\"game\":\"k\xff\"}"[..], "byte 0xff at offset 10 is not UTF-8"),
            (b"{\"game\":\"kuhn\",\"actions\":[\"de", "EOF while parsing a string, at column 29"),
            (b"{\"game\":\"kuhn\"}", "missing field `actions`, at column 15"),
            (b"{\"game\":\"kuhn\",\"actions\":[1]}", "invalid type: integer `1`, expected a string"),
            (b"[\"kuhn\",{},[]]", "invalid type: sequence"),
            (b"\0\x01", "expected value, at column 1"),
        ] {
            let error = Record::read(line).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn blank_lines_are_not_counted() {
        let mut records = Records::new(Box::new(&b"\n  \r\n{\"game\":\"a\",\"actions\":[]}\r\n\n\t\nb"[..]));
        let (index, record) = records.next_record().unwrap().expect("a record");
        assert_eq!((index, record.map(|record| record.game)), (0, Ok("a".to_owned())));
        assert!(matches!(records.next_record().unwrap(), Some((1, Err(RecordError::Json { .. })))));
        assert_eq!(records.next_record().unwrap(), None);
    }

    #[test]
    fn endless_lines_are_left_unread() {
        let mut file = vec![0; 3 * LONGEST_LINE];
        file.extend_from_slice(b"\n{\"game\":\"a\",\"actions\":[]}");
        let mut records = Records::new(Box::new(io::Cursor::new(file)));
        assert_eq!(records.next_record().unwrap(), Some((0, Err(RecordError::Long))));
        assert!(matches!(records.next_record().unwrap(), Some((1, Ok(_)))));
        assert!(records.line.capacity() <= 2 * LONGEST_LINE);
    }
}
