//! Who wins, straight from the definition.

use super::target::Target;

/// A graph with coloured edges: pairs of vertices with their colours, numbered from 0.
pub type Coloured = Vec<(usize, usize, usize)>;

/// Whether Builder, who has not won yet, wins within `k` moves from these edges; `targets` are rows, one graph for each
/// colour. Tries every free pair of the vertices used, each of them with a new vertex, and two new ones; no rule spares
/// anything.
pub fn builder_wins(targets: &[Vec<u32>], edges: &Coloured, k: usize) -> bool {
    let targets: Vec<Target> = targets.iter().cloned().map(Target::new).collect();
    let mut edges = edges.clone();
    wins(&targets, &mut edges, k)
}

fn wins(targets: &[Target], edges: &mut Coloured, k: usize) -> bool {
    if k == 0 {
        return false;
    }
    let n = edges.iter().map(|&(u, v, _)| u.max(v) + 1).max().unwrap_or(0);
    let mut pairs: Vec<(usize, usize)> = (0..=n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    pairs.push((n, n + 1));
    pairs.retain(|&(a, b)| edges.iter().all(|&(u, v, _)| (u.min(v), u.max(v)) != (a, b)));
    pairs.into_iter().any(|(u, v)| {
        (0..targets.len()).all(|colour| {
            edges.push((u, v, colour));
            let won = contains(&targets[colour], edges, colour) || wins(targets, edges, k - 1);
            edges.pop();
            won
        })
    })
}

/// Whether the edges of a colour hold the target.
fn contains(target: &Target, edges: &Coloured, colour: usize) -> bool {
    let own = edges.iter().filter(|edge| edge.2 == colour);
    let n = own.clone().map(|&(u, v, _)| u.max(v) + 1).max().unwrap_or(0);
    let mut rows = vec![0u32; n];
    for &(u, v, _) in own {
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    crate::pattern::contains(&rows, &target.rows)
}
