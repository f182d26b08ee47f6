//! A folder of numbered parts of equally many hands, in which a run can be continued.
//!
//! `_plan.json` has the plan of all parts. A part exists completely or not at all, and its content depends on
//! the plan and its number alone: so to continue is to write the missing parts.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hinterhand_players::files::column_file;
use serde::{Deserialize, Serialize};

use super::{Form, Plan};

/// A folder of parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    folder: PathBuf,
    layout: Layout,
}

/// The description of a folder, stored in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Layout {
    /// The hands of each part; the last one has the rest.
    part_hands: u64,
    /// The format of the parts.
    format: Form,
    /// The plan.
    plan: Plan,
}

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum PartsError {
    #[error("cannot use {}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{} is not empty and has no {PLAN}: use another folder", .path.display())]
    Foreign { path: PathBuf },
    #[error("{} is no plan of self-play: {message}", .path.display())]
    Senseless { path: PathBuf, message: String },
    #[error(
        "{} was started with another {what}, and cannot be continued: give the same, or use another folder",
        .path.display()
    )]
    Differs { path: PathBuf, what: &'static str },
}

/// The file that describes the folder. Readers of folders of Parquet files ignore such a name.
const PLAN: &str = "_plan.json";

impl Parts {
    /// The folder, which is made if it is not there; if it is, it must have been begun with the same plan.
    pub fn open(folder: &Path, plan: &Plan, format: Form, part_hands: u64) -> Result<Parts, PartsError> {
        let layout = Layout { part_hands, format, plan: plan.clone() };
        let path = folder.join(PLAN);
        let cannot = |error| PartsError::Io { path: folder.to_owned(), error };
        match fs::read(&path) {
            Ok(text) => {
                let there: Layout = serde_json::from_slice(&text).map_err(|error| PartsError::Senseless {
                    path: path.clone(),
                    message: error.to_string(),
                })?;
                if let Some(what) = layout.differs_from(&there) {
                    return Err(PartsError::Differs { path: folder.to_owned(), what });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder).map_err(cannot)?;
                for entry in fs::read_dir(folder).map_err(cannot)? {
                    // A file in the making, left behind by a crash, has such a name.
                    let name = entry.map_err(cannot)?.file_name();
                    if !name.to_string_lossy().starts_with(".hinterhand-") {
                        return Err(PartsError::Foreign { path: folder.to_owned() });
                    }
                }
                let text = serde_json::to_string_pretty(&layout).expect("a plan is plain JSON");
                column_file::replace(&path, &mut |out| writeln!(out, "{text}")).map_err(cannot)?;
            }
            Err(error) => return Err(PartsError::Io { path, error }),
        }
        Ok(Parts { folder: folder.to_owned(), layout })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The format of the parts.
    pub fn format(&self) -> Form {
        self.layout.format
    }

    /// The parts, whether they are there or not: the file of each, and the numbers of its hands.
    pub fn all(&self) -> impl Iterator<Item = (PathBuf, Range<u64>)> {
        let Layout { part_hands, format, plan: Plan { hands, .. } } = &self.layout;
        (0..hands.div_ceil(*part_hands)).map(move |part| {
            let name = format!("part-{part:06}.{}", format.extension());
            (self.folder.join(name), part * part_hands..hands.min(&((part + 1) * part_hands)).to_owned())
        })
    }
}

impl Layout {
    /// The first difference from another description, if there is one.
    fn differs_from(&self, other: &Layout) -> Option<&'static str> {
        let (mine, theirs) = (&self.plan, &other.plan);
        let same = [
            ("game", mine.game == theirs.game),
            ("set of options of the game", mine.options == theirs.options && mine.rules == theirs.rules),
            ("number of hands", mine.hands == theirs.hands),
            ("seed", mine.seed == theirs.seed),
            ("set of bots", mine.bots == theirs.bots),
            ("number of hands for a part", self.part_hands == other.part_hands),
            ("format", self.format == other.format),
            ("version of this program", mine.version == theirs.version),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Player;
    use super::*;
    use serde_json::Map;

    fn plan() -> Plan {
        let bot = Player { bot: "random".to_owned(), options: Map::new(), version: "1".to_owned() };
        Plan {
            game: "kuhn".to_owned(),
            options: Map::new(),
            rules: "none".to_owned(),
            hands: 25,
            seed: 1,
            bots: vec![bot],
            version: "1".to_owned(),
        }
    }

    #[test]
    fn the_last_part_has_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::open(&folder.path().join("a/b"), &plan(), Form::Jsonl, 10).unwrap();
        let all: Vec<(String, Range<u64>)> = parts
            .all()
            .map(|(path, numbers)| (path.file_name().unwrap().to_string_lossy().into_owned(), numbers))
            .collect();
        let name = |part: u32| format!("part-{part:06}.jsonl");
        assert_eq!(all, [(name(0), 0..10), (name(1), 10..20), (name(2), 20..25)]);
    }

    #[test]
    fn a_folder_belongs_to_one_plan() {
        let folder = tempfile::tempdir().unwrap();
        let open = |plan: &Plan, form, hands| Parts::open(folder.path(), plan, form, hands);
        fs::write(folder.path().join(".hinterhand-abc"), "left by a crash").unwrap();
        let parts = open(&plan(), Form::Jsonl, 10).unwrap();
        assert_eq!(open(&plan(), Form::Jsonl, 10).unwrap(), parts);
        let bots = |bot: &str| vec![Player { bot: bot.to_owned(), ..plan().bots[0].clone() }];
        for (other, form, hands, what) in [
            (Plan { seed: 2, ..plan() }, Form::Jsonl, 10, "another seed"),
            (Plan { hands: 24, ..plan() }, Form::Jsonl, 10, "another number of hands,"),
            (Plan { bots: bots("greedy"), ..plan() }, Form::Jsonl, 10, "another set of bots"),
            (Plan { rules: "more".to_owned(), ..plan() }, Form::Jsonl, 10, "another set of options"),
            (Plan { version: "2".to_owned(), ..plan() }, Form::Jsonl, 10, "another version"),
            (plan(), Form::Parquet, 10, "another format"),
            (plan(), Form::Jsonl, 9, "another number of hands for a part"),
        ] {
            let error = open(&other, form, hands).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
        fs::write(folder.path().join(PLAN), "{}").unwrap();
        assert!(matches!(open(&plan(), Form::Jsonl, 10), Err(PartsError::Senseless { .. })));
        fs::remove_file(folder.path().join(PLAN)).unwrap();
        fs::write(folder.path().join("thesis.tex"), "").unwrap();
        assert!(matches!(open(&plan(), Form::Jsonl, 10), Err(PartsError::Foreign { .. })));
    }
}
