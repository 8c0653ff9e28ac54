//! Long calls: they run in a thread of their own, while the one that called looks for signals.

use std::panic::resume_unwind;
use std::sync::mpsc::{TryRecvError, channel};
use std::thread::{Builder, current, park_timeout, scope};
use std::time::Duration;

use pyo3::prelude::*;

/// How long other threads of Python run before the next look at signals.
pub const TURN: Duration = Duration::from_millis(50);

const STACK_BYTES: usize = 16 << 20;

/// Runs `work`, and `look` now and then, at once where `work` unparks the thread of the call. Ctrl-C and an error of
/// `look` end it: `stop` makes `work` return soon.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, is_done) = channel();
    let caller = current();
    scope(|scope| {
        let worker = Builder::new().stack_size(STACK_BYTES);
        let worker = worker.spawn_scoped(scope, move || {
            // Nobody listens any more after an error.
            drop(done.send(work()));
            caller.unpark();
        })?;
        loop {
            py.detach(|| park_timeout(TURN));
            match is_done.try_recv() {
                Ok(found) => return Ok(found),
                Err(TryRecvError::Disconnected) => resume_unwind(worker.join().expect_err("it sent nothing")),
                Err(TryRecvError::Empty) => {}
            }
            if let Err(error) = py.check_signals().and_then(|()| look(py)) {
                stop();
                py.detach(|| drop(worker.join()));
                return Err(error);
            }
        }
    })
}
