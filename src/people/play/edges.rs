//! Edges as texts.

use super::Edge;
use graph::{edge_pieces, ends};

pub fn edge_text([u, v]: Edge) -> String {
    format!("{u}-{v}")
}

pub fn edges_text(edges: &[Edge]) -> String {
    let edges: Vec<String> = edges.iter().map(|&edge| edge_text(edge)).collect();
    edges.join(",")
}

/// Returns the edges of a list as positions have them, the smaller vertex of each first; `None` where it is not one, or
/// lists none.
pub fn edges(line: &str) -> Option<Vec<Edge>> {
    let edge = |piece| {
        let pair = ends(piece).filter(|pair| !pair.contains(&(u32::MAX as usize)));
        pair.map(|[u, v]| [u.min(v), u.max(v)])
    };
    let edges: Option<Vec<Edge>> = edge_pieces(line).into_iter().map(edge).collect();
    edges.filter(|edges| !edges.is_empty())
}

#[cfg(test)]
mod tests {
    use super::edges;

    #[test]
    fn edges_are_pairs_of_numbers() {
        for text in ["0-3", " 3 - 0 ", "0 3", "3,0", "0–3", "0 − 3", "{(0,3)}"] {
            assert_eq!(edges(text), Some(vec![[0, 3]]), "{text}");
        }
        for text in ["0-3,2-1", "3-0 1-2", "0-3, 1-2", "1. 0-3 1-2", "0,3;1,2"] {
            assert_eq!(edges(text), Some(vec![[0, 3], [1, 2]]), "{text}");
        }
        for text in [
            "",
            "3",
            "0-3-4",
            "a-b",
            "-3",
            "0-99999999999999999999",
            "0 1 2",
            "0-1,2",
        ] {
            assert_eq!(edges(text), None, "{text}");
        }
    }
}
