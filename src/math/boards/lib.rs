//! Small graphs on boards: copies of a graph through a pair, and maps from one graph to another.
//!
//! An [`Order`] says how the vertices of a graph are placed one by one, each by its edges to earlier ones; it is made
//! once for a graph. Sets of vertices are words of 64 bits, whatever rows a board has. What a copy may lack, and what
//! it is for, differs from game to game: a [`Board`] says where vertices may go.

mod completing;
mod copies;
mod isomorphism;
mod order;
mod pattern;

pub use completing::completing;
pub use copies::Copies;
pub use isomorphism::{are_isomorphic, automorphisms, isomorphisms};
pub use order::{Board, Edge, MOST, Order, Placed, Step};
pub use pattern::Pattern;
