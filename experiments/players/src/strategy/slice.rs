//! The solution of Kinderschnapsen cut by the card that is turned up, for a page that loads the slice that it
//! needs.

use std::io;
use std::path::{Path, PathBuf};

use hinterhand_engine::dynamic::AnyInfoSet;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::InfoSet;
use hinterhand_kinderschnapsen::{Columns, turnup_of};
use serde_json::json;

use super::kinderschnapsen::{self, SLICE_FORM, TURNUP, TURNUPS};
use super::{About, KIND, StrategyFile};
use crate::files::column_file::{self, Column};

/// The name of the slice that is needed for a player of Kinderschnapsen who knows this.
pub fn slice_asked(info_set: &AnyInfoSet) -> &'static str {
    TURNUPS[turnup_of(info_set.typed::<InfoSet<Hand>>().hand())]
}

/// Writes the slices of the solution in a file, each to the path that is given for its name; returns an error
/// if the file holds something else than the solution of a hand of Kinderschnapsen.
pub fn write_slices(file: &StrategyFile, path: &mut dyn FnMut(&str) -> PathBuf) -> io::Result<()> {
    if file.about().form != kinderschnapsen::FORM {
        let form = &file.about().form;
        return Err(io::Error::other(format!(
            "a strategy in the form `{form}`, not a solution of Kinderschnapsen"
        )));
    }
    let about = json!(About { form: SLICE_FORM.to_owned(), ..file.about().clone() });
    let whole: Columns<'_> = kinderschnapsen::read(file.file(), "").map_err(io::Error::other)?;
    for (turnup, name) in TURNUPS.iter().enumerate() {
        let slice = whole.of_turnup(turnup);
        let number = [turnup as u8];
        let mut columns: Vec<(&str, Column<'_>)> = vec![(TURNUP, number[..].into())];
        columns.extend(kinderschnapsen::named(&slice));
        let path: &Path = &path(name);
        column_file::write(path, KIND, &about, &columns)?;
    }
    Ok(())
}
