//! Edge lists such as `0-1,1-2`, as people and programs write them.

use super::{Graph, Row, TextError};

/// Between the ends of an edge: hyphen-minus, and what pages, papers and word processors put in its place.
pub const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '–', '—', '−'];

/// What a pair or a list may begin with, and end with.
const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];
/// Between the edges of a list, besides blanks.
const BETWEEN: [char; 2] = [',', ';'];

/// Returns whether `text` has only characters of edge lists, and is not graph6 of many vertices.
pub(super) fn is_edge_list(text: &str) -> bool {
    // Those of graph6 too.
    let is_bracket = |c: char| matches!(c, '[' | ']' | '{' | '}');
    let is_mark = |c: char| matches!(c, '(' | ')' | '.') || BETWEEN.contains(&c) || DASHES.contains(&c);
    let is_own = |c: char| c.is_ascii_digit() || c.is_whitespace() || is_bracket(c) || is_mark(c);
    text.chars().all(is_own) && (text.len() <= 2 || !text.chars().all(is_bracket))
}

/// Returns whether `text` is a dash, the empty graph.
pub(super) fn is_dash(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| DASHES.contains(&c)) && chars.next().is_none()
}

/// Parses the graph on vertices `0..n` whose edges `text` lists as [`edge_pieces`] divides it; the empty text, `-`,
/// `[]` and `{}` are the empty graph.
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
    for edge in edge_pieces(text) {
        let [u, v] = ends(edge).ok_or_else(|| TextError::Piece(edge.into()))?;
        if u == v || u >= n || v >= n {
            return Err(TextError::Edge { edge: edge.into(), n });
        }
        if graph.has_edge(u, v) {
            return Err(TextError::Twice { edge: edge.into() });
        }
        graph.toggle(u, v);
    }
    Ok(graph)
}

/// Returns the edges of a list as they are written, in their order, for [`ends`]: `u-v` with commas, semicolons or
/// blanks between them and perhaps numbers of moves, `1. 0-1 1-2 2. 0-2`; pairs in brackets, `[(0, 1), (1, 2)]` or
/// `{{0,1},{1,2}}`; or bare numbers where it is clear which are a pair, `0,1;1,2`, `0 1, 1 2` or a single one. A dash
/// of any kind stands for `-`. What is not a list is a piece that is not an edge.
pub fn edge_pieces(text: &str) -> Vec<&str> {
    let text = text.trim();
    if text.is_empty() || is_dash(text) {
        Vec::new()
    } else if text.starts_with(OPENING) {
        in_brackets(text)
    } else if text.contains(DASHES) {
        joined(text)
    } else {
        bare(text)
    }
}

/// Returns the two numbers of an edge such as `0-1`, `(0, 1)` or `0 1`, in the order in which they are written; `None`
/// where it is not one. [`u32::MAX`] stands for larger numbers.
pub fn ends(edge: &str) -> Option<[usize; 2]> {
    let edge = within(edge).unwrap_or(edge);
    let number = |text: &str| {
        let text = text.trim();
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| text.parse::<u32>().unwrap_or(u32::MAX) as usize)
    };
    let parts = edge.split_once(DASHES).or_else(|| edge.split_once(','));
    let (u, v) = parts.or_else(|| edge.trim().split_once(char::is_whitespace))?;
    Some([number(u)?, number(v)?])
}

/// What is between the brackets around a text.
fn within(text: &str) -> Option<&str> {
    let mut brackets = OPENING.into_iter().zip(CLOSING);
    brackets.find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
}

/// The pieces of `(0, 1), (1, 2)`, perhaps with brackets around all of them.
fn in_brackets(text: &str) -> Vec<&str> {
    let mut rest = text;
    match within(text).map(str::trim) {
        Some("") => return Vec::new(),
        Some(inner) if inner.starts_with(OPENING) => rest = inner,
        Some(inner) if inner.contains(DASHES) && !inner.contains(CLOSING) => return joined(inner),
        _ => {}
    }
    let mut pieces = Vec::new();
    while let Some(open) = rest.chars().next() {
        let kind = OPENING.iter().position(|&bracket| bracket == open);
        let Some(end) = kind.and_then(|kind| rest.find(CLOSING[kind])) else {
            pieces.push(rest);
            break;
        };
        pieces.push(&rest[..=end]);
        rest = rest[end + 1..].trim_start();
        rest = rest.strip_prefix(BETWEEN).map_or(rest, str::trim_start);
    }
    pieces
}

/// The pieces of `0-1, 1 - 2`, without numbers of moves.
fn joined(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for part in text.split(BETWEEN) {
        let mut rest = part.trim();
        if rest.is_empty() {
            pieces.push(text);
        }
        while !rest.is_empty() {
            let word = |from: usize| {
                let blank = rest[from..].find(char::is_whitespace);
                blank.map_or(rest.len(), |at| from + at)
            };
            let mut end = word(0);
            // Blanks around a dash are inside an edge.
            loop {
                let after = rest[end..].trim_start();
                if after.is_empty() || !(after.starts_with(DASHES) || rest[..end].ends_with(DASHES)) {
                    break;
                }
                end = word(rest.len() - after.len());
            }
            let number = rest[..end].trim_start_matches(|c: char| c.is_ascii_digit());
            let piece = match number.strip_prefix('.') {
                Some(edge) if number.len() < end => edge.trim_start_matches('.'),
                _ => &rest[..end],
            };
            pieces.extend((!piece.is_empty()).then_some(piece));
            rest = rest[end..].trim_start();
        }
    }
    pieces
}

/// The pieces of `0,1;1,2` and its likes.
fn bare<'a>(text: &'a str) -> Vec<&'a str> {
    let lines = |c: char| matches!(c, ';' | '\n');
    if text.contains(lines) {
        let part = |part: &'a str| Some(part.trim()).filter(|part| !part.is_empty()).unwrap_or(text);
        return text.split(lines).map(part).collect();
    }
    let numbers = text.split(|c: char| c == ',' || c.is_whitespace());
    if numbers.filter(|number| !number.is_empty()).count() == 2 {
        return vec![text];
    }
    let mut parts = text.split(',').map(str::trim);
    match parts.all(|part| part.contains(char::is_whitespace)) {
        true => text.split(',').map(str::trim).collect(),
        false => text.split_whitespace().collect(),
    }
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
            "0-1 2-11",
            "0 - 1 2 –11",
            "1. 0-1 2-11",
            "1. 0-1 2. 2-11",
            "1.0-1 1... 2-11",
            "0-1; 2-11",
            "{(0,1),(2,11)}",
            "{{0, 1}, {2, 11}}",
            "(0 1) (2 11)",
            "((0, 1), (2, 11))",
            "[(0, 1), (2, 11),]",
            "[(0, 1) (2, 11)]",
            "(0-1)(2-11)",
            "[0-1, 2-11]",
            "{0-1 2-11}",
            "0,1;2,11",
            "0 1; 2 11",
            "0 1\n2 11\n",
            "0 1, 2 11",
            "0,1 2,11",
        ] {
            assert!(is_edge_list(text), "{text}");
            assert_eq!(edges(text), Ok(vec![(0, 1), (2, 11)]), "{text}");
        }
        for text in ["0 1", "0,1", "0, 1", "1 0", "(0, 1)", "{0,1}", "[0-1]", "1. 0-1"] {
            assert!(is_edge_list(text), "{text}");
            assert_eq!(edges(text), Ok(vec![(0, 1)]), "{text}");
        }
        for text in ["", "-", "−", " – ", "[]", "[  ]", "{}"] {
            assert_eq!(edges(text), Ok(vec![]), "{text}");
        }
        for text in [
            "0-1,",
            ",",
            "0--1",
            "0-1-2",
            "--",
            "-3",
            "(0, 1",
            "0, 1)",
            "[(0, 1)",
            "(0, 1)]",
            "(0, 1, 2)",
            "[0, 1]]",
            "(,)",
            "0 1 2",
            "0 1 1 2",
            "0,1,1,2",
            "0, 1, 1, 2",
            "0,1;",
            "1.",
            "1. 2. 3",
            "0-1 2",
            "0-1 -",
            "(0, 1)-(2, 3)",
            "0",
            "[]]",
            "0-1,[(2, 3)]",
        ] {
            assert!(edges(text).is_err(), "{text}");
        }
        // graph6 of 28 vertices.
        assert!(!is_edge_list(&"[".repeat(64)));
    }
}
