//! The identification of a position, whether or not its level is solved.

use serde::Serialize;

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
}
