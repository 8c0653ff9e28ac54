//! What Maker must own, by name, from the definitions.

use crate::number::number;
use crate::pattern;
use crate::planarity::is_planar;
use crate::property::{has_hamilton_cycle, has_perfect_matching, is_bipartite, is_colourable, is_connected};
use crate::work::spent;

/// Whether the graph with these rows holds a winning set.
pub type IsWon = Box<dyn Fn(&[u32]) -> bool>;

/// What Maker must own.
pub struct WinningSets {
    /// Whether a graph holds a winning set.
    pub is_won: IsWon,
    /// Two vertices that the definition names.
    pub ends: Option<[usize; 2]>,
    /// The game in words, as in "Maker wins the ...".
    pub words: String,
}

/// The winning sets of this name on `n` vertices, 2 to 16; `None` when there are none. Of parts joined by `+`, graphs
/// after one `contains:` or others, Maker wants any.
pub fn winning_sets(name: &str, n: usize) -> Option<WinningSets> {
    if !(2..=16).contains(&n) {
        return None;
    }
    let (word, parts) = name.split_at(if name.starts_with(CONTAINS) { CONTAINS.len() } else { 0 });
    let mut all = Vec::new();
    for part in parts.split('+') {
        all.push(part_of(&format!("{word}{part}"), n)?);
    }
    if all.len() == 1 {
        return all.pop();
    }
    let nouns: Vec<&str> = all.iter().map(|sets| sets.words.trim_end_matches(" game")).collect();
    let words = format!("{} game", nouns.join(" or "));
    let have_ends = all.iter().any(|sets| sets.ends.is_some());
    (!have_ends).then(|| WinningSets {
        is_won: Box::new(move |rows| all.iter().any(|sets| (sets.is_won)(rows))),
        ends: None,
        words,
    })
}

const CONTAINS: &str = "contains:";

/// The winning sets of one part of a name.
fn part_of(name: &str, n: usize) -> Option<WinningSets> {
    let plain = |words: &str, is_won: IsWon| {
        Some(WinningSets {
            is_won,
            ends: None,
            words: words.into(),
        })
    };
    let (kind, argument) = match name.split_once(':') {
        Some((kind, argument)) => (kind, Some(argument)),
        None => (name, None),
    };
    match (kind, argument) {
        ("hamilton-cycle", None) if n > 2 => plain("Hamilton cycle game", Box::new(has_hamilton_cycle)),
        ("hamilton-path", None) => plain(
            "Hamilton path game",
            Box::new(|rows| (0..rows.len()).any(|start| path_ends(rows, start) != 0)),
        ),
        ("hamilton-path", Some(ends)) => {
            let (u, v) = ends.split_once('-')?;
            let (u, v): (usize, usize) = (number(u)?, number(v)?);
            (u != v && u.max(v) < n && n > 2).then(|| WinningSets {
                is_won: Box::new(move |rows| path_ends(rows, u) >> v & 1 == 1),
                ends: Some([u, v]),
                words: format!("game of Hamilton paths between {u} and {v}"),
            })
        }
        ("hamilton-connected", None) if n > 2 => plain(
            "Hamiltonian-connectivity game",
            Box::new(|rows| {
                let all = (1u32 << rows.len()) - 1;
                (0..rows.len()).all(|start| path_ends(rows, start) == all & !(1 << start))
            }),
        ),
        ("perfect-matching", None) => plain("perfect matching game", Box::new(has_perfect_matching)),
        ("connected", None) => plain("connectivity game", Box::new(is_connected)),
        ("2-connected", None) if n > 2 => plain(
            "2-connectivity game",
            Box::new(|rows| is_connected(rows) && (0..rows.len()).all(|v| is_connected(&without(rows, v)))),
        ),
        ("odd-cycle", None) if n > 2 => plain("odd cycle game", Box::new(|rows| !is_bipartite(rows))),
        ("non-planar", None) if n > 4 => plain("non-planarity game", Box::new(|rows| !is_planar(rows))),
        ("chromatic", Some(colours)) => {
            let colours: usize = number(colours)?;
            let is_won = move |rows: &[u32]| !is_colourable(rows, colours - 1);
            ((3..=n).contains(&colours))
                .then(|| plain(&format!("{colours}-chromatic graph game"), Box::new(is_won)))
                .flatten()
        }
        ("min-degree", Some(degree)) => {
            let degree = number(degree)?;
            let is_won = move |rows: &[u32]| rows.iter().all(|row| row.count_ones() as usize >= degree);
            ((1..n).contains(&degree))
                .then(|| plain(&format!("minimum degree {degree} game"), Box::new(is_won)))
                .flatten()
        }
        ("contains", Some(graph)) => {
            let small = pattern::parse(graph)?;
            let has_edge = small.iter().any(|row| *row != 0);
            let is_won = move |rows: &[u32]| pattern::contains(rows, &small);
            (has_edge && pattern::parse(graph)?.len() <= n)
                .then(|| plain(&format!("{graph} game"), Box::new(is_won)))
                .flatten()
        }
        _ => None,
    }
}

/// The other ends of the paths from `start` through all vertices: for each set of vertices, the last ones of paths
/// through exactly it.
fn path_ends(rows: &[u32], start: usize) -> u32 {
    let all = (1usize << rows.len()) - 1;
    // A step is as long as some of these.
    if spent((rows.len() * all) as u64 >> 4) {
        return 0;
    }
    let mut last = vec![0u32; all + 1];
    last[1 << start] = 1 << start;
    for set in 0..all {
        for next in (0..rows.len()).filter(|&next| set >> next & 1 == 0) {
            if last[set] & rows[next] != 0 {
                last[set | 1 << next] |= 1 << next;
            }
        }
    }
    last[all] & !(u32::from(all == 1 << start) << start)
}

/// The rows without vertex `v`; those above move down.
fn without(rows: &[u32], v: usize) -> Vec<u32> {
    let low = (1u32 << v) - 1;
    let kept = rows.iter().enumerate().filter(|(u, _)| *u != v);
    kept.map(|(_, row)| row & low | row >> 1 & !low).collect()
}
