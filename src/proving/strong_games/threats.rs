//! Threats: free edges that complete a copy of the target.

use graph::each;

use super::position::{Edge, ORDER_MOST};

/// The first threat found, and whether there are more; nobody needs the third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threats {
    /// None.
    #[default]
    No,
    /// One edge.
    One(Edge),
    /// Two edges or more: two of them.
    More(Edge, Edge),
}

impl Threats {
    /// Adds an edge; returns whether that makes two.
    #[inline]
    pub fn add(&mut self, u: usize, v: usize) -> bool {
        let edge = (u.min(v) as u8, u.max(v) as u8);
        match *self {
            Self::No => *self = Self::One(edge),
            Self::One(other) if other != edge => *self = Self::More(other, edge),
            _ => {}
        }
        matches!(self, Self::More(..))
    }
}

/// What a player wants to own.
pub trait Target: Sync {
    /// The threats of the player with the edges `own` that need the edge uv, which is among them. `vertices` are those
    /// that may be used, fresh ones included.
    fn threats(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], u: usize, v: usize, vertices: u32)
    -> Threats;

    /// Whether fresh vertices can be in a pair.
    const HAS_FRESH: bool;

    /// Whether two can.
    fn has_two_fresh(&self) -> bool {
        false
    }

    /// Pairs of free edges that complete a copy together which needs the edge uv of the player with the edges `own`;
    /// each may come several times. `vertices` are those that may be used.
    fn pairs(
        &self,
        own: &[u32; ORDER_MOST],
        other: &[u32; ORDER_MOST],
        u: usize,
        v: usize,
        vertices: u32,
        found: &mut impl FnMut((usize, usize), (usize, usize)),
    );

    /// Whether the edge uv can be in a pair's copy with the edges `own` and more that are not `other`, of which `own`
    /// has all that may come; `true` when that is not known.
    fn may_pair(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], u: usize, v: usize) -> bool;

    /// How far the red edges are from a threat, 0 (near) to 5; it orders the search and decides nothing.
    fn distance(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], touched: usize) -> usize;
}

/// The complete graph on four vertices.
pub struct K4;

impl Target for K4 {
    #[inline]
    fn threats(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], u: usize, v: usize, _: u32) -> Threats {
        let common = own[u] & own[v];
        let mut found = Threats::No;
        let (mut of_u, mut of_v) = (0, 0);
        for x in each(common) {
            // u, v, x are a triangle; the fourth vertex is joined to two of them.
            let beyond = common & !(own[x] | other[x]) & (!1 << x);
            for y in each(beyond) {
                if found.add(x, y) {
                    return found;
                }
            }
            of_u |= own[x] & own[v];
            of_v |= own[x] & own[u];
        }
        for w in each(of_u & !(own[u] | other[u] | 1 << u)) {
            if found.add(u, w) {
                return found;
            }
        }
        for w in each(of_v & !(own[v] | other[v] | 1 << v)) {
            if found.add(v, w) {
                return found;
            }
        }
        found
    }

    /// All four edges and both missing ones are on four vertices that have edges.
    const HAS_FRESH: bool = false;

    #[inline]
    fn pairs(
        &self,
        own: &[u32; ORDER_MOST],
        other: &[u32; ORDER_MOST],
        u: usize,
        v: usize,
        _: u32,
        found: &mut impl FnMut((usize, usize), (usize, usize)),
    ) {
        let free = |a: usize| !(own[a] | other[a] | 1 << a);
        let (free_u, free_v) = (free(u), free(v));
        // u, v, x are a triangle, with y at one of them.
        for x in each(own[u] & own[v]) {
            let free_x = free(x);
            each(own[u] & free_v & free_x).for_each(|y| found((v, y), (x, y)));
            each(own[v] & free_u & free_x).for_each(|y| found((u, y), (x, y)));
            each(own[x] & free_u & free_v).for_each(|y| found((u, y), (v, y)));
        }
        for x in each(own[u] & free_v) {
            // u, x, y are a triangle, with v at u; or u, v, y, x a cycle.
            each(own[u] & own[x] & free_v & (!1 << x)).for_each(|y| found((v, x), (v, y)));
            each(own[v] & own[x] & free_u).for_each(|y| found((u, y), (v, x)));
        }
        for x in each(own[v] & free_u) {
            each(own[v] & own[x] & free_u & (!1 << x)).for_each(|y| found((u, x), (u, y)));
        }
    }

    #[inline]
    fn may_pair(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], u: usize, v: usize) -> bool {
        let (open_u, open_v) = (!(other[u] | 1 << u), !(other[v] | 1 << v));
        let open = open_u & open_v;
        // The same graphs as above, with any of the missing edges there.
        each(own[u] & own[v]).any(|x| (own[u] | own[v] | own[x]) & open & !other[x] & !(1 << x) != 0)
            || each(own[u] & open_v).any(|x| own[x] & (own[u] & open_v | own[v] & open_u) & !(1 << u | 1 << v) != 0)
            || each(own[v] & open_u).any(|x| own[x] & own[v] & open_u & !(1 << u | 1 << v) != 0)
    }

    fn distance(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], touched: usize) -> usize {
        let mut best = 5;
        for u in 0..touched {
            for v in each(own[u]) {
                if (own[v] & !(1 << u)) != 0 {
                    let open = own[v] & !other[u] & !(1 << u) != 0;
                    best = best.min(if open { 3 } else { 4 });
                }
                let common = own[u] & own[v];
                if common.count_ones() >= 2 {
                    return 0;
                }
                if common != 0 {
                    let beyond = own[u] & !common & !(1 << v);
                    best = best.min(if beyond != 0 { 1 } else { 2 });
                }
            }
        }
        best
    }
}
