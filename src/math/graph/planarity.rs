//! Whether a graph can be drawn in the plane, by the algorithm of Demoucron, Malgrange and Pertuiset (1964): a cycle is
//! drawn, then path after path, each into a face that has all ends of its fragment.

use crate::{Graph, Row, Vertices};

/// Most vertices.
const MOST: usize = 24;

type Set = u32;
type Rows = [Set; MOST];

/// Returns whether the graph, of at most 24 vertices, is planar. Cost: some microseconds on 12 vertices.
pub fn is_planar<R: Row, const W: usize>(graph: &Graph<R, W>) -> bool {
    let (n, edges) = (graph.order(), graph.size() as usize);
    // K3,3 has 9 edges, and by Euler a planar graph at most 3n - 6.
    if edges < 9 || edges > 3 * n - 6 {
        return edges < 9;
    }
    let mut rows: Rows = [0; MOST];
    for (row, own) in rows.iter_mut().zip(graph.rows()) {
        *row = own.to_u32();
    }
    smooth(&mut rows);
    // A graph is planar where its blocks are.
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
fn smooth(rows: &mut Rows) {
    loop {
        let few = (0..MOST).find(|&v| (1..3).contains(&rows[v].count_ones()));
        let Some(v) = few else { return };
        let row = std::mem::take(&mut rows[v]);
        let (u, w) = (row.trailing_zeros() as usize, row.ilog2() as usize);
        rows[u] &= !(1 << v);
        rows[w] &= !(1 << v);
        if u != w {
            rows[u] |= 1 << w;
            rows[w] |= 1 << u;
        }
    }
}

fn vertices(rows: &Rows) -> Set {
    (0..MOST).filter(|&v| rows[v] != 0).fold(0, |set, v| set | 1 << v)
}

/// The vertices that can be reached from a vertex within a set.
fn reached(rows: &Rows, from: usize, within: Set) -> Set {
    let (mut all, mut new) = (1u32 << from, 1u32 << from);
    while new != 0 {
        new = in_set(new).fold(0, |near, v| near | rows[v]) & within & !all;
        all |= new;
    }
    all
}

fn in_set(set: Set) -> Vertices<Set> {
    set.vertices()
}

/// The two sides of a cut vertex, or of no vertex at all; `None` for a block.
fn split(rows: &Rows, vertices: Set) -> Option<[Rows; 2]> {
    let start = |set: Set| set.trailing_zeros() as usize;
    let without_any = [0].into_iter();
    without_any
        .chain(in_set(vertices).map(|v| 1 << v))
        .find_map(|cut: Set| {
            let rest = vertices & !cut;
            let side = reached(rows, start(rest), rest);
            (side != rest).then(|| [side, rest & !side].map(|side| induced(rows, side | cut)))
        })
}

fn induced(rows: &Rows, set: Set) -> Rows {
    std::array::from_fn(|v| if set >> v & 1 == 1 { rows[v] & set } else { 0 })
}

/// A part of the graph not drawn yet: vertices not drawn that hang together, or none of an edge between drawn ones.
struct Fragment {
    inner: Set,
    /// Drawn vertices next to it, at least two.
    ends: Set,
}

fn is_block_planar(rows: &Rows, vertices: Set) -> bool {
    let mut drawn = [0; MOST];
    let cycle = cycle(rows, vertices);
    draw(&mut drawn, &cycle);
    draw(&mut drawn, &[cycle[0], cycle[cycle.len() - 1]]);
    let mut faces: Vec<Vec<u8>> = vec![cycle.clone(), cycle];
    loop {
        let fragments = fragments(rows, &drawn, vertices);
        if fragments.is_empty() {
            return true;
        }
        let set = |face: &Vec<u8>| face.iter().fold(0u32, |set, v| set | 1 << v);
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

fn draw(drawn: &mut Rows, path: &[u8]) {
    for edge in path.windows(2) {
        drawn[usize::from(edge[0])] |= 1 << edge[1];
        drawn[usize::from(edge[1])] |= 1 << edge[0];
    }
}

/// A cycle of a block: an edge, and a path between its ends without it.
fn cycle(rows: &Rows, vertices: Set) -> Vec<u8> {
    let u = vertices.trailing_zeros() as usize;
    let v = rows[u].trailing_zeros() as usize;
    let mut others = *rows;
    others[u] &= !(1 << v);
    others[v] &= !(1 << u);
    shortest(&others, u, 1 << v, vertices)
}

/// A shortest path from a vertex to one of a set, through vertices of `within`.
fn shortest(rows: &Rows, from: usize, to: Set, within: Set) -> Vec<u8> {
    let mut layers = vec![1u32 << from];
    let mut seen = 1u32 << from;
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

fn fragments(rows: &Rows, drawn: &Rows, vertices: Set) -> Vec<Fragment> {
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
fn path(rows: &Rows, fragment: &Fragment) -> Vec<u8> {
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
