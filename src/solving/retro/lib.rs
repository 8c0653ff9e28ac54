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
//!
//! The folders, none of which uses a later one:
//!
//! * `read`: what is in a database
//! * `solve`: the loop, the stages of a level, and the parts it is cut into
//! * `publish`: exports

mod keep;
mod observer;
mod publish;
pub mod read;
mod solve;

pub use keep::{Keep, drop_positions};
pub use observer::{LevelReport, Observer, Observers, Run, Silent, Step, Work};
pub use publish::{ArchiveFacts, Card, Draft, ExportError, Facts, Publication, README};
pub use read::Counts;
pub use read::listing::{Listed, Listing, ListingError, Row, Stored, Visit, Wants, examples};
pub use read::meaning::values_of;
pub use read::saturated::top;
pub use read::solved::Solved;
pub use read::sums::digests;
pub use read::whole::levels_without_gap;
pub use solve::ascent::FOLDER as ASCENT;
pub use solve::error::SolveError;
pub use solve::memory::Memory;
pub use solve::options::{Grain, Options};
pub use solve::parts::order::{is_planned, make_parts, plan, planned};
pub use solve::parts::{PART_POSITIONS, PARTS_MOST, PlanReport, PlannedStep, Task};
pub use solve::saturated::{Saturated, saturated};
pub use solve::work::{SMALL, UntilLarge, Worker, work};
pub use solve::{solve, within_limits};

pub use game::values::{N, P};
pub use oracle::{SolvedError, Valued};
