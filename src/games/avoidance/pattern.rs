//! A graph to be found as a subgraph through a given pair of vertices.

use graph::{Graph, Graph16, Row};

/// A forbidden graph, prepared for testing whether an additional edge completes a copy of it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// Vertices, including isolated ones: a smaller board has no copy.
    order: usize,
    /// One starting plan for each class of directed edges under the automorphisms.
    plans: Vec<Plan>,
}

/// An order in which the vertices of a pattern are placed; the first two are the ends of the new edge.
#[derive(Clone, Debug)]
struct Plan {
    /// For each vertex from the third on: the earlier vertices joined to it, and its degree.
    steps: Vec<(Vec<usize>, u32)>,
    degrees: [u32; 2],
}

impl Pattern {
    /// Prepares the pattern. Cost: the matchings of the graph with itself.
    pub fn new(graph: &Graph16) -> Self {
        let mut plans: Vec<Plan> = Vec::new();
        for (u, v) in graph.edges() {
            for (a, b) in [(u, v), (v, u)] {
                // A copy of a graph in itself is an automorphism.
                let is_new = plans.iter().all(|plan| !plan.is_completed(graph, a, b));
                if is_new {
                    plans.push(Plan::new(graph, a, b));
                }
            }
        }
        Self {
            order: graph.order(),
            plans,
        }
    }

    /// Returns whether `graph` with the edge `uv` has a copy of the pattern that uses this edge. Cost: a search that
    /// each step of the plan narrows to common neighbours.
    pub fn is_completed<R: Row, const W: usize>(&self, graph: &Graph<R, W>, u: usize, v: usize) -> bool {
        if self.order > graph.order() {
            return false;
        }
        let graph = if graph.has_edge(u, v) {
            *graph
        } else {
            graph.toggled(u, v)
        };
        self.plans.iter().any(|plan| plan.is_completed(&graph, u, v))
    }
}

impl Plan {
    fn new(graph: &Graph16, a: usize, b: usize) -> Self {
        let mut order = vec![a, b];
        let mut steps = Vec::new();
        let placed = |order: &[usize], v: usize| -> Vec<usize> {
            (0..order.len()).filter(|&i| graph.has_edge(order[i], v)).collect()
        };
        loop {
            // The vertex with the most placed neighbours has the fewest candidates.
            let rest = (0..graph.order()).filter(|v| !order.contains(v) && !graph.neighbours(*v).is_empty());
            let next = rest.max_by_key(|&v| (placed(&order, v).len(), graph.neighbours(v).count()));
            let Some(v) = next else { break };
            steps.push((placed(&order, v), graph.neighbours(v).count()));
            order.push(v);
        }
        let degrees = [a, b].map(|v| graph.neighbours(v).count());
        Self { steps, degrees }
    }

    /// `graph` has the edge `uv`.
    fn is_completed<R: Row, const W: usize>(&self, graph: &Graph<R, W>, u: usize, v: usize) -> bool {
        let [at_u, at_v] = self.degrees;
        if graph.neighbours(u).count() < at_u || graph.neighbours(v).count() < at_v {
            return false;
        }
        let mut places = [0; 32];
        (places[0], places[1]) = (u, v);
        self.place(graph, 0, &mut places, R::bit(u) | R::bit(v))
    }

    fn place<R: Row, const W: usize>(
        &self,
        graph: &Graph<R, W>,
        step: usize,
        places: &mut [usize; 32],
        used: R,
    ) -> bool {
        let Some((joined, degree)) = self.steps.get(step) else {
            return true;
        };
        let all = R::below(graph.order()) & !used;
        let candidates = joined.iter().fold(all, |set, &i| set & graph.neighbours(places[i]));
        candidates.vertices().any(|v| {
            if graph.neighbours(v).count() < *degree {
                return false;
            }
            places[step + 2] = v;
            self.place(graph, step + 1, places, used | R::bit(v))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::small_graphs::small_graph;
    use super::*;

    #[test]
    fn one_plan_for_each_class_of_directed_edges() {
        for (name, plans) in [
            ("C5", 1),
            ("K4", 1),
            ("K1,3", 2),
            ("P4", 3),
            ("paw", 5),
            ("2K2", 1),
            ("bull", 5),
        ] {
            assert_eq!(Pattern::new(&small_graph(name).unwrap()).plans.len(), plans, "{name}");
        }
    }

    #[test]
    fn an_edge_completes_a_copy_through_itself_only() {
        let c4 = Pattern::new(&small_graph("C4").unwrap());
        let path: Graph16 = small_graph("P4").unwrap();
        assert!(c4.is_completed(&path, 0, 3));
        assert!(!c4.is_completed(&path, 0, 2));
        let two = small_graph("2K2").unwrap();
        assert!(!Pattern::new(&small_graph("3K2").unwrap()).is_completed(&two, 0, 2));
        // Two isolated vertices besides an edge: the board is too small for them.
        let with_isolated = Pattern::new(&small_graph("C_").unwrap());
        assert!(!with_isolated.is_completed(&Graph16::empty(3), 0, 1));
        assert!(with_isolated.is_completed(&Graph16::empty(4), 0, 1));
    }
}
