//! The few loops over all rows of a graph that are worth writing by hand for a vector unit.

use super::colours::with_edge;
use super::key::{of_columns, rows};
use super::layout::columns;
use super::partition::places;
use super::portable::{
    alike, before, blended, both, by_value, closing_first, component, degrees, equal, filled, larger, last_met, near,
    pairs, pick, reach, renamed, rests, settled, shared, signature, signatures, signatures_of, size, sorted,
    sum_of_products, sums, swapped, transposed, two_colours, unions, united, without,
};
use super::vector::Unit;
use graph::{Graph, Row};

/// Most signatures made at a time.
pub const TOGETHER: usize = 2;
/// Most pairs of vertices in a list.
pub const PAIRS: usize = 24 * 23 / 2;
/// Pairs of vertices, with room for a whole register behind the last one.
pub type PairList = [[u8; 2]; PAIRS + 32];
/// A list to be filled.
pub const NO_PAIRS: PairList = [[0; 2]; PAIRS + 32];

/// Rows with these loops. The provided methods are portable; overriding ones give the same results.
pub trait Lanes: Row {
    /// For each vertex, the union of `sets` over its neighbours.
    #[inline(always)]
    fn unions<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], sets: &[Self; W]) -> [Self; W] {
        unions(rows, sets)
    }

    /// `rows`.
    #[inline(always)]
    fn rows<U: Unit, const W: usize>(unit: U, key: Self::Record) -> [Self; W] {
        rows(unit, key)
    }

    /// For each vertex, those that at least one path of length two reaches, and those that at least two reach.
    #[inline(always)]
    fn reach<U: Unit, const W: usize>(_unit: U, rows: &[Self; W]) -> ([Self; W], [Self; W]) {
        reach(rows)
    }

    /// For each vertex, the sums of `colours` over its neighbours and over its far vertices.
    #[inline(always)]
    fn sums<U: Unit, const W: usize>(
        _unit: U,
        rows: &[Self; W],
        far: &[Self; W],
        colours: &[u16; W],
    ) -> ([u16; W], [u16; W]) {
        (sums(rows, colours), sums(far, colours))
    }

    /// Lists the vertices of all sets, each as `[v, w]` for `w` in the set of `v`, in this order; returns their number,
    /// at most `PAIRS`. What is in the list after them is not specified.
    #[inline(always)]
    fn pairs<U: Unit, const W: usize>(_unit: U, sets: &[Self; W], list: &mut PairList) -> usize {
        pairs(sets, list)
    }

    /// Moves to the front of a list those pairs of far vertices that keep the most others from being joined, in
    /// triangle-free graphs with these `rows`: of the first 32 of `count` pairs those that keep at least half as many
    /// as the best of them.
    #[inline(always)]
    fn closing_first<U: Unit, const W: usize>(
        _unit: U,
        rows: &[Self; W],
        far: &[Self; W],
        list: &mut PairList,
        count: usize,
    ) {
        closing_first(rows, far, list, count);
    }

    /// How many signatures [`Lanes::signatures`] makes at a time, at most `TOGETHER`.
    #[inline(always)]
    fn together<U: Unit, const W: usize>(_unit: U) -> usize {
        1
    }

    /// Returns the signatures of the graph with one more edge, for the first [`Lanes::together`] of these, each between
    /// far vertices.
    #[inline(always)]
    fn signatures<U: Unit, const W: usize>(
        unit: U,
        rows: &[Self; W],
        far: &[Self; W],
        edges: &[[u8; 2]; TOGETHER],
    ) -> [u64; TOGETHER] {
        signatures(unit, rows, far, edges)
    }

    /// Returns the signatures of two graphs.
    #[inline(always)]
    fn signatures_of<U: Unit, const W: usize>(unit: U, rows: [&[Self; W]; 2], far: [&[Self; W]; 2]) -> [u64; 2] {
        signatures_of(unit, rows, far)
    }

    /// The colours of [`super::colours::Early`] and those of a round after it, of each of two graphs.
    #[inline(always)]
    fn two_colours<U: Unit, const W: usize>(
        unit: U,
        rows: [&[Self; W]; 2],
        far: [&[Self; W]; 2],
    ) -> [[[u16; W]; 2]; 2] {
        two_colours(unit, rows, far)
    }

    /// For each vertex, its number of neighbours plus 256 times its number of far vertices.
    #[inline(always)]
    fn degrees<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], far: &[Self; W]) -> [u16; W] {
        degrees(rows, far)
    }

    /// Sum over all vertices of a product that depends on the vertex's 32 bits `low` and `high`.
    #[inline(always)]
    fn sum_of_products<U: Unit, const W: usize>(_unit: U, low: &[u16; W], high: &[u16; W], add: u32, flip: u32) -> u64 {
        sum_of_products(low, high, add, flip)
    }

    /// Returns the rows and far vertices with an edge more, between the far vertices `x` and `y`.
    #[inline(always)]
    fn with_edge<U: Unit, const W: usize>(
        _unit: U,
        rows: &[Self; W],
        far: &[Self; W],
        x: usize,
        y: usize,
    ) -> ([Self; W], [Self; W]) {
        with_edge(rows, far, x, y)
    }

    /// For each vertex, those of its set that the relation `joined` connects, within the set, with the first of them.
    #[inline(always)]
    fn near<U: Unit, const W: usize>(_unit: U, sets: &[Self; W], joined: &[Self; W]) -> [Self; W] {
        near(sets, joined)
    }

    /// The least relation that has the pairs of `first` with `from`, is symmetric, and has with a vertex `w` of its set
    /// of `v` all vertices of `sets[v]` that `joined` has beside `w`. `sets` is symmetric and has these pairs.
    #[inline(always)]
    fn component<U: Unit, const W: usize>(
        unit: U,
        sets: &[Self; W],
        joined: &[Self; W],
        first: usize,
        from: Self,
    ) -> [Self; W] {
        component(unit, sets, joined, first, from)
    }

    /// The place of each vertex in the order of their values, which are signed; of equal ones the first comes first.
    #[inline(always)]
    fn sorted<U: Unit, const W: usize>(_unit: U, values: &[u16; W]) -> [u16; W] {
        sorted(values)
    }

    /// Sum of the numbers of vertices that the sets of `v` and `w` have in common, over all `w` in the row of each `v`.
    #[inline(always)]
    fn shared<U: Unit, const W: usize>(_unit: U, sets: &[Self; W], rows: &[Self; W]) -> u32 {
        shared(sets, rows)
    }

    /// Sum of the numbers of vertices in all sets.
    #[inline(always)]
    fn size<U: Unit, const W: usize>(_unit: U, sets: &[Self; W]) -> u32 {
        size(sets)
    }

    /// For each vertex, the union of its sets.
    #[inline(always)]
    fn united<U: Unit, const W: usize>(_unit: U, sets: &[Self; W], others: &[Self; W]) -> [Self; W] {
        united(sets, others)
    }

    /// For each vertex, its set without what is in its other set.
    #[inline(always)]
    fn without<U: Unit, const W: usize>(_unit: U, sets: &[Self; W], others: &[Self; W]) -> [Self; W] {
        without(sets, others)
    }

    /// For each vertex, the part of its set in `first` that is in `from_first`, and the rest from `second`.
    #[inline(always)]
    fn blended<U: Unit, const W: usize>(
        _unit: U,
        first: &[Self; W],
        second: &[Self; W],
        from_first: &[Self; W],
    ) -> [Self; W] {
        blended(first, second, from_first)
    }

    /// For each vertex, those with which it can be swapped in both relations, which are symmetric: itself and its
    /// twins.
    #[inline(always)]
    fn swapped<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], others: &[Self; W]) -> [Self; W] {
        swapped(rows, others)
    }

    /// For each vertex, a hash of its rows in two relations.
    #[inline(always)]
    fn both<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], others: &[Self; W]) -> [Self; W] {
        both(rows, others)
    }

    /// Returns the vertices without an earlier twin, and those that share their colour with a vertex that is not their
    /// twin.
    #[inline(always)]
    fn alike<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], colours: &[u16; W]) -> (Self, Self) {
        alike(rows, colours)
    }

    /// Returns the vertices without an earlier twin, and whether vertices of equal colour are always twins.
    #[inline(always)]
    fn settled<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], colours: &[u16; W]) -> (Self, bool) {
        settled(rows, colours)
    }

    /// The second of [`Lanes::settled`] alone.
    #[inline(always)]
    fn is_settled<U: Unit, const W: usize>(unit: U, rows: &[Self; W], colours: &[u16; W]) -> bool {
        Self::settled(unit, rows, colours).1
    }

    /// The vertices that have `value`.
    #[inline(always)]
    fn equal<U: Unit, const W: usize>(_unit: U, values: &[u16; W], value: u16) -> Self {
        equal(values, value)
    }

    /// Returns, for each of `W` values, the vertices that have it and those that have a larger one. All are below `W`.
    #[inline(always)]
    fn by_value<U: Unit, const W: usize>(_unit: U, values: &[u16; W]) -> ([Self; W], [Self; W]) {
        by_value(values)
    }

    /// The vertices whose value is larger.
    #[inline(always)]
    fn larger<U: Unit, const W: usize>(_unit: U, values: &[u16; W], value: u16) -> Self {
        larger(values, value)
    }

    /// The vertices whose set is not empty.
    #[inline(always)]
    fn filled<U: Unit, const W: usize>(_unit: U, sets: &[Self; W]) -> Self {
        filled(sets)
    }

    /// For each vertex, the set at its index in `table`; the empty set when there is no such index.
    #[inline(always)]
    fn pick<U: Unit, const W: usize>(_unit: U, table: &[Self; W], indices: &[u16; W]) -> [Self; W] {
        pick(table, indices)
    }

    /// For each vertex, the number of the last of `sets` that its own set meets; 0 when it meets none after the first.
    #[inline(always)]
    fn last_met<U: Unit, const W: usize>(_unit: U, own: &[Self; W], sets: &[Self; W]) -> [u16; W] {
        last_met(own, sets)
    }

    /// For each vertex, `sum` less its value; wraps below zero.
    #[inline(always)]
    fn rests<U: Unit, const W: usize>(_unit: U, sum: u16, values: &[u16; W]) -> [u16; W] {
        rests(sum, values)
    }

    /// For each vertex of `chosen`, its neighbours before it that are chosen; the empty set for the others.
    #[inline(always)]
    fn before<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], chosen: Self) -> [Self; W] {
        before(rows, chosen)
    }

    /// For each vertex `u`, the vertices whose set contains it.
    #[inline(always)]
    fn transposed<U: Unit, const W: usize>(_unit: U, sets: &[Self; W]) -> [Self; W] {
        transposed(sets)
    }

    /// For each vertex, the places of its neighbours.
    #[inline(always)]
    fn renamed<U: Unit, const W: usize>(_unit: U, rows: &[Self; W], places: &[u16; W]) -> [Self; W] {
        renamed(rows, places)
    }

    /// `places`.
    #[inline(always)]
    fn places<U: Unit, const W: usize>(_unit: U, graph: &Graph<Self, W>, colours: &[u16; W]) -> [u16; W] {
        places(graph, colours)
    }

    /// Returns the bits of the key of the canonical graph, from the places that its vertices have before the layout.
    #[inline(always)]
    fn key<U: Unit, const W: usize>(unit: U, graph: &Graph<Self, W>, places: &[u16; W]) -> Self::Record {
        of_columns(&Self::columns(unit, graph, places))
    }

    /// Returns the signatures of the graphs on `n` vertices with two keys.
    #[inline(always)]
    fn two_signatures<U: Unit, const W: usize>(unit: U, n: usize, keys: [Self::Record; 2]) -> [u64; 2] {
        let [a, b] = keys;
        [signature::<U, Self, W>(unit, n, a), signature::<U, Self, W>(unit, n, b)]
    }

    /// [`Lanes::key`] for two graphs of the same order.
    #[inline(always)]
    fn two_keys<U: Unit, const W: usize>(
        unit: U,
        graphs: [&Graph<Self, W>; 2],
        places: [&[u16; W]; 2],
    ) -> [Self::Record; 2] {
        let [a, b] = graphs;
        [Self::key(unit, a, places[0]), Self::key(unit, b, places[1])]
    }

    /// `columns`.
    #[inline(always)]
    fn columns<U: Unit, const W: usize>(_unit: U, graph: &Graph<Self, W>, places: &[u16; W]) -> [Self; W] {
        columns(graph, places)
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Lanes for u32 {}

#[cfg(not(target_arch = "x86_64"))]
impl Lanes for u16 {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{Portable, Vector};

    /// Against plain definitions, on any processor and on this one.
    fn check<U: Unit, R: Lanes, const W: usize>(unit: U) {
        let mut state = 1u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) as usize
        };
        let mut set = |most: usize| (0..next() % most).fold(R::EMPTY, |set, _| set | R::bit(next() % W));
        let times = if cfg!(miri) { 1 } else { 200 };
        for most in [1, 2, 4, 9, 40] {
            for _ in 0..times {
                let [own, sets]: [[R; W]; 2] = [0, 1].map(|_| std::array::from_fn(|_| set(most)));
                let chosen = set(most * 4);
                let last = R::last_met(unit, &own, &sets);
                let before = R::before(unit, &own, chosen);
                let values: [u16; W] = std::array::from_fn(|v| own[v].count() as u16);
                let rests = R::rests(unit, values[0] + 2, &values);
                for v in 0..W {
                    let met = (1..W).filter(|&number| !(own[v] & sets[number]).is_empty());
                    assert_eq!(usize::from(last[v]), met.max().unwrap_or(0));
                    for u in 0..W {
                        let [is_before, is_near, u_chosen, v_chosen] =
                            [(before[v], u), (own[v], u), (chosen, u), (chosen, v)]
                                .map(|(set, u)| !(set & R::bit(u)).is_empty());
                        assert_eq!(is_before, is_near && u < v && u_chosen && v_chosen);
                    }
                    assert_eq!(rests[v].wrapping_add(values[v]), values[0] + 2);
                }
            }
        }
    }

    /// The definition of [`Lanes::closing_first`], on lists of all lengths.
    fn check_closing<U: Unit, R: Lanes, const W: usize>(unit: U) {
        let mut state = 7u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) as usize
        };
        // Miri takes minutes for all.
        let (step, times) = if cfg!(miri) { (16, 1) } else { (1, 20) };
        for count in (0..48).step_by(step).chain([PAIRS.min(W * (W - 1) / 2)]) {
            for _ in 0..times {
                let mut sets = || std::array::from_fn(|_| (0..4).fold(R::EMPTY, |set, _| set | R::bit(next() % W)));
                let (rows, far): ([R; W], [R; W]) = (sets(), sets());
                let mut list = NO_PAIRS;
                list[..count].fill_with(|| [(next() % W) as u8, (next() % W) as u8]);
                let closed = |&[x, y]: &[u8; 2]| {
                    let common = |a: u8, b: u8| rows[usize::from(a)] & far[usize::from(b)];
                    common(x, y).count() + common(y, x).count()
                };
                let first = &list[..count.min(32)];
                let most = first.iter().map(closed).max().unwrap_or(0);
                let (mut expected, few): (Vec<_>, Vec<_>) =
                    (first.iter().copied()).partition(|pair| 2 * closed(pair) >= most);
                expected.extend(few);
                expected.extend(&list[expected.len()..count]);
                R::closing_first(unit, &rows, &far, &mut list, count);
                assert_eq!(list[..count], expected);
            }
        }
    }

    /// A unit against plain Rust, on sets of any vertices.
    fn check_twins<U: Unit, R: Lanes, const W: usize>(unit: U, keys: [R::Record; 3]) {
        let mut state = 3u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) as usize
        };
        for key in keys {
            assert_eq!(R::rows::<U, W>(unit, key), rows(Portable, key));
        }
        for most in [1, 2, 4, 9, 40] {
            for _ in 0..200 {
                let mut set = || (0..next() % most).fold(R::EMPTY, |set, _| set | R::bit(next() % W));
                let [mut one, other]: [[R; W]; 2] = [0, 1].map(|_| std::array::from_fn(|_| set()));
                let mut colours: [u16; W] = std::array::from_fn(|_| (next() % (2 * W)) as u16);
                assert_eq!(R::pick(unit, &one, &colours), pick(&one, &colours));
                assert_eq!(R::degrees(unit, &one, &other), degrees(&one, &other));
                assert_eq!(R::transposed(unit, &one), transposed(&one));
                assert_eq!(R::filled(unit, &one), filled(&one));
                // Few of two vertices are alike by chance.
                let (from, to) = (next() % W, next() % W);
                (one[to], colours[to]) = (one[from], colours[from]);
                let value = colours[next() % W];
                assert_eq!(R::equal(unit, &colours, value), equal(&colours, value));
                assert_eq!(R::larger(unit, &colours, value), larger(&colours, value));
                assert_eq!(R::settled(unit, &one, &colours), settled(&one, &colours));
                assert_eq!(R::is_settled(unit, &one, &colours), settled(&one, &colours).1);
                assert_eq!(R::alike(unit, &one, &colours), alike(&one, &colours));
                let different: [u16; W] =
                    std::array::from_fn(|v| if v == to { 0x8000 | from as u16 } else { v as u16 });
                assert_eq!(R::settled(unit, &one, &different), settled(&one, &different));
                let hashes = colours.map(|colour| colour.wrapping_mul(0x9E37));
                assert_eq!(R::sorted(unit, &hashes), sorted(&hashes));
                assert_eq!(R::near(unit, &one, &other), near(&one, &other));
                assert_eq!(R::size(unit, &one), size(&one));
                assert_eq!(R::shared(unit, &one, &other), shared(&one, &other));
                assert_eq!(R::united(unit, &one, &other), united(&one, &other));
                assert_eq!(R::without(unit, &one, &other), without(&one, &other));
                assert_eq!(R::both(unit, &one, &other), both(&one, &other));
                let from_one = transposed(&other);
                assert_eq!(
                    R::blended(unit, &one, &other, &from_one),
                    blended(&one, &other, &from_one)
                );
                let below: [u16; W] = colours.map(|colour| colour % W as u16);
                assert_eq!(R::by_value(unit, &below), by_value(&below));
                // Only symmetric relations are asked about.
                let turned = transposed(&one);
                for v in 0..W {
                    one[v] |= turned[v];
                }
                assert_eq!(R::reach(unit, &one), reach(&one));
                let first = one[from].vertices().next().map_or(R::EMPTY, R::bit);
                assert_eq!(
                    R::component(unit, &one, &other, from, first),
                    component(Portable, &one, &other, from, first)
                );
                assert_eq!(
                    R::with_edge(unit, &one, &other, from, to),
                    with_edge(&one, &other, from, to)
                );
                // True twins, then false ones.
                let pair = R::bit(from) | R::bit(to);
                for is_edge in [true, false] {
                    let bits = if is_edge { pair } else { R::EMPTY };
                    one[to] = one[from] & !pair | bits & !R::bit(to);
                    one[from] = one[from] & !pair | bits & !R::bit(from);
                    assert_eq!(R::swapped(unit, &one, &other), swapped(&one, &other));
                    assert_eq!(R::swapped(unit, &one, &one)[from] & pair, pair);
                }
            }
        }
    }

    #[test]
    fn every_unit_gives_the_same() {
        let keys = [0, u128::MAX, 0x5851_F42D_4C95_7F2D_1234_5678_9ABC_DEF1];
        let narrow = keys.map(|key| key >> 8 << 8);
        let wide = keys.map(|key| base::record::Wide(key.rotate_left(17), key >> 66 << 66));
        if let Some(vector) = Vector::detect() {
            check_twins::<_, u16, 16>(vector, narrow);
            check_twins::<_, u16, 16>(vector.without_long(), narrow);
            check_twins::<_, u32, 24>(vector, wide);
            check_twins::<_, u32, 24>(vector.without_long(), wide);
        }
    }

    #[test]
    fn pairs_that_close_many_come_first() {
        check_closing::<_, u16, 16>(Portable);
        check_closing::<_, u32, 24>(Portable);
        if let Some(vector) = Vector::detect() {
            check_closing::<_, u16, 16>(vector);
            check_closing::<_, u16, 16>(vector.without_long());
            check_closing::<_, u32, 24>(vector);
        }
    }

    #[test]
    fn vertices_before_sets_met_and_rests() {
        check::<_, u16, 16>(Portable);
        check::<_, u32, 24>(Portable);
        if let Some(vector) = Vector::detect() {
            check::<_, u16, 16>(vector);
            check::<_, u32, 24>(vector);
        }
    }
}
