//! The retrograde loop, level by level from the highest down.
//!
//! ```text
//! saturated positions of level m ──┐
//! level m+1 (keys, labels) ──> expand ──> label ──> sort ──> seal level m ──> (becomes level m+1)
//!                                           ^                  |
//!                  label function of m+1 ───┘                  └─> label function of m, manifest
//! ```
//!
//! Where the saturated positions of a game cannot be listed, `ascent` goes through all levels upwards first.

mod ascent;
mod check;
mod expand;
mod export;
mod group;
mod journal;
mod labels;
mod level;
mod listing;
mod look_up;
mod memory;
mod observer;
mod repair;
mod saturated;
mod seal;
mod solve;
mod solved;
mod whole;

pub use check::{CheckReport, Depth, Fault, FaultKind, LevelCheck, PLAYED, SEED, check};
pub use export::{ExportError, Facts, export};
pub use level::values_of;
pub use listing::{Listed, Listing, ListingError, Row, Stored, Visit, Wants, examples};
pub use memory::Memory;
pub use observer::{LevelReport, Observer, Observers, Run, Silent, Step, Work};
pub use repair::{RepairError, RepairPlan, plan_repair, repair};
pub use saturated::top;
pub use solve::{Grain, Options, SolveError, solve, within_limits};
pub use solved::{Solved, SolvedError, Valued};
pub use whole::levels_without_gap;

pub use values::{N, P};

/// What an export keeps, in its identity: label functions alone, never to be gone on with.
pub const EXPORT: &str = "export";

/// What is kept of a level once the next one down is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Keys and labels in RocksDB, and the label function.
    Positions,
    /// The label function alone.
    Labels,
}

impl Keep {
    /// As on the command line and in a database's identity.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Labels => "labels",
        }
    }
}
