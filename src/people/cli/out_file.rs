//! The `--out` and `--plot` options: a new file, either complete or absent.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use base::drafts::{Claim, DraftFile, Stale, parent, remove_stale};

use super::endings::{Form, check};
use super::failure::{Code, Failure, say};
use super::signals;

/// A file that gets its name when it is complete. When dropped, it leaves nothing behind.
pub(super) struct OutFile {
    force: bool,
    draft: DraftFile,
}

impl OutFile {
    /// Creates the file, which is to hold `form`; with `force`, a file already at `path` is replaced when this one is
    /// complete. Called before any work, so that an output that cannot be written is refused at once.
    pub fn create(path: &Path, force: bool, form: Form) -> Result<Self, Failure> {
        may_write(path, force, form)?;
        prepare_drafts(path);
        let draft = DraftFile::beside(path).map_err(|error| failed(path, &error))?;
        Ok(Self { force, draft })
    }

    /// Creates a file for a chart, whose name says that it is SVG.
    pub fn svg(path: &Path, force: bool) -> Result<Self, Failure> {
        if !path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
        {
            let sentence = format!(
                "{} does not end in .svg; charts are SVG, from which other programs make other forms",
                path.display()
            );
            return Err(Failure::new(Code::Usage, sentence));
        }
        Self::create(path, force, Form::Svg)
    }

    /// Makes the file durable and gives it its final name.
    pub fn finish(self) -> Result<(), Failure> {
        let path = self.draft.path().to_path_buf();
        self.draft.finish(self.force).map_err(|error| match error.kind() {
            // Another process was quicker.
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => failed(&path, &error),
        })
    }

    /// Writes the whole content; the file gets its name in [`OutFile::finish`].
    pub fn write_content(&mut self, content: &[u8]) -> Result<(), Failure> {
        let written = self.draft.write_all(content).and_then(|()| self.draft.flush());
        written.map_err(|error| self.failed(&error))
    }

    /// Writes the whole file.
    pub fn write_whole(mut self, content: &[u8]) -> Result<(), Failure> {
        self.write_content(content)?;
        self.finish()
    }

    /// Returns the failure when writing fails.
    pub fn failed(&self, error: &io::Error) -> Failure {
        failed(self.draft.path(), error)
    }
}

/// Checks that a file that holds `form` may be written at `path`; with `force`, in the place of one that is there.
///
/// # Errors
/// Fails with a sentence that names what is in the way, or the folder that is missing.
pub(super) fn may_write(path: &Path, force: bool, form: Form) -> Result<(), Failure> {
    check(path, &[form])?;
    match fs::metadata(path) {
        Ok(found) if found.is_file() && force => {}
        Ok(found) if found.is_file() => return Err(exists(path)),
        Ok(_) => {
            let sentence = format!(
                "{} already exists and is not a file; choose another name",
                path.display()
            );
            return Err(Failure::new(Code::Usage, sentence));
        }
        Err(error) if is_absent(&error) => {}
        Err(error) => return Err(not_seen(path, &error)),
    }
    folder_for(path).map(drop)
}

/// The failure of a file that would have to be replaced.
pub(super) fn exists(path: &Path) -> Failure {
    let sentence = format!("{} already exists; choose another name or give --force", path.display());
    Failure::new(Code::Usage, sentence)
}

/// Claims a file that is read now and written back much later, or written again and again: what another process writes
/// meanwhile would be lost.
pub(super) fn claim(path: &Path) -> Result<Claim, Failure> {
    folder_for(path)?;
    signals::remove_drafts();
    let claim = Claim::of(path).map_err(|error| failed(path, &error))?;
    claim.ok_or_else(|| {
        let sentence = format!(
            "{} is being written by another process; wait for it or choose another name",
            path.display()
        );
        Failure::new(Code::Locked, sentence)
    })
}

/// Must be called before the first draft for `path` is begun: removes what killed runs left of such drafts, says so,
/// and makes signals remove those of this run.
pub(super) fn prepare_drafts(path: &Path) {
    signals::remove_drafts();
    for stale in remove_stale(path) {
        match stale {
            Stale::Removed(draft) => say(&format!("removed {}, which a killed run left", draft.display())),
            Stale::Left(draft, error) => say(&format!(
                "{} may be from a killed run ({error}); remove it unless another run is writing {}",
                draft.display(),
                path.display()
            )),
        }
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush()
    }
}

/// Returns the folder of `path`.
///
/// # Errors
/// Fails with a sentence that names the folder when it is missing.
pub(super) fn folder_for(path: &Path) -> Result<&Path, Failure> {
    let parent = parent(path);
    let missing = || {
        let sentence = format!("there is no folder {}; create it or choose another", parent.display());
        Err(Failure::new(Code::Failed, sentence))
    };
    match fs::metadata(parent) {
        Ok(found) if found.is_dir() => Ok(parent),
        Ok(_) => missing(),
        Err(error) if is_absent(&error) => missing(),
        Err(error) => Err(not_seen(parent, &error)),
    }
}

/// Whether a name does not exist, rather than that the system could not say.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn not_seen(path: &Path, error: &io::Error) -> Failure {
    let sentence = format!("could not look at {}: {error}", path.display());
    Failure::new(Code::Failed, sentence)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        Code::Failed,
        format!("{} could not be written: {error}", path.display()),
    )
}
