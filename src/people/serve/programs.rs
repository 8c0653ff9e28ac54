//! The programs that browsers run: the folder `wasm`, compiled.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: &[u8] = b"\0asm";

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plays and checks proofs.
    Reader,
    /// Plays solved games: rules, values and opponents.
    Engine,
}

impl Kind {
    /// The section by which it is recognized, as it is in the file: the length of its name, its name, its text.
    fn section(self) -> &'static str {
        match self {
            Self::Reader => concat!(
                "\u{11}retrograph-reader",
                "reader of proofs ",
                env!("CARGO_PKG_VERSION")
            ),
            Self::Engine => concat!("\u{11}retrograph-engine", "engine of games ", env!("CARGO_PKG_VERSION")),
        }
    }

    /// What it is, as a noun.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Reader => "reader of proofs",
            Self::Engine => "engine for browsers",
        }
    }
}

/// A program in WebAssembly.
#[derive(Clone, Debug)]
pub struct Program(Vec<u8>);

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum NoProgram {
    /// It is missing.
    #[error("there is no {} at {}: {error}", kind.noun(), path.display())]
    Missing {
        /// Which program.
        kind: Kind,
        /// Where it should be.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file is not that program, or that of another version.
    #[error("{} is not the {} of this version", path.display(), kind.noun())]
    Other {
        /// Which program.
        kind: Kind,
        /// The file.
        path: PathBuf,
    },
}

impl Program {
    /// Reads the program.
    ///
    /// # Errors
    /// [`NoProgram`].
    pub fn open(kind: Kind, path: &Path) -> Result<Self, NoProgram> {
        let missing = |error: io::Error| NoProgram::Missing {
            kind,
            path: path.to_path_buf(),
            error,
        };
        let other = || NoProgram::Other {
            kind,
            path: path.to_path_buf(),
        };
        // Asked before it is opened: a FIFO would wait for a writer.
        if !fs::metadata(path).map_err(missing)?.is_file() {
            return Err(other());
        }
        let program = fs::read(path).map_err(missing)?;
        let section = kind.section().as_bytes();
        let is_ours = program.starts_with(MAGIC) && program.windows(section.len()).any(|part| part == section);
        is_ours.then_some(Self(program)).ok_or_else(other)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Program {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
