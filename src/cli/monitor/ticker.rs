//! A thread that does the same again and again.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Calls a function every so often until it is dropped; it is not called any more then.
pub(super) struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// The first call comes after one interval. Where the system gives no thread, none comes.
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
            // A tick that panicked has said so itself.
            let _ = thread.join();
        }
    }
}
