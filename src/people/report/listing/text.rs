//! graph6 and CSV.

use std::io::{self, Write};

use super::{Columns, RowWriter};
use retro::Row;

/// One graph6 string per line.
pub(super) struct Graph6<W>(pub W);

impl<W: Write> RowWriter for Graph6<W> {
    fn rows(&mut self, rows: &[Row]) -> io::Result<()> {
        rows.iter().try_for_each(|row| writeln!(self.0, "{}", row.graph6))
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// `edges,graph6` and the value's columns. graph6 has neither commas nor quotation marks.
pub(super) struct Csv<W> {
    columns: Columns,
    out: W,
}

impl<W: Write> Csv<W> {
    pub fn begin(columns: Columns, mut out: W) -> io::Result<Self> {
        let letter = columns.has_letter().then_some("value");
        let names = ["edges", "graph6"]
            .into_iter()
            .chain(letter)
            .chain(columns.numbers().iter().copied());
        writeln!(out, "{}", names.collect::<Vec<_>>().join(","))?;
        Ok(Self { columns, out })
    }
}

impl<W: Write> RowWriter for Csv<W> {
    fn rows(&mut self, rows: &[Row]) -> io::Result<()> {
        for row in rows {
            write!(self.out, "{},{}", row.level, row.graph6)?;
            if let Some(winner) = self.columns.value(row).value {
                write!(self.out, ",{}", winner.letter())?;
            }
            for number in self.columns.numbers_of(row) {
                write!(self.out, ",{number}")?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
