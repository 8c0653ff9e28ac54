//! The canonical form of a structure, as a hash.

use canon::vector::Unit;
use canon::{Colours, Early, Lanes};

use super::super::kernel::Hash;
use super::structure::{Rows, Structure, WIDTH, vertices};

/// Returns the hash, which isomorphic structures share and others do not but by chance of hashing.
#[inline(always)]
pub fn hash<U: Unit>(unit: U, structure: &Structure) -> Hash {
    let Structure { open, edge } = structure;
    let mut colours = Early::new(unit, open, edge).colours;
    let mut mixed = 0;
    if !is_settled(unit, structure, &colours) {
        colours = colours.late(unit, open, edge);
        mixed = self::mixed(unit, structure, &colours);
    }
    // Vertices of one colour that are not twins are nearly always equivalent under automorphisms: any of them may be
    // the first. Where they are not, isomorphic structures may get different hashes, which costs work alone.
    let mut depth = 0;
    while mixed != 0 {
        if depth > 0 || mixed.count_ones() > 2 {
            colours = colours.late(unit, open, edge);
        }
        let mut first = (u16::MAX, 0);
        for v in vertices(mixed) {
            first = first.min((colours.0[v], v));
        }
        depth += 1;
        let (colour, v) = first;
        colours = colours.with(v, colour.rotate_left(7) ^ (depth << 9) ^ 0x5A5A);
        colours = colours.late(unit, open, edge);
        mixed = 0;
        if !is_settled(unit, structure, &colours) {
            colours = colours.late(unit, open, edge);
            mixed = self::mixed(unit, structure, &colours);
        }
        if depth == 16 {
            break;
        }
    }
    let places = u16::sorted(unit, &colours.0);
    let (open, edge) = (u16::renamed(unit, open, &places), u16::renamed(unit, edge, &places));
    // One relation on either side of the diagonal: both are symmetric.
    let joined = u16::blended(unit, &open, &edge, &u16::pick(unit, &BELOW, &places));
    let mut both = [0; WIDTH];
    for v in 0..WIDTH {
        both[usize::from(places[v]) % WIDTH] = joined[v];
    }
    mix(&both)
}

/// The vertices before each.
pub const BELOW: Rows = {
    let mut below = [0; WIDTH];
    let mut v = 0;
    while v < WIDTH {
        below[v] = (1 << v) - 1;
        v += 1;
    }
    below
};

/// Vertices that share their colour with a vertex that is not their twin.
#[inline(always)]
fn mixed<U: Unit>(unit: U, structure: &Structure, colours: &Colours<WIDTH>) -> u16 {
    match is_settled(unit, structure, colours) {
        true => 0,
        false => u16::alike(unit, &joined(unit, structure), &colours.0).1,
    }
}

/// Whether vertices of one colour are always twins.
#[inline(always)]
fn is_settled<U: Unit>(unit: U, structure: &Structure, colours: &Colours<WIDTH>) -> bool {
    u16::is_settled(unit, &joined(unit, structure), &colours.0)
}

/// Both rows in one word: should two vertices of one colour share it by chance, that costs work alone.
#[inline(always)]
fn joined<U: Unit>(unit: U, structure: &Structure) -> Rows {
    u16::both(unit, &structure.open, &structure.edge)
}

/// Hashes 32 bytes by multiplications of 64 by 64 bits.
#[inline(always)]
pub fn mix(rows: &Rows) -> Hash {
    let mut words = [0u64; 4];
    for (word, four) in words.iter_mut().zip(rows.as_chunks::<4>().0) {
        *word = four.iter().rev().fold(0, |word, &row| word << 16 | u64::from(row));
    }
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
