//! The games by name: the triangle game with its own kernel, the other avoidance games, the two-colour games. The crate
//! `game` declares what a game must provide.

mod avoidance;
mod canonical_pair;
mod family;
mod moves;
mod ramsey;
mod ranks;
pub mod saturated;
mod spelling;
mod triangle;

pub use avoidance::{Avoidance, Avoidance15, Avoidance16, Avoidance24, KeyRecord, Rules, Steps};
pub use family::{COLOURED_EXAMPLES, EXAMPLES, GameTask, about, values_for, values_of_rules, with_game, with_rules};
pub use ramsey::{Form, Full, Offers, Ramsey, Terms, Turns};
pub use triangle::{Triangle, Triangle16, Triangle24};
