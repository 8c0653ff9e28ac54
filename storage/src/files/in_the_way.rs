//! What keeps a folder from becoming a database: anything but what a volume has from the start, and what is left of a
//! writer that was killed before it had made one.

use std::fs;
use std::path::Path;

use crate::files::error::{At, Error, Result};
use crate::files::folder::{IDENTITY, LOCK};
use crate::files::open::open_plain;

/// The most names that a sentence lists.
const NAMES_MOST: usize = 3;

/// Whether a name at the top of a folder belongs to the volume or to the desktop: `lost+found`, and hidden files, which
/// no name of a database is among.
pub(crate) fn is_of_volume(name: &str) -> bool {
    name == "lost+found" || name.starts_with('.')
}

/// What a folder holds of its user's, in words, such as `'a', 'b', 'c' and 4 more`; `None` for an empty one.
///
/// # Errors
/// When it cannot be listed.
pub fn content(folder: &Path) -> Result<Option<String>> {
    let names = names(folder)?;
    Ok((!names.is_empty()).then(|| listed(&names)))
}

/// The names in a folder but those of the volume, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let name = entry.at(folder, "list")?.file_name().to_string_lossy().into_owned();
        if !is_of_volume(&name) {
            found.push(name);
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Fails with [`Error::Occupied`] when `folder` holds anything of its user's, or a database.
pub(crate) fn refuse_occupied(folder: &Path) -> Result<()> {
    let mut found = names(folder)?;
    found.retain(|name| name != LOCK || !is_text_of_lock(&folder.join(LOCK)));
    match found.is_empty() {
        true => Ok(()),
        false => Err(Error::Occupied {
            path: folder.to_path_buf(),
            database: found.iter().any(|name| name == IDENTITY),
            found: listed(&found),
        }),
    }
}

/// Whether the file is as a writer leaves its lock: empty, with its holder or the beginning of one, or with zeros where
/// a loss of power took what was written.
fn is_text_of_lock(path: &Path) -> bool {
    let mut start = [0];
    let read = open_plain(path).map(|mut file| std::io::Read::read(&mut file, &mut start));
    matches!(read, Ok(Ok(0))) || matches!(read, Ok(Ok(_)) if [b'{', 0].contains(&start[0]))
}

/// The names in words.
fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().take(NAMES_MOST).map(|name| format!("'{name}'")).collect();
    match (quoted.split_last(), names.len() - quoted.len()) {
        (Some((last, [])), 0) => last.clone(),
        (Some((last, rest)), 0) => format!("{} and {last}", rest.join(", ")),
        (_, more) => format!("{} and {more} more", quoted.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_volume_is_empty_and_what_is_not_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("lost+found")).unwrap();
        for (name, text) in [(".Trash-1000", ""), (".retrograph.json.tmp", "{"), (LOCK, "{\"proc")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        refuse_occupied(folder.path()).unwrap();
        for (name, said) in [
            ("b", "'b'"),
            ("a", "'a' and 'b'"),
            ("c", "'a', 'b' and 'c'"),
            ("d", "'a', 'b', 'c' and 1 more"),
        ] {
            fs::write(folder.path().join(name), "").unwrap();
            let error = refuse_occupied(folder.path()).unwrap_err().to_string();
            assert!(error.contains(&format!("is not empty: it holds {said}. ")), "{error}");
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "of another program").unwrap();
        let error = refuse_occupied(folder.path()).unwrap_err();
        assert!(matches!(error, Error::Occupied { database: false, .. }));
    }
}
