//! The hands of a tournament for other programs: as a table, as records, in the manner of chess, or as
//! Parquet.

use std::io::{self, Write};

use hinterhand_players::records::Record;
use serde_json::json;

use super::exported::{Exported, each};
use super::{ExportError, KeptHand, Store, Tournament, parquet};

/// The formats of exported hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportForm {
    /// A table with commas, a line for each hand.
    Csv,
    /// Records.
    Jsonl,
    /// A block of tags for each hand, and its words.
    Pgn,
    /// A Parquet file, a row for each hand.
    Parquet,
}

/// Writes all hands of a tournament, by deal, pairing, seating and number.
pub fn export(
    store: &Store,
    tournament: &Tournament,
    form: ExportForm,
    mut out: &mut (dyn Write + Send),
) -> Result<(), ExportError> {
    match form {
        ExportForm::Csv => {
            writeln!(
                out,
                "tournament,deal,pairing,seating,hand,seats,returns,actions,steps,values,micros,rules,version,started,\
                 forfeit"
            )?;
            each(store, tournament, |hand| Ok(hand.csv(&mut out)?))
        }
        ExportForm::Jsonl => each(store, tournament, |hand| Ok(writeln!(out, "{}", hand.record())?)),
        ExportForm::Pgn => each(store, tournament, |hand| Ok(hand.pgn(&mut out)?)),
        ExportForm::Parquet => parquet::export(store, tournament, out),
    }
}

impl Exported<'_> {
    fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        let [deal, pairing, seating, hand] = self.key();
        let values: Vec<String> =
            self.values.iter().map(|value| value.map_or_else(String::new, |v| v.to_string())).collect();
        let KeptHand { version, started, .. } = self.kept;
        writeln!(
            out,
            "{},{deal},{pairing},{seating},{hand},{},{},{},{},{},{},{},{version},{started},{}",
            cell(&self.tournament.plan.name),
            cell(&joined(&self.seats)),
            joined(&self.returns()),
            cell(&self.kept.hand.actions),
            joined(&self.steps),
            values.join(";"),
            joined(&self.micros),
            self.tournament.rules,
            self.forfeit().map_or_else(String::new, |forfeit| cell(&forfeit)),
        )
    }

    fn record(&self) -> Record {
        let plan = &self.tournament.plan;
        let [deal, pairing, seating, hand] = self.key();
        let record = Record {
            game: plan.game.clone(),
            options: plan.options.clone(),
            actions: self.kept.hand.actions.split(' ').map(str::to_owned).collect(),
            // A hand that was forfeited is not over by its rules.
            returns: self.kept.hand.forfeit.is_none().then(|| self.kept.hand.returns.clone()),
            more: serde_json::Map::new(),
        };
        let record = match &self.kept.hand.forfeit {
            Some(forfeit) => record.with("forfeit", json!(forfeit)).with("scored", json!(self.returns())),
            None => record,
        };
        record
            .with("tournament", &plan.name[..])
            .with("deal", deal)
            .with("pairing", pairing)
            .with("seating", seating)
            .with("hand", hand)
            .with("seats", json!(self.seats))
            .with("rules", &self.tournament.rules[..])
            .with("version", &self.kept.version[..])
            .with("started", &self.kept.started[..])
            .with("steps", json!(self.steps))
            .with("values", json!(self.values))
            .with("micros", json!(self.micros))
    }

    fn pgn(&self, out: &mut impl Write) -> io::Result<()> {
        let plan = &self.tournament.plan;
        let [deal, pairing, seating, hand] = self.key();
        let mut tag = |name: &str, value: &str| {
            writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
        };
        tag("Event", &plan.name)?;
        tag("Game", &plan.game)?;
        for (key, value) in &plan.options {
            tag(
                "Option",
                &format!("{key}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
            )?;
        }
        tag("Round", &format!("{deal}.{pairing}.{seating}.{hand}"))?;
        tag("Date", &self.kept.started)?;
        for (seat, bot) in self.seats.iter().enumerate() {
            tag(&format!("Seat{seat}"), bot)?;
        }
        tag("Result", &joined(&self.returns()).replace(';', " "))?;
        if let Some(forfeit) = &self.kept.hand.forfeit {
            tag("Forfeit", &format!("seat {}, {}: {}", forfeit.seat, forfeit.kind, forfeit.reason))?;
        }
        tag("Rules", &self.tournament.rules)?;
        tag("Version", &self.kept.version)?;
        writeln!(out)?;
        let mut width = 0;
        for word in self.kept.hand.actions.split(' ') {
            if width > 0 && width + 1 + word.len() > 79 {
                writeln!(out)?;
                width = 0;
            }
            let gap = if width == 0 { "" } else { " " };
            write!(out, "{gap}{word}")?;
            width += gap.len() + word.len();
        }
        writeln!(out, "\n")
    }
}

/// A list in one cell of a table.
fn joined<T: ToString>(list: &[T]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(";")
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}
