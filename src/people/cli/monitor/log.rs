//! The log of a run: one event per line, in one form for programs and one for people.

use std::fs::OpenOptions;
use std::io::{self, Write, stderr};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retrograph_storage::clock::now_in_milliseconds;

use super::event::{Event, Line};
use super::place::{Place, rounded};
use super::resident::Resident;
use super::ticker::Ticker;
use crate::failure::{Code, one_line, say};
use retro::{LevelReport, Observer, Run, Step};

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// One JSON object per line
    Json,
    /// A time and a sentence per line
    Text,
}

/// Writes events as they happen, and the state of the run at every interval.
pub(crate) struct Log {
    inner: Arc<Inner>,
    interval: Duration,
    ticker: Mutex<Option<Ticker>>,
}

struct Inner {
    form: Form,
    out: Mutex<Box<dyn Write + Send>>,
    /// Whether it was reported that nothing more is written.
    failed: AtomicBool,
    place: Place,
}

impl Log {
    /// Opens the log, appending to `file` or writing to standard error.
    ///
    /// # Errors
    /// Fails when the file cannot be opened.
    pub fn open(form: Form, file: Option<&Path>, interval: Duration) -> io::Result<Self> {
        let out: Box<dyn Write + Send> = match file {
            Some(path) => Box::new(OpenOptions::new().create(true).append(true).open(path)?),
            None => Box::new(stderr()),
        };
        let inner = Inner {
            form,
            out: Mutex::new(out),
            failed: AtomicBool::new(false),
            place: Place::new(),
        };
        Ok(Self {
            inner: Arc::new(inner),
            interval,
            ticker: Mutex::new(None),
        })
    }

    /// Writes the last line: how the run ended, with the sentence of a failure.
    pub fn ended(&self, code: Code, sentence: Option<&str>) {
        let total = self.inner.place.total();
        let how = match code {
            Code::Done => "done",
            Code::Stopped => "stopped",
            _ => "failed",
        };
        self.inner.write(Event::RunEnds {
            how,
            exit_code: code as u8,
            sentence,
            levels: total.levels,
            positions: total.positions,
            seconds: rounded(total.begun.elapsed().as_secs_f64()),
        });
    }

    fn set_ticker(&self, ticker: Option<Ticker>) {
        *self.ticker.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = ticker;
    }
}

impl Inner {
    fn write(&self, event: Event) {
        let memory = match event {
            Event::Note { .. } | Event::LevelBegins { .. } | Event::StepBegins { .. } => None,
            _ => Resident::measured(),
        };
        let line = Line {
            time: now_in_milliseconds(),
            event,
            memory,
        };
        let mut text = match self.form {
            Form::Json => line.json(),
            Form::Text => one_line(&line.text()),
        };
        text.push('\n');
        let mut out = self.out.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // Each line is written at once, so that others may write to the same file; a run continues without its log.
        if let Err(why) = out.write_all(text.as_bytes())
            && !self.failed.swap(true, Relaxed)
        {
            say(&format!("the log cannot be written, but the run continues: {why}"));
        }
    }
}

impl Observer for Log {
    fn run_begins(&self, run: &Run) {
        self.inner.place.run_begins(run);
        self.inner.write(Event::RunBegins {
            tool_version: env!("CARGO_PKG_VERSION"),
            process: std::process::id(),
            game: run.game,
            n: run.n,
            values: run.values,
            folder: &run.folder.to_string_lossy(),
            top: run.top,
            lowest_sealed: run.sealed,
            down_to: run.down_to,
            memory_limit_bytes: run.memory,
            threads: run.threads,
            keep: run.keep.name(),
        });
        let inner = self.inner.clone();
        self.set_ticker(Some(Ticker::start(self.interval, move || {
            if let Some(step) = inner.place.step() {
                inner.write(Event::Progress { step });
            }
        })));
    }

    fn run_ends(&self) {
        self.set_ticker(None);
    }

    fn note(&self, sentence: &str) {
        self.inner.write(Event::Note { sentence });
    }

    fn waits(&self, sentence: &str) {
        self.note(sentence);
    }

    fn level_begins(&self, level: u32) {
        self.inner.place.level_begins(level);
        self.inner.write(Event::LevelBegins { level });
    }

    fn begin(&self, step: &Step) {
        self.inner.place.begin(step);
        self.inner.write(Event::StepBegins {
            level: step.level,
            step: step.name,
            done: step.done,
            all: step.all,
        });
    }

    fn advance(&self, done: u64) {
        self.inner.place.advance(done);
    }

    fn end(&self) {
        if let Some(step) = self.inner.place.end() {
            self.inner.write(Event::StepEnds { step });
        }
    }

    fn checkpoint(&self, level: u32) {
        let step = self.inner.place.step();
        self.inner.write(Event::Checkpoint {
            level,
            step: step.as_ref().map(|step| step.step.as_str()),
            done: step.as_ref().map(|step| step.done),
            all: step.as_ref().map(|step| step.all),
        });
    }

    fn sealed(&self, report: &LevelReport) {
        self.inner.place.sealed(report);
        let positions = report.positions;
        self.inner.write(Event::LevelSealed {
            level: report.level,
            positions,
            outcomes: &report.outcomes,
            saturated: report.saturated,
            seconds: rounded(report.seconds),
            per_second: (positions as f64 / report.seconds.max(1e-9)).round() as u64,
            bytes: report.bytes,
            label_function_bytes: report.label_function_bytes,
            labellings: report.work.labellings,
            searches: report.work.searches,
            lookups: report.work.lookups,
            asked: report.work.asked,
        });
    }
}
