//! Calibration: the engine solves a small order on this machine, to measure the cost of a position.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use base::drafts::DraftFolder;
use retrograph_storage::{Database, Error, Identity, OUTCOME};
use thiserror::Error;

use super::clock::working_time;
use super::costs::{Costs, MeasuredLevel, Origin};
use super::published::known_total;
use engine::Engine;
use retro::{Grain, Keep, LevelReport, Observer, Options, SolveError, Step};

/// Order solved: 3.6 s of one core (measured), in wide rows half as much again. n = 11 takes 0.8 s, mostly for creating
/// 31 databases.
pub const ORDER: u32 = 12;
/// The memory limit for it, in bytes; it peaks at some 30 MiB.
const MEMORY: u64 = 256 << 20;

/// Why this machine could not be measured.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// There is no place for the small order, which takes 3 MB.
    #[error("no temporary folder can be created in {}: {why}", folder.display())]
    Folder {
        /// The folder tried.
        folder: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// The small order could not be solved.
    #[error("the calibration failed: {0}")]
    Solve(#[from] SolveError),
}

impl From<Error> for CalibrationError {
    fn from(error: Error) -> Self {
        Self::Solve(error.into())
    }
}

/// Solves `game`, the triangle game on [`ORDER`] vertices in rows as wide as the order to be forecast needs, into a
/// temporary folder with one thread, and fits costs to its levels. Reports one step to `observer`, in positions.
///
/// # Errors
/// Fails when the folder cannot be created or written.
pub fn calibrate(game: &dyn Engine, observer: &dyn Observer) -> Result<Costs, CalibrationError> {
    observer.begin(&Step {
        level: None,
        name: &format!("measuring this machine: n = {ORDER}"),
        done: 0,
        all: known_total(ORDER).unwrap_or(0),
    });
    let levels = solved_levels(game, observer);
    observer.end();
    let levels = levels?;
    // The time of the first level includes finding the saturated positions.
    Ok(Costs::fit(Origin::Calibrated, ORDER, &levels[1..]))
}

/// The place whose draft holds the database of a calibration. Nothing ever appears there.
pub fn calibration_folder() -> PathBuf {
    std::env::temp_dir().join("retrograph-calibration")
}

fn solved_levels(game: &dyn Engine, observer: &dyn Observer) -> Result<Vec<MeasuredLevel>, CalibrationError> {
    let temporary = DraftFolder::beside(&calibration_folder()).map_err(|why| CalibrationError::Folder {
        folder: std::env::temp_dir(),
        why,
    })?;
    let identity = Identity::new(game.name(), game.order(), OUTCOME, Keep::Positions);
    let db = Database::create(&temporary.folder().join("db"), &identity)?;
    let options = Options {
        memory: MEMORY,
        threads: 1,
        // Each level separately, so that its time is known.
        grain: Grain {
            group_positions: 0,
            // Marks would not have room in larger orders, nor pay in odd ones.
            marks_from: u64::MAX,
            ..Grain::default()
        },
        ..Options::default()
    };
    let watch = Watch {
        seen: Mutex::default(),
        observer,
    };
    game.solve(&db, &options, &watch)?;
    let seen = watch.seen.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(seen.levels)
}

/// Records what each level took. With one thread, a run reports its levels on the thread that does all the work.
struct Watch<'a> {
    seen: Mutex<Seen>,
    observer: &'a dyn Observer,
}

#[derive(Default)]
struct Seen {
    /// When the last level was finished.
    last: Duration,
    positions: u64,
    levels: Vec<MeasuredLevel>,
}

impl Observer for Watch<'_> {
    fn sealed(&self, report: &LevelReport) {
        let mut seen = self.seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let now = working_time();
        let positions = report.positions;
        let level = MeasuredLevel {
            edges: report.level,
            positions,
            level_bytes: report.bytes,
            label_function_bytes: report.label_function_bytes,
            cpu_us: now.saturating_sub(seen.last).as_secs_f64() * 1e6,
        };
        seen.last = now;
        seen.positions += positions;
        seen.levels.push(level);
        self.observer.advance(seen.positions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use all_games::AllGames;
    use engine::Family;
    use retro::Silent;

    #[test]
    fn every_level_is_seen() {
        let levels = solved_levels(&*AllGames.triangle(7, false).engine().unwrap(), &Silent).unwrap();
        let edges: Vec<u32> = levels.iter().map(|level| level.edges).collect();
        assert_eq!(edges, (0..=12).rev().collect::<Vec<_>>());
        assert_eq!(levels.iter().map(|level| level.positions).sum::<u64>(), 107);
        assert!(
            levels
                .iter()
                .all(|level| level.level_bytes > 0 && level.label_function_bytes > 0)
        );
    }
}
