//! Free edges of a board by number, and its symmetries.

use super::name::Game;

/// The edges that are not coloured at the start, numbered by their larger end, then the smaller one. A set of edges is
/// an integer with a bit for each.
pub struct Board {
    /// The ends of each edge.
    pub edges: Vec<(usize, usize)>,
    /// Generators of the group of those vertex permutations that preserve the board and the edges coloured at the
    /// start, as permutations of the edges: edge `e` is mapped to entry `e`.
    pub symmetries: Vec<Vec<usize>>,
    /// The same generators as permutations of the vertices.
    pub on_vertices: Vec<Vec<usize>>,
}

impl Board {
    pub fn new(game: &Game) -> Self {
        let n = game.board.len();
        let is_free = |&(u, v): &(usize, usize)| kind(game, u, v) == 1;
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges: Vec<_> = pairs.filter(is_free).collect();
        let number = |u: usize, v: usize| edges.iter().position(|&edge| edge == (u.min(v), u.max(v)));
        let on_edges = |image: Vec<usize>| {
            let moved = edges.iter().map(|&(u, v)| number(image[u], image[v]));
            moved.collect::<Option<_>>().expect("free edges go to free edges")
        };
        let on_vertices = generators(game);
        let symmetries = on_vertices.iter().cloned().map(on_edges).collect();
        Self {
            edges,
            symmetries,
            on_vertices,
        }
    }

    /// Returns the set of the free edges in `rows`.
    pub fn set(&self, rows: &[u32]) -> usize {
        let there = self.edges.iter().map(|&(u, v)| (rows[u] >> v & 1) as usize);
        there.enumerate().fold(0, |set, (edge, there)| set | there << edge)
    }

    /// Adds the edges of a set to `rows`.
    pub fn draw(&self, set: usize, rows: &mut [u32]) {
        for (edge, &(u, v)) in self.edges.iter().enumerate() {
            if set >> edge & 1 == 1 {
                rows[u] |= 1 << v;
                rows[v] |= 1 << u;
            }
        }
    }
}

/// Returns the kind of a pair at the start: 0 not on the board, 1 free, 2 red, 3 green.
pub(super) fn kind(game: &Game, u: usize, v: usize) -> u32 {
    let bit = |rows: &[u32]| rows[u] >> v & 1;
    bit(&game.board) + bit(&game.coloured[0]) + 2 * bit(&game.coloured[1])
}

/// Returns vertex permutations that generate the group: for each vertex `v`, starting with the last, permutations that
/// fix the earlier vertices and map `v` to every place that those found so far do not reach.
fn generators(game: &Game) -> Vec<Vec<usize>> {
    let n = game.board.len();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for v in (0..n).rev() {
        for target in v + 1..n {
            if !orbit(v, &found).contains(&target) {
                let mut image: Vec<usize> = (0..v).chain([target]).collect();
                if fits(game, &image) && extend(game, &mut image) {
                    found.push(image);
                }
            }
        }
    }
    found
}

fn orbit(v: usize, generators: &[Vec<usize>]) -> Vec<usize> {
    let mut reached = vec![v];
    let mut next = 0;
    while next < reached.len() {
        for image in generators {
            if !reached.contains(&image[reached[next]]) {
                reached.push(image[reached[next]]);
            }
        }
        next += 1;
    }
    reached
}

/// Returns whether the last vertex with an image may have this image.
fn fits(game: &Game, image: &[usize]) -> bool {
    let last = image.len() - 1;
    (0..last).all(|u| image[u] != image[last] && kind(game, u, last) == kind(game, image[u], image[last]))
}

/// Extends the images to the other vertices, by trying all of them.
fn extend(game: &Game, image: &mut Vec<usize>) -> bool {
    let n = game.board.len();
    image.len() == n
        || (0..n).any(|target| {
            image.push(target);
            let extended = fits(game, image) && extend(game, image);
            if !extended {
                image.pop();
            }
            extended
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the order of the group that permutations generate, by enumeration.
    fn order(generators: &[Vec<usize>], n: usize) -> usize {
        let mut all = BTreeSet::from([(0..n).collect::<Vec<usize>>()]);
        let mut fresh: Vec<Vec<usize>> = all.iter().cloned().collect();
        while let Some(one) = fresh.pop() {
            for image in generators {
                let product: Vec<usize> = one.iter().map(|&v| image[v]).collect();
                if all.insert(product.clone()) {
                    fresh.push(product);
                }
            }
        }
        all.len()
    }

    #[test]
    fn groups_have_their_order() {
        for (name, n, size) in [
            ("ramsey-avoid:K3", 1, 1),
            ("ramsey-avoid:K3", 5, 120),
            ("ramsey-avoid:K3/red=0-1", 6, 48),
            ("ramsey-avoid:K3/red=0-1/green=2-3", 6, 8),
            ("ramsey-avoid:K3/red=0-1/green=1-2", 6, 6),
            // The cube, the cycle on five vertices, three edges, the path on five vertices.
            ("ramsey-avoid:K3/board=Gs@ipo", 8, 48),
            ("ramsey-avoid:K3/board=Dhc", 5, 10),
            ("ramsey-avoid:K3/board=E`?G", 6, 48),
            ("ramsey-avoid:K3/board=DQc", 5, 2),
            ("ramsey-avoid:K3/board=DQc/red=0-2", 5, 1),
        ] {
            let game = Game::named(name, n).unwrap();
            let found = generators(&game);
            assert_eq!(order(&found, n), size, "{name}");
            let is_symmetry = |image: &Vec<usize>| {
                (0..n).all(|v| (0..v).all(|u| kind(&game, u, v) == kind(&game, image[u], image[v])))
            };
            assert!(found.iter().all(is_symmetry), "{name}");
        }
    }
}
