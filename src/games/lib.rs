//! The games by name: the triangle game with a kernel of its own, the other avoidance games, the two-colour games. What a
//! game must say about itself is in the crate `game`.

mod avoidance;
mod canonical_pair;
mod family;
mod moves;
mod ramsey;
pub mod saturated;
mod spelling;
mod triangle;

pub use avoidance::{Avoidance, Avoidance16, Openness, Rules};
pub use family::{COLOURED_EXAMPLES, EXAMPLES, GameTask, about, values_for, with_game};
pub use ramsey::{Form, Full, Ramsey, Terms};
pub use triangle::{Triangle, Triangle16, Triangle24};
