//! Proofs: searched, checked and played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;

use base::units::{processors, threads_within};
use retrograph::proof::play::{Move, parse_moves};
use retrograph::proof::{BadQuestion, SearchError};
use retrograph::provers::{NotPlayed, Progress, ProofError};
use retrograph::{Parameter, ProveError, Search};

use crate::errors::{Unsolved, bad, no_memory};
use crate::json;
use crate::waiting::interruptible;

/// A proof that the judge has accepted. Its calls let other threads of Python run.
#[pyclass(frozen, module = "retrograph._native")]
pub struct Proof(retrograph::Proof);

#[pymethods]
impl Proof {
    /// Checks the content of a file of this name.
    #[new]
    #[pyo3(signature = (bytes, file, order=None))]
    fn new(py: Python<'_>, bytes: &[u8], file: &str, order: Option<usize>) -> PyResult<Self> {
        let progress = Arc::<Progress>::default();
        let check = || retrograph::Proof::checked(bytes.to_vec(), processors(), order, &progress);
        let proof = interruptible(py, || progress.stop(), |_| Ok(()), check)?;
        Ok(Self(proof.map_err(|error| not_played(&error, file))?))
    }

    /// Searches for a proof, and returns it, checked.
    #[staticmethod]
    fn found(
        py: Python<'_>,
        game: &str,
        said: Vec<(String, String)>,
        memory: Option<u64>,
        threads: usize,
    ) -> PyResult<Self> {
        let (is_stopped, check) = (AtomicBool::new(false), Arc::<Progress>::default());
        let stop = || {
            is_stopped.store(true, Relaxed);
            check.stop();
        };
        let watch = |_: &retrograph::proof::Progress| is_stopped.load(Relaxed);
        let mut search = Search::new(game).threads(threads_within(threads).map_err(bad)?);
        for (what, text) in parameters(said)? {
            search = search.with(what, text);
        }
        if let Some(memory) = memory {
            search = search.memory(memory);
        }
        let search = search.watched(&watch).check_watched(&check);
        let found = interruptible(py, stop, |_| Ok(()), || search.run())?;
        Ok(Self(found.map_err(not_found)?))
    }

    /// The file.
    fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    fn about(&self) -> PyResult<String> {
        json(self.0.about())
    }

    fn state(&self, py: Python<'_>, moves: &str) -> PyResult<String> {
        py.detach(|| json(&self.0.state(&self.moves(moves)?).map_err(bad)?))
    }

    fn reply(&self, py: Python<'_>, moves: &str) -> PyResult<Option<String>> {
        let reply = py.detach(|| self.0.reply(&self.moves(moves)?).map_err(bad))?;
        Ok(reply.map(|step| step.text(self.0.about())))
    }
}

impl Proof {
    fn moves(&self, text: &str) -> PyResult<Vec<Move>> {
        parse_moves(text, self.0.about()).map_err(bad)
    }
}

/// The names of what a question says beside the game.
const PARAMETERS: [(&str, Parameter); 18] = [
    ("n", Parameter::Order),
    ("board", Parameter::Board),
    ("value", Parameter::Value),
    ("starter", Parameter::Starter),
    ("maker", Parameter::Maker),
    ("breaker", Parameter::Breaker),
    ("position", Parameter::Position),
    ("rounds", Parameter::Rounds),
    ("vertices", Parameter::Vertices),
    ("connected", Parameter::Connected),
    ("bounds", Parameter::Bounds),
    ("commit", Parameter::Commit),
    ("fresh", Parameter::Fresh),
    ("moves", Parameter::Moves),
    ("replies", Parameter::Replies),
    ("bias", Parameter::Bias),
    ("breaker_moves", Parameter::BreakerMoves),
    ("file", Parameter::File),
];

fn parameters(said: Vec<(String, String)>) -> PyResult<Vec<(Parameter, String)>> {
    let known = |(name, text): (String, String)| {
        let found = PARAMETERS.iter().find(|(known, _)| *known == name);
        let unknown = || PyTypeError::new_err(format!("prove() got an unexpected keyword argument '{name}'"));
        Ok((found.ok_or_else(unknown)?.1, text))
    };
    said.into_iter().map(known).collect()
}

/// Why a proof cannot be played. One that this package cannot check may be right.
fn not_played(error: &NotPlayed, file: &str) -> PyErr {
    bad(match error {
        NotPlayed::Refused(error @ ProofError::Format { .. }) => format!("{file} cannot be checked here: {error}"),
        NotPlayed::Refused(error) => format!("{file} proves nothing: {error}"),
        NotPlayed::Order(_) | NotPlayed::OneBoard | NotPlayed::Unknown(_) => format!("{file}: {error}"),
        NotPlayed::Envelope(_) | NotPlayed::Unplayable(_) => format!("{file} cannot be played: {error}"),
    })
}

/// Why there is no proof.
fn not_found(error: ProveError) -> PyErr {
    match error {
        ProveError::Question(error) => not_asked(error),
        ProveError::Unproved(sentence) => Unsolved::new_err(sentence),
        ProveError::Search(SearchError::Stopped(_)) => PyKeyboardInterrupt::new_err("the search was stopped"),
        ProveError::Search(SearchError::Threads(error)) => error.into(),
        ProveError::Search(SearchError::Memory { .. } | SearchError::Table(_)) => no_memory(error),
        error => bad(error),
    }
}

/// Why a question cannot be asked, in the names of Python.
fn not_asked(error: BadQuestion) -> PyErr {
    let name = |what: Parameter| {
        let found = PARAMETERS.iter().find(|(_, known)| *known == what);
        found.map_or("without", |(name, _)| name)
    };
    match error {
        BadQuestion::Missing(whats) => {
            let names: Vec<&str> = whats.iter().map(|&what| name(what)).collect();
            PyTypeError::new_err(format!(
                "prove() needs the argument {} for this game",
                names.join(" or ")
            ))
        }
        BadQuestion::Both(one, other) => {
            PyTypeError::new_err(format!("prove() takes {} or {}, not both", name(one), name(other)))
        }
        BadQuestion::Foreign(what) => {
            PyTypeError::new_err(format!("prove() has no argument {} for this game", name(what)))
        }
        BadQuestion::Unknown(game) if retrograph::about(&game).is_ok() => {
            bad(format!("'{game}' is solved, not proved: Game.solve"))
        }
        other => bad(other),
    }
}
