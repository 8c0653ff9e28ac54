//! Threats of any small graph, by placing its vertices one after the other.

use super::position::{Edge, ORDER_MOST, each};
use super::threats::{Target, Threats};

/// Most vertices of a target.
pub const TARGET_MOST: usize = 8;

/// A graph that a player wants to own, with the ways to look for it.
pub struct Pattern {
    plans: Vec<Plan>,
    rows: Vec<u32>,
    has_leaf: bool,
}

/// How to find the copies in which a given edge of the target is the one just played and another one is missing.
struct Plan {
    /// The vertices placed after the two ends of the edge played.
    steps: Vec<Step>,
    /// The places, in the order of placing, of the ends of the missing edge.
    missing: (usize, usize),
}

/// A vertex to be placed.
struct Step {
    /// The earlier ones that it is joined to.
    joined: Vec<usize>,
    /// The earlier one that the missing edge joins it to.
    apart: Option<usize>,
    /// An earlier one with the same neighbours, which gets the smaller image.
    twin: Option<usize>,
}

impl Pattern {
    /// The target on vertices 0 to `n - 1`, none isolated, with these edges.
    pub fn new(n: usize, edges: &[Edge]) -> Self {
        let mut rows = vec![0u32; n];
        for &(u, v) in edges {
            rows[u as usize] |= 1 << v;
            rows[v as usize] |= 1 << u;
        }
        let symmetries = symmetries(&rows);
        let mut seen = Vec::new();
        let mut plans = Vec::new();
        for &(a, b) in edges {
            for &(c, d) in edges {
                if (a, b) == (c, d) {
                    continue;
                }
                for (a, b) in [(a as usize, b as usize), (b as usize, a as usize)] {
                    let (c, d) = (c as usize, d as usize);
                    let images = symmetries
                        .iter()
                        .map(|to| (to[a], to[b], to[c].min(to[d]), to[c].max(to[d])));
                    let least = images.min().expect("the identity");
                    if !seen.contains(&least) {
                        seen.push(least);
                        plans.push(Plan::new(&rows, (a, b), (c, d)));
                    }
                }
            }
        }
        Self {
            plans,
            has_leaf: rows.iter().any(|row| row.count_ones() == 1),
            rows,
        }
    }
}

/// The permutations of the vertices that keep the graph.
fn symmetries(rows: &[u32]) -> Vec<Vec<usize>> {
    fn extend(rows: &[u32], to: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let at = to.len();
        if at == rows.len() {
            return found.push(to.clone());
        }
        for image in 0..rows.len() {
            let fits = |u: usize| rows[at] >> u & 1 == rows[image] >> to[u] & 1;
            if !to.contains(&image) && (0..at).all(fits) {
                to.push(image);
                extend(rows, to, found);
                to.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(rows, &mut Vec::new(), &mut found);
    found
}

impl Plan {
    fn new(rows: &[u32], (a, b): (usize, usize), (c, d): (usize, usize)) -> Self {
        let mut rest = rows.to_vec();
        rest[c] &= !(1 << d);
        rest[d] &= !(1 << c);
        let mut order = vec![a, b];
        let mut steps = Vec::new();
        while order.len() < rows.len() {
            let links = |v: usize| order.iter().filter(|&&u| rest[v] >> u & 1 == 1).count();
            let next = (0..rows.len())
                .filter(|v| !order.contains(v))
                .max_by_key(|&v| (links(v), v));
            let next = next.expect("some are left");
            let place = |v: usize| order.iter().position(|&u| u == v);
            let is_end = |v: usize| v == c || v == d;
            let apart = if next == c {
                place(d)
            } else if next == d {
                place(c)
            } else {
                None
            };
            let twin = (2..order.len()).rev().find(|&at| {
                let other = order[at];
                !is_end(next) && !is_end(other) && rest[next] & !(1 << other) == rest[other] & !(1 << next)
            });
            steps.push(Step {
                joined: (0..order.len())
                    .filter(|&at| rest[next] >> order[at] & 1 == 1)
                    .collect(),
                apart,
                twin,
            });
            order.push(next);
        }
        let place = |v: usize| order.iter().position(|&u| u == v).expect("all are placed");
        Self {
            missing: (place(c), place(d)),
            steps,
        }
    }

    /// Places the vertices from `at` on; returns whether two threats are found.
    fn place(&self, at: usize, images: &mut [usize; TARGET_MOST], free: u32, game: &Rows, found: &mut Threats) -> bool {
        let Some(step) = self.steps.get(at - 2) else {
            return found.add(images[self.missing.0], images[self.missing.1]);
        };
        let mut fitting = free;
        for &earlier in &step.joined {
            fitting &= game.own[images[earlier]];
        }
        if let Some(earlier) = step.apart {
            fitting &= !(game.own[images[earlier]] | game.other[images[earlier]]);
        }
        if let Some(earlier) = step.twin {
            fitting &= !1 << images[earlier];
        }
        each(fitting).any(|image| {
            images[at] = image;
            self.place(at + 1, images, free & !(1 << image), game, found)
        })
    }
}

struct Rows<'a> {
    own: &'a [u32; ORDER_MOST],
    other: &'a [u32; ORDER_MOST],
}

impl Target for Pattern {
    fn threats(
        &self,
        own: &[u32; ORDER_MOST],
        other: &[u32; ORDER_MOST],
        u: usize,
        v: usize,
        vertices: u32,
    ) -> Threats {
        let game = Rows { own, other };
        let mut found = Threats::No;
        for plan in &self.plans {
            let mut images = [0; TARGET_MOST];
            (images[0], images[1]) = (u, v);
            let (c, d) = plan.missing;
            // The missing edge cannot have both ends among the first two: those are the edge played.
            debug_assert!(c.max(d) > 1);
            if plan.place(2, &mut images, vertices & !(1 << u | 1 << v), &game, &mut found) {
                break;
            }
        }
        found
    }

    const KEEPS_PAIRS: bool = false;

    fn may_pair(&self, _: &[u32; ORDER_MOST], _: &[u32; ORDER_MOST], _: usize, _: usize) -> bool {
        true
    }

    fn pairs(
        &self,
        _: &[u32; ORDER_MOST],
        _: &[u32; ORDER_MOST],
        _: usize,
        _: usize,
        _: &mut impl FnMut((usize, usize), (usize, usize)),
    ) {
    }

    fn distance(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], touched: usize) -> usize {
        // The most edges of one copy that are Red's while none is Blue's, by greedy placing from each red edge.
        let _ = (own, other, touched, &self.rows, self.has_leaf);
        2
    }
}
