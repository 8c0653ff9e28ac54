//! The state of a search on disk: a file that is either complete or absent, and says which question it belongs to.
//!
//! | bytes | what |
//! |---|---|
//! | 9 | `rgsearch` and a newline |
//! | 4 | format number |
//! | 4, then so many | the words of the question |
//! | | one zstd frame: the content |
//! | 32 | SHA-256 of all bytes before |
//!
//! The content begins with the form of the prover's own bytes, which follow, and the words once more, written like
//! those above: so the content of one file never passes for that of another question. What a table says is not checked
//! here.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use base::drafts::DraftFile;
use sha2::{Digest, Sha256};

const MAGIC: &[u8] = b"rgsearch\n";
const FORMAT: u32 = 2;
const CHECKSUM: u64 = 32;
/// Tables are random bytes for the most part: more effort saves nothing.
const LEVEL: i32 = 1;
const WORDS_MOST: u32 = 1 << 16;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Input or output failed.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is something else, cut or damaged.
    #[error("{path} is not a checkpoint, or it is damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// What its table says cannot be: the rules, or the table itself, say otherwise.
    #[error("{path} is wrong: what its table says contradicts the rules of the game")]
    Contradicts {
        /// The file.
        path: PathBuf,
    },
    /// It was written by another version.
    #[error("{path} is a checkpoint of format {found}; this program reads format {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// It belongs to another question.
    #[error("{path} belongs to: prove {words}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The question it belongs to.
        words: String,
    },
}

/// What a checkpoint holds, decompressed as it is read.
pub type Reader = zstd::Decoder<'static, BufReader<io::Take<File>>>;

/// The checkpoint of one search: where it is, whose it is, and when it was written.
pub struct Keeping {
    pub(super) path: PathBuf,
    words: String,
    form: u32,
    interval: Duration,
    written: Mutex<Instant>,
    was_read: AtomicBool,
}

impl Keeping {
    /// The file at `path` for the question `words`, with the prover's bytes in the form of this number, written every
    /// `interval`.
    pub fn new(path: &Path, words: String, form: u32, interval: Duration) -> Self {
        Self {
            path: path.to_path_buf(),
            words,
            form,
            interval,
            written: Mutex::new(Instant::now()),
            was_read: AtomicBool::new(false),
        }
    }

    /// Writes what `fill` writes; the file appears under its name when it is complete and on disk, in place of an older
    /// one.
    ///
    /// # Errors
    /// [`CheckpointError::Io`]; then an older file is as it was.
    pub fn write(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CheckpointError> {
        self.written_by(fill).map_err(|error| CheckpointError::Io {
            path: self.path.clone(),
            error,
        })
    }

    /// The same if the interval is over; by one thread at a time, others go on.
    ///
    /// # Errors
    /// As of [`Keeping::write`].
    pub fn write_if_due(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CheckpointError> {
        if let Ok(mut written) = self.written.try_lock()
            && written.elapsed() >= self.interval
        {
            self.write(fill)?;
            *written = Instant::now();
        }
        Ok(())
    }

    fn written_by(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = Summed {
            file: DraftFile::beside(&self.path)?,
            sum: Sha256::new(),
        };
        out.write_all(MAGIC)?;
        out.write_all(&FORMAT.to_le_bytes())?;
        out.write_all(&text(&self.words))?;
        let mut packed = zstd::Encoder::new(out, LEVEL)?;
        packed.write_all(&self.start())?;
        fill(&mut packed)?;
        let Summed { mut file, sum } = packed.finish()?;
        file.write_all(&sum.finalize())?;
        file.finish(true)?;
        File::open(base::drafts::parent(&self.path))?.sync_all()
    }

    /// What the content begins with.
    fn start(&self) -> Vec<u8> {
        [&self.form.to_le_bytes()[..], &text(&self.words)].concat()
    }

    /// Opens the checkpoint; `None` if there is no file. The checksum is compared before the first byte is returned:
    /// cost, reading the file twice.
    ///
    /// # Errors
    /// [`CheckpointError`].
    pub fn read(&self) -> Result<Option<Reader>, CheckpointError> {
        let failed = |error| self.failed(error);
        let damaged = || self.damaged();
        // Asked before it is opened: a FIFO would wait for a writer.
        match fs::metadata(&self.path) {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(damaged()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        }
        let mut file = File::open(&self.path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut start = [0; 17];
        file.read_exact(&mut start).map_err(failed)?;
        let number = |at: usize| u32::from_le_bytes(start[at..at + 4].try_into().expect("four bytes"));
        if start[..9] != *MAGIC {
            return Err(damaged());
        }
        if number(9) != FORMAT {
            return Err(CheckpointError::Format {
                path: self.path.clone(),
                found: number(9),
            });
        }
        let content = length.checked_sub(CHECKSUM).ok_or_else(damaged)?;
        let begin = 17 + u64::from(number(13));
        if number(13) > WORDS_MOST || begin > content {
            return Err(damaged());
        }
        let mut found = vec![0; number(13) as usize];
        file.read_exact(&mut found).map_err(failed)?;
        if sum_of(&mut file, content).map_err(failed)? != read_sum(&mut file, content).map_err(failed)? {
            return Err(damaged());
        }
        if found != self.words.as_bytes() {
            return Err(CheckpointError::Other {
                path: self.path.clone(),
                words: String::from_utf8_lossy(&found).into_owned(),
            });
        }
        file.seek(SeekFrom::Start(begin)).map_err(failed)?;
        let packed = BufReader::with_capacity(1 << 18, file.take(content - begin));
        let mut reader = zstd::Decoder::with_buffer(packed).map_err(failed)?;
        let mut start = self.start();
        reader.read_exact(&mut start).map_err(failed)?;
        if start != self.start() {
            return Err(damaged());
        }
        self.was_read.store(true, Relaxed);
        Ok(Some(reader))
    }

    /// Whether the search goes on from a file.
    pub(super) fn was_read(&self) -> bool {
        self.was_read.load(Relaxed)
    }

    /// The error of a file that is something else, cut or damaged.
    fn damaged(&self) -> CheckpointError {
        CheckpointError::Damaged {
            path: self.path.clone(),
        }
    }

    /// The error of a file that could not be read, which is damaged unless the system has refused.
    pub(super) fn failed(&self, error: io::Error) -> CheckpointError {
        // The decompressor says in its own words that it got no memory.
        let is_refused = error.raw_os_error().is_some() || error.to_string().contains("Allocation");
        match is_refused {
            true => CheckpointError::Io {
                path: self.path.clone(),
                error,
            },
            false => self.damaged(),
        }
    }
}

/// A text with its length before it.
fn text(words: &str) -> Vec<u8> {
    [&(words.len() as u32).to_le_bytes()[..], words.as_bytes()].concat()
}

/// Reads the end of a checkpoint.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] when there is more.
pub(super) fn read_end(reader: &mut dyn Read) -> io::Result<()> {
    match reader.read(&mut [0])? {
        0 => Ok(()),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn sum_of(file: &mut File, content: u64) -> io::Result<[u8; CHECKSUM as usize]> {
    file.seek(SeekFrom::Start(0))?;
    let mut rest = file.take(content);
    let mut sum = Sha256::new();
    let mut piece = vec![0; 1 << 18];
    loop {
        match rest.read(&mut piece)? {
            0 => return Ok(sum.finalize().into()),
            read => sum.update(&piece[..read]),
        }
    }
}

fn read_sum(file: &mut File, content: u64) -> io::Result<[u8; CHECKSUM as usize]> {
    let mut sum = [0; CHECKSUM as usize];
    file.seek(SeekFrom::Start(content))?;
    file.read_exact(&mut sum)?;
    Ok(sum)
}

/// A file and the checksum of what was written to it.
struct Summed<W> {
    file: W,
    sum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeping(path: &Path, words: &str, form: u32) -> Keeping {
        Keeping::new(path, words.into(), form, Duration::MAX)
    }

    fn content(path: &Path, words: &str) -> Result<Option<Vec<u8>>, CheckpointError> {
        let mut bytes = Vec::new();
        let reader = keeping(path, words, 1).read()?;
        reader
            .map(|mut reader| {
                reader.read_to_end(&mut bytes).expect("a sum that is right");
                Ok(bytes)
            })
            .transpose()
    }

    #[test]
    fn a_checkpoint_is_read_as_written_and_only_for_its_question() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        assert!(content(&path, "a").unwrap().is_none());
        for body in [&b"one"[..], &[7; 100_000]] {
            keeping(&path, "a", 1).write(|out| out.write_all(body)).unwrap();
            assert_eq!(content(&path, "a").unwrap().unwrap(), body);
        }
        assert!(matches!(content(&path, "b"), Err(CheckpointError::Other { words, .. }) if words == "a"));
        let other_form = keeping(&path, "a", 2).read();
        assert!(matches!(other_form, Err(CheckpointError::Damaged { .. })));
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 1;
            fs::write(&path, &other).unwrap();
            assert!(content(&path, "a").is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(content(&path, "a").is_err(), "cut at {at}");
        }
    }

    /// The content of one question under the words of another, and a checksum that fits.
    #[test]
    fn a_content_is_not_taken_for_that_of_another_question() {
        let folder = tempfile::tempdir().unwrap();
        let [own, other] = ["own", "other"].map(|name| folder.path().join(name));
        for (path, words) in [(&own, "a"), (&other, "b")] {
            keeping(path, words, 1).write(|out| out.write_all(b"table")).unwrap();
        }
        let [mut file, other] = [own.as_path(), &other].map(|path| fs::read(path).unwrap());
        let begin = 17 + "a".len();
        file.splice(begin.., other[begin..other.len() - 32].iter().copied());
        let sum = Sha256::digest(&file);
        file.extend(sum);
        fs::write(&own, file).unwrap();
        assert!(matches!(content(&own, "a"), Err(CheckpointError::Damaged { .. })));
    }

    #[test]
    fn a_failed_checkpoint_leaves_the_older_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        keeping(&path, "a", 1).write(|out| out.write_all(b"older")).unwrap();
        let failure = keeping(&path, "a", 1).write(|out| {
            out.write_all(b"newer")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failure.unwrap_err().to_string().ends_with("disk full"));
        assert_eq!(content(&path, "a").unwrap().unwrap(), b"older");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_checkpoint_has_the_permissions_of_any_file() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let [state, plain] = ["state", "plain"].map(|name| folder.path().join(name));
        keeping(&state, "a", 1).write(|out| out.write_all(b"table")).unwrap();
        fs::write(&plain, b"").unwrap();
        let [state, plain] = [state, plain].map(|path| fs::metadata(path).unwrap().permissions().mode());
        assert_eq!(state, plain);
    }
}
