//! A folder that any web server can offer: the page of [`super::serve`], and files from which it answers by itself.
//!
//! ```text
//! index.html, style.css, icon.svg, js/    the page
//! databases.json, levels/NAME.json        as the API answers
//! first/NAME.json                         its answer about the moves of the first position, before the engine is there
//! rules/NAME.json                         the rules as data, and where each label function is
//! engine.wasm                             the program that plays solved games in a browser
//! data/NAME/                              an export of the database
//! proofs.json                             as the API answers, and what the files below have for bytes and checksums
//! proof.html, proofs/NAME.proof, reader.wasm    where there are proofs; the program plays and checks them in a browser
//! README.txt, SHA256SUMS, .nojekyll
//! ```

mod proofs;
mod rules;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use retrograph_storage::Database;

use super::ServeError;
use super::assets;
use super::handlers::{Databases, Levels, Named};
use super::json::text;
use super::programs::Program;
use super::shelf::{Served, Shelf};
use engine::{Family, OpenError, Reader};
use game::NoRulebook;
use oracle::{AnswerError, choices};
use proof::play::Strategist;
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
    /// The last part of a path cannot be in an address and in a list of checksums.
    #[error("{} cannot be part of a site under its name; rename it to letters, digits and hyphens", path.display())]
    Name {
        /// The folder of the database, or the proof.
        path: PathBuf,
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
    pub player: Box<dyn Strategist>,
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
    let open = |folder: &PathBuf| Source::open(family, folder);
    let sources: Vec<Source> = folders.iter().map(open).collect::<Result<_, _>>()?;
    let named = shelf.names().into_iter().zip(folders.iter().chain(&proof_paths));
    for (name, path) in named {
        if name.contains(|c: char| c.is_control() || c == '\\' || c == char::REPLACEMENT_CHARACTER) {
            return Err(SiteError::Name { path: path.clone() });
        }
    }
    let draft = Draft::beside(out)?;
    let site = draft.folder();
    for folder in ["js", "first", "levels", "rules", "data"] {
        write(&site.join(folder), |path| fs::create_dir(path))?;
    }
    let mut facts = SiteFacts {
        names: Vec::new(),
        proofs: shelf.proofs().map(|(name, _)| name.to_string()).collect(),
        positions: 0,
        label_function_bytes: 0,
    };
    let shelved: Vec<_> = shelf.iter().collect();
    for ((name, shelved), source) in shelved.iter().zip(&sources) {
        let data = site.join("data").join(name);
        let publication = source.reader.publication(&source.db)?;
        publication.write_folder(&data, observer)?;
        let exported = publication.facts();
        let rules =
            rules::SiteRules::of(&*source.reader, shelved.oracle.values(), &data).map_err(|error| match error {
                rules::Error::Storage(error) => SiteError::Export(error.into()),
                rules::Error::Rules(why) => source.refused(why),
                rules::Error::Read(path, source) => SiteError::Export(ExportError::Write { path, source }),
            })?;
        write_text(&site.join(format!("rules/{name}.json")), rules.text())?;
        let levels = Levels {
            levels: &shelved.levels,
        };
        write_text(&site.join(format!("levels/{name}.json")), text(&levels))?;
        if shelved.description.complete {
            let start = if shelved.description.colours {
                "red: green:"
            } else {
                "-"
            };
            let first = choices(&*shelved.oracle, start).map_err(|error| SiteError::First {
                folder: source.folder.clone(),
                error,
            })?;
            write_text(&site.join(format!("first/{name}.json")), text(&first))?;
        }
        facts.names.push(name.to_string());
        facts.positions += exported.positions;
        facts.label_function_bytes += exported.label_function_bytes;
    }
    let databases = shelved.iter().map(|(name, shelved)| Named {
        name,
        description: &shelved.description,
    });
    let databases = Databases {
        databases: databases.collect(),
    };
    write_text(&site.join("databases.json"), text(&databases))?;
    proofs::write_all(site, &shelf, &files, reader.as_ref())?;
    if let Some(engine) = engine {
        write_text(&site.join("engine.wasm"), engine.bytes())?;
    }
    for (path, content) in assets::of_site(!shelved.is_empty(), !files.is_empty()) {
        write_text(&site.join(path), content)?;
    }
    write_text(&site.join("README.txt"), readme(!shelved.is_empty(), !files.is_empty()))?;
    // GitHub Pages would look for its own templates in every file.
    write_text(&site.join(".nojekyll"), "")?;
    draft.publish()?;
    Ok(facts)
}

/// A database to be copied.
struct Source {
    folder: PathBuf,
    reader: Box<dyn Reader>,
    db: Database,
}

impl Source {
    fn open(family: &dyn Family, folder: &Path) -> Result<Self, SiteError> {
        let opened = Database::open(folder).map_err(OpenError::from);
        let opened = opened.and_then(|db| Ok((family.reader_of(&db)?, db)));
        let folder = folder.to_path_buf();
        let (reader, db) = match opened {
            Ok(opened) => opened,
            Err(error) => return Err(SiteError::Open { folder, error }),
        };
        let source = Self { folder, reader, db };
        match source.reader.rulebook() {
            Ok(_) => Ok(source),
            Err(why) => Err(source.refused(why)),
        }
    }

    fn refused(&self, why: NoRulebook) -> SiteError {
        SiteError::Rules {
            folder: self.folder.clone(),
            why,
        }
    }
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
