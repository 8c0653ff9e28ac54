//! How many files this process may have open.

/// Raises the limit to the most that this process may have. Each sorted run of a level is an open file, and the largest
/// level of n = 16 has a thousand of them with 4 GiB of memory: as many as most systems allow a process that does not
/// ask for more.
pub(super) fn allow_many() {
    // SAFETY: plain calls of the system; a limit that cannot be read or raised stays as it is.
    unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) == 0 && limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
        }
    }
}
