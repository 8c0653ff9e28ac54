//! What the tests share: the program as a user runs it, servers, disturbed runs, and solving in this process.

pub mod common;
pub mod faults;
pub mod learned;
pub mod process;
pub mod schema;
pub mod server;

/// Runs `task` with rayon in threads of its own. What threads of the global pool say, a failed assertion too, would be
/// shown with the test that started them, and lost when that one passes.
pub fn in_parallel<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().build().unwrap().install(task)
}
