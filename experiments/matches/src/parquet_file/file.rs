//! The writer of Parquet files, with no more rows in memory than a row group.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::{Cell, Kind};

/// A Parquet file in the making.
pub struct ParquetFile<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    /// The approximate number of bytes gathered.
    bytes: usize,
}

/// The buffered part of a column for the next row group: its values, and their nesting.
struct Column {
    kind: Kind,
    values: Values,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Text(Vec<ByteArray>),
}

/// The approximate number of bytes of a row group.
const ROW_GROUP: usize = 16 << 20;

/// What a value takes in memory besides the bytes of a text.
const VALUE: usize = 16;

impl<W: Write + Send> ParquetFile<W> {
    /// A file with these columns, written to `out`. `about` is kept in it under the key `hinterhand`.
    pub fn new(out: W, columns: &[(&str, Kind)], about: &str) -> io::Result<ParquetFile<W>> {
        let fields: String = columns.iter().map(|(name, kind)| kind.field(name)).collect();
        let schema = parse_message_type(&format!("message hinterhand {{ {fields} }}")).map_err(plain)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![KeyValue::new("hinterhand".to_owned(), about.to_owned())]))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(plain)?;
        let columns = columns.iter().map(|&(_, kind)| Column::new(kind)).collect();
        Ok(ParquetFile { file, columns, bytes: 0 })
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If the cells are not those of the columns.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            self.bytes += column.push(cell);
        }
        if self.bytes >= ROW_GROUP { self.write_group() } else { Ok(()) }
    }

    /// Writes what is left and the end of the file.
    pub fn finish(mut self) -> io::Result<()> {
        if self.bytes > 0 {
            self.write_group()?;
        }
        self.file.close().map(drop).map_err(plain)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.file.next_row_group().map_err(plain)?;
        self.columns.iter_mut().try_for_each(|column| column.write(&mut group)).map_err(plain)?;
        group.close().map_err(plain)?;
        self.bytes = 0;
        Ok(())
    }
}

impl Kind {
    /// The column of this name in the words of a schema.
    fn field(self, name: &str) -> String {
        let (need, of) = match self {
            Kind::Whole | Kind::Wholes => ("required", "int64 NAME"),
            Kind::Real | Kind::Reals => ("required", "double NAME"),
            Kind::MaybeReal | Kind::MaybeReals => ("optional", "double NAME"),
            Kind::Text | Kind::Texts => ("required", "binary NAME (STRING)"),
            Kind::MaybeText => ("optional", "binary NAME (STRING)"),
        };
        if self.is_list() {
            let element = of.replace("NAME", "element");
            format!("required group {name} (LIST) {{ repeated group list {{ {need} {element}; }} }} ")
        } else {
            format!("{need} {}; ", of.replace("NAME", name))
        }
    }

    fn is_list(self) -> bool {
        matches!(self, Kind::Wholes | Kind::Reals | Kind::MaybeReals | Kind::Texts)
    }

    /// The definition level of a value that is present.
    fn depth(self) -> i16 {
        let maybe = matches!(self, Kind::MaybeReal | Kind::MaybeReals | Kind::MaybeText);
        i16::from(maybe) + i16::from(self.is_list())
    }
}

impl Column {
    fn new(kind: Kind) -> Column {
        let values = match kind {
            Kind::Whole | Kind::Wholes => Values::Whole(Vec::new()),
            Kind::Real | Kind::MaybeReal | Kind::Reals | Kind::MaybeReals => Values::Real(Vec::new()),
            Kind::Text | Kind::MaybeText | Kind::Texts => Values::Text(Vec::new()),
        };
        Column { kind, values, definition: Vec::new(), repetition: Vec::new() }
    }

    /// Adds a cell and returns about how much memory it takes.
    fn push(&mut self, cell: &Cell<'_>) -> usize {
        let kind = self.kind;
        match (kind, &mut self.values, cell) {
            (Kind::Whole, Values::Whole(values), Cell::Whole(number)) => values.push(*number),
            (Kind::Real, Values::Real(values), Cell::Real(number)) => values.push(*number),
            (Kind::Text, Values::Text(values), Cell::Text(text)) => {
                values.push(bytes(text));
                return VALUE + text.len();
            }
            (Kind::MaybeReal, Values::Real(values), Cell::MaybeReal(number)) => {
                self.definition.push(i16::from(number.is_some()));
                values.extend(number);
            }
            (Kind::MaybeText, Values::Text(values), Cell::MaybeText(text)) => {
                self.definition.push(i16::from(text.is_some()));
                values.extend(text.map(bytes));
                return VALUE + text.map_or(0, str::len);
            }
            (Kind::Wholes, Values::Whole(values), Cell::Wholes(list)) => {
                values.extend_from_slice(list);
                return self.nest(list.iter().map(|_| true));
            }
            (Kind::Reals, Values::Real(values), Cell::Reals(list)) => {
                values.extend_from_slice(list);
                return self.nest(list.iter().map(|_| true));
            }
            (Kind::MaybeReals, Values::Real(values), Cell::MaybeReals(list)) => {
                values.extend(list.iter().flatten());
                return self.nest(list.iter().map(Option::is_some));
            }
            (Kind::Texts, Values::Text(values), Cell::Texts(list)) => {
                values.extend(list.iter().map(|text| bytes(text)));
                let length: usize = list.iter().map(|text| text.len()).sum();
                return length + self.nest(list.iter().map(|_| true));
            }
            _ => panic!("{cell:?} in a column of the kind {kind:?}"),
        }
        VALUE
    }

    /// Notes how a list is nested, of which each element is there or not, and returns what it takes in
    /// memory.
    fn nest(&mut self, list: impl Iterator<Item = bool>) -> usize {
        let before = self.repetition.len();
        for there in list {
            self.repetition.push(i16::from(self.repetition.len() > before));
            self.definition.push(self.kind.depth() - i16::from(!there));
        }
        if self.repetition.len() == before {
            self.repetition.push(0);
            self.definition.push(0);
        }
        VALUE * (self.repetition.len() - before)
    }

    /// Writes what is gathered, and forgets it.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        let mut writer = group.next_column()?.expect("the schema has a column for each of ours");
        let definition = (self.kind.depth() > 0).then_some(&self.definition[..]);
        let repetition = self.kind.is_list().then_some(&self.repetition[..]);
        match &mut self.values {
            Values::Whole(values) => {
                writer.typed::<Int64Type>().write_batch(values, definition, repetition)?;
                values.clear();
            }
            Values::Real(values) => {
                writer.typed::<DoubleType>().write_batch(values, definition, repetition)?;
                values.clear();
            }
            Values::Text(values) => {
                writer.typed::<ByteArrayType>().write_batch(values, definition, repetition)?;
                values.clear();
            }
        }
        self.definition.clear();
        self.repetition.clear();
        writer.close()
    }
}

fn bytes(text: &str) -> ByteArray {
    ByteArray::from(text)
}

/// What went wrong, without the wrapping if it was the disk.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

impl<W: Write + Send> std::fmt::Debug for ParquetFile<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetFile").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    use parquet::file::metadata::RowGroupMetaData;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    const COLUMNS: [(&str, Kind); 9] = [
        ("whole", Kind::Whole),
        ("real", Kind::Real),
        ("maybe_real", Kind::MaybeReal),
        ("text", Kind::Text),
        ("maybe_text", Kind::MaybeText),
        ("wholes", Kind::Wholes),
        ("reals", Kind::Reals),
        ("maybe_reals", Kind::MaybeReals),
        ("texts", Kind::Texts),
    ];

    fn reader(rows: &[[Cell<'_>; 9]]) -> SerializedFileReader<File> {
        let out = tempfile::tempfile().expect("there is room for temporary files");
        let mut file = ParquetFile::new(&out, &COLUMNS, "a test").expect("there is room");
        rows.iter().for_each(|row| file.row(row).expect("there is room"));
        file.finish().expect("there is room");
        SerializedFileReader::new(out).expect("a file")
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let full = [
            Cell::Whole(-3),
            Cell::Real(0.5),
            Cell::MaybeReal(Some(1.5)),
            Cell::Text("A♠"),
            Cell::MaybeText(Some("x")),
            Cell::Wholes(&[1, 2]),
            Cell::Reals(&[0.25, 0.75]),
            Cell::MaybeReals(&[None, Some(2.0)]),
            Cell::Texts(vec!["a", ""]),
        ];
        let empty = [
            Cell::Whole(0),
            Cell::Real(4.0),
            Cell::MaybeReal(None),
            Cell::Text(""),
            Cell::MaybeText(None),
            Cell::Wholes(&[]),
            Cell::Reals(&[]),
            Cell::MaybeReals(&[]),
            Cell::Texts(vec![]),
        ];
        let reader = reader(&[full.clone(), empty, full]);
        let rows: Vec<String> =
            reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").to_string()).collect();
        let full = "{whole: -3, real: 0.5, maybe_real: 1.5, text: \"A♠\", maybe_text: \"x\", wholes: [1, 2], \
                    reals: [0.25, 0.75], maybe_reals: [null, 2.0], texts: [\"a\", \"\"]}";
        let empty = "{whole: 0, real: 4.0, maybe_real: null, text: \"\", maybe_text: null, wholes: [], reals: [], \
                     maybe_reals: [], texts: []}";
        assert_eq!(rows, [full, empty, full]);
        let about = reader.metadata().file_metadata().key_value_metadata().expect("it says what it is");
        assert_eq!(about, &[KeyValue::new("hinterhand".to_owned(), "a test".to_owned())]);
    }

    #[test]
    fn row_groups_are_bounded() {
        let text = "x".repeat(ROW_GROUP / 8);
        let row = [
            Cell::Whole(0),
            Cell::Real(0.0),
            Cell::MaybeReal(None),
            Cell::Text(&text),
            Cell::MaybeText(None),
            Cell::Wholes(&[]),
            Cell::Reals(&[]),
            Cell::MaybeReals(&[]),
            Cell::Texts(vec![&text]),
        ];
        let reader = reader(&vec![row; 10]);
        let groups: Vec<i64> =
            reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
        assert_eq!(groups, [4, 4, 2]);
    }

    #[test]
    #[should_panic(expected = "in a column of the kind Whole")]
    fn a_cell_must_be_of_its_column() {
        let _ = Column::new(Kind::Whole).push(&Cell::Real(1.0));
    }
}
