//! How much work a check may take, so that a file of hostile content costs time in proportion to its size.
//!
//! What tries assignments one after the other counts its steps here, some nanoseconds each. Outside of [`limited`]
//! nothing is limited. When the steps are spent, [`spent`] says so each time, and who asks gives any answer at once:
//! none is used then, because [`limited`] returns none.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Steps that a thread takes from the common ones at a time.
const PIECE: u64 = 1 << 16;

/// The steps that are left to all threads.
#[derive(Debug)]
pub(crate) struct Meter {
    left: AtomicU64,
    is_spent: AtomicBool,
    progress: Arc<Progress>,
}

/// How far a check has come, for other threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// Claims checked.
    done: AtomicU64,
    /// Of so many; 0 while that is not known.
    all: AtomicU64,
    is_stopped: AtomicBool,
}

impl Progress {
    /// Claims checked, and how many there are; `None` while that is not known.
    pub fn claims(&self) -> Option<(u64, u64)> {
        let all = self.all.load(Relaxed);
        (all > 0).then(|| (self.done.load(Relaxed), all))
    }

    /// Ends the check soon, as if its steps were spent.
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }
}

/// Reports how many claims are checked, of how many.
pub(crate) fn checked(done: u64, all: u64) {
    METER.with_borrow(|meter| {
        if let Some(meter) = meter {
            meter.progress.done.store(done, Relaxed);
            meter.progress.all.store(all, Relaxed);
        }
    });
}

thread_local! {
    static METER: RefCell<Option<Arc<Meter>>> = const { RefCell::new(None) };
    /// What this thread has taken from the meter.
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// Counts steps; `true` when they are spent.
#[inline]
pub(crate) fn spent(steps: u64) -> bool {
    match LEFT.get().checked_sub(steps) {
        Some(left) => {
            LEFT.set(left);
            false
        }
        None => take(steps),
    }
}

/// Whether the steps are spent, without taking any: for loops that do not count what they do. A thread that still has
/// some of its own learns it when those are taken.
#[inline]
pub(crate) fn is_spent() -> bool {
    LEFT.get() == 0 && METER.with_borrow(|meter| meter.as_ref().is_some_and(|meter| meter.is_spent.load(Relaxed)))
}

#[cold]
fn take(steps: u64) -> bool {
    METER.with_borrow(|meter| {
        let Some(meter) = meter else {
            LEFT.set(u64::MAX);
            return false;
        };
        let wanted = steps.max(PIECE);
        let is_spent = meter.is_spent.load(Relaxed)
            || meter.progress.is_stopped.load(Relaxed)
            || meter
                .left
                .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(wanted))
                .is_err();
        match is_spent {
            true => {
                meter.is_spent.store(true, Relaxed);
                LEFT.set(0);
                #[cfg(test)]
                tests::late(steps);
            }
            false => LEFT.set(LEFT.get() + wanted - steps),
        }
        is_spent
    })
}

/// The meter of this thread, for those that it starts.
pub(crate) fn meter() -> Option<Arc<Meter>> {
    METER.with_borrow(Option::clone)
}

/// Does something under a meter, and then goes on under the one before.
pub(crate) fn under<T>(meter: Option<Arc<Meter>>, work: impl FnOnce() -> T) -> T {
    struct Back(Option<Arc<Meter>>);
    impl Drop for Back {
        fn drop(&mut self) {
            METER.set(self.0.take());
            LEFT.set(0);
        }
    }
    let _back = Back(METER.replace(meter));
    LEFT.set(0);
    work()
}

/// Does something with so many steps, which threads take in pieces; `None` when they do not suffice.
pub(crate) fn limited<T>(most: u64, progress: &Arc<Progress>, work: impl FnOnce() -> T) -> Option<T> {
    let meter = Arc::new(Meter {
        left: AtomicU64::new(most),
        is_spent: AtomicBool::new(false),
        progress: progress.clone(),
    });
    let made = under(Some(meter.clone()), work);
    (!meter.is_spent.load(Relaxed)).then_some(made)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    thread_local! {
        /// Steps that this thread has asked for after they were spent.
        static LATE: Cell<u64> = const { Cell::new(0) };
    }

    pub fn late(steps: u64) {
        LATE.set(LATE.get() + steps);
    }

    /// Does something on this thread with so many steps, which do not suffice, and returns how many it asks for after
    /// they are spent.
    pub fn asked_late(most: u64, work: impl FnOnce()) -> u64 {
        LATE.set(0);
        assert_eq!(limited(most, &Arc::default(), work), None);
        LATE.get()
    }

    #[test]
    fn steps_are_counted_over_all_threads() {
        assert!(!spent(u64::MAX / 2), "nothing is limited");
        let count = |threads: u64, steps: u64| {
            limited(10 * PIECE, &Arc::default(), || {
                let meter = meter();
                std::thread::scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|| under(meter.clone(), || (0..steps).any(|_| spent(1))));
                    }
                });
            })
        };
        assert_eq!(count(2, 5 * PIECE), Some(()));
        assert_eq!(count(2, 5 * PIECE + 1), None);
        let seen = limited(10 * PIECE, &Arc::default(), || (is_spent(), spent(1), is_spent()));
        assert_eq!(seen, Some((false, false, false)));
        let ended = limited(PIECE, &Arc::default(), || {
            assert!(!spent(PIECE) && !is_spent() && spent(1) && is_spent())
        });
        assert_eq!(ended, None);
        let once_spent = limited(10 * PIECE, &Arc::default(), || (spent(20 * PIECE), spent(1)));
        assert_eq!(once_spent, None);
        assert!(!spent(u64::MAX / 2) && !is_spent(), "nothing is limited again");
    }
}
