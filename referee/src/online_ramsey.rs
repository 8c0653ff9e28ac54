//! Who wins an on-line Ramsey game, straight from the definition.

use std::collections::HashMap;

pub use retrograph_judge::online_ramsey::named;
use retrograph_judge::pattern;

use crate::nauty::Nauty;

/// A graph with coloured edges: pairs of vertices with their colours, numbered from 0.
pub type Coloured = Vec<(usize, usize, usize)>;

/// Whether Builder, who has not won yet, wins within `k` moves from these edges; `targets` are rows, one graph for each
/// colour. Tries every free pair of the vertices used, each of them with a new vertex, and two new ones; no rule spares
/// anything.
pub fn builder_wins(targets: &[Vec<u32>], edges: &Coloured, k: usize) -> bool {
    wins(targets, &mut edges.clone(), k, &mut None)
}

/// The least number of moves, up to `most`, within which Builder wins; `None` if he does not. Every position up to the
/// names of vertices is decided once for each number of moves left, by trying all pairs and colours as in
/// [`builder_wins`]. Cost: K3, K3 with 8 moves takes seconds.
/// Positions on more than 16 vertices are too many for nauty's rows, and are decided each time.
pub fn number(targets: &[Vec<u32>], most: usize) -> Option<usize> {
    (1..=most).find(|&moves| wins(targets, &mut Vec::new(), moves, &mut Some(Decided::default())))
}

/// Whether Builder wins, by the classes of positions. The number of edges gives how many moves are left: positions that
/// are the same are asked about the same.
#[derive(Default)]
struct Decided {
    nauty: Nauty,
    wins: HashMap<Vec<u32>, bool>,
}

fn wins(targets: &[Vec<u32>], edges: &mut Coloured, k: usize, decided: &mut Option<Decided>) -> bool {
    if k == 0 {
        return false;
    }
    let n = edges.iter().map(|&(u, v, _)| u.max(v) + 1).max().unwrap_or(0);
    let colour = |a: usize, b: usize| {
        let mut between = edges
            .iter()
            .filter(|&&(u, v, _)| (u.min(v), u.max(v)) == (a.min(b), a.max(b)));
        between.next().map_or(0, |edge| edge.2 as u32 + 1)
    };
    let form = decided
        .as_mut()
        .filter(|_| n <= 16)
        .map(|decided| decided.nauty.canonical_of_layers(n, 2, colour));
    if let (Some(decided), Some(form)) = (&decided, &form)
        && let Some(&wins) = decided.wins.get(form)
    {
        return wins;
    }
    let used = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let mut pairs: Vec<(usize, usize)> = used.filter(|&(u, v)| colour(u, v) == 0).collect();
    pairs.extend((0..n).map(|u| (u, n)));
    pairs.push((n, n + 1));
    let won = pairs.into_iter().any(|(u, v)| {
        (0..targets.len()).all(|colour| {
            edges.push((u, v, colour));
            let won = contains(&targets[colour], edges, colour) || wins(targets, edges, k - 1, decided);
            edges.pop();
            won
        })
    });
    if let (Some(decided), Some(form)) = (decided, form) {
        decided.wins.insert(form, won);
    }
    won
}

/// Whether the edges of a colour hold the target.
fn contains(target: &[u32], edges: &Coloured, colour: usize) -> bool {
    let own = edges.iter().filter(|edge| edge.2 == colour);
    let n = own.clone().map(|&(u, v, _)| u.max(v) + 1).max().unwrap_or(0);
    let mut rows = vec![0u32; n];
    for &(u, v, _) in own {
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    pattern::contains(&rows, target)
}
