//! A folder that any web server can offer: the page of [`super::serve`], and files from which it answers by itself.
//!
//! ```text
//! index.html, style.css, icon.svg, js/    the page
//! databases.json                          as the API answers, and what the files below have for bytes and checksums
//! levels/NAME.json                        as the API answers
//! first/NAME.json                         its answer about the moves of the first position, before the engine is there
//! rules/NAME.json                         the rules as data, and where each label function is
//! engine.wasm                             the program that plays solved games in a browser
//! data/NAME/                              an export of the database
//! proofs.json                             as the API answers, and what the files below have for bytes and checksums
//! proof.html, proofs/NAME.proof, reader.wasm    where there are proofs; the program plays and checks them in a browser
//! README.txt, SHA256SUMS, .nojekyll, .gitattributes
//! ```

mod databases;
mod fetched;
mod names;
mod proofs;
mod rules;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::ServeError;
use super::assets;
use super::programs::Program;
use super::shelf::{Served, Shelf};
use engine::{Family, OpenError};
use game::NoRulebook;
use oracle::AnswerError;
use proof::play::ProofPlayer;
use retro::{Draft, ExportError, Observer};

/// What a site holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFacts {
    /// The names of its databases, which are in the addresses of its pages.
    pub names: Vec<String>,
    /// The names of its proofs.
    pub proofs: Vec<String>,
    /// Positions in all of them.
    pub positions: u64,
    /// Bytes of all label functions.
    pub label_function_bytes: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

/// Why there is no site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A folder cannot be opened.
    #[error("{}: {error}", folder.display())]
    Open {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        error: OpenError,
    },
    /// The last part of a path cannot be in an address, in a list of checksums or on another system.
    #[error("{} cannot be part of a site under its name: {why}; rename it to letters, digits and hyphens", path.display())]
    Name {
        /// The folder of the database, or the proof.
        path: PathBuf,
        /// The reason.
        why: &'static str,
    },
    /// A page cannot play the game without a server.
    #[error("{} cannot be part of a site: {why}", folder.display())]
    Rules {
        /// The folder of the database.
        folder: PathBuf,
        /// The reason.
        why: NoRulebook,
    },
    /// The position that a game begins with has no value.
    #[error("{}: {error}", folder.display())]
    First {
        /// The folder of the database.
        folder: PathBuf,
        /// The reason.
        error: AnswerError,
    },
    /// The values of a database cannot be copied, or the site cannot be written.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// A proof that the judge has accepted.
pub struct SiteProof {
    /// Where it was; its name is the last part without `.proof`.
    pub path: PathBuf,
    /// Its bytes.
    pub file: Vec<u8>,
    /// Its player.
    pub player: Box<dyn ProofPlayer>,
}

/// What a site is made of.
pub struct SiteSources {
    /// Folders of databases.
    pub folders: Vec<PathBuf>,
    /// Proofs.
    pub proofs: Vec<SiteProof>,
    /// What reads proofs in browsers; `None` where there are none.
    pub reader: Option<Program>,
    /// What plays solved games in browsers; `None` where there are none.
    pub engine: Option<Program>,
}

/// Writes a site to the new folder `out`. Every byte of the values is checked on the way; `out` appears when all is
/// durable, or not at all. The same sources give the same bytes. Cost: label functions are read three times.
///
/// # Errors
/// [`SiteError`]; nothing then is left at `out`.
pub fn write_site(
    family: &dyn Family,
    sources: SiteSources,
    out: &Path,
    observer: &dyn Observer,
) -> Result<SiteFacts, SiteError> {
    Draft::check(out)?;
    let SiteSources {
        folders,
        proofs,
        reader,
        engine,
    } = sources;
    let proof_paths: Vec<PathBuf> = proofs.iter().map(|proof| proof.path.clone()).collect();
    let (files, players) = proofs::split(proofs);
    let served: Vec<Served> = folders.iter().cloned().map(Served::from).collect();
    let shelf = Shelf::open(family, &served, players).map_err(not_opened)?;
    let open = |folder: &PathBuf| databases::Source::open(family, folder);
    let sources: Vec<_> = folders.iter().map(open).collect::<Result<_, _>>()?;
    names::check(shelf.iter().map(|(name, _)| name).zip(&folders))?;
    names::check(shelf.proofs().map(|(name, _)| name).zip(&proof_paths))?;
    let draft = Draft::beside(out)?;
    let site = draft.folder();
    write(&site.join("js"), |path| fs::create_dir(path))?;
    let mut facts = databases::write_all(site, &shelf, &sources, engine.as_ref(), observer)?;
    proofs::write_all(site, &shelf, &files, reader.as_ref())?;
    for (path, content) in assets::of_site(!files.is_empty()) {
        write_text(&site.join(path), content)?;
    }
    write_text(&site.join("README.txt"), readme(!folders.is_empty(), !files.is_empty()))?;
    // GitHub Pages would look for its own templates in every file.
    write_text(&site.join(".nojekyll"), "")?;
    // Git would write other ends of lines on Windows, and no checksum would fit.
    write_text(&site.join(".gitattributes"), "* -text\n")?;
    facts.bytes = bytes_of(site, site).map_err(|source| {
        let path = site.to_path_buf();
        SiteError::Export(ExportError::Write { path, source })
    })?;
    draft.publish()?;
    Ok(facts)
}

/// Bytes of the files below a folder of the site, and of their lines in SHA256SUMS.
fn bytes_of(site: &Path, folder: &Path) -> io::Result<u64> {
    let sizes = fs::read_dir(folder)?.map(|entry| {
        let path = entry?.path();
        let found = path.metadata()?;
        if found.is_dir() {
            return bytes_of(site, &path);
        }
        let name = path.strip_prefix(site).expect("it is below");
        let line = "  \n".len() + 64 + name.as_os_str().len();
        Ok(found.len() + line as u64)
    });
    sizes.sum()
}

fn not_opened(error: ServeError) -> SiteError {
    match error {
        ServeError::Open { folder, error } => SiteError::Open { folder, error },
        ServeError::Bind { .. } | ServeError::Start(_) => unreachable!("nothing is served"),
    }
}

fn write_text(path: &Path, content: impl AsRef<[u8]>) -> Result<(), SiteError> {
    write(path, |path| fs::write(path, content))
}

fn write(path: &Path, act: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), SiteError> {
    act(path).map_err(|source| {
        SiteError::Export(ExportError::Write {
            path: path.to_path_buf(),
            source,
        })
    })
}

/// Returns the text for whoever finds the folder.
fn readme(has_databases: bool, has_proofs: bool) -> String {
    let (title, what) = match (has_databases, has_proofs) {
        (true, true) => ("A site of solved games and proofs", "the files below data/ and proofs/"),
        (_, false) => ("A site of solved games", "the files below data/"),
        (false, true) => ("A site of proofs", "the files below proofs/"),
    };
    let rule = "=".repeat(title.len());
    let mut text = format!(
        "{title}\n{rule}\n
Any web server can offer this folder: copy it there as it is and open index.html by its address. No program runs on the
server: the page reads {what} by itself.
Opened as a file, without a web server, the page does not work: browsers forbid it.
"
    );
    if has_databases {
        text += "
Large files below data/ are read in parts, for which the server should answer requests for ranges, as nearly all do.
Each folder data/NAME is an export of retrograph with a README.txt of its own; retrograph reads it like a database:

    retrograph query --db data/NAME GRAPH6
";
    }
    if has_proofs {
        text += "
Each file proofs/NAME.proof is the proof of a theorem, which the page plays and checks; retrograph checks it too:

    retrograph check-proof proofs/NAME.proof
";
    }
    text += "
The pages load nothing from elsewhere, and forbid themselves to. Where the server sends a header Content-Security-Policy
too, it must allow as much as they do:

    ";
    text += &POLICY.replace("; ", ";\n    ");
    text += "

Check that every byte is as it was written:

    sha256sum -c SHA256SUMS
";
    text
}

/// What the pages of a site do: index.html and proof.html have the same words.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
