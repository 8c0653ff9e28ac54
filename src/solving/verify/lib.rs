//! Is all as it was sealed, and as the rules say? The only crate below the commands that asks the judge.
//!
//! * `check`: a database, by its checksums, by derivation, and by the judge's rules
//! * `mend`: making again what is not sound
//! * [`judging`]: the judge's rules of any game
//! * [`check_game`]: does a game do what its rules say

mod check;
pub mod check_game;
pub mod judging;
mod mend;

pub use check::{CheckReport, Depth, Fault, FaultKind, LevelCheck, PLAYED, SEED, check, check_files};
pub use mend::{RepairError, RepairPlan, plan_repair, repair};
