//! Stored positions for other programs: graph6 for nauty, SageMath and networkx, CSV, Parquet for polars, pandas and
//! DuckDB.

mod columns;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
mod wanted;

use std::io::{self, Write};

use crate::Solution;
use retro::Row;

pub use columns::Columns;
pub use wanted::{BadValue, Wanted};

/// The output format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One graph6 string per line.
    Graph6,
    /// A header, then one line per row.
    Csv,
    /// Apache Parquet, columns compressed with Snappy.
    Parquet,
}

/// Takes rows and writes them somewhere. Memory is bounded, whatever the number of rows.
pub trait RowWriter {
    /// Takes the next rows.
    ///
    /// # Errors
    /// Fails when they cannot be written.
    fn rows(&mut self, rows: &[Row]) -> io::Result<()>;

    /// Writes the remaining rows.
    ///
    /// # Errors
    /// Fails when they cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Creates a writer that writes rows of `solution` to `out`.
///
/// # Errors
/// Fails when `out` does not accept the beginning.
pub fn writer<'a>(
    format: Format,
    solution: &Solution,
    out: impl Write + Send + 'a,
) -> io::Result<Box<dyn RowWriter + 'a>> {
    let columns = Columns::of(solution.values);
    Ok(match format {
        Format::Graph6 => Box::new(text::Graph6(out)),
        Format::Csv => Box::new(text::Csv::begin(columns, out)?),
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(parquet::Parquet::begin(columns, solution, out)?),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => return Err(io::Error::other("this program was built without Parquet")),
    })
}
