//! Long calls: they run in a thread of their own, while the one that called looks for signals.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use pyo3::prelude::*;

/// How long other threads of Python run before the next look at signals.
pub const TURN: Duration = Duration::from_millis(50);

const STACK_BYTES: usize = 16 << 20;

/// Runs `work`, and `look` now and then. Ctrl-C and an error of `look` end it: `stop` makes `work` return soon.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, mut is_done) = channel();
    scope(|scope| {
        let worker = Builder::new().stack_size(STACK_BYTES);
        // Nobody listens any more after an error.
        let worker = worker.spawn_scoped(scope, move || drop(done.send(work())))?;
        loop {
            let waiting = &mut is_done;
            match py.detach(move || waiting.recv_timeout(TURN)) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Disconnected) => resume_unwind(worker.join().expect_err("it sent nothing")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(error) = py.check_signals().and_then(|()| look(py)) {
                stop();
                py.detach(|| drop(worker.join()));
                return Err(error);
            }
        }
    })
}
