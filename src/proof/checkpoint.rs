//! The state of a search on disk: a file that is either complete or absent, and says which question it belongs to.
//!
//! | bytes | what |
//! |---|---|
//! | 9 | `rgsearch` and a newline |
//! | 4 | format number |
//! | 4, then so many | the words of the question |
//! | | one zstd frame: the prover's own bytes |
//! | 32 | SHA-256 of all bytes before |

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

const MAGIC: &[u8] = b"rgsearch\n";
const FORMAT: u32 = 1;
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
    /// It was written by another version.
    #[error("{path} is a checkpoint of format {found}; this program reads format {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// It belongs to another question.
    #[error("{path} is the checkpoint of another search: {words}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The question it belongs to.
        words: String,
    },
}

/// What a checkpoint holds, decompressed as it is read.
pub type Reader = zstd::Decoder<'static, BufReader<io::Take<File>>>;

/// Writes what `fill` writes; the file appears under its name when it is complete and on disk, in place of an older one.
///
/// # Errors
/// [`CheckpointError::Io`]; then an older file is as it was.
pub fn write_checkpoint(
    path: &Path,
    words: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CheckpointError> {
    let failed = |error| CheckpointError::Io {
        path: path.to_path_buf(),
        error,
    };
    write(path, words, fill).map_err(failed)
}

fn write(path: &Path, words: &str, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut builder = tempfile::Builder::new();
    let prefix = format!(".{name}.");
    let file = builder.prefix(&prefix).suffix(".tmp").tempfile_in(folder)?;
    let mut out = Summed {
        file: BufWriter::with_capacity(1 << 18, file),
        sum: Sha256::new(),
    };
    out.write_all(MAGIC)?;
    out.write_all(&FORMAT.to_le_bytes())?;
    out.write_all(&(words.len() as u32).to_le_bytes())?;
    out.write_all(words.as_bytes())?;
    let mut packed = zstd::Encoder::new(out, LEVEL)?;
    fill(&mut packed)?;
    let Summed { mut file, sum } = packed.finish()?;
    file.write_all(&sum.finalize())?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()
}

/// Opens a checkpoint of the question `words`; `None` if there is no file. The checksum is compared before the first
/// byte is returned: cost, reading the file twice.
///
/// # Errors
/// [`CheckpointError`].
pub fn read_checkpoint(path: &Path, words: &str) -> Result<Option<Reader>, CheckpointError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => CheckpointError::Damaged {
            path: path.to_path_buf(),
        },
        _ => CheckpointError::Io {
            path: path.to_path_buf(),
            error,
        },
    };
    let damaged = || CheckpointError::Damaged {
        path: path.to_path_buf(),
    };
    // Asked before it is opened: a FIFO would wait for a writer.
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(damaged()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    }
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut start = [0; 17];
    file.read_exact(&mut start).map_err(failed)?;
    let number = |at: usize| u32::from_le_bytes(start[at..at + 4].try_into().expect("four bytes"));
    if start[..9] != *MAGIC {
        return Err(damaged());
    }
    if number(9) != FORMAT {
        return Err(CheckpointError::Format {
            path: path.to_path_buf(),
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
    if found != words.as_bytes() {
        return Err(CheckpointError::Other {
            path: path.to_path_buf(),
            words: String::from_utf8_lossy(&found).into_owned(),
        });
    }
    file.seek(SeekFrom::Start(begin)).map_err(failed)?;
    let packed = BufReader::with_capacity(1 << 18, file.take(content - begin));
    zstd::Decoder::with_buffer(packed).map(Some).map_err(failed)
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

    fn content(path: &Path, words: &str) -> Result<Option<Vec<u8>>, CheckpointError> {
        let mut bytes = Vec::new();
        let reader = read_checkpoint(path, words)?;
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
            write_checkpoint(&path, "a", |out| out.write_all(body)).unwrap();
            assert_eq!(content(&path, "a").unwrap().unwrap(), body);
        }
        assert!(matches!(content(&path, "b"), Err(CheckpointError::Other { words, .. }) if words == "a"));
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

    #[test]
    fn a_failed_checkpoint_leaves_the_older_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        write_checkpoint(&path, "a", |out| out.write_all(b"older")).unwrap();
        let failure = write_checkpoint(&path, "a", |out| {
            out.write_all(b"newer")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failure.unwrap_err().to_string().ends_with("disk full"));
        assert_eq!(content(&path, "a").unwrap().unwrap(), b"older");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
