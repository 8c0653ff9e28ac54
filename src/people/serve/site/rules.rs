//! The rules of a game and its label functions, as the page without a server reads them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograph_storage::Database;
use serde::Serialize;

use crate::json::text;
use crate::rules::Rules;
use engine::Reader;
use game::NoRulebook;
use game::values::Values;
use retro::digests;

/// Bytes of the header of a label function.
const HEADER: usize = 128;
/// Files up to this size have a digest: the page may fetch them whole. It is a constant of page/files/parts.js too.
const WHOLE_MOST: u64 = 8 << 20;

/// Why the rules are not written.
#[derive(Debug)]
pub(super) enum Error {
    Storage(retrograph_storage::Error),
    Rules(NoRulebook),
    /// A label function just written cannot be read.
    Read(PathBuf, io::Error),
}

impl From<retrograph_storage::Error> for Error {
    fn from(error: retrograph_storage::Error) -> Self {
        Self::Storage(error)
    }
}

/// What `rules/NAME.json` holds: the rules of a game, and the label functions of an export.
#[derive(Serialize)]
pub(super) struct SiteRules {
    #[serde(flatten)]
    rules: Rules,
    /// The highest first.
    levels: Vec<LevelFunctions>,
}

#[derive(Serialize)]
struct LevelFunctions {
    edges: u32,
    functions: Vec<Function>,
}

/// A label function, and what it must begin with.
#[derive(Serialize)]
struct Function {
    /// The bit of the label that it gives.
    bit: u8,
    /// Its place in the export.
    file: String,
    /// Its size.
    bytes: u64,
    /// Its header, two hexadecimal digits a byte.
    header: String,
    /// Its digest, if the page may fetch it whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

impl SiteRules {
    /// Of `engine`'s game and the export in `data`.
    pub fn of(engine: &dyn Reader, values: Values, data: &Path) -> Result<Self, Error> {
        let rules = Rules::of(engine, values).map_err(Error::Rules)?;
        let levels = levels(data)?;
        Ok(Self { rules, levels })
    }

    /// Returns its JSON, each object's keys in alphabetical order.
    pub fn text(&self) -> Vec<u8> {
        text(&serde_json::to_value(self).expect("names, numbers and strings are JSON"))
    }
}

fn levels(data: &Path) -> Result<Vec<LevelFunctions>, Error> {
    let db = Database::open(data)?;
    let digests = digests(data)?;
    let mut levels = Vec::new();
    for edges in db.levels()?.into_iter().rev() {
        let Some(manifest) = db.manifest(edges)? else { continue };
        let mut functions = Vec::new();
        for (bit, function) in manifest.functions() {
            let path = db.plane_path(edges, bit);
            let inside = path.strip_prefix(data).expect("it is in the folder");
            let file = inside.to_string_lossy().into_owned();
            let digest = digests.get(&file).filter(|_| function.bytes <= WHOLE_MOST);
            functions.push(Function {
                bit,
                bytes: function.bytes,
                header: header(&path).map_err(|error| Error::Read(path, error))?,
                sha256: digest.cloned(),
                file,
            });
        }
        levels.push(LevelFunctions { edges, functions });
    }
    Ok(levels)
}

/// The header of a label function, two hexadecimal digits a byte.
fn header(path: &Path) -> io::Result<String> {
    let mut header = [0; HEADER];
    File::open(path)?.read_exact(&mut header)?;
    Ok(header.iter().map(|byte| format!("{byte:02x}")).collect())
}
