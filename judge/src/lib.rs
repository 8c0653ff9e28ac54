//! The independent judge: nauty's canonical form, plain rules and plain solvers. Tests, benches, `verify --sample` and
//! `check-proof` use it.
//!
//! Nothing here is shared with the engine. A graph is a slice of rows: bit `j` of `rows[i]`, counted from the least
//! significant, is set when `i` and `j` are adjacent. All graphs are simple and undirected and have at most
//! [`nauty::MAX_VERTICES`] vertices.
//!
//! * [`nauty`]: canonical form, orbits and group size by McKay's `densenauty`
//! * [`triangle`]: every triangle-free graph on few vertices, random ones on more, and a forward search for the winner
//! * [`named`]: highly symmetric triangle-free graphs, the hard cases of a canonical form
//! * [`pattern`]: small graphs by name, and whether a graph contains one
//! * [`property`]: bipartite, connected, Hamiltonian, from the definitions
//! * [`rules`]: the positions of each game, by the plainest rules; random games
//! * [`brute`]: all positions of a game on few vertices and their values, from the definitions
//! * [`ramsey`]: all colourings of two-colour games on few vertices and their values, from the definitions
//! * [`maker_breaker`]: what Maker must own, and who wins on few vertices, by trying everything
//! * [`online_ramsey`]: whether Builder wins, by trying everything
//! * `avoidance`: whether the winner's choices, or a set of positions that he keeps to, win
//! * [`proof`]: checks proofs of who wins
//! * [`graph6`]: the exchange of graphs with the engine
//! * [`rng`]: a small seeded generator, so that every test repeats exactly

mod avoidance;
pub mod brute;
pub mod graph6;
pub mod maker_breaker;
pub mod named;
#[cfg_attr(not(feature = "nauty"), path = "no_nauty.rs")]
pub mod nauty;
pub mod online_ramsey;
pub mod pattern;
mod planarity;
pub mod proof;
pub mod property;
pub mod ramsey;
pub mod rng;
pub mod rules;
pub mod strong_games;
mod titles;
pub mod triangle;
mod work;
