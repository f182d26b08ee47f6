//! A file or a folder that is being written: it has a name of its own beside its place, and goes away unless
//! it is renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// The beginning of the names, by which leftovers of a crash are recognized.
const PREFIX: &str = ".hinterhand-";

/// The path of something unfinished, which is removed when this is dropped.
#[derive(Debug)]
pub struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Creates an empty file in `folder`, closed to other users.
    pub fn file_in(folder: &Path) -> io::Result<(Unfinished, File)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Unfinished::create_in(folder, |path| options.open(path))
    }

    /// Creates an empty folder in `folder`, closed to other users.
    pub fn folder_in(folder: &Path) -> io::Result<Unfinished> {
        #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has a mode to set"))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        Unfinished::create_in(folder, |path| builder.create(path)).map(|(unfinished, ())| unfinished)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to its place, where it replaces what is there. It must be in the same file system.
    pub fn rename(self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)
    }

    /// Tries names until one is free: leftovers and processes of other machines may have the first.
    fn create_in<T>(folder: &Path, create: impl Fn(&Path) -> io::Result<T>) -> io::Result<(Unfinished, T)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{count}", process::id()));
            match create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => return created.map(|created| (Unfinished { path }, created)),
            }
        }
    }
}

impl Drop for Unfinished {
    /// Removes it; after a rename there is nothing to remove.
    fn drop(&mut self) {
        let removed = fs::remove_file(&self.path);
        if removed.is_err_and(|error| error.kind() != ErrorKind::NotFound) {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_is_not_renamed_goes_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, _) = Unfinished::file_in(folder.path()).expect("room");
        let inner = Unfinished::folder_in(folder.path()).expect("room");
        fs::write(inner.path().join("part"), "half").expect("room");
        assert_eq!(names(folder.path()).len(), 2);
        drop((file, inner));
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_renamed_file_replaces_what_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("finished");
        fs::write(&place, "old").expect("room");
        let (file, _) = Unfinished::file_in(folder.path()).expect("room");
        fs::write(file.path(), "new").expect("room");
        file.rename(&place).expect("the same folder");
        assert_eq!(names(folder.path()), ["finished"]);
        assert_eq!(fs::read_to_string(place).expect("a file"), "new");
    }

    #[test]
    fn names_that_are_taken_are_passed_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let (first, _) = Unfinished::file_in(folder.path()).expect("room");
        let number = first.path().to_string_lossy().rsplit_once('-').expect("a number").1.to_owned();
        let number: u64 = number.parse().expect("a number");
        // Other tests of this process take numbers, too.
        for next in number + 1..number + 50 {
            let name = format!("{PREFIX}{}-{next}", process::id());
            fs::write(folder.path().join(name), "left by a crash").expect("room");
        }
        let (second, _) = Unfinished::file_in(folder.path()).expect("room");
        assert_eq!(fs::read(second.path()).expect("a file"), b"");
    }
}
