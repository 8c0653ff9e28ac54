//! The algorithms on sets of vertices, one for each vertex: twins of those in [`crate::portable`] of the same names.

use super::{Sets, Short};
use crate::signature::Word;
use crate::vector::Vector;
use graph::Row;

/// `twins! { fn name(a: A) -> B { body } }`: functions of a [`Vector`], called `vector`, and rows of any width.
macro_rules! twins {
    ($($(#[$doc:meta])* fn $name:ident($vector:ident, $($argument:ident: $type:ty),*) -> $output:ty $body:block)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<S: Sets<R, W>, R: Row, const W: usize>($vector: Vector, $($argument: $type),*) -> $output $body
    )*};
}

twins! {
    fn unions(vector, rows: &[R; W], sets: &[R; W]) -> [R; W] {
        S::unions(&S::load(vector, sets).tables_of_unions(), &S::load(vector, rows).indices()).store()
    }

    fn renamed(vector, rows: &[R; W], places: &[u16; W]) -> [R; W] {
        let tables = S::bits_of(S::load_values(vector, places)).tables_of_unions();
        S::unions(&tables, &S::load(vector, rows).indices()).store()
    }

    fn sums(vector, rows: &[R; W], far: &[R; W], colours: &[u16; W]) -> ([u16; W], [u16; W]) {
        let tables = S::tables_of_sums(S::load_values(vector, colours));
        (
            S::store_values(S::sums(&tables, &S::load(vector, rows).indices())),
            S::store_values(S::sums(&tables, &S::load(vector, far).indices())),
        )
    }

    fn degrees(vector, rows: &[R; W], far: &[R; W]) -> [u16; W] {
        let (near, far) = (S::load(vector, rows).indices(), S::load(vector, far).indices());
        S::store_values(S::degrees(&near, &far))
    }

    fn sum_of_products(vector, low: &[u16; W], high: &[u16; W]) -> u64 {
        S::sum_of_products(S::load_values(vector, low), S::load_values(vector, high))
    }

    fn reach(vector, rows: &[R; W]) -> ([R; W], [R; W]) {
        let all = S::load(vector, rows);
        let (every, own) = (all.every(), all.own());
        let (mut once, mut twice) = (all.xor(all), all.xor(all));
        for w in 0..vertices(rows) {
            let row = S::nth(&every, w, all);
            let through = row.if_met(own, row);
            twice = twice.or(once.and(through));
            once = once.or(through);
        }
        (once.store(), twice.store())
    }

    fn with_edge(vector, rows: &[R; W], far: &[R; W], x: usize, y: usize) -> ([R; W], [R; W]) {
        let (x, y) = (x % W, y % W);
        let (all, far) = (S::load(vector, rows), S::load(vector, far));
        let (own, bit_x, bit_y) = (all.own(), all.all_rows(R::bit(x)), all.all_rows(R::bit(y)));
        let (is_x, is_y) = (own.equal(bit_x), own.equal(bit_y));
        let (of_x, of_y) = (all.all_rows(rows[x]), all.all_rows(rows[y]));
        let next = all.or(is_x.and(bit_y)).or(is_y.and(bit_x));
        let through = own.if_met(of_x, bit_y).or(own.if_met(of_y, bit_x));
        let ends = is_x.and(of_y.or(bit_y)).or(is_y.and(of_x.or(bit_x)));
        (next.store(), far.less(through.or(ends)).store())
    }

    fn near(vector, sets: &[R; W], joined: &[R; W]) -> [R; W] {
        let (sets, tables) = (S::load(vector, sets), S::load(vector, joined).tables_of_unions());
        let none = sets.xor(sets);
        let mut near = sets.and(none.minus(sets));
        loop {
            let grown = near.or(S::unions(&tables, &near.indices()).and(sets));
            if grown.xor(sets).is_zero() || grown.xor(near).is_zero() {
                return grown.store();
            }
            near = grown;
        }
    }

    fn shared(vector, sets: &[R; W], rows: &[R; W]) -> u32 {
        let (sets, rows) = (S::load(vector, sets), S::load(vector, rows));
        let every = sets.every();
        // At most 24 times eight in a byte.
        let mut counts = sets.xor(sets);
        for w in 0..W {
            let bit = sets.all_rows(R::bit(w));
            let common = sets.and(S::nth(&every, w, sets)).count8();
            counts = counts.add8(rows.if_met(bit, common));
        }
        counts.total8()
    }

    fn size(vector, sets: &[R; W]) -> u32 {
        S::load(vector, sets).count8().total8()
    }

    fn united(vector, sets: &[R; W], others: &[R; W]) -> [R; W] {
        S::load(vector, sets).or(S::load(vector, others)).store()
    }

    fn without(vector, sets: &[R; W], others: &[R; W]) -> [R; W] {
        S::load(vector, sets).less(S::load(vector, others)).store()
    }

    fn blended(vector, first: &[R; W], second: &[R; W], from_first: &[R; W]) -> [R; W] {
        let from = S::load(vector, from_first);
        S::load(vector, first).and(from).or(S::load(vector, second).less(from)).store()
    }

    fn swapped(vector, rows: &[R; W], others: &[R; W]) -> [R; W] {
        let (rows, others) = (S::load(vector, rows), S::load(vector, others));
        let (every_row, every_other) = (rows.every(), others.every());
        let (own, none) = (rows.own(), rows.xor(rows));
        let mut swapped = none;
        for w in 0..W {
            let bit = rows.all_rows(R::bit(w));
            let differ = rows.xor(S::nth(&every_row, w, rows)).or(others.xor(S::nth(&every_other, w, others)));
            let same = differ.less(own.or(bit)).equal(none);
            swapped = swapped.or(same.and(bit));
        }
        swapped.store()
    }

    fn both(vector, rows: &[R; W], others: &[R; W]) -> [R; W] {
        let others = S::load(vector, others).times_row(crate::portable::BOTH);
        S::load(vector, rows).xor(others).store()
    }

    fn alike(vector, rows: &[R; W], colours: &[u16; W]) -> (R, R) {
        let (rows, colours) = (S::load(vector, rows), S::widened(S::load_values(vector, colours)));
        let (every_row, every_colour) = (rows.every(), colours.every());
        let (mut twins, mut mixed) = (rows.xor(rows), rows.xor(rows));
        for w in 0..W {
            let same_row = rows.equal(S::nth(&every_row, w, rows));
            let same_colour = colours.equal(S::nth(&every_colour, w, colours));
            twins = twins.or(same_row.and(rows.after(w)));
            mixed = mixed.or(same_colour.less(same_row));
        }
        (!twins.set() & R::below(W), mixed.set())
    }

    fn sorted(vector, values: &[u16; W]) -> [u16; W] {
        let all = S::widened_signed(S::load_values(vector, values));
        let every = all.every();
        let mut places = all.xor(all);
        for w in 0..W {
            let other = S::nth(&every, w, all);
            let equal = all.equal(other).and(all.after(w));
            places = places.minus(all.above(other).or(equal));
        }
        S::store_values(places.narrowed())
    }

    fn equal(vector, values: &[u16; W], value: u16) -> R {
        let values = S::load_values(vector, values);
        S::set_of(values.equal16(values.all(value))) & R::below(W)
    }

    fn larger(vector, values: &[u16; W], value: u16) -> R {
        let values = S::load_values(vector, values);
        let not_larger = values.minus16_least(values.all(value)).equal16(values.all(0));
        !S::set_of(not_larger) & R::below(W)
    }

    fn filled(vector, sets: &[R; W]) -> R {
        let sets = S::load(vector, sets);
        !sets.equal(sets.xor(sets)).set() & R::below(W)
    }

    fn by_value(vector, values: &[u16; W]) -> ([R; W], [R; W]) {
        let [of, beyond] = S::by_value(S::load_values(vector, values));
        (of.store(), beyond.store())
    }

    fn pick(vector, table: &[R; W], indices: &[u16; W]) -> [R; W] {
        S::load(vector, table).picked(S::load_values(vector, indices)).store()
    }

    // Of this loop and the next two the compiler made halves of registers, which were then loaded as one: the processor
    // waits for that.
    fn last_met(vector, own: &[R; W], sets: &[R; W]) -> [u16; W] {
        let own = S::load(vector, own);
        let none = own.xor(own);
        let mut last = none;
        // The last sets of 24 nearly always are empty.
        let numbers = if W > 16 { 32 - filled::<S, R, W>(vector, sets).to_u32().leading_zeros() as usize } else { W };
        for number in 1..numbers {
            let met = own.and(own.all_rows(sets[number]));
            let missed = met.equal(none);
            let number = own.all_rows(R::from_u32(number as u32));
            last = missed.choose8(last, number);
        }
        S::store_values(last.narrowed())
    }

    fn rests(vector, sum: u16, values: &[u16; W]) -> [u16; W] {
        let values = S::load_values(vector, values);
        S::store_values(values.all(sum).minus16(values))
    }

    fn before(vector, rows: &[R; W], chosen: R) -> [R; W] {
        let rows = S::load(vector, rows);
        let (own, chosen) = (rows.own(), rows.all_rows(chosen));
        let earlier = own.minus(rows.all_rows(R::bit(0)));
        rows.and(own.if_met(chosen, chosen.and(earlier))).store()
    }

    fn transposed(vector, sets: &[R; W]) -> [R; W] {
        S::load(vector, sets).turned().store()
    }
}

/// The rows up to the last one that is not empty, of 24: nearly always the last four are.
#[inline(always)]
fn vertices<R: Row, const W: usize>(rows: &[R; W]) -> usize {
    if W > 20 && rows[20..].iter().all(|row| row.is_empty()) {
        20
    } else {
        W
    }
}

/// The least relation of [`crate::Lanes::component`].
#[inline(always)]
pub fn component<S: Sets<R, W>, T: Turns<S, R, W>, R: Row, const W: usize>(
    vector: Vector,
    turns: T,
    sets: &[R; W],
    joined: &[R; W],
    first: usize,
    from: R,
) -> [R; W] {
    let (sets, tables) = (S::load(vector, sets), S::load(vector, joined).tables_of_unions());
    let is_first = sets.own().equal(sets.all_rows(R::bit(first % W)));
    let mut part = is_first.and(sets.all_rows(from));
    loop {
        let grown = part.or(S::unions(&tables, &part.indices()).and(sets));
        let grown = grown.or(turns.turned(grown));
        if grown.xor(part).is_zero() {
            return grown.store();
        }
        part = grown;
    }
}

/// A way to transpose.
pub trait Turns<S, R, const W: usize>: Copy {
    fn turned(self, sets: S) -> S;
}

/// That of the width.
#[derive(Clone, Copy)]
pub struct Own;

impl<S: Sets<R, W>, R: Row, const W: usize> Turns<S, R, W> for Own {
    #[inline(always)]
    fn turned(self, sets: S) -> S {
        sets.turned()
    }
}
