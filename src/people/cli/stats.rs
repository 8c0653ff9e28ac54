//! `retrograph stats`: the table of levels, as text and as a picture.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::database::open_solution;
use super::failure::{Code, Failure};
use super::out_file::OutFile;
use super::printable::printable;
use engine::Family;
use report::{PaperTable, Sequence, Solution, bfile, charts};

/// Print positions, P, N and saturated per level, compared with published tables, and who wins; or plot them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph stats --db triangle-12
  retrograph stats --db triangle-12 --format csv > levels.csv
  retrograph stats --db triangle-12 --format latex > levels.tex   # booktabs
  retrograph stats --db triangle-12 --plot levels.svg
  retrograph stats --db t10 t11 t12 --plot orders.svg
  retrograph stats --db t10 t11 t12 --bfile positions > b006785.txt
  retrograph stats --db triangle-12 --bfile p        # a line for each level

--format csv has the columns edges,p,n,saturated, highest level first. Where
values are more than who wins, positions are counted by value: the columns are
edges,kind,value,positions, and for remoteness also p,n,ties.

--bfile prints lines `n a(n)` as the OEIS takes them: of several databases of
one game, n is the number of vertices; of one database, the number of edges.")]
pub(super) struct Args {
    /// Folders of databases; several only with --plot and --bfile
    #[arg(long = "db", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Form of the table
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Print a b-file of the OEIS instead
    #[arg(long, value_name = "SEQUENCE", value_parser = sequences(), conflicts_with_all = ["format", "json", "plot"])]
    bfile: Option<Sequence>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Draw a plot (positions, share of P, saturated positions) into this new file, .svg, instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "json"])]
    plot: Option<PathBuf>,
    /// Replace an existing file of --plot
    #[arg(long, requires = "plot", conflicts_with_all = ["format", "json", "bfile"])]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
    Latex,
    Markdown,
}

/// The names of sequences.
fn sequences() -> impl TypedValueParser<Value = Sequence> {
    let named = |sequence: Sequence| PossibleValue::new(sequence.name()).help(sequence.meaning());
    PossibleValuesParser::new(Sequence::ALL.map(named)).map(|name| {
        let found = Sequence::ALL.into_iter().find(|sequence| sequence.name() == name);
        found.expect("one of the names")
    })
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    if let Some(sequence) = args.bfile {
        let solutions = args.folders.iter().map(|folder| open_solution(family, folder));
        let text = bfile(&solutions.collect::<Result<Vec<_>, _>>()?, sequence)?;
        return Ok(stdout().write_all(text.as_bytes())?);
    }
    if let Some(path) = &args.plot {
        return draw(family, &args, path);
    }
    let [folder] = &args.folders[..] else {
        let sentence =
            "a table shows one database; use --plot FILE to draw several together, --bfile for one line of each";
        return Err(Failure::new(Code::Usage, sentence));
    };
    let format = if args.json { Format::Json } else { args.format };
    Ok(stdout().write_all(&printed(&open_solution(family, folder)?, format)?)?)
}

fn printed(solution: &Solution, format: Format) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let is_outcome = solution.values.is_outcome();
    let (levels, values) = (solution.level_table(), solution.value_table());
    match format {
        Format::Table if is_outcome => levels.write_table(&mut text)?,
        Format::Csv if is_outcome => levels.write_csv(&mut text)?,
        Format::Json if is_outcome => levels.write_json(&mut text)?,
        Format::Table => values.write_table(&mut text)?,
        Format::Csv => values.write_csv(&mut text)?,
        Format::Json => values.write_json(&mut text)?,
        Format::Latex => {
            let table = PaperTable::of(solution);
            let checksum = format!("SHA-256 of the database (retrograph info): {}", solution.checksum());
            let verdict = solution.verdict();
            text.extend(table.latex(&[table.caption.clone(), verdict, checksum]).bytes());
        }
        Format::Markdown => {
            text.extend(PaperTable::of(solution).markdown().bytes());
            text.extend(format!("\n{}\n", solution.verdict()).bytes());
        }
    }
    Ok(text)
}

fn draw(family: &dyn Family, args: &Args, path: &std::path::Path) -> Result<(), Failure> {
    let out = OutFile::svg(path, args.force)?;
    let solutions = args.folders.iter().map(|folder| {
        let solution = open_solution(family, folder)?;
        if solution.levels.is_empty() {
            let sentence = format!("{} has no solved level to draw; solve it first", folder.display());
            return Err(Failure::new(Code::NotSolved, sentence));
        }
        Ok(solution)
    });
    let solutions: Vec<Solution> = solutions.collect::<Result<_, Failure>>()?;
    let tables: Vec<_> = solutions.iter().map(Solution::value_table).collect();
    let chart = charts::chart(&tables);
    out.write_whole(chart.svg().as_bytes())?;
    Ok(writeln!(
        stdout(),
        "{}: {}",
        printable(&path.to_string_lossy()),
        chart.title
    )?)
}
