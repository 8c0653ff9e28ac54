//! What several targets need: a small solved database, and a process whose standard streams are files in memory.

pub mod fit;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_128;

/// Vertices of the database that targets ask.
pub const ORDER: usize = 5;

/// A folder in memory that goes with the process, as far as libFuzzer lets it.
pub fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    let builder = || tempfile::Builder::new();
    if memory.is_dir() {
        builder().prefix("retrograph-fuzz-").tempdir_in(memory).unwrap()
    } else {
        builder().prefix("retrograph-fuzz-").tempdir().unwrap()
    }
}

/// Runs the command line and gives its exit code.
pub fn run(arguments: &[&str]) -> u8 {
    let program = std::iter::once("retrograph");
    cli::run(&all_games::AllGames, program.chain(arguments.iter().copied()).map(OsString::from))
}

/// Solves the game on [`ORDER`] vertices into `folder`.
pub fn solve(folder: &Path, options: &[&str]) {
    let folder = folder.to_str().unwrap();
    let order = ORDER.to_string();
    let arguments = ["solve", "triangle", "-n", &order, "--threads", "1", "--db", folder];
    assert_eq!(run(&[&arguments, options].concat()), 0);
}

/// What a command said.
pub struct Said {
    pub code: u8,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

/// The three standard streams as files in memory, put in place of the process's own while a command runs.
struct Streams {
    files: [File; 3],
    own: [i32; 3],
}

static STREAMS: LazyLock<Streams> = LazyLock::new(|| {
    let file = || {
        // SAFETY: a new descriptor that nothing else owns.
        unsafe { File::from_raw_fd(libc::memfd_create(c"stream".as_ptr(), libc::MFD_CLOEXEC)) }
    };
    Streams {
        files: [file(), file(), file()],
        // SAFETY: the standard streams are open.
        own: [0, 1, 2].map(|stream| unsafe { libc::dup(stream) }),
    }
});

/// Runs the command line with `input` on standard input.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Said {
    let streams = &*STREAMS;
    for mut file in &streams.files {
        file.set_len(0).unwrap();
        file.rewind().unwrap();
    }
    let mut stdin = &streams.files[0];
    stdin.write_all(input).unwrap();
    stdin.rewind().unwrap();
    for (stream, file) in streams.files.iter().enumerate() {
        // SAFETY: both are open.
        unsafe { libc::dup2(file.as_raw_fd(), stream as i32) };
    }
    let code = run(arguments);
    // What a command left unread must not be there for the next one.
    std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink()).unwrap();
    for (stream, own) in streams.own.into_iter().enumerate() {
        // SAFETY: both are open.
        unsafe { libc::dup2(own, stream as i32) };
    }
    let said = |mut file: &File| {
        let mut bytes = vec![];
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        bytes
    };
    Said {
        code,
        out: said(&streams.files[1]),
        err: said(&streams.files[2]),
    }
}

/// Names below `folder` with a hash of the content of each file, except RocksDB's own manifests, which are not the same
/// from run to run; links are not followed.
pub fn content(folder: &Path) -> Vec<(PathBuf, u128)> {
    let mut found = vec![];
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = path.symlink_metadata().unwrap();
            if kind.is_dir() {
                found.push((path.clone(), 0));
                folders.push(path);
            } else if kind.is_file() && !path.to_string_lossy().contains("/MANIFEST-") {
                found.push((path.clone(), xxh3_128(&fs::read(path).unwrap())));
            } else {
                found.push((path, 1));
            }
        }
    }
    found.sort();
    found
}
