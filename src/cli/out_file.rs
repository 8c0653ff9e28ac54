//! The `--out` and `--plot` options: a new file, complete or not there.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::{Code, Failure};

/// A file under a temporary name in the folder it is to be in. Dropped, it leaves nothing behind; a kill leaves the
/// temporary name.
pub(super) struct OutFile {
    path: PathBuf,
    force: bool,
    file: BufWriter<NamedTempFile>,
}

impl OutFile {
    /// Begins the file; with `force` another may be at `path`, which is replaced when this one is complete. Done before
    /// any work, so that what cannot be written is refused at once.
    pub fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        match fs::metadata(path) {
            Ok(found) if found.is_file() && force => {}
            Ok(found) if found.is_file() => {
                let sentence = format!(
                    "{} is there already; choose another name or say --force",
                    path.display()
                );
                return Err(Failure::new(Code::Usage, sentence));
            }
            Ok(_) => {
                let sentence = format!(
                    "{} is there already and is no file; choose another name",
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
        // A temporary file is its owner's alone; this one is to be a file as any other.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(parent).map_err(|error| failed(path, &error))?;
        Ok(Self {
            path: path.to_path_buf(),
            force,
            file: BufWriter::with_capacity(1 << 18, file),
        })
    }

    /// Makes the file durable and gives it its name.
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

    /// Writes all of the content, which has its name after [`OutFile::finish`].
    pub fn write_content(&mut self, content: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(content).and_then(|()| self.file.flush());
        written.map_err(|error| self.failed(&error))
    }

    /// Writes all of it.
    pub fn write_whole(mut self, content: &[u8]) -> Result<(), Failure> {
        self.write_content(content)?;
        self.finish()
    }

    /// What a failure to write says.
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

/// The folder that `path` is to be made in.
///
/// # Errors
/// A sentence that names it when it is not there.
pub(super) fn folder_for(path: &Path) -> Result<&Path, Failure> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match parent.is_dir() {
        true => Ok(parent),
        false => {
            let sentence = format!("there is no folder {}; make it or choose another", parent.display());
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
