//! The independent parts of a structure.
//!
//! Open pairs that share a forbidden set, directly or through others, form a *component*; values of components add.
//! Two pairs at a vertex are connected through it when the graph of open pairs and edges among its open neighbours
//! connects their other ends. A component is found from one of its pairs, as a relation: all rows grow until they hold
//! what they are connected to. Where pairs of a component at one vertex are connected only elsewhere, the vertex gets a
//! copy for each such class of pairs, with the same forbidden sets, so that more components have the same form.

use canon::Lanes;
use canon::vector::Unit;

use super::super::kernel::Part;
use super::small::Small;
use super::structure::{Rows, Structure, WIDTH, vertices};

/// Appends each component of more than a few pairs, without its hash, and returns the value of the sum of the others.
///
/// No closure here: it would be compiled without the vector unit, which made a move four times as expensive.
#[inline(always)]
pub fn components<U: Unit>(unit: U, structure: &Structure, small: &Small, parts: &mut Vec<Part<Structure>>) -> u8 {
    let mut structure = *structure;
    let joined = u16::united(unit, &structure.open, &structure.edge);
    let mut value = without_lone_pairs(unit, &mut structure, &joined);
    let near = u16::near(unit, &structure.open, &joined);
    let mut rest = structure.open;
    if u16::filled(unit, &u16::without(unit, &rest, &near)) == 0 {
        return value ^ connected(unit, &structure, small, parts);
    }
    loop {
        let left = u16::filled(unit, &rest);
        if left == 0 {
            return value;
        }
        let first = left.trailing_zeros() as usize % WIDTH;
        let from = match rest[first] & near[first] {
            0 => rest[first] & rest[first].wrapping_neg(),
            class => class,
        };
        let open = u16::component(unit, &structure.open, &joined, first, from);
        rest = u16::without(unit, &rest, &open);
        let edge = structure.edge;
        let part = Structure { open, edge }.without_idle_edges(unit);
        let pairs = part.pairs(unit);
        match small.value(&part, pairs) {
            Some(found) => value ^= found,
            None => push(&with_copies(unit, &part), pairs, parts),
        }
    }
}

/// A component, with a copy of a vertex for each class of its pairs. Where there are too many, the vertices serve.
#[inline(always)]
fn with_copies<U: Unit>(unit: U, part: &Structure) -> Structure {
    let mut copied = *part;
    loop {
        let joined = u16::united(unit, &copied.open, &copied.edge);
        let mut near = u16::near(unit, &copied.open, &joined);
        let split = u16::filled(unit, &u16::without(unit, &copied.open, &near));
        if split == 0 {
            return copied;
        }
        let mut unused = !u16::filled(unit, &copied.open);
        if split.count_ones() > unused.count_ones() {
            return *part;
        }
        for v in vertices(split) {
            let copy = unused.trailing_zeros() as usize % WIDTH;
            unused &= unused.wrapping_sub(1);
            split_off(&mut copied, &mut near, v, copy);
        }
        copied = copied.without_idle_edges(unit);
    }
}

#[inline(always)]
fn push(part: &Structure, pairs: u32, parts: &mut Vec<Part<Structure>>) {
    parts.push(Part {
        position: *part,
        hash: [0; 2],
        pairs,
    });
}

/// Appends the components of a structure whose vertices have one copy each.
#[inline(always)]
fn connected<U: Unit>(unit: U, structure: &Structure, small: &Small, parts: &mut Vec<Part<Structure>>) -> u8 {
    let mut value = 0;
    let all = u16::filled(unit, &structure.open);
    let mut rest = all;
    while rest != 0 {
        let part = reached(&structure.open, all, rest.trailing_zeros() as usize);
        rest &= !part;
        let mut rows = *structure;
        if part != all {
            for v in 0..WIDTH {
                let keep = if part & 1 << v == 0 { 0 } else { u16::MAX };
                rows.open[v] &= keep;
                rows.edge[v] &= keep;
            }
        }
        let pairs = rows.pairs(unit);
        match small.value(&rows, pairs) {
            Some(found) => value ^= found,
            None => push(&rows, pairs, parts),
        }
    }
    value
}

/// Drops the pairs that are in no forbidden set, and returns the value of their sum.
#[inline(always)]
fn without_lone_pairs<U: Unit>(unit: U, structure: &mut Structure, joined: &Rows) -> u8 {
    let open = &mut structure.open;
    let reached = u16::unions(unit, open, joined);
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
