//! Texts that are kept in files and must not change by accident.
//!
//! `UPDATE_GOLDEN=1 cargo test -p hinterhand-engine` rewrites the files.

use std::fs;
use std::path::PathBuf;

/// Compares `actual` with the file of this name under `tests/data`, or writes the file if that is asked for.
pub fn check(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("the folder can be made");
        fs::write(&path, actual).expect("the file can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (number, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(actual, expected, "{name}, line {}", number + 1);
    }
    assert_eq!(actual.lines().count(), expected.lines().count(), "{name} has other lines at its end");
}
