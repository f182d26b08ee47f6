//! Writing a file so that it is there whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{ALIGNMENT, Column, Entry, Header, MAGIC, ORDER, PREFIX, VERSION};
use crate::files::Unfinished;
use serde_json::Value as Json;

/// Writes these columns to `path`, which is replaced in one step if it exists, and is safe on the disk when
/// this returns.
pub fn write(path: &Path, kind: &str, about: &Json, columns: &[(&str, Column<'_>)]) -> io::Result<()> {
    let header = header(kind, about, columns);
    let text = serde_json::to_string(&header).expect("a header is plain JSON");
    replace(path, &mut |out| {
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&ORDER.to_le_bytes())?;
        out.write_all(&(text.len() as u64).to_le_bytes())?;
        out.write_all(&crc32fast::hash(text.as_bytes()).to_le_bytes())?;
        out.write_all(&[0; 4])?;
        out.write_all(text.as_bytes())?;
        let header_end = PREFIX + text.len();
        out.write_all(&[0; ALIGNMENT][..header_end.next_multiple_of(ALIGNMENT) - header_end])?;
        let mut at = 0;
        for ((_, column), entry) in columns.iter().zip(&header.columns) {
            let offset = entry.offset as usize;
            out.write_all(&[0; ALIGNMENT][..offset - at])?;
            out.write_all(column.bytes)?;
            at = offset + column.bytes.len();
        }
        Ok(())
    })
}

/// Replaces the file at `path` in one step: after a failure at any time there is the old file or the whole
/// new one.
pub fn replace(
    path: &Path,
    fill: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (unfinished, mut file) = Unfinished::file_in(folder)?;
    let mut out = BufWriter::with_capacity(1 << 20, &mut file);
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    file.sync_all()?;
    allow_reading(&file)?;
    unfinished.rename(path)?;
    // The name is safe only when its folder is.
    File::open(folder)?.sync_all()
}

/// Unfinished files are closed to others; a finished one is as open as those of other programs.
fn allow_reading(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Where each column will lie.
fn header(kind: &str, about: &Json, columns: &[(&str, Column<'_>)]) -> Header {
    let mut bytes = 0usize;
    let entries = columns.iter().map(|(name, column)| {
        let offset = bytes.next_multiple_of(ALIGNMENT);
        bytes = offset + column.bytes.len();
        Entry {
            name: (*name).to_owned(),
            r#type: column.name_of_type.to_owned(),
            len: column.len as u64,
            offset: offset as u64,
            crc32: crc32fast::hash(column.bytes),
        }
    });
    let columns = entries.collect();
    Header { kind: kind.to_owned(), about: about.clone(), bytes: bytes as u64, columns }
}
