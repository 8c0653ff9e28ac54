//! A graph as a user types it: graph6 or an edge list.

use super::{Graph, Row, decode_graph6, parse_edge_list};

/// Why a text is not a usable graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text is empty.
    #[error("an empty line is not a graph; give graph6 (such as DQc) or an edge list (such as 0-2,0-4)")]
    Nothing,
    /// A character that graph6 does not use.
    #[error("'{text}' is not graph6: it contains {character:?}, outside the characters '?' to '~'")]
    Character {
        /// The whole text.
        text: String,
        /// The first bad character.
        character: char,
    },
    /// A length that does not fit the order.
    #[error("'{text}' is not graph6: {n} vertices take {expected} characters, but there are {found}")]
    Length {
        /// The whole text.
        text: String,
        /// Order given by the first character.
        n: usize,
        /// Characters that this order requires.
        expected: usize,
        /// Characters found.
        found: usize,
    },
    /// Bits set after the last pair.
    #[error("'{text}' is not graph6: bits after the last pair of vertices are set")]
    Padding {
        /// The whole text.
        text: String,
    },
    /// More vertices than the rows hold.
    #[error("'{text}' has {} vertices; at most {most} are supported", n.map_or("63 or more".into(), |n| n.to_string()))]
    TooManyVertices {
        /// The whole text.
        text: String,
        /// Its order; `None` from 63 on.
        n: Option<usize>,
        /// The maximum supported.
        most: usize,
    },
    /// A piece of an edge list that is not an edge.
    #[error("'{edge}' is not an edge between two different vertices of 0..{}", n.saturating_sub(1))]
    Edge {
        /// The piece.
        edge: String,
        /// Number of vertices.
        n: usize,
    },
    /// The same edge twice.
    #[error("the edge '{edge}' is listed twice")]
    Twice {
        /// The piece.
        edge: String,
    },
    /// The graph has another number of vertices than the game.
    #[error("'{text}' has {found} vertices, but this game is played on {expected}")]
    Order {
        /// The whole text.
        text: String,
        /// The game's order.
        expected: usize,
        /// The graph's order.
        found: usize,
    },
}

/// Parses the graph on `n` vertices from `text`: as an edge list when it has only digits, `-`, `,` and spaces,
/// otherwise as graph6.
///
/// # Errors
/// [`TextError`], with one sentence that a user can act on.
pub fn parse<R: Row, const W: usize>(text: &str, n: usize) -> Result<Graph<R, W>, TextError> {
    let text = text.trim();
    let text = text.strip_prefix(">>graph6<<").unwrap_or(text);
    if text.is_empty() {
        return Err(TextError::Nothing);
    }
    if text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | ',' | ' ')) {
        return parse_edge_list(text, n);
    }
    // Decoded in the widest rows first, so that a wrong order is reported as such.
    let graph: Graph<u32, 32> = decode_graph6(text)?;
    if graph.order() != n {
        return Err(TextError::Order {
            text: text.into(),
            expected: n,
            found: graph.order(),
        });
    }
    graph.convert().ok_or(TextError::TooManyVertices {
        text: text.into(),
        n: Some(n),
        most: W,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph16, encode_graph6};

    #[test]
    fn both_forms_say_the_same_graph() {
        let from_edges: Graph16 = parse("0-2, 0-4,1-3,4-3", 5).unwrap();
        assert_eq!(encode_graph6(&from_edges), "DQc");
        assert_eq!(parse(" >>graph6<<DQc\n", 5), Ok(from_edges));
        assert_eq!(parse("-", 5), Ok(Graph16::empty(5)));
    }

    #[test]
    fn wrong_texts_are_sentences() {
        let sentence = |text: &str| parse::<u16, 16>(text, 5).unwrap_err().to_string();
        assert_eq!(sentence("E???"), "'E???' has 6 vertices, but this game is played on 5");
        assert_eq!(
            sentence("0-5"),
            "'0-5' is not an edge between two different vertices of 0..4"
        );
        assert_eq!(
            sentence("1-1"),
            "'1-1' is not an edge between two different vertices of 0..4"
        );
        assert_eq!(sentence("0-1,1-0"), "the edge '1-0' is listed twice");
        assert!(sentence("hello world").contains("not graph6"));
        assert!(sentence("").starts_with("an empty line"));
    }
}
