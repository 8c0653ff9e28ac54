//! Goals on the edges of a graph: copies of another graph, and spanning trees.

use super::board::{BadBoard, Board};
use super::graphs::Named;

/// Most vertices of a graph whose copies are looked for.
const TARGET_MOST: usize = 8;
/// Assignments of vertices that are tried.
const TRIED_MOST: usize = 20_000_000;

/// All copies of a graph among the edges of another one.
///
/// # Errors
/// [`BadBoard`].
pub fn copies(target: &str, host: &str) -> Result<Board, BadBoard> {
    let (wanted, named) = (Named::of(target)?, Named::of(host)?);
    if wanted.edges.is_empty() || wanted.vertices.len() > TARGET_MOST {
        let sentence = format!("'{target}' must have an edge, and at most {TARGET_MOST} vertices");
        return Err(BadBoard::Number(sentence));
    }
    let mut search = Copies {
        board: Board::new(format!("{target} in {host}"), named.edge_names())?,
        edges: table(&named),
        n: named.vertices.len(),
        wanted,
        tried: 0,
    };
    search.place(&mut Vec::new())?;
    Ok(search.board)
}

/// For each two vertices the number of their edge.
fn table(named: &Named) -> Vec<Vec<Option<usize>>> {
    let n = named.vertices.len();
    let mut edges = vec![vec![None; n]; n];
    for (at, &(u, v)) in named.edges.iter().enumerate() {
        (edges[u][v], edges[v][u]) = (Some(at), Some(at));
    }
    edges
}

struct Copies {
    board: Board,
    edges: Vec<Vec<Option<usize>>>,
    n: usize,
    wanted: Named,
    tried: usize,
}

impl Copies {
    /// The edge that an edge of the target becomes.
    fn number(&self, placed: &[usize], (u, v): (usize, usize)) -> Option<usize> {
        self.edges[placed[u]][placed[v]]
    }

    fn place(&mut self, placed: &mut Vec<usize>) -> Result<(), BadBoard> {
        self.tried += 1;
        if self.tried > TRIED_MOST {
            return Err(BadBoard::Sets);
        }
        let next = placed.len();
        if next == self.wanted.vertices.len() {
            let set = self.wanted.edges.iter().map(|&edge| self.number(placed, edge));
            let set = set.collect::<Option<Vec<_>>>();
            return self.board.add(set.expect("each edge was looked at"));
        }
        for vertex in 0..self.n {
            if placed.contains(&vertex) {
                continue;
            }
            placed.push(vertex);
            let mut edges = self.wanted.edges.iter().filter(|(u, v)| *u.max(v) == next);
            if edges.all(|&edge| self.number(placed, edge).is_some()) {
                self.place(placed)?;
            }
            placed.pop();
        }
        Ok(())
    }
}

/// All spanning trees of a graph.
///
/// # Errors
/// [`BadBoard`].
pub fn spanning_trees(host: &str) -> Result<Board, BadBoard> {
    let named = Named::of(host)?;
    let mut board = Board::new(format!("spanning trees of {host}"), named.edge_names())?;
    let parts: Vec<usize> = (0..named.vertices.len()).collect();
    grow(&named.edges, 0, parts, &mut Vec::new(), &mut board)?;
    Ok(board)
}

/// Takes the edges from a number on, or leaves them; `parts` says which vertices are joined.
fn grow(
    edges: &[(usize, usize)],
    from: usize,
    parts: Vec<usize>,
    tree: &mut Vec<usize>,
    board: &mut Board,
) -> Result<(), BadBoard> {
    let left = parts.len() - 1 - tree.len();
    if left == 0 {
        return board.add(tree.clone());
    }
    for at in from..(edges.len() + 1).saturating_sub(left) {
        let (u, v) = edges[at];
        if parts[u] != parts[v] {
            let joined = parts.iter().map(|&part| if part == parts[u] { parts[v] } else { part });
            tree.push(at);
            grow(edges, at + 1, joined.collect(), tree, board)?;
            tree.pop();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_trees_are_as_many_as_the_formulas_say() {
        // A. Cayley: n^(n - 2) trees.
        for (host, count) in [
            ("K4", 16),
            ("K5", 125),
            ("K6", 1296),
            ("C7", 7),
            ("P5", 1),
            ("P2xP3", 15),
        ] {
            assert_eq!(spanning_trees(host).unwrap().sets(), count, "{host}");
        }
        for (target, host, count) in [
            ("K3", "K6", 20),
            ("K4", "K6", 15),
            ("C4", "K5", 15),
            ("P3", "C5", 5),
            ("C4", "P3xP3", 4),
        ] {
            assert_eq!(copies(target, host).unwrap().sets(), count, "{target} {host}");
        }
        assert_eq!(spanning_trees("K8"), Err(BadBoard::Sets));
        assert!(matches!(copies("P9", "K10"), Err(BadBoard::Number(_))));
    }
}
