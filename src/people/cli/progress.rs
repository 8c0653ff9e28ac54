//! Progress on a terminal: one permanent line for each level, and a bar while it runs. Silent when standard error is
//! not a terminal.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::closing::Closing;
use super::json;
use super::monitor::Resident;
use super::printable::printable;
use base::units::{bytes, grouped};
use game::shown_name;
use game::values::{Outcome, Values};
use retro::{LevelReport, Observer, Run, Step, Work};
use serde::{Serialize, Serializer};

/// Where progress is shown.
pub(super) struct Progress {
    /// The bar of the current step; each step gets a new one, because a reused bar leaves its last line behind.
    bar: Mutex<ProgressBar>,
    is_terminal: bool,
    verbose: bool,
    json: bool,
    /// Why writing to standard output has ended.
    closed: Mutex<Option<io::Error>>,
}

impl Progress {
    /// `verbose`: lines even without a terminal, with counts of the work; `json`: one object per sealed level on
    /// standard output.
    pub fn new(verbose: bool, json: bool) -> Self {
        let bar = Mutex::new(ProgressBar::hidden());
        Self {
            bar,
            is_terminal: std::io::stderr().is_terminal(),
            verbose,
            json,
            closed: Mutex::new(None),
        }
    }

    /// The same without output on standard error.
    pub fn unseen(self) -> Self {
        Self {
            is_terminal: false,
            verbose: false,
            ..self
        }
    }

    /// Reports how writing to standard output went; a run continues without it.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn finish(self) -> io::Result<()> {
        match self.closed.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }

    fn bar(&self) -> MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Prints a line of JSON on standard output, if JSON is asked for.
    pub fn print(&self, shape: &impl Serialize) {
        if self.json {
            self.write(&json::line(shape));
        }
    }

    /// Writes a line to standard output.
    fn write(&self, line: &str) {
        let mut closed = self.closed.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if closed.is_none() {
            *closed = self.bar().suspend(|| writeln!(stdout(), "{line}")).err();
        }
    }

    /// Prints the result on standard output, as JSON if that is asked for, and, if `next`, what to type next on
    /// standard error.
    pub fn closing(&self, closing: &Closing, next: bool) {
        match self.json {
            true => self.print(&closing.result),
            false => self.write(&printable(&closing.result.verdict)),
        }
        if next {
            self.bar().suspend(|| write_line(&closing.next));
        }
    }

    /// Prints one permanent line.
    pub fn line(&self, line: &str) {
        if self.is_terminal {
            self.bar().suspend(|| write_line(line));
        } else if self.verbose {
            write_line(line);
        }
    }
}

/// Writes to standard error; if it is closed, the run continues.
fn write_line(line: &str) {
    let _ = writeln!(stderr(), "{}", printable(line));
}

fn per(total: u64, count: u64) -> f64 {
    total as f64 / count.max(1) as f64
}

/// The rate in whole positions and the time left, as far as they are known.
fn speed(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = out.write_str(&speed_text(state.per_sec() as u64, state.eta()));
}

fn speed_text(per_second: u64, left: Duration) -> String {
    match (per_second, left.as_secs()) {
        // At the start of a step.
        (0, _) => String::new(),
        (_, 0) => format!(" {}/s", grouped(per_second)),
        _ => format!(" {}/s ETA {:#}", grouped(per_second), HumanDuration(left)),
    }
}

impl Observer for Progress {
    fn run_begins(&self, run: &Run) {
        self.line(&format!(
            "{} on {} vertices, {}, into {}: levels {} to {}, {} MiB, {} threads, keeping {}",
            shown_name(run.game),
            run.n,
            Values::named(run.values).map_or(run.values.into(), Values::in_words),
            run.folder.display(),
            run.top.map_or("?".into(), |top| top.to_string()),
            run.down_to,
            run.memory >> 20,
            run.threads,
            run.keep.name(),
        ));
        self.line("edges              P              N  saturated   seconds  positions/s  bytes/position");
    }

    fn run_ends(&self) {
        self.end();
    }

    fn note(&self, sentence: &str) {
        self.line(sentence);
    }

    fn waits(&self, sentence: &str) {
        // Whoever reads the log of a job asks why nothing happens.
        self.bar().suspend(|| write_line(sentence));
    }

    fn begin(&self, step: &Step) {
        if !self.is_terminal {
            return;
        }
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len}{speed}");
        let bar = ProgressBar::with_draw_target(Some(step.all), ProgressDrawTarget::stderr_with_hz(5))
            .with_style(style.expect("a correct template").with_key("speed", speed))
            .with_message(match step.level {
                Some(level) => format!("level {level}: {}", step.name),
                None => step.name.to_string(),
            })
            .with_position(step.done);
        bar.enable_steady_tick(Duration::from_millis(250));
        *self.bar() = bar;
    }

    fn advance(&self, done: u64) {
        if self.is_terminal {
            self.bar().set_position(done);
        }
    }

    fn end(&self) {
        if self.is_terminal {
            self.bar().finish_and_clear();
        }
    }

    fn sealed(&self, report: &LevelReport) {
        let positions = report.positions;
        let count = |index: usize| {
            report
                .outcomes
                .get(index)
                .map_or("-".into(), |&(_, count)| grouped(count))
        };
        let mut line = format!(
            "{:>5} {:>14} {:>14} {:>10} {:>9.2} {:>12} {:>15.2}",
            report.level,
            count(0),
            count(1),
            grouped(report.saturated),
            report.seconds,
            grouped((positions as f64 / report.seconds.max(1e-9)) as u64),
            per(report.bytes, positions),
        );
        if self.verbose {
            line += &format!(
                "  {:.2} labellings, {:.4} searches, {:.2} look-ups, {:.5} asked per position; label function {}, {:.3} bits per position",
                per(report.work.labellings, positions),
                per(report.work.searches, positions),
                per(report.work.lookups, positions),
                per(report.work.asked, positions),
                bytes(report.label_function_bytes as f64),
                8.0 * per(report.label_function_bytes, positions),
            );
            if let Some(memory) = Resident::measured() {
                line += &format!(
                    "; memory {}, at most {}",
                    bytes(memory.resident_bytes as f64),
                    bytes(memory.peak_resident_bytes as f64),
                );
            }
        }
        self.line(&line);
        self.print(&SealedLevel::of(report));
    }
}

/// Positions by who wins them, a key for each.
pub(super) fn by_name<S: Serializer>(outcomes: impl AsRef<[(Outcome, u64)]>, to: S) -> Result<S::Ok, S::Error> {
    let counts = outcomes.as_ref().iter();
    to.collect_map(counts.map(|&(outcome, count)| (outcome.count_name(), count)))
}

/// What `solve --json` and `work --json` print of a level.
#[derive(Serialize)]
struct SealedLevel {
    edges: u32,
    #[serde(flatten, serialize_with = "by_name")]
    outcomes: Vec<(Outcome, u64)>,
    saturated: u64,
    /// Wall time.
    seconds: f64,
    /// Keys and labels on disk.
    bytes: u64,
    label_function_bytes: u64,
    #[serde(flatten)]
    work: Work,
}

impl SealedLevel {
    fn of(report: &LevelReport) -> Self {
        Self {
            edges: report.level,
            outcomes: report.outcomes.clone(),
            saturated: report.saturated,
            seconds: report.seconds,
            bytes: report.bytes,
            label_function_bytes: report.label_function_bytes,
            work: report.work,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_shown_once_it_is_known() {
        let seconds = Duration::from_secs;
        assert_eq!(speed_text(0, seconds(0)), "");
        assert_eq!(speed_text(0, seconds(9)), "");
        assert_eq!(speed_text(1234, Duration::from_millis(900)), " 1,234/s");
        assert_eq!(speed_text(1234, seconds(12)), " 1,234/s ETA 12s");
    }
}
