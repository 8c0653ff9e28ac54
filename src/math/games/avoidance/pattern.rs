//! A graph to be found as a subgraph through a given pair of vertices.

use graph::{Graph, Graph16, Row};

/// A forbidden graph, prepared for finding the pairs whose edge would complete a copy of it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// Vertices, including isolated ones: a smaller board has no copy.
    order: usize,
    /// One plan for each class of edges under the automorphisms.
    plans: Vec<Plan>,
}

/// An order in which the vertices of a pattern are placed when one of its edges `ab` is the new one: first `a`, last
/// `b`. So all pairs at the vertex in place of `a` are found together, a set at a time.
#[derive(Clone, Debug)]
struct Plan {
    /// The vertices between `a` and `b`.
    steps: Vec<Step>,
    /// The other end of the new edge, which is not counted.
    last: Step,
    /// Edges at `a` without the new one.
    degree: usize,
    /// Whether an automorphism exchanges `a` and `b`.
    is_symmetric: bool,
}

/// A vertex of a pattern.
#[derive(Clone, Debug)]
struct Step {
    /// Bit `i`: whether it is joined to the vertex placed at step `i`, the first being `a`.
    joined: u16,
    degree: usize,
}

/// Most vertices of a pattern.
const MOST: usize = 16;

impl Pattern {
    /// Prepares the pattern. Cost: the matchings of the graph with itself.
    pub fn new(graph: &Graph16) -> Self {
        let mut plans: Vec<Plan> = Vec::new();
        for (a, b) in graph.edges() {
            let is_known = plans
                .iter()
                .any(|plan| plan.maps_to(graph, (a, b)) || plan.maps_to(graph, (b, a)));
            if is_known {
                continue;
            }
            let mut plan = Plan::new(graph, (a, b));
            plan.is_symmetric = plan.maps_to(graph, (b, a));
            let other = Plan::new(graph, (b, a));
            plans.push(if other.cost() < plan.cost() { other } else { plan });
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
        let of_degree = at_least(graph);
        for plan in &self.plans {
            for u in of_degree[plan.degree % MOST].vertices() {
                let before = match plan.is_symmetric {
                    // The other end finds the others.
                    true => open[u] & R::below(u),
                    false => open[u],
                };
                if before.is_empty() {
                    continue;
                }
                let closed = before & !plan.left(graph, &of_degree, u, before);
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

/// Entry `d`: the vertices of at least this degree.
#[inline(always)]
fn at_least<R: Row, const W: usize>(graph: &Graph<R, W>) -> [R; MOST] {
    let mut sets = [R::EMPTY; MOST];
    for v in 0..graph.order() {
        sets[(graph.neighbours(v).count() as usize).min(MOST - 1)] |= R::bit(v);
    }
    for d in (0..MOST - 1).rev() {
        sets[d] |= sets[d + 1];
    }
    sets
}

impl Plan {
    fn new(graph: &Graph16, (a, b): (usize, usize)) -> Self {
        let degree = |v: usize| graph.neighbours(v).count() as usize;
        let mut order = vec![a];
        let placed = |order: &[usize], v: usize| -> u16 {
            let joined = (0..order.len()).filter(|&i| graph.has_edge(order[i], v));
            joined.fold(0, |set, i| set | 1 << i)
        };
        let mut steps = Vec::new();
        loop {
            // The vertex with the most placed neighbours has the fewest candidates.
            let rest = (0..graph.order()).filter(|&v| v != b && !order.contains(&v) && degree(v) > 0);
            let next = rest.max_by_key(|&v| (placed(&order, v).count_ones(), degree(v)));
            let Some(v) = next else { break };
            steps.push(Step {
                joined: placed(&order, v),
                degree: degree(v),
            });
            order.push(v);
        }
        let last = Step {
            joined: placed(&order, b) & !1,
            degree: degree(b) - 1,
        };
        Self {
            steps,
            last,
            degree: degree(a) - 1,
            is_symmetric: false,
        }
    }

    /// A rough number of placings, for comparing plans.
    fn cost(&self) -> u64 {
        let (mut ways, mut all) = (1u64, 0u64);
        for step in &self.steps {
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

    /// Whether an automorphism of the pattern `graph` maps `a` to `u` and `b` to `v`, which are joined.
    fn maps_to(&self, graph: &Graph16, (u, v): (usize, usize)) -> bool {
        // A copy of a graph in itself is an automorphism.
        let without = graph.toggled(u, v);
        let of_degree = at_least(&without);
        of_degree[self.degree].has(u) && self.left(&without, &of_degree, u, 1 << v).is_empty()
    }

    /// Those of the vertices `wanted` that cannot be `b` when `a` is `u`.
    #[inline(always)]
    fn left<R: Row, const W: usize>(&self, graph: &Graph<R, W>, of_degree: &[R; MOST], u: usize, wanted: R) -> R {
        let others = wanted & !of_degree[self.last.degree % MOST];
        let mut search = Search {
            plan: self,
            graph,
            of_degree,
            rows: [R::EMPTY; MOST],
            wanted: wanted ^ others,
        };
        if !search.wanted.is_empty() {
            search.rows[0] = graph.neighbours(u);
            match self.steps.is_empty() {
                true => search.wanted = R::EMPTY,
                false => _ = search.place(0, R::bit(u)),
            }
        }
        search.wanted | others
    }
}

/// The placing of a pattern's vertices.
struct Search<'a, R, const W: usize> {
    plan: &'a Plan,
    graph: &'a Graph<R, W>,
    of_degree: &'a [R; MOST],
    /// The neighbours of each vertex placed.
    rows: [R; MOST],
    /// Vertices that may be `b` and for which no copy is found yet.
    wanted: R,
}

impl<R: Row, const W: usize> Search<'_, R, W> {
    /// Places the vertices from `step` on, with `used` taken. Returns whether nothing is wanted any more.
    fn place(&mut self, step: usize, used: R) -> bool {
        let Plan { steps, last, .. } = self.plan;
        let Step { joined, degree } = steps[step];
        let candidates = joined_to(joined, &self.rows, self.of_degree[degree % MOST] & !used);
        let is_last = step + 1 == steps.len();
        for v in candidates.vertices() {
            self.rows[(step + 1) % MOST] = self.graph.neighbours(v % W);
            let used = used | R::bit(v);
            if is_last {
                let found = joined_to(last.joined, &self.rows, self.wanted & !used);
                self.wanted &= !found;
                if self.wanted.is_empty() {
                    return true;
                }
            } else if self.place(step + 1, used) {
                return true;
            }
        }
        false
    }
}

/// Those of `candidates` that are in all the rows `joined`.
#[inline(always)]
fn joined_to<R: Row>(mut joined: u16, rows: &[R; MOST], mut candidates: R) -> R {
    while joined != 0 {
        candidates &= rows[joined.trailing_zeros() as usize % MOST];
        joined &= joined - 1;
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph::named_graph;

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

    #[test]
    fn closed_pairs_are_those_that_complete_a_copy() {
        let names = [
            "P3", "P4", "P5", "C4", "C5", "K4", "K1,3", "K2,3", "2K2", "3K2", "paw", "diamond", "bull", "bowtie", "B3",
        ];
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for name in names {
            let pattern = named_graph(name).unwrap().1;
            let prepared = Pattern::new(&pattern);
            let (mut closed_once, mut open_once) = (false, false);
            for _ in 0..20 {
                let n = 4 + random(4) as usize;
                let all: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
                let mut graph = Graph16::empty(n);
                for _ in 0..random(3 * n as u64) {
                    let (u, v) = all[random(all.len() as u64) as usize];
                    let more = graph.toggled(u, v);
                    if !graph.has_edge(u, v) && !has_copy(&more, &pattern) {
                        graph = more;
                    }
                }
                let mut open = graph.rows().map(|row| !row & ((1 << n) - 1));
                (0..n).for_each(|v| open[v] &= !(1 << v));
                prepared.close(&graph, &mut open);
                for &(u, v) in all.iter().filter(|&&(u, v)| !graph.has_edge(u, v)) {
                    let is_closed = has_copy(&graph.toggled(u, v), &pattern);
                    assert_eq!(
                        [open[u].has(v), open[v].has(u)],
                        [!is_closed; 2],
                        "{name} {graph:?} {u} {v}"
                    );
                    closed_once |= is_closed;
                    open_once |= !is_closed;
                }
            }
            assert!(closed_once && open_once, "{name}");
        }
    }
}
