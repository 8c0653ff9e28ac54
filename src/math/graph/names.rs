//! Small graphs by name, as users write the graphs of a game.

use crate::{Graph16, bare, encode_graph6, parse_any_order, parse_edge_list};

/// Most vertices of a graph that a game names.
pub const NAMED_MOST: usize = 16;

/// Graphs whose names are words: the name, vertices and edges. The first four stand in the names of databases; the
/// others came later, and databases know these graphs by graph6. All are those of graphclasses.org, `bowtie` apart,
/// which is `butterfly` there.
const WORDS: [(&str, usize, &str); 18] = [
    ("paw", 4, "0-1,1-2,0-2,2-3"),
    ("diamond", 4, "0-1,1-2,2-3,0-3,0-2"),
    ("bull", 5, "0-1,1-2,0-2,0-3,1-4"),
    ("bowtie", 5, "0-1,1-2,0-2,2-3,3-4,2-4"),
    ("butterfly", 5, "0-1,1-2,0-2,2-3,3-4,2-4"),
    ("claw", 4, "0-1,0-2,0-3"),
    ("house", 5, "0-1,1-2,2-3,0-3,2-4,3-4"),
    ("gem", 5, "0-1,1-2,2-3,0-4,1-4,2-4,3-4"),
    // A diamond with an edge at a vertex of degree 3, and at one of degree 2.
    ("dart", 5, "0-1,1-2,2-3,0-3,0-2,0-4"),
    ("kite", 5, "0-1,1-2,2-3,0-3,0-2,1-4"),
    ("cricket", 5, "0-1,1-2,0-2,0-3,0-4"),
    ("fork", 5, "0-1,0-2,0-3,3-4"),
    ("banner", 5, "0-1,1-2,2-3,0-3,0-4"),
    ("net", 6, "0-1,1-2,0-2,0-3,1-4,2-5"),
    ("domino", 6, "0-1,1-2,3-4,4-5,0-3,1-4,2-5"),
    ("prism", 6, "0-1,1-2,0-2,3-4,4-5,3-5,0-3,1-4,2-5"),
    ("octahedron", 6, "0-1,0-2,0-4,0-5,1-2,1-3,1-5,2-3,2-4,3-4,3-5,4-5"),
    (
        "petersen",
        10,
        "0-1,1-2,2-3,3-4,0-4,0-5,1-6,2-7,3-8,4-9,5-7,7-9,6-9,6-8,5-8",
    ),
];
/// How many of them stand in the names of databases.
const IN_DATABASES: usize = 4;

/// Words that are names of graphs.
pub fn graph_words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, ..)| *word)
}

/// Why a text names no graph of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchGraph {
    /// Neither a name nor graph6.
    #[error(
        "'{0}' is neither a graph's name (such as P4, C5, K4, K1,3, K2,3, 2K2, B3, W4 with 4 spokes, Q3, {few}) nor \
         graph6 (such as {EXAMPLE})",
        few = "paw, diamond, bull, bowtie, house, petersen"
    )]
    Name(String),
    /// A name of a family that has no such member.
    #[error("'{name}' is not {noun}; the smallest is {least}")]
    TooFew {
        /// The name.
        name: String,
        /// What it would be, such as `a cycle`.
        noun: &'static str,
        /// The name of the smallest one.
        least: &'static str,
    },
    /// More vertices than there may be.
    #[error("'{name}' has {n} vertices; a graph that a game names may have at most {NAMED_MOST}")]
    TooMany {
        /// The name.
        name: String,
        /// Its vertices.
        n: usize,
    },
    /// Nothing to complete.
    #[error("'{0}' has no edge, so that no game can be about it")]
    NoEdge(String),
}

/// A graph without a name, in graph6: a triangle with a path of two edges.
const EXAMPLE: &str = "DxC";

/// Returns the graph of this name, graph6 or sparse6, with at most [`NAMED_MOST`] vertices and at least an edge, and
/// the text for it: the name in its usual case, or else graph6. The case of names does not matter: a text that is a
/// name in other case is never graph6.
///
/// # Errors
/// [`NoSuchGraph`].
pub fn named_graph(text: &str) -> Result<(String, Graph16), NoSuchGraph> {
    let text = bare(text);
    let in_case = |name: String| named(&name).map(|graph| Ok((name, graph?)));
    let (name, graph) = match (in_case(text.into()), parse_any_order(text)) {
        (Some(found), _) => found?,
        (None, Ok(graph)) => (encode_graph6(&graph), graph),
        (None, Err(_)) => in_case(text.to_ascii_lowercase())
            .or_else(|| in_case(text.to_ascii_uppercase()))
            .unwrap_or_else(|| Err(NoSuchGraph::Name(text.into())))?,
    };
    match graph.size() {
        0 => Err(NoSuchGraph::NoEdge(text.into())),
        _ => Ok((name, graph)),
    }
}

/// Returns a graph by its name as a noun with its article, such as `a house`, `an octahedron`, `a copy of DxC`.
pub fn a_copy(name: &str) -> String {
    match named(name) {
        Some(_) => with_article(name),
        None => format!("a copy of {name}"),
    }
}

/// Returns a noun with its article.
pub fn with_article(noun: &str) -> String {
    match noun.starts_with(['a', 'e', 'i', 'o', 'u', '8']) {
        true => format!("an {noun}"),
        false => format!("a {noun}"),
    }
}

/// Returns the names of graphs on `n` vertices, with the graphs, the preferred ones first: by those of
/// `in_databases` databases know them, others are for people.
pub fn names_on(n: usize, in_databases: bool) -> impl Iterator<Item = (String, Graph16)> {
    let mut names: Vec<String> = Vec::new();
    let words = match in_databases {
        true => {
            names.extend(["K", "C", "P"].map(|family| format!("{family}{n}")));
            names.extend((1..=n / 2).map(|a| format!("K{a},{}", n - a)));
            if n.is_multiple_of(2) {
                names.push(format!("{}K2", n / 2));
            }
            &WORDS[..IN_DATABASES]
        }
        false => {
            names.push(format!("W{}", n.saturating_sub(1)));
            names.push(format!("Q{}", n.max(1).ilog2()));
            &WORDS[IN_DATABASES..]
        }
    };
    names.extend(words.iter().map(|(word, ..)| word.to_string()));
    if in_databases && n >= 5 {
        names.push(format!("B{}", n - 2));
    }
    let graphs = names.into_iter().filter_map(|name| Some((named(&name)?.ok()?, name)));
    graphs.filter_map(move |(graph, name)| (graph.order() == n).then_some((name, graph)))
}

/// Returns `None` when the text does not look like a name.
fn named(text: &str) -> Option<Result<Graph16, NoSuchGraph>> {
    if let Some(&(_, n, edges)) = WORDS.iter().find(|(word, ..)| *word == text) {
        return Some(Ok(parse_edge_list(edges, n).expect("a graph's edges")));
    }
    if let Some(pairs) = text.strip_suffix("K2").and_then(number) {
        return Some(sized(text, pairs.saturating_mul(2), |n| {
            of_edges(n, (0..n / 2).map(|i| (2 * i, 2 * i + 1)))
        }));
    }
    let path = |n: usize| (1..n).map(|v| (v - 1, v));
    let complete = |n: usize| (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let too_few = |noun, least| {
        let name = text.into();
        Some(Err(NoSuchGraph::TooFew { name, noun, least }))
    };
    let kind = text.chars().next()?;
    let rest = &text[kind.len_utf8()..];
    if kind == 'K'
        && let Some((a, b)) = rest.split_once(',')
    {
        let (a, b) = (number(a)?, number(b)?);
        let between = move |n| of_edges(n, (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v))));
        return Some(sized(text, a.saturating_add(b), between));
    }
    let order = number(rest)?;
    match kind {
        'P' => Some(sized(text, order, |n| of_edges(n, path(n)))),
        'C' if order < 3 => too_few("a cycle", "C3"),
        'C' => Some(sized(text, order, |n| of_edges(n, path(n).chain([(0, n - 1)])))),
        'K' => Some(sized(text, order, |n| of_edges(n, complete(n)))),
        // A book: triangles with a common edge.
        'B' => Some(sized(text, order.saturating_add(2), |n| {
            of_edges(n, (2..n).flat_map(|v| [(0, v), (1, v)]).chain([(0, 1)]))
        })),
        // A wheel: so many spokes from the last vertex to a cycle.
        'W' if order < 3 => too_few("a wheel", "W3, which is K4"),
        'W' => Some(sized(text, order.saturating_add(1), |n| {
            let rim = path(n - 1).chain([(0, n - 2)]);
            of_edges(n, rim.chain((0..n - 1).map(|v| (v, n - 1))))
        })),
        // A cube of so many dimensions.
        'Q' => Some(sized(text, 1 << order.min(32), |n| {
            of_edges(n, complete(n).filter(|(u, v)| (u ^ v).is_power_of_two()))
        })),
        _ => None,
    }
}

/// Parses a number in plain notation, not 0.
fn number(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| plain)
}

fn sized(text: &str, n: usize, graph: impl Fn(usize) -> Graph16) -> Result<Graph16, NoSuchGraph> {
    match n {
        0..=NAMED_MOST => Ok(graph(n)),
        _ => {
            let name = text.into();
            Err(NoSuchGraph::TooMany { name, n })
        }
    }
}

fn of_edges(n: usize, edges: impl Iterator<Item = (usize, usize)>) -> Graph16 {
    edges.fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_the_graphs_of_their_degrees() {
        for (name, degrees) in [
            ("P3", &[1, 1, 2][..]),
            ("P4", &[1, 1, 2, 2]),
            ("C4", &[2; 4]),
            ("C6", &[2; 6]),
            ("K4", &[3; 4]),
            ("K5", &[4; 5]),
            ("K1,3", &[1, 1, 1, 3]),
            ("K2,3", &[2, 2, 2, 3, 3]),
            ("2K2", &[1; 4]),
            ("B3", &[2, 2, 2, 4, 4]),
            ("W4", &[3, 3, 3, 3, 4]),
            ("W5", &[3, 3, 3, 3, 3, 5]),
            ("Q1", &[1; 2]),
            ("Q3", &[3; 8]),
            ("Q4", &[4; 16]),
            ("claw", &[1, 1, 1, 3]),
            ("paw", &[1, 2, 2, 3]),
            ("diamond", &[2, 2, 3, 3]),
            ("bull", &[1, 1, 2, 3, 3]),
            ("bowtie", &[2, 2, 2, 2, 4]),
            ("butterfly", &[2, 2, 2, 2, 4]),
            ("house", &[2, 2, 2, 3, 3]),
            ("gem", &[2, 2, 3, 3, 4]),
            ("dart", &[1, 2, 2, 3, 4]),
            ("kite", &[1, 2, 3, 3, 3]),
            ("cricket", &[1, 1, 2, 2, 4]),
            ("fork", &[1, 1, 1, 2, 3]),
            ("banner", &[1, 2, 2, 2, 3]),
            ("net", &[1, 1, 1, 3, 3, 3]),
            ("domino", &[2, 2, 2, 2, 3, 3]),
            ("prism", &[3; 6]),
            ("octahedron", &[4; 6]),
            ("petersen", &[3; 10]),
            ("Bw", &[2; 3]),
        ] {
            let (_, graph) = named_graph(name).unwrap();
            let mut found: Vec<u32> = (0..graph.order()).map(|v| graph.neighbours(v).count_ones()).collect();
            found.sort_unstable();
            assert_eq!(found, degrees, "{name}");
        }
        // What degrees leave open: no triangle in Petersen's graph, in a house one, in a prism two.
        for (name, has_triangle) in [
            ("petersen", false),
            ("Q3", false),
            ("domino", false),
            ("house", true),
            ("prism", true),
        ] {
            let (_, graph) = named_graph(name).unwrap();
            assert_eq!(graph.triangle().is_some(), has_triangle, "{name}");
        }
    }

    #[test]
    fn case_does_not_matter_in_names_and_does_in_graph6() {
        for (typed, meant) in [
            ("c4", "C4"),
            ("k1,3", "K1,3"),
            ("2k2", "2K2"),
            ("w5", "W5"),
            ("q3", "Q3"),
            ("Paw", "paw"),
            ("BOWTIE", "bowtie"),
            ("Petersen", "petersen"),
            ("\u{feff}Bw\r\n", "Bw"),
            (">>graph6<<Bw", "Bw"),
            (":BcN", "Bw"),
        ] {
            let name = named_graph(typed).map(|(name, _)| name);
            assert_eq!(name, Ok(meant.into()), "{typed}");
        }
        assert_eq!(named_graph("bw"), Err(NoSuchGraph::Name("bw".into())));
        // graph6 of a star and of a paw, which differ only in the case of a letter.
        let [lower, upper] = ["CF", "Cf"].map(|text| named_graph(text).unwrap().1.size());
        assert_eq!((lower, upper), (3, 4));
    }

    #[test]
    fn no_name_in_any_case_is_graph6() {
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        for word in graph_words() {
            for text in [word.to_string(), word.to_ascii_uppercase(), capital(word)] {
                assert!(parse_any_order::<u16, 16>(&text).is_err(), "{text}");
                assert_eq!(named_graph(&text).map(|(name, _)| name), Ok(word.into()), "{text}");
            }
        }
        for n in 2..=NAMED_MOST {
            for (name, _) in names_on(n, true).chain(names_on(n, false)) {
                let is_graph6 = |text: &str| parse_any_order::<u16, 16>(text).is_ok();
                assert!(!is_graph6(&name) && !is_graph6(&name.to_ascii_lowercase()), "{name}");
            }
        }
    }

    #[test]
    fn nouns_have_their_article() {
        for (name, said) in [
            ("bowtie", "a bowtie"),
            ("C4", "a C4"),
            ("octahedron", "an octahedron"),
            ("8K2", "an 8K2"),
            ("DxC", "a copy of DxC"),
        ] {
            assert_eq!(a_copy(name), said);
        }
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        for (bad, why) in [
            ("", "neither a graph's name"),
            ("P01", "neither a graph's name"),
            ("K,3", "neither a graph's name"),
            ("K1,2,3", "neither a graph's name"),
            ("2K3", "neither a graph's name"),
            ("square", "nor graph6 (such as DxC)"),
            ("K1", "has no edge"),
            ("D??", "has no edge"),
            ("C2", "is not a cycle; the smallest is C3"),
            ("W2", "is not a wheel; the smallest is W3"),
            ("B15", "has 17 vertices"),
            ("K17", "has 17 vertices"),
            ("9K2", "has 18 vertices"),
            ("W16", "has 17 vertices"),
            ("Q5", "has 32 vertices"),
        ] {
            let sentence = named_graph(bad).unwrap_err().to_string();
            assert!(sentence.contains(why), "{bad}: {sentence}");
        }
        for bad in ["K0", "B0", "W0", "P0", "0K2", "Q0"] {
            assert!(named_graph(bad).is_err(), "{bad}");
        }
    }
}
