//! Label functions as bytes: from a hash to the places in a file that give its label, and what is there.
//!
//! `storage` builds the files and reads whole ones; [`Parts`] reads of a file, wherever it is, what a look-up takes.
//! `docs/format.md` describes the file byte by byte.

pub mod header;
mod parts;
pub mod ribbon;

pub use parts::{Damaged, Held, Limits, Looked, Parts};

/// Number of the format that this program reads and writes, of label functions and of the folders that hold them.
pub const FORMAT: u32 = 2;
