//! The independent judge: nauty's canonical form, plain rules and a plain forward solver. Tests and benches ask it, and
//! `verify --sample`.
//!
//! Nothing here is shared with the engine. A graph is a slice of rows: bit `j` of `rows[i]`, counted from the least
//! significant, says that `i` and `j` are adjacent. All graphs are simple and undirected and have at most
//! [`nauty::MAX_VERTICES`] vertices.
//!
//! * [`nauty`]: canonical form, orbits and group size by McKay's `densenauty`
//! * [`triangle`]: every triangle-free graph on few vertices, random ones on more, and a forward search for the winner
//! * [`named`]: highly symmetric triangle-free graphs, the hard cases of a canonical form
//! * [`rules`]: what a position is, in the plainest words; random games
//! * [`graph6`]: how graphs come from the engine and go back
//! * [`rng`]: a small seeded generator, so that every test repeats exactly

pub mod graph6;
pub mod named;
pub mod nauty;
pub mod rng;
pub mod rules;
pub mod triangle;
