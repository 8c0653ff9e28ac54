//! `SHA256SUMS`: what `sha256sum -c` reads, for all other files of an export.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Name of the file.
pub(crate) const SUMS: &str = "SHA256SUMS";

/// Something that does not agree with `SHA256SUMS`.
#[derive(Debug)]
pub(crate) struct Disagreement {
    /// The file concerned.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

/// The text of `SHA256SUMS` for the files in `folder`, ordered by path.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn sums(folder: &Path) -> io::Result<String> {
    let mut text = String::new();
    for name in files(folder)? {
        text += &format!("{}  {name}\n", sum(&folder.join(&name))?);
    }
    Ok(text)
}

/// Compares every file of an export with its `SHA256SUMS`; files that nobody listed do not matter, `expected` must be
/// listed. Cost: one read of all files.
pub(crate) fn disagreements(folder: &Path, expected: &[String]) -> Vec<Disagreement> {
    let path = folder.join(SUMS);
    let own = |what: String| Disagreement {
        file: path.clone(),
        what,
    };
    let listed = match read(&path) {
        Ok(listed) => listed,
        Err(why) => return vec![own(why)],
    };
    let unlisted = expected.iter().filter(|name| !listed.contains_key(*name));
    let mut found: Vec<_> = unlisted.map(|name| own(format!("it does not list {name}"))).collect();
    for (name, digest) in listed {
        let file = folder.join(name);
        match sum(&file) {
            Ok(sum) if sum == digest => {}
            Ok(_) => found.push(Disagreement {
                file,
                what: format!("it does not have the digest in {SUMS}; one of the two is damaged"),
            }),
            Err(error) => found.push(Disagreement {
                file,
                what: format!("it is listed in {SUMS} and could not be read: {error}"),
            }),
        }
    }
    found
}

/// Name and digest of every line.
fn read(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let file = File::open(path).map_err(|error| format!("it could not be read: {error}"))?;
    let mut listed = BTreeMap::new();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|error| format!("it could not be read: {error}"))?;
        let (digest, name) = line
            .split_once("  ")
            .ok_or("it has a line that is no digest and name")?;
        // Nothing outside the folder is read.
        let is_inside = name.split('/').all(|part| !part.is_empty() && part != "..");
        if digest.len() != 64 || !is_inside || listed.insert(name.to_string(), digest.to_string()).is_some() {
            return Err("it has a line that is no digest and name, or one twice".into());
        }
    }
    Ok(listed)
}

/// Paths of all files below `folder` but `SHA256SUMS`, relative, with slashes, ordered.
pub(super) fn files(folder: &Path) -> io::Result<Vec<String>> {
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
pub(super) fn sum(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => hash.update(&buffer[..count]),
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
            let found = disagreements(folder.path(), &[]);
            assert!(found.len() == 1 && found[0].file.ends_with(SUMS), "{line}: {found:?}");
        }
    }
}
