//! Which structures are isomorphic.
//!
//! A key is a whole structure under other labels: structures with equal keys are isomorphic, whatever the procedure
//! that chose the labels. That isomorphic ones have equal keys is what the procedure is for; should it fail, a right
//! proof is refused.

use super::structure::{Rows, Structure, WIDTH, below, vertices};
use crate::work::{is_spent, spent};

const WORDS: usize = (WIDTH * (WIDTH - 1) / 2).div_ceil(64);
/// Steps of a round of refinement.
const ROUND: u64 = 40;

/// Open pairs and edges under other labels, each a bit for 0-1, 0-2, 1-2, 0-3 and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    open: [u64; WORDS],
    edge: [u64; WORDS],
}

/// The vertices of a structure in the order of its key, five bits each; 31 after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places([u8; WIDTH * 5 / 8 + 1]);

/// A colour of each vertex, the same for vertices that an automorphism takes to each other.
type Colours = [u32; WIDTH];

/// Vertices in the order of a leaf, and how many.
type Order = ([u8; WIDTH], usize);

/// A number that isomorphic structures share.
pub fn mark(structure: &Structure) -> u64 {
    let colours = refined(structure, &degrees(structure));
    let each = vertices(structure.used()).map(|v| mixed(u64::from(colours[v])));
    mixed(each.fold(0, u64::wrapping_add))
}

/// The key of a structure, and the order that gives it.
pub fn form(structure: &Structure) -> (Key, Places) {
    let search = Forms {
        structure,
        used: structure.used(),
    };
    let (key, order) = search.best(search.node(degrees(structure)), 1);
    (key, Places::of(order))
}

struct Forms<'a> {
    structure: &'a Structure,
    used: u32,
}

/// What a node of the tree of colourings leads to.
enum Node {
    /// All vertices of one colour are twins: the order is settled but for swaps that change nothing.
    Leaf(Leaf),
    /// Some vertex of one colour has to come first: any of these, which are no twins of each other.
    Choice(Colours, Vec<usize>),
}

struct Leaf {
    key: Key,
    order: Order,
    /// A hash of the colours in their order.
    colours: u64,
}

impl Forms<'_> {
    /// The least key below a node. A vertex that leads at once to the same key and colours as one before it is
    /// equivalent to that one under an automorphism that fixes what was chosen so far: all its keys are the other's.
    fn best(&self, node: Node, depth: u32) -> (Key, Order) {
        let (colours, first) = match node {
            Node::Leaf(leaf) => return (leaf.key, leaf.order),
            Node::Choice(colours, first) => (colours, first),
        };
        let mut best: Option<(Key, Order)> = None;
        let mut seen = Vec::new();
        for v in first {
            let next = self.node(chosen(&colours, v, depth));
            let at_once = self.at_once(&next, depth + 1);
            if seen.contains(&at_once) {
                continue;
            }
            seen.push(at_once);
            let found = self.best(next, depth + 1);
            if best.is_none_or(|best| found.0 < best.0) {
                best = Some(found);
            }
            if is_spent() {
                break;
            }
        }
        best.expect("a choice has two vertices")
    }

    /// The key that always the first vertex leads to, and the colours there.
    fn at_once(&self, node: &Node, mut depth: u32) -> (Key, u64) {
        let (colours, first) = match node {
            Node::Leaf(leaf) => return (leaf.key, leaf.colours),
            Node::Choice(colours, first) => (colours, first[0]),
        };
        let mut next = self.node(chosen(colours, first, depth));
        loop {
            depth += 1;
            next = match next {
                Node::Leaf(leaf) => return (leaf.key, leaf.colours),
                Node::Choice(colours, first) => self.node(chosen(&colours, first[0], depth)),
            };
        }
    }

    fn node(&self, mut colours: Colours) -> Node {
        let (mut order, mut cells) = (([0; WIDTH], 0), 0);
        loop {
            colours = refined(self.structure, &colours);
            order = self.sorted(&colours, order);
            let (order, count) = &order;
            let differ = |at: usize| colours[order[at] as usize] != colours[order[at - 1] as usize];
            let now = usize::from(*count > 0) + (1..*count).filter(|&at| differ(at)).count();
            if now == *count || now == cells {
                break;
            }
            cells = now;
        }
        // The first cell that has two vertices that are not twins.
        let all = order.0[..order.1].chunk_by(|&u, &v| colours[u as usize] == colours[v as usize]);
        for cell in all {
            let mut first: Vec<usize> = Vec::new();
            for &v in cell {
                if !first.iter().any(|&u| self.structure.are_twins(u, v.into())) {
                    first.push(v.into());
                }
            }
            if first.len() > 1 {
                return Node::Choice(colours, first);
            }
        }
        let all = order.0[..order.1].iter();
        Node::Leaf(Leaf {
            key: self.key(&order),
            order,
            colours: all.fold(0, |all, &v| mixed(all ^ u64::from(colours[v as usize]))),
        })
    }

    /// The vertices by their colours.
    fn sorted(&self, colours: &Colours, (mut order, mut count): Order) -> Order {
        if count == 0 {
            for v in vertices(self.used) {
                order[count] = v as u8;
                count += 1;
            }
        }
        // Nearly sorted from the round before.
        for at in 1..count {
            let (v, mut to) = (order[at], at);
            while to > 0 && colours[order[to - 1] as usize] > colours[v as usize] {
                order[to] = order[to - 1];
                to -= 1;
            }
            order[to] = v;
        }
        (order, count)
    }

    fn key(&self, (order, count): &Order) -> Key {
        let order = &order[..*count];
        let mut places = [0; WIDTH];
        for (place, &v) in order.iter().enumerate() {
            places[v as usize] = place;
        }
        let bits = |rows: &Rows| {
            let mut words = [0; WORDS];
            let mut bit = 0;
            for (place, &v) in order.iter().enumerate() {
                let row =
                    vertices(rows[v as usize]).fold(0, |row, w| row | 1u64 << places[w]) & u64::from(below(place));
                words[bit / 64] |= row << (bit % 64);
                if bit % 64 + place > 64 {
                    words[bit / 64 + 1] |= row >> (64 - bit % 64);
                }
                bit += place;
            }
            words
        };
        Key {
            open: bits(&self.structure.open),
            edge: bits(&self.structure.edge),
        }
    }
}

impl Places {
    fn of((order, count): Order) -> Self {
        let mut all = u128::MAX;
        for &v in order[..count].iter().rev() {
            all = all << 5 | u128::from(v);
        }
        let mut bytes = [0; WIDTH * 5 / 8 + 1];
        bytes.copy_from_slice(&all.to_le_bytes()[..WIDTH * 5 / 8 + 1]);
        Self(bytes)
    }

    /// The vertices; what follows the last is of no meaning.
    pub fn vertices(self) -> [usize; WIDTH] {
        let mut all = [0; 16];
        all[..self.0.len()].copy_from_slice(&self.0);
        let all = u128::from_le_bytes(all);
        std::array::from_fn(|place| (all >> (5 * place) & 31) as usize)
    }

    /// Where each of n vertices lies in a structure with the same key and these places and used vertices.
    pub fn lie_at(self, places: Self, used: u32, n: usize) -> Vec<u32> {
        let (own, places, count) = (self.vertices(), places.vertices(), used.count_ones() as usize);
        let mut map = vec![None; n];
        for (&v, &place) in own.iter().zip(&places).take(count) {
            map[v] = Some(place as u32);
        }
        // Vertices without an edge are alike.
        let mut others = vertices(below(n) & !used);
        let place = |place: Option<u32>| place.or_else(|| others.next().map(|v| v as u32));
        map.into_iter().filter_map(place).collect()
    }
}

impl Key {
    /// The edges among the first 16 vertices, a bit each.
    pub fn edges(&self) -> u128 {
        u128::from(self.edge[0]) | u128::from(self.edge[1]) << 64
    }

    /// The structure as it was before [`form`] took it.
    pub fn structure(&self, places: Places) -> Structure {
        let order = places.vertices();
        let rows = |words: &[u64; WORDS]| {
            let mut rows = [0; WIDTH];
            let pairs = (1..WIDTH).flat_map(|v| (0..v).map(move |u| (u, v)));
            for (bit, (u, v)) in pairs.enumerate() {
                if words[bit / 64] >> (bit % 64) & 1 == 1 {
                    rows[order[u]] |= 1 << order[v];
                    rows[order[v]] |= 1 << order[u];
                }
            }
            rows
        };
        Structure {
            open: rows(&self.open),
            edge: rows(&self.edge),
        }
    }
}

/// One vertex before all others of its colour.
fn chosen(colours: &Colours, v: usize, depth: u32) -> Colours {
    let mut next = *colours;
    next[v] = short(next[v].rotate_left(9) ^ depth);
    next
}

fn degrees(structure: &Structure) -> Colours {
    std::array::from_fn(|v| short(structure.open[v].count_ones() << 8 | structure.edge[v].count_ones() | 1 << 20))
}

/// Each colour with those of the neighbours of either kind.
fn refined(structure: &Structure, colours: &Colours) -> Colours {
    spent(ROUND);
    let (mut by_open, mut by_edge) = ([0u32; WIDTH], [0u32; WIDTH]);
    for w in vertices(structure.used()) {
        let (open, edge, own) = (structure.open[w], structure.edge[w], colours[w]);
        for v in 0..WIDTH {
            by_open[v] = by_open[v].wrapping_add(if open & 1 << v == 0 { 0 } else { own });
            by_edge[v] = by_edge[v].wrapping_add(if edge & 1 << v == 0 { 0 } else { own });
        }
    }
    std::array::from_fn(|v| {
        let near = by_open[v].wrapping_mul(0x9E37_79B9) ^ by_edge[v].wrapping_mul(0xA076_1D65).rotate_left(11);
        short(colours[v].wrapping_mul(3) ^ near)
    })
}

/// Mixes the bits of a word.
fn short(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7FEB_352D);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846C_A68B);
    x ^ x >> 16
}

fn mixed(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^= x >> 32;
    x.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
