//! The file of a result: the unit, what it has found, and at the end the hash of everything before.
//!
//! | bytes | what |
//! | --- | --- |
//! | the first line | `hinterhand unit 1` |
//! | the second line | JSON: `unit`, `seconds`, and the lengths `same` and `apart` |
//! | then | the payload: what is the same on every machine, and what differs by its nature |
//! | the last 65 | the BLAKE3 hash of everything before, as 64 letters, and a line feed |
//!
//! The name of a file is that of the unit and the hash of what is the same. So two processes that do the same unit write
//! the same file, whichever is later, and if they ever differ there are two files.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use hinterhand_players::files::column_file;
use serde::{Deserialize, Serialize};

use crate::{Payload, Unit};

const MAGIC: &[u8] = b"hinterhand unit 1\n";
/// The length of the hash at the end, with its line feed.
const TRAILER: usize = 65;
/// The number of letters of the hash of the content in the name of a file.
const CONTENT: usize = 16;
/// The extension of results.
pub(crate) const EXTENSION: &str = ".unit";

/// A result in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultFile {
    /// The unit.
    pub unit: Unit,
    /// What it has found.
    pub payload: Payload,
    /// The time that it took, in seconds.
    pub seconds: f64,
}

/// What is wrong with a file that is no result, or not the one that its name says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Damage {
    #[error("it cannot be read: {0}")]
    Read(String),
    #[error("it is no result of a unit")]
    Foreign,
    #[error("it is cut off or damaged: its bytes are not those of its hash")]
    Hash,
    #[error("it does not say what it is: {0}")]
    Header(String),
    #[error("it has the result of another unit than its name says")]
    OtherUnit,
    #[error("its name has another content than the file")]
    OtherContent,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    unit: Unit,
    seconds: f64,
    same: u64,
    apart: u64,
}

impl ResultFile {
    /// The place below the folder of results: a folder for the first two letters of the name, and the name.
    pub fn place(&self, results: &Path) -> PathBuf {
        let name = self.unit.name();
        let content = &self.payload.content()[..CONTENT];
        shard(results, &name).join(format!("{name}-{content}{EXTENSION}"))
    }

    /// Writes the file to its place: beside it, to the disk, and then by a rename. There is the whole file or none.
    pub fn write(&self, results: &Path) -> io::Result<PathBuf> {
        let path = self.place(results);
        fs::create_dir_all(path.parent().expect("it lies in the folder of its letters"))?;
        let bytes = self.bytes();
        column_file::replace(&path, &mut |out| out.write_all(&bytes))?;
        Ok(path)
    }

    fn bytes(&self) -> Vec<u8> {
        let Payload { same, apart } = &self.payload;
        let (unit, seconds) = (self.unit.clone(), self.seconds);
        let header = Header { unit, seconds, same: same.len() as u64, apart: apart.len() as u64 };
        let mut bytes = MAGIC.to_vec();
        serde_json::to_writer(&mut bytes, &header).expect("a header is plain JSON");
        bytes.push(b'\n');
        bytes.extend_from_slice(same);
        bytes.extend_from_slice(apart);
        let hash = blake3::hash(&bytes).to_hex();
        writeln!(bytes, "{hash}").expect("a vector grows");
        bytes
    }

    /// Reads a file and checks every byte of it, and that it is what its name says.
    pub fn read(path: &Path) -> Result<ResultFile, Damage> {
        let bytes = fs::read(path).map_err(|error| Damage::Read(error.to_string()))?;
        let found = ResultFile::parse(&bytes)?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let (unit, content) = parts_of(name).ok_or(Damage::Foreign)?;
        if found.unit.name() != unit {
            return Err(Damage::OtherUnit);
        }
        if !found.payload.content().starts_with(content) {
            return Err(Damage::OtherContent);
        }
        Ok(found)
    }

    fn parse(bytes: &[u8]) -> Result<ResultFile, Damage> {
        if !bytes.starts_with(MAGIC) {
            // A file that was cut off within its first bytes is as good as another file.
            return Err(Damage::Foreign);
        }
        let end = bytes.len().checked_sub(TRAILER).filter(|end| *end >= MAGIC.len()).ok_or(Damage::Hash)?;
        let (rest, trailer) = bytes.split_at(end);
        if trailer != format!("{}\n", blake3::hash(rest).to_hex()).as_bytes() {
            return Err(Damage::Hash);
        }
        // From here on the bytes are what some version of this program has written.
        let wrong = |what: &dyn ToString| Damage::Header(what.to_string());
        let rest = &rest[MAGIC.len()..];
        let line = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| wrong(&"there is no header"))?;
        let header: Header = serde_json::from_slice(&rest[..line]).map_err(|error| wrong(&error))?;
        let payload = &rest[line + 1..];
        if header.same.checked_add(header.apart) != Some(payload.len() as u64) {
            return Err(wrong(&"its payload is shorter or longer than its header says"));
        }
        let (same, apart) = payload.split_at(header.same as usize);
        let payload = Payload { same: same.to_vec(), apart: apart.to_vec() };
        Ok(ResultFile { unit: header.unit, payload, seconds: header.seconds })
    }
}

/// The folder of a unit below that of results: no folder has more files than a file system likes.
pub(crate) fn shard(results: &Path, unit: &str) -> PathBuf {
    results.join(&unit[..2])
}

/// The name of the unit and the beginning of the hash of the content in the name of a file.
pub(crate) fn parts_of(name: &str) -> Option<(&str, &str)> {
    let (unit, content) = name.strip_suffix(EXTENSION)?.split_once('-')?;
    let hash = |text: &str, length| {
        text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    (hash(unit, 64) && hash(content, CONTENT)).then_some((unit, content))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(first: u64, same: &[u8]) -> ResultFile {
        let unit = Unit { kind: "duel".into(), experiment: "ab".into(), seed: 1, first, count: 2 };
        ResultFile { unit, payload: Payload { same: same.to_vec(), apart: b"2 ms".to_vec() }, seconds: 0.25 }
    }

    #[test]
    fn what_any_task_has_written_is_read() {
        let folder = tempfile::tempdir().expect("room");
        let mine = result(0, b"a result\n");
        let path = mine.write(folder.path()).expect("room");
        assert_eq!(ResultFile::read(&path), Ok(mine.clone()));
        // Another process that took longer writes the same file.
        let theirs = ResultFile {
            seconds: 9.0,
            payload: Payload { apart: vec![], ..mine.payload.clone() },
            ..mine.clone()
        };
        assert_eq!(theirs.write(folder.path()).expect("room"), path);
        assert_eq!(ResultFile::read(&path), Ok(theirs));
        // Another result of the same unit lies beside it.
        let other = result(0, b"another result\n").write(folder.path()).expect("room");
        assert!(other != path && other.parent() == path.parent());
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("it is there").count(), 2);
    }

    #[test]
    fn damage_of_any_byte_is_found() {
        let folder = tempfile::tempdir().expect("room");
        let path = result(0, b"a result\n").write(folder.path()).expect("room");
        let bytes = fs::read(&path).expect("it is there");
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).expect("room");
            assert!(ResultFile::read(&path).is_err(), "cut off after {length}");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            fs::write(&path, &damaged).expect("room");
            let expected = if at < MAGIC.len() { Damage::Foreign } else { Damage::Hash };
            assert_eq!(ResultFile::read(&path), Err(expected), "byte {at}");
        }
        fs::write(&path, [&bytes[..], b"more"].concat()).expect("room");
        assert_eq!(ResultFile::read(&path), Err(Damage::Hash));
        // A whole result that lies at the place of another one.
        fs::write(&path, result(1, b"a result\n").bytes()).expect("room");
        assert_eq!(ResultFile::read(&path), Err(Damage::OtherUnit));
        fs::write(&path, result(0, b"another\n").bytes()).expect("room");
        assert_eq!(ResultFile::read(&path), Err(Damage::OtherContent));
        fs::remove_file(&path).expect("it is there");
        assert!(matches!(ResultFile::read(&path), Err(Damage::Read(_))));
    }
}
