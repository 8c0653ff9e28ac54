//! The loops over all rows of a graph that are worth writing by hand for a vector unit, and the one place that chooses
//! between these and plain Rust.

use super::key::of_columns;
use super::layout::columns;
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::simd::{Sets, avx2::Avx2, kernels};
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

/// `loops! { path: fn name(a: A) -> B; }`: provided methods that take a [`Unit`] and call `path::name` with its vector
/// unit, or the function of that name in [`portable`]. `path` is [`kernels`], for what is written once for any rows, or
/// `width`, for what each width does in its own way.
macro_rules! loops {
    ($($(#[$doc:meta])* $path:ident: fn $name:ident($($argument:ident: $type:ty),*) $(-> $output:ty)?;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        fn $name<U: Unit>(unit: U, $($argument: $type),*) $(-> $output)? {
            #[cfg(target_arch = "x86_64")]
            if let Some(vector) = unit.vector() {
                return loops!(@$path $name)(vector, $($argument),*);
            }
            let _ = unit;
            portable::$name::<Self, W>($($argument),*)
        }
    )*};
    (@kernels $name:ident) => { kernels::$name::<Self::Sets, Self, W> };
    (@width $name:ident) => { <Self::Sets as Sets<Self, W>>::$name };
}

/// `W` rows with these loops: 16 of 16 bits, or 24 of 32.
#[allow(private_interfaces, private_bounds)]
pub trait Lanes<const W: usize>: Row {
    /// The rows in registers.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    type Sets: Sets<Self, W>;

    /// How many signatures [`Lanes::signatures`] makes at a time, at most `TOGETHER`.
    #[inline(always)]
    fn together<U: Unit>(unit: U) -> usize {
        if unit.vector().is_some() { TOGETHER } else { 1 }
    }

    /// The bits of the keys of canonical graphs of the same order, from the places that their vertices have before the
    /// layout.
    #[inline(always)]
    fn keys<U: Unit, const N: usize>(
        unit: U,
        graphs: [&Graph<Self, W>; N],
        places: [&[u16; W]; N],
    ) -> [Self::Record; N] {
        #[cfg(target_arch = "x86_64")]
        if let Some(vector) = unit.vector() {
            let mut rows = [graphs[0].rows(); N];
            for at in 1..N {
                rows[at] = graphs[at].rows();
            }
            if let Some(keys) = Self::Sets::keys(vector, rows, graphs[0].order(), places) {
                return keys;
            }
        }
        let _ = unit;
        let mut keys = [Self::zero(); N];
        for at in 0..N {
            keys[at] = of_columns(&columns(graphs[at], places[at]));
        }
        keys
    }

    loops! {
        /// For each vertex, the union of `sets` over its neighbours.
        kernels: fn unions(rows: &[Self; W], sets: &[Self; W]) -> [Self; W];
        /// The adjacency rows of the graph with a key.
        width: fn rows(key: Self::Record) -> [Self; W];
        /// For each vertex, those that at least one path of length two reaches, and those that at least two reach.
        kernels: fn reach(rows: &[Self; W]) -> ([Self; W], [Self; W]);
        /// For each vertex, the sums of `colours` over its neighbours and over its far vertices.
        kernels: fn sums(rows: &[Self; W], far: &[Self; W], colours: &[u16; W]) -> ([u16; W], [u16; W]);
        /// Lists the vertices of all sets, each as `[v, w]` for `w` in the set of `v`, in this order; returns their
        /// number, at most `PAIRS`. What is in the list after them is not specified.
        width: fn pairs(sets: &[Self; W], list: &mut PairList) -> usize;
        /// Moves to the front of a list those pairs of far vertices that keep the most others from being joined, in
        /// triangle-free graphs with these `rows`: of the first 32 of `count` pairs those that keep at least half as
        /// many as the best of them.
        width: fn closing_first(rows: &[Self; W], far: &[Self; W], list: &mut PairList, count: usize);
        /// Returns the signatures of the graph with one more edge, for the first [`Lanes::together`] of these, each
        /// between far vertices.
        width: fn signatures(rows: &[Self; W], far: &[Self; W], edges: &[[u8; 2]; TOGETHER]) -> [u64; TOGETHER];
        /// Returns the signatures of two graphs.
        width: fn signatures_of(rows: [&[Self; W]; 2], far: [&[Self; W]; 2]) -> [u64; 2];
        /// The colours of [`super::colours::Early`] and those of a round after it, of each of two graphs.
        width: fn two_colours(rows: [&[Self; W]; 2], far: [&[Self; W]; 2]) -> [[[u16; W]; 2]; 2];
        /// For each vertex, its number of neighbours plus 256 times its number of far vertices.
        kernels: fn degrees(rows: &[Self; W], far: &[Self; W]) -> [u16; W];
        /// Sum over all vertices of a product that depends on the vertex's 32 bits `low` and `high`.
        kernels: fn sum_of_products(low: &[u16; W], high: &[u16; W]) -> u64;
        /// Returns the rows and far vertices with an edge more, between the far vertices `x` and `y`.
        kernels: fn with_edge(rows: &[Self; W], far: &[Self; W], x: usize, y: usize) -> ([Self; W], [Self; W]);
        /// For each vertex, those of its set that the relation `joined` connects, within the set, with the first of
        /// them.
        kernels: fn near(sets: &[Self; W], joined: &[Self; W]) -> [Self; W];
        /// The least relation that has the pairs of `first` with `from`, is symmetric, and has with a vertex `w` of its
        /// set of `v` all vertices of `sets[v]` that `joined` has beside `w`. `sets` is symmetric and has these pairs.
        width: fn component(sets: &[Self; W], joined: &[Self; W], first: usize, from: Self) -> [Self; W];
        /// The place of each vertex in the order of their values, which are signed; of equal ones the first comes
        /// first.
        kernels: fn sorted(values: &[u16; W]) -> [u16; W];
        /// Sum of the numbers of vertices that the sets of `v` and `w` have in common, over all `w` in the row of each
        /// `v`.
        kernels: fn shared(sets: &[Self; W], rows: &[Self; W]) -> u32;
        /// Sum of the numbers of vertices in all sets.
        kernels: fn size(sets: &[Self; W]) -> u32;
        /// For each vertex, the union of its sets.
        kernels: fn united(sets: &[Self; W], others: &[Self; W]) -> [Self; W];
        /// For each vertex, its set without what is in its other set.
        kernels: fn without(sets: &[Self; W], others: &[Self; W]) -> [Self; W];
        /// For each vertex, the part of its set in `first` that is in `from_first`, and the rest from `second`.
        kernels: fn blended(first: &[Self; W], second: &[Self; W], from_first: &[Self; W]) -> [Self; W];
        /// For each vertex, those with which it can be swapped in both relations, which are symmetric: itself and its
        /// twins.
        kernels: fn swapped(rows: &[Self; W], others: &[Self; W]) -> [Self; W];
        /// For each vertex, a hash of its rows in two relations.
        kernels: fn both(rows: &[Self; W], others: &[Self; W]) -> [Self; W];
        /// Returns the vertices without an earlier twin, and those that share their colour with a vertex that is not
        /// their twin.
        kernels: fn alike(rows: &[Self; W], colours: &[u16; W]) -> (Self, Self);
        /// Returns the vertices without an earlier twin, and whether vertices of equal colour are always twins.
        width: fn settled(rows: &[Self; W], colours: &[u16; W]) -> (Self, bool);
        /// The second of [`Lanes::settled`] alone.
        width: fn is_settled(rows: &[Self; W], colours: &[u16; W]) -> bool;
        /// The vertices that have `value`.
        kernels: fn equal(values: &[u16; W], value: u16) -> Self;
        /// Returns, for each of `W` values, the vertices that have it and those that have a larger one. All are below
        /// `W`.
        kernels: fn by_value(values: &[u16; W]) -> ([Self; W], [Self; W]);
        /// The vertices whose value is larger.
        kernels: fn larger(values: &[u16; W], value: u16) -> Self;
        /// The vertices whose set is not empty.
        kernels: fn filled(sets: &[Self; W]) -> Self;
        /// For each vertex, the set at its index in `table`; the empty set when there is no such index.
        kernels: fn pick(table: &[Self; W], indices: &[u16; W]) -> [Self; W];
        /// For each vertex, the number of the last of `sets` that its own set meets; 0 when it meets none after the
        /// first.
        kernels: fn last_met(own: &[Self; W], sets: &[Self; W]) -> [u16; W];
        /// For each vertex, `sum` less its value; wraps below zero.
        kernels: fn rests(sum: u16, values: &[u16; W]) -> [u16; W];
        /// For each vertex of `chosen`, its neighbours before it that are chosen; the empty set for the others.
        kernels: fn before(rows: &[Self; W], chosen: Self) -> [Self; W];
        /// For each vertex `u`, the vertices whose set contains it.
        kernels: fn transposed(sets: &[Self; W]) -> [Self; W];
        /// For each vertex, the places of its neighbours.
        kernels: fn renamed(rows: &[Self; W], places: &[u16; W]) -> [Self; W];
        /// For each vertex, the number of vertices before it: by degree, largest first, then colour, then number.
        width: fn places(rows: &[Self; W], n: usize, colours: &[u16; W]) -> [u16; W];
        /// Returns the signatures of the graphs on `n` vertices with two keys.
        width: fn two_signatures(n: usize, keys: [Self::Record; 2]) -> [u64; 2];
    }
}

impl Lanes<16> for u16 {
    #[cfg(target_arch = "x86_64")]
    type Sets = Avx2<1>;
}

impl Lanes<24> for u32 {
    #[cfg(target_arch = "x86_64")]
    type Sets = Avx2<3>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::portable::*;
    use crate::vector::{Portable, Vector};

    /// Against plain definitions, on any processor and on this one.
    fn check<U: Unit, R: Lanes<W>, const W: usize>(unit: U) {
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
    fn check_closing<U: Unit, R: Lanes<W>, const W: usize>(unit: U) {
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
    fn check_twins<U: Unit, R: Lanes<W>, const W: usize>(unit: U, keys: [R::Record; 3]) {
        let mut state = 3u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) as usize
        };
        for key in keys {
            assert_eq!(R::rows(unit, key), rows::<R, W>(key));
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
                assert_eq!(R::sorted(unit, &hashes), sorted::<R, W>(&hashes));
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
                    component(&one, &other, from, first)
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

    /// A unit against plain Rust, on symmetric relations of `n` vertices without loops.
    fn check_graphs<U: Unit, R: Lanes<W>, const W: usize>(unit: U, n: usize) {
        let mut state = n as u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) as usize
        };
        let times = if cfg!(miri) { 1 } else { 200 };
        for _ in 0..times {
            let mut relation = |pairs: usize| {
                let mut graph = Graph::<R, W>::empty(n);
                for _ in 0..pairs {
                    let (u, v) = (next() % n, next() % n);
                    if u != v && !graph.has_edge(u, v) {
                        graph.toggle(u, v);
                    }
                }
                graph
            };
            let graphs = [relation(2 * n), relation(3 * n)];
            let [one, other] = graphs.each_ref().map(Graph::rows);
            let [mut far, mut far_too] = [relation(n), relation(2 * n)].map(|graph| *graph.rows());
            for v in 0..W {
                // Far vertices are not joined.
                far[v] &= !one[v];
                far_too[v] &= !other[v];
            }
            // Vertices that are none have one value.
            let values: [u16; W] = std::array::from_fn(|v| if v < n { (next() * 5) as u16 } else { 3 });
            let more: [u16; W] = std::array::from_fn(|_| next() as u16);
            assert_eq!(R::unions(unit, one, other), unions(one, other));
            assert_eq!(R::sums(unit, one, other, &values), sums(one, other, &values));
            assert_eq!(
                R::sum_of_products(unit, &values, &more),
                sum_of_products::<R, W>(&values, &more)
            );
            let both = [one, other].map(|rows| R::places(unit, rows, n, &values));
            assert_eq!(both, [one, other].map(|rows| places(rows, n, &values)));
            assert_eq!(R::renamed(unit, one, &both[0]), renamed(one, &both[0]));
            let keys = R::keys(unit, graphs.each_ref(), both.each_ref());
            assert_eq!(keys, R::keys(Portable, graphs.each_ref(), both.each_ref()));
            assert_eq!([keys[0]], R::keys(unit, [&graphs[0]], [&both[0]]));
            assert_eq!(R::two_signatures(unit, n, keys), two_signatures::<R, W>(n, keys));
            let (rows, fars) = ([one, other], [&far, &far_too]);
            let signatures = signatures_of(rows, fars);
            assert_eq!(R::signatures_of(unit, rows, fars), signatures);
            assert_eq!(R::two_colours(unit, rows, fars), two_colours(rows, fars));
            let (mut list, mut plain) = (NO_PAIRS, NO_PAIRS);
            let count = R::pairs(unit, &far, &mut list);
            assert_eq!(count, pairs(&far, &mut plain));
            assert_eq!(list[..count], plain[..count]);
            for edges in list[..count].chunks(2) {
                let edges = [edges[0], edges[edges.len() - 1]];
                // The ends are joined to others, and far from one another.
                let [after, after_too] = edges.map(|[x, y]| with_edge(one, &far, x.into(), y.into()));
                let both = signatures_of([&after.0, &after_too.0], [&after.1, &after_too.1]);
                let made = R::signatures(unit, one, &far, &edges);
                assert_eq!(made[..R::together(unit)], both[..R::together(unit)]);
            }
        }
    }

    #[test]
    fn every_unit_gives_the_same_for_graphs() {
        check_graphs::<_, u16, 16>(Portable, 16);
        if let Some(vector) = Vector::detect() {
            for n in [2, 5, 11, 16] {
                check_graphs::<_, u16, 16>(vector, n);
                check_graphs::<_, u16, 16>(vector.without_long(), n);
            }
            for n in [3, 13, 17, 20] {
                check_graphs::<_, u32, 24>(vector, n);
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
