//! The canonical form of a structure, as a hash.

use canon::vector::Unit;
use canon::{Colours, Early, Lanes};
use graph::Row;

use super::super::kernel::Hash;
use super::structure::Structure;

/// Returns the hash, which isomorphic structures share and others do not but by chance of hashing.
#[inline(always)]
pub fn hash<U: Unit, R: Lanes<W>, const W: usize>(unit: U, structure: &Structure<R, W>) -> Hash {
    let Structure { open, edge } = structure;
    let mut colours = Early::new(unit, open, edge).colours;
    let mut mixed = R::EMPTY;
    if !is_settled(unit, structure, &colours) {
        colours = colours.late(unit, open, edge);
        mixed = untidy(unit, structure, &colours);
    }
    // Vertices of one colour that are not twins are nearly always equivalent under automorphisms: any of them may be
    // the first. Where they are not, isomorphic structures may get different hashes, which costs work alone.
    let mut depth = 0;
    while !mixed.is_empty() {
        if depth > 0 || mixed.count() > 2 {
            colours = colours.late(unit, open, edge);
        }
        let mut first = (u16::MAX, 0);
        for v in mixed.vertices() {
            first = first.min((colours.0[v], v));
        }
        depth += 1;
        let (colour, v) = first;
        colours = colours.with(v, colour.rotate_left(7) ^ (depth << 9) ^ 0x5A5A);
        colours = colours.late(unit, open, edge);
        mixed = R::EMPTY;
        if !is_settled(unit, structure, &colours) {
            colours = colours.late(unit, open, edge);
            mixed = untidy(unit, structure, &colours);
        }
        if depth == 16 {
            break;
        }
    }
    let places = R::sorted(unit, &colours.0);
    let (open, edge) = (R::renamed(unit, open, &places), R::renamed(unit, edge, &places));
    // One relation on either side of the diagonal: both are symmetric.
    let joined = R::blended(unit, &open, &edge, &R::pick(unit, &below(), &places));
    let mut both = [R::EMPTY; W];
    for v in 0..W {
        both[usize::from(places[v]) % W] = joined[v];
    }
    mix(&both)
}

/// The vertices before each.
#[inline(always)]
pub fn below<R: Row, const W: usize>() -> [R; W] {
    std::array::from_fn(R::below)
}

/// Vertices that share their colour with a vertex that is not their twin.
#[inline(always)]
fn untidy<U: Unit, R: Lanes<W>, const W: usize>(unit: U, structure: &Structure<R, W>, colours: &Colours<W>) -> R {
    match is_settled(unit, structure, colours) {
        true => R::EMPTY,
        false => R::alike(unit, &joined(unit, structure), &colours.0).1,
    }
}

/// Whether vertices of one colour are always twins.
#[inline(always)]
fn is_settled<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    colours: &Colours<W>,
) -> bool {
    R::is_settled(unit, &joined(unit, structure), &colours.0)
}

/// Both rows in one word: should two vertices of one colour share it by chance, that costs work alone.
#[inline(always)]
fn joined<U: Unit, R: Lanes<W>, const W: usize>(unit: U, structure: &Structure<R, W>) -> [R; W] {
    R::both(unit, &structure.open, &structure.edge)
}

#[inline(always)]
fn mix<R: Row, const W: usize>(rows: &[R; W]) -> Hash {
    let mut words = [0; 16];
    let count = (W * R::BITS).div_ceil(64);
    for (word, rows) in words.iter_mut().zip(rows.chunks(64 / R::BITS)) {
        *word = rows
            .iter()
            .rev()
            .fold(0, |word, &row| word << R::BITS | u64::from(row.to_u32()));
    }
    mixed(&words[..count])
}

/// Hashes words by multiplications of 64 by 64 bits, four at a time.
#[inline(always)]
pub fn mixed(words: &[u64]) -> Hash {
    let mut hash = [0; 2];
    for four in words.chunks(4) {
        let mut words = [0; 4];
        words[..four.len()].copy_from_slice(four);
        words[0] ^= hash[0];
        words[1] ^= hash[1];
        hash = mixed_four(words);
    }
    hash
}

#[inline(always)]
fn mixed_four(words: [u64; 4]) -> Hash {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let half = |s: [u64; 4]| {
        let first = fold(words[0] ^ s[0], words[1] ^ s[1]);
        let second = fold(words[2] ^ s[2], words[3] ^ s[3]);
        fold(first ^ s[1], second.rotate_left(17) ^ s[2])
    };
    [
        half([
            0x9E37_79B9_7F4A_7C15,
            0xD6E8_FEB8_6659_FD93,
            0xA076_1D64_78BD_642F,
            0xE703_7ED1_A0B4_28DB,
        ]),
        half([
            0x8EBC_6AF0_9C88_C6E3,
            0x5899_65CC_7537_4CC3,
            0x1D8E_4E27_C47D_124F,
            0xEB44_ACCA_B455_D165,
        ]),
    ]
}
