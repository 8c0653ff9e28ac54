//! The only way in which files of a database are opened for reading; anything unexpected in their place is reported at
//! once.
//!
//! Opening a FIFO without a writer would block, a terminal or a drive may do anything, and a folder fails later with
//! another message. So `open` never waits, and anything but a regular file is refused before a byte is read. Links are
//! followed: a sealed level may be on another disk.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::files::error::{At, Error, Result};

const NOT_REGULAR: &str = "it is not a regular file";
const MISSING: &str = "it is missing";

/// Opens the regular file at `path` for reading. Cost: two system calls; never waits for another process.
///
/// # Errors
/// [`Error::Corrupt`] for a folder, FIFO, socket or device; [`Error::Io`] when the file is missing or must not be read.
pub fn open_file(path: &Path) -> Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Like [`open_file`], with `options`.
pub(crate) fn open_with(path: &Path, options: &mut OpenOptions) -> Result<File> {
    // The standard library adds O_CLOEXEC. On a regular file O_NONBLOCK has no effect.
    let file = match options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path) {
        Ok(file) => file,
        // Folders opened for writing, FIFOs without a reader, sockets, devices without a driver.
        Err(error) if !is_missing(&error) && path.metadata().is_ok_and(|found| !found.is_file()) => {
            return Err(Error::corrupt(path, NOT_REGULAR));
        }
        Err(error) => return Err(Error::io(path, "open", error)),
    };
    match file.metadata().at(path, "read")?.is_file() {
        true => Ok(file),
        false => Err(Error::corrupt(path, NOT_REGULAR)),
    }
}

/// Returns whether the file is missing: a file in the place of a folder contains nothing.
fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Like [`open_file`]; returns `None` when nothing is there.
pub(crate) fn open_if_there(path: &Path) -> Result<Option<File>> {
    match open_file(path) {
        Err(Error::Io { source, .. }) if is_missing(&source) => Ok(None),
        other => other.map(Some),
    }
}

/// Opens the file at `path`, which must have `bytes` bytes according to `said_by`; a file of another size is not read.
///
/// # Errors
/// [`Error::Corrupt`] when the file is missing or has another size.
pub fn open_sized(path: &Path, bytes: u64, said_by: &str) -> Result<File> {
    let file = open_if_there(path)?.ok_or_else(|| Error::corrupt(path, MISSING))?;
    let found = file.metadata().at(path, "read")?.len();
    match found == bytes {
        true => Ok(file),
        false => Err(Error::corrupt(
            path,
            format!("it has {found} bytes, but {said_by} gives {bytes}"),
        )),
    }
}

/// Returns the bytes of the file at `path`, `None` when there is none. A file larger than `most` is refused before it
/// is read. Memory: the size of the file.
///
/// # Errors
/// [`Error::Corrupt`] when it has more than `most` bytes or is not a regular file.
pub fn read_at_most(path: &Path, most: u64) -> Result<Option<Vec<u8>>> {
    let Some(file) = open_if_there(path)? else {
        return Ok(None);
    };
    let too_long = || Error::corrupt(path, format!("it has more than {most} bytes"));
    if file.metadata().at(path, "read")?.len() > most {
        return Err(too_long());
    }
    let mut bytes = vec![];
    // The file may grow meanwhile.
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .at(path, "read")?;
    match bytes.len() as u64 <= most {
        true => Ok(Some(bytes)),
        false => Err(too_long()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    #[test]
    fn only_regular_files_are_opened_and_none_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "text").unwrap();
        std::fs::create_dir(at("folder")).unwrap();
        assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
        let _socket = UnixListener::bind(at("socket")).unwrap();
        for name in ["folder", "fifo", "socket"] {
            std::os::unix::fs::symlink(at(name), at(&format!("link-{name}"))).unwrap();
        }
        std::os::unix::fs::symlink("/dev/zero", at("device")).unwrap();
        std::os::unix::fs::symlink("file", at("link")).unwrap();
        let names = [
            "folder",
            "fifo",
            "socket",
            "link-folder",
            "link-fifo",
            "link-socket",
            "device",
        ];
        for name in names {
            let mut write = OpenOptions::new();
            let mut change = OpenOptions::new();
            for result in [
                open_file(&at(name)),
                open_with(&at(name), write.write(true)),
                open_with(&at(name), change.read(true).write(true)),
            ] {
                let error = result.unwrap_err();
                assert!(matches!(error, Error::Corrupt { .. }), "{name}: {error}");
                assert!(error.to_string().contains("not a regular file"), "{name}: {error}");
            }
            assert!(read_at_most(&at(name), 9).is_err());
        }
        assert_eq!(read_at_most(&at("link"), 4).unwrap().unwrap(), b"text");
        assert!(matches!(read_at_most(&at("file"), 3), Err(Error::Corrupt { .. })));
        assert_eq!(read_at_most(&at("none"), 3).unwrap(), None);
        assert!(open_if_there(&at("none")).unwrap().is_none());
        assert!(matches!(open_file(&at("none")), Err(Error::Io { .. })));
        assert!(open_sized(&at("file"), 4, "a test").is_ok());
        let error = open_sized(&at("file"), 5, "a test").unwrap_err().to_string();
        assert!(error.contains("it has 4 bytes, but a test gives 5"), "{error}");
        let error = open_sized(&at("none"), 5, "a test").unwrap_err().to_string();
        assert!(error.contains("is missing"), "{error}");
    }
}
