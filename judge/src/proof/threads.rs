//! The threads of a check: as many as the system grants.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{self, Builder};

use crate::work;

/// Entries that a thread takes at a time.
const PIECE: usize = 16;

/// Runs `work` on this thread and on others, `threads` in all if the system grants them, else fewer.
pub(crate) fn together(threads: usize, work: &(dyn Fn() + Sync)) {
    let meter = work::meter();
    let others = || work::under(meter.clone(), work);
    thread::scope(|scope| {
        for _ in 1..threads {
            if Builder::new().spawn_scoped(scope, others).is_err() {
                break;
            }
        }
        work();
    });
}

/// Runs `check` on all numbers below `count`, ascending, on up to so many threads.
///
/// # Errors
/// The error of the least number, with that number.
pub(crate) fn each<E: Send>(
    count: usize,
    threads: usize,
    check: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), (usize, E)> {
    each_with(count, threads, || (), |(), number| check(number))
}

/// The same with something that each thread makes for itself.
///
/// # Errors
/// The error of the least number, with that number.
pub(crate) fn each_with<T, E: Send>(
    count: usize,
    threads: usize,
    make: impl Fn() -> T + Sync,
    check: impl Fn(&mut T, usize) -> Result<(), E> + Sync,
) -> Result<(), (usize, E)> {
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let work = || {
        let mut own = make();
        loop {
            let from = next.fetch_add(PIECE, Relaxed);
            // What comes after an error need not be checked; what comes before is with another thread.
            let until = failed
                .lock()
                .expect("no thread panics")
                .as_ref()
                .map_or(count, |(at, _)| *at);
            if from >= until {
                return;
            }
            for number in from..count.min(from + PIECE) {
                if let Err(error) = check(&mut own, number) {
                    let mut failed = failed.lock().expect("no thread panics");
                    if failed.as_ref().is_none_or(|(at, _)| number < *at) {
                        *failed = Some((number, error));
                    }
                    return;
                }
            }
        }
    };
    together(threads.min(count.div_ceil(PIECE)), &work);
    match failed.into_inner().expect("no thread panics") {
        None => Ok(()),
        Some(error) => Err(error),
    }
}

/// What is said of a number that was not looked at because the steps were spent: nobody hears it.
const SPENT: &str = "the steps are spent";

/// What `make` makes of all numbers below `count`, in their order, on up to so many threads, each with a state of its
/// own. A thread takes `piece` numbers at a time.
///
/// # Errors
/// The error of the least number, with that number; where the steps are spent, any.
pub(crate) fn made<S, T: Send>(
    count: usize,
    threads: usize,
    piece: usize,
    state: impl Fn() -> S + Sync,
    make: impl Fn(&mut S, usize) -> Result<T, &'static str> + Sync,
) -> Result<Vec<T>, (usize, &'static str)> {
    let taken = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        let mut state = state();
        loop {
            let from = taken.fetch_add(piece, Relaxed);
            if from >= count {
                return;
            }
            let numbers = from..count.min(from + piece);
            let all: Result<Vec<T>, (usize, &str)> = numbers
                .map(|number| match work::is_spent() {
                    true => Err((number, SPENT)),
                    false => make(&mut state, number).map_err(|error| (number, error)),
                })
                .collect();
            let is_over = all.is_err();
            done.lock().expect("no thread panics").push((from, all));
            if is_over {
                return;
            }
        }
    };
    together(threads.min(count.div_ceil(piece)), &work);
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_unstable_by_key(|(from, _)| *from);
    let mut all = Vec::with_capacity(count);
    for (_, pieces) in done {
        all.extend(pieces?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn spent_steps_end_what_is_under_way() {
        for threads in [1, 3] {
            let begun = AtomicUsize::new(0);
            let ended = work::limited(1 << 20, &Arc::default(), || {
                made(
                    1000,
                    threads,
                    4,
                    || (),
                    |(), _| {
                        begun.fetch_add(1, Relaxed);
                        work::spent(1 << 17);
                        Ok(())
                    },
                )
            });
            assert!(ended.is_none());
            // Eight have the steps, and each thread learns it by one more.
            assert!(begun.into_inner() <= 8 + threads);
        }
        let whole = made(1000, 3, 4, || (), |(), number| Ok(number));
        assert_eq!(whole, Ok((0..1000).collect()));
    }

    #[test]
    fn the_least_number_that_fails_is_named() {
        for threads in 1..=4 {
            for wrong in [vec![], vec![0], vec![999], vec![500, 40, 41, 700]] {
                let checked = AtomicUsize::new(0);
                let found = each(1000, threads, |number| {
                    checked.fetch_add(1, Relaxed);
                    if wrong.contains(&number) { Err("wrong") } else { Ok(()) }
                });
                match wrong.iter().min() {
                    None => assert_eq!((found, checked.into_inner()), (Ok(()), 1000)),
                    Some(&least) => assert_eq!(found, Err((least, "wrong"))),
                }
            }
        }
    }
}
