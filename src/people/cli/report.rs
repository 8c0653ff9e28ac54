//! `retrograph report`: a page about a database.

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::path::PathBuf;

use super::advice::Advised;
use super::database::{DatabaseArgs, open_solution};
use super::endings::Form;
use super::failure::{Code, Failure};
use super::out_file::OutFile;
use super::printable::printable;
use engine::Family;
use report::page::page;
use report::timings::{Timings, TimingsError};

/// Write one self-contained HTML page about a database: tables, pictures, checksums, times, how to cite it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph report --db triangle-12 --out triangle-12.html
  retrograph report --db triangle-14 --log t14.log --out triangle-14.html

--log takes the times from the file of solve --log-file. The page needs no
other file and no network. The SHA-256 on it is the same for every database
and export of the same positions and values; it is printed too.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// File to create
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Log written by `solve --log-file`, for the times
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let out = OutFile::create(&args.out, args.force, Form::Html)?;
    let solution = open_solution(family, &args.database.folder)?;
    if solution.levels.is_empty() {
        let sentence = format!(
            "{} has no solved level to report; solve it first",
            args.database.folder.display()
        );
        return Err(Failure::new(Code::NotSolved, sentence));
    }
    let read = |path: &PathBuf| {
        let log = File::open(path).map_err(TimingsError::Io);
        let timings = log.and_then(|log| Timings::read(BufReader::new(log), &solution));
        timings.map_err(|error| {
            let code = match &error {
                TimingsError::Io(_) => Code::Failed,
                _ => Code::Usage,
            };
            let sentence = format!("{} cannot be used as a log: {}", path.display(), error.advised());
            Failure::new(code, sentence)
        })
    };
    let timings = args.log.as_ref().map(read).transpose()?;
    let about = &solution.about;
    let rules = about.rules(solution.values.play());
    out.write_whole(page(&solution, &about.title, &rules, timings.as_ref()).as_bytes())?;
    Ok(writeln!(
        stdout(),
        "{}: SHA-256 {}",
        printable(&args.out.to_string_lossy()),
        solution.checksum()
    )?)
}
