//! Files of columns: arrays of numbers under a header that describes them, read without copying.
//!
//! Strategies and checkpoints are kept so. The layout, all numbers little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 0..8 | `HNTRHND` and a zero byte |
//! | 8..12 | version of the layout, now 1 |
//! | 12..16 | `0x0a0b0c0d`, to tell the order of bytes |
//! | 16..24 | length of the header |
//! | 24..28 | CRC-32 of the header |
//! | 28..32 | zero |
//! | 32.. | the header: one JSON object |
//! | then | the columns, each at a multiple of 64 bytes, zeros between |
//!
//! The header has `kind`, `about` (metadata of the writer), `bytes` (from the first column to the end of the
//! file) and `columns`, a list of objects with `name`, `type` (`u8`, `u16`, `u32`, `u64`, `f32`, `f64`),
//! `len`, `offset` (from the first column) and `crc32`. There is no date in it: the same content is the same
//! file.
//!
//! Opening checks every byte: the header and each column have a checksum. A file is written beside its
//! place and moved there when it is whole, so that there is the old file or the new one and never half.

mod element;
mod map;
mod write;

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use element::{Column, Element};
pub use write::{replace, write};

use map::Map;

const MAGIC: [u8; 8] = *b"HNTRHND\0";
const VERSION: u32 = 1;
const ORDER: u32 = 0x0a0b_0c0d;
/// Where the header begins.
const PREFIX: usize = 32;
/// Columns begin at multiples of this, so that any number in them is aligned.
const ALIGNMENT: usize = 64;
/// No header is longer; a damaged length must not be believed.
const LONGEST_HEADER: u64 = 1 << 26;

const _: () = assert!(cfg!(target_endian = "little"), "columns are read in place, lowest byte first");

/// The content of the header.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    kind: String,
    about: Json,
    bytes: u64,
    columns: Vec<Entry>,
}

/// The entry of a column in the header.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    r#type: String,
    len: u64,
    offset: u64,
    crc32: u32,
}

/// An open file of columns, every byte of which has been checked.
#[derive(Debug)]
pub struct ColumnFile {
    path: PathBuf,
    map: Map,
    header: Header,
    /// Where the first column begins.
    start: usize,
}

impl ColumnFile {
    /// Opens the file at `path`, which must be of this kind.
    pub fn open(path: &Path, kind: &str) -> Result<ColumnFile, ColumnFileError> {
        let wrong = |fault| ColumnFileError { path: path.to_owned(), fault };
        ColumnFile::read(path, Map::open(path).map_err(|error| wrong(Fault::Read(error)))?, kind)
    }

    /// Reads a file of this kind that is a part of the program, whose bytes begin at a multiple of 64; errors call it
    /// `path`.
    pub fn of_bytes(path: &Path, bytes: &'static [u8], kind: &str) -> Result<ColumnFile, ColumnFileError> {
        ColumnFile::read(path, Map::Given(bytes), kind)
    }

    fn read(path: &Path, map: Map, kind: &str) -> Result<ColumnFile, ColumnFileError> {
        let wrong = |fault| ColumnFileError { path: path.to_owned(), fault };
        let (header, header_end) = read_header(map.bytes(), kind).map_err(wrong)?;
        let start = header_end.next_multiple_of(ALIGNMENT);
        let file = ColumnFile { path: path.to_owned(), map, header, start };
        let bytes = file.map.bytes();
        let mut at = header_end;
        for entry in &file.header.columns {
            let range = file.range(entry).map_err(wrong)?;
            let gap = bytes.get(at..range.start).unwrap_or(&[1]);
            if gap.iter().any(|&byte| byte != 0) {
                return Err(wrong(Fault::Damaged(format!("the gap before column `{}`", entry.name))));
            }
            if crc32fast::hash(&bytes[range.clone()]) != entry.crc32 {
                return Err(wrong(Fault::Damaged(format!("column `{}`", entry.name))));
            }
            at = range.end;
        }
        Ok(file)
    }

    /// The metadata of the writer.
    pub fn about(&self) -> &Json {
        &self.header.about
    }

    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.map.bytes().len() as u64
    }

    /// The names of the columns with their types and lengths, in the order of the file.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.header.columns.iter().map(|entry| (&*entry.name, &*entry.r#type, entry.len))
    }

    /// The column called `name`, in place.
    pub fn column<T: Element>(&self, name: &str) -> Result<&[T], ColumnFileError> {
        let wrong = |fault| ColumnFileError { path: self.path.clone(), fault };
        let entry = self.header.columns.iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| wrong(Fault::Missing(name.to_owned())))?;
        if entry.r#type != T::NAME {
            return Err(wrong(Fault::Type {
                name: name.to_owned(),
                found: entry.r#type.clone(),
                wanted: T::NAME,
            }));
        }
        let bytes = &self.map.bytes()[self.range(entry).map_err(wrong)?];
        Ok(bytemuck::try_cast_slice(bytes).expect("columns are aligned and whole: the range was checked"))
    }

    /// A name for the content, the same wherever it lies.
    pub fn blake3(&self) -> String {
        blake3::hash(self.map.bytes()).to_hex().to_string()
    }

    /// The error that the content of the file is invalid for its reader, with the reason.
    pub fn senseless(&self, reason: &impl std::fmt::Display) -> ColumnFileError {
        ColumnFileError { path: self.path.clone(), fault: Fault::Senseless(reason.to_string()) }
    }

    /// The bytes of a column, if they lie in the file as they should.
    fn range(&self, entry: &Entry) -> Result<Range<usize>, Fault> {
        let broken = || Fault::Header(format!("column `{}` does not lie in the file", entry.name));
        let size = element::size(&entry.r#type).ok_or_else(|| {
            Fault::Header(format!("column `{}` has the unknown type `{}`", entry.name, entry.r#type))
        })?;
        let length = entry.len.checked_mul(size as u64).ok_or_else(broken)?;
        let end = entry.offset.checked_add(length).ok_or_else(broken)?;
        if end > self.header.bytes || !entry.offset.is_multiple_of(ALIGNMENT as u64) {
            return Err(broken());
        }
        let start = self.start;
        Ok(start + entry.offset as usize..start + end as usize)
    }
}

/// The header and where it ends.
fn read_header(bytes: &[u8], kind: &str) -> Result<(Header, usize), Fault> {
    if bytes.len() < PREFIX || bytes[..8] != MAGIC {
        // A file that was cut off within its first bytes is as good as another file.
        return Err(Fault::Foreign);
    }
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    if word(12) != ORDER {
        return Err(match word(12).swap_bytes() {
            ORDER => Fault::Order,
            _ => Fault::Damaged("the beginning".to_owned()),
        });
    }
    if word(8) != VERSION {
        return Err(Fault::Version(word(8)));
    }
    let length = u64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes"));
    if length > LONGEST_HEADER || word(28) != 0 {
        return Err(Fault::Damaged("the beginning".to_owned()));
    }
    let Some(text) = bytes.get(PREFIX..PREFIX + length as usize) else {
        return Err(Fault::Short { found: bytes.len() as u64, wanted: PREFIX as u64 + length });
    };
    if crc32fast::hash(text) != word(24) {
        return Err(Fault::Damaged("the header".to_owned()));
    }
    let text = std::str::from_utf8(text).map_err(|error| Fault::Header(error.to_string()))?;
    let header: Header = serde_json::from_str(text).map_err(|error| Fault::Header(error.to_string()))?;
    let end = PREFIX + length as usize;
    let wanted = (end.next_multiple_of(ALIGNMENT) as u64).saturating_add(header.bytes);
    if wanted != bytes.len() as u64 {
        return Err(Fault::Short { found: bytes.len() as u64, wanted });
    }
    if header.kind != kind {
        return Err(Fault::Kind { found: header.kind, wanted: kind.to_owned() });
    }
    Ok((header, end))
}

/// A file of columns that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct ColumnFileError {
    path: PathBuf,
    fault: Fault,
}

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("cannot be read: {0}")]
    Read(std::io::Error),
    #[error("not a file of hinterhand's (it does not begin with HNTRHND)")]
    Foreign,
    #[error("written in layout {0}; this program reads layout {VERSION}")]
    Version(u32),
    #[error("written in the other byte order")]
    Order,
    #[error("{found} bytes long instead of {wanted}: cut off, or something was added")]
    Short { found: u64, wanted: u64 },
    #[error("damaged: the checksum of {0} is wrong")]
    Damaged(String),
    #[error("the header is invalid: {0}")]
    Header(String),
    #[error("{0}")]
    Senseless(String),
    #[error("a {found}, not a {wanted}")]
    Kind { found: String, wanted: String },
    #[error("there is no column `{0}`")]
    Missing(String),
    #[error("column `{name}` is of type {found} instead of {wanted}")]
    Type { name: String, found: String, wanted: &'static str },
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample(folder: &Path) -> PathBuf {
        let path = folder.join("sample");
        let columns = [
            ("bytes", Column::from(&[1u8, 2, 3][..])),
            ("empty", Column::from(&[0u64; 0][..])),
            ("numbers", Column::from(&[0.5f32, -1.0][..])),
        ];
        write(&path, "test", &json!({"answer": 42}), &columns).unwrap();
        path
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = ColumnFile::open(&sample(folder.path()), "test").unwrap();
        assert_eq!(file.about()["answer"], 42);
        assert_eq!(file.column::<u8>("bytes").unwrap(), [1, 2, 3]);
        assert_eq!(file.column::<u64>("empty").unwrap(), [0u64; 0]);
        assert_eq!(file.column::<f32>("numbers").unwrap(), [0.5, -1.0]);
        let names: Vec<_> = file.columns().collect();
        assert_eq!(names, [("bytes", "u8", 3), ("empty", "u64", 0), ("numbers", "f32", 2)]);
        let other = tempfile::tempdir().unwrap();
        let twin = ColumnFile::open(&sample(other.path()), "test").unwrap();
        assert_eq!(file.blake3(), twin.blake3());
    }

    #[test]
    fn wrong_questions_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = sample(folder.path());
        let file = ColumnFile::open(&path, "test").unwrap();
        let error = |result: Result<&[u8], ColumnFileError>| result.unwrap_err().to_string();
        assert!(error(file.column("other")).ends_with("there is no column `other`"));
        assert!(error(file.column("numbers")).ends_with("is of type f32 instead of u8"));
        let error = ColumnFile::open(&path, "strategy").unwrap_err().to_string();
        assert!(error.ends_with("a test, not a strategy"), "{error}");
        let error = ColumnFile::open(&folder.path().join("none"), "test").unwrap_err().to_string();
        assert!(error.contains("cannot be read"), "{error}");
    }

    #[test]
    fn every_cut_and_every_damaged_byte_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = sample(folder.path());
        let whole = std::fs::read(&path).unwrap();
        let check = |bytes: &[u8], what: &str| {
            std::fs::write(&path, bytes).unwrap();
            if let Ok(file) = ColumnFile::open(&path, "test") {
                panic!("{what} was not found in {:?}", file.header);
            }
        };
        for length in 0..whole.len() {
            check(&whole[..length], &format!("a cut at {length}"));
        }
        check(&[&whole[..], &[0]].concat(), "a byte too many");
        for byte in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[byte] ^= 1 << (byte % 8);
            check(&bytes, &format!("a flipped bit of byte {byte}"));
        }
    }
}
