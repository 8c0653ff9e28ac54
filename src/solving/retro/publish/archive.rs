//! An export as one file.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use base::drafts::DraftFile;
use retrograph_storage::{
    ArchiveWriter, Database, LevelManifest, MANIFEST_BYTES_MOST, archive_bytes, open_sized, read_at_most, sealed_json,
};
use sha2::{Digest, Sha256};

use super::{ExportError, Publication, README, check_copy, readme};
use crate::observer::Observer;
use crate::read::sums::{self, SUMS};

/// Hexadecimal digits of a digest.
const DIGEST: u64 = 64;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveFacts {
    /// Size of the file.
    pub bytes: u64,
    /// SHA-256 of the file, 64 hexadecimal digits.
    pub sha256: String,
}

/// What becomes a member.
enum Content {
    Text(Vec<u8>),
    /// A file of the database.
    File(PathBuf, u64),
}

impl Content {
    fn bytes(&self) -> u64 {
        match self {
            Content::Text(text) => text.len() as u64,
            Content::File(_, bytes) => *bytes,
        }
    }

    fn open(&self) -> Result<Box<dyn Read + '_>, ExportError> {
        Ok(match self {
            Content::Text(text) => Box::new(&text[..]),
            Content::File(path, bytes) => Box::new(open_sized(path, *bytes, "the manifest of its level")?),
        })
    }
}

/// Hashes what passes through.
struct Hashed<T> {
    inner: T,
    hash: Sha256,
}

impl<T> Hashed<T> {
    fn new(inner: T) -> Self {
        let hash = Sha256::new();
        Self { inner, hash }
    }

    fn digest(self) -> (T, String) {
        let digest = self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        (self.inner, digest)
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hash.update(&bytes[..read]);
        Ok(read)
    }
}

impl Publication<'_> {
    /// Returns the size of the archive in bytes. Cost: one small file a level.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn archive_bytes(&self) -> Result<u64, ExportError> {
        Ok(archive_bytes(&sizes(&self.members()?)))
    }

    /// Writes the export as the archive `out`, which may replace a file. Every byte is checked on the way; `out`
    /// appears when all is durable, or not at all. The same levels give the same bytes. Cost: label functions are read
    /// twice, and hashed four times.
    ///
    /// # Errors
    /// [`ExportError`]; what was at `out` is then as it was.
    pub fn write_archive(
        &self,
        out: &Path,
        replaces: bool,
        observer: &dyn Observer,
    ) -> Result<ArchiveFacts, ExportError> {
        let failed = |source| ExportError::written(out, source);
        let members = self.members()?;
        let draft = Hashed::new(DraftFile::beside(out).map_err(failed)?);
        self.begin(observer);
        let mut archive = ArchiveWriter::begin(draft, sizes(&members)).map_err(failed)?;
        let (mut digests, mut done) = (BTreeMap::new(), 0);
        for (name, content) in &members {
            if name == SUMS {
                // All others are written, and their digests known.
                let text = sums::text(&digests);
                archive.member(name, &mut text.as_bytes()).map_err(failed)?;
                continue;
            }
            let mut content_read = Hashed::new(content.open()?);
            archive.member(name, &mut content_read).map_err(failed)?;
            digests.insert(name.clone(), content_read.digest().1);
            if let Content::File(_, bytes) = content {
                done += bytes;
                observer.advance(done);
            }
        }
        observer.end();
        let (mut draft, sha256) = archive.finish().map_err(failed)?.digest();
        draft.flush().map_err(failed)?;
        let copy = Database::open(draft.name())?;
        for manifest in &self.manifests {
            let level = manifest.level;
            if copy.manifest(level)?.as_ref() != Some(manifest) {
                return Err(ExportError::Foreign(self.db.level_folder(level).join("manifest.json")));
            }
            check_copy(self.db, &copy, manifest)?;
        }
        draft.make_read_only().map_err(failed)?;
        draft.finish(replaces).map_err(failed)?;
        let bytes = archive_bytes(&sizes(&members));
        Ok(ArchiveFacts { bytes, sha256 })
    }

    /// What the archive holds after its index. The digests, which come last, are zeros of their size.
    fn members(&self) -> Result<Vec<(String, Content)>, ExportError> {
        let mut members = vec![
            ("retrograph.json".into(), Content::Text(sealed_json(&self.identity()))),
            (README.into(), Content::Text(readme::readme(&self.facts).into_bytes())),
        ];
        for manifest in &self.manifests {
            members.extend(self.level(manifest)?);
        }
        let lines = members.iter().map(|(name, _)| DIGEST + name.len() as u64 + 3);
        let bytes = lines.sum::<u64>() as usize;
        members.push((SUMS.into(), Content::Text(vec![0; bytes])));
        Ok(members)
    }

    fn level(&self, manifest: &LevelManifest) -> Result<Vec<(String, Content)>, ExportError> {
        let level = manifest.level;
        let named = |path: &Path| {
            let inside = path.strip_prefix(self.db.folder()).expect("it is in the folder");
            inside.to_string_lossy().into_owned()
        };
        let path = self.db.level_folder(level).join("manifest.json");
        let text = read_at_most(&path, MANIFEST_BYTES_MOST)?.unwrap_or_default();
        let mut members = vec![(named(&path), Content::Text(text))];
        for (bit, function) in manifest.functions() {
            let path = self.db.plane_path(level, bit);
            members.push((named(&path), Content::File(path, function.bytes)));
        }
        Ok(members)
    }
}

fn sizes(members: &[(String, Content)]) -> Vec<(String, u64)> {
    let size = |(name, content): &(String, Content)| (name.clone(), content.bytes());
    members.iter().map(size).collect()
}
