//! Small graphs by name, as users write the graphs to be avoided.

use canon::{Canonical, Key};
use graph::{Graph16, bare, encode_graph6, parse_any_order};

/// Maximum number of vertices of a graph to be avoided.
const MOST: usize = 16;

/// Graphs whose names are words.
pub(super) const WORDS: [&str; 4] = ["paw", "diamond", "bull", "bowtie"];

/// Returns the graph with this name, graph6 or sparse6, or a sentence when there is none. The case of names does not
/// matter: a text that is a name in other case is never graph6.
pub fn small_graph(text: &str) -> Result<Graph16, String> {
    let text = bare(text);
    let in_other_letters = || named(&text.to_ascii_lowercase()).or_else(|| named(&text.to_ascii_uppercase()));
    let graph = match (named(text), parse_any_order(text)) {
        (Some(graph), _) => graph?,
        (None, Ok(graph)) => graph,
        (None, Err(_)) => in_other_letters().unwrap_or_else(|| {
            Err(format!(
                "'{text}' is neither a graph's name (such as P4, C5, K4, K1,3, K2,3, 2K2, B3, paw, diamond, bull, bowtie) nor graph6"
            ))
        })?,
    };
    if graph.size() == 0 {
        return Err(format!("'{text}' has no edge, so no position could avoid it"));
    }
    Ok(graph)
}

/// Returns the name for all graphs isomorphic to `graph`: the usual one, or else canonical graph6.
pub fn usual_name(graph: &Graph16) -> String {
    let key = Canonical::of(graph).key;
    let is_it = |name: &String| {
        named(name)
            .and_then(Result::ok)
            .is_some_and(|other| other.order() == graph.order() && Canonical::of(&other).key == key)
    };
    usual_names(graph.order())
        .into_iter()
        .find(is_it)
        .unwrap_or_else(|| encode_graph6(&canonical(key, graph.order())))
}

fn canonical(key: Key<u16>, order: usize) -> Graph16 {
    key.graph(order)
}

/// Returns names of graphs on `n` vertices, the preferred ones first.
fn usual_names(n: usize) -> Vec<String> {
    let mut names = vec![format!("K{n}"), format!("C{n}"), format!("P{n}")];
    names.extend((1..=n / 2).map(|a| format!("K{a},{}", n - a)));
    if n.is_multiple_of(2) {
        names.push(format!("{}K2", n / 2));
    }
    names.extend(WORDS.map(String::from));
    if n >= 5 {
        names.push(format!("B{}", n - 2));
    }
    names
}

/// Returns `None` when the text does not look like a name.
fn named(text: &str) -> Option<Result<Graph16, String>> {
    let edges: Option<(usize, &[(usize, usize)])> = match text {
        "paw" => Some((4, &[(0, 1), (1, 2), (0, 2), (2, 3)])),
        "diamond" => Some((4, &[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)])),
        "bull" => Some((5, &[(0, 1), (1, 2), (0, 2), (0, 3), (1, 4)])),
        "bowtie" => Some((5, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)])),
        _ => None,
    };
    if let Some((n, edges)) = edges {
        return Some(Ok(of_edges(n, edges.iter().copied())));
    }
    if let Some(pairs) = text.strip_suffix("K2").and_then(number) {
        return Some(sized(text, 2 * pairs, |n| {
            of_edges(n, (0..n / 2).map(|i| (2 * i, 2 * i + 1)))
        }));
    }
    let path = |n: usize| (1..n).map(|v| (v - 1, v));
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
        // A book: triangles with a common edge.
        'B' => Some(sized(text, order.saturating_add(2), |n| {
            of_edges(n, (2..n).flat_map(|v| [(0, v), (1, v)]).chain([(0, 1)]))
        })),
        'P' => Some(sized(text, order, |n| of_edges(n, path(n)))),
        'C' if order >= 3 => Some(sized(text, order, |n| of_edges(n, path(n).chain([(0, n - 1)])))),
        'C' => Some(Err(format!("'{text}' is not a cycle; the shortest is C3"))),
        'K' => Some(sized(text, order, |n| {
            of_edges(n, (0..n).flat_map(|v| (0..v).map(move |u| (u, v))))
        })),
        _ => None,
    }
}

/// Parses a number in plain notation, not 0.
fn number(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| plain)
}

fn sized(text: &str, n: usize, graph: impl Fn(usize) -> Graph16) -> Result<Graph16, String> {
    match n {
        0..=MOST => Ok(graph(n)),
        _ => Err(format!(
            "'{text}' has {n} vertices; a graph to be avoided may have at most {MOST}"
        )),
    }
}

fn of_edges(n: usize, edges: impl Iterator<Item = (usize, usize)>) -> Graph16 {
    edges.fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_edges_they_should() {
        for (name, order, size) in [
            ("P3", 3, 2),
            ("P4", 4, 3),
            ("C4", 4, 4),
            ("C6", 6, 6),
            ("K4", 4, 6),
            ("K5", 5, 10),
            ("K1,3", 4, 3),
            ("K2,3", 5, 6),
            ("2K2", 4, 2),
            ("3K2", 6, 3),
            ("paw", 4, 4),
            ("diamond", 4, 5),
            ("bull", 5, 5),
            ("bowtie", 5, 6),
            ("B3", 5, 7),
            ("B14", 16, 29),
            ("Bw", 3, 3),
        ] {
            let graph = small_graph(name).unwrap();
            assert_eq!((graph.order(), graph.size()), (order, size), "{name}");
        }
    }

    #[test]
    fn case_does_not_matter_in_names_and_does_in_graph6() {
        for (typed, meant) in [
            ("c4", "C4"),
            ("k1,3", "K1,3"),
            ("2k2", "2K2"),
            ("Paw", "paw"),
            ("BOWTIE", "bowtie"),
        ] {
            assert_eq!(
                small_graph(typed).map(|graph| usual_name(&graph)),
                Ok(meant.into()),
                "{typed}"
            );
        }
        assert!(small_graph("c2").unwrap_err().contains("not a cycle"));
        // graph6 of a star and of a paw, which differ only in the case of a letter.
        let [lower, upper] = ["CF", "Cf"].map(|text| small_graph(text).unwrap());
        assert_ne!(usual_name(&lower), usual_name(&upper));
    }

    #[test]
    fn one_name_for_one_graph() {
        for (text, usual) in [
            ("C3", "K3"),
            ("Bw", "K3"),
            (">>graph6<<Bw", "K3"),
            ("\u{feff}Bw\r\n", "K3"),
            ("Bw\r", "K3"),
            (":BcN", "K3"),
            (" C4\n", "C4"),
            ("K1,2", "P3"),
            ("K2,2", "C4"),
            ("K1,1", "K2"),
            ("P2", "K2"),
            ("1K2", "K2"),
            ("K3,1", "K1,3"),
            ("K1,4", "K1,4"),
            ("3K2", "3K2"),
            ("bowtie", "bowtie"),
            ("B1", "K3"),
            ("B2", "diamond"),
            ("b3", "B3"),
        ] {
            assert_eq!(usual_name(&small_graph(text).unwrap()), usual, "{text}");
        }
        // A triangle with two pendant edges at one corner, in two labellings.
        let twice = ["DxC", "D{_"].map(|text| usual_name(&small_graph(text).unwrap()));
        assert_ne!(twice[0], "");
        for bad in [
            "", "K1", "B15", "B0", "C2", "K0", "K17", "9K2", "house", "P01", "K,3", "D??",
        ] {
            assert!(small_graph(bad).is_err(), "{bad}");
        }
    }
}
