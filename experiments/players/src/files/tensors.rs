//! Tensors of 32-bit numbers in the safetensors format, which PyTorch, NumPy and others read and write.
//!
//! A file is the length of its header in eight bytes, lowest first, the header in JSON, and the numbers. The header has
//! the shape and the place of each tensor, and texts under `__metadata__`. Those of ours have a checksum among them,
//! `crc32`: of the header without it, and of the numbers. Files of other programs need none. There is no date in a file:
//! the same content is the same file.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// Tensors by name, and texts about them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tensors {
    /// Texts by name.
    pub metadata: BTreeMap<String, String>,
    /// The tensors.
    pub tensors: BTreeMap<String, Tensor>,
}

/// A tensor.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    /// The size of each dimension.
    pub shape: Vec<usize>,
    /// The numbers, those of the last dimension beside each other.
    pub numbers: Vec<f32>,
}

/// The name of the checksum among the metadata.
const CHECKSUM: &str = "crc32";
/// The header is filled up with blanks to a multiple of this.
const ALIGNMENT: usize = 8;
/// The type of all tensors.
const F32: &str = "F32";

/// The header.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    #[serde(rename = "__metadata__", default)]
    metadata: BTreeMap<String, String>,
    #[serde(flatten)]
    tensors: BTreeMap<String, Entry>,
}

/// The entry of a tensor in the header.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// Bytes that are no tensors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TensorsError {
    /// The beginning is not that of the format.
    #[error("not a file in the safetensors format")]
    Foreign,
    /// A file of columns, in which networks were kept once.
    #[error(
        "a network of an older version of this program, which kept them in another format; learn it again"
    )]
    Older,
    /// The header is not what it should be.
    #[error("the header is invalid: {0}")]
    Header(String),
    /// A tensor of another type.
    #[error("tensor `{name}` is of type {found}; allowed: F32")]
    Type {
        /// Its name.
        name: String,
        /// Its type.
        found: String,
    },
    /// The tensor does not lie behind the one before it, or has another length than its shape.
    #[error("tensor `{0}` does not lie in the file as it should: cut off, or something was added")]
    Place(String),
    /// The checksum is wrong.
    #[error("damaged: the checksum is wrong")]
    Damaged,
}

impl Tensors {
    /// The tensors in these bytes.
    pub fn read(bytes: &[u8]) -> Result<Tensors, TensorsError> {
        if bytes.starts_with(b"HNTRHND\0") {
            return Err(TensorsError::Older);
        }
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or(TensorsError::Foreign)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| TensorsError::Foreign)?;
        let (text, numbers) = rest.split_at_checked(length).ok_or(TensorsError::Foreign)?;
        if !text.starts_with(b"{") {
            return Err(TensorsError::Foreign);
        }
        let header: Header =
            serde_json::from_slice(text).map_err(|error| TensorsError::Header(error.to_string()))?;
        let mut entries: Vec<(&String, &Entry)> = header.tensors.iter().collect();
        entries.sort_by_key(|(_, entry)| entry.data_offsets);
        let (mut at, mut tensors) = (0, BTreeMap::new());
        for (name, Entry { dtype, shape, data_offsets: [from, to] }) in entries {
            if dtype != F32 {
                return Err(TensorsError::Type { name: name.clone(), found: dtype.clone() });
            }
            let size = shape.iter().try_fold(size_of::<f32>(), |product, &size| product.checked_mul(size));
            let own = numbers.get(*from..*to).filter(|own| *from == at && Some(own.len()) == size);
            let own = own.ok_or_else(|| TensorsError::Place(name.clone()))?;
            let numbers = own.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            tensors.insert(name.clone(), Tensor { shape: shape.clone(), numbers });
            at = *to;
        }
        if at != numbers.len() {
            return Err(TensorsError::Place(header.tensors.keys().next_back().cloned().unwrap_or_default()));
        }
        let found = header.metadata.get(CHECKSUM).cloned();
        let Header { mut metadata, tensors: entries } = header;
        metadata.remove(CHECKSUM);
        let header = Header { metadata, tensors: entries };
        if found.is_some_and(|found| found != checksum(&header, numbers)) {
            return Err(TensorsError::Damaged);
        }
        Ok(Tensors { metadata: header.metadata, tensors })
    }

    /// Writes them, with a checksum.
    pub fn write(&self, out: &mut (dyn Write + Send)) -> io::Result<()> {
        let mut numbers = Vec::new();
        let entries = self.tensors.iter().map(|(name, tensor)| {
            let from = numbers.len();
            numbers.extend(tensor.numbers.iter().flat_map(|number| number.to_le_bytes()));
            let data_offsets = [from, numbers.len()];
            (name.clone(), Entry { dtype: F32.to_owned(), shape: tensor.shape.clone(), data_offsets })
        });
        let mut header = Header { metadata: self.metadata.clone(), tensors: entries.collect() };
        let checksum = checksum(&header, &numbers);
        header.metadata.insert(CHECKSUM.to_owned(), checksum);
        let mut text = serde_json::to_vec(&header).expect("a header is plain JSON");
        text.resize(text.len().next_multiple_of(ALIGNMENT), b' ');
        out.write_all(&(text.len() as u64).to_le_bytes())?;
        out.write_all(&text)?;
        out.write_all(&numbers)
    }
}

/// The checksum of a header that has none, and of the numbers.
fn checksum(header: &Header, numbers: &[u8]) -> String {
    let mut crc32 = crc32fast::Hasher::new();
    crc32.update(&serde_json::to_vec(header).expect("a header is plain JSON"));
    crc32.update(numbers);
    format!("{:08x}", crc32.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Tensors {
        let tensor =
            |shape: &[usize], numbers: &[f32]| Tensor { shape: shape.to_vec(), numbers: numbers.to_vec() };
        Tensors {
            metadata: [("about".to_owned(), "a test".to_owned())].into(),
            tensors: [
                ("0.weight".to_owned(), tensor(&[2, 3], &[1.0, -2.0, 3.5, 0.0, -0.0, 1e-30])),
                ("0.bias".to_owned(), tensor(&[2], &[0.25, 4.0])),
                ("empty".to_owned(), tensor(&[0, 7], &[])),
            ]
            .into(),
        }
    }

    fn bytes(tensors: &Tensors) -> Vec<u8> {
        let mut bytes = Vec::new();
        tensors.write(&mut bytes).expect("memory takes all");
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Tensors::read(&bytes(&sample())), Ok(sample()));
        assert_eq!(bytes(&sample()), bytes(&sample()));
    }

    /// Byte for byte what the description of the format says, and what other programs write.
    #[test]
    fn the_layout_is_that_of_safetensors() {
        let header = r#"{"x":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}"#;
        let file = |header: &str, numbers: &[u8]| {
            [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), numbers].concat()
        };
        let numbers = [0, 0, 128, 63, 0, 0, 0, 192];
        let read = Tensors::read(&file(header, &numbers)).expect("no checksum is needed");
        assert_eq!(read.tensors["x"], Tensor { shape: vec![1, 2], numbers: vec![1.0, -2.0] });
        let ours = bytes(&read);
        let length = u64::from_le_bytes(ours[..8].try_into().expect("eight bytes")) as usize;
        let text = std::str::from_utf8(&ours[8..8 + length]).expect("text");
        assert!(length.is_multiple_of(8) && text.starts_with(r#"{"__metadata__":{"crc32":""#), "{text}");
        assert!(text.trim_end().ends_with(&header[1..]), "{text}");
        assert_eq!(ours[8 + length..], numbers);
        for (header, numbers, expected) in [
            ("", &numbers[..0], "not a file in the safetensors format"),
            ("[]", &numbers[..0], "not a file in the safetensors format"),
            ("{", &numbers[..0], "the header is invalid"),
            (&header.replace("F32", "BF16"), &numbers, "tensor `x` is of type BF16; allowed: F32"),
            (header, &numbers[..4], "tensor `x` does not lie in the file"),
            (&header.replace("[1,2]", "[1,3]"), &numbers, "tensor `x` does not lie in the file"),
            (&header.replace("[0,8]", "[4,12]"), &numbers, "tensor `x` does not lie in the file"),
            (
                &header.replace("[1,2]", "[9223372036854775808,4]"),
                &numbers,
                "tensor `x` does not lie in the file",
            ),
            (header, &[&numbers[..], &[0]].concat(), "tensor `x` does not lie in the file"),
            (&header.replace("dtype", "type"), &numbers, "the header is invalid"),
        ] {
            let error = Tensors::read(&file(header, numbers)).expect_err(header).to_string();
            assert!(error.starts_with(expected), "{header}: {error}");
        }
        assert_eq!(Tensors::read(b"HNTRHND\0 and more"), Err(TensorsError::Older));
    }

    #[test]
    fn every_cut_and_every_damaged_byte_is_found() {
        let whole = bytes(&sample());
        for length in 0..whole.len() {
            assert!(Tensors::read(&whole[..length]).is_err(), "a cut at {length}");
        }
        assert!(Tensors::read(&[&whole[..], &[0]].concat()).is_err());
        // A file whose checksum has another name has none.
        let name =
            whole.windows(CHECKSUM.len()).position(|bytes| bytes == CHECKSUM.as_bytes()).expect("it has one");
        for byte in (0..whole.len()).filter(|byte| !(name..name + CHECKSUM.len()).contains(byte)) {
            let mut bytes = whole.clone();
            bytes[byte] ^= 1 << (byte % 8);
            assert!(Tensors::read(&bytes).is_err(), "a flipped bit of byte {byte}");
        }
    }
}
