//! `SHA256SUMS`: what `sha256sum -c` reads, for all other files of an export.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograph_storage::{Error, MANIFEST_BYTES_MOST, Opened, Result, open_file, open_sized, read_at_most};
use sha2::{Digest, Sha256};

/// Name of the file.
pub const SUMS: &str = "SHA256SUMS";

/// Most bytes that are read of the file, which has a hundred a file listed, and of one listed whose size is not known.
const BYTES_MOST: u64 = MANIFEST_BYTES_MOST;

/// Something that does not agree with `SHA256SUMS`.
#[derive(Debug)]
pub struct Disagreement {
    /// The file concerned.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

/// The text of `SHA256SUMS` for the files in `folder`, ordered by path.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn sums(folder: &Path) -> Result<String> {
    let mut digests = BTreeMap::new();
    let files = files(folder).map_err(|source| Error::Io {
        path: folder.to_path_buf(),
        action: "list",
        source,
    })?;
    for name in files {
        let path = folder.join(&name);
        digests.insert(name, sum(&path, open_file(&path)?)?);
    }
    Ok(text(&digests))
}

/// The text of `SHA256SUMS` for these names and digests.
pub(crate) fn text(digests: &BTreeMap<String, String>) -> String {
    let lines = digests.iter().map(|(name, digest)| format!("{digest}  {name}\n"));
    lines.collect()
}

/// Compares every file of an export with its `SHA256SUMS`; files that nobody listed do not matter, `expected` must be
/// listed. With a name comes the file's size where it is known; no file is read that has another one, or, where it is
/// not known, more than 64 MiB. Cost: one read of all files.
pub fn disagreements(folder: &Path, expected: &BTreeMap<String, Option<u64>>) -> Vec<Disagreement> {
    let path = folder.join(SUMS);
    let own = |what: String| Disagreement {
        file: path.clone(),
        what,
    };
    let listed = match read(&path) {
        Ok(listed) => listed,
        Err(Error::Corrupt { what, .. }) => return vec![own(what)],
        Err(Error::Io { source, .. }) => return vec![own(format!("it could not be read: {source}"))],
        Err(error) => return vec![own(error.to_string())],
    };
    let unlisted = expected.keys().filter(|name| !listed.contains_key(*name));
    let mut found: Vec<_> = unlisted.map(|name| own(format!("it does not list {name}"))).collect();
    for (name, digest) in listed {
        let file = folder.join(&name);
        let opened = match expected.get(&name).copied().flatten() {
            Some(bytes) => open_sized(&file, bytes, "the manifest of its level"),
            None => open_file(&file).and_then(|opened| {
                let bytes = opened.size();
                let too_long = || Error::corrupt(&file, format!("it has {bytes} bytes"));
                (bytes <= BYTES_MOST).then_some(opened).ok_or_else(too_long)
            }),
        };
        match opened.and_then(|opened| sum(&file, opened)) {
            Ok(sum) if sum == digest => {}
            Ok(_) => found.push(Disagreement {
                file,
                what: format!("it does not have the digest in {SUMS}; one of the two is damaged"),
            }),
            Err(error) => found.push(Disagreement {
                file,
                what: match error {
                    Error::Corrupt { what, .. } => format!("it is not the file listed in {SUMS}: {what}"),
                    Error::Io { source, .. } => format!("it is listed in {SUMS} and could not be read: {source}"),
                    error => format!("it is listed in {SUMS} and could not be read: {error}"),
                },
            }),
        }
    }
    found
}

/// Returns what the `SHA256SUMS` in `folder` says: paths of files and their digests, 64 hexadecimal digits.
///
/// # Errors
/// [`Error::Corrupt`] when it is missing or no such list; [`Error::Io`] when it cannot be read now.
pub fn digests(folder: &Path) -> Result<BTreeMap<String, String>> {
    read(&folder.join(SUMS))
}

/// The names that the `SHA256SUMS` in `folder` lists.
///
/// # Errors
/// [`Error::Corrupt`] when it is missing or no such list.
pub(crate) fn listed(folder: &Path) -> Result<Vec<String>> {
    Ok(digests(folder)?.into_keys().collect())
}

/// The level whose `manifest.json` a line lists.
pub(crate) fn level_of_manifest(name: &str) -> Option<u32> {
    name.strip_prefix("level-")?
        .strip_suffix("/manifest.json")?
        .parse()
        .ok()
}

/// Name and digest of every line.
fn read(path: &Path) -> Result<BTreeMap<String, String>> {
    let bad = |what: &str| Error::corrupt(path, what);
    let bytes = read_at_most(path, BYTES_MOST)?.ok_or_else(|| bad("it is missing"))?;
    let text = String::from_utf8(bytes).map_err(|_| bad("it is not text"))?;
    let mut listed = BTreeMap::new();
    for line in text.lines() {
        let (digest, name) = line
            .split_once("  ")
            .ok_or_else(|| bad("it has a line that is not a digest and a name"))?;
        // Nothing outside the folder is read.
        let is_inside = name.split('/').all(|part| !part.is_empty() && part != "..");
        if digest.len() != 64 || !is_inside || listed.insert(name.to_string(), digest.to_string()).is_some() {
            return Err(bad("it has a line that is not a digest and a name, or one twice"));
        }
    }
    Ok(listed)
}

/// Paths of all files below `folder` but `SHA256SUMS`, relative, with slashes, ordered.
fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(folder.join(&inside))? {
            let entry = entry?;
            let name = format!("{inside}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push(name + "/");
            } else if name != SUMS {
                found.push(name);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// SHA-256 of a file, 64 hexadecimal digits.
fn sum(path: &Path, mut file: Opened) -> Result<String> {
    let failed = |source| Error::Io {
        path: path.to_path_buf(),
        action: "read",
        source,
    };
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_the_published_ones() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/abc"), "abc").unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        fs::write(folder.path().join(SUMS), "not listed").unwrap();
        // FIPS 180-2, and the well-known one of nothing.
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
                        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b/abc\n";
        assert_eq!(sums(folder.path()).unwrap(), expected);
    }

    #[test]
    fn nothing_outside_the_folder_is_listed() {
        let folder = tempfile::tempdir().unwrap();
        let digest = "e".repeat(64);
        for line in [
            format!("{digest}  ../a"),
            format!("{digest}  /etc/passwd"),
            format!("{digest} a"),
            "e  a".into(),
            format!("{digest}  a\n{digest}  a"),
        ] {
            fs::write(folder.path().join(SUMS), &line).unwrap();
            let found = disagreements(folder.path(), &BTreeMap::new());
            assert!(found.len() == 1 && found[0].file.ends_with(SUMS), "{line}: {found:?}");
        }
    }
}
