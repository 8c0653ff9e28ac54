//! A number for each position that isomorphic ones share and others do not, but for a chance of some 2^-100.
//!
//! Component by component: the vertices get colours from their edges, round by round. When vertices of one colour are
//! twins, the colours determine the component, so that a sum over its vertices stands for it. The same holds of a tree
//! once no round distinguishes more vertices. Else each vertex of one colour is marked in turn and the numbers of the
//! marked components are added. Nothing is sorted, and there is no labelling.

use graph::each;

use super::position::Position;
use super::row::{ORDER, Row};

/// The number of a position up to isomorphism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(pub u64, pub u64);

/// A position's key, and what it says of the vertices.
#[derive(Clone)]
pub(crate) struct Form {
    pub key: Key,
    /// A number for each vertex, which vertices share that an automorphism of their component exchanges.
    pub colours: [u64; ORDER],
    /// The vertices of each component and its key.
    parts: [(Row, Key); ORDER / 2],
    count: usize,
}

#[inline(always)]
fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ x >> 29
}

#[inline(always)]
fn second(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9FB2_1C65_1E98_DF25);
    (x ^ x >> 35).wrapping_mul(0xA24B_AED4_963E_E407)
}

const EDGE: [u64; 4] = [
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
];

/// The colours with their names exchanged: colour c counts as `names[c]`.
struct Graph<'a, const C: usize> {
    position: &'a Position<C>,
    names: &'a [usize; C],
}

impl<const C: usize> Graph<'_, C> {
    #[inline(always)]
    fn refined(&self, vertices: Row, colours: &[u64; ORDER]) -> [u64; ORDER] {
        let mut next = *colours;
        for v in each(vertices) {
            let mut sum = 0u64;
            for c in 0..C {
                let name = EDGE[self.names[c]];
                for u in each(self.position.rows[c][v]) {
                    sum = sum.wrapping_add((colours[u] ^ name).wrapping_mul(name) >> 7);
                }
            }
            next[v] = mix(colours[v].rotate_left(17).wrapping_add(mix(sum)));
        }
        next
    }

    fn are_twins(&self, u: usize, v: usize) -> bool {
        let rows = &self.position.rows;
        rows.iter().all(|rows| (rows[u] ^ rows[v]) & !(1 << u | 1 << v) == 0)
    }

    /// The first cell, in an order that isomorphisms keep, of vertices that are not all twins; and the number of cells.
    fn cells(&self, vertices: Row, colours: &[u64; ORDER]) -> (Option<Row>, usize) {
        let (mut rest, mut count) = (vertices, 0);
        let mut found: Option<(u32, u64, Row)> = None;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            let mut cell = 0;
            for v in each(rest) {
                cell |= Row::from(colours[v] == colours[first]) << v;
            }
            rest &= !cell;
            count += 1;
            if cell & (cell - 1) != 0 && each(cell).any(|v| !self.are_twins(first, v)) {
                let rank = (cell.count_ones(), colours[first]);
                if found.is_none_or(|(size, colour, _)| rank < (size, colour)) {
                    found = Some((rank.0, rank.1, cell));
                }
            }
        }
        (found.map(|(.., cell)| cell), count)
    }

    fn component(&self, vertices: Row, colours: &mut [u64; ORDER], is_tree: bool) -> Key {
        if vertices.count_ones() > 2 {
            for _ in 0..3 {
                *colours = self.refined(vertices, colours);
            }
        }
        let (mut cell, mut count) = self.cells(vertices, colours);
        while cell.is_some() {
            let next = self.refined(vertices, &self.refined(vertices, colours));
            let (next_cell, next_count) = self.cells(vertices, &next);
            *colours = next;
            cell = next_cell;
            if next_count == count {
                break;
            }
            count = next_count;
        }
        match cell {
            Some(cell) if !is_tree => {
                let mut sum = Key(1, 1);
                for v in each(cell) {
                    let mut marked = *colours;
                    marked[v] = mix(marked[v] ^ 0x5851_F42D_4C95_7F2D);
                    let Key(a, b) = self.component(vertices, &mut marked, false);
                    sum = Key(sum.0.wrapping_add(mix(a)), sum.1.wrapping_add(second(b)));
                }
                sum
            }
            _ => {
                let last = self.refined(vertices, colours);
                let (mut a, mut b) = (0u64, 0u64);
                for v in each(vertices) {
                    a = a.wrapping_add(last[v]);
                    b = b.wrapping_add(second(last[v]));
                }
                Key(mix(a), second(b))
            }
        }
    }
}

impl Form {
    /// The form of a position. Cost: 0.3 us on average.
    pub fn of<const C: usize>(position: &Position<C>, names: &[usize; C]) -> Self {
        let graph = Graph { position, names };
        let mut colours = [0; ORDER];
        let mut degrees = [0u32; ORDER];
        let mut joined = [0; ORDER];
        for v in 0..position.n {
            let mut code = 0u64;
            for c in 0..C {
                let row = position.rows[c][v];
                joined[v] |= row;
                code += u64::from(row.count_ones()) << (6 * names[c]);
            }
            degrees[v] = joined[v].count_ones();
            colours[v] = mix(code.wrapping_mul(EDGE[0]) ^ EDGE[1]);
        }
        let (mut parts, mut count) = ([(0, Key(0, 0)); ORDER / 2], 0);
        let mut rest = super::row::below(position.n);
        let mut key = Key(0, 0);
        while rest != 0 {
            let (mut vertices, mut border) = (0, rest & rest.wrapping_neg());
            while border != 0 {
                let v = border.trailing_zeros() as usize;
                vertices |= 1 << v;
                border = (border | joined[v]) & !vertices;
            }
            rest &= !vertices;
            let ends: u32 = each(vertices).map(|v| degrees[v]).sum();
            let is_tree = ends == 2 * (vertices.count_ones() - 1);
            let part = graph.component(vertices, &mut colours, is_tree);
            key = Key(
                key.0.wrapping_add(mix(part.0 ^ EDGE[2])),
                key.1.wrapping_add(second(part.1 ^ EDGE[3])),
            );
            parts[count] = (vertices, part);
            count += 1;
        }
        Self {
            key: Key(mix(key.0), second(key.1)),
            colours,
            parts,
            count,
        }
    }

    /// The vertices of each component, and its key.
    pub fn components(&self) -> &[(Row, Key)] {
        &self.parts[..self.count]
    }
}
