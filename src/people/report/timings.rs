//! The times of a run, from the log of events that a run writes.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use serde_json::Value;

use super::Solution;

/// The times of the levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timings {
    /// Positions and seconds by level; the last ones for a level that was sealed several times.
    pub levels: BTreeMap<u32, (u64, f64)>,
    /// The maximum memory of a run.
    pub peak_bytes: Option<u64>,
    /// Threads of the last run.
    pub threads: Option<u64>,
}

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TimingsError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line that is not an event.
    #[error("line {0} is not a JSON event")]
    NoEvent(usize),
    /// The log belongs to another game.
    #[error("it is the log of {game} on {n} vertices, {values}, which is not what the database holds")]
    Other {
        /// The game.
        game: String,
        /// Number of vertices.
        n: u64,
        /// The values solved for.
        values: String,
    },
    /// No level was sealed.
    #[error("no level was sealed in it")]
    Nothing,
}

impl Timings {
    /// Reads a log of one run or several into the database of `solution`.
    ///
    /// # Errors
    /// [`TimingsError`].
    pub fn read(log: impl BufRead, solution: &Solution) -> Result<Self, TimingsError> {
        let mut timings = Self::default();
        for (number, line) in (1..).zip(log.lines()) {
            let event: Value = serde_json::from_str(&line?).map_err(|_| TimingsError::NoEvent(number))?;
            match event["event"].as_str() {
                Some("run_begins") => {
                    let text = |key: &str| event[key].as_str().unwrap_or_default().to_string();
                    let (game, n, values) = (text("game"), event["n"].as_u64().unwrap_or(0), text("values"));
                    let identity = &solution.identity;
                    if (&game, n, &values) != (&identity.game, identity.n.into(), &identity.values) {
                        return Err(TimingsError::Other { game, n, values });
                    }
                    timings.threads = event["threads"].as_u64();
                }
                Some("level_sealed") => {
                    let (level, positions) = (event["level"].as_u64(), event["positions"].as_u64());
                    let numbers = level.zip(positions).zip(event["seconds"].as_f64());
                    let ((level, positions), seconds) = numbers.ok_or(TimingsError::NoEvent(number))?;
                    timings.levels.insert(level as u32, (positions, seconds));
                }
                Some(_) => {}
                None => return Err(TimingsError::NoEvent(number)),
            }
            timings.peak_bytes = timings.peak_bytes.max(event["peak_resident_bytes"].as_u64());
        }
        if timings.levels.is_empty() {
            return Err(TimingsError::Nothing);
        }
        Ok(timings)
    }

    /// Returns the seconds of all levels.
    pub fn seconds(&self) -> f64 {
        self.levels.values().map(|(_, seconds)| seconds).sum()
    }
}
