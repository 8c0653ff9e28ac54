//! Hamilton cycles, Hamilton paths, and those between two vertices.
//!
//! All three are Hamilton cycles of a graph with one more vertex at most: a path is a cycle through an apex that Maker
//! has joined to all vertices, a path from u to v one through an apex joined to u and v.

use std::cell::RefCell;

use crate::pairs::{Pairs, pair, rows};
use crate::sums::Sums;
use crate::winning_sets::{Potential, WinningSets};

/// Weight of a free pair in the sums over winning sets; Maker's count 1. Small, so that sets nearly complete dominate:
/// with 1/2, as in the criterion of Erdos and Selfridge, the search is 40 times as large.
pub(super) const FREE: f32 = 0.1;

/// Which paths or cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Cycle,
    Path,
    Between(usize, usize),
}

/// Hamilton cycles or paths as winning sets.
pub(crate) struct Hamilton {
    n: usize,
    target: Target,
    /// The apex's neighbours, none for cycles.
    apex: u16,
    narrow: RefCell<Sums<8>>,
    wide: RefCell<Sums<16>>,
}

impl Hamilton {
    pub fn new(n: usize, target: Target) -> Self {
        let apex = match target {
            Target::Cycle => 0,
            Target::Path => (1 << n) - 1,
            Target::Between(u, v) => 1 << u | 1 << v,
        };
        Self {
            n,
            target,
            apex,
            narrow: RefCell::new(Sums::new()),
            wide: RefCell::new(Sums::new()),
        }
    }

    /// Rows with the apex, and their number.
    fn rows(&self, pairs: Pairs) -> ([u16; 16], usize) {
        let mut rows = rows(pairs);
        if self.apex == 0 {
            return (rows, self.n);
        }
        rows[self.n] = self.apex;
        for v in 0..self.n {
            rows[v] |= (self.apex >> v & 1) << self.n;
        }
        (rows, self.n + 1)
    }

    fn weigh_with<const L: usize>(
        &self,
        sums: &mut Sums<L>,
        maker: Pairs,
        free: Pairs,
        potential: &mut Potential,
    ) -> bool {
        let weight = |u: usize, v: usize| match pair(u, v) {
            at if maker >> at & 1 == 1 => 1.0,
            at if free >> at & 1 == 1 => FREE,
            _ => 0.0,
        };
        // The inner vertices, and the outer ones at both ends.
        let mut inner = [0; 11];
        let (mut count, mut outer) = (0, [None, None]);
        for v in 0..self.n {
            match self.target {
                Target::Cycle if v == self.n - 1 => outer = [Some(v), None],
                Target::Between(a, b) if v == a || v == b => outer = [Some(a), Some(b)],
                _ => {
                    inner[count] = v;
                    count += 1;
                }
            }
        }
        let mut weights = [[0.0; L]; L];
        for i in 1..count {
            for j in 0..i {
                weights[i][j] = weight(inner[i], inner[j]);
                weights[j][i] = weights[i][j];
            }
        }
        let to_outer = |end: Option<usize>| {
            let mut to = [0.0; L];
            for i in 0..count {
                to[i] = end.map_or(1.0, |end| weight(end, inner[i]));
            }
            to
        };
        let first = to_outer(outer[0]);
        let last = outer[1].map(|_| to_outer(outer[1]));
        let usage = sums.usage(count, &weights, &first, last.as_ref());
        for i in 0..count {
            for j in 0..i {
                potential[pair(inner[i], inner[j])] = usage.inner[i][j].into();
            }
            if let Some(end) = outer[0] {
                potential[pair(end, inner[i])] = usage.first[i].into();
            }
            if let Some(end) = outer[1] {
                potential[pair(end, inner[i])] = usage.last[i].into();
            }
        }
        usage.total > 0.0
    }
}

impl WinningSets for Hamilton {
    fn is_won(&self, pairs: Pairs) -> bool {
        let (rows, count) = self.rows(pairs);
        has_cycle(&rows, count)
    }

    fn witness(&self, pairs: Pairs) -> Pairs {
        let (rows, count) = self.rows(pairs);
        let cycle = cycle(&rows, count).expect("the pairs are won");
        let steps = (0..count).map(|at| (cycle[at], cycle[(at + 1) % count]));
        steps
            .filter(|&(u, v)| u.max(v) < self.n)
            .fold(0, |set, (u, v)| set | 1 << pair(u, v))
    }

    fn threats(&self, maker: Pairs, free: Pairs) -> Pairs {
        if (maker.count_ones() as usize) + 1 < self.least() {
            return 0;
        }
        let (rows, count) = self.rows(maker);
        path_ends(&rows, count, self.n) & free
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        let inner = match self.target {
            Target::Cycle => self.n - 1,
            Target::Path => self.n,
            Target::Between(..) => self.n - 2,
        };
        match inner {
            0..=8 => self.weigh_with(&mut self.narrow.borrow_mut(), maker, free, potential),
            _ => self.weigh_with(&mut self.wide.borrow_mut(), maker, free, potential),
        }
    }

    fn need(&self, vertex: usize) -> u32 {
        match self.target {
            Target::Cycle => 2,
            Target::Path => 1,
            Target::Between(u, v) => 2 - u32::from(vertex == u || vertex == v),
        }
    }

    fn least(&self) -> usize {
        self.n - usize::from(self.target != Target::Cycle)
    }

    fn fixed(&self) -> Option<(usize, usize)> {
        match self.target {
            Target::Between(u, v) => Some((u, v)),
            _ => None,
        }
    }
}

/// Whether there is a Hamilton cycle: the ends of the paths from the last vertex through each set of the others.
/// Bounded whatever the graph, unlike [`cycle`].
fn has_cycle(rows: &[u16; 16], count: usize) -> bool {
    if count < 3 || rows[..count].iter().any(|row| row.count_ones() < 2) {
        return false;
    }
    let root = count - 1;
    let full = (1usize << root) - 1;
    let mut last = [0u16; 1 << 11];
    for v in 0..root {
        last[1 << v] = (rows[root] >> v & 1) << v;
    }
    for set in 1..full {
        let ends = last[set];
        let mut rest = if ends == 0 { 0 } else { full & !set };
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            last[set | 1 << v] |= u16::from(rows[v] & ends != 0) << v;
        }
    }
    last[full] & rows[root] != 0
}

/// The vertices of a Hamilton cycle in their order, if there is one.
fn cycle(rows: &[u16; 16], count: usize) -> Option<[usize; 16]> {
    // Two vertices with the apex between them are a cycle of three; otherwise three vertices are needed.
    if count < 3 || rows[..count].iter().any(|row| row.count_ones() < 2) {
        return None;
    }
    fn extend(rows: &[u16; 16], order: &mut [usize; 16], length: usize, rest: u16) -> bool {
        let last = order[length - 1];
        if rest == 0 {
            return rows[last] >> order[0] & 1 == 1;
        }
        let mut next = rows[last] & rest;
        while next != 0 {
            order[length] = next.trailing_zeros() as usize;
            next &= next - 1;
            if extend(rows, order, length + 1, rest & !(1 << order[length])) {
                return true;
            }
        }
        false
    }
    // From a vertex of least degree: there are fewest ways on.
    let start = (0..count)
        .min_by_key(|&v| rows[v].count_ones())
        .expect("there are vertices");
    let mut order = [0; 16];
    order[0] = start;
    let all = ((1u32 << count) - 1) as u16;
    extend(rows, &mut order, 1, all & !(1 << start)).then_some(order)
}

/// The pairs of vertices below `n` that are the ends of a Hamilton path.
fn path_ends(rows: &[u16; 16], count: usize, n: usize) -> Pairs {
    let (mut single, mut start) = (0, None);
    for v in 0..count {
        match rows[v].count_ones() {
            0 => return 0,
            1 => {
                single += 1;
                start = Some(v);
            }
            _ => {}
        }
    }
    if single > 2 {
        return 0;
    }
    fn walk(rows: &[u16; 16], last: usize, rest: u16, found: &mut u16) {
        if rest == 0 {
            *found |= 1 << last;
            return;
        }
        let mut next = rows[last] & rest;
        while next != 0 {
            let v = next.trailing_zeros() as usize;
            next &= next - 1;
            walk(rows, v, rest & !(1 << v), found);
        }
    }
    let all = ((1u32 << count) - 1) as u16;
    let mut pairs = 0;
    let starts = start.map_or(0..count, |v| v..v + 1);
    for v in starts.filter(|&v| v < n) {
        let mut found = 0;
        walk(rows, v, all & !(1 << v), &mut found);
        for u in (0..n).filter(|&u| found >> u & 1 == 1) {
            pairs |= 1 << pair(u, v);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::{each, ends};

    #[test]
    fn sums_threats_and_searches_agree() {
        let mut state = 11u64;
        let mut random = move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            state >> 9
        };
        for n in 3..=9 {
            let targets = [Target::Cycle, Target::Path, Target::Between(0, n - 1)];
            for target in targets {
                let sets = Hamilton::new(n, target);
                let dead = sets.fixed().map_or(0, |(u, v)| 1 << pair(u, v));
                for round in 0..200 {
                    let dense = crate::pairs::all_pairs(n) & !dead;
                    let union = dense & (random() | if round % 2 == 0 { random() } else { 0 });
                    let maker = union & random();
                    let mut potential = [0.0; 55];
                    assert_eq!(sets.weigh(maker, union & !maker, &mut potential), sets.is_won(union));
                    if sets.is_won(union) {
                        let witness = sets.witness(union);
                        assert!(witness & !union == 0 && witness.count_ones() as usize == sets.least());
                        for at in each(witness & !maker) {
                            assert!(potential[at] > 0.0, "{:?}", ends(at));
                        }
                    }
                    if !sets.is_won(maker) {
                        let slow = each(union & !maker).filter(|&at| sets.is_won(maker | 1 << at));
                        let slow = slow.fold(0, |set, at| set | 1 << at);
                        assert_eq!(sets.threats(maker, union & !maker), slow);
                    }
                }
            }
        }
    }
}
