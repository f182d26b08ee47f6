//! The bytes of a file, mapped into memory or a part of the program: the one place that is not safe.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// The content of a file.
#[derive(Debug)]
pub(super) enum Map {
    /// A file that is not empty.
    File(Mmap),
    /// Bytes of the program.
    Given(&'static [u8]),
}

impl Map {
    /// Maps the file at `path`.
    pub(super) fn open(path: &Path) -> io::Result<Map> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::other("it is a folder"));
        }
        if file.metadata()?.len() == 0 {
            // Some systems refuse to map nothing.
            return Ok(Map::Given(&[]));
        }
        // SAFETY: the bytes of a map must not change while they are borrowed. Our own files are never written
        // in place: `write` makes a new one and moves it over the old one, whose bytes stay alive under the
        // map. A program that writes into the file by other means violates what every reader of mapped files
        // must assume; what is read then are other numbers, since every bit pattern of an element is a
        // number.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Map::File(map))
    }

    /// All bytes.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Map::File(map) => map,
            Map::Given(bytes) => bytes,
        }
    }
}
