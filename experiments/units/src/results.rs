//! Folders of results: what there is of a unit, and what is damaged.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::result_file::{parts_of, shard};
use crate::{Damage, ResultFile, Unit};

/// Folders in which results lie, such as that of a cluster and that of a colleague.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    folders: Vec<PathBuf>,
}

/// What there is of a unit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// A result, and its file.
    pub result: Option<(PathBuf, ResultFile)>,
    /// Files that are none, although they have its name.
    pub damaged: Vec<(PathBuf, Damage)>,
    /// Two results that differ where they must not.
    pub twice: Option<Twice>,
}

/// Two results of the same unit that differ although everything that they depend on is the same.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "not deterministic: unit {unit} (items {first} to {last}) has come to different results in {} and {}",
    files[0].display(), files[1].display()
)]
pub struct Twice {
    /// The name of the unit.
    pub unit: String,
    /// Its first item.
    pub first: u64,
    /// Its last item.
    pub last: u64,
    /// The files.
    pub files: [PathBuf; 2],
}

/// The files of a listing, by the names of the units.
pub(crate) type Listing = HashMap<String, Vec<PathBuf>>;

impl Results {
    /// The results in these folders, which need not be there yet.
    pub fn new(folders: Vec<PathBuf>) -> Results {
        Results { folders }
    }

    /// What there is of a unit.
    pub fn find(&self, unit: &Unit) -> io::Result<Found> {
        let name = unit.name();
        let mut files = Vec::new();
        for folder in &self.folders {
            list(&shard(folder, &name), &mut |of, path| {
                if of == name {
                    files.push(path);
                }
            })?;
        }
        files.sort_unstable();
        Ok(Found::of(unit, &files))
    }

    /// All files that have the names of results, by unit.
    pub(crate) fn list(&self) -> io::Result<Listing> {
        let mut listing = Listing::new();
        for folder in &self.folders {
            for entry in entries(folder)? {
                let path = entry?.path();
                let is_shard = path.file_name().is_some_and(|name| name.len() == 2);
                if is_shard && path.is_dir() {
                    list(&path, &mut |unit, path| listing.entry(unit.to_owned()).or_default().push(path))?;
                }
            }
        }
        listing.values_mut().for_each(|files| files.sort_unstable());
        Ok(listing)
    }

    /// Sets a damaged file aside, under a name that is not that of a result; false if another process has done so.
    pub(crate) fn set_aside(path: &Path) -> io::Result<bool> {
        let mut name = path.as_os_str().to_owned();
        name.push(".damaged");
        match fs::rename(path, name) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Found {
    /// What there is in the files that have the name of the unit.
    pub(crate) fn of(unit: &Unit, files: &[PathBuf]) -> Found {
        let mut found = Found::default();
        for path in files {
            match ResultFile::read(path) {
                Err(Damage::Read(_)) if !path.exists() => {}
                Err(damage) => found.damaged.push((path.clone(), damage)),
                Ok(result) => match &found.result {
                    None => found.result = Some((path.clone(), result)),
                    Some((before, other)) if other.payload.same != result.payload.same => {
                        let (first, last) = (unit.first, unit.first + unit.count - 1);
                        let files = [before.clone(), path.clone()];
                        found.twice.get_or_insert(Twice { unit: unit.name(), first, last, files });
                    }
                    Some(_) => {}
                },
            }
        }
        found
    }
}

/// The entries of a folder; none if there is no folder.
fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<fs::DirEntry>> + use<>> {
    match fs::read_dir(folder) {
        Ok(entries) => Ok(Some(entries).into_iter().flatten()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None.into_iter().flatten()),
        Err(error) => Err(error),
    }
}

/// Shows the files of a folder that have the names of results.
fn list(folder: &Path, show: &mut dyn FnMut(&str, PathBuf)) -> io::Result<()> {
    for entry in entries(folder)? {
        let path = entry?.path();
        let unit = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(parts_of)
            .map(|(unit, _)| unit.to_owned());
        if let Some(unit) = unit {
            show(&unit, path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Payload;

    fn unit(first: u64) -> Unit {
        Unit { kind: "duel".into(), experiment: "ab".into(), seed: 1, first, count: 2 }
    }

    fn write(folder: &Path, first: u64, same: &str) -> PathBuf {
        let payload = Payload { same: same.into(), apart: vec![] };
        ResultFile { unit: unit(first), payload, seconds: 1.0 }.write(folder).expect("room")
    }

    #[test]
    fn results_are_found_in_all_folders_and_held_against_each_other() {
        let folder = tempfile::tempdir().expect("room");
        // Files are looked at in the order of their names.
        let [here, there] = ["here", "there"].map(|name| folder.path().join(name));
        let results = Results::new(vec![here.clone(), there.clone(), folder.path().join("none")]);
        assert_eq!(results.find(&unit(0)).expect("readable"), Found::default());
        let mine = write(&here, 0, "a");
        write(&there, 0, "a");
        write(&there, 2, "b");
        let found = results.find(&unit(0)).expect("readable");
        assert!(found.result.is_some() && found.twice.is_none() && found.damaged.is_empty());
        assert!(results.find(&unit(2)).expect("readable").result.is_some());
        assert_eq!(results.list().expect("readable").len(), 2);
        let other = write(&there, 0, "c");
        let twice = results.find(&unit(0)).expect("readable").twice.expect("they differ");
        let mut files = [mine.clone(), other.clone()];
        files.sort_unstable();
        assert_eq!((twice.files.clone(), twice.first, twice.last), (files, 0, 1));
        let message = twice.to_string();
        assert!(message.contains(mine.to_str().expect("plain")), "{message}");
        assert!(message.contains(other.to_str().expect("plain")), "{message}");
    }

    #[test]
    fn damaged_files_are_set_aside_once() {
        let folder = tempfile::tempdir().expect("room");
        let path = write(folder.path(), 0, "a");
        fs::write(&path, "hinterhand unit 1\n").expect("room");
        let results = Results::new(vec![folder.path().into()]);
        let found = results.find(&unit(0)).expect("readable");
        assert_eq!((found.result, found.damaged), (None, vec![(path.clone(), Damage::Hash)]));
        assert!(Results::set_aside(&path).expect("room"));
        assert!(!Results::set_aside(&path).expect("room"));
        assert_eq!(results.find(&unit(0)).expect("readable"), Found::default());
        assert!(results.list().expect("readable").is_empty());
    }
}
