//! The only way in which files of a database are opened for reading; anything unexpected in their place is reported at
//! once.
//!
//! Opening a FIFO without a writer would block, a terminal or a drive may do anything, and a folder fails later with
//! another message. So `open` never waits, and anything but a regular file is refused before a byte is read. Links are
//! followed: a sealed level may be on another disk. Where a file stands in the place of a folder on the way, it may be
//! an [archive](crate::files::archive), whose members are opened like files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use memmap2::{Mmap, MmapOptions};

use crate::files::archive::archive_above;
use crate::files::atomic::is_there;
use crate::files::error::{At, Error, Result};

const NOT_REGULAR: &str = "it is not a regular file";
const MISSING: &str = "it is missing";

/// A file of a database opened for reading: on disk by itself, or a member of an archive.
#[derive(Debug)]
pub struct Opened {
    file: File,
    /// Where it begins.
    start: u64,
    bytes: u64,
    /// Where the next byte is read, from `start`.
    at: u64,
    /// Bytes that are read at most: those of a member, while a file by itself may grow.
    most: u64,
}

impl Opened {
    /// Returns its size when it was opened, in bytes.
    pub fn size(&self) -> u64 {
        self.bytes
    }

    /// Reads exactly the bytes from `at` on.
    ///
    /// # Errors
    /// What the system reports; [`ErrorKind::UnexpectedEof`] where it ends before.
    pub fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        match at.checked_add(bytes.len() as u64) {
            Some(end) if end <= self.most => self.file.read_exact_at(bytes, self.start + at),
            _ => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Maps it into memory.
    ///
    /// # Errors
    /// What the system reports.
    ///
    /// # Safety
    /// Nothing may change or cut the file while it is mapped.
    pub(crate) unsafe fn map(&self) -> io::Result<Mmap> {
        // SAFETY: the caller's promise.
        unsafe {
            MmapOptions::new()
                .offset(self.start)
                .len(self.bytes as usize)
                .map(&self.file)
        }
    }
}

impl Read for Opened {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let most = bytes
            .len()
            .min(usize::try_from(self.most - self.at).unwrap_or(usize::MAX));
        let read = self.file.read_at(&mut bytes[..most], self.start + self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// Opens the regular file at `path`, or the member of an archive, for reading. Cost: two system calls, a dozen for a
/// member; never waits for another process.
///
/// # Errors
/// [`Error::Corrupt`] for a folder, FIFO, socket or device, and for a damaged archive; [`Error::Io`] when the file is
/// missing or must not be read.
pub fn open_file(path: &Path) -> Result<Opened> {
    let missing = match open_plain(path) {
        Ok(file) => {
            let bytes = file.metadata().at(path, "read")?.len();
            return Ok(Opened {
                file,
                start: 0,
                bytes,
                at: 0,
                most: u64::MAX,
            });
        }
        Err(error) => error,
    };
    let Error::Io { source, .. } = &missing else {
        return Err(missing);
    };
    if source.kind() == ErrorKind::NotADirectory
        && let Some((archive, inside)) = archive_above(path)?
        && let Some((file, span)) = archive.member(&inside)?
    {
        let bytes = span.end - span.start;
        return Ok(Opened {
            file,
            start: span.start,
            bytes,
            at: 0,
            most: bytes,
        });
    }
    Err(missing)
}

/// Returns whether there is something at `path`, in an archive too.
///
/// # Errors
/// Fails when the system does not permit looking now; [`Error::Corrupt`] for a damaged archive.
pub(crate) fn has_file(path: &Path) -> Result<bool> {
    Ok(is_there(path)? || open_file_in_archive(path)?)
}

fn open_file_in_archive(path: &Path) -> Result<bool> {
    match archive_above(path)? {
        Some((archive, inside)) => Ok(archive.member(&inside)?.is_some()),
        None => Ok(false),
    }
}

/// Lists files and folders in a folder on disk or in an archive, in no particular order.
///
/// # Errors
/// [`Error::Io`] when there is no folder or it cannot be listed; [`Error::Corrupt`] for a damaged archive.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry.at(folder, "list")?.path())).collect(),
        Err(error) => match archive_above(folder)? {
            Some((archive, inside)) if error.kind() == ErrorKind::NotADirectory => Ok(archive.entries(&inside)),
            _ => Err(Error::io(folder, "list", error)),
        },
    }
}

/// Opens the regular file at `path`, which is in no archive, for reading.
pub(crate) fn open_plain(path: &Path) -> Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Like [`open_plain`]; returns `None` when nothing is there.
pub(crate) fn open_plain_if_there(path: &Path) -> Result<Option<File>> {
    if_there(open_plain(path))
}

/// Like [`open_plain`], with `options`.
pub(crate) fn open_with(path: &Path, options: &mut OpenOptions) -> Result<File> {
    open_through(path, path, options)
}

/// Like [`open_with`], by another way to `path`.
pub(crate) fn open_through(way: &Path, path: &Path, options: &mut OpenOptions) -> Result<File> {
    // The standard library adds O_CLOEXEC. On a regular file O_NONBLOCK has no effect.
    let file = match options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(way) {
        Ok(file) => file,
        // Folders opened for writing, FIFOs without a reader, sockets, devices without a driver.
        Err(error) if !is_missing(&error) && way.metadata().is_ok_and(|found| !found.is_file()) => {
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
pub(crate) fn open_if_there(path: &Path) -> Result<Option<Opened>> {
    if_there(open_file(path))
}

fn if_there<T>(opened: Result<T>) -> Result<Option<T>> {
    match opened {
        Err(Error::Io { source, .. }) if is_missing(&source) => Ok(None),
        other => other.map(Some),
    }
}

/// Opens the file at `path`, which must have `bytes` bytes according to `said_by`; a file of another size is not read.
///
/// # Errors
/// [`Error::Corrupt`] when the file is missing or has another size.
pub fn open_sized(path: &Path, bytes: u64, said_by: &str) -> Result<Opened> {
    let file = open_if_there(path)?.ok_or_else(|| Error::corrupt(path, MISSING))?;
    let found = file.size();
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
    if file.size() > most {
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
                open_plain(&at(name)),
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
