//! The proofs of a site, and the program that plays and checks them in a browser.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::json::text;
use super::super::programs::Program;
use super::super::proofs::Named;
use super::super::shelf::Shelf;
use super::fetched::Fetched;
use super::{SiteError, SiteProof, write, write_text};
use proof::play::ProofPlayer;

/// A file and the player of its proof.
type Played = (PathBuf, Box<dyn ProofPlayer>);

/// The bytes of proofs, and their players with the files they came from.
pub(super) fn split(proofs: Vec<SiteProof>) -> (Vec<Vec<u8>>, Vec<Played>) {
    proofs
        .into_iter()
        .map(|SiteProof { path, file, player }| (file, (path, player)))
        .unzip()
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
    reader: Option<&Program>,
) -> Result<(), SiteError> {
    let listed = shelf.proofs().zip(files).map(|((name, proof), file)| Listed {
        named: Named::of(name, proof.about()),
        file: Fetched::of(file),
    });
    let list = Proofs {
        proofs: listed.collect(),
        reader: reader.map(|reader| Fetched::of(reader.bytes())),
    };
    write_text(&site.join("proofs.json"), text(&list))?;
    let Some(reader) = reader else {
        return Ok(());
    };
    let folder = site.join("proofs");
    write(&folder, |path| fs::create_dir(path))?;
    for ((name, _), file) in shelf.proofs().zip(files) {
        write_text(&folder.join(format!("{name}.proof")), file)?;
    }
    write_text(&site.join("reader.wasm"), reader.bytes())
}
