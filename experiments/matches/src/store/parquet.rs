//! The hands of a tournament as a Parquet file, a row for each.

use std::io::Write;

use serde_json::json;

use super::exported::{Exported, each};
use super::{ExportError, Store, Tournament};
use crate::parquet_file::{Cell, Kind, ParquetFile};

const COLUMNS: [(&str, Kind); 17] = [
    ("tournament", Kind::Text),
    ("game", Kind::Text),
    ("options", Kind::Text),
    ("deal", Kind::Whole),
    ("pairing", Kind::Whole),
    ("seating", Kind::Whole),
    ("hand", Kind::Whole),
    ("seats", Kind::Texts),
    ("returns", Kind::Reals),
    ("actions", Kind::Texts),
    ("steps", Kind::Wholes),
    ("values", Kind::MaybeReals),
    ("micros", Kind::Wholes),
    ("rules", Kind::Text),
    ("version", Kind::Text),
    ("started", Kind::Text),
    ("forfeit", Kind::MaybeText),
];

/// Writes all hands of a tournament as a Parquet file, by deal, pairing, seating and number.
pub(super) fn export(
    store: &Store,
    tournament: &Tournament,
    out: &mut (dyn Write + Send),
) -> Result<(), ExportError> {
    let about =
        json!({ "plan": tournament.plan, "rules": tournament.rules, "versions": tournament.versions });
    let mut file = ParquetFile::new(out, &COLUMNS, &about.to_string())?;
    let options = json!(tournament.plan.options).to_string();
    each(store, tournament, |hand| {
        let Exported { kept, seats, steps, values, micros, .. } = hand;
        let [steps, micros] =
            [steps, micros].map(|numbers| numbers.iter().map(|&n| n as i64).collect::<Vec<_>>());
        let [deal, pairing, seating, number] = hand.key().map(|number| Cell::Whole(number as i64));
        let forfeit = hand.forfeit();
        let row = [
            Cell::Text(&tournament.plan.name),
            Cell::Text(&tournament.plan.game),
            Cell::Text(&options),
            deal,
            pairing,
            seating,
            number,
            Cell::Texts(seats.clone()),
            Cell::Reals(&kept.hand.returns),
            Cell::Texts(kept.hand.actions.split(' ').collect()),
            Cell::Wholes(&steps),
            Cell::MaybeReals(values),
            Cell::Wholes(&micros),
            Cell::Text(&tournament.rules),
            Cell::Text(&kept.version),
            Cell::Text(&kept.started),
            Cell::MaybeText(forfeit.as_deref()),
        ];
        file.row(&row)?;
        Ok::<_, ExportError>(())
    })?;
    Ok(file.finish()?)
}
