//! The status file: what the run is doing, for `retrograph info` from another terminal.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use retrograph_storage::clock::now_in_milliseconds;
use retrograph_storage::{Database, StatusFile};
use serde::{Deserialize, Serialize};

use super::place::{Place, StepStatus};
use super::resident::Resident;
use super::ticker::Ticker;
use retro::{LevelReport, Observer, Run, Step};

/// How often the file is replaced, in addition to the beginning of each step.
const INTERVAL: Duration = Duration::from_secs(2);
/// Steps that begin sooner after one another share a file.
const LEAST_INTERVAL: Duration = Duration::from_millis(200);

/// Content of `status.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Status {
    /// When this was written, UTC; left out, as below, when the clock has no valid time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Process id.
    pub process: u32,
    /// Version of the program.
    pub tool_version: String,
    /// The lowest level to be solved.
    pub down_to: u32,
    /// The lowest level sealed.
    pub lowest_sealed: Option<u32>,
    /// Levels still to be sealed, the current one included; unknown during the ascent.
    pub levels_to_go: Option<u32>,
    /// The current level.
    pub level: Option<u32>,
    /// The current step.
    pub step: Option<StepStatus>,
    /// When progress on the current level was last saved, UTC.
    pub checkpoint: Option<String>,
    /// Levels sealed by this run, and positions in them.
    pub levels: u32,
    pub positions: u64,
    /// Number of threads.
    pub threads: usize,
    /// Limit of the resident set, in bytes.
    pub memory_limit_bytes: u64,
    /// Memory of the process.
    #[serde(flatten)]
    pub memory: Option<Resident>,
}

impl Status {
    /// Reads the last status of the writer `process`. Returns `None` when there is none or it is not valid.
    pub fn read(db: &Database, process: u32) -> Option<Self> {
        let status: Self = serde_json::from_slice(&db.status_file().read()?).ok()?;
        (status.process == process).then_some(status)
    }
}

/// Keeps the status file current during a run.
pub(crate) struct StatusWriter {
    inner: Arc<Inner>,
    ticker: Mutex<Option<Ticker>>,
}

struct Inner {
    /// Locked during a write; with the time of the last write.
    file: Mutex<(StatusFile, Option<Instant>)>,
    place: Place,
    asked: OnceLock<Asked>,
    found_top: OnceLock<u32>,
}

/// The request for the run.
struct Asked {
    top: Option<u32>,
    down_to: u32,
    threads: usize,
    memory: u64,
}

impl StatusWriter {
    /// Creates the writer for a run into `db`.
    pub fn new(db: &Database) -> Self {
        let inner = Inner {
            file: Mutex::new((db.status_file(), None)),
            place: Place::new(),
            asked: OnceLock::new(),
            found_top: OnceLock::new(),
        };
        Self {
            inner: Arc::new(inner),
            ticker: Mutex::new(None),
        }
    }

    fn set_ticker(&self, ticker: Option<Ticker>) {
        *self.ticker.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = ticker;
    }
}

impl Inner {
    /// A status that cannot be written is left out; the run continues.
    fn write(&self, least_interval: Duration) {
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (file, last) = &mut *file;
        if last.is_some_and(|last| last.elapsed() < least_interval) {
            return;
        }
        *last = Some(Instant::now());
        let Some(asked) = self.asked.get() else { return };
        let total = self.place.total();
        let top = asked.top.or(self.found_top.get().copied());
        let next = total.sealed.or(top.map(|top| top + 1));
        let status = Status {
            time: now_in_milliseconds(),
            process: std::process::id(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
            down_to: asked.down_to,
            lowest_sealed: total.sealed,
            levels_to_go: next.map(|next| next.saturating_sub(asked.down_to)),
            level: total.level,
            step: self.place.step(),
            checkpoint: total.checkpoint,
            levels: total.levels,
            positions: total.positions,
            threads: asked.threads,
            memory_limit_bytes: asked.memory,
            memory: Resident::measured(),
        };
        let mut text = serde_json::to_vec_pretty(&status).expect("names, numbers and strings are JSON");
        text.push(b'\n');
        let _ = file.write(&text);
    }
}

impl Observer for StatusWriter {
    fn run_begins(&self, run: &Run) {
        self.inner.place.run_begins(run);
        self.inner.asked.get_or_init(|| Asked {
            top: run.top,
            down_to: run.down_to,
            threads: run.threads,
            memory: run.memory,
        });
        self.inner.write(Duration::ZERO);
        let inner = self.inner.clone();
        self.set_ticker(Some(Ticker::start(INTERVAL, move || inner.write(Duration::ZERO))));
    }

    fn run_ends(&self) {
        self.set_ticker(None);
        let file = self.inner.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // A file that cannot be removed is removed by the next run; without a writer it is never read.
        let _ = file.0.remove();
    }

    fn found_top(&self, top: u32) {
        self.inner.found_top.get_or_init(|| top);
    }

    fn level_begins(&self, level: u32) {
        self.inner.place.level_begins(level);
    }

    fn begin(&self, step: &Step) {
        self.inner.place.begin(step);
        self.inner.write(LEAST_INTERVAL);
    }

    fn advance(&self, done: u64) {
        self.inner.place.advance(done);
    }

    fn end(&self) {
        self.inner.place.end();
    }

    fn checkpoint(&self, _level: u32) {
        self.inner.place.checkpoint(now_in_milliseconds());
        self.inner.write(Duration::ZERO);
    }

    fn sealed(&self, report: &LevelReport) {
        self.inner.place.sealed(report);
    }
}
