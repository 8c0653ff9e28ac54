//! The directed triangle game on a tournament.

use super::board::{BadBoard, Board};

/// Maker wants a directed triangle of the parity tournament: of two vertices the edge leads to the larger one when
/// their difference is odd, and to the smaller one when it is even. Elements are the edges.
///
/// # Errors
/// [`BadBoard`].
pub fn parity_tournament(n: usize) -> Result<Board, BadBoard> {
    // More than a board may have is refused below.
    let n = n.min(1 << 10);
    let edges: Vec<(usize, usize)> = (2..=n).flat_map(|v| (1..v).map(move |u| (u, v))).collect();
    let title = format!("directed triangles of the parity tournament on {n} vertices");
    let mut board = Board::new(title, edges.iter().map(|(u, v)| format!("{u}-{v}")).collect())?;
    let leads = |u: usize, v: usize| (u < v) == (u.abs_diff(v) % 2 == 1);
    let place = |u: usize, v: usize| edges.iter().position(|&edge| edge == (u, v)).expect("all are there");
    for &(u, v) in &edges {
        for w in v + 1..=n {
            if leads(u, v) == leads(v, w) && leads(v, w) == leads(w, u) {
                board.add(vec![place(u, v), place(v, w), place(u, w)])?;
            }
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On an odd number of vertices each has as many edges in as out, which gives the most directed triangles:
    /// (n^3 - n)/24 (M. G. Kendall, B. Babington Smith, Biometrika 31, 1940); on an even one (n^3 - 4n)/24.
    #[test]
    fn no_tournament_has_more_directed_triangles() {
        for n in 3..=12 {
            let most = if n % 2 == 1 {
                n * (n * n - 1) / 24
            } else {
                n * (n * n - 4) / 24
            };
            assert_eq!(parity_tournament(n).unwrap().sets(), most, "{n}");
        }
        assert_eq!(parity_tournament(99), Err(BadBoard::Elements(99 * 98 / 2)));
        assert_eq!(parity_tournament(0), Err(BadBoard::Elements(0)));
    }
}
