//! The graph of a domination game, from its winning sets.

use std::collections::HashMap;

/// Tries before a graph counts as not found.
const TRIED_MOST: usize = 5_000;

/// The edges of a graph on so many vertices whose closed neighbourhoods are these sets, each once; none where there is
/// no such graph, or where neighbourhoods that contain others are missing. Several graphs may have the same sets.
pub fn joined(count: usize, sets: &[Vec<usize>]) -> Vec<[usize; 2]> {
    if sets.len() != count {
        return Vec::new();
    }
    let mut search = Search {
        holds: sets
            .iter()
            .map(|set| (0..count).map(|element| set.contains(&element)).collect())
            .collect(),
        sets,
        order: Vec::new(),
        of: HashMap::new(),
        tried: 0,
    };
    search.order = search.nearest_first(count);
    if !search.assigns(0) {
        return Vec::new();
    }
    let pairs = (0..count).flat_map(|u| (u + 1..count).map(move |v| [u, v]));
    pairs.filter(|&[u, v]| search.holds[search.of[&u]][v]).collect()
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    /// For each set and each element whether it is in it.
    holds: Vec<Vec<bool>>,
    /// The vertices, each but the first near one before it, where there is any.
    order: Vec<usize>,
    /// The set of each vertex.
    of: HashMap<usize, usize>,
    tried: usize,
}

impl Search<'_> {
    fn nearest_first(&self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        let mut seen = vec![false; count];
        for first in 0..count {
            let mut queue = vec![first];
            while let Some(vertex) = queue.pop() {
                if std::mem::replace(&mut seen[vertex], true) {
                    continue;
                }
                order.push(vertex);
                let near = self.sets.iter().filter(|set| set.contains(&vertex)).flatten();
                queue.extend(near.copied().filter(|&other| !seen[other]));
            }
        }
        order
    }

    /// Gives the vertices from a place of the order on their sets: u is in the set of v where v is in that of u.
    fn assigns(&mut self, place: usize) -> bool {
        let Some(&vertex) = self.order.get(place) else {
            return true;
        };
        let degree = self.holds.iter().filter(|set| set[vertex]).count();
        for set in 0..self.sets.len() {
            let is_symmetric =
                |(&other, &its): (&usize, &usize)| its != set && self.holds[set][other] == self.holds[its][vertex];
            if !self.holds[set][vertex] || self.sets[set].len() != degree || !self.of.iter().all(is_symmetric) {
                continue;
            }
            self.tried += 1;
            if self.tried > TRIED_MOST {
                return false;
            }
            self.of.insert(vertex, set);
            if self.assigns(place + 1) {
                return true;
            }
            self.of.remove(&vertex);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::graphs::Named;
    use super::super::{Board, domination, lines, projective_plane};
    use super::*;

    fn of(board: &Board) -> Vec<[usize; 2]> {
        joined(board.elements(), &board.sets.iter().cloned().collect::<Vec<_>>())
    }

    /// These have one graph each.
    #[test]
    fn a_graph_is_found_again() {
        for graph in [
            "P2xP13", "P4xP4", "C5xC7", "P3xP3xP3", "petersen", "C9", "C4xP3", "P8xP16",
        ] {
            let named = Named::of(graph).unwrap();
            let mut edges: Vec<[usize; 2]> = named.edges.iter().map(|&(u, v)| [u.min(v), u.max(v)]).collect();
            edges.sort_unstable();
            assert_eq!(of(&domination(graph).unwrap()), edges, "{graph}");
        }
        assert!(of(&lines(3, 2).unwrap()).is_empty());
        // As many lines as points, but not all points on lines of their own.
        assert!(of(&projective_plane(2).unwrap()).is_empty());
    }
}
