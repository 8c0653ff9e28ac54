//! The threads of a search: all that are wanted, or none.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Bytes of stack that suffice for most searches.
pub const STACK: usize = 2 << 20;

/// Calls a function if its thread panics.
struct OnPanic<'a>(&'a (dyn Fn() + Sync));

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

/// Runs `lead` on this thread while as many others as `helpers`, with so many bytes of `stack`, run `help` with numbers
/// from 1 on; returns what all of them made. `end` asks them to end soon: it is called when one of them panics, which
/// then panics here, too, and when the system grants no further thread, in which case `lead` is not run.
///
/// # Errors
/// The system grants no further thread; those that were there have ended.
pub fn together<L, H: Send>(
    helpers: usize,
    stack: usize,
    help: impl Fn(usize) -> H + Sync,
    end: &(dyn Fn() + Sync),
    lead: impl FnOnce() -> L,
) -> io::Result<(L, Vec<H>)> {
    thread::scope(|scope| {
        let _ending = OnPanic(end);
        let help = &help;
        let mut threads = Vec::with_capacity(helpers);
        for number in 1..=helpers {
            let thread = Builder::new().stack_size(stack).spawn_scoped(scope, move || {
                let _ending = OnPanic(end);
                help(number)
            });
            match thread {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    end();
                    return Err(error);
                }
            }
        }
        let led = lead();
        let joined = threads.into_iter().map(|thread| thread.join());
        let helped = joined.map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)));
        Ok((led, helped.collect()))
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use super::*;

    #[test]
    fn each_thread_makes_its_part() {
        let (led, helped) = together(3, STACK, |number| number * number, &|| (), || "led").unwrap();
        assert_eq!((led, helped), ("led", vec![1, 4, 9]));
    }

    /// Who waits for the answer of one that has panicked would wait for ever.
    #[test]
    fn a_panic_of_one_ends_all() {
        for panics in 0..3 {
            let is_over = AtomicBool::new(false);
            let work = |number: usize| {
                assert!(number != panics, "a bug");
                while !is_over.load(Relaxed) {
                    thread::yield_now();
                }
            };
            let all = || together(2, STACK, work, &|| is_over.store(true, Relaxed), || work(0));
            assert!(catch_unwind(AssertUnwindSafe(all)).is_err(), "{panics}");
        }
    }
}
