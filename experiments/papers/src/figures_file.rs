//! The figures of a page as a file of JSON lines: the experiment in the first line, then a piece of work in each.

use std::path::Path;

use anyhow::{Context as _, bail};
use hinterhand_matches::store::{CellsOf, KeptCell, Store};
use hinterhand_players::files::column_file::replace;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    experiment: String,
    scale: String,
    seed: u64,
}

impl Head {
    fn of(of: CellsOf<'_>) -> Head {
        Head { experiment: of.experiment.to_owned(), scale: of.scale.to_owned(), seed: of.seed }
    }
}

/// Writes all pieces of work that a store has of an experiment to a file, whole or not at all.
pub fn write(store: &Store, of: CellsOf<'_>, path: &Path) -> anyhow::Result<()> {
    let cells = store.cells(of)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    replace(path, &mut |out| {
        writeln!(out, "{}", serde_json::to_string(&Head::of(of))?)?;
        cells.iter().try_for_each(|cell| writeln!(out, "{}", serde_json::to_string(cell)?))
    })
    .with_context(|| format!("cannot write {}", path.display()))
}

/// Adds the pieces of work of a file to a store that does not have them, and returns their number. A file of
/// another seed or scale has none, and so has a file that does not exist.
pub fn read(store: &Store, of: CellsOf<'_>, path: &Path) -> anyhow::Result<usize> {
    if !path.exists() {
        return Ok(0);
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let wrong = |line: usize| format!("{}, line {line}", path.display());
    let mut lines = text.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or_default()).with_context(|| wrong(1))?;
    if head.experiment != of.experiment {
        bail!("{}: these are figures of `{}`, not of `{}`", wrong(1), head.experiment, of.experiment);
    }
    if head != Head::of(of) {
        return Ok(0);
    }
    // All are read before the first is kept.
    let cells = lines
        .enumerate()
        .map(|(number, line)| serde_json::from_str::<KeptCell>(line).with_context(|| wrong(number + 2)));
    let cells = cells.collect::<anyhow::Result<Vec<_>>>()?;
    let there: Vec<String> = store.cells(of)?.into_iter().map(|kept| kept.cell).collect();
    let mut added = 0;
    for cell in cells.iter().filter(|cell| !there.contains(&cell.cell)) {
        store.keep_cell(of, cell)?;
        added += 1;
    }
    Ok(added)
}

#[cfg(test)]
mod tests {
    use hinterhand_matches::store::{Durability, Measure, Outcome};

    use super::*;

    const OF: CellsOf<'static> = CellsOf { experiment: "own", scale: "full", seed: u64::MAX };

    /// A piece of work with one figure.
    fn cell(name: &str, value: f64) -> KeptCell {
        KeptCell {
            cell: name.to_owned(),
            work: format!("work of {name}"),
            outcome: Outcome::default()
                .measure("figure", Measure::estimated(value, Some([value - 0.1, value + 0.1])))
                .curve("curve", vec![[1.0, value]]),
            seconds: 1.5,
            ended: "2026-01-02T03:04:05Z".to_owned(),
            version: "0.1.0".to_owned(),
            commit: "abc".to_owned(),
            machine: "a machine".to_owned(),
        }
    }

    #[test]
    fn figures_travel_from_store_to_store() {
        let folder = tempfile::tempdir().expect("a folder");
        let store =
            |name: &str| Store::open(&folder.path().join(name), Durability::Process).expect("a store");
        let file = folder.path().join("pages").join("own.jsonl");
        let (one, other) = (store("one.db"), store("other.db"));
        assert_eq!(read(&other, OF, &file).expect("no file is no figures"), 0);
        [cell("a", 0.1), cell("b", 0.2)].iter().for_each(|cell| one.keep_cell(OF, cell).expect("room"));
        write(&one, OF, &file).expect("room");
        // What a store has already stays.
        other.keep_cell(OF, &cell("b", 0.3)).expect("room");
        assert_eq!(read(&other, OF, &file).expect("figures"), 1);
        assert_eq!(other.cells(OF).expect("a store"), [cell("a", 0.1), cell("b", 0.3)]);
        // Of another seed nothing is taken.
        assert_eq!(read(&other, CellsOf { seed: 1, ..OF }, &file).expect("figures"), 0);
    }

    #[test]
    fn damage_is_named_and_nothing_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("one.db"), Durability::Process).expect("a store");
        store.keep_cell(OF, &cell("a", 0.1)).expect("room");
        let file = folder.path().join("own.jsonl");
        write(&store, OF, &file).expect("room");
        let text = std::fs::read_to_string(&file).expect("a file");
        store.forget_cells(OF).expect("a store");
        for (wrong, what) in [
            (format!("{text}{{\"cell\": 1}}\n"), "line 3"),
            (text[..text.len() - 9].to_owned(), "line 2"),
            (text.replace("\"own\"", "\"other\""), "figures of `other`, not of `own`"),
            (String::new(), "line 1"),
        ] {
            std::fs::write(&file, wrong).expect("room");
            let error = format!("{:#}", read(&store, OF, &file).expect_err(what));
            assert!(error.contains(what), "{error}");
            assert!(store.cells(OF).expect("a store").is_empty());
        }
    }
}
