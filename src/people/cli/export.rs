//! `retrograph export`: publish the values, alone or with a page.

use std::borrow::Cow;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::advice::Advised;
use super::database::{DatabaseArgs, not_opened, open_database};
use super::failure::{Code, Failure};
use super::json;
use super::out_file::{folder_for, prepare_drafts};
use super::printable::printable;
use super::programs::{engine_file, reader_file};
use super::progress::Progress;
use super::proofs::checked_proof;
use base::units::{bytes, counted};
use engine::Family;
use game::shown_name;
use serve::{Kind, Program, SiteError, SiteProof, SiteSources, write_site};

/// Write the values as a read-only folder of label functions with checksums, or as a site for any web server
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph export --db triangle-14 --out triangle-14-values
  retrograph query --db triangle-14-values < graphs.g6
  cd triangle-14-values && sha256sum -c SHA256SUMS
  retrograph export --db triangle-12 sim --site pages    # the page of serve
  retrograph export --db triangle-12 --proof k4.proof ham8.proof --site pages

About 1.1 bits per position. query, moves, stats, info and verify read the
folder like a database; its README.txt explains it to whoever finds it.
Everything is checked before it is written; nothing is ever overwritten.

A site is a folder for any web server, or GitHub Pages: the page of serve,
which then needs no program on the server; docs/site.md says more. Proofs are
checked first, as by check-proof; visitors play against them and can have them
checked in their browsers.")]
pub(super) struct Args {
    /// Folders of databases; several only with --site
    #[arg(long = "db", value_name = "DIR", required_unless_present = "proofs", num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Proofs of `retrograph prove` for the site
    #[arg(long = "proof", value_name = "FILE", requires = "site", conflicts_with = "out", num_args = 1..)]
    proofs: Vec<PathBuf>,
    /// The program that reads proofs in browsers, which `make reader` compiles [default: beside this program]
    #[arg(long, value_name = "FILE", requires = "proofs", conflicts_with = "out")]
    reader: Option<PathBuf>,
    /// The program that plays solved games in browsers, which `make reader` compiles [default: beside this program]
    #[arg(long, value_name = "FILE", requires = "site", conflicts_with = "out")]
    engine: Option<PathBuf>,
    /// Folder to create; it must not exist yet
    #[arg(long, value_name = "DIR", required_unless_present = "site")]
    out: Option<PathBuf>,
    /// Folder of a site to create; it must not exist yet
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    site: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let line = match (&args.site, &args.out) {
        (Some(site), _) => publish_site(family, &args, site)?,
        (None, Some(out)) => publish(family, &args, out)?,
        (None, None) => unreachable!("one of the two is required"),
    };
    Ok(writeln!(stdout(), "{line}")?)
}

/// Writes the values of one database. Returns what is printed.
fn publish(family: &dyn Family, args: &Args, out: &Path) -> Result<String, Failure> {
    let [folder] = &args.folders[..] else {
        let sentence = "an export holds one database; give one --db, or --site in place of --out";
        return Err(Failure::new(Code::Usage, sentence));
    };
    let folder = folder.clone();
    let (engine, db) = open_database(family, &DatabaseArgs { folder })?;
    folder_for(out)?;
    prepare_drafts(out);
    let facts = engine.export(&db, out, &Progress::new(false, false))?;
    Ok(if args.json {
        json::line(&Exported {
            out: out.to_string_lossy(),
            game: &facts.game,
            n: facts.n,
            highest_level: facts.top,
            lowest_level: facts.lowest,
            complete: facts.lowest == 0,
            positions: facts.positions,
            label_function_bytes: facts.label_function_bytes,
        })
    } else {
        format!(
            "{}: levels {} to {} of {} on {} vertices, {}, {}",
            printable(&out.to_string_lossy()),
            facts.top,
            facts.lowest,
            shown_name(&facts.game),
            facts.n,
            counted(facts.positions, "position"),
            bytes(facts.label_function_bytes as f64)
        )
    })
}

/// Writes a site of all databases. Returns what is printed.
fn publish_site(family: &dyn Family, args: &Args, site: &Path) -> Result<String, Failure> {
    folder_for(site)?;
    prepare_drafts(site);
    // Before the proofs are checked, which may take minutes.
    let reader = match args.proofs[..] {
        [] => None,
        _ => Some(Program::open(Kind::Reader, &reader_file(args.reader.as_deref()))?),
    };
    let engine = match args.folders[..] {
        [] => None,
        _ => Some(Program::open(Kind::Engine, &engine_file(args.engine.as_deref()))?),
    };
    let proofs = args.proofs.iter().map(|path| {
        let (file, player) = checked_proof(path)?;
        let path = path.clone();
        Ok(SiteProof { path, file, player })
    });
    let sources = SiteSources {
        folders: args.folders.clone(),
        proofs: proofs.collect::<Result<_, Failure>>()?,
        reader,
        engine,
    };
    let facts = write_site(family, sources, site, &Progress::new(false, false)).map_err(not_written)?;
    Ok(if args.json {
        json::line(&ExportedSite {
            site: site.to_string_lossy(),
            databases: &facts.names,
            proofs: &facts.proofs,
            positions: facts.positions,
            label_function_bytes: facts.label_function_bytes,
        })
    } else {
        let names = [&facts.names[..], &facts.proofs].concat().join(", ");
        let values = match facts.names[..] {
            [] => String::new(),
            _ => format!(
                ": {}, {}",
                counted(facts.positions, "position"),
                bytes(facts.label_function_bytes as f64)
            ),
        };
        let site = printable(&site.to_string_lossy());
        format!("{site}: a site of {}{values}", printable(&names))
    })
}

/// What `export --out --json` prints.
#[derive(Serialize)]
struct Exported<'a> {
    /// The folder written.
    out: Cow<'a, str>,
    game: &'a str,
    n: u32,
    highest_level: u32,
    lowest_level: u32,
    complete: bool,
    positions: u64,
    label_function_bytes: u64,
}

/// What `export --site --json` prints.
#[derive(Serialize)]
struct ExportedSite<'a> {
    /// The folder written.
    site: Cow<'a, str>,
    /// Names, which are in the addresses of the pages.
    databases: &'a [String],
    proofs: &'a [String],
    /// In all databases.
    positions: u64,
    label_function_bytes: u64,
}

fn not_written(error: SiteError) -> Failure {
    match error {
        SiteError::Export(error) => error.into(),
        SiteError::Open { folder, error } => not_opened(&folder, error),
        SiteError::First { error, .. } => error.into(),
        SiteError::Name { .. } | SiteError::Rules { .. } => Failure::new(Code::Usage, error.advised()),
    }
}
