//! Threats of any small graph, by placing its vertices one after the other.

use super::position::{Edge, ORDER_MOST, each};
use super::threats::{Target, Threats};

/// Most vertices of a target.
pub const TARGET_MOST: usize = 8;

/// A graph that a player wants to own, with the ways to look for it.
pub struct Pattern {
    /// With one edge missing.
    plans: Vec<Plan>,
    /// With two.
    pair_plans: Vec<Plan>,
    has_two_fresh: bool,
}

/// How to find the copies in which a given edge of the target is the one just played and one or two others are missing.
struct Plan {
    /// The vertices placed after the two ends of the edge played.
    steps: Vec<Step>,
    /// The places, in the order of placing, of the ends of the missing edges; one edge is there twice.
    missing: [(usize, usize); 2],
}

/// A vertex to be placed.
struct Step {
    /// The earlier ones that it is joined to.
    joined: Vec<usize>,
    /// The earlier ones that a missing edge joins it to.
    apart: Vec<usize>,
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
        let plans = |missing: &[[Edge; 2]]| {
            let mut seen = Vec::new();
            let mut plans = Vec::new();
            for &lost in missing {
                for &(a, b) in edges.iter().filter(|edge| !lost.contains(edge)) {
                    for (a, b) in [(a as usize, b as usize), (b as usize, a as usize)] {
                        let images = symmetries.iter().map(|to| {
                            let mut lost = lost.map(|(c, d)| {
                                let (c, d) = (to[c as usize], to[d as usize]);
                                (c.min(d), c.max(d))
                            });
                            lost.sort_unstable();
                            (to[a], to[b], lost)
                        });
                        let least = images.min().expect("the identity");
                        if !seen.contains(&least) {
                            seen.push(least);
                            plans.push(Plan::new(&rows, (a, b), lost));
                        }
                    }
                }
            }
            plans
        };
        let single: Vec<_> = edges.iter().map(|&edge| [edge; 2]).collect();
        let pairs = edges.iter().enumerate();
        let pairs: Vec<_> = pairs
            .flat_map(|(at, &c)| edges[..at].iter().map(move |&d| [c, d]))
            .collect();
        let isolated = |&[(a, b), (c, d)]: &[Edge; 2]| {
            let ends = |v: usize| [a, b, c, d].iter().filter(|&&end| usize::from(end) == v).count();
            (0..n).filter(|&v| rows[v].count_ones() as usize == ends(v)).count()
        };
        Self {
            plans: plans(&single),
            pair_plans: plans(&pairs),
            has_two_fresh: pairs.iter().any(|pair| isolated(pair) > 1),
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
    fn new(rows: &[u32], (a, b): (usize, usize), lost: [Edge; 2]) -> Self {
        let lost = lost.map(|(c, d)| (c as usize, d as usize));
        let mut rest = rows.to_vec();
        for (c, d) in lost {
            rest[c] &= !(1 << d);
            rest[d] &= !(1 << c);
        }
        let mut order = vec![a, b];
        let mut steps = Vec::new();
        while order.len() < rows.len() {
            let links = |v: usize, of: &[u32]| order.iter().filter(|&&u| of[v] >> u & 1 == 1).count();
            let next = (0..rows.len())
                .filter(|v| !order.contains(v))
                .max_by_key(|&v| (links(v, &rest), links(v, rows), v));
            let next = next.expect("some are left");
            let is_end = |v: usize| lost.iter().any(|&(c, d)| v == c || v == d);
            let apart = |u: usize| lost.contains(&(u, next)) || lost.contains(&(next, u));
            let twin = (2..order.len()).rev().find(|&at| {
                let other = order[at];
                !is_end(next) && !is_end(other) && rest[next] & !(1 << other) == rest[other] & !(1 << next)
            });
            steps.push(Step {
                joined: (0..order.len())
                    .filter(|&at| rest[next] >> order[at] & 1 == 1)
                    .collect(),
                apart: (0..order.len()).filter(|&at| apart(order[at])).collect(),
                twin,
            });
            order.push(next);
        }
        let place = |v: usize| order.iter().position(|&u| u == v).expect("all are placed");
        Self {
            missing: lost.map(|(c, d)| (place(c), place(d))),
            steps,
        }
    }

    /// Places the vertices from `at` on. `found` gets the ends of each copy's missing edges, until it returns `true`.
    fn place(
        &self,
        at: usize,
        images: &mut [usize; TARGET_MOST],
        free: u32,
        game: &Rows,
        found: &mut impl FnMut([(usize, usize); 2]) -> bool,
    ) -> bool {
        let Some(step) = self.steps.get(at - 2) else {
            return found(self.missing.map(|(c, d)| (images[c], images[d])));
        };
        let mut fitting = free;
        for &earlier in &step.joined {
            fitting &= game.own[images[earlier]];
        }
        for &earlier in &step.apart {
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

    /// The same with the edge uv as the one played.
    fn copies(
        &self,
        (u, v): (usize, usize),
        vertices: u32,
        game: &Rows,
        mut found: impl FnMut([(usize, usize); 2]) -> bool,
    ) -> bool {
        let mut images = [0; TARGET_MOST];
        (images[0], images[1]) = (u, v);
        self.place(2, &mut images, vertices & !(1 << u | 1 << v), game, &mut found)
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
        self.plans
            .iter()
            .any(|plan| plan.copies((u, v), vertices, &game, |[(c, d), _]| found.add(c, d)));
        found
    }

    /// Fresh vertices take the places of those that both missing edges leave without others.
    const HAS_FRESH: bool = true;

    fn has_two_fresh(&self) -> bool {
        self.has_two_fresh
    }

    fn pairs(
        &self,
        own: &[u32; ORDER_MOST],
        other: &[u32; ORDER_MOST],
        u: usize,
        v: usize,
        vertices: u32,
        found: &mut impl FnMut((usize, usize), (usize, usize)),
    ) {
        let game = Rows { own, other };
        for plan in &self.pair_plans {
            plan.copies((u, v), vertices, &game, |[p, q]| {
                found(p, q);
                false
            });
        }
    }

    fn may_pair(&self, _: &[u32; ORDER_MOST], _: &[u32; ORDER_MOST], _: usize, _: usize) -> bool {
        true
    }

    fn distance(&self, _: &[u32; ORDER_MOST], _: &[u32; ORDER_MOST], _: usize) -> usize {
        2
    }
}
