//! SIGINT and SIGTERM end a run where it can be resumed; a second one kills.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use retro::Observer;

/// Makes a write beyond the limit on file sizes fail with a reason instead of killing the process.
pub(super) fn let_writes_fail() {
    // SAFETY: ignoring a signal has no other effect.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Asks a run to stop once a signal has come.
pub(super) struct Signals<'a> {
    came: Arc<AtomicBool>,
    said: AtomicBool,
    /// Is notified when the signal has arrived.
    listener: &'a dyn Observer,
}

impl<'a> Signals<'a> {
    /// Handles the signals from here on.
    ///
    /// # Errors
    /// Fails when the system refuses.
    pub fn catch(listener: &'a dyn Observer) -> io::Result<Self> {
        let came = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the first signal finds the flag unset and sets it, the second finds it set.
            flag::register_conditional_default(signal, came.clone())?;
            flag::register(signal, came.clone())?;
        }
        Ok(Self {
            came,
            said: AtomicBool::new(false),
            listener,
        })
    }

    /// Whether a signal has come, for any thread; the listener is not told.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.came.clone()
    }
}

impl Observer for Signals<'_> {
    fn stop(&self) -> bool {
        let came = self.came.load(Relaxed);
        if came && !self.said.swap(true, Relaxed) {
            self.listener
                .note("asked to stop: ending where the same command can resume; a second signal ends the run at once");
        }
        came
    }
}
