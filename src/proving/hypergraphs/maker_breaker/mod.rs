//! Maker-Breaker games: the search, and the winner's strategy.

mod book;
mod leaves;
mod rules;
mod search;
mod solve;
mod strategy;
mod table;

pub(super) use book::body;
pub(super) use leaves::{BOUND, pairing, potential};
pub(super) use rules::{Position, Rules};
pub(super) use solve::{Solved, solve};
pub(super) use strategy::{Node, Reply, Strategy, Then};
