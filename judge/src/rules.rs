//! Rules of games in the plainest terms: which graphs are positions. Everything else follows from that.

use crate::named::{blow_up, complete, from_edges};
use crate::pattern::{contains, parse};
use crate::planarity::is_planar;
use crate::property::{
    has_hamilton_cycle, has_hamilton_path, is_bipartite, is_colourable, is_connected, is_one_component, is_simple,
};
use crate::rng::SplitMix64;
use crate::triangle::{edges, is_triangle_free, with_edge};

/// A game in which players add edges to `n` isolated vertices. Every position can be reached from the empty graph, and
/// a graph isomorphic to a position is a position. A position without one of its edges need not be a position.
pub trait Rules: Send + Sync {
    /// Returns whether these rows are a position. Rows that are not a simple graph are not.
    fn is_position(&self, rows: &[u32]) -> bool;

    /// Returns the edges `(i, j)` with `i < j` that may be added: each is tried.
    fn moves(&self, rows: &[u32]) -> Vec<(usize, usize)> {
        let pairs = (0..rows.len()).flat_map(|i| (i + 1..rows.len()).map(move |j| (i, j)));
        pairs
            .filter(|&(i, j)| rows[i] >> j & 1 == 0 && self.is_position(&with_edge(rows, (i, j))))
            .collect()
    }

    /// Returns the rows of the pairs on which the random game of this number is played. They only affect which
    /// positions [`random_position`] finds, and how soon.
    ///
    /// The first games are played on all pairs, which gives all classes with few edges a chance. Later games use, in
    /// turn, all pairs again, cliques and independent sets with all pairs or none between two of them, and complete
    /// multipartite graphs with equal parts.
    fn host(&self, n: usize, attempt: usize, rng: &mut SplitMix64) -> Vec<u32> {
        match attempt % 4 {
            1 | 2 if attempt >= 4 => {
                let parts = 1 + rng.below(4);
                let pairs = (0..parts).flat_map(|i| (0..=i).map(move |j| (i, j)));
                let joined: Vec<_> = pairs.filter(|_| rng.below(2) == 0).collect();
                blow_up(&from_edges(parts, joined), &cuts(parts, n, rng))
            }
            3 if attempt >= 4 => {
                let parts = 2 + rng.below(3);
                let sizes: Vec<usize> = (0..parts).map(|part| (n + part) / parts).collect();
                blow_up(&complete(parts), &sizes)
            }
            _ => complete(n),
        }
    }
}

/// Returns the rules of the game of this name; `None` when there is none.
///
/// * `triangle`: no triangle may appear
/// * `avoid:F`: no subgraph isomorphic to `F` may appear, a graph with an edge as [`parse`] reads it
/// * `avoid:odd-cycle`: no cycle of odd length
/// * `avoid:hamilton-cycle`: no cycle through all vertices
/// * `avoid:hamilton-path`: no path through all vertices
/// * `avoid:non-planar`: the graph can be drawn in the plane
/// * `avoid:chromatic:K`, K from 3: fewer than K colours suffice, where neighbours have different ones
/// * `avoid:min-degree:K`: a vertex has fewer than K neighbours
/// * `avoid:connected`: the graph on all vertices must not become connected
/// * several of them: none may appear, as in `avoid:K3+C5`
/// * `achieve:F`, F as above: no F may appear, and no graph to which one edge could be added so that an F appears
/// * each of them but the last followed by `/connected`: the edges must lie in one component after each move
pub fn rules(game: &str) -> Option<Box<dyn Rules>> {
    if let Some(game) = game.strip_suffix("/connected") {
        // At most once.
        let plain = (!game.ends_with("/connected") && !game.starts_with("achieve:")).then(|| rules(game))??;
        return Some(Box::new(ConnectedPlay(plain)));
    }
    if game == "triangle" {
        return Some(Box::new(TriangleFree));
    }
    match game.strip_prefix("achieve:") {
        Some(aims) => Some(Box::new(Unoffered(all(aims)?))),
        None => all(game.strip_prefix("avoid:")?),
    }
}

/// Returns the rules for all parts of a name, joined by `+`.
fn all(parts: &str) -> Option<Box<dyn Rules>> {
    let mut parts: Vec<Box<dyn Rules>> = parts.split('+').map(part).collect::<Option<_>>()?;
    Some(match parts.len() {
        1 => parts.remove(0),
        _ => Box::new(All(parts)),
    })
}

/// Returns the rules for one part of a name.
fn part(name: &str) -> Option<Box<dyn Rules>> {
    Some(match name {
        "odd-cycle" => Box::new(Bipartite),
        "hamilton-cycle" => Box::new(WithoutHamiltonCycle),
        "hamilton-path" => Box::new(WithoutHamiltonPath),
        "connected" => Box::new(Disconnected),
        "non-planar" => Box::new(Planar),
        _ => match name.split_once(':') {
            Some(("chromatic", colours)) => Box::new(Coloured(number(colours, 3)? - 1)),
            Some(("min-degree", degree)) => Box::new(OfLowDegree(number(degree, 1)?)),
            _ => Box::new(Without(parse(name).filter(|pattern| edges(pattern) > 0)?)),
        },
    })
}

/// Returns a number of a property, in plain notation, `least` to 20.
fn number(text: &str, least: usize) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse()
        .ok()
        .filter(|number| plain && (least..=20).contains(number))
}

/// The triangle avoidance game.
pub struct TriangleFree;

impl Rules for TriangleFree {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_triangle_free(rows)
    }

    /// Returns all pairs at first; later random blow-ups of the pentagon, then the pairs between the parts of random
    /// bipartitions, and of equal ones, where games are long.
    fn host(&self, n: usize, attempt: usize, rng: &mut SplitMix64) -> Vec<u32> {
        let pentagon = [0b10010, 0b00101, 0b01010, 0b10100, 0b01001];
        match attempt {
            0..4 => complete(n),
            4..12 => blow_up(&pentagon, &sizes(5, n, rng)),
            12..20 => blow_up(&[0b10, 0b01], &sizes(2, n, rng)),
            _ => blow_up(&[0b10, 0b01], &[n / 2, n - n / 2]),
        }
    }
}

/// Avoidance of a subgraph: this graph may not appear, induced or not.
struct Without(Vec<u32>);

impl Rules for Without {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && !contains(rows, &self.0)
    }
}

/// Avoidance of what somebody could complete with one more edge.
struct Unoffered(Box<dyn Rules>);

impl Rules for Unoffered {
    fn is_position(&self, rows: &[u32]) -> bool {
        let pairs = (0..rows.len()).flat_map(|i| (i + 1..rows.len()).map(move |j| (i, j)));
        let mut apart = pairs.filter(|&(i, j)| rows[i] >> j & 1 == 0);
        self.0.is_position(rows) && apart.all(|pair| self.0.is_position(&with_edge(rows, pair)))
    }
}

/// Avoidance of several graphs or properties at once.
struct All(Vec<Box<dyn Rules>>);

impl Rules for All {
    fn is_position(&self, rows: &[u32]) -> bool {
        self.0.iter().all(|rules| rules.is_position(rows))
    }
}

/// Avoidance of odd cycles.
struct Bipartite;

impl Rules for Bipartite {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && is_bipartite(rows)
    }
}

/// Avoidance of cycles through all vertices.
struct WithoutHamiltonCycle;

impl Rules for WithoutHamiltonCycle {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && !has_hamilton_cycle(rows)
    }
}

/// Avoidance of paths through all vertices. The graph on one vertex, where every game begins, is a position, too.
struct WithoutHamiltonPath;

impl Rules for WithoutHamiltonPath {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && (edges(rows) == 0 && rows.len() < 2 || !has_hamilton_path(rows))
    }
}

/// Avoidance of graphs that cannot be drawn in the plane.
struct Planar;

impl Rules for Planar {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && is_planar(rows)
    }
}

/// Avoidance of graphs for which so many colours do not suffice.
struct Coloured(usize);

impl Rules for Coloured {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && is_colourable(rows, self.0)
    }
}

/// Avoidance of graphs in which every vertex has so many neighbours.
struct OfLowDegree(usize);

impl Rules for OfLowDegree {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && rows.iter().any(|row| (row.count_ones() as usize) < self.0)
    }
}

/// Avoidance of connected graphs. The graph without edges, where every game begins, is also a position on one vertex.
struct Disconnected;

impl Rules for Disconnected {
    fn is_position(&self, rows: &[u32]) -> bool {
        is_simple(rows) && (edges(rows) == 0 || !is_connected(rows))
    }
}

/// A game in which every edge after the first must touch an earlier one.
struct ConnectedPlay(Box<dyn Rules>);

impl Rules for ConnectedPlay {
    fn is_position(&self, rows: &[u32]) -> bool {
        self.0.is_position(rows) && is_one_component(rows)
    }

    fn host(&self, n: usize, attempt: usize, rng: &mut SplitMix64) -> Vec<u32> {
        self.0.host(n, attempt, rng)
    }
}

/// Games tried before giving up on a number of edges.
const ATTEMPTS: usize = 64;
/// From this game on, moves are taken back when a game ends too early.
const FIRST_TO_TAKE_BACK: usize = 20;
/// Number of times that such a game takes moves back.
const TAKEN_BACK: usize = 8;

/// Returns a position on `n` vertices with `edges_asked` edges, reached by random legal moves from the empty graph;
/// `None` when no game reached that many.
///
/// Each game is played on the pairs of [`Rules::host`], in random order. When a late game ends with fewer edges, it
/// removes up to three of them and continues, on all pairs: so extremal graphs without much structure are found too.
pub fn random_position(rules: &dyn Rules, n: usize, edges_asked: usize, rng: &mut SplitMix64) -> Option<Vec<u32>> {
    let all_pairs: Vec<_> = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
    for attempt in 0..ATTEMPTS {
        let host = rules.host(n, attempt, rng);
        let mut pairs = all_pairs.clone();
        pairs.retain(|&(i, j)| host[i] >> j & 1 == 1);
        rng.shuffle(&mut pairs);
        let mut rows = vec![0; n];
        play(rules, &mut rows, edges_asked, &pairs);
        let rounds = if attempt < FIRST_TO_TAKE_BACK { 0 } else { TAKEN_BACK };
        for _ in 0..rounds {
            if edges(&rows) == edges_asked {
                break;
            }
            let mut other = rows.clone();
            pairs = all_pairs.clone();
            rng.shuffle(&mut pairs);
            let taken = 1 + rng.below(3);
            for &(i, j) in pairs.iter().filter(|&&(i, j)| rows[i] >> j & 1 == 1).take(taken) {
                other[i] &= !(1 << j);
                other[j] &= !(1 << i);
            }
            rng.shuffle(&mut pairs);
            if rules.is_position(&other) {
                play(rules, &mut other, edges_asked, &pairs);
                if edges(&other) >= edges(&rows) {
                    rows = other;
                }
            }
        }
        if edges(&rows) == edges_asked {
            return Some(rows);
        }
    }
    None
}

/// Adds those of `pairs` that are moves when their turn comes, repeatedly, until the requested number of edges is
/// reached or no pair is a move: in connected play a pair may become one.
fn play(rules: &dyn Rules, rows: &mut Vec<u32>, edges_asked: usize, pairs: &[(usize, usize)]) {
    loop {
        let before = edges(rows);
        for &(i, j) in pairs {
            if edges(rows) == edges_asked {
                return;
            }
            if rows[i] >> j & 1 == 0 {
                let next = with_edge(rows, (i, j));
                if rules.is_position(&next) {
                    *rows = next;
                }
            }
        }
        if edges(rows) == before {
            return;
        }
    }
}

/// Returns how many of `n` items fall into each of `parts` at random.
fn sizes(parts: usize, n: usize, rng: &mut SplitMix64) -> Vec<usize> {
    let mut sizes = vec![0; parts];
    (0..n).for_each(|_| sizes[rng.below(parts)] += 1);
    sizes
}

/// Returns the sizes of `parts` into which a row of `n` items is cut at random places: more often unequal than
/// [`sizes`].
fn cuts(parts: usize, n: usize, rng: &mut SplitMix64) -> Vec<usize> {
    let mut places: Vec<usize> = (1..parts).map(|_| rng.below(n + 1)).collect();
    places.extend([0, n]);
    places.sort_unstable();
    places.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::{Brute, Play};
    use crate::nauty::canonical;
    use crate::triangle::{moves, triangle_free_classes};
    use std::collections::BTreeSet;

    #[test]
    fn trying_every_edge_gives_the_moves() {
        for graph in triangle_free_classes(7).concat() {
            assert!(TriangleFree.is_position(&graph));
            assert_eq!(TriangleFree.moves(&graph), moves(&graph), "{graph:?}");
        }
        assert!(!TriangleFree.is_position(&[0b110, 0b101, 0b011]));
    }

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
    fn games_of_several_names_have_the_same_positions() {
        for (one, other) in [
            ("triangle", "avoid:K3"),
            ("avoid:C4", "avoid:K2,2"),
            ("avoid:K4+C~", "avoid:K4"),
            ("avoid:odd-cycle", "avoid:K3+C5+C7"),
            ("avoid:odd-cycle", "avoid:K3+odd-cycle"),
            ("avoid:odd-cycle/connected", "avoid:C7+C5+C3/connected"),
            ("avoid:odd-cycle", "avoid:chromatic:3"),
            ("avoid:hamilton-path", "avoid:P7"),
            // A cycle through all of seven vertices.
            ("avoid:hamilton-cycle", "avoid:C7"),
        ] {
            let (one, other) = (of(one), of(other));
            let mut rng = SplitMix64::new(1);
            for _ in 0..60 {
                let m = rng.below(13);
                let Some(rows) = random_position(&*one, 7, m, &mut rng) else {
                    continue;
                };
                assert!(other.is_position(&rows), "{rows:?}");
                assert_eq!(one.moves(&rows), other.moves(&rows), "{rows:?}");
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

    #[test]
    fn random_games_reach_every_class_of_seven_vertices() {
        let mut rng = SplitMix64::new(7);
        for (m, classes) in triangle_free_classes(7).iter().enumerate() {
            let drawn: BTreeSet<_> = (0..3000)
                .map(|_| canonical(&random_position(&TriangleFree, 7, m, &mut rng).unwrap()))
                .collect();
            assert_eq!(drawn.into_iter().collect::<Vec<_>>(), *classes, "{m} edges");
        }
        assert_eq!(
            random_position(&TriangleFree, 7, 13, &mut rng),
            None,
            "Mantel: at most 12"
        );
        for n in [1, 2, 16, 20] {
            for m in 0..=n * n / 4 {
                let rows = random_position(&TriangleFree, n, m, &mut rng).unwrap();
                assert!(is_triangle_free(&rows) && edges(&rows) == m && rows.len() == n);
            }
        }
    }

    #[test]
    fn random_games_reach_every_class_of_six_vertices() {
        for game in GAMES {
            let rules = of(game);
            let mut rng = SplitMix64::new(6);
            let brute = Brute::new(&*rules, 6, Play::Normal);
            for (m, classes) in brute.levels().iter().enumerate() {
                let drawn: BTreeSet<_> = (0..1000)
                    .map(|_| canonical(&random_position(&*rules, 6, m, &mut rng).unwrap()))
                    .collect();
                let classes: Vec<_> = classes.iter().map(|class| class.rows.clone()).collect();
                assert_eq!(drawn.into_iter().collect::<Vec<_>>(), classes, "{game} {m} edges");
            }
            assert_eq!(
                random_position(&*rules, 6, brute.levels().len(), &mut rng),
                None,
                "{game}"
            );
        }
    }

    #[test]
    fn random_games_reach_the_most_edges_there_can_be() {
        // Turan 1941; ex(n; C4) of Clapham, Flockhart and Sheehan 1989; Ore 1961; the rest by counting degrees.
        for (game, n, most) in [
            ("triangle", 12, 36),
            ("avoid:K4", 12, 48),
            ("avoid:K5", 11, 45),
            ("avoid:C4", 10, 16),
            ("avoid:C4", 13, 24),
            ("avoid:C4/connected", 11, 18),
            ("avoid:K1,3", 12, 12),
            ("avoid:K1,4", 12, 18),
            ("avoid:2K2", 12, 11),
            ("avoid:P4", 12, 12),
            ("avoid:odd-cycle", 11, 30),
            ("avoid:odd-cycle/connected", 11, 30),
            ("avoid:hamilton-cycle", 10, 37),
            ("avoid:connected", 12, 55),
        ] {
            let rules = of(game);
            let mut rng = SplitMix64::new(1);
            for m in 0..=most {
                let rows = random_position(&*rules, n, m, &mut rng).unwrap_or_else(|| panic!("{game} {n} {m}"));
                assert!(rules.is_position(&rows) && edges(&rows) == m && rows.len() == n);
            }
        }
    }
}
