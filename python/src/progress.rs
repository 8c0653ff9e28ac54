//! The progress of a solution, for a function of Python.

use std::mem::take;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use retrograph::retro::Step;
use retrograph::{LevelReport, Observer};

/// Time from one report of a step to the next.
const PAUSE: Duration = Duration::from_millis(250);

/// What a run has done since the last look; the run does not wait for Python.
#[derive(Default)]
pub struct Seen {
    is_stopped: AtomicBool,
    done: AtomicU64,
    news: Mutex<News>,
}

#[derive(Default)]
struct News {
    sealed: Vec<LevelReport>,
    step: Option<Begun>,
}

#[derive(Clone)]
struct Begun {
    level: Option<u32>,
    name: String,
    all: u64,
}

impl Seen {
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    fn news(&self) -> std::sync::MutexGuard<'_, News> {
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
        self.news().sealed.push(report.clone());
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
        let Some(call) = &self.call else { return Ok(()) };
        let (sealed, step) = {
            let mut news = self.seen.news();
            (take(&mut news.sealed), news.step.clone())
        };
        for report in sealed {
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
