//! Threats of any small graph, by placing its vertices one after the other.

use boards::{Board, Order, Placed, Step, completing};
use graph::{Graph16, each};

use super::position::ORDER_MOST;
use super::threats::{Target, Threats};

/// Most vertices of a target.
pub const TARGET_MOST: usize = 8;

/// A graph that a player wants to own, with the ways to look for it.
pub struct Pattern {
    /// With one edge missing.
    single: Vec<Order>,
    /// With two.
    pairs: Vec<Order>,
    has_two_fresh: bool,
}

impl Pattern {
    /// The target, without isolated vertices.
    pub fn new(graph: &Graph16) -> Self {
        let edges: Vec<_> = graph.edges().collect();
        let pairs = edges.iter().enumerate();
        let pairs: Vec<_> = pairs
            .flat_map(|(at, &c)| edges[..at].iter().map(move |&d| vec![c, d]))
            .collect();
        let single: Vec<_> = edges.iter().map(|&edge| vec![edge]).collect();
        let leaves_two = |lost: &Vec<(usize, usize)>| {
            let rest = lost.iter().fold(*graph, |rest, &(u, v)| rest.toggled(u, v));
            (0..graph.order()).filter(|&v| rest.neighbours(v) == 0).count() > 1
        };
        Self {
            has_two_fresh: pairs.iter().any(leaves_two),
            single: completing(graph, &single, usize::MAX, false),
            pairs: completing(graph, &pairs, usize::MAX, false),
        }
    }
}

struct Rows<'a> {
    own: &'a [u32; ORDER_MOST],
    other: &'a [u32; ORDER_MOST],
}

impl Board for Rows<'_> {
    #[inline(always)]
    fn row(&self, vertex: usize) -> u64 {
        self.own[vertex].into()
    }

    /// Missing edges are nobody's.
    #[inline(always)]
    fn open(&self, step: &Step, placed: &Placed) -> u64 {
        let ends = each(step.apart).map(|at| placed.vertex(at));
        ends.fold(!0, |set, v| set & !u64::from(self.own[v] | self.other[v]))
    }
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
        let (rows, left) = (Rows { own, other }, vertices.into());
        let mut found = Threats::No;
        self.single.iter().any(|order| {
            order.place_all(&rows, &[u, v], left, |placed| {
                let (c, d) = order.missing(0, placed);
                found.add(c, d)
            })
        });
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
        let (rows, left) = (Rows { own, other }, vertices.into());
        for order in &self.pairs {
            order.place_all(&rows, &[u, v], left, |placed| {
                found(order.missing(0, placed), order.missing(1, placed));
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
