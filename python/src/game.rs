//! A game by its name: its values are searched when they are asked for, and it is solved into a folder.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use avoidance::{NoValue, Values};
use base::main_memory::{Limit, MainMemory};
use base::units::threads_within;
use retrograph::graph::{Graph16, encode_graph6, parse};
use retrograph::provers::PROVERS;
use retrograph::{Keep, Kind, Options};

use crate::database::Database;
use crate::errors::{Unsolved, bad, no_memory, of_library};
use crate::progress::{Reporter, Seen};
use crate::waiting::interruptible;

/// Bytes of the table of a search unless it is said otherwise: the triangle game on 12 vertices needs no more.
const TABLE: u64 = 64 << 20;

/// A game. Its calls let other threads of Python run.
#[pyclass(frozen, module = "retrograph._native")]
pub struct Game {
    game: retrograph::Game,
    /// Or why they are not searched.
    values: Result<Values, String>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, n, memory=None))]
    fn new(name: &str, n: u32, memory: Option<u64>) -> PyResult<Self> {
        let game = retrograph::game(name, n).map_err(|error| {
            let place = match PROVERS.alone(name) {
                Some(_) => "; retrograph.prove finds proofs of who wins it",
                None => "",
            };
            bad(format!("{error}{place}"))
        })?;
        let memory = memory.unwrap_or_else(|| Limit::of(None, TABLE, MainMemory::here()).bytes);
        let values = match Values::new(name, n as usize, memory) {
            Ok(values) => Ok(values.map_err(no_memory)?),
            Err(_) if (n as usize) > Values::ORDER_MOST => Err(format!("beyond n = {}", Values::ORDER_MOST)),
            Err(_) => Err(format!("of {}", game.name())),
        };
        Ok(Self { game, values })
    }

    fn name(&self) -> String {
        self.game.name()
    }

    fn has_colours(&self) -> bool {
        self.game.about().is_coloured()
    }

    /// Each move as its edge, and the position after it as an edge list and as graph6.
    fn moves(&self, text: &str) -> PyResult<Vec<([usize; 2], String, String)>> {
        let (values, graph) = self.searched(text)?;
        let before: String = graph.edges().map(|(u, v)| format!("{u}-{v},")).collect();
        let moves = values.moves(&graph).map_err(bad)?.into_iter().map(|[u, v]| {
            let mut after = graph;
            after.toggle(u, v);
            ([u, v], format!("{before}{u}-{v}"), encode_graph6(&after))
        });
        Ok(moves.collect())
    }

    fn grundy(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let (values, graph) = self.searched(text)?;
        values.moves(&graph).map_err(bad)?;
        let is_stopped = AtomicBool::new(false);
        let stop = || is_stopped.store(true, Relaxed);
        let found = interruptible(py, stop, |_| Ok(()), || values.grundy(&graph, &is_stopped))?;
        found.map_err(|error| match error {
            NoValue::Stopped => PyKeyboardInterrupt::new_err("the search was stopped"),
            NoValue::Illegal(why) => bad(why),
        })
    }

    /// Solves the game into a folder, or continues there.
    #[pyo3(signature = (folder, value, play, memory, threads, keep, down_to, progress))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn solve(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        value: Option<&str>,
        play: Option<&str>,
        memory: Option<u64>,
        threads: Option<usize>,
        keep: &str,
        down_to: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Database> {
        let game = self.solved_for(value, play)?;
        let usual = Options::default();
        let options = Options {
            down_to,
            memory: memory.unwrap_or(usual.memory),
            threads: threads.map_or(Ok(usual.threads), threads_within).map_err(bad)?,
            keep: [Keep::Positions, Keep::Labels]
                .into_iter()
                .find(|known| known.name() == keep)
                .ok_or_else(|| bad(format!("keep is 'positions' or 'labels', not {keep:?}")))?,
            ..usual
        };
        let seen = Seen::new();
        let mut reporter = Reporter::new(&seen, progress);
        let work = || game.solve_with(&folder, &options, &seen);
        let solved = interruptible(py, || seen.stop(), |py| reporter.report(py), work)?;
        Ok(Database(solved.map_err(|error| of_library(&error))?))
    }
}

impl Game {
    fn searched(&self, text: &str) -> PyResult<(&Values, Graph16)> {
        let values = self.values.as_ref().map_err(|what| {
            let name = self.game.name();
            Unsolved::new_err(format!(
                "values {what} are not searched; solve {name}, and ask the database"
            ))
        })?;
        Ok((values, parse(text, values.order()).map_err(bad)?))
    }

    fn solved_for(&self, value: Option<&str>, play: Option<&str>) -> PyResult<retrograph::Game> {
        let mut game = self.game.clone();
        if let Some(value) = value {
            let kind = Kind::named(value).ok_or_else(|| {
                bad(format!(
                    "a value is 'outcome', 'grundy', 'remoteness' or 'score', not {value:?}"
                ))
            })?;
            game = game.solved_for(kind).map_err(|error| of_library(&error))?;
        }
        match play {
            None | Some("normal") => Ok(game),
            Some("misere") => game.misere().map_err(|error| of_library(&error)),
            Some(play) => Err(bad(format!("play is 'normal' or 'misere', not {play:?}"))),
        }
    }
}
