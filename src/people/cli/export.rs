//! `retrograph export`: publish the values, alone or with a page.

use std::borrow::Cow;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use retrograph_storage::{Database, read_at_most};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::advice::Advised;
use super::database::{DatabaseArgs, not_opened, open_database};
use super::endings::{Form, check};
use super::failure::{Code, Failure, say};
use super::json;
use super::out_file::{OutFile, exists, folder_for, may_write, prepare_drafts};
use super::printable::printable;
use super::programs::{engine_file, reader_file};
use super::progress::Progress;
use super::proofs::checked_proof;
use base::units::{bytes, counted};
use engine::{Family, Reader};
use game::shown_name;
use retro::read::sums::SUMS;
use retro::{Card, ExportError, Facts};
use serve::{Kind, Program, SiteError, SiteProof, SiteSources, write_site};

/// Most bytes of `SHA256SUMS`, which has a hundred a file.
const SUMS_BYTES_MOST: u64 = 64 << 20;

/// Write the values as a read-only folder or file of label functions with checksums, or as a site for any web server
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph export --db triangle-14 --out triangle-14-values
  retrograph query --db triangle-14-values < graphs.g6
  cd triangle-14-values && sha256sum -c SHA256SUMS
  retrograph export --db t14 --archive t14.tar --card t14.md --licence CC0-1.0
  retrograph export --db triangle-12 sim --site pages    # the page of serve
  retrograph export --db triangle-12 --proof k4.proof ham8.proof --site pages

About 1.1 bits per position. query, moves, stats, info and verify read the
folder like a database; its README.txt explains it to whoever finds it.
Everything is checked before it is written; no folder is ever overwritten.

An archive is the same as one file, a tar file that these commands, serve and
Python read as it is. A card is a page about it for Zenodo or Hugging Face.

A site is a folder for any web server, or GitHub Pages: the page of serve,
which then needs no program on the server; docs/site.md says more. Proofs are
checked first, as by check-proof; visitors play against them and can have them
checked in their browsers.")]
pub(super) struct Args {
    /// Folders of databases; several only with --site
    #[arg(long = "db", value_name = "DIR", required_unless_present = "proofs", num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Proofs of `retrograph prove` for the site
    #[arg(
        long = "proof", value_name = "FILE", requires = "site", conflicts_with_all = ["out", "archive"], num_args = 1..
    )]
    proofs: Vec<PathBuf>,
    /// The program that reads proofs in browsers, which `make reader` compiles [default: beside this program]
    #[arg(long, value_name = "FILE", requires = "proofs", conflicts_with_all = ["out", "archive"])]
    reader: Option<PathBuf>,
    /// The program that plays solved games in browsers, which `make reader` compiles [default: beside this program]
    #[arg(long, value_name = "FILE", requires = "site", conflicts_with_all = ["out", "archive"])]
    engine: Option<PathBuf>,
    /// Folder to create; it must not exist yet
    #[arg(long, value_name = "DIR", required_unless_present_any = ["site", "archive"])]
    out: Option<PathBuf>,
    /// File to create in place of a folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "site"])]
    archive: Option<PathBuf>,
    /// Also write a page about it into this new file, Markdown
    #[arg(long, value_name = "FILE", requires = "licence", conflicts_with = "site")]
    card: Option<PathBuf>,
    /// The licence under which you publish, an SPDX identifier such as CC-BY-4.0 or CC0-1.0
    #[arg(long, value_name = "ID", requires = "card", conflicts_with = "site", value_parser = licence)]
    licence: Option<String>,
    /// Replace existing files of --archive and --card
    #[arg(long, conflicts_with = "site")]
    force: bool,
    /// Folder of a site to create; it must not exist yet
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    site: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let line = match (&args.site, &args.archive, &args.out) {
        (Some(site), ..) => publish_site(family, &args, site)?,
        (None, Some(archive), _) => publish_archive(family, &args, archive)?,
        (None, None, Some(out)) => publish(family, &args, out)?,
        (None, None, None) => unreachable!("one of the three is required"),
    };
    Ok(writeln!(stdout(), "{line}")?)
}

/// An SPDX identifier, which needs no quoting on a page.
fn licence(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err("an SPDX identifier has letters, digits, '.', '-' and '+' alone, such as CC-BY-4.0".into()),
    }
}

/// Opens the one database of an export.
fn only_database(family: &dyn Family, args: &Args) -> Result<(Box<dyn Reader>, Database), Failure> {
    let [folder] = &args.folders[..] else {
        let sentence = "an export holds one database; give one --db, or --site in place of --out and --archive";
        return Err(Failure::new(Code::Usage, sentence));
    };
    let folder = folder.clone();
    open_database(family, &DatabaseArgs { folder })
}

/// Writes the values of one database. Returns what is printed.
fn publish(family: &dyn Family, args: &Args, out: &Path) -> Result<String, Failure> {
    if args.force && args.card.is_none() {
        let sentence = "--force replaces files of --archive and --card; no folder is ever overwritten";
        return Err(Failure::new(Code::Usage, sentence));
    }
    check(out, &[Form::Folder])?;
    let (reader, db) = only_database(family, args)?;
    folder_for(out)?;
    let card = card_file(args)?;
    prepare_drafts(out);
    let publication = reader.publication(&db)?;
    publication.write_folder(out, &Progress::new(false, false))?;
    let facts = publication.facts();
    if let Some(file) = card {
        let sums = read_at_most(&out.join(SUMS), SUMS_BYTES_MOST)?.unwrap_or_default();
        let sha256 = hexadecimal(&Sha256::digest(&sums));
        write_card(args, file, facts, out, facts.label_function_bytes, (SUMS, &sha256))?;
    }
    Ok(if args.json {
        json::line(&Exported {
            out: out.to_string_lossy(),
            held: Held::of(facts),
        })
    } else {
        reported(out, facts, facts.label_function_bytes)
    })
}

/// Writes the values of one database as one file. Returns what is printed.
fn publish_archive(family: &dyn Family, args: &Args, out: &Path) -> Result<String, Failure> {
    may_write(out, args.force, Form::Archive)?;
    let (reader, db) = only_database(family, args)?;
    let card = card_file(args)?;
    prepare_drafts(out);
    let publication = reader.publication(&db)?;
    let facts = publication.facts();
    if stderr().is_terminal() && !args.json {
        say(&format!(
            "writing {} to {}",
            bytes(publication.archive_bytes()? as f64),
            out.display()
        ));
    }
    let written = publication.write_archive(out, args.force, &Progress::new(false, false));
    let written = written.map_err(|error| match error {
        ExportError::Exists(path) => exists(&path),
        error => error.into(),
    })?;
    if let Some(file) = card {
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        write_card(args, file, facts, out, written.bytes, (&name, &written.sha256))?;
    }
    Ok(if args.json {
        json::line(&ExportedArchive {
            archive: out.to_string_lossy(),
            held: Held::of(facts),
            bytes: written.bytes,
            sha256: &written.sha256,
        })
    } else {
        format!("{}, SHA-256 {}", reported(out, facts, written.bytes), written.sha256)
    })
}

fn reported(out: &Path, facts: &Facts, size: u64) -> String {
    format!(
        "{}: levels {} to {} of {} on {} vertices, {}, {}",
        printable(&out.to_string_lossy()),
        facts.top,
        facts.lowest,
        shown_name(&facts.game),
        facts.n,
        counted(facts.positions, "position"),
        bytes(size as f64)
    )
}

/// Begins the file of the card, before any work.
fn card_file(args: &Args) -> Result<Option<OutFile>, Failure> {
    let card = args.card.as_deref();
    card.map(|path| OutFile::create(path, args.force, Form::Markdown))
        .transpose()
}

fn write_card(
    args: &Args,
    file: OutFile,
    facts: &Facts,
    out: &Path,
    bytes: u64,
    digest: (&str, &str),
) -> Result<(), Failure> {
    let card = Card {
        name: &out.file_name().unwrap_or_default().to_string_lossy(),
        licence: args.licence.as_deref().expect("--card needs it"),
        bytes,
        digest,
    };
    file.write_whole(card.text(facts).as_bytes())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a site of all databases. Returns what is printed.
fn publish_site(family: &dyn Family, args: &Args, site: &Path) -> Result<String, Failure> {
    check(site, &[Form::Folder])?;
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
        let (shown, size) = (printable(&site.to_string_lossy()), bytes(facts.bytes as f64));
        format!("{shown}: a site of {}{values}; {size} in all", printable(&names))
    })
}

/// What an export holds.
#[derive(Serialize)]
struct Held<'a> {
    game: &'a str,
    n: u32,
    highest_level: u32,
    lowest_level: u32,
    complete: bool,
    positions: u64,
    label_function_bytes: u64,
}

impl<'a> Held<'a> {
    fn of(facts: &'a Facts) -> Self {
        Self {
            game: &facts.game,
            n: facts.n,
            highest_level: facts.top,
            lowest_level: facts.lowest,
            complete: facts.lowest == 0,
            positions: facts.positions,
            label_function_bytes: facts.label_function_bytes,
        }
    }
}

/// What `export --out --json` prints.
#[derive(Serialize)]
struct Exported<'a> {
    /// The folder written.
    out: Cow<'a, str>,
    #[serde(flatten)]
    held: Held<'a>,
}

/// What `export --archive --json` prints.
#[derive(Serialize)]
struct ExportedArchive<'a> {
    /// The file written.
    archive: Cow<'a, str>,
    #[serde(flatten)]
    held: Held<'a>,
    /// Of the file.
    bytes: u64,
    sha256: &'a str,
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
