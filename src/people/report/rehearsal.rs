//! A rehearsal: a block of the largest level is made as a run would make it, on the disk and in the memory that the run
//! would have.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use base::drafts::DraftFolder;
use base::units::{self, grouped, write_columns};
use retrograph_storage::{Error, room};
use serde::Serialize;
use thiserror::Error;

use super::calibration::database;
use super::clock::process_time;
use super::forecast::{Forecast, LevelCost};
use engine::Engine;
use retro::{Grain, Observer, Options, Sample, SolveError, Step};

/// Positions of the block at most: a whole file of a level.
const POSITIONS: u64 = 1 << 25;
/// Bytes on disk for each position of the block at most: both levels, sorted runs, items, hashes.
const DISK: u64 = 40;
/// Parts of the items of the block, where the items of the level do not fit in memory.
const GROUPS: u64 = 16;
/// Bytes of an item in memory, of which a third of the builder's is for items.
const ITEM_MEMORY: u64 = 3 * 8;
/// Seconds between two checkpoints of a run, as usual.
const CHECKPOINT: f64 = 180.0;
/// Time between two looks at the disk.
const LOOK: Duration = Duration::from_millis(500);

/// Why nothing was rehearsed.
#[derive(Debug, Error)]
pub enum RehearsalError {
    /// There is no place for the block.
    #[error("no temporary folder can be created in {}: {why}", folder.display())]
    Folder {
        /// The folder tried.
        folder: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// The disk is too full.
    #[error(
        "a rehearsal takes {} of disk without its label function, and {} has {}",
        units::bytes(*needed as f64), folder.display(), units::bytes(*free as f64)
    )]
    Room {
        /// The folder.
        folder: PathBuf,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// There is no level above another one.
    #[error("a game with one level has nothing to rehearse")]
    OneLevel,
    /// The block could not be made.
    #[error("the rehearsal failed: {0}")]
    Solve(#[from] SolveError),
}

impl From<Error> for RehearsalError {
    fn from(error: Error) -> Self {
        Self::Solve(error.into())
    }
}

/// What a rehearsal found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rehearsal {
    /// The level of which a block was made: the largest one.
    pub edges: u32,
    /// Positions of the block.
    pub positions: u64,
    /// Positions of the level.
    pub level_positions: u64,
    /// Sorted runs that were merged.
    pub runs: u64,
    /// Sorted runs of the level.
    pub level_runs: u64,
    /// Bytes of the label function that was looked up in.
    pub label_function_bytes: u64,
    /// Bytes of that of the level above.
    pub level_label_function_bytes: u64,
    /// Look-ups for each position.
    pub lookups_per_position: f64,
    /// Microseconds of one core for each position.
    pub cpu_us_per_position: f64,
    /// The same by the costs of the forecast, for as many look-ups in as large a label function.
    pub forecast_cpu_us_per_position: f64,
    /// Microseconds of elapsed time for each position.
    pub wall_us_per_position: f64,
    /// Bytes of the finished level for each position.
    pub level_bytes_per_position: f64,
    /// Bytes on disk for each position while the level was made, with the finished level.
    pub disk_bytes_per_position: f64,
    /// The same by the forecast.
    pub forecast_disk_bytes_per_position: f64,
    /// The stages, in their order.
    pub stages: Vec<Stage>,
    /// The most that the files of the rehearsal took, in bytes.
    pub disk_bytes: u64,
    /// Bytes that the file system had left before.
    pub free_disk_bytes: u64,
    /// Hours of one core for all levels: those of the forecast, times the CPU time of this block over its forecast.
    pub cpu_hours: f64,
    /// Hours of elapsed time for all levels, if the processor and the disk are as busy as now.
    pub wall_hours: f64,
    /// Why the run would not work, sentences without their full stops.
    pub obstacles: Vec<String>,
}

/// What a stage took for each position, in microseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// What is done.
    pub name: String,
    /// Of one core.
    pub cpu_us_per_position: f64,
    /// Elapsed.
    pub wall_us_per_position: f64,
}

/// The place in `folder` whose draft holds a rehearsal. Nothing ever appears there.
pub fn rehearsal_folder(folder: &Path) -> PathBuf {
    folder.join("retrograph-rehearsal")
}

/// Makes a block of the largest level of `forecast` in a temporary folder in `folder`, with a label function above that
/// is as large as the real one, or as the disk and `free_memory` bytes allow.
///
/// # Errors
/// [`RehearsalError`].
pub fn rehearse(
    game: &dyn Engine,
    forecast: &Forecast,
    folder: &Path,
    free_memory: u64,
    observer: &dyn Observer,
) -> Result<Rehearsal, RehearsalError> {
    let plan = &forecast.plan;
    let largest = (1..forecast.levels.len()).max_by_key(|&index| forecast.levels[index].positions);
    let index = largest.ok_or(RehearsalError::OneLevel)?;
    let (above, level) = (&forecast.levels[index - 1], &forecast.levels[index]);
    let positions = POSITIONS
        .min(above.positions)
        .min(plan.memory / (4 * plan.record_bytes));
    let failed = |why| RehearsalError::Folder {
        folder: folder.to_path_buf(),
        why,
    };
    let free = room(folder).map_err(failed)?;
    let left = free.checked_sub(DISK * positions).ok_or(RehearsalError::Room {
        folder: folder.to_path_buf(),
        needed: DISK * positions,
        free,
    })?;
    let function_bytes = above.label_function_bytes.min(left).min(free_memory);
    let function_share = function_bytes as f64 / above.label_function_bytes as f64;
    let temporary = DraftFolder::beside(&rehearsal_folder(folder)).map_err(failed)?;
    let db = database(game, temporary.folder())?;
    let counts = |edges: u32| {
        let level = forecast.levels.iter().find(|level| level.edges == edges);
        level.map_or(1, |level| level.positions)
    };
    // A checkpoint closes a run early.
    let level_runs = level.positions.div_ceil(plan.records_in_memory) + (level.wall_hours * 3600.0 / CHECKPOINT) as u64;
    let sample = Sample {
        level: level.edges,
        positions,
        counts: &counts,
        function_positions: ((above.positions as f64 * function_share) as u64).max(1),
        runs: level_runs,
    };
    let options = Options {
        down_to: level.edges,
        memory: plan.memory,
        threads: plan.threads,
        grain: Grain {
            builder_memory: match level.positions > plan.items_in_memory {
                true => positions * ITEM_MEMORY / GROUPS,
                false => u64::MAX,
            },
            ..Grain::default()
        },
        ..Options::default()
    };
    let watch = Watch {
        seen: Mutex::default(),
        level: level.edges,
        folder: temporary.folder(),
        observer,
    };
    let made = game.rehearse(&db, &sample, &options, &watch)?;
    watch.moment(None);
    let seen = watch.seen.into_inner().unwrap_or_else(PoisonError::into_inner);

    let done = made.report.positions.max(1) as f64;
    let each_us = |time: Duration| time.as_secs_f64() * 1e6 / done;
    let stages: Vec<Stage> = (seen.stages.iter())
        .map(|(name, cpu, wall)| Stage {
            name: name.clone(),
            cpu_us_per_position: each_us(*cpu),
            wall_us_per_position: each_us(*wall),
        })
        .collect();
    let sum = |of: fn(&Stage) -> f64| stages.iter().map(of).sum::<f64>();
    let (cpu, wall) = (
        sum(|stage| stage.cpu_us_per_position),
        sum(|stage| stage.wall_us_per_position),
    );
    let lookups = made.report.work.lookups as f64 / done;
    let foretold = forecast.costs.cpu_us_of_one(lookups, made.function_bytes);
    let disk_of = |level: &LevelCost| level.level_bytes + level.item_bytes + level.run_bytes;
    let before = made.sampled_bytes + made.function_bytes;
    // Keys of a block are further apart than those of the level, in the level and in its runs: that takes so many bytes
    // of each, which the level will not take.
    let wider = (level.positions as f64 / done).log2().max(0.0) / 8.0;
    let copies = if made.runs > 1 { 2.0 } else { 1.0 };
    let mut rehearsal = Rehearsal {
        edges: level.edges,
        positions: made.report.positions,
        level_positions: level.positions,
        runs: made.runs,
        level_runs,
        label_function_bytes: made.function_bytes,
        level_label_function_bytes: above.label_function_bytes,
        lookups_per_position: lookups,
        cpu_us_per_position: cpu,
        forecast_cpu_us_per_position: foretold,
        wall_us_per_position: wall,
        level_bytes_per_position: made.report.bytes as f64 / done - wider,
        disk_bytes_per_position: seen.most_disk.saturating_sub(before) as f64 / done - copies * wider,
        forecast_disk_bytes_per_position: disk_of(level) as f64 / level.positions as f64,
        stages,
        disk_bytes: seen.most_disk,
        free_disk_bytes: free,
        cpu_hours: forecast.cpu_hours() * cpu / foretold,
        wall_hours: forecast.wall_hours() * wall * plan.threads as f64 / foretold,
        obstacles: vec![],
    };
    rehearsal.obstacles = rehearsal.obstacles_to(forecast, folder, free_memory);
    Ok(rehearsal)
}

impl Rehearsal {
    fn obstacles_to(&self, forecast: &Forecast, folder: &Path, free_memory: u64) -> Vec<String> {
        let mut obstacles = Vec::new();
        let peaks = [
            ("with labels kept", forecast.peak_disk_bytes_keeping_labels()),
            ("with positions kept", forecast.peak_disk_bytes_keeping_positions()),
        ];
        for (kept, peak) in peaks.into_iter().filter(|(_, peak)| *peak > self.free_disk_bytes) {
            obstacles.push(format!(
                "the run takes up to {} of disk {kept}, and {} has {}",
                size(peak),
                folder.display(),
                size(self.free_disk_bytes)
            ));
        }
        let largest = forecast.largest_label_function_bytes();
        if largest > free_memory {
            obstacles.push(format!(
                "the largest label function takes {} of memory, and {} are free for it: look-ups would wait for the disk",
                size(largest),
                size(free_memory)
            ));
        }
        obstacles
    }

    /// Writes what was found, at most 100 characters a line but for names of folders. Fails when `out` fails.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "\nRehearsal: {} of the {} positions with {} edges",
            grouped(self.positions),
            grouped(self.level_positions),
            self.edges
        )?;
        writeln!(out)?;
        let us = |us: f64| format!("{us:.3} us");
        let row = |name: &str, cpu: f64, wall: f64| vec![us(cpu), us(wall), name.to_string()];
        let stages = self.stages.iter();
        let mut rows: Vec<Vec<String>> = stages
            .map(|stage| row(&stage.name, stage.cpu_us_per_position, stage.wall_us_per_position))
            .collect();
        rows.push(row(
            "all, a position",
            self.cpu_us_per_position,
            self.wall_us_per_position,
        ));
        write_columns(out, &["core time", "wall time", ""], &rows)?;
        writeln!(out)?;
        let lines = [
            (
                "forecast",
                format!("{} of core time for a position", us(self.forecast_cpu_us_per_position)),
            ),
            (
                "label function",
                format!(
                    "{:.2} look-ups a position in {}, of {}",
                    self.lookups_per_position,
                    size(self.label_function_bytes),
                    size(self.level_label_function_bytes)
                ),
            ),
            (
                "sorted runs",
                format!("{} merged, of {}", grouped(self.runs), grouped(self.level_runs)),
            ),
            (
                "disk",
                format!(
                    "{:.2} bytes a position at most (forecast: {:.2}), of which {:.2} stay; {} in all",
                    self.disk_bytes_per_position,
                    self.forecast_disk_bytes_per_position,
                    self.level_bytes_per_position,
                    size(self.disk_bytes)
                ),
            ),
            (
                "all levels",
                format!(
                    "{} of core time; {} of wall time on a machine as busy as now",
                    units::hours(self.cpu_hours),
                    units::hours(self.wall_hours)
                ),
            ),
        ];
        for (name, text) in lines {
            writeln!(out, "{name:<16}{text}")?;
        }
        for obstacle in &self.obstacles {
            writeln!(out, "{:<16}{obstacle}", "would not work:")?;
        }
        Ok(())
    }
}

fn size(bytes: u64) -> String {
    units::bytes(bytes as f64)
}

/// Records what each step of the level took, and the disk.
struct Watch<'a> {
    seen: Mutex<Seen>,
    level: u32,
    folder: &'a Path,
    observer: &'a dyn Observer,
}

#[derive(Default)]
struct Seen {
    /// The step under way, its CPU time and its time so far.
    step: Option<(String, Duration, Instant)>,
    stages: Vec<(String, Duration, Duration)>,
    looked: Option<Instant>,
    most_disk: u64,
}

impl Watch<'_> {
    /// The step under way is over, and another one begins, if one does.
    fn moment(&self, next: Option<&str>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, cpu, wall)) = seen.step.take() {
            seen.stages
                .push((name, process_time().saturating_sub(cpu), wall.elapsed()));
        }
        seen.step = next.map(|name| (name.to_string(), process_time(), Instant::now()));
        seen.most_disk = seen.most_disk.max(disk(self.folder));
    }
}

impl Observer for Watch<'_> {
    fn note(&self, sentence: &str) {
        self.observer.note(sentence);
    }

    fn begin(&self, step: &Step) {
        self.moment((step.level == Some(self.level)).then_some(step.name));
        self.observer.begin(step);
    }

    fn advance(&self, done: u64) {
        self.observer.advance(done);
        let Ok(mut seen) = self.seen.try_lock() else { return };
        if seen.looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
            seen.most_disk = seen.most_disk.max(disk(self.folder));
            seen.looked = Some(Instant::now());
        }
    }

    fn end(&self) {
        self.observer.end();
    }

    fn stop(&self) -> bool {
        self.observer.stop()
    }
}

/// Bytes that the files below a folder take.
fn disk(folder: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => disk(&entry.path()),
        Ok(found) => found.blocks() * 512,
        // It has gone meanwhile.
        Err(_) => 0,
    });
    bytes.sum()
}
