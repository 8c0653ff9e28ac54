//! A thread that calls a function at intervals.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Calls a function at every interval until it is dropped.
pub(super) struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// The first call comes after one interval. Where the system grants no thread, no call comes.
    pub fn start(interval: Duration, tick: impl Fn() + Send + 'static) -> Self {
        let (stop, stopped) = channel();
        let thread = Builder::new().spawn(move || {
            while stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        Self {
            stop: Some(stop),
            thread: thread.ok(),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A tick that panicked has already been reported.
            let _ = thread.join();
        }
    }
}
