//! The part of the Python package that is Rust: text in, text or JSON out. What Python programmers see is in
//! `retrograph/`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use all_games::AllGames;
use avoidance::{BadGame, NoValue, Values, is_avoidance};
use base::units::threads_within;
use engine::{Family, OpenError};
use graph::{Graph, Graph16, encode_graph6, parse, parse_two_coloured};
use oracle::{AnswerError, Description, Oracle, Side, choices, line};
use pictures::draw::{Drawing, Format, Pen, Picture, Stroke};
use proof::play::{Move, Strategist, parse_moves};
use proof::{BadQuestion, Control, Parameter, Parameters, SearchError};
use provers::{NotPlayed, PROVERS, Progress, ProofError};
use retro::SolvedError;
use retrograph_storage::Error;

create_exception!(
    retrograph,
    Unsolved,
    PyException,
    "The position is legal, and its value is not known here."
);

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{Database, Game, Proof, Unsolved, svg};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// What a proof's file begins with.
    #[pymodule_export]
    const PROOF_MAGIC: &[u8] = proof::MAGIC;
}

fn bad(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Of the subclass of `OSError` that the error belongs to, such as `FileNotFoundError`.
fn failed(error: &std::io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let said = text.strip_suffix(&format!(" (os error {number})")).unwrap_or(&text);
            PyOSError::new_err((number, said.to_owned(), path.as_os_str().to_owned()))
        }
        // As Python's `open`, of a name with a zero byte.
        None if error.kind() == ErrorKind::InvalidInput => bad(error),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// What the system refused is an `OSError`; what files hold, a `ValueError`.
fn of_storage(error: &Error) -> PyErr {
    match error {
        Error::Io { path, source, .. } => failed(source, path),
        other => bad(other),
    }
}

/// Why a proof cannot be played. One that this package cannot check may be right.
fn not_played(error: &NotPlayed, file: &str) -> PyErr {
    bad(match error {
        NotPlayed::Refused(error @ ProofError::Needs { .. }) => {
            format!("{file} cannot be checked here: {error}; use `retrograph check-proof`")
        }
        NotPlayed::Refused(error @ ProofError::Format { .. }) => format!("{file} cannot be checked here: {error}"),
        NotPlayed::Refused(error) => format!("{file} proves nothing: {error}"),
        NotPlayed::Order(_) | NotPlayed::OneBoard | NotPlayed::Unknown(_) => format!("{file}: {error}"),
        NotPlayed::Envelope(_) | NotPlayed::Unplayable(_) => format!("{file} cannot be played: {error}"),
    })
}

fn refused(error: AnswerError) -> PyErr {
    match error {
        AnswerError::Bad(error) => bad(error),
        AnswerError::Solved(error) => unsolved(error),
    }
}

fn unsolved(error: SolvedError) -> PyErr {
    match error {
        SolvedError::NotSolved { .. } => Unsolved::new_err(error.to_string()),
        SolvedError::Unread(error) => match error.downcast_ref() {
            Some(error) => of_storage(error),
            None => bad(error),
        },
        SolvedError::Foreign { .. } | SolvedError::Unknown { .. } => bad(error),
    }
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(bad)
}

/// A database or an export. Its calls let other threads of Python run.
#[pyclass(frozen, module = "retrograph._native")]
struct Database {
    oracle: Box<dyn Oracle>,
}

#[pymethods]
impl Database {
    #[new]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        std::fs::metadata(&folder).map_err(|error| failed(&error, &folder))?;
        let oracle = py.detach(|| AllGames.open(&folder)).map_err(|error| match error {
            OpenError::Storage(error) => of_storage(&error),
            OpenError::Game(error) => bad(error),
            OpenError::Levels(error) => unsolved(error),
        });
        Ok(Self { oracle: oracle? })
    }

    fn description(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let levels = self.oracle.levels().map_err(unsolved)?;
            json(&Description::of(&*self.oracle, &levels))
        })
    }

    fn levels(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| json(&self.oracle.levels().map_err(unsolved)?))
    }

    fn value(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| self.text(text))
    }

    /// The values of many positions. Ctrl-C ends it within [`TURN`] and the time of one position.
    fn values(&self, py: Python<'_>, texts: Vec<String>) -> PyResult<Vec<String>> {
        let mut values = Vec::with_capacity(texts.len());
        let mut left = texts.iter();
        while values.len() < texts.len() {
            py.check_signals()?;
            py.detach(|| {
                let begun = Instant::now();
                for text in left.by_ref() {
                    values.push(self.text(text)?);
                    if begun.elapsed() > TURN {
                        break;
                    }
                }
                Ok::<_, PyErr>(())
            })?;
        }
        Ok(values)
    }

    fn position(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| json(&self.oracle.position(text).map_err(refused)?))
    }

    fn moves(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| json(&choices(&*self.oracle, text).map_err(refused)?))
    }

    fn line(&self, py: Python<'_>, text: &str, max_begins: bool) -> PyResult<String> {
        let side = if max_begins { Side::Max } else { Side::Min };
        py.detach(|| json(&line(&*self.oracle, text, side).map_err(refused)?))
    }
}

impl Database {
    fn text(&self, text: &str) -> PyResult<String> {
        Ok(self.oracle.value(text).map_err(refused)?.text().to_string())
    }
}

/// A proof that the judge has accepted. Its calls let other threads of Python run.
#[pyclass(frozen, module = "retrograph._native")]
struct Proof {
    player: Box<dyn Strategist>,
    bytes: Vec<u8>,
}

#[pymethods]
impl Proof {
    /// Checks the content of a file of this name.
    #[new]
    #[pyo3(signature = (bytes, file, order=None))]
    fn new(py: Python<'_>, bytes: &[u8], file: &str, order: Option<usize>) -> PyResult<Self> {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let progress = Arc::default();
        let check = || PROVERS.player(bytes, threads, order, &progress);
        let player = interruptible(py, || progress.stop(), check)?;
        let player = player.map_err(|error| not_played(&error, file))?;
        let bytes = bytes.to_vec();
        Ok(Self { player, bytes })
    }

    /// Searches for a proof, and returns it, checked, with the theorem; of what is not proved, the sentence alone.
    #[staticmethod]
    fn found(
        py: Python<'_>,
        game: &str,
        said: Vec<(String, String)>,
        memory: u64,
        threads: usize,
    ) -> PyResult<(String, Option<Self>)> {
        let threads = threads_within(threads).map_err(bad)?;
        let parameters = parameters(said)?;
        let asked = || PROVERS.question(game, &parameters);
        if !asked().map_err(not_asked)?.has_proof() {
            return Err(bad("there is a proof of who wins, not of a Sprague-Grundy value"));
        }
        let (is_stopped, progress) = (AtomicBool::new(false), Arc::<Progress>::default());
        let control = Control {
            memory,
            threads,
            proof: true,
            checkpoint: None,
            interval: Duration::MAX,
            watch: &|_| is_stopped.load(Relaxed),
        };
        let search = || {
            // Questions stay in their threads.
            let outcome = asked().expect("it was asked before").answer(&control)?;
            let check = |bytes: Vec<u8>| Ok((PROVERS.player(&bytes, threads, None, &progress)?, bytes));
            Ok((outcome.sentence, outcome.proof.map(check)))
        };
        let stop = || {
            is_stopped.store(true, Relaxed);
            progress.stop();
        };
        let answer: Result<_, SearchError> = interruptible(py, stop, search)?;
        let (sentence, player) = answer.map_err(not_found)?;
        let player = player.transpose().map_err(|error: NotPlayed| bad(error.to_string()))?;
        Ok((sentence, player.map(|(player, bytes)| Self { player, bytes })))
    }

    /// The file.
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn about(&self) -> PyResult<String> {
        json(self.player.about())
    }

    fn state(&self, py: Python<'_>, moves: &str) -> PyResult<String> {
        py.detach(|| json(&self.player.state(&self.moves(moves)?).map_err(bad)?))
    }

    fn reply(&self, py: Python<'_>, moves: &str) -> PyResult<Option<String>> {
        let reply = py.detach(|| self.player.reply(&self.moves(moves)?).map_err(bad))?;
        Ok(reply.map(|step| step.text(self.player.about())))
    }
}

impl Proof {
    fn moves(&self, text: &str) -> PyResult<Vec<Move>> {
        parse_moves(text, self.player.about()).map_err(bad)
    }
}

/// An avoidance game whose values are searched when they are asked for.
#[pyclass(frozen, module = "retrograph._native")]
struct Game {
    values: Values,
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str, n: usize, memory: u64) -> PyResult<Self> {
        let values = Values::new(name, n, memory).map_err(not_searched)?;
        let values = values.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        Ok(Self { values })
    }

    fn name(&self) -> &str {
        self.values.name()
    }

    /// Each move as its edge, and the position after it as an edge list and as graph6.
    fn moves(&self, text: &str) -> PyResult<Vec<([usize; 2], String, String)>> {
        let graph = self.graph(text)?;
        let before: String = graph.edges().map(|(u, v)| format!("{u}-{v},")).collect();
        let moves = self.values.moves(&graph).map_err(bad)?.into_iter().map(|[u, v]| {
            let mut after = graph;
            after.toggle(u, v);
            ([u, v], format!("{before}{u}-{v}"), encode_graph6(&after))
        });
        Ok(moves.collect())
    }

    fn grundy(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let graph = self.graph(text)?;
        self.values.moves(&graph).map_err(bad)?;
        let is_stopped = AtomicBool::new(false);
        let stop = || is_stopped.store(true, Relaxed);
        let found = interruptible(py, stop, || self.values.grundy(&graph, &is_stopped))?;
        found.map_err(|error| match error {
            NoValue::Stopped => PyKeyboardInterrupt::new_err("the search was stopped"),
            NoValue::Illegal(why) => bad(why),
        })
    }
}

impl Game {
    fn graph(&self, text: &str) -> PyResult<Graph16> {
        parse(text, self.values.order()).map_err(bad)
    }
}

/// Why the values of a game cannot be searched, and which function knows the game.
fn not_searched(error: BadGame) -> PyErr {
    let place = match &error {
        BadGame::Name(name) if is_avoidance(name) => "",
        BadGame::Name(name) if PROVERS.of(name).is_some() => "; retrograph.prove finds proofs of who wins it",
        BadGame::Name(name) => solved(name),
        _ => "",
    };
    bad(format!("{error}{place}"))
}

/// Where the values of a game are that is solved and neither searched nor proved.
fn solved(game: &str) -> &'static str {
    match AllGames.about(game) {
        Ok(_) => "; retrograph.open reads what `retrograph solve` has made of it",
        Err(_) => "",
    }
}

/// Runs a search in a thread of its own, so that Ctrl-C ends it: `stop` makes it return soon.
fn interruptible<T: Send>(py: Python<'_>, stop: impl Fn(), search: impl FnOnce() -> T + Send) -> PyResult<T> {
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .stack_size(16 << 20)
            .spawn_scoped(scope, search)?;
        while !search.is_finished() {
            py.detach(|| std::thread::park_timeout(Duration::from_micros(200)));
            if let Err(interrupt) = py.check_signals() {
                stop();
                drop(search.join());
                return Err(interrupt);
            }
        }
        Ok(search.join().expect("a search does not panic"))
    })
}

/// How long other threads of Python run before the next look at signals.
const TURN: Duration = Duration::from_millis(50);

/// The names of what a question says beside the game.
const PARAMETERS: [(&str, Parameter); 15] = [
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
];

fn parameters(said: Vec<(String, String)>) -> PyResult<Parameters> {
    let known = |(name, text): (String, String)| {
        let found = PARAMETERS.iter().find(|(known, _)| *known == name);
        let unknown = || PyTypeError::new_err(format!("prove() got an unexpected keyword argument '{name}'"));
        Ok((found.ok_or_else(unknown)?.1, Some(text)))
    };
    Ok(Parameters::new(
        said.into_iter().map(known).collect::<PyResult<Vec<_>>>()?,
    ))
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
        BadQuestion::Unknown(game) => {
            let place = solved(&game);
            bad(format!("{}{place}", BadQuestion::Unknown(game)))
        }
        other => bad(other),
    }
}

/// Why there is no answer.
fn not_found(error: SearchError) -> PyErr {
    match error {
        SearchError::Stopped(_) => PyKeyboardInterrupt::new_err("the search was stopped"),
        SearchError::Threads(error) => error.into(),
        error @ (SearchError::Memory { .. } | SearchError::Table(_)) => PyMemoryError::new_err(error.to_string()),
        error => bad(error),
    }
}

/// A position of a game of one colour or of two as SVG.
#[pyfunction]
fn svg(text: &str, n: usize, caption: &str, has_colours: bool) -> PyResult<String> {
    let layers: Vec<(Pen, Graph<u32, 32>)> = if has_colours {
        // Who is next is not drawn.
        let graph = parse_two_coloured(text, n, |word| word.starts_with("next:")).map_err(bad)?;
        vec![(Pen::Red, *graph.layer(0)), (Pen::Green, *graph.layer(1))]
    } else {
        vec![(Pen::Plain, parse(text, n).map_err(bad)?)]
    };
    let strokes = layers.iter().flat_map(|(pen, graph)| {
        graph.edges().map(|(u, v)| Stroke {
            ends: [u, v],
            pen: *pen,
            is_new: false,
        })
    });
    let picture = Picture {
        order: n,
        strokes: strokes.collect(),
        caption: caption.into(),
    };
    Ok(Drawing::strip(vec![picture]).text(Format::Svg))
}
