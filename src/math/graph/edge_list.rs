//! Edge lists such as `0-1,1-2`.

use super::{Graph, Row, TextError};

/// Between the ends of an edge: hyphen-minus, and what pages, papers and word processors put in its place.
pub const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '–', '—', '−'];

/// Returns whether `text` has only characters of edge lists, and is not graph6 of many vertices.
pub(super) fn is_edge_list(text: &str) -> bool {
    let is_bracket = |c: char| matches!(c, '[' | ']');
    let is_own = |c: char| {
        c.is_ascii_digit() || is_bracket(c) || matches!(c, ',' | '(' | ')') || DASHES.contains(&c) || c.is_whitespace()
    };
    text.chars().all(is_own) && (text.len() <= 2 || !text.chars().all(is_bracket))
}

/// Returns whether `text` is a dash, the empty graph.
pub(super) fn is_dash(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| DASHES.contains(&c)) && chars.next().is_none()
}

/// Parses the graph on vertices `0..n` whose edges `text` lists as `u-v`, separated by commas, or as Python prints
/// them, `[(0, 1), (1, 2)]`; the empty text, `-` and `[]` are the empty graph. A dash of any kind stands for `-`, and
/// blanks count for nothing.
///
/// # Errors
/// [`TextError`] when a piece is not two different vertices below `n`, or an edge occurs twice.
pub fn parse_edge_list<R: Row, const W: usize>(text: &str, n: usize) -> Result<Graph<R, W>, TextError> {
    if n > W {
        return Err(TextError::TooManyVertices {
            text: text.into(),
            n: n as u64,
            most: W,
        });
    }
    let mut graph = Graph::empty(n);
    let text = text.trim();
    if text.is_empty() || is_dash(text) {
        return Ok(graph);
    }
    let mut add = |piece: &str, ends: Option<(&str, &str)>| {
        let piece = piece.trim();
        let bad = || TextError::Edge { edge: piece.into(), n };
        let (u, v) = ends.ok_or_else(bad)?;
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
        Ok(())
    };
    if text.starts_with(['(', '[']) {
        python_list(text, add)?;
    } else {
        for piece in text.split(',') {
            add(piece, piece.split_once(DASHES))?;
        }
    }
    Ok(graph)
}

/// Passes the pairs of a list such as `[(0, 1), (1, 2)]` to `add`, with their ends; with none what is not a pair.
fn python_list(
    text: &str,
    mut add: impl FnMut(&str, Option<(&str, &str)>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let inner = inner
        .map(str::trim)
        .filter(|inner| inner.is_empty() || inner.starts_with(['(', '[']));
    let mut rest = inner.unwrap_or(text);
    while !rest.is_empty() {
        let close = match rest.starts_with('(') {
            true => ')',
            false => ']',
        };
        let end = rest.find(close).filter(|_| rest.starts_with(['(', '[']));
        let Some(end) = end else {
            return add(rest, None);
        };
        add(&rest[..=end], rest[1..end].split_once(','))?;
        let after = rest[end + 1..].trim_start();
        rest = match after.strip_prefix(',').map(str::trim_start) {
            Some(more) if !more.is_empty() => more,
            None if after.is_empty() => after,
            _ => return add(after, None),
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Graph16;

    #[test]
    fn every_way_to_write_a_pair_is_read_and_nothing_else() {
        let edges = |text: &str| {
            let graph: Result<Graph16, _> = parse_edge_list(text, 12);
            graph.map(|graph| graph.edges().collect::<Vec<_>>())
        };
        for text in [
            "0-1,2-11",
            "11-2,1-0",
            "0‐1,2‑11",
            "0–1, 2—11",
            "0 − 1 , 2 − 11",
            "[(0, 1), (2, 11)]",
            "[(0,1),(11,2)]",
            "[ (0, 1) , (2, 11) ]",
            "(0, 1), (2, 11)",
            "[0, 1], [2, 11]",
            "[[0, 1], [2, 11]]",
        ] {
            assert!(is_edge_list(text), "{text}");
            assert_eq!(edges(text), Ok(vec![(0, 1), (2, 11)]), "{text}");
        }
        for text in ["", "-", "−", " – ", "[]", "[  ]"] {
            assert_eq!(edges(text), Ok(vec![]), "{text}");
        }
        for text in [
            "0-1,",
            ",",
            "0--1",
            "0-1-2",
            "--",
            "-3",
            "0 1",
            "0,1",
            "(0, 1",
            "0, 1)",
            "[(0, 1)",
            "(0, 1)]",
            "[(0, 1),]",
            "[(0, 1) (2, 3)]",
            "(0, 1, 2)",
            "(0-1)",
            "[0-1]",
            "[0, 1]]",
            "((0, 1))",
            "()",
            "(,)",
            "[]]",
            "0-1,[(2, 3)]",
        ] {
            assert!(edges(text).is_err(), "{text}");
        }
        // graph6 of 28 vertices.
        assert!(!is_edge_list(&"[".repeat(64)));
    }
}
