//! A graph to be found as a subgraph through a given pair of vertices.

use graph::{Graph, Graph16, Row};

use super::isomorphism::takes;
use super::order::{Board, Edge, MOST, Order, Placed, Step};

/// A forbidden graph, prepared for finding the pairs whose edge would complete a copy of it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Vertices, including isolated ones: a smaller board has no copy.
    order: usize,
    /// One plan for each class of edges under the automorphisms.
    plans: Vec<Plan>,
}

/// How the pattern is placed when one of its edges `ab` is the new one: `a` is given, `b` comes last. So all pairs at
/// the vertex in place of `a` are found together, a set at a time.
#[derive(Clone, Debug)]
struct Plan {
    edge: Edge,
    order: Order,
    /// Edges at `a` and `b` without the new one.
    degrees: [usize; 2],
    /// Whether an automorphism exchanges `a` and `b`.
    is_symmetric: bool,
}

impl Pattern {
    /// Prepares the pattern. Cost: the matchings of the graph with itself.
    pub fn new(graph: &Graph16) -> Self {
        let mut plans: Vec<Plan> = Vec::new();
        for (a, b) in graph.edges() {
            let is_known = |plan: &Plan| [(a, b), (b, a)].iter().any(|&edge| takes(graph, plan.edge, edge));
            if !plans.iter().any(is_known) {
                let [plan, other] = [(a, b), (b, a)].map(|edge| Plan::new(graph, edge));
                plans.push(if other.cost() < plan.cost() { other } else { plan });
            }
        }
        Self {
            order: graph.order(),
            plans,
        }
    }

    /// Removes from the rows `open`, pairs that are not joined, those whose edge would complete a copy. Cost: a search
    /// from each vertex, narrowed to common neighbours at each step; for C4, one step for each path of two edges.
    #[inline(always)]
    pub fn close<R: Row, const W: usize>(&self, graph: &Graph<R, W>, open: &mut [R; W]) {
        if self.order > graph.order() {
            return;
        }
        let board = Degrees::of(graph);
        for plan in &self.plans {
            for u in board.at_least[plan.degrees[0] % MOST].vertices() {
                let before = match plan.is_symmetric {
                    // The other end finds the others.
                    true => open[u] & R::below(u),
                    false => open[u],
                };
                if before.is_empty() {
                    continue;
                }
                let closed = before & !plan.left(&board, u, before);
                open[u] &= !closed;
                closed.vertices().for_each(|v| open[v] &= !R::bit(u));
            }
        }
    }

    /// Returns whether the edge `uv` of `graph` is in a copy of the pattern. Cost: [`Pattern::close`] for one pair.
    pub fn contains<R: Row, const W: usize>(&self, graph: &Graph<R, W>, u: usize, v: usize) -> bool {
        let mut pair = [R::EMPTY; W];
        (pair[u], pair[v]) = (R::bit(v), R::bit(u));
        self.close(&graph.toggled(u, v), &mut pair);
        pair[u].is_empty()
    }
}

/// A graph with its vertices by degrees.
struct Degrees<'a, R, const W: usize> {
    graph: &'a Graph<R, W>,
    /// Entry `d`: the vertices of at least this degree.
    at_least: [R; MOST],
}

impl<'a, R: Row, const W: usize> Degrees<'a, R, W> {
    #[inline(always)]
    fn of(graph: &'a Graph<R, W>) -> Self {
        let mut at_least = [R::EMPTY; MOST];
        for v in 0..graph.order() {
            at_least[(graph.neighbours(v).count() as usize).min(MOST - 1)] |= R::bit(v);
        }
        for d in (0..MOST - 1).rev() {
            at_least[d] |= at_least[d + 1];
        }
        Self { graph, at_least }
    }
}

impl<R: Row, const W: usize> Board for Degrees<'_, R, W> {
    #[inline(always)]
    fn row(&self, vertex: usize) -> u64 {
        self.graph.neighbours(vertex % W).to_u32().into()
    }

    #[inline(always)]
    fn open(&self, step: &Step, _: &Placed) -> u64 {
        self.at_least[usize::from(step.degree) % MOST].to_u32().into()
    }
}

impl Plan {
    fn new(graph: &Graph16, (a, b): Edge) -> Self {
        let degree = |v: usize| graph.neighbours(v).count_ones();
        Self {
            edge: (a, b),
            order: Order::new(graph, &[a], &[(a, b)], Some(b), degree),
            degrees: [a, b].map(|v| degree(v) as usize - 1),
            is_symmetric: takes(graph, (a, b), (b, a)),
        }
    }

    /// A rough number of placings, for comparing plans.
    fn cost(&self) -> u64 {
        let (mut ways, mut all) = (1u64, 0u64);
        let (_, steps) = self.order.steps().split_last().expect("the other end");
        for step in steps {
            let factor = match step.joined.count_ones() {
                0 => 16,
                1 => 4,
                _ => 2,
            };
            ways = ways.saturating_mul(factor);
            all = all.saturating_add(ways);
        }
        all
    }

    /// Those of the vertices `wanted` that cannot be `b` when `a` is `u`.
    #[inline(always)]
    fn left<R: Row, const W: usize>(&self, board: &Degrees<R, W>, u: usize, wanted: R) -> R {
        let others = wanted & !board.at_least[self.degrees[1] % MOST];
        let mut left = (wanted ^ others).to_u32();
        if left != 0 {
            self.order.place(board, &[u], !0, |_, fitting| {
                left &= !(fitting as u32);
                left == 0
            });
        }
        R::from_u32(left) | others
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Copies, are_isomorphic, completing};
    use super::*;
    use graph::{each, named_graph};

    #[test]
    fn one_plan_for_each_class_of_edges() {
        for (name, plans) in [
            ("C5", 1),
            ("K4", 1),
            ("K1,3", 1),
            ("P4", 2),
            ("paw", 3),
            ("2K2", 1),
            ("bull", 3),
        ] {
            assert_eq!(Pattern::new(&named_graph(name).unwrap().1).plans.len(), plans, "{name}");
        }
    }

    #[test]
    fn an_edge_completes_a_copy_through_itself_only() {
        let c4 = Pattern::new(&named_graph("C4").unwrap().1);
        let path: Graph16 = named_graph("P4").unwrap().1;
        assert!(c4.contains(&path.toggled(0, 3), 0, 3));
        assert!(!c4.contains(&path.toggled(0, 2), 0, 2));
        let two = named_graph("2K2").unwrap().1;
        assert!(!Pattern::new(&named_graph("3K2").unwrap().1).contains(&two.toggled(0, 2), 0, 2));
        // Two isolated vertices besides an edge: the board is too small for them.
        let with_isolated = Pattern::new(&named_graph("C_").unwrap().1);
        assert!(!with_isolated.contains(&Graph16::empty(3).toggled(0, 1), 0, 1));
        assert!(with_isolated.contains(&Graph16::empty(4).toggled(0, 1), 0, 1));
    }

    /// Whether `graph` has a copy of `pattern`, by trying all placings of its vertices.
    fn has_copy(graph: &Graph16, pattern: &Graph16) -> bool {
        fn place(graph: &Graph16, pattern: &Graph16, placed: &mut Vec<usize>) -> bool {
            let next = placed.len();
            next == pattern.order()
                || (0..graph.order()).any(|v| {
                    let fits = !placed.contains(&v)
                        && (0..next).all(|i| !pattern.has_edge(i, next) || graph.has_edge(placed[i], v));
                    if !fits {
                        return false;
                    }
                    placed.push(v);
                    let found = place(graph, pattern, placed);
                    placed.pop();
                    found
                })
        }
        place(graph, pattern, &mut Vec::new())
    }

    const NAMES: [&str; 15] = [
        "P3", "P4", "P5", "C4", "C5", "K4", "K1,3", "K2,3", "2K2", "3K2", "paw", "diamond", "bull", "bowtie", "B3",
    ];

    /// Graphs on four to seven vertices without a copy of the pattern, always the same.
    fn graphs_without(pattern: &Graph16, count: usize) -> impl Iterator<Item = Graph16> {
        let mut state = 1u64;
        let mut random = move |below: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        (0..count).map(move |_| {
            let n = 4 + random(4);
            let all: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
            let mut graph = Graph16::empty(n);
            for _ in 0..random(3 * n) {
                let (u, v) = all[random(all.len())];
                let more = graph.toggled(u, v);
                if !graph.has_edge(u, v) && !has_copy(&more, pattern) {
                    graph = more;
                }
            }
            graph
        })
    }

    fn open(graph: &Graph16) -> [u16; 16] {
        let n = graph.order();
        std::array::from_fn(|v| {
            if v < n {
                !graph.neighbours(v) & ((1 << n) - 1) & !(1 << v)
            } else {
                0
            }
        })
    }

    #[test]
    fn closed_pairs_are_those_that_complete_a_copy() {
        for name in NAMES {
            let pattern = named_graph(name).unwrap().1;
            let prepared = Pattern::new(&pattern);
            let (mut closed_once, mut open_once) = (false, false);
            for graph in graphs_without(&pattern, 20) {
                let mut left = open(&graph);
                prepared.close(&graph, &mut left);
                for v in 0..graph.order() {
                    for u in (0..v).filter(|&u| !graph.has_edge(u, v)) {
                        let is_closed = has_copy(&graph.toggled(u, v), &pattern);
                        let ends = [left[u].has(v), left[v].has(u)];
                        assert_eq!(ends, [!is_closed; 2], "{name} {graph:?} {u} {v}");
                        closed_once |= is_closed;
                        open_once |= !is_closed;
                    }
                }
            }
            assert!(closed_once && open_once, "{name}");
        }
    }

    #[test]
    fn edges_find_the_same_copies() {
        for name in NAMES {
            let pattern = named_graph(name).unwrap().1;
            let (prepared, copies) = (Pattern::new(&pattern), Copies::new(&pattern));
            let missing: Vec<_> = pattern.edges().map(|edge| vec![edge]).collect();
            let orders = [false, true].map(|ends_last| completing(&pattern, &missing, usize::MAX, ends_last));
            for graph in graphs_without(&pattern, 10) {
                let all = (1 << graph.order()) - 1;
                let mut closed = [[0u16; 16]; 2];
                for (at, orders) in orders.iter().enumerate() {
                    for (u, v) in graph.edges().flat_map(|(u, v)| [(u, v), (v, u)]) {
                        for order in orders {
                            order.place_all(&|v| graph.neighbours(v).into(), &[u, v], all, |placed| {
                                let (c, d) = order.missing(0, placed);
                                closed[at][c] |= 1 << d & !graph.neighbours(c);
                                closed[at][d] |= 1 << c & !graph.neighbours(d);
                                false
                            });
                        }
                    }
                }
                let mut left = open(&graph);
                prepared.close(&graph, &mut left);
                for v in 0..graph.order() {
                    let expected = open(&graph)[v] & !left[v];
                    assert_eq!([closed[0][v], closed[1][v]], [expected; 2], "{name} {graph:?} {v}");
                    for u in each(open(&graph)[v] & ((1 << v) - 1)) {
                        let more = graph.toggled(u, v);
                        assert_eq!(copies.has(&more, (u, v)), expected.has(u), "{name} {graph:?} {u} {v}");
                        let copy = copies.first(&|v| more.neighbours(v).into(), (v, u), all);
                        if let Some(copy) = copy {
                            let found = copy
                                .iter()
                                .fold(Graph16::empty(16), |found, &(u, v)| found.toggled(u, v));
                            assert!(copy.contains(&(u, v)) && are_isomorphic(&found.without_isolated(), &pattern));
                        }
                    }
                }
            }
        }
    }
}
