//! What the tests share: the program as a user runs it, servers, disturbed runs, and solving in this process.

pub mod common;
pub mod faults;
pub mod learned;
pub mod process;
pub mod server;
