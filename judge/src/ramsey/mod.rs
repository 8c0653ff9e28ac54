//! Two-colour games from their definition, and whether a proof of one is right.
//!
//! Red and Green colour edges of a board in turn, Red first; the game's [`Form`] determines the meaning of a player's
//! graph in that player's colour. W. Slany, "Graph Ramsey games" (1999), defines them.
//!
//! * `game`: what a name says
//! * `choices`: the winner's choices; the checker makes the claims itself

pub(crate) mod choices;
mod game;

pub use game::{Form, Game, Outcome, Player};
