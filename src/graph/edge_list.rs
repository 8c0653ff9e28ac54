//! Edge lists such as `0-1,1-2`.

use super::{Graph, Row, TextError};

/// Parses the graph on vertices `0..n` whose edges `text` lists as `u-v`, separated by commas; the empty text or `-` is
/// the empty graph.
///
/// # Errors
/// [`TextError`] when a piece is not two different vertices below `n`, or an edge occurs twice.
pub fn parse_edge_list<R: Row, const W: usize>(text: &str, n: usize) -> Result<Graph<R, W>, TextError> {
    if n > W {
        return Err(TextError::TooManyVertices {
            text: text.into(),
            n: Some(n),
            most: W,
        });
    }
    let mut graph = Graph::empty(n);
    if text.is_empty() || text == "-" {
        return Ok(graph);
    }
    for piece in text.split(',') {
        let bad = || TextError::Edge { edge: piece.into(), n };
        let (u, v) = piece.trim().split_once('-').ok_or_else(bad)?;
        let (u, v): (usize, usize) = (
            u.trim().parse().map_err(|_| bad())?,
            v.trim().parse().map_err(|_| bad())?,
        );
        if u == v || u >= n || v >= n {
            return Err(bad());
        }
        if graph.has_edge(u, v) {
            return Err(TextError::Twice { edge: piece.into() });
        }
        graph.toggle(u, v);
    }
    Ok(graph)
}
