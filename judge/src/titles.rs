//! What games are called in theorems.

use crate::graph6;
use crate::pattern::{contains, parse};

/// Graphs that were named after proofs had them in graph6.
const NAMED_LATER: [&str; 13] = [
    "fork",
    "cricket",
    "net",
    "dart",
    "kite",
    "banner",
    "house",
    "domino",
    "prism",
    "octahedron",
    "gem",
    "Q3",
    "petersen",
];

/// Of an avoidance or achievement game whose name the rules know, such as `the triangle avoidance game`.
pub(crate) fn avoidance(game: &str) -> String {
    let (game, play) = match game.strip_suffix("/connected") {
        Some(game) => (game, "connected "),
        None => (game, ""),
    };
    let (parts, kind) = match (game.strip_prefix("avoid:"), game.strip_prefix("achieve:")) {
        (Some(parts), _) => (parts, "avoidance"),
        (_, Some(parts)) => (parts, "achievement"),
        _ => ("K3", "avoidance"),
    };
    format!("the {play}{} {kind} game", nouns(parts))
}

/// Of a two-colour game, such as `the P4 Ramsey avoidance game`: its name has what the players complete, and further
/// parts after slashes.
pub(crate) fn two_colours(game: &str) -> String {
    let (game, rest) = game.split_once('/').unwrap_or((game, ""));
    let (form, graphs) = game.split_once(':').unwrap_or((game, ""));
    let graphs = match graphs.split_once(':') {
        Some((red, green)) if red != green => format!("{} and {}", nouns(red), nouns(green)),
        Some((same, _)) => nouns(same),
        None => nouns(graphs),
    };
    let title = match (form, &graphs[..]) {
        ("sim", _) | ("ramsey-lose", "triangle") => "Sim".into(),
        ("sima", _) | ("ramsey-achieve", "triangle") => "Sima".into(),
        ("ramsey-lose", _) => format!("the game of Sim with {graphs}"),
        ("ramsey-achieve", _) => format!("the {graphs} Ramsey achievement game"),
        ("ramsey-achieve-weak", _) => format!("the weak {graphs} Ramsey achievement game"),
        _ => format!("the {graphs} Ramsey avoidance game"),
    };
    match rest {
        "" => title,
        rest => format!("{title} ({})", rest.replace('/', ", ")),
    }
}

/// Graphs and properties joined by `+`, as nouns.
pub(crate) fn nouns(parts: &str) -> String {
    parts.split('+').map(noun).collect::<Vec<_>>().join(" or ")
}

fn noun(part: &str) -> String {
    let plain = match part {
        "K3" => "triangle",
        "odd-cycle" => "odd cycle",
        "hamilton-cycle" => "Hamilton cycle",
        "hamilton-path" => "Hamilton path",
        "connected" => "connected graph",
        "2-connected" => "2-connected graph",
        "perfect-matching" => "perfect matching",
        "non-planar" => "non-planar graph",
        graph => graph,
    };
    match plain.split_once(':') {
        Some(("chromatic", colours)) => format!("{colours}-chromatic graph"),
        Some(("min-degree", degree)) => format!("minimum degree {degree}"),
        _ => shown(plain),
    }
}

/// The name of a graph in graph6 that has one; other names stay as they are.
fn shown(name: &str) -> String {
    let Some(rows) = graph6::decode(name) else {
        return name.into();
    };
    let edges = |rows: &[u32]| rows.iter().map(|row| row.count_ones()).sum::<u32>();
    let is_it = |other: &[u32]| other.len() == rows.len() && edges(other) == edges(&rows) && contains(&rows, other);
    let wheel = format!("W{}", rows.len().saturating_sub(1));
    // Larger wheels are in graph6, so that no name asks for a long search.
    let wheel = (5..=10).contains(&rows.len()).then_some(&wheel[..]);
    let named = wheel
        .into_iter()
        .chain(NAMED_LATER)
        .find(|word| parse(word).is_some_and(|other| is_it(&other)));
    named.unwrap_or(name).into()
}

/// How many vertices a board has.
pub(crate) fn vertices(n: usize) -> String {
    format!("{n} {}", if n == 1 { "vertex" } else { "vertices" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_in_graph6_is_called_by_its_name() {
        for (game, title) in [
            ("avoid:DuW", "the house avoidance game"),
            ("avoid:K4+DuW", "the K4 or house avoidance game"),
            ("achieve:min-degree:2", "the minimum degree 2 achievement game"),
            ("avoid:D?{", "the D?{ avoidance game"),
            ("triangle/connected", "the connected triangle avoidance game"),
        ] {
            assert_eq!(avoidance(game), title);
        }
        for word in NAMED_LATER.into_iter().chain(["W4", "W9"]) {
            assert_eq!(shown(&graph6::encode(&parse(word).unwrap())), word);
        }
        assert_eq!(shown("K1,3"), "K1,3");
    }
}
