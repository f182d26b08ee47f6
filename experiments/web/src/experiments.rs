//! Experiments while they run: the pieces of work that a store has of each, as `hinterhand paper run` keeps
//! them.

use hinterhand_matches::store::{CellsOf, KeptCell, Store};
use serde_json::{Value as Json, json};

/// The pieces that are told, those that were done last.
const LAST: usize = 5;

/// The figures of a piece that are told.
const FIGURES: usize = 12;

/// The experiments of a store, the one that has gone on last first.
pub(crate) fn read(store: &Store) -> anyhow::Result<Vec<Json>> {
    let mut found = Vec::new();
    for (name, scale, seed) in store.experiments()? {
        let mut cells = store.cells(CellsOf { experiment: &name, scale: &scale, seed })?;
        cells.sort_by(|one, other| (&other.ended, &one.cell).cmp(&(&one.ended, &other.cell)));
        let ended = cells.first().map(|cell| cell.ended.clone());
        let seconds: f64 = cells.iter().map(|cell| cell.seconds).sum();
        let last: Vec<Json> = cells.iter().take(LAST).map(piece).collect();
        let told = json!({
            "name": name, "scale": scale, "seed": seed.to_string(), "done": cells.len(), "seconds": seconds,
            "ended": ended, "last": last,
        });
        found.push((ended, told));
    }
    found.sort_by(|(one, _), (other, _)| other.cmp(one));
    Ok(found.into_iter().map(|(_, told)| told).collect())
}

/// A piece of work with its figures, each with its interval if it has one.
fn piece(cell: &KeptCell) -> Json {
    let measures = cell.outcome.measures.iter().take(FIGURES);
    let figures: Vec<Json> =
        measures.map(|(name, measure)| json!([name, measure.value, measure.interval_95])).collect();
    let more = cell.outcome.measures.len().saturating_sub(FIGURES);
    json!({ "name": cell.cell, "seconds": cell.seconds, "ended": cell.ended, "figures": figures, "more": more })
}

#[cfg(test)]
mod tests {
    use hinterhand_matches::store::{Durability, Measure, Outcome};

    use super::*;

    #[test]
    fn the_youngest_pieces_are_told_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("papers.db"), Durability::Process).expect("a new store");
        let cell = |name: &str, ended: &str| KeptCell {
            cell: name.to_owned(),
            work: "work".to_owned(),
            outcome: Outcome {
                measures: [(
                    "loss".to_owned(),
                    Measure { value: 0.5, interval_95: Some([0.4, 0.6]), uncertain: false },
                )]
                .into(),
                ..Outcome::default()
            },
            seconds: 2.0,
            ended: ended.to_owned(),
            version: "1".to_owned(),
            commit: String::new(),
            machine: String::new(),
        };
        for (experiment, name, ended) in [
            ("cfr", "a", "2026-01-01T00:00:00Z"),
            ("cfr", "b", "2026-01-03T00:00:00Z"),
            ("iig", "c", "2026-01-02T00:00:00Z"),
        ] {
            let of = CellsOf { experiment, scale: "full", seed: u64::MAX };
            store.keep_cell(of, &cell(name, ended)).expect("kept");
        }
        let told = read(&store).expect("it can be read");
        assert_eq!(told.iter().map(|one| &one["name"]).collect::<Vec<_>>(), ["cfr", "iig"]);
        assert_eq!(
            (&told[0]["done"], &told[0]["seconds"], &told[0]["last"][0]["name"]),
            (&json!(2), &json!(4.0), &json!("b"))
        );
        assert_eq!(told[0]["last"][0]["figures"], json!([["loss", 0.5, [0.4, 0.6]]]));
        assert_eq!(told[0]["seed"], u64::MAX.to_string());
    }
}
