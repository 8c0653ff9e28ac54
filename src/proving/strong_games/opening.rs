//! The first moves: Red builds a triangle, whatever Green does. From there the search is short.

use graph::each;

use super::forced::Rules;
use super::position::{Edge, GREEN, Position, RED};
use super::threats::Target;

/// Red's candidates, the best first, while she has no triangle; `None` afterwards.
///
/// She closes a triangle if she can, else she joins a vertex of hers, one with many red and few green edges, to a fresh
/// one: after two edges at a vertex Green takes the edge between their ends, and a third edge makes two chances.
pub(super) fn candidates<T: Target>(rules: &Rules<T>, position: &Position) -> Option<Vec<Edge>> {
    let (red, green) = (position.rows(RED), position.rows(GREEN));
    let touched = position.touched();
    if (0..touched).any(|u| each(red[u]).any(|v| red[u] & red[v] != 0)) {
        return None;
    }
    let mut closing = Vec::new();
    for v in 1..touched {
        let ends = (0..v).filter(|&u| position.is_free(u, v) && red[u] & red[v] != 0);
        closing.extend(ends.map(|u| (u as u8, v as u8)));
    }
    if !closing.is_empty() {
        closing.sort_by_key(|&(u, v)| green[u as usize].count_ones() + green[v as usize].count_ones());
        return Some(closing);
    }
    let fresh = touched as u8;
    if touched == 0 {
        return Some(vec![(0, 1)]);
    }
    let mut from: Vec<usize> = (0..touched).filter(|&u| red[u] != 0).collect();
    from.sort_by_key(|&u| (32 - red[u].count_ones(), green[u].count_ones(), u));
    let may_grow = rules.limits.fresh_for_red(touched) > 0;
    let fresh = from.iter().filter(|_| may_grow).map(|&u| (u as u8, fresh));
    // Then the first of them to a vertex that is Green's alone.
    let greens = (0..touched).filter(|&v| red[v] == 0 && position.is_free(from[0], v));
    Some(fresh.chain(greens.map(|v| (from[0] as u8, v as u8))).collect())
}
