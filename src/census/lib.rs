//! How many positions a two-colour game on a complete graph has, before anybody solves it.
//!
//! * [`polya`]: the exact number of colourings, legal or not: an upper bound
//! * [`sampling`]: an estimate of the legal ones from random play, with confidence intervals
//! * [`automorphisms`]: the order of a two-coloured graph's group, which the estimate needs
//! * [`estimate`], [`text`]: both together, and what solving so many positions takes
//! * [`positions`]: what of a game's name all this depends on

pub mod automorphisms;
pub mod estimate;
pub mod polya;
pub mod positions;
mod random;
pub mod sampling;
pub mod text;

pub use estimate::{COSTS, Costs, Estimate, FirstLook, ORDER_MOST};
pub use positions::{Positions, Turns};
pub use sampling::{Figure, Plan, Sample};
