//! What is read from a database, exported from it or checked in it.

mod archive;
mod concurrency;
mod export;
mod forward_judge;
mod golden;
mod positions;
mod readers;
mod repair;
mod verify;
