//! The databases of a site, and the program that plays them in a browser.

use std::fs;
use std::path::{Path, PathBuf};

use retrograph_storage::Database;
use serde::Serialize;

use super::super::handlers::{Levels, Named};
use super::super::json::text;
use super::super::programs::Program;
use super::super::shelf::{Shelf, Shelved};
use super::fetched::Fetched;
use super::rules::{self, SiteRules};
use super::{SiteError, SiteFacts, write, write_text};
use engine::{Family, OpenError, Reader};
use game::NoRulebook;
use oracle::choices;
use retro::{ExportError, Observer};

/// A database to be copied.
pub(super) struct Source {
    folder: PathBuf,
    reader: Box<dyn Reader>,
    db: Database,
}

impl Source {
    pub fn open(family: &dyn Family, folder: &Path) -> Result<Self, SiteError> {
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

#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    named: Named<'a>,
    files: Files,
}

/// The files about a database.
#[derive(Serialize)]
struct Files {
    rules: Fetched,
    levels: Fetched,
    /// Null where level 0 is not solved.
    first: Option<Fetched>,
}

#[derive(Serialize)]
struct Databases<'a> {
    databases: Vec<Listed<'a>>,
    /// Null where there are no databases.
    engine: Option<Fetched>,
}

/// Writes the list of databases, what pages read of them, and the program.
pub(super) fn write_all(
    site: &Path,
    shelf: &Shelf,
    sources: &[Source],
    engine: Option<&Program>,
    observer: &dyn Observer,
) -> Result<SiteFacts, SiteError> {
    for folder in ["first", "levels", "rules", "data"] {
        write(&site.join(folder), |path| fs::create_dir(path))?;
    }
    let mut facts = SiteFacts {
        names: Vec::new(),
        proofs: shelf.proofs().map(|(name, _)| name.to_string()).collect(),
        positions: 0,
        label_function_bytes: 0,
        bytes: 0,
    };
    let shelved: Vec<_> = shelf.iter().collect();
    let mut databases = Vec::new();
    for ((name, shelved), source) in shelved.iter().zip(sources) {
        let data = site.join("data").join(name);
        let publication = source.reader.publication(&source.db)?;
        publication.write_folder(&data, observer)?;
        let exported = publication.facts();
        databases.push(Listed {
            named: Named::of(name, &shelved.description),
            files: files(site, name, shelved, source, &data)?,
        });
        facts.names.push(name.to_string());
        facts.positions += exported.positions;
        facts.label_function_bytes += exported.label_function_bytes;
    }
    let list = Databases {
        databases,
        engine: engine.map(|engine| Fetched::of(engine.bytes())),
    };
    write_text(&site.join("databases.json"), text(&list))?;
    if let Some(engine) = engine {
        write_text(&site.join("engine.wasm"), engine.bytes())?;
    }
    Ok(facts)
}

/// Writes the files about a database whose export is in `data`.
fn files(site: &Path, name: &str, shelved: &Shelved, source: &Source, data: &Path) -> Result<Files, SiteError> {
    let rules = SiteRules::of(&*source.reader, shelved.oracle.values(), data).map_err(|error| match error {
        rules::Error::Storage(error) => SiteError::Export(error.into()),
        rules::Error::Rules(why) => source.refused(why),
        rules::Error::Read(path, source) => SiteError::Export(ExportError::Write { path, source }),
    })?;
    let levels = Levels {
        levels: &shelved.levels,
    };
    let start = match shelved.description.colours {
        true => "red: green:",
        false => "-",
    };
    let first = shelved.description.complete.then(|| choices(&*shelved.oracle, start));
    let first = first.transpose().map_err(|error| SiteError::First {
        folder: source.folder.clone(),
        error,
    })?;
    let written = |folder: &str, content: Vec<u8>| {
        write_text(&site.join(format!("{folder}/{name}.json")), &content)?;
        Ok::<_, SiteError>(Fetched::of(&content))
    };
    Ok(Files {
        rules: written("rules", rules.text())?,
        levels: written("levels", text(&levels))?,
        first: first.map(|first| written("first", text(&first))).transpose()?,
    })
}
