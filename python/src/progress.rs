//! The progress of a solution, for a function of Python.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::{Thread, current};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use retrograph::retro::Step;
use retrograph::{LevelReport, Observer};

/// Time from one report of a step to the next.
const PAUSE: Duration = Duration::from_millis(250);

/// What a run has done since the last look. The run waits until a sealed level is reported, so that an error there
/// stops it before it seals more than what moves with this level.
pub struct Seen {
    caller: Thread,
    is_stopped: AtomicBool,
    done: AtomicU64,
    news: Mutex<News>,
    is_reported: Condvar,
}

#[derive(Default)]
struct News {
    sealed: Option<LevelReport>,
    step: Option<Begun>,
}

#[derive(Clone)]
struct Begun {
    level: Option<u32>,
    name: String,
    all: u64,
}

impl Seen {
    /// Reports go to the thread that calls this.
    pub fn new() -> Self {
        Self {
            caller: current(),
            is_stopped: AtomicBool::default(),
            done: AtomicU64::default(),
            news: Mutex::default(),
            is_reported: Condvar::new(),
        }
    }

    pub fn stop(&self) {
        let _held = self.news();
        self.is_stopped.store(true, Relaxed);
        self.is_reported.notify_all();
    }

    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().expect("nobody panics with it")
    }
}

impl Observer for Seen {
    fn begin(&self, step: &Step) {
        self.done.store(step.done, Relaxed);
        self.news().step = Some(Begun {
            level: step.level,
            name: step.name.into(),
            all: step.all,
        });
    }

    fn advance(&self, done: u64) {
        self.done.fetch_max(done, Relaxed);
    }

    fn end(&self) {
        self.news().step = None;
    }

    fn sealed(&self, report: &LevelReport) {
        let mut news = self.news();
        news.sealed = Some(report.clone());
        self.caller.unpark();
        let waits = |news: &mut News| news.sealed.is_some() && !self.is_stopped.load(Relaxed);
        drop(self.is_reported.wait_while(news, waits).expect("nobody panics with it"));
    }

    fn stop(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }
}

/// A function that is called with a dictionary for each level, and for the step under way; as in docs/log.md.
pub struct Reporter<'a> {
    seen: &'a Seen,
    call: Option<Py<PyAny>>,
    last: Instant,
}

impl<'a> Reporter<'a> {
    pub fn new(seen: &'a Seen, call: Option<Py<PyAny>>) -> Self {
        let last = Instant::now();
        Self { seen, call, last }
    }

    pub fn report(&mut self, py: Python<'_>) -> PyResult<()> {
        let (sealed, step) = {
            let news = self.seen.news();
            (news.sealed.clone(), news.step.clone())
        };
        if let (Some(call), Some(report)) = (&self.call, &sealed) {
            let event = PyDict::new(py);
            event.set_item("event", "level_sealed")?;
            event.set_item("level", report.level)?;
            event.set_item("positions", report.positions)?;
            for (outcome, count) in &report.outcomes {
                event.set_item(outcome.count_name(), count)?;
            }
            event.set_item("saturated", report.saturated)?;
            event.set_item("seconds", report.seconds)?;
            call.call1(py, (event,))?;
        }
        if sealed.is_some() {
            self.seen.news().sealed = None;
            self.seen.is_reported.notify_all();
        }
        let Some(call) = &self.call else { return Ok(()) };
        if let Some(step) = step.filter(|_| self.last.elapsed() >= PAUSE) {
            self.last = Instant::now();
            let event = PyDict::new(py);
            event.set_item("event", "progress")?;
            event.set_item("level", step.level)?;
            event.set_item("step", step.name)?;
            event.set_item("done", self.seen.done.load(Relaxed))?;
            event.set_item("all", step.all)?;
            call.call1(py, (event,))?;
        }
        Ok(())
    }
}
