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
use super::structure::Structure;

/// Appends each component of more than a few pairs, without its hash, and returns the value of the sum of the others.
///
/// No closure here: it would be compiled without the vector unit, which made a move four times as expensive.
#[inline(always)]
pub fn components<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    small: &Small,
    parts: &mut Vec<Part<Structure<R, W>>>,
) -> u8 {
    let mut structure = *structure;
    let joined = R::united(unit, &structure.open, &structure.edge);
    let mut value = without_lone_pairs(unit, &mut structure, &joined);
    let near = R::near(unit, &structure.open, &joined);
    let mut rest = structure.open;
    if R::filled(unit, &R::without(unit, &rest, &near)).is_empty() {
        return value ^ connected(unit, &structure, small, parts);
    }
    loop {
        let left = R::filled(unit, &rest);
        if left.is_empty() {
            return value;
        }
        let first = left.lowest() % W;
        let mut from = rest[first] & near[first];
        if from.is_empty() {
            from = R::bit(rest[first].lowest());
        }
        let open = R::component(unit, &structure.open, &joined, first, from);
        rest = R::without(unit, &rest, &open);
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
fn with_copies<U: Unit, R: Lanes<W>, const W: usize>(unit: U, part: &Structure<R, W>) -> Structure<R, W> {
    let mut copied = *part;
    loop {
        let joined = R::united(unit, &copied.open, &copied.edge);
        let mut near = R::near(unit, &copied.open, &joined);
        let split = R::filled(unit, &R::without(unit, &copied.open, &near));
        if split.is_empty() {
            return copied;
        }
        let mut unused = R::below(W) & !R::filled(unit, &copied.open);
        if split.count() > unused.count() {
            return *part;
        }
        for v in split.vertices() {
            let copy = unused.lowest() % W;
            unused ^= R::bit(copy);
            split_off(&mut copied, &mut near, v, copy);
        }
        copied = copied.without_idle_edges(unit);
    }
}

#[inline(always)]
fn push<R: Lanes<W>, const W: usize>(part: &Structure<R, W>, pairs: u32, parts: &mut Vec<Part<Structure<R, W>>>) {
    parts.push(Part {
        position: *part,
        hash: [0; 2],
        pairs,
    });
}

/// Appends the components of a structure whose vertices have one copy each.
#[inline(always)]
fn connected<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    small: &Small,
    parts: &mut Vec<Part<Structure<R, W>>>,
) -> u8 {
    let mut value = 0;
    let all = R::filled(unit, &structure.open);
    let mut rest = all;
    while !rest.is_empty() {
        let part = reached(&structure.open, all, rest.lowest());
        rest &= !part;
        let mut rows = *structure;
        if part != all {
            for v in 0..W {
                let keep = if part.has(v) { !R::EMPTY } else { R::EMPTY };
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
fn without_lone_pairs<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &mut Structure<R, W>,
    joined: &[R; W],
) -> u8 {
    let open = &mut structure.open;
    let reached = R::unions(unit, open, joined);
    let alone = R::without(unit, open, &reached);
    if R::filled(unit, &alone).is_empty() {
        return 0;
    }
    // Alone at both ends.
    let joined = R::without(unit, &alone, &R::transposed(unit, &alone));
    let lone = R::without(unit, &alone, &joined);
    *open = R::without(unit, open, &lone);
    (R::size(unit, &lone) / 2 % 2) as u8
}

/// Gives the vertex `copy`, which has no pair, those of the open pairs of `v` that are not near.
#[inline(always)]
fn split_off<R: Lanes<W>, const W: usize>(structure: &mut Structure<R, W>, near: &mut [R; W], v: usize, copy: usize) {
    let Structure { open, edge } = structure;
    let both = R::bit(v) | R::bit(copy);
    let moved = open[v] & !near[v];
    open[v] = near[v];
    (open[copy], near[copy]) = (moved, moved);
    for w in moved.vertices() {
        open[w] ^= both;
        near[w] ^= if near[w].has(v) { both } else { R::EMPTY };
    }
    edge[copy] = edge[v];
    for w in edge[v].vertices() {
        edge[w] |= R::bit(copy);
    }
}

/// The vertices that open pairs lead to from one, among `all`.
#[inline(always)]
fn reached<R: Lanes<W>, const W: usize>(open: &[R; W], all: R, first: usize) -> R {
    let mut set = R::bit(first) | open[first % W];
    let mut rest = open[first % W];
    while !rest.is_empty() && set != all {
        let next = rest.lowest();
        let new = open[next % W] & !set;
        rest ^= R::bit(next);
        set |= new;
        rest |= new;
    }
    set
}
