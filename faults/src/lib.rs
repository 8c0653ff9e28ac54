//! Disk faults for tests: loaded into a program by `LD_PRELOAD`, this library stands between the program (including
//! RocksDB and the standard library) and the system calls that change files or read them.
//!
//! Only files below one folder are affected, so the program's output is not; and memory and threads, if that is
//! requested. The environment controls the library:
//!
//! | variable | content |
//! |---|---|
//! | `RETROGRAPH_FAULTS_FOLDER` | the folder, absolute, without symbolic links |
//! | `RETROGRAPH_FAULTS_TRACE` | file to which every call that concerns the folder is appended (`trace.rs`) |
//! | `RETROGRAPH_FAULT` | `KIND NUMBER WHAT AGAIN`, one fault |
//! | `RETROGRAPH_FAULTS_READS` | any value: calls that read are counted and recorded too |
//! | `RETROGRAPH_FAULTS_SCARCE` | `memory` or `threads`, a number and `once` or `on`: the allocations (`malloc`, anonymous `mmap`, threads) or new threads that fail |
//! | `RETROGRAPH_FAULTS_CLOCK` | the time shown by the clock, in seconds since 1970, possibly negative |
//!
//! *KIND* is one of those of `kind.rs` in lower case, or `any`; calls of the kind are counted from 1. *WHAT* is an
//! errno (the call is not made), `short` (a read or write handles half of its bytes), or `kill`, `int` or `term` (the
//! call is made, then the process gets SIGKILL, SIGINT or SIGTERM). *AGAIN* is `once`, `on` (this call and all later
//! ones) or `odd` (this call and every second one after it).
//!
//! Linux with 64 bits only; elsewhere the library is empty. Calls made without the C library would escape: a test
//! replays the trace of a run and compares the result with the real folder.

// Every function here has the name of one of the C library and hands what it was given, unchanged or shortened, to that
// function or its system call: the promise is the caller's, and one sentence says it for all.
#![allow(clippy::undocumented_unsafe_blocks)]

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod call;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod clock;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod fault;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod interposed;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod kind;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod place;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod reading;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod scarce;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod trace;
