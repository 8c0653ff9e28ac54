//! Rows of 16 bits: which of the loops of [`Lanes`] a processor gets, in AVX-512, AVX2 or plain Rust.

use super::colours::with_edge;
use super::key::{of_columns, rows};
use super::lanes::{Lanes, PairList, TOGETHER};
use super::partition::places;
use super::portable::{
    alike, before, blended, both, by_value, closing_first, component, degrees, equal, filled, larger, last_met, near,
    pairs, pairs_by_words, pick, reach, renamed, rests, settled, shared, signature, signatures, signatures_of, size,
    sorted, sum_of_products, sums, swapped, transposed, two_colours, unions, united, without,
};
use super::vector::{Unit, Vector};
use super::{avx2, avx2_layout, avx2_sets, avx2_signatures, avx512};
use graph::Graph;
impl Lanes for u16 {
    #[inline(always)]
    fn unions<U: Unit, const W: usize>(unit: U, rows: &[u16; W], sets: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::unions(vector, &sixteen(rows), &sixteen(sets)));
        }
        unions(rows, sets)
    }

    #[inline(always)]
    fn rows<U: Unit, const W: usize>(unit: U, key: u128) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::rows(vector, key));
        }
        rows(unit, key)
    }

    #[inline(always)]
    fn reach<U: Unit, const W: usize>(unit: U, rows: &[u16; W]) -> ([u16; W], [u16; W]) {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let (once, twice) = avx2::reach(vector, &sixteen(rows));
            return (wide(once), wide(twice));
        }
        reach(rows)
    }

    #[inline(always)]
    fn sums<U: Unit, const W: usize>(
        unit: U,
        rows: &[u16; W],
        far: &[u16; W],
        colours: &[u16; W],
    ) -> ([u16; W], [u16; W]) {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let (edge, away) = avx2::sums(vector, &sixteen(rows), &sixteen(far), &sixteen(colours));
            return (wide(edge), wide(away));
        }
        (sums(rows, colours), sums(far, colours))
    }

    #[inline(always)]
    fn pairs<U: Unit, const W: usize>(unit: U, sets: &[u16; W], list: &mut PairList) -> usize {
        if let (Some(long), 16) = (unit.vector().and_then(Vector::long), W) {
            return avx512::pairs(long, &sixteen(sets), list);
        }
        if W == 16 {
            return pairs_by_words(&sixteen(sets), list);
        }
        pairs(sets, list)
    }

    #[inline(always)]
    fn closing_first<U: Unit, const W: usize>(
        unit: U,
        rows: &[u16; W],
        far: &[u16; W],
        list: &mut PairList,
        count: usize,
    ) {
        if let (Some(long), 16) = (unit.vector().and_then(Vector::long), W) {
            return avx512::closing_first(long, &sixteen(rows), &sixteen(far), list, count);
        }
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2::closing_first(vector, &sixteen(rows), &sixteen(far), list, count);
        }
        closing_first(rows, far, list, count);
    }

    #[inline(always)]
    fn together<U: Unit, const W: usize>(unit: U) -> usize {
        match unit.vector() {
            Some(_) if W == 16 => TOGETHER,
            _ => 1,
        }
    }

    #[inline(always)]
    fn signatures<U: Unit, const W: usize>(
        unit: U,
        rows: &[u16; W],
        far: &[u16; W],
        edges: &[[u8; 2]; TOGETHER],
    ) -> [u64; TOGETHER] {
        if let (Some(long), 16) = (unit.vector().and_then(Vector::long), W) {
            return avx512::signatures(long, &sixteen(rows), &sixteen(far), *edges);
        }
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2_signatures::signatures(vector, &sixteen(rows), &sixteen(far), *edges);
        }
        signatures(unit, rows, far, edges)
    }

    #[inline(always)]
    fn degrees<U: Unit, const W: usize>(unit: U, rows: &[u16; W], far: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::degrees(vector, &sixteen(rows), &sixteen(far)));
        }
        degrees(rows, far)
    }

    #[inline(always)]
    fn sum_of_products<U: Unit, const W: usize>(unit: U, low: &[u16; W], high: &[u16; W], add: u32, flip: u32) -> u64 {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2::sum_of_products(vector, &sixteen(low), &sixteen(high), add, flip);
        }
        sum_of_products(low, high, add, flip)
    }

    #[inline(always)]
    fn with_edge<U: Unit, const W: usize>(
        unit: U,
        rows: &[u16; W],
        far: &[u16; W],
        x: usize,
        y: usize,
    ) -> ([u16; W], [u16; W]) {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let (rows, far) = avx2_signatures::with_edge(vector, &sixteen(rows), &sixteen(far), [x, y]);
            return (wide(rows), wide(far));
        }
        with_edge(rows, far, x, y)
    }

    #[inline(always)]
    fn component<U: Unit, const W: usize>(
        unit: U,
        sets: &[u16; W],
        joined: &[u16; W],
        first: usize,
        from: u16,
    ) -> [u16; W] {
        if let (Some(long), 16) = (unit.vector().and_then(Vector::long), W) {
            return wide(avx512::component(long, &sixteen(sets), &sixteen(joined), first, from));
        }
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2_sets::component(
                vector,
                &sixteen(sets),
                &sixteen(joined),
                first,
                from,
            ));
        }
        component(unit, sets, joined, first, from)
    }

    #[inline(always)]
    fn near<U: Unit, const W: usize>(unit: U, sets: &[u16; W], joined: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2_sets::near(vector, &sixteen(sets), &sixteen(joined)));
        }
        near(sets, joined)
    }

    #[inline(always)]
    fn shared<U: Unit, const W: usize>(unit: U, sets: &[u16; W], rows: &[u16; W]) -> u32 {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2_sets::shared(vector, &sixteen(sets), &sixteen(rows));
        }
        shared(sets, rows)
    }

    #[inline(always)]
    fn size<U: Unit, const W: usize>(unit: U, sets: &[u16; W]) -> u32 {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2_sets::size(vector, &sixteen(sets));
        }
        size(sets)
    }

    #[inline(always)]
    fn united<U: Unit, const W: usize>(unit: U, sets: &[u16; W], others: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2_sets::united(vector, &sixteen(sets), &sixteen(others)));
        }
        united(sets, others)
    }

    #[inline(always)]
    fn without<U: Unit, const W: usize>(unit: U, sets: &[u16; W], others: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2_sets::without(vector, &sixteen(sets), &sixteen(others)));
        }
        without(sets, others)
    }

    #[inline(always)]
    fn blended<U: Unit, const W: usize>(
        unit: U,
        first: &[u16; W],
        second: &[u16; W],
        from_first: &[u16; W],
    ) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let (first, second, from_first) = (sixteen(first), sixteen(second), sixteen(from_first));
            return wide(avx2_sets::blended(vector, &first, &second, &from_first));
        }
        blended(first, second, from_first)
    }

    #[inline(always)]
    fn swapped<U: Unit, const W: usize>(unit: U, rows: &[u16; W], others: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2_sets::swapped(vector, &sixteen(rows), &sixteen(others)));
        }
        swapped(rows, others)
    }

    #[inline(always)]
    fn both<U: Unit, const W: usize>(unit: U, rows: &[u16; W], others: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2_sets::both(vector, &sixteen(rows), &sixteen(others)));
        }
        both(rows, others)
    }

    #[inline(always)]
    fn sorted<U: Unit, const W: usize>(unit: U, values: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::sorted(vector, &sixteen(values)));
        }
        sorted(values)
    }

    #[inline(always)]
    fn alike<U: Unit, const W: usize>(unit: U, rows: &[u16; W], colours: &[u16; W]) -> (u16, u16) {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2::alike(vector, &sixteen(rows), &sixteen(colours));
        }
        alike(rows, colours)
    }

    #[inline(always)]
    fn settled<U: Unit, const W: usize>(unit: U, rows: &[u16; W], colours: &[u16; W]) -> (u16, bool) {
        if let (Some(long), 16) = (unit.vector().and_then(Vector::long), W) {
            return avx512::settled(long, &sixteen(rows), &sixteen(colours));
        }
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2::settled(vector, &sixteen(rows), &sixteen(colours));
        }
        settled(rows, colours)
    }

    // AVX2 even where there is AVX-512, whose comparison of each word with those before it takes long on an Intel of
    // 2023: the search of n = 13 takes 4 % less time so.
    #[inline(always)]
    fn is_settled<U: Unit, const W: usize>(unit: U, rows: &[u16; W], colours: &[u16; W]) -> bool {
        match (unit.vector(), W) {
            (Some(vector), 16) => avx2::settled(vector, &sixteen(rows), &sixteen(colours)).1,
            _ => settled(rows, colours).1,
        }
    }

    #[inline(always)]
    fn equal<U: Unit, const W: usize>(unit: U, values: &[u16; W], value: u16) -> u16 {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2::equal(vector, &sixteen(values), value);
        }
        equal(values, value)
    }

    #[inline(always)]
    fn by_value<U: Unit, const W: usize>(unit: U, values: &[u16; W]) -> ([u16; W], [u16; W]) {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let (of, beyond) = avx2::by_value(vector, &sixteen(values));
            return (wide(of), wide(beyond));
        }
        by_value(values)
    }

    #[inline(always)]
    fn larger<U: Unit, const W: usize>(unit: U, values: &[u16; W], value: u16) -> u16 {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2::larger(vector, &sixteen(values), value);
        }
        larger(values, value)
    }

    #[inline(always)]
    fn filled<U: Unit, const W: usize>(unit: U, sets: &[u16; W]) -> u16 {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return !avx2::equal(vector, &sixteen(sets), 0);
        }
        filled(sets)
    }

    #[inline(always)]
    fn pick<U: Unit, const W: usize>(unit: U, table: &[u16; W], indices: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::pick(vector, &sixteen(table), &sixteen(indices)));
        }
        pick(table, indices)
    }

    #[inline(always)]
    fn last_met<U: Unit, const W: usize>(unit: U, own: &[u16; W], sets: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::last_met(vector, &sixteen(own), &sixteen(sets)));
        }
        last_met(own, sets)
    }

    #[inline(always)]
    fn rests<U: Unit, const W: usize>(unit: U, sum: u16, values: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::rests(vector, sum, &sixteen(values)));
        }
        rests(sum, values)
    }

    #[inline(always)]
    fn before<U: Unit, const W: usize>(unit: U, rows: &[u16; W], chosen: u16) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::before(vector, &sixteen(rows), chosen));
        }
        before(rows, chosen)
    }

    #[inline(always)]
    fn transposed<U: Unit, const W: usize>(unit: U, sets: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::transposed(vector, &sixteen(sets)));
        }
        transposed(sets)
    }

    #[inline(always)]
    fn renamed<U: Unit, const W: usize>(unit: U, rows: &[u16; W], places: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::renamed(vector, &sixteen(rows), &sixteen(places)));
        }
        renamed(rows, places)
    }

    #[inline(always)]
    fn places<U: Unit, const W: usize>(unit: U, graph: &Graph<u16, W>, colours: &[u16; W]) -> [u16; W] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            return wide(avx2::places(
                vector,
                &sixteen(graph.rows()),
                graph.order(),
                &sixteen(colours),
            ));
        }
        places(graph, colours)
    }

    #[inline(always)]
    fn key<U: Unit, const W: usize>(unit: U, graph: &Graph<u16, W>, places: &[u16; W]) -> u128 {
        match keys(unit, [graph], [places]) {
            Some([key]) => key,
            None => of_columns(&Self::columns(unit, graph, places)),
        }
    }

    #[inline(always)]
    fn two_colours<U: Unit, const W: usize>(unit: U, rows: [&[u16; W]; 2], far: [&[u16; W]; 2]) -> [[[u16; W]; 2]; 2] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let rows = [&sixteen(rows[0]), &sixteen(rows[1])];
            let far = [&sixteen(far[0]), &sixteen(far[1])];
            let [a, b] = avx2_signatures::two_colours(vector, rows, far);
            return [[wide(a[0]), wide(a[1])], [wide(b[0]), wide(b[1])]];
        }
        two_colours(unit, rows, far)
    }

    #[inline(always)]
    fn signatures_of<U: Unit, const W: usize>(unit: U, rows: [&[u16; W]; 2], far: [&[u16; W]; 2]) -> [u64; 2] {
        if let (Some(vector), 16) = (unit.vector(), W) {
            let (rows, far) = (rows.map(sixteen), far.map(sixteen));
            let (rows, far) = (rows.each_ref(), far.each_ref());
            return match vector.long() {
                Some(long) => avx512::signatures_of(long, rows, far),
                None => avx2_signatures::signatures_of(vector, rows, far),
            };
        }
        signatures_of(unit, rows, far)
    }

    #[inline(always)]
    fn two_signatures<U: Unit, const W: usize>(unit: U, n: usize, keys: [u128; 2]) -> [u64; 2] {
        if let (Some(long), 16) = (unit.vector().and_then(Vector::long), W) {
            return avx512::two_signatures(long, n, keys);
        }
        if let (Some(vector), 16) = (unit.vector(), W) {
            return avx2_signatures::two_signatures(vector, n, keys);
        }
        let [a, b] = keys;
        [signature::<U, u16, W>(unit, n, a), signature::<U, u16, W>(unit, n, b)]
    }

    #[inline(always)]
    fn two_keys<U: Unit, const W: usize>(unit: U, graphs: [&Graph<u16, W>; 2], places: [&[u16; W]; 2]) -> [u128; 2] {
        let [a, b] = graphs;
        match keys(unit, graphs, places) {
            Some(keys) => keys,
            None => [Self::key(unit, a, places[0]), Self::key(unit, b, places[1])],
        }
    }
}

/// The keys of graphs of the same order, where the vector unit makes them.
#[inline(always)]
fn keys<U: Unit, const W: usize, const N: usize>(
    unit: U,
    graphs: [&Graph<u16, W>; N],
    places: [&[u16; W]; N],
) -> Option<[u128; N]> {
    let (Some(vector), 16) = (unit.vector(), W) else {
        return None;
    };
    let (mut rows, mut all_places) = ([[0; 16]; N], [[0; 16]; N]);
    for at in 0..N {
        rows[at] = sixteen(graphs[at].rows());
        all_places[at] = sixteen(places[at]);
    }
    let (rows, places, n) = (rows.each_ref(), all_places.each_ref(), graphs[0].order());
    match vector.long() {
        Some(long) => avx512::keys(long, rows, n, places),
        None => avx2_layout::keys(vector, rows, n, places),
    }
}

#[inline(always)]
fn sixteen<const W: usize>(lanes: &[u16; W]) -> [u16; 16] {
    *lanes[..].first_chunk().expect("sixteen lanes")
}

#[inline(always)]
fn wide<const W: usize>(lanes: [u16; 16]) -> [u16; W] {
    *lanes[..].first_chunk().expect("sixteen lanes")
}
