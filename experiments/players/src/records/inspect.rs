//! Replaying records: one JSON line per position, as the notation page has it.

use std::io::{self, Write};

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Game, History, Notation, Player, Turn};
use serde::Serialize;
use serde_json::Value as Json;

use crate::games::{self, GameError, LoadedGame};
use crate::option_value::number;
use crate::records::{Record, RecordError};

/// The parts of a position to be printed besides whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Show {
    /// The legal actions.
    pub legal: bool,
    /// The information set of each player.
    pub seen: bool,
}

/// Whether a record kept the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It did.
    Sound,
    /// It did not, and an error line gives the place.
    Broken,
}

/// Replays records, and reuses the game of the last one for the next.
pub struct Inspector {
    show: Show,
    last: Option<(Record, LoadedGame)>,
}

impl std::fmt::Debug for Inspector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inspector").field("show", &self.show).finish_non_exhaustive()
    }
}

impl Inspector {
    /// An inspector that prints this much.
    pub fn new(show: Show) -> Inspector {
        Inspector { show, last: None }
    }

    /// Replays the record with this number in its file, or prints the error in its line.
    pub fn inspect(
        &mut self,
        index: usize,
        record: Result<Record, RecordError>,
        out: &mut dyn Write,
    ) -> io::Result<Verdict> {
        let record = match record {
            Ok(record) => record,
            Err(error) => return refuse(out, index, 0, &error),
        };
        let show = self.show;
        match self.rules_of(record) {
            Ok((record, game)) => replay(game, record, index, show, out),
            Err(error) => refuse(out, index, 0, &error),
        }
    }

    /// The rules that `record` is played by.
    fn rules_of(&mut self, record: Record) -> Result<(&Record, &AnyGame), GameError> {
        let game = match self.last.take() {
            Some((last, game)) if last.game == record.game && last.options == record.options => game,
            _ => games::load(&record.game, |settings| record.fill(settings))?,
        };
        let (record, game) = self.last.insert((record, game));
        Ok((record, game.rules()))
    }
}

fn replay(
    game: &AnyGame,
    record: &Record,
    index: usize,
    show: Show,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let mut history = History::new(game);
    position(out, index, &history, show)?;
    for (ply, word) in record.actions.iter().enumerate() {
        if let Err(error) = history.play_word(word) {
            return refuse(out, index, ply, &error);
        }
        position(out, index, &history, show)?;
    }
    match disagreement(record.returns.as_deref(), history.returns().as_deref()) {
        Some(error) => refuse(out, index, record.actions.len(), &error),
        None => Ok(Verdict::Sound),
    }
}

/// The error in the returns that a record claims.
fn disagreement(claimed: Option<&[f64]>, found: Option<&[f64]>) -> Option<String> {
    let list = |returns: &[f64]| Json::from_iter(returns.iter().map(|&n| number(n)));
    match (claimed?, found) {
        (claimed, None) => Some(format!("`returns` is {} but the game is not over", list(claimed))),
        (claimed, Some(found)) if claimed != found => {
            Some(format!("`returns` is {} but the result is {}", list(claimed), list(found)))
        }
        _ => None,
    }
}

#[derive(Serialize)]
struct PositionLine<'a> {
    record: usize,
    ply: usize,
    turn: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    returns: Option<Vec<Json>>,
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<Vec<&'a str>>,
}

fn position(
    out: &mut dyn Write,
    record: usize,
    history: &History<'_, AnyGame>,
    show: Show,
) -> io::Result<()> {
    let (game, turn) = (history.game(), history.turn());
    let mover = match turn {
        Turn::Chance => "chance".to_owned(),
        Turn::Player(player) => player.to_string(),
        Turn::Over => "over".to_owned(),
    };
    let legal = matches!(turn, Turn::Player(_)) && show.legal;
    let returns = history.returns();
    let line = PositionLine {
        record,
        ply: history.words().len(),
        turn: &mover,
        legal: legal.then(|| game.legal_words(history.state())),
        returns: returns.map(|returns| returns.into_iter().map(number).collect()),
        state: game.position_text(history.state()),
        seen: show.seen.then(|| Player::all(game.players()).map(|player| history.seen(player)).collect()),
    };
    write_line(out, &line)
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    record: usize,
    ply: usize,
    error: &'a str,
}

fn refuse(
    out: &mut dyn Write,
    record: usize,
    ply: usize,
    error: &dyn std::fmt::Display,
) -> io::Result<Verdict> {
    write_line(out, &ErrorLine { record, ply, error: &error.to_string() })?;
    Ok(Verdict::Broken)
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(line)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_are_held_against_the_result() {
        assert_eq!(disagreement(None, Some(&[1.0, -1.0])), None);
        assert_eq!(disagreement(Some(&[1.0, -1.0]), Some(&[1.0, -1.0])), None);
        let error = disagreement(Some(&[1.0]), Some(&[1.0, -1.0]));
        assert_eq!(error.as_deref(), Some("`returns` is [1] but the result is [1,-1]"));
        let error = disagreement(Some(&[0.5, -0.5]), None);
        assert_eq!(error.as_deref(), Some("`returns` is [0.5,-0.5] but the game is not over"));
    }
}
