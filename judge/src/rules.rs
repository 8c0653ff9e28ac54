//! Rules of games in the plainest terms: which graphs are positions. Everything else follows from that.

use crate::graphs::{complete, edges, with_edge};
use crate::number::number;
use crate::pattern::{contains, parse};
use crate::planarity::is_planar;
use crate::property::{
    has_hamilton_cycle, has_hamilton_path, has_perfect_matching, is_bipartite, is_colourable, is_connected,
    is_one_component, is_simple, is_two_connected,
};

/// A game in which players add edges to `n` isolated vertices. Every position can be reached from the empty graph, and
/// a graph isomorphic to a position is a position. A position without one of its edges need not be a position.
pub trait Rules: Send + Sync {
    /// True if these rows are a position. Rows that are not a simple graph are not.
    fn is_position(&self, rows: &[u32]) -> bool;

    /// The edges `(i, j)` with `i < j` that may be added: each is tried.
    fn moves(&self, rows: &[u32]) -> Vec<(usize, usize)> {
        let is_move = |&pair: &(usize, usize)| self.is_position(&with_edge(rows, pair));
        apart(rows).filter(is_move).collect()
    }
}

/// The positions are the graphs of which this is true.
impl<F: Fn(&[u32]) -> bool + Send + Sync> Rules for F {
    fn is_position(&self, rows: &[u32]) -> bool {
        self(rows)
    }
}

/// The pairs without an edge, smaller ends first.
fn apart(rows: &[u32]) -> impl Iterator<Item = (usize, usize)> {
    let pairs = (0..rows.len()).flat_map(|i| (i + 1..rows.len()).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| rows[i] >> j & 1 == 0)
}

/// The rules of the game of this name; `None` when there is none.
///
/// * `triangle`: no triangle may appear
/// * `avoid:F`: no subgraph isomorphic to `F` may appear, a graph with an edge as [`parse`] reads it
/// * `avoid:odd-cycle`: no cycle of odd length
/// * `avoid:hamilton-cycle`: no cycle through all vertices
/// * `avoid:hamilton-path`: no path through all vertices
/// * `avoid:non-planar`: the graph can be drawn in the plane
/// * `avoid:chromatic:K`, K from 3: fewer than K colours suffice, where neighbours have different ones
/// * `avoid:min-degree:K`: a vertex has fewer than K neighbours
/// * `avoid:2-connected`: the graph on all vertices must not become one that stays connected without any one of them
/// * `avoid:perfect-matching`: disjoint edges must not leave out fewer than two vertices
/// * `avoid:connected`: the graph on all vertices must not become connected
/// * several of them: none may appear, as in `avoid:K3+C5`
/// * `achieve:F`, F as above: no F may appear, and no graph to which one edge could be added so that an F appears
/// * each of them but the last followed by `/connected`: the edges must lie in one component after each move
pub fn rules(game: &str) -> Option<Box<dyn Rules>> {
    if let Some(game) = game.strip_suffix("/connected") {
        // At most once.
        let plain = (!game.ends_with("/connected") && !game.starts_with("achieve:")).then(|| rules(game))??;
        let is_position = move |rows: &[u32]| plain.is_position(rows) && is_one_component(rows);
        return Some(Box::new(is_position));
    }
    if game == "triangle" {
        return Some(without(complete(3)));
    }
    let Some(aims) = game.strip_prefix("achieve:") else {
        return all(game.strip_prefix("avoid:")?);
    };
    let aims: Vec<Box<dyn Rules>> = aims.split('+').map(offering_none).collect::<Option<_>>()?;
    Some(Box::new(each_of(aims)))
}

/// The rules for one part of the name of an achievement game.
fn offering_none(aim: &str) -> Option<Box<dyn Rules>> {
    let avoided = part(aim)?;
    let Some(pattern) = parse(aim) else {
        let offers_none = move |rows: &[u32]| {
            avoided.is_position(rows) && apart(rows).all(|pair| avoided.is_position(&with_edge(rows, pair)))
        };
        return Some(Box::new(offers_none));
    };
    // One edge more completes a copy where there is one without an edge.
    let mut lacking: Vec<Vec<u32>> = Vec::new();
    let pairs = (0..pattern.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
    for (u, v) in pairs.filter(|&(u, v)| pattern[u] >> v & 1 == 1) {
        let mut less = pattern.clone();
        less[u] &= !(1 << v);
        less[v] &= !(1 << u);
        // As both have as many edges, that is the same graph.
        if !lacking.iter().any(|other| contains(other, &less)) {
            lacking.push(less);
        }
    }
    Some(simple(move |rows| !lacking.iter().any(|less| contains(rows, less))))
}

/// The rules for all parts of a name, joined by `+`.
fn all(parts: &str) -> Option<Box<dyn Rules>> {
    let parts: Vec<Box<dyn Rules>> = parts.split('+').map(part).collect::<Option<_>>()?;
    Some(Box::new(each_of(parts)))
}

/// What all of these rules allow.
fn each_of(parts: Vec<Box<dyn Rules>>) -> impl Rules {
    move |rows: &[u32]| parts.iter().all(|part| part.is_position(rows))
}

/// The rules for one part of a name.
fn part(name: &str) -> Option<Box<dyn Rules>> {
    Some(match name {
        "odd-cycle" => simple(is_bipartite),
        "hamilton-cycle" => simple(|rows| !has_hamilton_cycle(rows)),
        // The graph on one vertex, where every game begins, is a position, too.
        "hamilton-path" => simple(|rows| edges(rows) == 0 && rows.len() < 2 || !has_hamilton_path(rows)),
        // So is the graph without edges.
        "2-connected" => simple(|rows| !is_two_connected(rows)),
        "perfect-matching" => simple(|rows| edges(rows) == 0 || !has_perfect_matching(rows)),
        "connected" => simple(|rows| edges(rows) == 0 || !is_connected(rows)),
        "non-planar" => simple(is_planar),
        _ => match name.split_once(':') {
            Some(("chromatic", colours)) => {
                let colours = up_to_20(colours).filter(|&colours| colours >= 3)?;
                simple(move |rows| is_colourable(rows, colours - 1))
            }
            Some(("min-degree", degree)) => {
                let degree = up_to_20(degree)?;
                simple(move |rows| rows.iter().any(|row| (row.count_ones() as usize) < degree))
            }
            _ => without(parse(name).filter(|pattern| edges(pattern) > 0)?),
        },
    })
}

/// Avoidance of a subgraph: this graph may not appear, induced or not.
fn without(pattern: Vec<u32>) -> Box<dyn Rules> {
    simple(move |rows| !contains(rows, &pattern))
}

/// The simple graphs of which this is true.
fn simple(is_one: impl Fn(&[u32]) -> bool + Send + Sync + 'static) -> Box<dyn Rules> {
    Box::new(move |rows: &[u32]| is_simple(rows) && is_one(rows))
}

/// A number of a property.
fn up_to_20(text: &str) -> Option<usize> {
    number(text).filter(|number| (1..=20).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of every kind.
    const GAMES: [&str; 23] = [
        "triangle",
        "triangle/connected",
        "avoid:K3",
        "avoid:C4",
        "avoid:C4/connected",
        "avoid:K4",
        "avoid:K1,3",
        "avoid:bowtie+2K2",
        "avoid:K3+C5/connected",
        "avoid:odd-cycle",
        "avoid:hamilton-cycle",
        "avoid:hamilton-cycle/connected",
        "avoid:hamilton-path",
        "avoid:non-planar",
        "avoid:chromatic:4",
        "avoid:min-degree:2",
        "avoid:min-degree:1+K4/connected",
        "avoid:connected",
        "avoid:connected/connected",
        "achieve:K3",
        "achieve:2K2+C5",
        "achieve:hamilton-cycle",
        "achieve:min-degree:2",
    ];

    fn of(game: &str) -> Box<dyn Rules> {
        rules(game).unwrap_or_else(|| panic!("{game}"))
    }

    #[test]
    fn names_of_no_game_are_refused() {
        for game in GAMES {
            assert!(rules(game).is_some_and(|rules| rules.is_position(&[0, 0])), "{game}");
        }
        for game in [
            "",
            "/connected",
            "connected",
            "Triangle",
            "triangle/",
            "triangle/connected/connected",
            "avoid:",
            "avoid:triangle",
            "avoid:K1",
            "avoid:K3+",
            "avoid:K3+K1",
            "avoid:K3,C5",
            "avoid:C2",
            "avoid:even-cycle",
            "avoid:chromatic:2",
            "avoid:chromatic",
            "avoid:min-degree:0",
            "avoid:min-degree:21",
            "avoid:min-degree:02",
            "avoid:B?",
            "achieve:",
            "achieve:C4/connected",
            "Achieve:C4",
        ] {
            assert!(rules(game).is_none(), "{game}");
        }
    }

    #[test]
    fn rows_of_no_simple_graph_are_no_position() {
        for game in GAMES {
            assert!(!of(game).is_position(&[0b001, 0, 0, 0]), "{game}: loop");
            assert!(!of(game).is_position(&[0b10, 0b00, 0, 0]), "{game}: one-way edge");
        }
    }

    #[test]
    fn one_edge_more_completes_a_copy_where_one_is_lacking() {
        let aims = [
            "P3", "2K2", "K3", "P4", "K1,3", "C4", "paw", "K4", "P5", "C5", "bull", "3K2", "K2,3",
        ];
        for (aim, n) in aims.iter().flat_map(|aim| (1..=5).map(move |n| (aim, n))) {
            let (achieve, avoid) = (of(&format!("achieve:{aim}")), of(&format!("avoid:{aim}")));
            let pairs: Vec<(usize, usize)> = apart(&vec![0; n]).collect();
            for edges in 0u32..1 << pairs.len() {
                let some = pairs.iter().enumerate().filter(|(at, _)| edges >> at & 1 == 1);
                let rows = some.fold(vec![0; n], |rows, (_, &pair)| with_edge(&rows, pair));
                let offers_none = avoid.is_position(&rows) && avoid.moves(&rows).len() == apart(&rows).count();
                assert_eq!(achieve.is_position(&rows), offers_none, "{aim} {rows:?}");
            }
        }
    }

    #[test]
    fn the_smallest_boards_have_the_moves_they_must_have() {
        let moves = |game: &str, n: usize| of(game).moves(&vec![0; n]).len();
        // One edge gives two vertices these properties.
        let at_once = ["avoid:connected", "avoid:hamilton-path", "avoid:min-degree:1"];
        let is_full = |game: &str| at_once.iter().any(|start| game.starts_with(start));
        for game in GAMES {
            assert_eq!(moves(game, 1), 0, "{game}");
            assert!(of(game).is_position(&[0]), "{game}");
            assert_eq!(moves(game, 2), usize::from(!is_full(game)), "{game}");
        }
        assert_eq!(moves("avoid:connected", 3), 3);
        assert_eq!(moves("avoid:K2", 5), 0);
        let path = [0b010, 0b101, 0b010];
        assert_eq!(of("avoid:hamilton-cycle").moves(&path), []);
        assert_eq!(of("avoid:2K2").moves(&path), [(0, 2)]);
        assert!(!of("avoid:connected").is_position(&path));
    }

    #[test]
    fn in_connected_play_every_edge_touches_the_others() {
        let edge = [0b10, 0b01, 0, 0];
        assert_eq!(of("triangle/connected").moves(&edge), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(of("triangle").moves(&edge).len(), 5);
        // The rest after removing the middle edge of a path is not a position.
        assert!(of("triangle/connected").is_position(&[0b0010, 0b0101, 0b1010, 0b0100]));
        assert!(!of("triangle/connected").is_position(&[0b0010, 0b0001, 0b1000, 0b0100]));
    }
}
