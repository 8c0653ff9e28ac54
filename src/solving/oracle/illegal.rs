//! The result of a move, or why it is illegal, in a form that can be drawn.

use serde::Serialize;

use super::drawing::Drawing;
use super::value::letter;
use super::{Canonical, Oracle};
use base::units::counted;
use game::values::Outcome;
use game::{BadPosition, Deed, Demand};
use graph::{COLOURS, Graph};

/// A position after a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct After {
    /// The position.
    #[serde(flatten)]
    pub position: Canonical,
    /// Whether the game has ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// Who has won then, as who is next sees it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "letter")]
    pub value: Option<Outcome>,
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
    /// Too few or too many edges.
    #[error("{}", of_number(demand, *edges))]
    Number {
        /// What the move must be.
        demand: Demand,
        /// The number of edges given.
        edges: usize,
    },
    /// The edge exists already.
    #[error("the edge {u}-{v} is already there")]
    Taken {
        /// One end.
        u: usize,
        /// The other end.
        v: usize,
    },
    /// The same edge twice.
    #[error("the edge {u}-{v} is given twice")]
    Twice {
        /// One end.
        u: usize,
        /// The other end.
        v: usize,
    },
    /// A choice of an edge that is not offered.
    #[error("the edge {u}-{v} is not offered")]
    NotOffered {
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

/// Such as "an offer has 2 edges, not 3".
fn of_number(demand: &Demand, edges: usize) -> String {
    let Demand { deed, least, most, .. } = *demand;
    let what = match deed {
        Deed::Add => "this turn",
        Deed::Offer => "this offer",
        Deed::Choose => "the choice",
    };
    let counted = match (least, most) {
        _ if least == most => counted(least.into(), "edge"),
        _ if deed == Deed::Add => format!("at least {}", counted(least.into(), "edge")),
        _ => format!("{least} to {}", counted(most.into(), "edge")),
    };
    format!("{what} has {counted}, not {edges}")
}

/// Why these are not edges that `demand` allows on a board with this drawing.
fn wrong(demand: &Demand, drawing: &Drawing, edges: &[[usize; 2]]) -> Option<IllegalMove> {
    let n = drawing.order();
    if edges.len() > 1 && demand.most == 1 && demand.deed == Deed::Add {
        return Some(IllegalMove::Several(edges.len()));
    }
    for (i, &[u, v]) in edges.iter().enumerate() {
        if u == v || u >= n || v >= n {
            return Some(IllegalMove::NoPair { u, v, n });
        }
        let is = |x: usize, y: usize| (x.min(y), x.max(y)) == (u.min(v), u.max(v));
        if edges[..i].iter().any(|&[x, y]| is(x, y)) {
            return Some(IllegalMove::Twice { u, v });
        }
        match demand.deed {
            Deed::Choose if !demand.offer.iter().any(|&(x, y)| is(x, y)) => {
                return Some(IllegalMove::NotOffered { u, v });
            }
            Deed::Add | Deed::Offer if drawing.is_taken(u, v) => return Some(IllegalMove::Taken { u, v }),
            _ => {}
        }
    }
    let is_enough = (demand.least..=demand.most).contains(&(edges.len() as u32));
    (!is_enough).then(|| IllegalMove::Number {
        demand: demand.clone(),
        edges: edges.len(),
    })
}

/// Makes the move of `edges`, at least one: adds them, offers them or chooses them, as the game demands. Cost: that of
/// [`witness`] where it is illegal or ends the game.
///
/// # Errors
/// [`IllegalMove`].
pub fn after(oracle: &dyn Oracle, text: &str, edges: &[[usize; 2]]) -> Result<After, IllegalMove> {
    let before = oracle.canonical(text)?;
    let (drawing, demand) = (Drawing::of(oracle, &before), before.demand);
    if let Some(wrong) = wrong(&demand, &drawing, edges) {
        return Err(wrong);
    }
    let list: Vec<String> = edges.iter().map(|[u, v]| format!("{u}-{v}")).collect();
    let (list, next) = (list.join(","), drawing.next);
    let made = match demand.deed {
        Deed::Add => drawing.toggled(next, edges),
        Deed::Offer => drawing,
        Deed::Choose => {
            let is_left = |x: usize, y: usize| !edges.contains(&[x, y]) && !edges.contains(&[y, x]);
            let left = demand.offer.iter().filter(|&&(x, y)| is_left(x, y));
            let left: Vec<[usize; 2]> = left.map(|&(x, y)| [x, y]).collect();
            drawing.toggled(next, edges).toggled(1 - next, &left)
        }
    };
    let made = made.text();
    let after = match demand.deed {
        Deed::Offer => format!("{made} offer:{list}"),
        Deed::Add if oracle.values().play().several => format!("{made} next:{}", COLOURS[1 - next]),
        _ => made.clone(),
    };
    let why = match oracle.canonical(&after) {
        Ok(position) => {
            return Ok(After {
                position,
                ends: false,
                value: None,
                witness: Vec::new(),
            });
        }
        Err(BadPosition::Illegal { why, .. }) => why,
        Err(error) => return Err(error.into()),
    };
    let witness = witness(oracle, &after);
    match oracle.ended(text, edges) {
        Some(ended) => Ok(After {
            position: Canonical {
                graph6: made,
                demand: Demand::EDGE,
                ..ended
            },
            ends: true,
            value: oracle.values().ended(),
            witness,
        }),
        None => Err(IllegalMove::Forbidden {
            edges: list,
            why,
            witness,
        }),
    }
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
    let layer = match (is_coloured, by) {
        (false, _) => 0,
        (true, Some(by)) => by as usize,
        (true, None) => return Vec::new(),
    };
    let edges: Vec<(usize, usize)> = drawing.layers[layer].edges().collect();
    for (u, v) in edges {
        let without = drawing.clone().toggled(layer, &[[u, v]]);
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
