//! The winning sets, a file each.

mod any;
mod chromatic;
mod connected;
mod copies;
mod degree;
mod hamilton;
mod hamilton_connected;
mod matching;
mod non_planar;
mod odd_cycle;

pub(super) use any::Any;
pub(super) use chromatic::Chromatic;
pub(super) use connected::{Connected, TwoConnected};
pub(super) use copies::Copies;
pub(super) use degree::MinDegree;
pub(super) use hamilton::{Hamilton, Target};
pub(super) use hamilton_connected::HamiltonConnected;
pub(super) use matching::Matching;
pub(super) use non_planar::NonPlanar;
pub(super) use odd_cycle::OddCycle;
