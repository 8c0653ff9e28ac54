//! Proofs of who wins, searched and checked.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base::main_memory::{Limit, MainMemory, SEARCHING};
use base::units::processors;
use proof::play::{About, BadMoves, Move, ProofPlayer, State};
use proof::{BadQuestion, Control, Parameter, Parameters, Progress, SearchError};
use provers::{NotPlayed, PROVERS};

/// A proof that the judge has accepted. It plays the winner's side.
pub struct Proof {
    bytes: Vec<u8>,
    player: Box<dyn ProofPlayer>,
}

/// Proves who wins a game from its start on `n` vertices. [`Search`] says more than the number of vertices.
///
/// # Errors
/// [`ProveError`].
pub fn prove(game: &str, n: usize) -> Result<Proof, ProveError> {
    Search::new(game).with(Parameter::Order, n).run()
}

/// A search for a proof, in any family of games that `retrograph prove` knows.
///
/// ```
/// use retrograph::{Parameter, Search};
///
/// let search = Search::new("maker-breaker:hamilton-cycle");
/// let proof = search.with(Parameter::Order, 5).with(Parameter::Starter, "breaker").run()?;
/// assert_eq!(proof.about().players[proof.about().winner], "Breaker");
/// # Ok::<(), retrograph::ProveError>(())
/// ```
pub struct Search<'a> {
    game: String,
    said: Vec<(Parameter, Option<String>)>,
    memory: u64,
    threads: usize,
    watch: &'a (dyn Fn(&Progress) -> bool + Sync),
    check: Arc<provers::Progress>,
}

impl Search<'static> {
    /// Returns the search for who wins this game, on one thread, with 1 GiB of memory or three quarters of what machine
    /// or container have.
    pub fn new(game: &str) -> Self {
        Self {
            game: game.into(),
            said: Vec::new(),
            memory: Limit::of(None, SEARCHING, MainMemory::here()).bytes,
            threads: 1,
            watch: &|_| false,
            check: Arc::default(),
        }
    }
}

impl<'a> Search<'a> {
    /// Says something of the question, such as its number of vertices; of what is true or false the text is empty.
    #[must_use]
    pub fn with(mut self, what: Parameter, text: impl ToString) -> Self {
        self.said.push((what, Some(text.to_string())));
        self
    }

    /// Bytes that the search may take.
    #[must_use]
    pub fn memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Threads of the search.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// `watch` sees the progress several times a second, and returns whether the search is to stop.
    #[must_use]
    pub fn watched<'b>(self, watch: &'b (dyn Fn(&Progress) -> bool + Sync)) -> Search<'b> {
        Search {
            game: self.game,
            said: self.said,
            memory: self.memory,
            threads: self.threads,
            watch,
            check: self.check,
        }
    }

    /// `check` sees how far the check of the proof is, and can stop it.
    #[must_use]
    pub fn check_watched(self, check: &Arc<provers::Progress>) -> Self {
        Self {
            check: Arc::clone(check),
            ..self
        }
    }

    /// Searches, and has the proof checked.
    ///
    /// # Errors
    /// [`ProveError`].
    pub fn run(self) -> Result<Proof, ProveError> {
        let question = PROVERS.question(&self.game, &Parameters::new(self.said))?;
        if !question.has_proof() {
            return Err(ProveError::NoForm);
        }
        let control = Control {
            memory: self.memory,
            threads: self.threads,
            proof: true,
            checkpoint: None,
            interval: Duration::MAX,
            watch: self.watch,
        };
        let outcome = question.answer(&control)?;
        let bytes = outcome.proof.ok_or(ProveError::Unproved(outcome.sentence))?;
        Ok(Proof::checked(bytes, self.threads, None, &self.check)?)
    }
}

impl Proof {
    /// Reads the proof in a file and has it checked, on all processors.
    ///
    /// # Errors
    /// [`ProveError::File`], [`ProveError::Refused`].
    pub fn open(file: impl AsRef<Path>) -> Result<Self, ProveError> {
        Ok(Self::checked(fs::read(file)?, processors(), None, &Arc::default())?)
    }

    /// Has the content of a file checked. A proof for boards of many sizes is played on `order` vertices, if that is
    /// given; `progress` can stop the check.
    ///
    /// # Errors
    /// [`NotPlayed`].
    pub fn checked(
        bytes: Vec<u8>,
        threads: usize,
        order: Option<usize>,
        progress: &Arc<provers::Progress>,
    ) -> Result<Self, NotPlayed> {
        let player = PROVERS.player(&bytes, threads, order, progress)?;
        Ok(Self { bytes, player })
    }

    /// Returns what it proves, in one sentence without its full stop.
    pub fn theorem(&self) -> &str {
        &self.about().theorem
    }

    /// Returns the game and its players.
    pub fn about(&self) -> &About {
        self.player.about()
    }

    /// Returns the position after these moves, with what the proof says of each legal move.
    ///
    /// # Errors
    /// [`BadMoves`].
    pub fn state(&self, moves: &[Move]) -> Result<State, BadMoves> {
        self.player.state(moves)
    }

    /// Returns the winner's move; `None` where the loser is to move or the game has left the proof.
    ///
    /// # Errors
    /// [`BadMoves`].
    pub fn reply(&self, moves: &[Move]) -> Result<Option<Move>, BadMoves> {
        self.player.reply(moves)
    }

    /// Returns the content of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes it to a new file, which `retrograph check-proof` reads.
    ///
    /// # Errors
    /// When the file is there or cannot be written.
    pub fn save(&self, file: impl AsRef<Path>) -> io::Result<()> {
        File::create_new(file)?.write_all(&self.bytes)
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Proof").field(&self.theorem()).finish()
    }
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The question makes no sense.
    #[error(transparent)]
    Question(#[from] BadQuestion),
    /// There are proofs of who wins, and not of this answer.
    #[error("there is a proof of who wins, not of a Sprague-Grundy value")]
    NoForm,
    /// The search was stopped, or its memory does not suffice.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The search has ended without a proof; a sentence says what is not proved.
    #[error("{0}")]
    Unproved(String),
    /// The judge does not accept it, or it cannot be played.
    #[error(transparent)]
    Refused(#[from] NotPlayed),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
}
