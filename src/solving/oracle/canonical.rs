//! The identification of a position, whether or not its level is solved.

use serde::Serialize;

use super::Oracle;
use super::demand::{demanded, is_edge};
use game::Demand;

/// Returns the text of the position that games begin with.
pub fn start(oracle: &dyn Oracle) -> &'static str {
    if oracle.about().is_coloured() { "red:" } else { "-" }
}

/// Returns whether a move may have several edges.
pub fn has_several(oracle: &dyn Oracle) -> bool {
    let start = oracle.canonical(start(oracle));
    start.is_ok_and(|start| start.demand.most > 1)
}

/// A position as given, and its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Canonical {
    /// With the labels given.
    pub graph6: String,
    /// graph6 of its canonical form: the same for isomorphic positions.
    pub canonical: String,
    /// Number of edges that moves have added.
    pub edges: u32,
    /// Who is next, `red` or `green`, where the players have different moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<&'static str>,
    /// What the next move must be: `turn` in JSON, where that is not an edge by turns.
    #[serde(rename = "turn", skip_serializing_if = "is_edge", serialize_with = "demanded")]
    pub demand: Demand,
}
