//! A proof as the stream of the winner's choices: whoever reads it makes the claims himself. docs/proofs.md has the
//! bytes.
//!
//! * `relations`: parts as a proof has them
//! * `parts`: positions as sums of parts, under labels that readers can follow
//! * `walk`: the claims that choices lead to
//! * `chooser`: choices from the table of a search
//! * `from_values`: choices from the values of whole positions
//! * `reader`: choices from a file

mod chooser;
mod from_values;
mod hash;
mod parts;
mod reader;
mod relations;
mod walk;

pub use chooser::{Chooser, Without};
pub use from_values::FromValues;
pub use parts::Parts;
pub use reader::Reader;
pub use walk::{Known, Replies, Walk};

/// Claims in a batch: 64 threads have work, and the claims of a batch that settle others of it cost a byte each.
pub const BATCH: usize = 256;
