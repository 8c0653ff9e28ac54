//! Copies of a target through a given edge, as a person sees them: any copy, with all of its edges.

use super::position::{Edge, ORDER_MOST, each};

/// The edges of a copy among the `own` edges and uv that uses uv; `None` when there is none.
pub(super) fn copy_through(
    own: &[u32; ORDER_MOST],
    (order, edges): (usize, &[Edge]),
    (u, v): (usize, usize),
) -> Option<Vec<(usize, usize)>> {
    let mut own = *own;
    own[u] |= 1 << v;
    own[v] |= 1 << u;
    let mut rows = vec![0u32; order];
    for &(a, b) in edges {
        rows[a as usize] |= 1 << b;
        rows[b as usize] |= 1 << a;
    }
    let ends = edges.iter().map(|&(a, b)| (a as usize, b as usize));
    for (a, b) in ends.clone().chain(ends.clone().map(|(a, b)| (b, a))) {
        let mut images = vec![ORDER_MOST; order];
        (images[a], images[b]) = (u, v);
        if extend(&own, &rows, &mut images, 1 << u | 1 << v) {
            return Some(ends.map(|(a, b)| (images[a], images[b])).collect());
        }
    }
    None
}

/// Places the vertices that have no image yet, each next to one that has.
fn extend(own: &[u32; ORDER_MOST], rows: &[u32], images: &mut Vec<usize>, taken: u32) -> bool {
    let placed = |v: usize| images[v] < ORDER_MOST;
    let count = |v: usize| each(rows[v]).filter(|&u| placed(u)).count();
    let next = (0..rows.len()).filter(|&v| !placed(v)).max_by_key(|&v| count(v));
    let Some(next) = next else {
        return true;
    };
    let joined = each(rows[next]).filter(|&u| placed(u));
    let fitting = joined.fold(!taken, |set, u| set & own[images[u]]);
    for image in each(fitting) {
        images[next] = image;
        if extend(own, rows, images, taken | 1 << image) {
            return true;
        }
    }
    images[next] = ORDER_MOST;
    false
}
