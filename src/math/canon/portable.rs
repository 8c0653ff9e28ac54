//! The loops of [`Lanes`] in plain Rust, for any processor: the twins that judge those for vector units.

#![expect(
    clippy::extra_unused_type_parameters,
    reason = "`Lanes` names the row and the width of each alike"
)]

use super::colours::{Early, far};
use super::lanes::{Lanes, PairList, TOGETHER};
use super::signature::product;
use super::vector::{Portable, Unit};
use graph::{Graph, Row};

pub(super) use super::colours::with_edge;
pub(super) use super::key::rows;
pub(super) use super::partition::places;

#[inline(always)]
pub(super) fn unions<R: Row, const W: usize>(rows: &[R; W], sets: &[R; W]) -> [R; W] {
    let mut unions = [R::EMPTY; W];
    for w in 0..W {
        let (row, set) = (rows[w], sets[w]);
        for v in 0..W {
            unions[v] |= if row & R::bit(v) == R::EMPTY { R::EMPTY } else { set };
        }
    }
    unions
}

#[inline(always)]
pub(super) fn renamed<R: Row, const W: usize>(rows: &[R; W], places: &[u16; W]) -> [R; W] {
    let mut bits = [R::EMPTY; W];
    for v in 0..W {
        bits[v] = R::bit(usize::from(places[v]) % W);
    }
    unions(rows, &bits)
}

/// Row `w` is also the set of vertices one step before `w`.
#[inline(always)]
pub(super) fn reach<R: Row, const W: usize>(rows: &[R; W]) -> ([R; W], [R; W]) {
    let (mut once, mut twice) = ([R::EMPTY; W], [R::EMPTY; W]);
    for &row in rows {
        for v in 0..W {
            let through = if row & R::bit(v) == R::EMPTY { R::EMPTY } else { row };
            twice[v] |= once[v] & through;
            once[v] |= through;
        }
    }
    (once, twice)
}

/// For each vertex, the sums over its neighbours and over its far vertices.
#[inline(always)]
pub(super) fn sums<R: Row, const W: usize>(rows: &[R; W], far: &[R; W], colours: &[u16; W]) -> ([u16; W], [u16; W]) {
    (summed(rows, colours), summed(far, colours))
}

/// Sums of the low bytes and of the high bytes, separately, as the tables of a byte shuffle have them.
#[inline(always)]
fn summed<R: Row, const W: usize>(rows: &[R; W], colours: &[u16; W]) -> [u16; W] {
    let mut sums = [0u32; W];
    for w in 0..W {
        let colour = u32::from(colours[w]);
        let (row, apart) = (rows[w].to_u32(), colour & 0xFF | (colour & 0xFF00) << 8);
        for v in 0..W {
            sums[v] += if row & 1u32 << v == 0 { 0 } else { apart };
        }
    }
    let mut joined = [0; W];
    for v in 0..W {
        joined[v] = (sums[v] & 0xFF | sums[v] >> 8 & 0xFF00) as u16;
    }
    joined
}

#[inline(always)]
pub(super) fn two_signatures<R: Lanes<W>, const W: usize>(n: usize, keys: [R::Record; 2]) -> [u64; 2] {
    let mut signatures = [0; 2];
    for at in 0..2 {
        let graph = Graph::<R, W>::from_rows(n, rows(keys[at]));
        let far = far(Portable, &graph);
        signatures[at] = Early::new(Portable, graph.rows(), &far).signature::<_, R>(Portable);
    }
    signatures
}

#[inline(always)]
pub(super) fn signatures_of<R: Lanes<W>, const W: usize>(rows: [&[R; W]; 2], far: [&[R; W]; 2]) -> [u64; 2] {
    signatures_of_by(Portable, rows, far)
}

/// The same, with the loops of a unit.
#[inline(always)]
pub(super) fn signatures_of_by<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    [rows_a, rows_b]: [&[R; W]; 2],
    [far_a, far_b]: [&[R; W]; 2],
) -> [u64; 2] {
    [
        Early::new(unit, rows_a, far_a).signature::<U, R>(unit),
        Early::new(unit, rows_b, far_b).signature::<U, R>(unit),
    ]
}

#[inline(always)]
pub(super) fn two_colours<R: Lanes<W>, const W: usize>(rows: [&[R; W]; 2], far: [&[R; W]; 2]) -> [[[u16; W]; 2]; 2] {
    two_colours_by(Portable, rows, far)
}

/// The same, with the loops of a unit.
#[inline(always)]
pub(super) fn two_colours_by<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    rows: [&[R; W]; 2],
    far: [&[R; W]; 2],
) -> [[[u16; W]; 2]; 2] {
    let mut both = [[[0; W]; 2]; 2];
    for at in 0..2 {
        let early = Early::new(unit, rows[at], far[at]).colours;
        both[at] = [early.0, early.late(unit, rows[at], far[at]).0];
    }
    both
}

#[inline(always)]
pub(super) fn pairs<R: Row, const W: usize>(sets: &[R; W], list: &mut PairList) -> usize {
    let mut count = 0;
    for v in 0..W {
        for w in sets[v].vertices() {
            list[count] = [v as u8, w as u8];
            count += 1;
        }
    }
    count
}

/// [`pairs`] of four vertices at a time, and in fours: a loop for each vertex ends when the processor does not expect
/// it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn pairs_by_words(sets: &[u16; 16], list: &mut PairList) -> usize {
    const AT_A_TIME: usize = 4;
    let mut count = 0;
    for (first, four) in sets.as_chunks::<4>().0.iter().enumerate() {
        let mut word = (0..4).fold(0, |word, v| word | u64::from(four[v]) << (16 * v));
        let mut at = count;
        count += word.count_ones() as usize;
        while at < count {
            // What is written behind the last one is overwritten, or not counted.
            let some = list[at..].first_chunk_mut::<AT_A_TIME>().expect("room for more");
            for pair in some {
                let place = word.trailing_zeros();
                *pair = [(4 * first) as u8 + (place / 16) as u8, (place % 16) as u8];
                word &= word.wrapping_sub(1);
            }
            at += AT_A_TIME;
        }
    }
    count
}

/// The pairs of a list that [`Lanes::closing_first`] orders.
pub(super) const AT_FRONT: usize = 32;

#[inline(always)]
pub(super) fn closing_first<R: Row, const W: usize>(rows: &[R; W], far: &[R; W], list: &mut PairList, count: usize) {
    let mut closed = [0; AT_FRONT];
    for (closed, &[x, y]) in closed.iter_mut().zip(&list[..count.min(AT_FRONT)]) {
        let (x, y) = (usize::from(x) % W, usize::from(y) % W);
        *closed = (rows[x] & far[y]).count() + (rows[y] & far[x]).count();
    }
    let most = closed.iter().max().expect("there are some");
    let there = u32::MAX >> (AT_FRONT - count.clamp(1, AT_FRONT));
    let many = (0..AT_FRONT).fold(0, |many, at| many | u32::from(2 * closed[at] >= *most) << at);
    to_front(list, many & there);
}

/// Moves the pairs whose bit is in `many` to the front of the first [`AT_FRONT`] pairs.
#[inline(always)]
pub(super) fn to_front(list: &mut PairList, many: u32) {
    let pairs: [[u8; 2]; AT_FRONT] = *list.first_chunk().expect("room for a register");
    let (mut front, mut back) = (0, many.count_ones() as usize);
    for (at, pair) in pairs.into_iter().enumerate() {
        let goes = many >> at & 1 == 1;
        list[if goes { front } else { back }] = pair;
        front += usize::from(goes);
        back += usize::from(!goes);
    }
}

#[inline(always)]
pub(super) fn signatures<R: Lanes<W>, const W: usize>(
    rows: &[R; W],
    far: &[R; W],
    edges: &[[u8; 2]; TOGETHER],
) -> [u64; TOGETHER] {
    signatures_by(Portable, rows, far, edges)
}

/// The same, with the loops of a unit: of so many as it makes together.
#[inline(always)]
pub(super) fn signatures_by<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    rows: &[R; W],
    far: &[R; W],
    edges: &[[u8; 2]; TOGETHER],
) -> [u64; TOGETHER] {
    let mut signatures = [0; TOGETHER];
    for at in 0..R::together(unit) {
        let [x, y] = edges[at];
        let (rows, far) = with_edge(rows, far, x.into(), y.into());
        signatures[at] = Early::new(unit, &rows, &far).signature::<U, R>(unit);
    }
    signatures
}

#[inline(always)]
pub(super) fn degrees<R: Row, const W: usize>(rows: &[R; W], far: &[R; W]) -> [u16; W] {
    let mut degrees = [0; W];
    for v in 0..W {
        degrees[v] = (rows[v].count() | far[v].count() << 8) as u16;
    }
    degrees
}

#[inline(always)]
pub(super) fn sum_of_products<R: Row, const W: usize>(low: &[u16; W], high: &[u16; W]) -> u64 {
    let mut sum = 0u64;
    for v in 0..W {
        sum = sum.wrapping_add(product(low[v], high[v]));
    }
    sum
}

/// `parts` of `sets`, each with the vertices of its set that `joined` has beside one of its own.
#[inline(always)]
fn grown<R: Row, const W: usize>(parts: &[R; W], sets: &[R; W], joined: &[R; W]) -> [R; W] {
    let mut grown = [R::EMPTY; W];
    for w in 0..W {
        let (joined, bit) = (joined[w], R::bit(w));
        for v in 0..W {
            grown[v] |= if parts[v] & bit == R::EMPTY { R::EMPTY } else { joined };
        }
    }
    for v in 0..W {
        grown[v] = grown[v] & sets[v] | parts[v];
    }
    grown
}

#[inline(always)]
pub(super) fn component<R: Row, const W: usize>(sets: &[R; W], joined: &[R; W], first: usize, from: R) -> [R; W] {
    let mut part = [R::EMPTY; W];
    part[first] = from;
    loop {
        let mut grown = grown(&part, sets, joined);
        let turned = transposed(&grown);
        for v in 0..W {
            grown[v] |= turned[v];
        }
        if grown == part {
            return part;
        }
        part = grown;
    }
}

#[inline(always)]
pub(super) fn near<R: Row, const W: usize>(sets: &[R; W], joined: &[R; W]) -> [R; W] {
    let mut near = [R::EMPTY; W];
    for v in 0..W {
        let first = sets[v].vertices().next();
        near[v] = first.map_or(R::EMPTY, R::bit);
    }
    loop {
        let grown = grown(&near, sets, joined);
        if grown == near {
            return near;
        }
        near = grown;
    }
}

#[inline(always)]
pub(super) fn sorted<R: Row, const W: usize>(values: &[u16; W]) -> [u16; W] {
    let mut places = [0; W];
    for w in 0..W {
        for v in 0..W {
            let before = (values[w] as i16) < values[v] as i16 || values[w] == values[v] && w < v;
            places[v] += u16::from(before);
        }
    }
    places
}

#[inline(always)]
pub(super) fn swapped<R: Row, const W: usize>(rows: &[R; W], others: &[R; W]) -> [R; W] {
    let mut swapped = [R::EMPTY; W];
    for w in 0..W {
        let (row, other, bit) = (rows[w], others[w], R::bit(w));
        for v in 0..W {
            let differ = (rows[v] ^ row | others[v] ^ other) & !(R::bit(v) | bit);
            swapped[v] |= if differ == R::EMPTY { bit } else { R::EMPTY };
        }
    }
    swapped
}

#[inline(always)]
pub(super) fn shared<R: Row, const W: usize>(sets: &[R; W], rows: &[R; W]) -> u32 {
    let mut sum = 0;
    for w in 0..W {
        let (set, bit) = (sets[w], R::bit(w));
        for v in 0..W {
            let common = (sets[v] & set).to_u32().count_ones();
            sum += if rows[v] & bit == R::EMPTY { 0 } else { common };
        }
    }
    sum
}

#[inline(always)]
pub(super) fn size<R: Row, const W: usize>(sets: &[R; W]) -> u32 {
    sets.iter().map(|set| set.to_u32().count_ones()).sum()
}

#[inline(always)]
pub(super) fn united<R: Row, const W: usize>(sets: &[R; W], others: &[R; W]) -> [R; W] {
    let mut united = [R::EMPTY; W];
    for v in 0..W {
        united[v] = sets[v] | others[v];
    }
    united
}

#[inline(always)]
pub(super) fn without<R: Row, const W: usize>(sets: &[R; W], others: &[R; W]) -> [R; W] {
    let mut without = [R::EMPTY; W];
    for v in 0..W {
        without[v] = sets[v] & !others[v];
    }
    without
}

#[inline(always)]
pub(super) fn blended<R: Row, const W: usize>(first: &[R; W], second: &[R; W], from_first: &[R; W]) -> [R; W] {
    let mut blended = [R::EMPTY; W];
    for v in 0..W {
        blended[v] = first[v] & from_first[v] | second[v] & !from_first[v];
    }
    blended
}

/// Factor of the second row in a hash of two.
pub(super) const BOTH: u16 = 0x9E37;

#[inline(always)]
pub(super) fn both<R: Row, const W: usize>(rows: &[R; W], others: &[R; W]) -> [R; W] {
    let mut both = [R::EMPTY; W];
    for v in 0..W {
        both[v] = rows[v] ^ R::from_u32(others[v].to_u32().wrapping_mul(BOTH.into()));
    }
    both
}

#[inline(always)]
pub(super) fn alike<R: Row, const W: usize>(rows: &[R; W], colours: &[u16; W]) -> (R, R) {
    // Colours as wide as rows: comparisons of different widths are not vectorized.
    let mut wide = [R::EMPTY; W];
    for v in 0..W {
        wide[v] = R::from_u32(u32::from(colours[v]));
    }
    let colours = wide;
    let (mut twins, mut mixed) = ([R::EMPTY; W], [R::EMPTY; W]);
    for w in 0..W {
        let (row, colour, bit) = (rows[w], colours[w], R::bit(w));
        for v in 0..W {
            let same_row = if rows[v] == row { !R::EMPTY } else { R::EMPTY };
            let same_colour = if colours[v] == colour { !R::EMPTY } else { R::EMPTY };
            twins[v] |= same_row & bit;
            mixed[v] |= same_colour & !same_row;
        }
    }
    let (mut firsts, mut all_mixed) = (R::EMPTY, R::EMPTY);
    for v in 0..W {
        let before = twins[v] & R::below(v);
        firsts |= if before == R::EMPTY { R::bit(v) } else { R::EMPTY };
        all_mixed |= if mixed[v] == R::EMPTY { R::EMPTY } else { R::bit(v) };
    }
    (firsts, all_mixed)
}

#[inline(always)]
pub(super) fn settled<R: Row, const W: usize>(rows: &[R; W], colours: &[u16; W]) -> (R, bool) {
    let (firsts, mixed) = alike(rows, colours);
    (firsts, mixed == R::EMPTY)
}

#[inline(always)]
pub(super) fn is_settled<R: Row, const W: usize>(rows: &[R; W], colours: &[u16; W]) -> bool {
    settled(rows, colours).1
}

#[inline(always)]
pub(super) fn equal<R: Row, const W: usize>(values: &[u16; W], value: u16) -> R {
    let mut set = R::EMPTY;
    for v in 0..W {
        set |= if values[v] == value { R::bit(v) } else { R::EMPTY };
    }
    set
}

#[inline(always)]
pub(super) fn by_value<R: Row, const W: usize>(values: &[u16; W]) -> ([R; W], [R; W]) {
    let (mut of, mut beyond) = ([R::EMPTY; W], [R::EMPTY; W]);
    for value in 0..W {
        of[value] = equal(values, value as u16);
    }
    for value in (0..W - 1).rev() {
        beyond[value] = beyond[value + 1] | of[value + 1];
    }
    (of, beyond)
}

#[inline(always)]
pub(super) fn larger<R: Row, const W: usize>(values: &[u16; W], value: u16) -> R {
    let mut set = R::EMPTY;
    for v in 0..W {
        set |= if values[v] > value { R::bit(v) } else { R::EMPTY };
    }
    set
}

#[inline(always)]
pub(super) fn filled<R: Row, const W: usize>(sets: &[R; W]) -> R {
    let mut filled = R::EMPTY;
    for v in 0..W {
        filled |= if sets[v] == R::EMPTY { R::EMPTY } else { R::bit(v) };
    }
    filled
}

#[inline(always)]
pub(super) fn pick<R: Row, const W: usize>(table: &[R; W], indices: &[u16; W]) -> [R; W] {
    let mut picked = [R::EMPTY; W];
    for v in 0..W {
        let index = usize::from(indices[v]);
        picked[v] = if index < W { table[index % W] } else { R::EMPTY };
    }
    picked
}

#[inline(always)]
pub(super) fn last_met<R: Row, const W: usize>(own: &[R; W], sets: &[R; W]) -> [u16; W] {
    let mut last = [0; W];
    let filled = sets.iter().rposition(|&set| set != R::EMPTY).unwrap_or(0);
    for number in 1..=filled {
        for v in 0..W {
            let meets = own[v] & sets[number] != R::EMPTY;
            last[v] = if meets { number as u16 } else { last[v] };
        }
    }
    last
}

#[inline(always)]
pub(super) fn rests<R: Row, const W: usize>(sum: u16, values: &[u16; W]) -> [u16; W] {
    let mut rests = [0; W];
    for v in 0..W {
        rests[v] = sum.wrapping_sub(values[v]);
    }
    rests
}

#[inline(always)]
pub(super) fn before<R: Row, const W: usize>(rows: &[R; W], chosen: R) -> [R; W] {
    let mut before = [R::EMPTY; W];
    for v in 0..W {
        let others = if chosen & R::bit(v) == R::EMPTY {
            R::EMPTY
        } else {
            chosen
        };
        before[v] = rows[v] & R::below(v) & others;
    }
    before
}

#[inline(always)]
pub(super) fn transposed<R: Row, const W: usize>(sets: &[R; W]) -> [R; W] {
    let mut transposed = [R::EMPTY; W];
    for v in 0..W {
        let set = sets[v];
        for u in 0..W {
            transposed[u] |= if set & R::bit(u) == R::EMPTY {
                R::EMPTY
            } else {
                R::bit(v)
            };
        }
    }
    transposed
}
