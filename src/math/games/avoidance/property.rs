//! Properties of graphs that players avoid or achieve: what is not a copy of a graph.

use super::hamilton::joined;
use crate::canonical_pair::pairs;
use canon::Lanes;
use graph::{Graph, Row, is_planar};

/// A property that more edges do not take away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    OddCycle,
    HamiltonCycle,
    HamiltonPath,
    /// The graph, connected on all its vertices.
    Connected,
    /// The graph, which stays connected on all its vertices without any one of them; at least three.
    TwoConnected,
    /// Disjoint edges that leave out at most one vertex.
    PerfectMatching,
    NonPlanar,
    /// So many colours or more, where neighbours have different ones.
    Chromatic(u32),
    /// So many neighbours of each vertex or more.
    MinDegree(u32),
}

/// The properties by name, for sentences.
pub(super) const PROPERTIES: &str = "odd-cycle, hamilton-cycle, hamilton-path, connected, 2-connected, \
                                     perfect-matching, non-planar, chromatic:K and min-degree:K";

const PLAIN: [(&str, Property); 7] = [
    ("odd-cycle", Property::OddCycle),
    ("hamilton-cycle", Property::HamiltonCycle),
    ("hamilton-path", Property::HamiltonPath),
    ("connected", Property::Connected),
    ("2-connected", Property::TwoConnected),
    ("perfect-matching", Property::PerfectMatching),
    ("non-planar", Property::NonPlanar),
];
const CHROMATIC: &str = "chromatic:";
const MIN_DEGREE: &str = "min-degree:";
/// Most colours and neighbours that a property may ask for.
const MOST: u32 = 20;

/// Names of properties, to compare what was typed with.
pub(super) fn property_words() -> impl Iterator<Item = &'static str> {
    let plain = PLAIN.iter().map(|(name, _)| *name);
    plain.chain(["chromatic:4", "min-degree:2"])
}

impl Property {
    /// Returns the property of this name in any case; `None` when the text does not look like a name.
    ///
    /// # Errors
    /// Returns a sentence when a number is out of range.
    pub fn named(text: &str) -> Option<Result<Self, String>> {
        let name = text.to_ascii_lowercase();
        if let Some(&(_, property)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
            return Some(Ok(property));
        }
        let number = |prefix: &str| {
            let digits = name.strip_prefix(prefix)?;
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
            digits.parse::<u32>().ok().filter(|_| plain)
        };
        let out_of_range = |least: u32| format!("'{text}' has a number out of range: it is {least} to {MOST}");
        if let Some(colours) = number(CHROMATIC) {
            return Some(match colours {
                // More than two colours are needed where there is an odd cycle.
                3 => Ok(Self::OddCycle),
                4..=MOST => Ok(Self::Chromatic(colours)),
                _ => Err(out_of_range(3)),
            });
        }
        number(MIN_DEGREE).map(|degree| match degree {
            1..=MOST => Ok(Self::MinDegree(degree)),
            _ => Err(out_of_range(1)),
        })
    }

    /// Returns the name, in lower case.
    pub fn name(self) -> String {
        match self {
            Self::Chromatic(colours) => format!("{CHROMATIC}{colours}"),
            Self::MinDegree(degree) => format!("{MIN_DEGREE}{degree}"),
            plain => {
                let (name, _) = PLAIN
                    .iter()
                    .find(|(_, property)| *property == plain)
                    .expect("it is listed");
                name.to_string()
            }
        }
    }

    /// Returns a noun for a graph with the property, or for what makes it one.
    pub fn noun(self) -> String {
        match self {
            Self::OddCycle => "odd cycle".into(),
            Self::HamiltonCycle => "Hamilton cycle".into(),
            Self::HamiltonPath => "Hamilton path".into(),
            Self::Connected => "connected graph".into(),
            Self::TwoConnected => "2-connected graph".into(),
            Self::PerfectMatching => "perfect matching".into(),
            Self::NonPlanar => "non-planar graph".into(),
            Self::Chromatic(colours) => format!("{colours}-chromatic graph"),
            Self::MinDegree(degree) => format!("graph of minimum degree {degree}"),
        }
    }

    /// Returns the noun as the first part of the name of a game.
    pub fn in_title(self) -> String {
        match self {
            Self::MinDegree(degree) => format!("minimum degree {degree}"),
            other => other.noun(),
        }
    }

    /// Returns what players do who give a graph the property, after "may not".
    pub fn deed(self) -> String {
        match self {
            Self::OddCycle => "close an odd cycle".into(),
            Self::HamiltonCycle => "close a Hamilton cycle".into(),
            Self::HamiltonPath => "complete a Hamilton path".into(),
            Self::Connected => "make the whole graph connected".into(),
            Self::TwoConnected => "make the whole graph 2-connected".into(),
            Self::PerfectMatching => "complete a perfect matching".into(),
            Self::NonPlanar => "make the graph non-planar".into(),
            Self::Chromatic(colours) => format!("bring the chromatic number to {colours}"),
            Self::MinDegree(1) => "give every vertex an edge".into(),
            Self::MinDegree(degree) => format!("give every vertex {degree} edges"),
        }
    }

    /// Returns what the last edge makes, after "makes".
    pub fn made(self) -> String {
        match self {
            Self::OddCycle => "an odd cycle".into(),
            Self::HamiltonCycle => "a Hamilton cycle".into(),
            Self::HamiltonPath => "a Hamilton path".into(),
            Self::Connected => "the whole graph connected".into(),
            Self::TwoConnected => "the whole graph 2-connected".into(),
            Self::PerfectMatching => "a perfect matching".into(),
            Self::NonPlanar => "it non-planar".into(),
            Self::Chromatic(colours) => format!("its chromatic number {colours}"),
            Self::MinDegree(degree) => format!("its minimum degree {degree}"),
        }
    }

    /// Removes from the rows `open`, pairs that are not joined, those whose edge gives `graph` the property.
    #[inline(always)]
    pub fn close<R: Lanes<W>, const W: usize>(self, graph: &Graph<R, W>, open: &mut [R; W]) {
        let n = graph.order();
        match self {
            Self::HamiltonCycle => {
                let closed = joined(graph, open);
                for v in 0..n {
                    open[v] &= !closed[v];
                }
            }
            Self::HamiltonPath => close_paths(graph, open),
            Self::OddCycle => {
                for [one, other] in sides(graph) {
                    one.vertices().for_each(|v| open[v] &= !one);
                    other.vertices().for_each(|v| open[v] &= !other);
                }
            }
            Self::Connected => {
                let first = component(graph, 0);
                let rest = R::below(n) & !first;
                if !rest.is_empty() && component(graph, rest.lowest()) == rest {
                    for v in 0..n {
                        open[v] &= if first.has(v) { first } else { rest };
                    }
                }
            }
            Self::TwoConnected => close_each(open, |u, v| is_two_connected(&graph.toggled(u, v))),
            Self::PerfectMatching => {
                let all = R::below(n);
                close_each(open, |u, v| {
                    is_matched(graph, all & !(R::bit(u) | R::bit(v)), n % 2 == 1)
                });
            }
            Self::NonPlanar => close_each(open, |u, v| !is_planar(&graph.toggled(u, v))),
            Self::Chromatic(colours) => close_coloured(graph, open, colours as usize - 1),
            Self::MinDegree(degree) => close_low(graph, open, degree),
        }
    }

    /// Returns why `graph` has the property, as the end of a sentence about it; `None` where it has not.
    pub fn violation<R: Lanes<W>, const W: usize>(self, graph: &Graph<R, W>) -> Option<String> {
        let n = graph.order();
        let why = |holds: bool, why: &str| holds.then(|| why.into());
        match self {
            Self::OddCycle => {
                let odd = |[one, other]: &[R; 2]| !(*one & *other).is_empty();
                why(sides(graph).iter().any(odd), "it contains an odd cycle")
            }
            Self::HamiltonCycle => {
                let closing = joined(graph, graph.rows());
                why(closing != [R::EMPTY; W], "it contains a Hamilton cycle")
            }
            Self::HamiltonPath => {
                let apex = with_apex(graph);
                let closing = joined(&apex, apex.rows());
                why(closing != [0; WIDE], "it contains a Hamilton path")
            }
            Self::Connected => why(n > 1 && component(graph, 0) == R::below(n), "it is connected"),
            Self::TwoConnected => why(is_two_connected(graph), "it is 2-connected"),
            Self::PerfectMatching => {
                let is_matched = n > 1 && is_matched(graph, R::below(n), n % 2 == 1);
                why(is_matched, "it contains a perfect matching")
            }
            Self::NonPlanar => why(!is_planar(graph), "it is not planar"),
            Self::Chromatic(colours) => {
                let is_coloured = colouring(graph, colours as usize - 1).is_some();
                why(!is_coloured, &format!("its chromatic number is {colours} or more"))
            }
            Self::MinDegree(degree) => {
                let is_low = (0..n).any(|v| graph.neighbours(v).count() < degree);
                why(!is_low, &format!("its minimum degree is {degree} or more"))
            }
        }
    }
}

/// Rows that hold a vertex more than any game.
const WIDE: usize = 24;

/// Returns the graph with one more vertex, joined to all others: a path through all vertices of `graph` is a cycle
/// through all of this one.
fn with_apex<R: Row, const W: usize>(graph: &Graph<R, W>) -> Graph<u32, WIDE> {
    let n = graph.order();
    let mut apex = Graph::empty(n + 1);
    graph.edges().for_each(|(u, v)| apex.toggle(u, v));
    (0..n).for_each(|v| apex.toggle(v, n));
    apex
}

/// Removes the pairs whose edge completes a path through all vertices.
#[inline(never)]
fn close_paths<R: Row, const W: usize>(graph: &Graph<R, W>, open: &mut [R; W]) {
    let mut wanted = [0; WIDE];
    for (wide, row) in wanted.iter_mut().zip(&*open) {
        *wide = row.to_u32();
    }
    let closed = joined(&with_apex(graph), &wanted);
    for (row, closed) in open.iter_mut().zip(closed) {
        *row &= !R::from_u32(closed);
    }
}

/// Removes the pairs for which `gives` holds: their edge gives the property.
#[inline(never)]
fn close_each<R: Lanes<W>, const W: usize>(open: &mut [R; W], gives: impl Fn(usize, usize) -> bool) {
    let apart = *open;
    for (u, v) in pairs(&apart) {
        if gives(u, v) {
            remove(open, u, v);
        }
    }
}

/// Returns whether disjoint edges cover the vertices `rest`, but one of them where one `may_stay`.
fn is_matched<R: Row, const W: usize>(graph: &Graph<R, W>, rest: R, may_stay: bool) -> bool {
    if rest.is_empty() {
        return true;
    }
    let v = rest.lowest();
    let rest = rest & !R::bit(v);
    let covers = |u: usize| is_matched(graph, rest & !R::bit(u), may_stay);
    (graph.neighbours(v) & rest).vertices().any(covers) || may_stay && is_matched(graph, rest, false)
}

/// Returns whether the graph has three vertices or more and stays connected without any one of them.
fn is_two_connected<R: Row, const W: usize>(graph: &Graph<R, W>) -> bool {
    let all = R::below(graph.order());
    let is_whole = |rest: R| reached(graph, rest.lowest(), rest) == rest;
    graph.order() > 2 && is_whole(all) && all.vertices().all(|v| is_whole(all & !R::bit(v)))
}

/// Removes the pairs whose ends have the same colour whenever the graph is coloured with so many colours.
#[inline(never)]
fn close_coloured<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>, open: &mut [R; W], colours: usize) {
    let mut unknown = *open;
    loop {
        let next = pairs(&unknown).next();
        let Some((u, v)) = next else { return };
        match colouring(&graph.toggled(u, v), colours) {
            // One colouring shows it of all pairs of different colours.
            Some(classes) => {
                for class in classes {
                    class.vertices().for_each(|w| unknown[w] &= class);
                }
            }
            None => {
                remove(open, u, v);
                remove(&mut unknown, u, v);
            }
        }
    }
}

/// Removes the pairs whose edge gives every vertex so many neighbours.
#[inline(never)]
fn close_low<R: Lanes<W>, const W: usize>(graph: &Graph<R, W>, open: &mut [R; W], degree: u32) {
    let n = graph.order();
    let few = |most: u32| (0..n).filter(move |&v| graph.neighbours(v).count() < most);
    let low = few(degree).fold(R::EMPTY, |set, v| set | R::bit(v));
    // Ends of the edge, each of which lacks one.
    if low.count() > 2 || few(degree - 1).next().is_some() {
        return;
    }
    let apart = *open;
    for (u, v) in pairs(&apart) {
        if (low & !(R::bit(u) | R::bit(v))).is_empty() {
            remove(open, u, v);
        }
    }
}

fn remove<R: Row, const W: usize>(open: &mut [R; W], u: usize, v: usize) {
    open[u] &= !R::bit(v);
    open[v] &= !R::bit(u);
}

/// Returns classes of vertices without an edge inside, at most so many; `None` where that cannot be.
#[inline(never)]
fn colouring<R: Row, const W: usize>(graph: &Graph<R, W>, colours: usize) -> Option<Vec<R>> {
    let mut classes = Vec::with_capacity(colours);
    colour(graph, colours, R::below(graph.order()), &mut classes).then_some(classes)
}

/// Puts the vertices `rest` into classes, in all ways until one succeeds: first the vertex that fits the fewest.
fn colour<R: Row, const W: usize>(graph: &Graph<R, W>, colours: usize, rest: R, classes: &mut Vec<R>) -> bool {
    let fits = |class: R, v: usize| (class & graph.neighbours(v)).is_empty();
    let fitting = |v: usize| classes.iter().filter(|&&class| fits(class, v)).count();
    let Some(v) = rest.vertices().min_by_key(|&v| fitting(v)) else {
        return true;
    };
    let rest = rest & !R::bit(v);
    for index in 0..classes.len() {
        if fits(classes[index], v) {
            classes[index] |= R::bit(v);
            if colour(graph, colours, rest, classes) {
                return true;
            }
            classes[index] &= !R::bit(v);
        }
    }
    // Classes without a vertex are alike.
    if classes.len() == colours {
        return false;
    }
    classes.push(R::bit(v));
    let done = colour(graph, colours, rest, classes);
    if !done {
        classes.pop();
    }
    done
}

/// Returns the vertices that paths from `v` reach, itself included.
pub(super) fn component<R: Row, const W: usize>(graph: &Graph<R, W>, v: usize) -> R {
    reached(graph, v, R::below(graph.order()))
}

/// Returns the vertices that paths from `v` through the vertices `among` reach, itself included.
fn reached<R: Row, const W: usize>(graph: &Graph<R, W>, v: usize, among: R) -> R {
    let mut reached = R::bit(v);
    let mut fresh = reached;
    while !fresh.is_empty() {
        let next = fresh.vertices().fold(R::EMPTY, |set, u| set | graph.neighbours(u)) & among;
        fresh = next & !reached;
        reached |= fresh;
    }
    reached
}

/// For each component the vertices at even and at odd distances from its first; they overlap where there is an odd
/// cycle.
fn sides<R: Row, const W: usize>(graph: &Graph<R, W>) -> Vec<[R; 2]> {
    let mut found = Vec::new();
    let mut rest = R::below(graph.order());
    while !rest.is_empty() {
        let mut sides = [R::bit(rest.lowest()), R::EMPTY];
        let mut from = 0;
        loop {
            let next = sides[from]
                .vertices()
                .fold(sides[1 - from], |set, u| set | graph.neighbours(u));
            if next == sides[1 - from] && from == 1 {
                break;
            }
            sides[1 - from] = next;
            from = 1 - from;
        }
        rest &= !(sides[0] | sides[1]);
        found.push(sides);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph::Graph16;

    const ALL: [Property; 11] = [
        Property::OddCycle,
        Property::HamiltonCycle,
        Property::HamiltonPath,
        Property::Connected,
        Property::TwoConnected,
        Property::PerfectMatching,
        Property::NonPlanar,
        Property::Chromatic(4),
        Property::Chromatic(5),
        Property::MinDegree(1),
        Property::MinDegree(3),
    ];

    #[test]
    fn every_name_is_read_again() {
        for property in ALL {
            assert_eq!(Property::named(&property.name()), Some(Ok(property)));
            assert_eq!(
                Property::named(&property.name().to_ascii_uppercase()),
                Some(Ok(property))
            );
        }
        for none in [
            "",
            "cycle",
            "chromatic:",
            "chromatic:04",
            "min-degree:-1",
            "min-degree",
            "C4",
        ] {
            assert_eq!(Property::named(none), None, "{none}");
        }
        for out in [
            "chromatic:1",
            "chromatic:2",
            "chromatic:21",
            "min-degree:0",
            "min-degree:99",
        ] {
            assert!(Property::named(out).is_some_and(|property| property.is_err()), "{out}");
        }
    }

    #[test]
    fn closed_pairs_are_those_whose_edge_gives_the_property() {
        let mut random = base::random::SplitMix64::new(9);
        for property in ALL {
            let [mut closed, mut left] = [0, 0];
            for n in [5, 7, 9] {
                let all = (1..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect::<Vec<_>>();
                for order in (0..40).map(|_| random.permutation(all.len())).collect::<Vec<_>>() {
                    // As many edges as the property allows, some taken back.
                    let mut graph = Graph16::empty(n);
                    for &at in &order {
                        let more = graph.toggled(all[at].0, all[at].1);
                        graph = if property.violation(&more).is_none() {
                            more
                        } else {
                            graph
                        };
                    }
                    for (u, v) in graph.edges().take(n / 4).collect::<Vec<_>>() {
                        graph.toggle(u, v);
                    }
                    let mut open = [0u16; 16];
                    let apart = all.iter().filter(|&&(u, v)| !graph.has_edge(u, v)).collect::<Vec<_>>();
                    for &&(u, v) in &apart {
                        (open[u], open[v]) = (open[u] | 1 << v, open[v] | 1 << u);
                    }
                    property.close(&graph, &mut open);
                    for &(u, v) in apart {
                        let is_open = property.violation(&graph.toggled(u, v)).is_none();
                        assert_eq!(
                            (open[u].has(v), open[v].has(u)),
                            (is_open, is_open),
                            "{property:?} {graph:?}"
                        );
                        *if is_open { &mut left } else { &mut closed } += 1;
                    }
                }
            }
            assert!(closed > 50 && left > 50, "{property:?}: {closed} {left}");
        }
    }
}
