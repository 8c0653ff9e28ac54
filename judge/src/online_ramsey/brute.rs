//! Who wins, straight from the definition.

use std::collections::HashMap;

use super::likeness::Known;
use super::position::Position;
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

/// The least number of moves, up to `most`, within which Builder wins; `None` if he does not. Every position up to the
/// names of vertices is decided once for each number of moves left, by trying all pairs and colours as in
/// [`builder_wins`]. Cost: K3, K3 with 8 moves takes seconds.
pub fn number(targets: &[Vec<u32>], most: usize) -> Option<usize> {
    let targets: Vec<Target> = targets.iter().cloned().map(Target::new).collect();
    (1..=most).find(|&moves| {
        let mut decided = HashMap::new();
        wins_once(&targets, &Position::empty(targets.len()), moves, &mut decided)
    })
}

fn wins_once(targets: &[Target], position: &Position, k: usize, decided: &mut HashMap<u64, Known<bool>>) -> bool {
    if k == 0 {
        return false;
    }
    let (number, known) = Known::find(decided, position);
    if let Some(wins) = known {
        return wins;
    }
    let wins = position.free_pairs().into_iter().any(|(u, v)| {
        (0..targets.len()).all(|colour| {
            let child = position.with((u, v), colour);
            let edges = child.rows[colour][..child.n].iter();
            let rows: Vec<u32> = edges.map(|row| *row as u32).collect();
            crate::pattern::contains(&rows, &targets[colour].rows) || wins_once(targets, &child, k - 1, decided)
        })
    });
    // The number of edges gives how many moves are left: positions that are the same are asked about the same.
    decided.entry(number).or_default().add(position, wins);
    wins
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
