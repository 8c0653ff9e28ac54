//! Rows of 32 bits: which of the loops of [`Lanes`] a processor gets, in AVX2 or plain Rust.

use super::key::{of_columns, rows};
use super::lanes::{Lanes, PairList, TOGETHER};
use super::partition::places;
use super::portable::{
    alike, by_value, closing_first, degrees, equal, filled, larger, last_met, pick, reach, settled, signature,
    signatures, sum_of_products, sums, transposed, two_colours,
};
use super::vector::{Unit, Vector};
use super::{avx2_wide, avx2_wide_layout, avx2_wide_signatures, avx512_wide};
use base::record::Wide;
use graph::Graph;
impl Lanes for u32 {
    #[inline(always)]
    fn rows<U: Unit, const W: usize>(unit: U, key: Wide) -> [u32; W] {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return twenty_four(&avx512_wide::rows(long, [key.0, key.1]));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return twenty_four(&avx2_wide::rows(vector, [key.0, key.1]));
        }
        rows(unit, key)
    }

    #[inline(always)]
    fn reach<U: Unit, const W: usize>(unit: U, rows: &[u32; W]) -> ([u32; W], [u32; W]) {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            let (once, twice) = avx512_wide::reach(long, &twenty_four(rows));
            return (twenty_four(&once), twenty_four(&twice));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            let (once, twice) = avx2_wide::reach(vector, &twenty_four(rows));
            return (twenty_four(&once), twenty_four(&twice));
        }
        reach(rows)
    }

    #[inline(always)]
    fn places<U: Unit, const W: usize>(unit: U, graph: &Graph<u32, W>, colours: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 24) = (unit.vector(), W) {
            let rows = twenty_four(graph.rows());
            return twenty_four(&avx2_wide::places(vector, &rows, graph.order(), &twenty_four(colours)));
        }
        places(graph, colours)
    }

    #[inline(always)]
    fn closing_first<U: Unit, const W: usize>(
        unit: U,
        rows: &[u32; W],
        far: &[u32; W],
        list: &mut PairList,
        count: usize,
    ) {
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::closing_first(vector, &twenty_four(rows), &twenty_four(far), list, count);
        }
        closing_first(rows, far, list, count);
    }

    #[inline(always)]
    fn together<U: Unit, const W: usize>(unit: U) -> usize {
        match unit.vector() {
            Some(_) if W == 24 => TOGETHER,
            _ => 1,
        }
    }

    #[inline(always)]
    fn signatures<U: Unit, const W: usize>(
        unit: U,
        rows: &[u32; W],
        far: &[u32; W],
        edges: &[[u8; 2]; TOGETHER],
    ) -> [u64; TOGETHER] {
        if let (Some(vector), 24) = (unit.vector(), W) {
            let (rows, far) = (twenty_four(rows), twenty_four(far));
            if avx2_wide_signatures::fits(&rows, &far) {
                return avx2_wide_signatures::signatures(vector, &rows, &far, *edges);
            }
        }
        signatures(unit, rows, far, edges)
    }

    #[inline(always)]
    fn two_colours<U: Unit, const W: usize>(unit: U, rows: [&[u32; W]; 2], far: [&[u32; W]; 2]) -> [[[u16; W]; 2]; 2] {
        if let (Some(vector), 24) = (unit.vector(), W) {
            let (rows_a, rows_b) = (twenty_four(rows[0]), twenty_four(rows[1]));
            let (far_a, far_b) = (twenty_four(far[0]), twenty_four(far[1]));
            if avx2_wide_signatures::fits(&rows_a, &far_a) && avx2_wide_signatures::fits(&rows_b, &far_b) {
                let [a, b] = avx2_wide_signatures::two_colours(vector, [&rows_a, &rows_b], [&far_a, &far_b]);
                return [
                    [twenty_four(&a[0]), twenty_four(&a[1])],
                    [twenty_four(&b[0]), twenty_four(&b[1])],
                ];
            }
        }
        two_colours(unit, rows, far)
    }

    #[inline(always)]
    fn two_signatures<U: Unit, const W: usize>(unit: U, n: usize, keys: [Wide; 2]) -> [u64; 2] {
        let [a, b] = keys;
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide_signatures::two_signatures(vector, n, [[a.0, a.1], [b.0, b.1]]);
        }
        [signature::<U, u32, W>(unit, n, a), signature::<U, u32, W>(unit, n, b)]
    }

    #[inline(always)]
    fn sums<U: Unit, const W: usize>(
        unit: U,
        rows: &[u32; W],
        far: &[u32; W],
        colours: &[u16; W],
    ) -> ([u16; W], [u16; W]) {
        if let (Some(vector), 24) = (unit.vector(), W) {
            let (edge, away) = avx2_wide::sums(vector, &twenty_four(rows), &twenty_four(far), &twenty_four(colours));
            return (twenty_four(&edge), twenty_four(&away));
        }
        (sums(rows, colours), sums(far, colours))
    }

    #[inline(always)]
    fn degrees<U: Unit, const W: usize>(unit: U, rows: &[u32; W], far: &[u32; W]) -> [u16; W] {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return twenty_four(&avx512_wide::degrees(long, &twenty_four(rows), &twenty_four(far)));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return twenty_four(&avx2_wide::degrees(vector, &twenty_four(rows), &twenty_four(far)));
        }
        degrees(rows, far)
    }

    #[inline(always)]
    fn sum_of_products<U: Unit, const W: usize>(unit: U, low: &[u16; W], high: &[u16; W], add: u32, flip: u32) -> u64 {
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::sum_of_products(vector, &twenty_four(low), &twenty_four(high), add, flip);
        }
        sum_of_products(low, high, add, flip)
    }

    #[inline(always)]
    fn alike<U: Unit, const W: usize>(unit: U, rows: &[u32; W], colours: &[u16; W]) -> (u32, u32) {
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::alike(vector, &twenty_four(rows), &twenty_four(colours));
        }
        alike(rows, colours)
    }

    #[inline(always)]
    fn settled<U: Unit, const W: usize>(unit: U, rows: &[u32; W], colours: &[u16; W]) -> (u32, bool) {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return avx512_wide::settled(long, &twenty_four(rows), &twenty_four(colours));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::settled(vector, &twenty_four(rows), &twenty_four(colours));
        }
        settled(rows, colours)
    }

    #[inline(always)]
    fn equal<U: Unit, const W: usize>(unit: U, values: &[u16; W], value: u16) -> u32 {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return avx512_wide::equal(long, &twenty_four(values), value);
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::equal(vector, &twenty_four(values), value);
        }
        equal(values, value)
    }

    #[inline(always)]
    fn by_value<U: Unit, const W: usize>(unit: U, values: &[u16; W]) -> ([u32; W], [u32; W]) {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            let (of, beyond) = avx512_wide::by_value(long, &twenty_four(values));
            return (twenty_four(&of), twenty_four(&beyond));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            let (of, beyond) = avx2_wide::by_value(vector, &twenty_four(values));
            return (twenty_four(&of), twenty_four(&beyond));
        }
        by_value(values)
    }

    #[inline(always)]
    fn larger<U: Unit, const W: usize>(unit: U, values: &[u16; W], value: u16) -> u32 {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return avx512_wide::larger(long, &twenty_four(values), value);
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::larger(vector, &twenty_four(values), value);
        }
        larger(values, value)
    }

    #[inline(always)]
    fn filled<U: Unit, const W: usize>(unit: U, sets: &[u32; W]) -> u32 {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return avx512_wide::filled(long, &twenty_four(sets));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return avx2_wide::filled(vector, &twenty_four(sets));
        }
        filled(sets)
    }

    #[inline(always)]
    fn pick<U: Unit, const W: usize>(unit: U, table: &[u32; W], indices: &[u16; W]) -> [u32; W] {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return twenty_four(&avx512_wide::pick(long, &twenty_four(table), &twenty_four(indices)));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return twenty_four(&avx2_wide::pick(vector, &twenty_four(table), &twenty_four(indices)));
        }
        pick(table, indices)
    }

    #[inline(always)]
    fn last_met<U: Unit, const W: usize>(unit: U, own: &[u32; W], sets: &[u32; W]) -> [u16; W] {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return twenty_four(&avx512_wide::last_met(long, &twenty_four(own), &twenty_four(sets)));
        }
        last_met(own, sets)
    }

    #[inline(always)]
    fn transposed<U: Unit, const W: usize>(unit: U, sets: &[u32; W]) -> [u32; W] {
        if let (Some(long), 24) = (unit.vector().and_then(Vector::long), W) {
            return twenty_four(&avx512_wide::transposed(long, &twenty_four(sets)));
        }
        if let (Some(vector), 24) = (unit.vector(), W) {
            return twenty_four(&avx2_wide::transposed(vector, &twenty_four(sets)));
        }
        transposed(sets)
    }

    #[inline(always)]
    fn key<U: Unit, const W: usize>(unit: U, graph: &Graph<u32, W>, places: &[u16; W]) -> Wide {
        match wide_keys(unit, [graph], [places]) {
            Some([key]) => key,
            None => of_columns(&Self::columns(unit, graph, places)),
        }
    }

    #[inline(always)]
    fn two_keys<U: Unit, const W: usize>(unit: U, graphs: [&Graph<u32, W>; 2], places: [&[u16; W]; 2]) -> [Wide; 2] {
        let [a, b] = graphs;
        match wide_keys(unit, graphs, places) {
            Some(keys) => keys,
            None => [Self::key(unit, a, places[0]), Self::key(unit, b, places[1])],
        }
    }
}

/// The keys of graphs of the same order, where the vector unit makes them.
#[inline(always)]
fn wide_keys<U: Unit, const W: usize, const N: usize>(
    unit: U,
    graphs: [&Graph<u32, W>; N],
    places: [&[u16; W]; N],
) -> Option<[Wide; N]> {
    let (Some(vector), 24) = (unit.vector(), W) else {
        return None;
    };
    let (mut rows, mut all_places, mut keys) = ([[0; 24]; N], [[0; 24]; N], [Wide(0, 0); N]);
    for at in 0..N {
        rows[at] = twenty_four(graphs[at].rows());
        all_places[at] = twenty_four(places[at]);
    }
    let (rows, places, n) = (rows.each_ref(), all_places.each_ref(), graphs[0].order());
    let halves = avx2_wide_layout::keys(vector, rows, n, places)?;
    for at in 0..N {
        keys[at] = Wide(halves[at][0], halves[at][1]);
    }
    Some(keys)
}

/// The same lanes, where both are twenty-four.
#[inline(always)]
fn twenty_four<T: Copy, const W: usize, const V: usize>(lanes: &[T; W]) -> [T; V] {
    *lanes[..].first_chunk().expect("twenty-four lanes")
}
