//! The first moves: Red builds a triangle, whatever Blue does. From there the search is short.

use super::forced::Rules;
use super::position::{BLUE, Edge, Position, RED, each};
use super::threats::Target;

/// Red's candidates, the best first, while she has no triangle; `None` afterwards.
///
/// She closes a triangle if she can, else she joins a vertex of hers, one with many red and few blue edges, to a fresh
/// one: after two edges at a vertex Blue takes the edge between their ends, and a third edge makes two chances.
pub(super) fn candidates<T: Target>(rules: &Rules<T>, position: &Position) -> Option<Vec<Edge>> {
    let (red, blue) = (position.rows(RED), position.rows(BLUE));
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
        let k = knob(1);
        closing.sort_by_key(|&(u, v)| { let s = blue[u as usize].count_ones() + blue[v as usize].count_ones(); match k { 1 => s, 2 => 64 - s, _ => 0 } });
        return Some(closing);
    }
    let fresh = touched as u8;
    if touched == 0 {
        return Some(vec![(0, 1)]);
    }
    if rules.limits.fresh_for_red(touched) == 0 {
        return Some(Vec::new());
    }
    let mut from: Vec<usize> = (0..touched).filter(|&u| red[u] != 0).collect();
    let k = knob(0); from.sort_by_key(|&u| (32 - red[u].count_ones(), if k == 1 { 32 - blue[u].count_ones() } else { blue[u].count_ones() }, u));
    Some(from.into_iter().map(|u| (u as u8, fresh)).collect())
}

pub fn knob(i: usize) -> u32 {
    static K: std::sync::OnceLock<Vec<u32>> = std::sync::OnceLock::new();
    K.get_or_init(|| std::env::var("K").unwrap_or_default().split(',').filter_map(|x| x.parse().ok()).collect()).get(i).copied().unwrap_or(0)
}
