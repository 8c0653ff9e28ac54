//! Files that appear completely or not at all. Nothing here changes a folder that has taken the name of a locked one
//! ([`own_path`]).

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) use base::drafts::parent;

use crate::files::error::{At, Error, Result, is_of_content};
use crate::files::lock::own_path;
use crate::files::syncs::{Syncs, sync_folder};

/// Writes `bytes` to `path` so that after a crash at any instant the file is absent, old or new, never partial:
/// temporary name in the same folder, fsync, rename, fsync of the folder. Replaces an existing file.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = temporary_name(path);
    let mut file = create_file(&temporary)?;
    file.write_all(bytes).at(&temporary, "write")?;
    file.sync_all().at(&temporary, "sync")?;
    drop(file);
    rename(&temporary, path)
}

/// Like [`write_atomically`]; with [`Syncs::Later`] it writes a new file over whatever exists, which a crash may leave
/// in any state.
pub fn write_with(path: &Path, bytes: &[u8], syncs: Syncs) -> Result<()> {
    match syncs {
        Syncs::Now => write_atomically(path, bytes),
        Syncs::Later => create_file(path)?.write_all(bytes).at(path, "write"),
    }
}

/// Creates a file in place of whatever has its name, even a folder; a link is replaced and not followed.
pub(crate) fn create_file(path: &Path) -> Result<File> {
    let own = own_path(path)?;
    match File::create_new(&own) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            remove_any(path)?;
            File::create_new(own)
        }
        other => other,
    }
    .at(path, "create")
}

/// Fails when `path` is a symbolic link: its target may belong to another user.
pub(crate) fn refuse_link(path: &Path) -> Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => Err(Error::Link {
            path: path.to_path_buf(),
        }),
        Err(error) if !is_of_content(&error) => Err(Error::io(path, "look at", error)),
        _ => Ok(()),
    }
}

/// Returns whether something exists at `path`, following links. What cannot be examined is an error: if it were taken
/// as absent, it would be overwritten.
pub(crate) fn is_there(path: &Path) -> Result<bool> {
    Ok(looked_at(path)?.is_some())
}

/// Returns whether there is a folder at `path`, links followed.
pub(crate) fn is_folder(path: &Path) -> Result<bool> {
    Ok(looked_at(path)?.is_some_and(|metadata| metadata.is_dir()))
}

/// Returns whether there is a regular file at `path`, links followed.
pub(crate) fn is_file(path: &Path) -> Result<bool> {
    Ok(looked_at(path)?.is_some_and(|metadata| metadata.is_file()))
}

/// Whether a folder is there that holds anything.
///
/// # Errors
/// When the system does not permit looking now.
pub(crate) fn has_content(path: &Path) -> Result<bool> {
    if !is_folder(path)? {
        return Ok(false);
    }
    match fs::read_dir(path) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if is_of_content(&error) => Ok(false),
        Err(error) => Err(Error::io(path, "list", error)),
    }
}

/// Whether a plain file of this size is there.
///
/// # Errors
/// When the system does not permit looking now.
pub(crate) fn has_size(path: &Path, bytes: u64) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(found.is_file() && found.len() == bytes),
        Err(error) if is_of_content(&error) => Ok(false),
        Err(error) => Err(Error::io(path, "look at", error)),
    }
}

fn looked_at(path: &Path) -> Result<Option<fs::Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if is_of_content(&error) => Ok(None),
        Err(error) => Err(Error::io(path, "look at", error)),
    }
}

/// Returns whether everything below `folder`, which may be absent, is a file or a folder, and not a link or a device.
/// Other processes may remove files meanwhile.
pub(crate) fn is_plain_tree(folder: &Path) -> Result<bool> {
    match fs::symlink_metadata(folder) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(metadata) => return Ok(metadata.is_file()),
        Err(error) if is_of_content(&error) => return Ok(true),
        Err(error) => return Err(Error::io(folder, "look at", error)),
    }
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        other => other.at(folder, "list")?,
    };
    for entry in entries {
        if !is_plain_tree(&entry.at(folder, "list")?.path())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Renames within one file system and makes the new name durable. A folder at the place of a file is removed.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<()> {
    match rename_unsynced(from, to) {
        Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::IsADirectory => {
            remove_tree(to)?;
            rename_unsynced(from, to)?;
        }
        other => other?,
    }
    sync_folder(parent(to))
}

/// Renames within one file system; a loss of power may undo it.
pub(crate) fn rename_unsynced(from: &Path, to: &Path) -> Result<()> {
    let (own_from, own_to) = (own_path(from)?, own_path(to)?);
    fs::rename(own_from, own_to).at(to, "rename a finished file to")
}

/// Returns the name under which `path` is written before it exists: `.NAME.tmp` beside it.
pub(crate) fn temporary_name(path: &Path) -> PathBuf {
    let name = path
        .file_name()
        .expect("a path to write ends in a file name")
        .to_string_lossy();
    path.with_file_name(format!(".{name}.tmp"))
}

/// Creates a folder, and the missing ones above it.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    let own = own_path(folder)?;
    match fs::create_dir_all(&own) {
        // The standard library also returns this when it cannot examine an existing folder.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && is_folder(&own)? => Ok(()),
        other => other.at(folder, "create"),
    }
}

/// Creates a folder that is not there yet.
pub(crate) fn make_new_folder(folder: &Path) -> Result<()> {
    fs::create_dir(own_path(folder)?).at(folder, "create")
}

/// Creates a folder and the missing ones above it, and makes all their names durable.
pub(crate) fn create_folders(folder: &Path) -> Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing = folder.ancestors().take_while(is_missing).count();
    make_folder(folder)?;
    for (above, made) in folder
        .ancestors()
        .take_while(|path| !path.as_os_str().is_empty())
        .enumerate()
    {
        let synced = sync_folder(parent(made));
        // A process killed before this line may have created the existing ones; but they may also belong to another
        // user, who need not let us sync them.
        if above < missing.max(1) {
            synced?;
        }
    }
    Ok(())
}

/// Makes every file and name below `folder` durable.
pub(crate) fn sync_tree(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).at(folder, "list")? {
        let path = entry.at(folder, "list")?.path();
        if is_folder(&path)? {
            sync_tree(&path)?;
        } else {
            File::open(&path).and_then(|file| file.sync_all()).at(&path, "sync")?;
        }
    }
    sync_folder(folder)
}

/// Makes everything written to the file system of `folder` durable, at least everything below `folder`: one call
/// instead of one for each file and folder. Cost: it also waits for writes of other programs.
pub(crate) fn sync_file_system(folder: &Path) -> Result<()> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let file = File::open(folder).at(folder, "open")?;
        // SAFETY: the descriptor is open.
        if unsafe { libc::syncfs(file.as_raw_fd()) } == 0 {
            return Ok(());
        }
    }
    // Reached where the call does not exist or has failed, perhaps because of a file of another program.
    sync_tree(folder)
}

/// Removes a folder and everything below it; it may be absent.
pub(crate) fn remove_tree(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(own_path(folder)?) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other.at(folder, "remove"),
    }
}

/// Removes a file; it may be absent.
pub(crate) fn remove_file(path: &Path) -> Result<()> {
    match fs::remove_file(own_path(path)?) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other.at(path, "remove"),
    }
}

/// Removes whatever is at `path`, a folder with everything below it; it may be absent. A link is removed and not
/// followed.
pub(crate) fn remove_any(path: &Path) -> Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => remove_tree(path),
        Err(error) if !is_of_content(&error) => Err(Error::io(path, "look at", error)),
        _ => remove_file(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_files_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        // A remnant of a killed writer is no obstacle, nor is a folder.
        fs::create_dir_all(temporary_name(&path).join("inside")).unwrap();
        fs::create_dir_all(path.join("inside")).unwrap();
        for text in ["first, longer", "second"] {
            write_atomically(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
