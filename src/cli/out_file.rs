//! The `--out` and `--plot` options: a new file, either complete or absent.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::{Code, Failure};

/// A file under a temporary name in its target folder. When dropped, it leaves nothing behind; a kill leaves the
/// temporary file.
pub(super) struct OutFile {
    path: PathBuf,
    force: bool,
    file: BufWriter<NamedTempFile>,
}

impl OutFile {
    /// Creates the file; with `force`, a file already at `path` is replaced when this one is complete. Called before
    /// any work, so that an output that cannot be written is refused at once.
    pub fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        match fs::metadata(path) {
            Ok(found) if found.is_file() && force => {}
            Ok(found) if found.is_file() => {
                let sentence = format!("{} already exists; choose another name or give --force", path.display());
                return Err(Failure::new(Code::Usage, sentence));
            }
            Ok(_) => {
                let sentence = format!(
                    "{} already exists and is not a file; choose another name",
                    path.display()
                );
                return Err(Failure::new(Code::Usage, sentence));
            }
            Err(_) => {}
        }
        let parent = folder_for(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut builder = tempfile::Builder::new();
        let prefix = format!(".{name}.");
        builder.prefix(&prefix).suffix(".tmp");
        // A temporary file is private to its owner; this one gets the usual permissions.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(parent).map_err(|error| failed(path, &error))?;
        Ok(Self {
            path: path.to_path_buf(),
            force,
            file: BufWriter::with_capacity(1 << 18, file),
        })
    }

    /// Makes the file durable and gives it its final name.
    pub fn finish(self) -> Result<(), Failure> {
        let Self { path, force, file } = self;
        let file = file.into_inner().map_err(|error| failed(&path, error.error()))?;
        file.as_file().sync_all().map_err(|error| failed(&path, &error))?;
        let persisted = if force {
            file.persist(&path)
        } else {
            file.persist_noclobber(&path)
        };
        persisted.map(drop).map_err(|error| failed(&path, &error.error))
    }

    /// Writes the whole content; the file gets its name in [`OutFile::finish`].
    pub fn write_content(&mut self, content: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(content).and_then(|()| self.file.flush());
        written.map_err(|error| self.failed(&error))
    }

    /// Writes the whole file.
    pub fn write_whole(mut self, content: &[u8]) -> Result<(), Failure> {
        self.write_content(content)?;
        self.finish()
    }

    /// Returns the failure when writing fails.
    pub fn failed(&self, error: &io::Error) -> Failure {
        failed(&self.path, error)
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the folder of `path`.
///
/// # Errors
/// Fails with a sentence that names the folder when it is missing.
pub(super) fn folder_for(path: &Path) -> Result<&Path, Failure> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match parent.is_dir() {
        true => Ok(parent),
        false => {
            let sentence = format!("there is no folder {}; create it or choose another", parent.display());
            Err(Failure::new(Code::Failed, sentence))
        }
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        Code::Failed,
        format!("{} could not be written: {error}", path.display()),
    )
}
