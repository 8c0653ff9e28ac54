//! A graph as people and other programs write it: graph6, sparse6 or an edge list.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use super::edge_list::is_edge_list;
use super::graph6::decode_on;
use super::{Graph, Row, parse_edge_list, sparse6};

/// Why a text is not a usable graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text is empty.
    #[error("an empty line is not a graph; give graph6 (such as DQc) or an edge list (such as 0-2,0-4)")]
    Nothing,
    /// A character that graph6 does not use.
    #[error(
        "'{}' is not graph6: it contains {character:?}, outside the characters '?' to '~'",
        Repeated(text)
    )]
    Character {
        /// The whole text.
        text: String,
        /// The first bad character.
        character: char,
    },
    /// A length that does not fit the order.
    #[error(
        "'{}' is not graph6: {n} vertices take {expected} characters, but there are {found}",
        Repeated(text)
    )]
    Length {
        /// The whole text.
        text: String,
        /// Order given by the first characters.
        n: u64,
        /// Characters that this order requires.
        expected: u128,
        /// Characters found.
        found: usize,
    },
    /// Bits set after the last pair.
    #[error("'{}' is not graph6: bits after the last pair of vertices are set", Repeated(text))]
    Padding {
        /// The whole text.
        text: String,
    },
    /// Not sparse6, although it begins with a colon.
    #[error("'{}' is not sparse6: {why}", Repeated(text))]
    Sparse6 {
        /// The whole text.
        text: String,
        /// What is wrong, as a clause.
        why: &'static str,
    },
    /// A graph in a format that is not read.
    #[error(
        "'{}' is {format}; what is read is graph6, sparse6 and edge lists such as 0-1,1-2",
        Repeated(text)
    )]
    Format {
        /// The whole text.
        text: String,
        /// The format.
        format: Format,
    },
    /// More vertices than the rows hold.
    #[error("'{}' has {n} vertices; at most {most} are supported", Repeated(text))]
    TooManyVertices {
        /// The whole text.
        text: String,
        /// Its order.
        n: u64,
        /// The maximum supported.
        most: usize,
    },
    /// A piece of an edge list that is not two numbers.
    #[error("'{}' is not an edge, or a list of edges such as 0-1,1-2", Repeated(.0))]
    Piece(
        /// The piece.
        String,
    ),
    /// An edge that the graph cannot have.
    #[error("'{}' is not an edge between two different vertices of 0..{}", Repeated(edge), n.saturating_sub(1))]
    Edge {
        /// The piece.
        edge: String,
        /// Number of vertices.
        n: usize,
    },
    /// The same edge twice.
    #[error("the edge '{}' is listed twice", Repeated(edge))]
    Twice {
        /// The piece.
        edge: String,
    },
    /// The graph has another number of vertices than the game.
    #[error("'{}' has {found} vertices, but this game is played on {expected}", Repeated(text))]
    Order {
        /// The whole text.
        text: String,
        /// The game's order.
        expected: usize,
        /// The graph's order.
        found: u64,
    },
}

/// A format of graphs that is recognized and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Directed graphs, `&...`.
    Digraph6,
    /// Graphs as changes of the one before, `;...`.
    IncrementalSparse6,
    /// Embedded planar graphs in bytes, `>>planar_code<<...`.
    PlanarCode,
}

impl Format {
    /// The format of a text, if it is one of these.
    pub fn of(text: &str) -> Option<Self> {
        let begins = |start: &str| text.starts_with(start);
        match () {
            () if begins("&") || begins(">>digraph6<<") => Some(Self::Digraph6),
            () if begins(";") => Some(Self::IncrementalSparse6),
            () if begins(">>planar_code") => Some(Self::PlanarCode),
            () => None,
        }
    }
}

/// A noun with a clause.
impl Display for Format {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.write_str(match self {
            Self::Digraph6 => "digraph6, a directed graph",
            Self::IncrementalSparse6 => "incremental sparse6, which needs the graph before it",
            Self::PlanarCode => "planar_code, an embedded graph in bytes",
        })
    }
}

/// A text as sentences repeat it: a long one without its middle.
pub struct Repeated<'a>(
    /// The whole text.
    pub &'a str,
);

impl Display for Repeated<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        const MOST: usize = 100;
        let text = self.0;
        // Characters have one byte or more.
        if text.len() <= MOST || text.chars().nth(MOST).is_none() {
            return out.write_str(text);
        }
        let start = text.char_indices().nth(MOST / 2).map_or(0, |(at, _)| at);
        let end = text.char_indices().nth_back(MOST / 4).map_or(0, |(at, _)| at);
        write!(out, "{}...{}", &text[..start], &text[end..])
    }
}

/// Returns the text of a graph without what surrounds it in files: blanks, ends of lines, a byte order mark, and the
/// header of graph6 or sparse6.
pub fn bare(text: &str) -> &str {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut text = text.trim_matches(blank);
    while let Some(rest) = text.strip_prefix(">>graph6<<").or(text.strip_prefix(">>sparse6<<")) {
        text = rest.trim_start_matches(blank);
    }
    text
}

/// Returns the text that is understood, on one line: [`bare`], with one blank in place of each blank or end of line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let text = bare(text);
    match text.contains(char::is_whitespace) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// Parses the graph on `n` vertices from `text`: as an edge list when it has only characters of [`parse_edge_list`],
/// otherwise as graph6 or sparse6. What [`bare`] removes may surround it.
///
/// # Errors
/// [`TextError`], with one sentence that a user can act on.
pub fn parse<R: Row, const W: usize>(text: &str, n: usize) -> Result<Graph<R, W>, TextError> {
    let text = bare(text);
    if text.is_empty() {
        return Err(TextError::Nothing);
    }
    if is_edge_list(text) {
        return parse_edge_list(text, n);
    }
    coded(text, Some(n))
}

/// Parses a graph with at most `W` vertices from `text`: graph6 or sparse6. What [`bare`] removes may surround it.
///
/// # Errors
/// [`TextError`], with one sentence that a user can act on.
pub fn parse_any_order<R: Row, const W: usize>(text: &str) -> Result<Graph<R, W>, TextError> {
    coded(bare(text), None)
}

fn coded<R: Row, const W: usize>(text: &str, n: Option<usize>) -> Result<Graph<R, W>, TextError> {
    if text.starts_with(':') {
        return sparse6::decode_on(text, n);
    }
    match Format::of(text) {
        Some(format) => Err(TextError::Format {
            text: text.into(),
            format,
        }),
        None => decode_on(text, n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph16, encode_graph6};

    #[test]
    fn all_forms_say_the_same_graph() {
        let from_edges: Graph16 = parse("0-2, 0-4,1-3,4-3", 5).unwrap();
        assert_eq!(encode_graph6(&from_edges), "DQc");
        for text in [
            " >>graph6<<DQc\n",
            "DQc\r\n",
            "\u{feff}DQc",
            "\u{feff}>>graph6<<DQc\r",
            "\t>>graph6<< DQc",
            "0–2, 0–4, 1–3, 4–3",
            "0−2,0−4,1−3,3−4",
            "0 - 2,\n0 - 4,\t1 - 3, 4 - 3",
            "[(0, 2), (0, 4), (1, 3), (3, 4)]",
            "[[0,2],[0,4],[1,3],[3,4]]",
            "(0, 2), (0, 4), (1, 3), (3, 4)",
            ":DgH_~",
            ">>sparse6<<:DgH_~\r\n",
        ] {
            assert_eq!(parse(text, 5), Ok(from_edges), "{text:?}");
        }
        for text in [" >>graph6<<DQc\n", "\u{feff}DQc\r", ":DgH_~"] {
            assert_eq!(parse_any_order(text), Ok(from_edges), "{text:?}");
        }
        for text in ["-", "–", "[]", "[ ]", " - \r\n", ":D", "D??"] {
            assert_eq!(parse(text, 5), Ok(Graph16::empty(5)), "{text:?}");
        }
    }

    #[test]
    fn what_is_repeated_is_what_was_understood() {
        for (text, line) in [
            ("DQc", "DQc"),
            ("\u{feff}>>graph6<<DQc\r\n", "DQc"),
            ("\u{feff}0-1,\r\n 0-2\n", "0-1, 0-2"),
            ("red:0-1\ngreen:1-2", "red:0-1 green:1-2"),
            ("D?? \u{2028} D??", "D?? D??"),
            ("\n", ""),
        ] {
            assert_eq!(one_line(text), line, "{text:?}");
        }
        assert_eq!(Repeated("short").to_string(), "short");
        assert_eq!(Repeated(&"é".repeat(100)).to_string(), "é".repeat(100));
        let cut = Repeated(&format!("{}é", "ab".repeat(100))).to_string();
        assert_eq!(cut.chars().count(), 50 + 3 + 26);
        assert!(
            cut.starts_with("abab") && cut.contains("b...b") && cut.ends_with("abé"),
            "{cut}"
        );
    }

    #[test]
    fn wrong_texts_are_sentences() {
        let sentence = |text: &str| parse::<u16, 16>(text, 5).unwrap_err().to_string();
        assert_eq!(sentence("E???"), "'E???' has 6 vertices, but this game is played on 5");
        for edge in ["0-5", "1-1", "(0, 5)", "9 9"] {
            assert_eq!(
                sentence(edge),
                format!("'{edge}' is not an edge between two different vertices of 0..4")
            );
        }
        for piece in ["0 1 1 2", "[0, 1", "0--1"] {
            assert_eq!(
                sentence(piece),
                format!("'{piece}' is not an edge, or a list of edges such as 0-1,1-2")
            );
        }
        assert_eq!(sentence("0-1, 1-0"), "the edge '1-0' is listed twice");
        assert_eq!(sentence("[(0, 1), (1, 0)]"), "the edge '(1, 0)' is listed twice");
        assert!(sentence("hello world").contains("not graph6"));
        assert!(sentence("").starts_with("an empty line"));
        assert!(sentence("\u{feff}").starts_with("an empty line"));
    }

    #[test]
    fn graphs_that_are_too_large_are_measured() {
        // 64 vertices without an edge: 341 characters.
        let large = format!("~?@?{}", "?".repeat(336));
        let sentence = parse::<u16, 16>(&large, 8).unwrap_err().to_string();
        assert!(
            sentence.ends_with("' has 64 vertices, but this game is played on 8") && sentence.len() < 150,
            "{sentence}"
        );
        let sentence = parse_any_order::<u32, 32>(&large).unwrap_err().to_string();
        assert!(
            sentence.ends_with("' has 64 vertices; at most 32 are supported"),
            "{sentence}"
        );
        for (text, n) in [
            (":~?@?", 64),
            (":~~??????", 0),
            (":~~~~~~~~", 68_719_476_735),
            (":~}~~", 258_047),
        ] {
            assert_eq!(
                parse::<u16, 16>(text, 8),
                Err(TextError::Order {
                    text: text.into(),
                    expected: 8,
                    found: n
                })
            );
        }
        let long = parse::<u16, 16>("~~~~~~~~", 8).unwrap_err().to_string();
        assert!(
            long.contains("68719476735 vertices take 393530540221957231966 characters"),
            "{long}"
        );
    }

    #[test]
    fn other_formats_are_named() {
        let format = |text: &str| match parse::<u16, 16>(text, 5) {
            Err(TextError::Format { format, .. }) => Some(format),
            _ => None,
        };
        for text in ["&DI?A_o?", ">>digraph6<<&DI?A_o?"] {
            assert_eq!(format(text), Some(Format::Digraph6));
        }
        assert_eq!(format(";Dn"), Some(Format::IncrementalSparse6));
        assert_eq!(format(">>planar_code<<"), Some(Format::PlanarCode));
        assert_eq!(format("DQc"), None);
        let sentence = parse::<u16, 16>("&AG", 2).unwrap_err().to_string();
        assert!(
            sentence.starts_with("'&AG' is digraph6, a directed graph; "),
            "{sentence}"
        );
    }
}
