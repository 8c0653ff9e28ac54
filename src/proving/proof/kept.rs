//! What becomes of the state of a search, where it may be kept: read at the start, written on the way and when it
//! stops.

use std::io;

use super::checkpoint::{CheckpointError, Keeping, Reader, read_end};
use super::control::Control;
use super::question::SearchError;

/// The checkpoint of a search, if one is wanted.
pub struct Kept(Option<Keeping>);

/// Why a state is not read to its end.
#[derive(Debug)]
pub enum Unread {
    /// It cannot be read, or no search has such a state ([`io::ErrorKind::InvalidData`]).
    Failed(io::Error),
    /// It takes so many bytes of memory, which are more than allowed.
    Memory(u64),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl Kept {
    /// Nowhere.
    pub const NOWHERE: Self = Self(None);

    /// As a question with these words is asked to be; `form` is that of the prover's own bytes.
    pub fn of(control: &Control, words: String, form: u32) -> Self {
        let keeping = |path| Keeping::new(path, words, form, control.interval);
        Self(control.checkpoint.as_deref().map(keeping))
    }

    /// Reads a state as `read` does, which leaves nothing of it; `None` where there is none. `allowed` bytes of memory
    /// are allowed.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`], [`SearchError::Memory`].
    pub fn restored<T>(
        &self,
        allowed: u64,
        read: impl FnOnce(&mut Reader) -> Result<T, Unread>,
    ) -> Result<Option<T>, SearchError> {
        let Some(keeping) = &self.0 else { return Ok(None) };
        let Some(mut reader) = keeping.read()? else {
            return Ok(None);
        };
        let found = read(&mut reader).and_then(|found| Ok(read_end(&mut reader).map(|()| found)?));
        found.map(Some).map_err(|unread| match unread {
            Unread::Failed(error) => keeping.failed(error).into(),
            Unread::Memory(needs) => SearchError::Memory { needs, allowed },
        })
    }

    /// Whether the search goes on from a state that was read.
    pub fn is_resumed(&self) -> bool {
        self.0.as_ref().is_some_and(Keeping::was_read)
    }

    /// Writes the state that `fill` writes, if it is time or the search `is_stopped`.
    ///
    /// # Errors
    /// [`CheckpointError::Io`].
    pub fn keep(
        &self,
        is_stopped: bool,
        fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), CheckpointError> {
        match &self.0 {
            None => Ok(()),
            Some(keeping) if is_stopped => keeping.write(fill),
            Some(keeping) => keeping.write_if_due(fill),
        }
    }

    /// The error of a search that met a contradiction.
    ///
    /// # Panics
    /// Where the search does not go on from a state: then the prover is wrong, not what it read.
    pub fn contradicted(&self) -> SearchError {
        let read = self.0.as_ref().filter(|keeping| keeping.was_read());
        let read = read.expect("a search that begins anew does not contradict itself");
        let path = read.path.clone();
        CheckpointError::Contradicts { path }.into()
    }
}
