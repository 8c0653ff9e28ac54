//! The number of positions of a two-colour game on a complete graph, before it is solved.
//!
//! * [`polya`]: the exact number of colourings, legal or not: an upper bound
//! * [`sampling`]: an estimate of the legal ones from random play, with confidence intervals
//! * [`automorphisms`]: the order of a two-coloured graph's group, which the estimate needs
//! * [`estimate`], [`text`]: both together, and the cost of solving that many positions
//! * [`positions`]: the part of a game's name on which all this depends

pub mod automorphisms;
pub mod estimate;
pub mod polya;
pub mod positions;
pub mod sampling;
pub mod text;

pub use estimate::{COSTS, Costs, Estimate, FirstLook, ORDER_MOST};
pub use positions::{Positions, Turns};
pub use sampling::{Figure, Plan, Sample};
