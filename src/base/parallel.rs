//! Loops over all threads of the current rayon pool, for tasks of many microseconds.
//!
//! The work is called through a pointer, so that rayon's code is compiled once and not again for each closure: parallel
//! iterators were a third of the compiled code of the loop, the checks and the listings (measured: 436 kinds of jobs).
//! A call costs some nanoseconds, and a result an uncontended lock.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Calls `work` with every number below `count`, on all threads. Each thread takes the next number when it is done with
/// one, so that the last ones by number are the last in time: where threads would wait for them, they should be short.
///
/// Rayon's own loop on two threads cut the numbers into four pieces, and one thread waited while the other worked on
/// the last: a tenth of the time of n = 13. Cut into single numbers, it works on the short ones at any time.
pub fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let all = |_| loop {
        match next.fetch_add(1, Relaxed) {
            number if number < count => work(number),
            _ => break,
        }
    };
    (0..threads().min(count)).into_par_iter().with_max_len(1).for_each(all);
}

/// Returns the results of `work` for every number below `count`, in their order.
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let slots: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    for_each(count, &|index| {
        let made = work(index);
        *slots[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
    });
    let made = slots.into_iter().map(|slot| slot.into_inner().ok().flatten());
    made.map(|made| made.expect("every number was worked on")).collect()
}

/// Returns the results of `work` for every number below `count`, in their order.
///
/// # Errors
/// Returns the error for the lowest number whose work has failed; no further work is started after a failure.
pub fn try_map<T: Send, E: Send>(count: usize, work: impl Fn(usize) -> Result<T, E> + Sync) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let made = map(count, |index| {
        if failed.load(Relaxed) {
            return None;
        }
        let made = work(index);
        failed.fetch_or(made.is_err(), Relaxed);
        Some(made)
    });
    // Work that was skipped comes after or before an error, so that without an error all of it was done.
    made.into_iter().flatten().collect()
}

/// Returns the results of `a` and `b`, each on its own thread if there is one.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    fn both(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
        rayon::join(a, b);
    }
    let (mut a, mut b) = (Some(a), Some(b));
    let (mut made_a, mut made_b) = (None, None);
    both(&mut || made_a = a.take().map(|work| work()), &mut || {
        made_b = b.take().map(|work| work())
    });
    (made_a.expect("it was called"), made_b.expect("it was called"))
}

/// Returns the number of threads of the current pool.
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// Buffers that tasks share: at most as many are created as tasks run at a time.
pub struct Spare<S>(Mutex<Vec<S>>);

impl<S> Default for Spare<S> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<S> Spare<S> {
    /// Runs `work` with a spare buffer, or with one from `make`.
    pub fn with<T>(&self, make: impl FnOnce() -> S, work: impl FnOnce(&mut S) -> T) -> T {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = lock().pop();
        let mut buffer = spare.unwrap_or_else(make);
        let made = work(&mut buffer);
        lock().push(buffer);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_each_number_is_worked_on_once() {
        let calls = AtomicUsize::new(0);
        let squares = map(1000, |i| {
            calls.fetch_add(1, Relaxed);
            i * i
        });
        assert_eq!(squares, (0..1000).map(|i| i * i).collect::<Vec<_>>());
        assert_eq!(calls.into_inner(), 1000);
    }

    #[test]
    fn the_error_of_a_failing_number_is_returned() {
        let made: Result<Vec<usize>, usize> = try_map(1000, |i| if i == 700 { Err(i) } else { Ok(i) });
        assert_eq!(made, Err(700));
        let made: Result<Vec<usize>, usize> = try_map(1000, Ok);
        assert_eq!(made.unwrap().len(), 1000);
    }

    #[test]
    fn no_more_buffers_are_made_than_threads_work() {
        let (made, spare) = (AtomicUsize::new(0), Spare::default());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(|| {
            for_each(1000, &|_| {
                spare.with(|| made.fetch_add(1, Relaxed), |_| std::thread::yield_now());
            });
        });
        assert!((1..=2).contains(&made.into_inner()));
    }

    #[test]
    fn joining_gives_what_each_side_makes() {
        let text = String::from("left");
        assert_eq!(join(|| text, || 7), ("left".to_string(), 7));
    }
}
