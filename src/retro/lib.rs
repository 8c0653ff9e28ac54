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
mod error;
mod export;
mod group;
mod journal;
mod keep;
mod level;
mod listing;
mod look_up;
mod meaning;
mod memory;
mod observer;
mod options;
mod repair;
mod run;
mod saturated;
mod solve;
mod solved;
mod stages;
mod whole;

pub use check::{CheckReport, Depth, Fault, FaultKind, LevelCheck, PLAYED, SEED, check};
pub use error::SolveError;
pub use export::{ExportError, Facts, export};
pub use keep::{EXPORT, Keep};
pub use listing::{Listed, Listing, ListingError, Row, Stored, Visit, Wants, examples};
pub use meaning::values_of;
pub use memory::Memory;
pub use observer::{LevelReport, Observer, Observers, Run, Silent, Step, Work};
pub use options::{Grain, Options};
pub use repair::{RepairError, RepairPlan, plan_repair, repair};
pub use saturated::top;
pub use solve::{solve, within_limits};
pub use solved::{Solved, SolvedError, Valued};
pub use whole::levels_without_gap;

pub use values::{N, P};
