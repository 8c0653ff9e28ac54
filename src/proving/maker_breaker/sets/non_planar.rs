//! Graphs that cannot be drawn in the plane, by the algorithm of Demoucron, Malgrange and Pertuiset (1964): a cycle is
//! drawn, then path after path, each into a face that has all ends of its fragment.

use crate::pairs::{Pairs, each, rows};
use crate::winning_sets::{Potential, WinningSets};

/// Graphs that are not planar.
pub(crate) struct NonPlanar {
    n: usize,
}

/// Edges of K3,3: no smaller graph is non-planar.
const LEAST: usize = 9;

impl NonPlanar {
    pub fn new(n: usize) -> Self {
        Self { n }
    }
}

impl WinningSets for NonPlanar {
    fn is_won(&self, pairs: Pairs) -> bool {
        let edges = pairs.count_ones() as usize;
        // Euler: a planar graph has at most 3n - 6 edges.
        edges >= LEAST && (edges > 3 * self.n - 6 || !is_planar(rows(pairs)))
    }

    /// The more of Maker's pairs at the ends, the better; then the more that can still become his.
    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        let (own, open) = (rows(maker), rows(maker | free));
        for at in each(free) {
            let (u, v) = crate::pairs::ends(at);
            let weight = |rows: &[u16; 16]| f64::from(rows[u].count_ones() + rows[v].count_ones());
            potential[at] = 16.0 * weight(&own) + weight(&open);
        }
        self.is_won(maker | free)
    }

    fn need(&self, _vertex: usize) -> u32 {
        0
    }

    fn least(&self) -> usize {
        LEAST
    }
}

/// Whether a graph is planar: whether its blocks are.
fn is_planar(mut rows: [u16; 16]) -> bool {
    smooth(&mut rows);
    let mut blocks = vec![rows];
    while let Some(block) = blocks.pop() {
        let vertices = vertices(&block);
        if vertices.count_ones() < 5 {
            continue;
        }
        match split(&block, vertices) {
            Some(parts) => blocks.extend(parts),
            None if !is_block_planar(&block, vertices) => return false,
            None => {}
        }
    }
    true
}

/// Takes away ends of paths, and draws paths through vertices of degree 2 as one edge.
fn smooth(rows: &mut [u16; 16]) {
    loop {
        let few = (0..16).find(|&v| (1..3).contains(&rows[v].count_ones()));
        let Some(v) = few else { return };
        let row = std::mem::take(&mut rows[v]);
        let (u, w) = (row.trailing_zeros() as usize, 15 - row.leading_zeros() as usize);
        rows[u] &= !(1 << v);
        rows[w] &= !(1 << v);
        if u != w {
            rows[u] |= 1 << w;
            rows[w] |= 1 << u;
        }
    }
}

fn vertices(rows: &[u16; 16]) -> u16 {
    (0..16).filter(|&v| rows[v] != 0).fold(0, |set, v| set | 1 << v)
}

/// The vertices that can be reached from a vertex within a set.
fn reached(rows: &[u16; 16], from: usize, within: u16) -> u16 {
    let (mut all, mut new) = (1u16 << from, 1u16 << from);
    while new != 0 {
        new = in_set(new).fold(0, |near, v| near | rows[v]) & within & !all;
        all |= new;
    }
    all
}

fn in_set(set: u16) -> impl Iterator<Item = usize> {
    each(set.into())
}

/// The two sides of a cut vertex, or of no vertex at all; `None` for a block.
fn split(rows: &[u16; 16], vertices: u16) -> Option<[[u16; 16]; 2]> {
    let start = |set: u16| set.trailing_zeros() as usize;
    let without_any = [0].into_iter();
    without_any
        .chain(in_set(vertices).map(|v| 1 << v))
        .find_map(|cut: u16| {
            let rest = vertices & !cut;
            let side = reached(rows, start(rest), rest);
            (side != rest).then(|| [side, rest & !side].map(|side| induced(rows, side | cut)))
        })
}

fn induced(rows: &[u16; 16], set: u16) -> [u16; 16] {
    std::array::from_fn(|v| if set >> v & 1 == 1 { rows[v] & set } else { 0 })
}

/// A part of the graph not drawn yet: vertices not drawn that hang together, or none of an edge between drawn ones.
struct Fragment {
    inner: u16,
    /// Drawn vertices next to it, at least two.
    ends: u16,
}

fn is_block_planar(rows: &[u16; 16], vertices: u16) -> bool {
    let mut drawn = [0u16; 16];
    let cycle = cycle(rows, vertices);
    draw(&mut drawn, &cycle);
    draw(&mut drawn, &[cycle[0], cycle[cycle.len() - 1]]);
    let mut faces: Vec<Vec<u8>> = vec![cycle.clone(), cycle];
    loop {
        let fragments = fragments(rows, &drawn, vertices);
        if fragments.is_empty() {
            return true;
        }
        let set = |face: &Vec<u8>| face.iter().fold(0u16, |set, v| set | 1 << v);
        let mut best: Option<(&Fragment, usize)> = None;
        for fragment in &fragments {
            let mut fitting = (0..faces.len()).filter(|&face| fragment.ends & !set(&faces[face]) == 0);
            let Some(face) = fitting.next() else { return false };
            let is_only = fitting.next().is_none();
            if is_only || best.is_none() {
                best = Some((fragment, face));
            }
            if is_only {
                break;
            }
        }
        let (fragment, face) = best.expect("there is a fragment");
        let path = path(rows, fragment);
        draw(&mut drawn, &path);
        let face = faces.swap_remove(face);
        let place = |v: u8| face.iter().position(|&u| u == v).expect("an end is on the face");
        let (start, end) = (place(path[0]), place(path[path.len() - 1]));
        let inner = &path[1..path.len() - 1];
        let along = |from: usize, to: usize| {
            let count = (to + face.len() - from) % face.len() + 1;
            (0..count).map(|i| face[(from + i) % face.len()]).collect::<Vec<u8>>()
        };
        let mut first = along(end, start);
        first.extend(inner);
        let mut second = along(start, end);
        second.extend(inner.iter().rev());
        faces.extend([first, second]);
    }
}

fn draw(drawn: &mut [u16; 16], path: &[u8]) {
    for edge in path.windows(2) {
        drawn[usize::from(edge[0])] |= 1 << edge[1];
        drawn[usize::from(edge[1])] |= 1 << edge[0];
    }
}

/// A cycle of a block: an edge, and a path between its ends without it.
fn cycle(rows: &[u16; 16], vertices: u16) -> Vec<u8> {
    let u = vertices.trailing_zeros() as usize;
    let v = rows[u].trailing_zeros() as usize;
    let mut others = *rows;
    others[u] &= !(1 << v);
    others[v] &= !(1 << u);
    shortest(&others, u, 1 << v, vertices)
}

/// A shortest path from a vertex to one of a set, through vertices of `within`.
fn shortest(rows: &[u16; 16], from: usize, to: u16, within: u16) -> Vec<u8> {
    let mut layers = vec![1u16 << from];
    let mut seen = 1u16 << from;
    let mut at = loop {
        let last = layers[layers.len() - 1];
        let near = in_set(last).fold(0, |near, v| near | rows[v]) & !seen;
        if near & to != 0 {
            break (near & to).trailing_zeros() as usize;
        }
        assert!(near & within != 0, "there is a path");
        layers.push(near & within);
        seen |= near;
    };
    let mut path = vec![at as u8];
    for layer in layers.iter().rev() {
        at = (layer & rows[at]).trailing_zeros() as usize;
        path.push(at as u8);
    }
    path.reverse();
    path
}

fn fragments(rows: &[u16; 16], drawn: &[u16; 16], vertices: u16) -> Vec<Fragment> {
    let old = self::vertices(drawn);
    let mut fragments = Vec::new();
    let mut rest = vertices & !old;
    while rest != 0 {
        let inner = reached(rows, rest.trailing_zeros() as usize, vertices & !old);
        let ends = in_set(inner).fold(0, |near, v| near | rows[v]) & old;
        fragments.push(Fragment { inner, ends });
        rest &= !inner;
    }
    for u in in_set(old) {
        for v in in_set(rows[u] & !drawn[u] & old).filter(|v| *v > u) {
            fragments.push(Fragment {
                inner: 0,
                ends: 1 << u | 1 << v,
            });
        }
    }
    fragments
}

/// A path through a fragment between two of its ends.
fn path(rows: &[u16; 16], fragment: &Fragment) -> Vec<u8> {
    let from = fragment.ends.trailing_zeros() as usize;
    let others = fragment.ends & !(1 << from);
    if fragment.inner == 0 {
        return vec![from as u8, others.trailing_zeros() as u8];
    }
    // Not by an edge between the two ends, which is a fragment of its own.
    let inner = fragment.inner;
    let mut through = induced(rows, inner);
    for v in in_set(inner) {
        through[v] |= rows[v] & fragment.ends;
    }
    for end in in_set(fragment.ends) {
        through[end] = rows[end] & inner;
    }
    shortest(&through, from, others, inner)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::form::Form;
    use crate::pairs::all_pairs;

    fn graphs(n: usize) -> HashSet<Pairs> {
        let form = Form::new(n, None);
        let mut level = HashSet::from([0]);
        let mut all = level.clone();
        for _ in 0..n * (n - 1) / 2 {
            let next = level.iter().flat_map(|&graph: &Pairs| {
                let form = &form;
                each(all_pairs(n) & !graph).map(move |at| {
                    let more = graph | 1 << at;
                    form.map(more, 0).image(more)
                })
            });
            level = next.collect();
            all.extend(&level);
        }
        all
    }

    /// OEIS A005470: planar graphs on so many vertices.
    #[test]
    fn planar_graphs_are_counted() {
        let planar = [33, 142, 822, 6966];
        for (n, expected) in (5..=8).zip(planar) {
            let sets = NonPlanar::new(n);
            let judge = retrograph_judge::maker_breaker::winning_sets("non-planar", n).unwrap();
            let mut found = 0;
            for graph in graphs(n) {
                let is_planar = !sets.is_won(graph);
                found += usize::from(is_planar);
                if n < 8 {
                    let rows: Vec<u32> = rows(graph)[..n].iter().map(|&row| row.into()).collect();
                    assert_eq!(is_planar, !(judge.is_won)(&rows), "{n}: {graph:x}");
                }
            }
            assert_eq!(found, expected, "{n} vertices");
        }
    }

    #[test]
    fn random_graphs_are_judged_alike() {
        let mut rng = base::random::SplitMix64::new(11);
        for n in [9, 10, 11] {
            let sets = NonPlanar::new(n);
            let judge = retrograph_judge::maker_breaker::winning_sets("non-planar", n).unwrap();
            let mut planar = 0;
            for round in 0..60 {
                let order = rng.permutation(n * (n - 1) / 2);
                let edges = n + 1 + round % (n + 2);
                let graph = order.iter().take(edges).fold(0, |set, at| set | 1 << at);
                let rows: Vec<u32> = rows(graph)[..n].iter().map(|&row| row.into()).collect();
                assert_eq!(sets.is_won(graph), (judge.is_won)(&rows), "{n}: {graph:x}");
                planar += usize::from(!sets.is_won(graph));
            }
            assert!((10..50).contains(&planar), "{planar}");
        }
    }
}
