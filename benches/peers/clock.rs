//! What work cost, asked of the kernel.

use std::mem::MaybeUninit;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Of one process and all it started and waited for.
#[derive(Clone, Copy)]
pub struct Cost {
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
}

/// CPU time of this thread so far, in steps of nanoseconds.
pub fn thread_cpu() -> Duration {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the call fills the structure that it is given, and is asked whether it did.
    let time = unsafe {
        assert_eq!(libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, time.as_mut_ptr()), 0);
        time.assume_init()
    };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// CPU time, user and system, of every process that this one, or one it started, has waited for.
fn children_cpu() -> Duration {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the call fills the structure that it is given, and is asked whether it did.
    let usage = unsafe {
        assert_eq!(libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()), 0);
        usage.assume_init()
    };
    let duration = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

/// Runs the command to its end. Only one may run at a time: the kernel adds up all children.
///
/// # Panics
/// When it cannot be started or does not succeed.
pub fn run(command: &mut Command) -> (Cost, Output) {
    let (cpu, start) = (children_cpu(), Instant::now());
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let wall = start.elapsed();
    let cpu = children_cpu() - cpu;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}: {said}", output.status);
    (Cost { wall, cpu }, output)
}
