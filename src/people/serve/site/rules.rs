//! The rules of a game and its label functions, as the page without a server reads them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograph_storage::Database;
use serde_json::{Value, json};

use crate::rules;
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

/// Returns the rules of `engine`'s game, and the label functions in the export `data` with what they must begin with.
pub(super) fn json(engine: &dyn Reader, values: Values, data: &Path) -> Result<Value, Error> {
    let mut told = rules::json(engine, values).map_err(Error::Rules)?;
    told["levels"] = levels(data)?;
    Ok(told)
}

/// The label functions of each level, the highest first.
fn levels(data: &Path) -> Result<Value, Error> {
    let db = Database::open(data)?;
    let digests = digests(data)?;
    let mut levels = Vec::new();
    for level in db.levels()?.into_iter().rev() {
        let Some(manifest) = db.manifest(level)? else { continue };
        let mut functions = Vec::new();
        for (bit, function) in manifest.functions() {
            let path = db.plane_path(level, bit);
            let inside = path.strip_prefix(data).expect("it is in the folder");
            let name = inside.to_string_lossy().into_owned();
            let mut described = json!({
                "bit": bit,
                "file": name,
                "bytes": function.bytes,
                "header": header(&path).map_err(|error| Error::Read(path.clone(), error))?,
            });
            if let Some(digest) = digests.get(&name).filter(|_| function.bytes <= WHOLE_MOST) {
                described["sha256"] = json!(digest);
            }
            functions.push(described);
        }
        levels.push(json!({"edges": level, "functions": functions}));
    }
    Ok(levels.into())
}

/// The header of a label function, two hexadecimal digits a byte.
fn header(path: &Path) -> io::Result<String> {
    let mut header = [0; HEADER];
    File::open(path)?.read_exact(&mut header)?;
    Ok(header.iter().map(|byte| format!("{byte:02x}")).collect())
}
