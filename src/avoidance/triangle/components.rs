//! The independent parts of a structure.
//!
//! Open pairs that share a forbidden set, directly or through others, form a *component*; values of components add.
//! They are found by splitting each vertex into a copy for each component of the graph of open pairs and edges among
//! its open neighbours. Two pairs at one copy are connected by forbidden sets, and each forbidden set has its pairs at
//! common copies, so the components are those of the copies joined by open pairs.

use canon::Lanes;
use canon::vector::Unit;

use super::super::kernel::Part;
use super::small::Small;
use super::structure::{Rows, Structure, WIDTH, vertices};

/// Copies of vertices: at most two for each pair.
const COPIES: usize = WIDTH * (WIDTH - 1);

/// Appends each component of more than a few pairs, without its hash, and returns the value of the sum of the others.
///
/// No closure here: it would be compiled without the vector unit, which made a move four times as expensive.
#[inline(always)]
pub fn components<U: Unit>(unit: U, structure: &Structure, small: &Small, parts: &mut Vec<Part<Structure>>) -> u8 {
    let mut structure = *structure;
    let mut value = without_lone_pairs(unit, &mut structure);
    loop {
        let mut near = near(unit, &structure);
        let split = u16::filled(unit, &u16::without(unit, &structure.open, &near));
        if split == 0 {
            break;
        }
        let mut unused = !u16::filled(unit, &structure.open);
        if split.count_ones() > unused.count_ones() {
            return value ^ of_copies(&structure, small, &near, parts);
        }
        for v in vertices(split) {
            let copy = unused.trailing_zeros() as usize % WIDTH;
            unused &= unused.wrapping_sub(1);
            split_off(&mut structure, &mut near, v, copy);
        }
        structure = structure.without_idle_edges(unit);
    }
    let all = u16::filled(unit, &structure.open);
    let mut rest = all;
    while rest != 0 {
        let part = reached(&structure.open, all, rest.trailing_zeros() as usize);
        rest &= !part;
        let mut rows = structure;
        if part != all {
            for v in 0..WIDTH {
                let keep = if part & 1 << v == 0 { 0 } else { u16::MAX };
                rows.open[v] &= keep;
                rows.edge[v] &= keep;
            }
        }
        let pairs = rows.pairs(unit);
        value ^= whole(&rows, pairs, small, parts);
    }
    value
}

/// Drops the pairs that are in no forbidden set, and returns the value of their sum.
#[inline(always)]
fn without_lone_pairs<U: Unit>(unit: U, structure: &mut Structure) -> u8 {
    let open = &mut structure.open;
    let reached = u16::unions(unit, open, &u16::united(unit, open, &structure.edge));
    let alone = u16::without(unit, open, &reached);
    if u16::filled(unit, &alone) == 0 {
        return 0;
    }
    // Alone at both ends.
    let joined = u16::without(unit, &alone, &u16::transposed(unit, &alone));
    let lone = u16::without(unit, &alone, &joined);
    *open = u16::without(unit, open, &lone);
    (u16::size(unit, &lone) / 2 % 2) as u8
}

/// Gives the vertex `copy`, which has no pair, those of the open pairs of `v` that are not near.
#[inline(always)]
fn split_off(structure: &mut Structure, near: &mut Rows, v: usize, copy: usize) {
    let Structure { open, edge } = structure;
    let both = 1 << v | 1 << copy;
    let moved = open[v] & !near[v];
    open[v] = near[v];
    (open[copy], near[copy]) = (moved, moved);
    for w in vertices(moved) {
        open[w] ^= both;
        near[w] ^= if near[w] >> v & 1 == 1 { both } else { 0 };
    }
    edge[copy] = edge[v];
    for w in vertices(edge[v]) {
        edge[w] |= 1 << copy;
    }
}

#[inline(always)]
fn whole(part: &Structure, pairs: u32, small: &Small, parts: &mut Vec<Part<Structure>>) -> u8 {
    match small.value(part, pairs) {
        Some(value) => value,
        None => {
            parts.push(Part {
                position: *part,
                hash: [0; 2],
                pairs,
            });
            0
        }
    }
}

/// For each vertex, its open neighbours in the component of the first of them.
#[inline(always)]
fn near<U: Unit>(unit: U, structure: &Structure) -> Rows {
    let Structure { open, edge } = structure;
    u16::near(unit, open, &u16::united(unit, open, edge))
}

/// The vertices that open pairs lead to from one, among `all`.
#[inline(always)]
fn reached(open: &Rows, all: u16, first: usize) -> u16 {
    let mut set = 1 << first | open[first % WIDTH];
    let mut rest = open[first % WIDTH];
    while rest != 0 && set != all {
        let new = open[rest.trailing_zeros() as usize % WIDTH] & !set;
        rest &= rest.wrapping_sub(1);
        set |= new;
        rest |= new;
    }
    set
}

/// The components of a structure in which a vertex has several copies.
#[inline(always)]
fn of_copies(structure: &Structure, small: &Small, near: &Rows, parts: &mut Vec<Part<Structure>>) -> u8 {
    let Structure { open, edge } = structure;
    // The copy at each end of each pair, and each copy's open neighbours.
    let mut copy_at = [[0u8; WIDTH]; WIDTH];
    let (mut vertex, mut of_copy) = ([0u8; COPIES], [0u16; COPIES]);
    let mut copies = 0;
    for v in 0..WIDTH {
        let (mut rest, mut part) = (open[v], near[v]);
        while rest != 0 {
            for w in vertices(part) {
                copy_at[v][w] = copies as u8;
            }
            (vertex[copies], of_copy[copies]) = (v as u8, part);
            copies += 1;
            rest &= !part;
            part = rest & rest.wrapping_neg();
            loop {
                let next = vertices(part).fold(part, |set, w| set | open[w] | edge[w]) & rest;
                if next == part {
                    break;
                }
                part = next;
            }
        }
    }
    let mut is_seen = [false; COPIES];
    let mut value = 0;
    let mut members = [0u8; COPIES];
    let mut index = [0u8; COPIES];
    for first in 0..copies {
        if is_seen[first] {
            continue;
        }
        is_seen[first] = true;
        members[0] = first as u8;
        index[first] = 0;
        let (mut count, mut seen, mut ends) = (1, 0, 0);
        while seen < count {
            let copy = usize::from(members[seen]);
            seen += 1;
            ends += of_copy[copy].count_ones();
            for w in vertices(of_copy[copy]) {
                let other = usize::from(copy_at[w][usize::from(vertex[copy])]);
                if !is_seen[other] {
                    is_seen[other] = true;
                    index[other] = count as u8;
                    members[count] = other as u8;
                    count += 1;
                }
            }
        }
        let pairs = ends / 2;
        if pairs == 1 {
            value ^= 1;
            continue;
        }
        let mut part = Structure {
            open: [0; WIDTH],
            edge: [0; WIDTH],
        };
        // Where there are too many copies the vertices serve, with the same forbidden sets.
        let fits = count <= WIDTH;
        let place = |copy: u8| match fits {
            true => usize::from(index[usize::from(copy)]),
            false => usize::from(vertex[usize::from(copy)]),
        };
        for &copy in &members[..count] {
            let (v, at) = (usize::from(vertex[usize::from(copy)]), place(copy));
            let around = of_copy[usize::from(copy)];
            for u in vertices(around) {
                let at_u = place(copy_at[u][v]);
                part.open[at] |= 1 << at_u;
                for w in vertices(edge[u] & around) {
                    part.edge[at_u] |= 1 << place(copy_at[w][v]);
                }
            }
        }
        value ^= whole(&part, pairs, small, parts);
    }
    value
}
