//! Lists of rules by which Painter may play.
//!
//! A rule is a colour and a graph: Painter gives an edge this colour unless that closes this graph in it. With a list
//! she takes the first rule that holds. Rules of one colour grow: what closes the later graph closes the earlier one;
//! and the last graph of each colour is its target. So Builder has won once all rules fail.

use boards::{Copies, are_isomorphic};
use graph::{Graph16, each, encode_graph6};

use super::commitment::Commitment;
use super::target::Target;

/// Most vertices of a graph in a rule.
pub(crate) const ORDER_MOST: usize = 5;

/// A colour that Painter gives unless that closes a graph.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub colour: usize,
    pub graph: Graph16,
}

/// Rules in their order.
pub(crate) type List = Vec<Rule>;

/// The lists for these targets: the targets themselves in each order of colours; and for two targets one of them less a
/// vertex before the other and itself.
pub(crate) fn lists<const C: usize>(targets: &[Target; C]) -> Vec<List> {
    let rule = |colour: usize| Rule {
        colour,
        graph: *targets[colour],
    };
    let mut lists: Vec<List> = Vec::new();
    for code in 0..C.pow(C as u32) {
        let order: Vec<usize> = (0..C).map(|c| code / C.pow(c as u32) % C).collect();
        if (0..C).all(|c| order.contains(&c)) {
            lists.push(order.into_iter().map(rule).collect());
        }
    }
    if C == 2 {
        for colour in 0..2 {
            for graph in smaller(&targets[colour]) {
                lists.push(vec![Rule { colour, graph }, rule(1 - colour), rule(colour)]);
            }
        }
    }
    lists
}

/// The lists for these targets that begin with the colour of a commitment and go on from it: the targets themselves,
/// and for two targets that of the colour less a vertex before the other, which may come less a vertex first, and
/// itself.
///
/// The last of these leave half of the positions of K4, K4.
pub(crate) fn committed_lists<const C: usize>(targets: &[Target; C], commitment: &Commitment) -> Vec<List> {
    let own = commitment.colour;
    let mut found: Vec<List> = lists(targets);
    found.retain(|list| {
        let mut graphs = list.iter().filter(|rule| rule.colour == own).map(|rule| &rule.graph);
        list[0].colour == own && graphs.all(|graph| commitment.closed.covers(graph))
    });
    if C == 2 {
        let before = |list: &List| list.len() == 3;
        let three: Vec<List> = found.iter().filter(|list| before(list)).cloned().collect();
        for list in three {
            for graph in smaller(&targets[1 - own]) {
                let colour = 1 - own;
                let [first, last, middle] = [0, 1, 2].map(|at| list[at].clone());
                found.push(vec![first, Rule { colour, graph }, middle, last]);
            }
        }
    }
    found
}

/// The connected graphs with two edges or more that a target less a vertex is, of isomorphic ones the first, if each of
/// the target's edges is in a copy.
fn smaller(target: &Graph16) -> Vec<Graph16> {
    let mut found: Vec<Graph16> = Vec::new();
    for v in 0..target.order() {
        let left = each(target.neighbours(v)).fold(*target, |left, u| left.toggled(u, v));
        let graph = left.without_isolated();
        let is_new = || !found.iter().any(|other| are_isomorphic(other, &graph));
        if graph.size() > 1 && graph.is_connected() && covers(&graph, target) && is_new() {
            found.push(graph);
        }
    }
    found
}

/// Whether each edge of a target is in a copy of a graph.
fn covers(graph: &Graph16, target: &Graph16) -> bool {
    let copies = Copies::new(graph);
    target.edges().all(|at| copies.has(target, at))
}

/// Whether lists can have these targets.
pub(crate) fn are_small(targets: &[Target]) -> bool {
    let is_small = |target: &Target| target.order() <= ORDER_MOST && target.is_connected();
    targets.iter().all(is_small)
}

/// Whether a search of these targets uses lists: of three colours, or if a target has five vertices. The other bounds
/// do for smaller ones: with lists K4 and K4 in 20 rounds have a sixth of the positions and as long a search, but a
/// check of 80 s instead of 20, and C4 and K4 in 17 rounds take ten times as long.
pub(crate) fn are_worth_it<const C: usize>(targets: &[Target; C]) -> bool {
    let edges: u32 = targets.iter().map(|target| target.size()).sum();
    let is_large = || edges > 11 && targets.iter().any(|target| target.order() == ORDER_MOST);
    are_small(targets) && (C > 2 || is_large())
}

/// A list as words: each rule a colour's letter, a colon and a graph, with a slash between rules.
pub(crate) fn text(list: &List) -> String {
    let rules = list.iter().map(|rule| {
        let letter = char::from(b'a' + rule.colour as u8);
        format!("{letter}:{}", name(&rule.graph))
    });
    rules.collect::<Vec<_>>().join("/")
}

/// A complete graph by its name, others as graph6.
fn name(graph: &Graph16) -> String {
    let n = graph.order();
    match graph.size() as usize == n * (n - 1) / 2 {
        true => format!("K{n}"),
        false => encode_graph6(graph),
    }
}
