//! A file that appears complete or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::live::Live;
use super::stale::keep_locked;
use super::{TRIES, built, named, not_locked, parent};

/// A file under a temporary name in its target folder. Removed when dropped.
#[derive(Debug)]
pub struct DraftFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
    // Dropped after the file.
    _live: Live,
}

impl DraftFile {
    /// Begins the file that is to appear at `path`, with the usual permissions.
    ///
    /// # Errors
    /// What the system reports.
    pub fn beside(path: &Path) -> io::Result<Self> {
        let (file, live) = Live::created(|| {
            let file = locked(path)?;
            let name = file.path().to_path_buf();
            Ok((file, name))
        })?;
        Ok(Self {
            path: path.to_path_buf(),
            file: BufWriter::with_capacity(1 << 18, file),
            _live: live,
        })
    }

    /// The place of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The temporary name.
    pub fn name(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Takes the write permission from the file.
    ///
    /// # Errors
    /// What the system reports.
    pub fn make_read_only(&self) -> io::Result<()> {
        let file = self.file.get_ref().as_file();
        let mut permissions = file.metadata()?.permissions();
        permissions.set_readonly(true);
        file.set_permissions(permissions)
    }

    /// Makes the content durable and gives the file its name, which its folder keeps when that is synced. A file that
    /// is there already is replaced, or fails the call.
    ///
    /// # Errors
    /// What the system reports; then what was at the place is as it was.
    pub fn finish(self, replaces: bool) -> io::Result<()> {
        let Self { path, file, _live } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        let named = match replaces {
            true => file.persist(&path),
            false => file.persist_noclobber(&path),
        };
        named.map(drop).map_err(|error| error.error)
    }
}

impl Write for DraftFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn locked(path: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        let file = built(path, |builder| {
            // A temporary file is private to its owner; this one gets the usual permissions.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            builder.tempfile_in(parent(path))
        })?;
        if keep_locked(file.as_file(), file.path())?
            && let Some(name) = named(file.path())?
        {
            let (file, unlocked) = file.into_parts();
            // Nothing has that name any more.
            let _ = unlocked.keep();
            return Ok(NamedTempFile::from_parts(file, TempPath::try_from_path(name)?));
        }
    }
    Err(not_locked())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_file_appears_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut draft = DraftFile::beside(&path).unwrap();
        draft.write_all(b"1,2\n").unwrap();
        let name = names(folder.path()).pop().unwrap();
        assert!(name.starts_with(".a.csv.") && name.ends_with(".tmp"), "{name}");
        draft.finish(false).unwrap();
        assert_eq!(names(folder.path()), ["a.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"1,2\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let usual = folder.path().join("usual");
            File::create(&usual).unwrap();
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(&path), mode(&usual));
        }
    }

    #[test]
    fn only_a_replacing_draft_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let written = |text: &str, replaces| {
            let mut draft = DraftFile::beside(&path).unwrap();
            draft.write_all(text.as_bytes()).unwrap();
            draft.finish(replaces)
        };
        let refused = written("new", false).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        written("new", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(DraftFile::beside(&path).unwrap());
        assert_eq!(names(folder.path()), ["a"]);
    }
}
