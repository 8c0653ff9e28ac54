//! The result of a move, or why it is illegal, in a form that can be drawn.

use serde::Serialize;

use super::drawing::Drawing;
use super::{Canonical, Oracle};
use game::BadPosition;
use graph::{COLOURS, Graph};

/// A position after a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct After {
    /// The position.
    #[serde(flatten)]
    pub position: Canonical,
    /// Whether the game has ended; the move then has the value.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// The edges of the copy that ends the game; of several copies any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<[usize; 2]>,
}

/// Why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The text before the move is not a position.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// Not two different vertices of the board.
    #[error("{u}-{v} is not a pair of different vertices of 0..{}", n - 1)]
    NoPair {
        /// One end.
        u: usize,
        /// The other end.
        v: usize,
        /// The game's order.
        n: usize,
    },
    /// Several edges, in a game whose moves add one.
    #[error("a move of this game adds one edge, not {0}")]
    Several(usize),
    /// The edge exists already.
    #[error("the edge {u}-{v} is already there")]
    Taken {
        /// One end.
        u: usize,
        /// The other end.
        v: usize,
    },
    /// The rules forbid it.
    #[error("after {edges} the graph would be illegal: {why}")]
    Forbidden {
        /// The edges, as a list.
        edges: String,
        /// What would be wrong after the move.
        why: String,
        /// The edges of the forbidden graph that it would complete.
        witness: Vec<[usize; 2]>,
    },
}

/// Adds `edges`, at least one, in one move. Cost: that of [`witness`] where it is illegal or ends the game, then also
/// that of [`Oracle::moves`].
///
/// # Errors
/// [`IllegalMove`].
pub fn after(oracle: &dyn Oracle, text: &str, edges: &[[usize; 2]]) -> Result<After, IllegalMove> {
    let before = Drawing::of(oracle, text)?;
    let n = before.order();
    if edges.len() > 1 && !oracle.values().play().several {
        return Err(IllegalMove::Several(edges.len()));
    }
    for (i, &[u, v]) in edges.iter().enumerate() {
        if u == v || u >= n || v >= n {
            return Err(IllegalMove::NoPair { u, v, n });
        }
        if before.is_taken(u, v) || edges[..i].iter().any(|&[x, y]| [x, y] == [u, v] || [y, x] == [u, v]) {
            return Err(IllegalMove::Taken { u, v });
        }
    }
    let next = before.next;
    let drawing = before.toggled(next, edges);
    let mut after = drawing.text();
    if drawing.layers.len() > 1 {
        after += if next == 0 { " next:green" } else { " next:red" };
    }
    let why = match oracle.canonical(&after) {
        Ok(position) => {
            return Ok(After {
                position,
                ends: false,
                witness: Vec::new(),
            });
        }
        Err(BadPosition::Illegal { why, .. }) => why,
        Err(error) => return Err(error.into()),
    };
    if let Some(position) = ended(oracle, text, edges, drawing.text()) {
        return Ok(After {
            position,
            ends: true,
            witness: witness(oracle, &after),
        });
    }
    let list: Vec<String> = edges.iter().map(|[u, v]| format!("{u}-{v}")).collect();
    Err(IllegalMove::Forbidden {
        edges: list.join(","),
        why,
        witness: witness(oracle, &after),
    })
}

/// Returns the position `after` the move if it is legal and ends the game.
fn ended(oracle: &dyn Oracle, text: &str, edges: &[[usize; 2]], after: String) -> Option<Canonical> {
    let &[[u, v]] = edges else { return None };
    let moves = oracle.moves(text).ok()?;
    let mut ending = moves.moves.into_iter().filter(|step| step.ends);
    let step = ending.find(|step| step.alike.contains(&[u.min(v), u.max(v)]))?;
    Some(Canonical {
        graph6: after,
        canonical: step.canonical,
        edges: moves.position.edges + 1,
        next: moves.position.next.map(|next| COLOURS[usize::from(next == COLOURS[0])]),
    })
}

/// Returns the edges of a minimal part of an illegal position that is itself illegal: a copy of a forbidden graph.
/// Empty when no part is responsible, for instance when edges are not connected. Cost: one check of the rules for each
/// edge.
pub fn witness(oracle: &dyn Oracle, text: &str) -> Vec<[usize; 2]> {
    let about = oracle.about();
    let (is_coloured, must_hang_together) = (about.is_coloured(), about.is_connected());
    // The player whose edges are responsible, where the position is illegal.
    let blamed = |drawing: &Drawing| match oracle.canonical(&drawing.text()) {
        Err(BadPosition::Illegal { by, .. }) => Some(by),
        _ => None,
    };
    let read = Drawing::read(oracle, text, is_coloured);
    let Some((mut drawing, by)) = read.and_then(|drawing| blamed(&drawing).map(|by| (drawing, by))) else {
        return Vec::new();
    };
    if must_hang_together && !hangs_together(&drawing.layers[0]) {
        return Vec::new();
    }
    // One of two colours is responsible; the other is made equally small, so that a turn remains possible.
    let layer = match (is_coloured, by) {
        (false, _) => 0,
        (true, Some(by)) => by as usize,
        (true, None) => return Vec::new(),
    };
    let edges: Vec<(usize, usize)> = drawing.layers[layer].edges().collect();
    for (u, v) in edges {
        let mut without = drawing.clone().toggled(layer, &[[u, v]]);
        if is_coloured {
            let most = without.layers[layer].size();
            let other = &mut without.layers[1 - layer];
            let surplus = other.size().saturating_sub(most) as usize;
            let surplus: Vec<_> = other.edges().take(surplus).collect();
            surplus.into_iter().for_each(|(u, v)| other.toggle(u, v));
        }
        let is_still_illegal = blamed(&without) == Some(by);
        if is_still_illegal && (!must_hang_together || hangs_together(&without.layers[0])) {
            drawing = without;
        }
    }
    drawing.layers[layer].edges().map(|(u, v)| [u, v]).collect()
}

/// Returns whether all edges are in one component.
fn hangs_together(graph: &Graph<u32, 32>) -> bool {
    let Some((first, _)) = graph.edges().next() else {
        return true;
    };
    let (mut reached, mut before) = (1 << first, 0u32);
    while reached != before {
        before = reached;
        reached |= (0..graph.order())
            .filter(|v| before >> v & 1 == 1)
            .fold(0, |set, v| set | graph.neighbours(v));
    }
    graph.edges().all(|(u, _)| reached >> u & 1 == 1)
}
