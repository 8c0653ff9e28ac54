//! Stored positions for other programs: graph6 for nauty, SageMath and networkx, CSV, Parquet for polars, pandas and
//! DuckDB.

mod columns;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
mod wanted;

use std::io::{self, Write};
use std::path::Path;

use report::Solution;
use retro::Row;

pub use columns::Columns;
pub use wanted::{BadValue, Wanted};

/// What rows are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A graph6 string a line.
    Graph6,
    /// A header and a line a row.
    Csv,
    /// Apache Parquet, columns compressed with Snappy.
    Parquet,
}

impl Format {
    /// What a file's name asks for; graph6 where it says nothing.
    pub fn of(path: &Path) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Self::Csv,
            Some("parquet") => Self::Parquet,
            _ => Self::Graph6,
        }
    }
}

/// Takes rows and writes them somewhere. Memory is bounded, whatever the number of rows.
pub trait RowWriter {
    /// Takes the next rows.
    ///
    /// # Errors
    /// When they cannot be written.
    fn rows(&mut self, rows: &[Row]) -> io::Result<()>;

    /// Writes what is left.
    ///
    /// # Errors
    /// When it cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A writer of rows of `solution` into `out`.
///
/// # Errors
/// When `out` does not take the beginning.
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
