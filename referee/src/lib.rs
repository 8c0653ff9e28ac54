//! The referee of tests, benches, `verify --sample` and `check-game`: nauty's canonical form, brute force by the
//! judge's rules, and positions to try. Nothing here is shared with the engine; no check of a proof uses it.
//!
//! * [`nauty`]: canonical form, orbits and group size by McKay's `densenauty`
//! * [`triangle`]: every triangle-free graph on few vertices, random ones on more, and a forward search for the winner
//! * [`named`]: highly symmetric triangle-free graphs, the hard cases of a canonical form
//! * [`random`]: random positions of any game
//! * [`brute`]: all positions of a game on few vertices and their values, from the definitions
//! * [`ramsey`]: all colourings of two-colour games on few vertices and their values, from the definitions
//! * [`positional`]: Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter games, from the definitions
//! * [`maker_breaker`], [`online_ramsey`]: who wins, by trying everything
//! * [`rng`]: a small seeded generator, so that every test repeats exactly

pub mod brute;
pub mod maker_breaker;
pub mod named;
#[cfg_attr(not(feature = "nauty"), path = "no_nauty.rs")]
pub mod nauty;
pub mod online_ramsey;
pub mod positional;
pub mod ramsey;
pub mod random;
pub mod rng;
pub mod triangle;

pub use retrograph_judge::{graph6, pattern, property, rules};
