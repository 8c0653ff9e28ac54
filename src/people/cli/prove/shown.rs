//! What a terminal sees of a search.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use base::units::{counted, grouped};
use proof::Progress;

/// A line that changes, on a terminal; else nothing.
pub(in super::super) struct Shown {
    bar: Option<ProgressBar>,
    start: Instant,
}

impl Shown {
    pub fn new() -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a correct template");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
        });
        Self {
            bar,
            start: Instant::now(),
        }
    }

    pub fn show(&self, progress: &Progress) {
        if let Some(bar) = &self.bar {
            let seconds = self.start.elapsed().as_secs_f64();
            let rate = progress.nodes as f64 / seconds.max(1e-9);
            let fill = 100.0 * progress.entries as f64 / progress.entries_most.max(1) as f64;
            let mut parts = match progress.entries_most {
                0 => Vec::new(),
                _ => vec![
                    counted(progress.nodes, "node"),
                    format!("{}/s", grouped(rate as u64)),
                    format!("table {fill:.0} % full"),
                ],
            };
            if let Some(share) = progress.share.filter(|share| *share > 0.0) {
                let left = seconds / share * (1.0 - share);
                parts.push(format!(
                    "{:.0} % done, {} left",
                    100.0 * share,
                    base::units::hours(left / 3600.0)
                ));
            }
            parts.extend((!progress.detail.is_empty()).then(|| progress.detail.clone()));
            bar.set_message(parts.join(", "));
            bar.tick();
        }
    }

    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
