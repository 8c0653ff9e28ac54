//! What `positions`, `sample` and `examples` share: the positions of a database, and where rows go.

use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::database::{DatabaseArgs, open_database};
use super::endings::{Form, check, promised};
use super::failure::{Code, Failure};
use super::out_file::OutFile;
use super::threads::pool;
use base::units::processors;
use engine::Family;
use report::Solution;
use report::listing::{Format, RowWriter, writer};
use retro::{Listed, Listing, ListingError, Row};

#[derive(clap::Args)]
pub(super) struct OutArgs {
    /// Output format [default: by the extension of --out, else graph6]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Write into this new file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormatArg {
    Graph6,
    Csv,
    Parquet,
}

/// Where rows go.
pub(super) enum Sink {
    Stdout(Format),
    File(Format, Box<OutFile>),
}

impl OutArgs {
    /// Opens the output, so that an output that cannot be written is refused before anything is read.
    pub fn begin(&self) -> Result<Sink, Failure> {
        const FORMS: [Form; 3] = [Form::Graph6, Form::Csv, Form::Parquet];
        let form = match (self.format, &self.out) {
            (Some(FormatArg::Graph6), _) | (None, None) => Form::Graph6,
            (Some(FormatArg::Csv), _) => Form::Csv,
            (Some(FormatArg::Parquet), _) => Form::Parquet,
            (None, Some(path)) => {
                check(path, &FORMS)?;
                promised(path, &FORMS).unwrap_or(Form::Graph6)
            }
        };
        let format = match form {
            Form::Csv => Format::Csv,
            Form::Parquet => Format::Parquet,
            _ => Format::Graph6,
        };
        match &self.out {
            Some(path) => Ok(Sink::File(format, Box::new(OutFile::create(path, self.force, form)?))),
            None if format == Format::Parquet && stdout().is_terminal() => {
                let sentence =
                    "Parquet is binary and not shown on a terminal; give --out FILE, or redirect standard output";
                Err(Failure::new(Code::Usage, sentence))
            }
            None => Ok(Sink::Stdout(format)),
        }
    }
}

impl Sink {
    /// Writes the rows that `list` produces.
    pub fn write(
        self,
        solution: &Solution,
        list: impl FnOnce(&mut dyn FnMut(&[Row]) -> io::Result<ControlFlow<()>>) -> Result<(), ListingError>,
    ) -> Result<(), Failure> {
        match self {
            Self::Stdout(format) => {
                let out = BufWriter::with_capacity(1 << 16, stdout());
                Ok(written(writer(format, solution, out)?, list)?)
            }
            Self::File(format, mut file) => {
                let out: &mut (dyn Write + Send) = &mut *file;
                let result = writer(format, solution, out).map_err(ListingError::Output);
                match result.and_then(|rows| written(rows, list)) {
                    Ok(()) => file.finish(),
                    Err(ListingError::Output(error)) => Err(file.failed(&error)),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}

fn written(
    mut writer: Box<dyn RowWriter + '_>,
    list: impl FnOnce(&mut dyn FnMut(&[Row]) -> io::Result<ControlFlow<()>>) -> Result<(), ListingError>,
) -> Result<(), ListingError> {
    list(&mut |rows| {
        writer.rows(rows)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(writer.finish()?)
}

/// Opens the positions of the database and passes them to `task` with the description of the database.
pub(super) fn with_listing(
    family: &dyn Family,
    args: &DatabaseArgs,
    task: impl FnOnce(&dyn Listing, &Solution) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let (reader, db) = open_database(family, args)?;
    let solution = Solution::of(&*reader, &db)?;
    pool(processors())?.install(|| task(&*reader.listing(db), &solution))
}

/// Compares the files of these levels with their manifests before the first row is written.
pub(super) fn checked(listing: &dyn Listing, levels: &[u32]) -> Result<Vec<Listed>, Failure> {
    let check = |&level: &u32| listing.check(level).map_err(Failure::from);
    levels.iter().map(check).collect()
}

/// Returns the level requested, or all solved levels, highest first; each has its positions.
pub(super) fn levels(listing: &dyn Listing, solution: &Solution, level: Option<u32>) -> Result<Vec<u32>, Failure> {
    let levels = match level {
        Some(level) => vec![level],
        None => solution.levels.iter().map(|manifest| manifest.level).collect(),
    };
    for &level in &levels {
        listing.manifest(level)?;
    }
    if levels.is_empty() {
        let sentence = format!("{} has no solved level; solve it first", solution.folder.display());
        return Err(Failure::new(Code::NotSolved, sentence));
    }
    Ok(levels)
}
