//! A graph that Builder wants in one colour, and the ways in which two of its edges lie to each other.

use super::row::{ORDER, Row, below, each};

/// A target without isolated vertices.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// Number of vertices.
    pub order: usize,
    /// Pairs of vertices.
    pub edges: Vec<(usize, usize)>,
    plans: Vec<Plan>,
}

/// How to find the pairs that complete a copy in which one edge is given: where the other vertices go, one by one.
#[derive(Clone, Debug)]
struct Plan {
    /// Vertices of the target at the ends of the given edge.
    given: (usize, usize),
    /// The vertices left, each with those before it that it must be adjacent to. The last one is an end of the pair.
    steps: Vec<(usize, Vec<usize>)>,
    /// The other end of the pair.
    end: usize,
}

impl Target {
    /// The target of these edges; vertices without edges are left out.
    pub fn new(order: usize, edges: &[(usize, usize)]) -> Self {
        let touched: Vec<usize> = (0..order)
            .filter(|&v| edges.iter().any(|&(a, b)| a == v || b == v))
            .collect();
        let place = |v: usize| touched.iter().position(|&other| other == v).expect("an end of an edge");
        let mut edges: Vec<_> = edges.iter().map(|&(a, b)| (place(a.min(b)), place(a.max(b)))).collect();
        edges.sort_by_key(|&(a, b)| (b, a));
        let mut target = Self {
            order: touched.len(),
            edges,
            plans: Vec::new(),
        };
        target.plans = target.all_plans();
        target
    }

    /// Rows of the target.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![0; self.order];
        for &(a, b) in &self.edges {
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        rows
    }

    pub fn is_connected(&self) -> bool {
        let rows = self.rows();
        let reached = (0..self.order).fold(1, |reached: Row, _| each(reached).fold(reached, |all, v| all | rows[v]));
        reached == below(self.order)
    }

    /// Whether the targets are isomorphic.
    pub fn is_like(&self, other: &Self) -> bool {
        self.order == other.order && self.edges.len() == other.edges.len() && !isomorphisms(self, other, 1).is_empty()
    }

    /// Whether each edge is in a copy of another graph.
    pub fn is_covered_by(&self, other: &Self) -> bool {
        let mut rows = [0; ORDER];
        self.rows().into_iter().enumerate().for_each(|(v, row)| rows[v] = row);
        self.edges.iter().all(|&at| other.copy_through(&rows, at).is_some())
    }

    fn all_plans(&self) -> Vec<Plan> {
        // Beyond so many automorphisms some plans may be there twice, which costs time alone.
        let automorphisms = isomorphisms(self, self, 5040);
        let mut seen = std::collections::BTreeSet::new();
        let mut plans = Vec::new();
        let directed = |&(a, b): &(usize, usize)| [(a, b), (b, a)];
        for given in self.edges.iter().flat_map(directed) {
            for &(p, q) in self.edges.iter().filter(|&&(a, b)| (a, b) != given && (b, a) != given) {
                let images = automorphisms.iter().map(|map| {
                    let (p, q) = (map[p], map[q]);
                    (map[given.0], map[given.1], p.min(q), p.max(q))
                });
                if seen.insert(images.min().expect("the identity")) {
                    plans.push(self.plan(given, (p, q)));
                }
            }
        }
        plans
    }

    fn plan(&self, given: (usize, usize), missing: (usize, usize)) -> Plan {
        let is_given = |v: usize| v == given.0 || v == given.1;
        let (last, end) = match is_given(missing.0) {
            true => (missing.1, missing.0),
            false => missing,
        };
        let mut rows = self.rows();
        rows[missing.0] &= !(1 << missing.1);
        rows[missing.1] &= !(1 << missing.0);
        let mut placed = 1 << given.0 | 1 << given.1;
        let mut steps = Vec::new();
        let mut left: Vec<usize> = (0..self.order).filter(|&v| !is_given(v) && v != last).collect();
        while !left.is_empty() {
            let at = (0..left.len()).max_by_key(|&at| ((rows[left[at]] & placed).count_ones(), usize::MAX - at));
            let v = left.remove(at.expect("one is left"));
            steps.push((v, each(rows[v] & placed).collect()));
            placed |= 1 << v;
        }
        steps.push((last, each(rows[last] & placed).collect()));
        Plan { given, steps, end }
    }

    /// Where the vertices of a copy through the edge `at` are; all edges are in `rows`.
    pub fn copy_through(&self, rows: &[Row; ORDER], at: (usize, usize)) -> Option<Vec<usize>> {
        fn extend(target: &[Row], rows: &[Row; ORDER], map: &mut Vec<usize>, at: (usize, usize)) -> bool {
            let v = map.len();
            if v == target.len() {
                let drawn = |u: usize, v: usize| (map[u], map[v]) == at || (map[v], map[u]) == at;
                return (0..v).any(|v| each(target[v] & below(v)).any(|u| drawn(u, v)));
            }
            (0..ORDER).any(|image| {
                let fits = !map.contains(&image) && each(target[v] & below(v)).all(|u| rows[image] >> map[u] & 1 == 1);
                if !fits {
                    return false;
                }
                map.push(image);
                let found = extend(target, rows, map, at);
                if !found {
                    map.pop();
                }
                found
            })
        }
        let mut map = Vec::new();
        extend(&self.rows(), rows, &mut map, at).then_some(map)
    }

    /// Adds to `out` every pair, edge or not, that completes a copy through the pair `at`, the other edges being in
    /// `rows`; among the vertices below `universe`.
    pub fn through(&self, rows: &[Row; ORDER], at: (usize, usize), universe: usize, out: &mut [Row; ORDER]) {
        let mut images = [0; ORDER];
        let all = below(universe);
        for plan in &self.plans {
            images[plan.given.0] = at.0;
            images[plan.given.1] = at.1;
            place(
                plan,
                &plan.steps,
                rows,
                all & !(1 << at.0 | 1 << at.1),
                &mut images,
                out,
            );
        }
    }
}

fn place(
    plan: &Plan,
    steps: &[(usize, Vec<usize>)],
    rows: &[Row; ORDER],
    free: Row,
    images: &mut [usize; ORDER],
    out: &mut [Row; ORDER],
) {
    let ((v, neighbours), rest) = steps.split_first().expect("a step is left");
    let fitting = neighbours.iter().fold(free, |set, &u| set & rows[images[u]]);
    if rest.is_empty() {
        let end = images[plan.end];
        out[end] |= fitting;
        each(fitting).for_each(|w| out[w] |= 1 << end);
        return;
    }
    for image in each(fitting) {
        images[*v] = image;
        place(plan, rest, rows, free & !(1 << image), images, out);
    }
}

/// Up to `most` maps of vertices that take edges to edges; for targets with equally many of both.
fn isomorphisms(from: &Target, to: &Target, most: usize) -> Vec<Vec<usize>> {
    fn extend(from: &[Row], to: &[Row], map: &mut Vec<usize>, most: usize, found: &mut Vec<Vec<usize>>) {
        let v = map.len();
        if v == from.len() {
            found.push(map.clone());
            return;
        }
        for image in 0..to.len() {
            let fits = (0..v).all(|u| from[v] >> u & 1 == to[image] >> map[u] & 1);
            if fits && !map.contains(&image) && found.len() < most {
                map.push(image);
                extend(from, to, map, most, found);
                map.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(&from.rows(), &to.rows(), &mut Vec::new(), most, &mut found);
    found
}
