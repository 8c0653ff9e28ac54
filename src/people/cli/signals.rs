//! SIGINT and SIGTERM end a run where it can be resumed; a second one, or the first where nothing can be resumed, ends
//! it at once. No temporary file stays behind.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals as Arrivals;
use signal_hook::low_level::emulate_default_handler;

use retro::Observer;

/// Makes a write beyond the limit on file sizes fail with a reason instead of killing the process.
pub(super) fn let_writes_fail() {
    // SAFETY: ignoring a signal has no other effect.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Whether the command ends by itself after the next signal.
static IS_ASKED_FIRST: AtomicBool = AtomicBool::new(false);

/// From here on, a signal that ends the process also removes the drafts. Returns whether that is so: a system that
/// grants no thread for it leaves signals as they are.
pub(super) fn remove_drafts() -> bool {
    static IS_READY: OnceLock<bool> = OnceLock::new();
    *IS_READY.get_or_init(|| {
        let (ready, is_ready) = channel();
        let wait = move || {
            // Signals are caught only where somebody waits for them: nothing would end the process otherwise.
            let mut arrivals = Arrivals::new([SIGINT, SIGTERM]);
            let _ = ready.send(arrivals.is_ok());
            for signal in arrivals.iter_mut().flatten() {
                if !IS_ASKED_FIRST.swap(false, Relaxed) {
                    base::drafts::remove_all();
                    // Ends the process.
                    let _ = emulate_default_handler(signal);
                }
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(wait);
        thread.is_ok() && is_ready.recv() == Ok(true)
    })
}

/// The command ends by itself after the next signal: called where it is ready to.
pub(super) fn end_when_asked() {
    IS_ASKED_FIRST.store(true, Relaxed);
}

/// Bytes of the stack of the thread that waits for signals.
const STACK: usize = 128 << 10;

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
        let ends = remove_drafts();
        for signal in [SIGINT, SIGTERM] {
            if !ends {
                // The order matters: the first signal finds the flag unset and sets it, the second finds it set.
                flag::register_conditional_default(signal, came.clone())?;
            }
            flag::register(signal, came.clone())?;
        }
        // Last: a signal that comes before ends the process, and none is lost.
        end_when_asked();
        Ok(Self {
            came,
            said: AtomicBool::new(false),
            listener,
        })
    }

    /// Whether a signal has come, for any thread; the listener does not hear of it.
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
