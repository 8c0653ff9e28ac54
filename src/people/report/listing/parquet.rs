//! Apache Parquet: `edges`, `key`, `graph6` and the value's columns, none of them optional.

use std::io::{self, Write};
use std::mem::take;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, PrimitiveTypeBuilder, Type};

use super::{Columns, RowWriter};
use crate::Solution;
use retro::Row;

/// Rows in a group, which is held in memory: some 100 bytes each, twice that while it is written.
const GROUP_ROWS: usize = 1 << 17;

/// Rows of the next group, column by column.
pub(super) struct Parquet<W: Write + Send> {
    columns: Columns,
    writer: SerializedFileWriter<W>,
    edges: Vec<i32>,
    keys: Vec<ByteArray>,
    graph6: Vec<ByteArray>,
    letters: Vec<ByteArray>,
    numbers: Vec<Vec<i32>>,
}

impl<W: Write + Send> Parquet<W> {
    pub fn begin(columns: Columns, solution: &Solution, out: W) -> io::Result<Self> {
        let fact = |key: &str, value: String| KeyValue::new(format!("retrograph.{key}"), value);
        let identity = &solution.identity;
        let facts = vec![
            fact("game", identity.game.clone()),
            fact("n", identity.n.to_string()),
            fact("values", identity.values.clone()),
            fact("sha256", solution.checksum()),
        ];
        let mut properties = WriterProperties::builder()
            .set_created_by(format!("retrograph {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(facts));
        // Every value of these columns occurs once.
        for unique in ["key", "graph6"] {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(unique), false);
        }
        let schema = schema(columns).map_err(failed)?;
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build())).map_err(failed)?;
        Ok(Self {
            columns,
            writer,
            edges: vec![],
            keys: vec![],
            graph6: vec![],
            letters: vec![],
            numbers: vec![vec![]; columns.numbers().len()],
        })
    }

    fn write_group(&mut self) -> io::Result<()> {
        if self.edges.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group().map_err(failed)?;
        numbers(&mut group, take(&mut self.edges))?;
        texts(&mut group, take(&mut self.keys))?;
        texts(&mut group, take(&mut self.graph6))?;
        if self.columns.has_letter() {
            texts(&mut group, take(&mut self.letters))?;
        }
        for column in &mut self.numbers {
            numbers(&mut group, take(column))?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for Parquet<W> {
    fn rows(&mut self, rows: &[Row]) -> io::Result<()> {
        for row in rows {
            self.edges.push(row.level as i32);
            self.keys.push(row.key.clone().into());
            self.graph6.push(row.graph6.as_str().into());
            self.letters.extend(
                self.columns
                    .value(row)
                    .value
                    .map(|outcome| ByteArray::from(outcome.letter())),
            );
            for (column, number) in self.numbers.iter_mut().zip(self.columns.numbers_of(row)) {
                column.push(number as i32);
            }
            if self.edges.len() == GROUP_ROWS {
                self.write_group()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_group()?;
        self.writer.finish().map_err(failed)?;
        self.writer.inner_mut().flush()
    }
}

fn required(name: &str, physical: Physical) -> PrimitiveTypeBuilder<'_> {
    Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED)
}

fn schema(columns: Columns) -> Result<Type, ParquetError> {
    let number = |name: &str| required(name, Physical::INT32).build();
    let text = |name: &str| {
        required(name, Physical::BYTE_ARRAY)
            .with_logical_type(Some(LogicalType::String))
            .build()
    };
    let mut fields = vec![
        number("edges")?,
        required("key", Physical::BYTE_ARRAY).build()?,
        text("graph6")?,
    ];
    if columns.has_letter() {
        fields.push(text("value")?);
    }
    for name in columns.numbers() {
        fields.push(number(name)?);
    }
    let fields = fields.into_iter().map(Arc::new).collect();
    Type::group_type_builder("positions").with_fields(fields).build()
}

type Group<'a, W> = SerializedRowGroupWriter<'a, W>;

fn numbers<W: Write + Send>(group: &mut Group<W>, values: Vec<i32>) -> io::Result<()> {
    let mut column = group
        .next_column()
        .map_err(failed)?
        .expect("the schema has this column");
    column
        .typed::<Int32Type>()
        .write_batch(&values, None, None)
        .map_err(failed)?;
    column.close().map_err(failed)
}

fn texts<W: Write + Send>(group: &mut Group<W>, values: Vec<ByteArray>) -> io::Result<()> {
    let mut column = group
        .next_column()
        .map_err(failed)?
        .expect("the schema has this column");
    column
        .typed::<ByteArrayType>()
        .write_batch(&values, None, None)
        .map_err(failed)?;
    column.close().map_err(failed)
}

/// Returns the underlying input or output error, if there is one.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}
