//! The proofs of a site, and the program that plays and checks them in a browser.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::super::json::text;
use super::super::shelf::Shelf;
use super::{SiteError, SiteProof, write, write_text};
use proof::play::{Named, Strategist};

/// The section of the program by which it is recognized, as it is in the file: the length of its name, its name, its
/// text.
const SECTION: &str = concat!(
    "\u{11}retrograph-reader",
    "reader of proofs ",
    env!("CARGO_PKG_VERSION")
);
const MAGIC: &[u8] = b"\0asm";

/// The program that reads proofs in browsers: the folder `wasm`, compiled.
pub struct SiteReader(Vec<u8>);

impl SiteReader {
    /// Reads the program.
    ///
    /// # Errors
    /// [`SiteError::Reader`], [`SiteError::NotTheReader`].
    pub fn open(path: &Path) -> Result<Self, SiteError> {
        let unreadable = |error: io::Error| SiteError::Reader {
            path: path.to_path_buf(),
            error,
        };
        // Asked before it is opened: a FIFO would wait for a writer.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            let path = path.to_path_buf();
            return Err(SiteError::NotTheReader { path });
        }
        let program = fs::read(path).map_err(unreadable)?;
        let is_ours =
            program.starts_with(MAGIC) && program.windows(SECTION.len()).any(|part| part == SECTION.as_bytes());
        match is_ours {
            true => Ok(Self(program)),
            false => Err(SiteError::NotTheReader {
                path: path.to_path_buf(),
            }),
        }
    }
}

/// A file and the player of its proof.
type Played = (PathBuf, Box<dyn Strategist>);

/// The bytes of proofs, and their players with the files they came from.
pub(super) fn split(proofs: Vec<SiteProof>) -> (Vec<Vec<u8>>, Vec<Played>) {
    proofs
        .into_iter()
        .map(|SiteProof { path, file, player }| (file, (path, player)))
        .unzip()
}

/// A file that a page fetches whole.
#[derive(Serialize)]
struct Fetched {
    bytes: usize,
    sha256: String,
}

impl Fetched {
    fn of(content: &[u8]) -> Self {
        let digest = Sha256::digest(content);
        Self {
            bytes: content.len(),
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    named: Named<'a>,
    file: Fetched,
}

#[derive(Serialize)]
struct Proofs<'a> {
    proofs: Vec<Listed<'a>>,
    /// Null where there are no proofs.
    reader: Option<Fetched>,
}

/// Writes the list of proofs, the proofs and the program.
pub(super) fn write_all(
    site: &Path,
    shelf: &Shelf,
    files: &[Vec<u8>],
    reader: Option<&SiteReader>,
) -> Result<(), SiteError> {
    let listed = shelf.proofs().zip(files).map(|((name, proof), file)| Listed {
        named: Named {
            name,
            about: proof.about(),
        },
        file: Fetched::of(file),
    });
    let list = Proofs {
        proofs: listed.collect(),
        reader: reader.map(|reader| Fetched::of(&reader.0)),
    };
    write_text(&site.join("proofs.json"), text(&list))?;
    let Some(SiteReader(program)) = reader else {
        return Ok(());
    };
    let folder = site.join("proofs");
    write(&folder, |path| fs::create_dir(path))?;
    for ((name, _), file) in shelf.proofs().zip(files) {
        write_text(&folder.join(format!("{name}.proof")), file)?;
    }
    write_text(&site.join("reader.wasm"), program)
}
