//! The clock, which the environment can set.

use std::sync::OnceLock;

use libc::{c_int, c_void, clockid_t, syscall, time_t, timespec, timeval};

/// Returns the time to show, in seconds since 1970; `None` for the real time.
fn shown() -> Option<time_t> {
    static SHOWN: OnceLock<Option<time_t>> = OnceLock::new();
    *SHOWN.get_or_init(|| {
        let text = std::env::var("RETROGRAPH_FAULTS_CLOCK").ok()?;
        Some(text.parse().expect("RETROGRAPH_FAULTS_CLOCK is a number of seconds"))
    })
}

/// # Safety
/// The same as for the C function of this name; this also applies to all functions below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
    // SAFETY (all below): the caller's arguments, as they are.
    let result = unsafe { syscall(libc::SYS_clock_gettime, clock, time) } as c_int;
    if let (0, libc::CLOCK_REALTIME, Some(seconds)) = (result, clock, shown()) {
        unsafe { (*time).tv_sec = seconds };
    }
    result
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn gettimeofday(time: *mut timeval, zone: *mut c_void) -> c_int {
    let result = unsafe { syscall(libc::SYS_gettimeofday, time, zone) } as c_int;
    if let (0, false, Some(seconds)) = (result, time.is_null(), shown()) {
        unsafe { (*time).tv_sec = seconds };
    }
    result
}
