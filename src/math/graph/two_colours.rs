//! Graphs whose edges have one of two colours.

use super::edge_list::{is_dash, is_edge_list};
use super::{Graph, Repeated, Row, TextError, bare, encode_graph6, parse, parse_edge_list};

/// A simple graph on vertices `0..n` with red and green edges; no pair has both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoColoured<R, const W: usize> {
    /// The red edges, then the green ones.
    layers: [Graph<R, W>; 2],
}

/// The first and the second colour.
pub const COLOURS: [&str; 2] = ["red", "green"];

impl<R: Row, const W: usize> TwoColoured<R, W> {
    /// Creates the graph on `n` vertices, at most `W`, without an edge.
    pub fn empty(n: usize) -> Self {
        Self {
            layers: [Graph::empty(n); 2],
        }
    }

    /// Creates the graph with these edges; returns `None` when some pair has both colours.
    pub fn new(red: Graph<R, W>, green: Graph<R, W>) -> Option<Self> {
        let both = (0..W).any(|v| !(red.rows()[v] & green.rows()[v]).is_empty());
        (!both).then_some(Self { layers: [red, green] })
    }

    /// Returns the number of vertices.
    #[inline(always)]
    pub fn order(&self) -> usize {
        self.layers[0].order()
    }

    /// Returns the edges of a colour, 0 for red, 1 for green.
    #[inline(always)]
    pub fn layer(&self, colour: usize) -> &Graph<R, W> {
        &self.layers[colour]
    }

    /// Returns the edges of both colours.
    #[inline(always)]
    pub fn union(&self) -> Graph<R, W> {
        let [red, green] = self.layers.each_ref().map(Graph::rows);
        Graph::from_rows(self.order(), std::array::from_fn(|v| red[v] | green[v]))
    }

    /// Returns this graph with the edge `uv` of a colour added or deleted.
    #[inline(always)]
    #[must_use]
    pub fn toggled(mut self, colour: usize, u: usize, v: usize) -> Self {
        self.layers[colour].toggle(u, v);
        self
    }

    /// Returns the number of edges.
    pub fn size(&self) -> u32 {
        self.layers.iter().map(Graph::size).sum()
    }

    /// Returns both graphs in graph6, red first, separated by a blank.
    pub fn text(&self) -> String {
        self.layers.each_ref().map(encode_graph6).join(" ")
    }
}

/// Why a text is not a graph with red and green edges.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TwoColouredTextError {
    /// One of its parts is not a graph.
    #[error(transparent)]
    Graph(#[from] TextError),
    /// Neither two words of graph6 nor edge lists with colours.
    #[error(
        "'{}' does not describe two graphs; give two words of graph6, red first, or edges by colour such as red:0-1,2-3 green:1-2",
        Repeated(.0)
    )]
    Form(String),
    /// The same list twice.
    #[error("'{}' has '{word}' twice", Repeated(text))]
    Twice {
        /// The whole text.
        text: String,
        /// The first word of the part.
        word: String,
    },
    /// An edge of two colours.
    #[error("the edge {0}-{1} is both red and green")]
    BothColours(usize, usize),
}

/// Parses the graph on `n` vertices from `text`: two words of graph6 or sparse6, red and green, `-` or `[]` for no
/// edge, or parts such as `red:0-1,2-3` and `green:1-2`, of which either may be left out, with edges as
/// [`parse_edge_list`] reads them. Words with a name and a colon that are neither are passed to `other`, which returns
/// whether it knows them.
///
/// # Errors
/// [`TwoColouredTextError`], with one sentence that a user can act on.
pub fn parse_two_coloured<R: Row, const W: usize>(
    text: &str,
    n: usize,
    mut other: impl FnMut(&str) -> bool,
) -> Result<TwoColoured<R, W>, TwoColouredTextError> {
    let text = bare(text);
    let form = || TwoColouredTextError::Form(text.into());
    let words = text.split_whitespace();
    let words: Vec<&str> = words
        .filter(|word| named(word).is_none() || is_list(word) || !other(word))
        .collect();
    let [red, green] = match words[..] {
        _ if words.iter().any(|word| named(word).is_some()) || words.is_empty() && text.contains(':') => {
            let mut lists: [Option<String>; 2] = [None, None];
            let mut last = None;
            for word in words {
                match named(word) {
                    Some((name, list)) => {
                        let colour = COLOURS.iter().position(|&colour| colour == name).ok_or_else(form)?;
                        if lists[colour].replace(list.into()).is_some() {
                            let (text, word) = (text.into(), format!("{name}:"));
                            return Err(TwoColouredTextError::Twice { text, word });
                        }
                        last = Some(colour);
                    }
                    // Blanks in a list.
                    None => {
                        let list = last.and_then(|colour: usize| lists[colour].as_mut());
                        let list = list.filter(|_| is_edge_list(word)).ok_or_else(form)?;
                        list.push(' ');
                        list.push_str(word);
                    }
                }
            }
            let [red, green] = lists.map(|list| parse_edge_list(&list.unwrap_or_default(), n));
            [red?, green?]
        }
        [word] if is_dash(word) || word == "[]" => [Graph::empty(n); 2],
        [red, green] => [parse(red, n)?, parse(green, n)?],
        _ => return Err(form()),
    };
    TwoColoured::new(red, green).ok_or_else(|| {
        let mut edges = red.edges();
        let (u, v) = edges.find(|&(u, v)| green.has_edge(u, v)).expect("some pair has both");
        TwoColouredTextError::BothColours(u, v)
    })
}

/// The name before a colon, and what follows; sparse6 has a colon and no name, headers have no colon of their own.
fn named(word: &str) -> Option<(&str, &str)> {
    let is_name = |(name, _): &(&str, &str)| !name.is_empty() && !name.starts_with('>');
    word.split_once(':').filter(is_name)
}

/// Returns whether `word` lists the edges of a colour.
fn is_list(word: &str) -> bool {
    named(word).is_some_and(|(name, _)| COLOURS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Coloured = TwoColoured<u16, 16>;

    #[test]
    fn both_forms_say_the_same_graph() {
        let parse = |text: &str| parse_two_coloured::<u16, 16>(text, 5, |_| false);
        let graph: Coloured = parse("red:0-1,2-3 green:1-2").unwrap();
        assert_eq!(graph.text(), "D`? DG?");
        assert_eq!(parse(" D`?  DG? \n"), Ok(graph));
        for text in [
            "green:1-2 red:0-1,2-3",
            "red:0–1, 2–3 green: 1–2",
            "red: 0 − 1,2 − 3\ngreen:1-2\r\n",
            "red:[(0, 1), (2, 3)] green:[(1, 2)]",
            "\u{feff}>>graph6<<D`? DG?",
            ":Daq DG?",
            "D`? >>graph6<<DG?",
        ] {
            assert_eq!(parse(text), Ok(graph), "{text:?}");
        }
        for empty in ["red: green:-", "-", " - ", "–", "[]", "- -", "D?? -", "red:[] green:–"] {
            assert_eq!(parse(empty), Ok(Coloured::empty(5)), "{empty}");
        }
        assert_eq!(parse("red:0-1").unwrap().text(), "D_? D??");
        assert_eq!(graph.size(), 3);
    }

    #[test]
    fn wrong_texts_are_sentences() {
        let sentence = |text: &str| {
            let parsed = parse_two_coloured::<u16, 16>(text, 5, |word| word == "next:red");
            parsed.unwrap_err().to_string()
        };
        assert!(sentence("D??").starts_with("'D??' does not describe two graphs"));
        assert!(sentence("").starts_with("'' does not describe two graphs"));
        assert!(sentence("blue:0-1").starts_with("'blue:0-1' does not describe two graphs"));
        assert!(sentence("red:0-1 D??").contains("does not describe two graphs"));
        assert_eq!(sentence("red:0-1 red:1-2"), "'red:0-1 red:1-2' has 'red:' twice");
        assert_eq!(sentence("red:0-1 green:0-1"), "the edge 0-1 is both red and green");
        assert_eq!(sentence("D_? D_?"), "the edge 0-1 is both red and green");
        assert!(sentence("E??? D??").contains("6 vertices"));
        assert!(sentence("red:0-9").contains("not an edge"));
        assert!(parse_two_coloured::<u16, 16>("red:0-1 next:red", 5, |word| word == "next:red").is_ok());
    }
}
