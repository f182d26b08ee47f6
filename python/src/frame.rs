//! Tables for other programs in Python: columns that pandas, polars, DuckDB and others take over by the Arrow C interface.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Float64Builder, Int64Builder, LargeListBuilder, LargeStringBuilder,
};
use arrow_array::cast::AsArray as _;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use hinterhand_matches::parquet_file::{Cell, Kind};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyDict, PyList};

use crate::error::{error, message};
use crate::html::escaped;

/// A table: columns by their names, all of one length. It is made from a list of dictionaries that have the same keys, such as
/// the standings of a tournament, the log of a solution or a report of losses; `selfplay` returns one.
///
/// Whatever reads the Arrow C stream interface takes it over without a copy: `pandas.DataFrame.from_arrow(frame)`,
/// `polars.DataFrame(frame)`, `pyarrow.table(frame)`, DuckDB by its name in a query. A column as a list is `frame[name]`, and
/// `dict(frame)` has all of them.
///
/// >>> played = hinterhand.tournament("kuhn", ["random", ("other", "random")], rounds=10)
/// >>> frame = hinterhand.Frame(played.standings)
/// >>> frame.num_rows, frame["bot"] == [bot["bot"] for bot in played.standings]
/// (2, True)
#[pyclass(module = "hinterhand", frozen, mapping)]
pub(crate) struct Frame {
    batch: RecordBatch,
}

/// A table in the making.
pub(crate) struct Rows {
    names: Vec<String>,
    columns: Vec<Column>,
}

/// A column in the making.
enum Column {
    Whole(Int64Builder),
    Real(Float64Builder),
    Text(LargeStringBuilder),
    Wholes(LargeListBuilder<Int64Builder>),
    Reals(LargeListBuilder<Float64Builder>),
    Texts(LargeListBuilder<LargeStringBuilder>),
}

impl Column {
    fn new(kind: Kind) -> Column {
        match kind {
            Kind::Whole => Column::Whole(Int64Builder::new()),
            Kind::Real | Kind::MaybeReal => Column::Real(Float64Builder::new()),
            Kind::Text | Kind::MaybeText => Column::Text(LargeStringBuilder::new()),
            Kind::Wholes => Column::Wholes(LargeListBuilder::new(Int64Builder::new())),
            Kind::Reals | Kind::MaybeReals => Column::Reals(LargeListBuilder::new(Float64Builder::new())),
            Kind::Texts => Column::Texts(LargeListBuilder::new(LargeStringBuilder::new())),
        }
    }

    fn push(&mut self, cell: &Cell<'_>) {
        match (self, cell) {
            (Column::Whole(column), Cell::Whole(number)) => column.append_value(*number),
            (Column::Real(column), Cell::Real(number)) => column.append_value(*number),
            (Column::Real(column), Cell::MaybeReal(number)) => column.append_option(*number),
            (Column::Text(column), Cell::Text(text)) => column.append_value(text),
            (Column::Text(column), Cell::MaybeText(text)) => column.append_option(*text),
            (Column::Wholes(column), Cell::Wholes(numbers)) => {
                column.append_value(numbers.iter().copied().map(Some));
            }
            (Column::Reals(column), Cell::Reals(numbers)) => {
                column.append_value(numbers.iter().copied().map(Some));
            }
            (Column::Reals(column), Cell::MaybeReals(numbers)) => {
                column.append_value(numbers.iter().copied());
            }
            (Column::Texts(column), Cell::Texts(texts)) => {
                column.append_value(texts.iter().copied().map(Some));
            }
            _ => unreachable!("a cell is of the kind of its column"),
        }
    }

    /// Adds a value of Python, or nothing.
    fn push_python(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if value.is_none() {
            match self {
                Column::Whole(column) => column.append_null(),
                Column::Real(column) => column.append_null(),
                Column::Text(column) => column.append_null(),
                Column::Wholes(column) => column.append_null(),
                Column::Reals(column) => column.append_null(),
                Column::Texts(column) => column.append_null(),
            }
            return Ok(());
        }
        match self {
            Column::Whole(column) => column.append_value(value.extract()?),
            Column::Real(column) => column.append_value(value.extract()?),
            Column::Text(column) => column.append_value(value.extract::<String>()?),
            Column::Wholes(column) => column.append_value(value.extract::<Vec<Option<i64>>>()?),
            Column::Reals(column) => column.append_value(value.extract::<Vec<Option<f64>>>()?),
            Column::Texts(column) => column.append_value(value.extract::<Vec<Option<String>>>()?),
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        let mut builder: Box<dyn ArrayBuilder> = match self {
            Column::Whole(column) => Box::new(column),
            Column::Real(column) => Box::new(column),
            Column::Text(column) => Box::new(column),
            Column::Wholes(column) => Box::new(column),
            Column::Reals(column) => Box::new(column),
            Column::Texts(column) => Box::new(column),
        };
        builder.finish()
    }
}

impl Rows {
    /// A table with these columns.
    pub(crate) fn new<'n>(columns: impl IntoIterator<Item = (&'n str, Kind)>) -> Rows {
        let columns = columns.into_iter().map(|(name, kind)| (name.to_owned(), Column::new(kind)));
        let (names, columns) = columns.unzip();
        Rows { names, columns }
    }

    /// Adds a row, whose cells are of the kinds of the columns.
    pub(crate) fn push(&mut self, cells: &[Cell<'_>]) {
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
    }

    /// The table.
    pub(crate) fn finish(self) -> PyResult<Frame> {
        let arrays: Vec<ArrayRef> = self.columns.into_iter().map(Column::finish).collect();
        let fields = self.names.into_iter().zip(&arrays);
        let fields: Vec<Field> =
            fields.map(|(name, array)| Field::new(name, array.data_type().clone(), true)).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(error)?;
        Ok(Frame { batch })
    }
}

#[pymethods]
impl Frame {
    #[new]
    fn new<'py>(rows: Vec<Bound<'py, PyDict>>) -> PyResult<Frame> {
        let Some(first) = rows.first() else {
            return Err(message("a frame needs a row, which says what its columns are"));
        };
        let names: Vec<String> = first.keys().iter().map(|name| name.extract()).collect::<PyResult<_>>()?;
        if let Some(place) = rows.iter().position(|row| row.len() != names.len()) {
            return Err(message(format!("row {place} has other columns than row 0")));
        }
        let mut columns = Vec::with_capacity(names.len());
        for name in &names {
            let value = |(place, row): (usize, &Bound<'py, PyDict>)| {
                let missing = || message(format!("row {place} has no column `{name}`"));
                row.get_item(name)?.ok_or_else(missing)
            };
            let values: Vec<Bound<'py, PyAny>> =
                rows.iter().enumerate().map(value).collect::<PyResult<_>>()?;
            let wrong =
                |what: &str| PyTypeError::new_err(format!("column `{name}`: {what} cannot be in a frame"));
            let mut column = Column::new(kind(&values).map_err(|what| wrong(&what))?);
            for value in &values {
                column.push_python(value).map_err(|fault| {
                    wrong(&format!("{} beside values of another kind", fault.value(value.py())))
                })?;
            }
            columns.push(column);
        }
        Rows { names, columns }.finish()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns.
    fn keys(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_columns()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.keys())?.try_iter()?.into_any())
    }

    fn __contains__(&self, name: &str) -> bool {
        self.batch.column_by_name(name).is_some()
    }

    /// A column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let column = self.batch.column_by_name(name);
        let column = column.ok_or_else(|| {
            PyKeyError::new_err(format!("there is no column `{name}`; there are: {}", self.keys().join(", ")))
        })?;
        list(py, column)
    }

    /// The table as an Arrow stream, in one part. It is of its own types, whatever is asked for.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let parts = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(parts)), c"arrow_array_stream")
    }

    /// The names and types of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).map_err(error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __repr__(&self) -> String {
        format!("<frame of {} rows: {}>", self.num_rows(), self.keys().join(", "))
    }

    /// The first rows as a table.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let shown = self.batch.slice(0, self.num_rows().min(SHOWN));
        let columns: Vec<Bound<'_, PyList>> =
            shown.columns().iter().map(|column| list(py, column)).collect::<PyResult<_>>()?;
        let mut html = "<table><tr>".to_owned();
        self.keys().iter().for_each(|name| html += &format!("<th>{}</th>", escaped(name)));
        html += "</tr>";
        for row in 0..shown.num_rows() {
            html += "<tr>";
            for column in &columns {
                html += &format!("<td>{}</td>", escaped(&column.get_item(row)?.str()?.to_string()));
            }
            html += "</tr>";
        }
        html += "</table>";
        if shown.num_rows() < self.num_rows() {
            html += &format!("<p>{} of {} rows</p>", shown.num_rows(), self.num_rows());
        }
        Ok(html)
    }
}

/// The number of rows that a notebook shows.
const SHOWN: usize = 20;

/// The kind of column that holds these values; otherwise what cannot be in one.
fn kind(values: &[Bound<'_, PyAny>]) -> Result<Kind, String> {
    let known = || values.iter().filter(|value| !value.is_none());
    let type_of = |value: &Bound<'_, PyAny>| value.get_type().to_string();
    if let Some(flag) = known().find(|value| value.is_instance_of::<PyBool>()) {
        return Err(type_of(flag));
    }
    let Some(first) = known().next() else { return Ok(Kind::MaybeReal) };
    if first.extract::<String>().is_ok() {
        return Ok(Kind::MaybeText);
    }
    if first.extract::<f64>().is_ok() {
        let whole = known().all(|value| value.extract::<i64>().is_ok());
        return Ok(if whole { Kind::Whole } else { Kind::MaybeReal });
    }
    let lists = || known().filter_map(|value| value.extract::<Vec<Bound<'_, PyAny>>>().ok()).flatten();
    if first.extract::<Vec<Bound<'_, PyAny>>>().is_err() {
        return Err(type_of(first));
    }
    Ok(if lists().any(|part| part.extract::<String>().is_ok()) {
        Kind::Texts
    } else if lists().all(|part| part.extract::<i64>().is_ok()) {
        Kind::Wholes
    } else {
        Kind::MaybeReals
    })
}

/// An array as a list of Python.
fn list<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    fn numbers<'py, T: ArrowPrimitiveType>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyList>>
    where
        T::Native: IntoPyObject<'py>,
    {
        PyList::new(py, array.as_primitive::<T>().iter().collect::<Vec<_>>())
    }
    match array.data_type() {
        DataType::Int64 => numbers::<Int64Type>(py, array),
        DataType::Float64 => numbers::<Float64Type>(py, array),
        DataType::LargeUtf8 => PyList::new(py, array.as_string::<i64>().iter().collect::<Vec<_>>()),
        _ => {
            let parts = array.as_list::<i64>().iter();
            let parts = parts.map(|part| part.map(|part| list(py, &*part)).transpose());
            PyList::new(py, parts.collect::<PyResult<Vec<_>>>()?)
        }
    }
}
