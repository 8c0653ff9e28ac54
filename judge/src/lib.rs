//! The independent judge of proofs, which a sceptic reads: rules by their definitions, and checkers of what a proof
//! says by them. It shares nothing with the engine, and depends on SHA-256 and zstd alone.
//!
//! * [`proof`]: checks a proof of who wins, of any family of games
//! * [`rules`]: the positions of games of one colour, by the plainest rules; [`pattern`], [`property`] and `planarity`:
//!   what these forbid
//! * `avoidance`: the winner's choices, or positions that the winner keeps to
//! * [`hypergraphs`]: games on boards that proofs bring with them
//! * [`maker_breaker`], [`online_ramsey`], [`ramsey`], [`strong_games`]: what is claimed there, and whether it follows
//! * `coloured`: small graphs with edges of several kinds
//! * `positional`: a goal that one player wants and the other prevents, with turns of several edges and offers
//! * [`graph6`], [`graphs`]: graphs as texts and as rows
//! * `titles`: what theorems call games
//! * `work`: how much a check may take

mod avoidance;
mod coloured;
pub mod graph6;
pub mod graphs;
pub mod hypergraphs;
pub mod maker_breaker;
mod number;
pub mod online_ramsey;
pub mod pattern;
mod planarity;
mod positional;
pub mod proof;
pub mod property;
pub mod ramsey;
pub mod rules;
pub mod strong_games;
mod titles;
mod work;
