//! Small graphs with edges of several kinds, and which of them are the same up to the names of vertices.
//!
//! * `position`: edges of two or three colours on up to 40 vertices
//! * `target`: the copies of a graph in a position, and what they lack
//! * `likeness`: positions that are the same
//! * `structure`: two relations on up to 20 vertices
//! * `form`: one key for all structures that are the same
//! * `claims`: what is claimed of structures
//! * `losses`: claims that positions are lost, as lists of numbers

pub mod claims;
pub mod form;
pub mod likeness;
pub mod losses;
pub mod position;
pub mod structure;
pub mod target;
