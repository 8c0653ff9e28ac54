//! Threats: free edges that complete a copy of the target.

use super::position::{Edge, ORDER_MOST, each};

/// The first threat found, and whether there are more; nobody needs the third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threats {
    /// None.
    #[default]
    No,
    /// One edge.
    One(Edge),
    /// Two edges or more.
    More,
}

impl Threats {
    /// Adds an edge; returns whether that makes two.
    #[inline]
    pub fn add(&mut self, u: usize, v: usize) -> bool {
        let edge = (u.min(v) as u8, u.max(v) as u8);
        match *self {
            Self::No => *self = Self::One(edge),
            Self::One(other) if other != edge => *self = Self::More,
            _ => {}
        }
        *self == Self::More
    }
}

/// What a player wants to own.
pub trait Target: Sync {
    /// The threats of the player with the edges `own` that need the edge uv, which is among them. `vertices` are those
    /// that may be used, fresh ones included.
    fn threats(&self, own: &[u32; ORDER_MOST], other: &[u32; ORDER_MOST], u: usize, v: usize, vertices: u32)
    -> Threats;

    /// Vertices v above u without which uv cannot become part of a threat: a set that may be too large.
    fn partners(&self, own: &[u32; ORDER_MOST], u: usize) -> u32;

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

    #[inline]
    fn partners(&self, own: &[u32; ORDER_MOST], u: usize) -> u32 {
        let all = each(own[u]).fold(0, |all, x| all | own[x]);
        all & (!1 << u)
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
