//! NumPy archives (`.npz`): arrays by name, as `numpy.load` reads them.
//!
//! The form is that of NumPy's format 1.0 in a ZIP file without compression.

use std::io::{self, Write};

/// The numbers of an array.
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'n> {
    /// Bytes.
    U8(&'n [u8]),
    /// Whole numbers of 64 bits.
    U64(&'n [u64]),
    /// Floating-point numbers of 64 bits.
    F64(&'n [f64]),
}

/// A NumPy archive in the making.
pub struct NpzFile<'w> {
    out: &'w mut dyn Write,
    written: u32,
    /// The entry of each array in the directory at the end.
    directory: Vec<u8>,
    entries: u16,
}

/// The first day that a ZIP file can name: archives with the same arrays are the same bytes.
const DAY: [u8; 4] = [0, 0, 0x21, 0];

impl<'w> NpzFile<'w> {
    /// An archive without arrays, written to `out`.
    pub fn new(out: &'w mut dyn Write) -> NpzFile<'w> {
        NpzFile { out, written: 0, directory: Vec::new(), entries: 0 }
    }

    /// Adds an array with the rows of `columns` numbers each, or a plain list if there is no number of
    /// columns.
    ///
    /// # Panics
    ///
    /// If the numbers do not fill whole rows.
    pub fn add(&mut self, name: &str, numbers: Numbers<'_>, columns: Option<usize>) -> io::Result<()> {
        let data = array(numbers, columns);
        let name = format!("{name}.npy");
        let size = small(data.len())?;
        let mut about = Vec::new();
        // The version that is needed, no flags, no compression, the day, the checksum, both sizes.
        about.extend([20, 0, 0, 0, 0, 0]);
        about.extend(DAY);
        about.extend(crc32fast::hash(&data).to_le_bytes());
        about.extend(size.to_le_bytes());
        about.extend(size.to_le_bytes());
        about.extend((name.len() as u16).to_le_bytes());
        about.extend([0, 0]);
        // The directory has the same, between the version that wrote it and the place.
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend([20, 0]);
        self.directory.extend(&about);
        self.directory.extend([0; 10]);
        self.directory.extend(self.written.to_le_bytes());
        self.directory.extend(name.bytes());
        self.entries += 1;
        for part in [&b"PK\x03\x04"[..], &about, name.as_bytes(), &data] {
            self.write(part)?;
        }
        Ok(())
    }

    /// Writes the directory at the end.
    pub fn finish(mut self) -> io::Result<()> {
        let (directory, place) = (std::mem::take(&mut self.directory), self.written);
        let mut end = Vec::new();
        end.extend(b"PK\x05\x06\0\0\0\0");
        end.extend(self.entries.to_le_bytes());
        end.extend(self.entries.to_le_bytes());
        end.extend(small(directory.len())?.to_le_bytes());
        end.extend(place.to_le_bytes());
        end.extend([0, 0]);
        self.write(&directory)?;
        self.write(&end)?;
        self.out.flush()
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written = self.written.checked_add(small(bytes.len())?).ok_or_else(too_large)?;
        self.out.write_all(bytes)
    }
}

/// An array in NumPy's format.
fn array(numbers: Numbers<'_>, columns: Option<usize>) -> Vec<u8> {
    let (kind, len) = match numbers {
        Numbers::U8(numbers) => ("|u1", numbers.len()),
        Numbers::U64(numbers) => ("<u8", numbers.len()),
        Numbers::F64(numbers) => ("<f8", numbers.len()),
    };
    let shape = match columns {
        None => format!("{len},"),
        Some(columns) => {
            assert!(len.is_multiple_of(columns), "whole rows");
            format!("{}, {columns}", len / columns)
        }
    };
    let mut head = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The numbers begin at a multiple of 64 bytes, after ten bytes and the line.
    while !(10 + head.len() + 1).is_multiple_of(64) {
        head.push(' ');
    }
    head.push('\n');
    let mut data = b"\x93NUMPY\x01\x00".to_vec();
    data.extend((head.len() as u16).to_le_bytes());
    data.extend(head.bytes());
    match numbers {
        Numbers::U8(numbers) => data.extend(numbers),
        Numbers::U64(numbers) => data.extend(numbers.iter().flat_map(|number| number.to_le_bytes())),
        Numbers::F64(numbers) => data.extend(numbers.iter().flat_map(|number| number.to_le_bytes())),
    }
    data
}

fn small(len: usize) -> io::Result<u32> {
    u32::try_from(len).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "a NumPy archive holds at most 4 GiB")
}
