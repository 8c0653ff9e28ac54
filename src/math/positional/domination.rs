//! The domination game: closed neighbourhoods.

use super::board::{BadBoard, Board};
use super::graphs::Named;

/// Maker, who is called Staller, wants a vertex and all its neighbours: then Breaker, called Dominator, does not
/// dominate the graph.
///
/// # Errors
/// [`BadBoard`].
pub fn domination(graph: &str) -> Result<Board, BadBoard> {
    let named = Named::of(graph)?;
    let mut board = Board::new(format!("domination of {graph}"), named.vertices.clone())?;
    for vertex in 0..named.vertices.len() {
        board.add(named.neighbours(vertex).chain([vertex]).collect())?;
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbourhoods_are_closed() {
        let board = domination("P3").unwrap();
        assert!(
            board.text().ends_with("#blackwins\n0 1\n0 1 2\n1 2\n"),
            "{}",
            board.text()
        );
    }
}
