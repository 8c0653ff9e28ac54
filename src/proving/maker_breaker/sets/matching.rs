//! Matchings that leave out at most one vertex.

use crate::pairs::{Pairs, each, ends, pair, rows};
use crate::winning_sets::{Potential, WinningSets};

const FREE: f64 = 0.1;

/// Perfect matchings as winning sets; of an odd number of vertices one is left out.
pub(crate) struct Matching {
    n: usize,
}

impl Matching {
    pub fn new(n: usize) -> Self {
        Self { n }
    }

    /// The sets of vertices to be matched.
    fn covered(&self) -> impl Iterator<Item = u16> + use<> {
        let all: u16 = (1 << self.n) - 1;
        let (even, odd) = match self.n % 2 {
            0 => (Some(all), 0),
            _ => (None, self.n),
        };
        even.into_iter().chain((0..odd).map(move |v| all & !(1 << v)))
    }
}

/// Whether the vertices of `rest` can be matched; the pairs are written down.
fn matched(rows: &[u16; 16], rest: u16, set: &mut Pairs) -> bool {
    if rest == 0 {
        return true;
    }
    let v = rest.trailing_zeros() as usize;
    let rest = rest & !(1 << v);
    let mut partners = rows[v] & rest;
    while partners != 0 {
        let u = partners.trailing_zeros() as usize;
        partners &= partners - 1;
        if matched(rows, rest & !(1 << u), set) {
            *set |= 1 << pair(u, v);
            return true;
        }
    }
    false
}

impl WinningSets for Matching {
    fn is_won(&self, pairs: Pairs) -> bool {
        let rows = rows(pairs);
        self.covered().any(|covered| matched(&rows, covered, &mut 0))
    }

    fn witness(&self, pairs: Pairs) -> Pairs {
        let rows = rows(pairs);
        let found = self.covered().find_map(|covered| {
            let mut set = 0;
            matched(&rows, covered, &mut set).then_some(set)
        });
        found.expect("the pairs are won")
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        let weight = |at: usize| match maker >> at & 1 {
            1 => 1.0,
            _ if free >> at & 1 == 1 => FREE,
            _ => 0.0,
        };
        // Over the matchings of each set of vertices.
        let mut sums = vec![0.0f64; 1 << self.n];
        sums[0] = 1.0;
        for set in 1usize..1 << self.n {
            let v = set.trailing_zeros() as usize;
            let rest = set & !(1 << v);
            for u in (v + 1..self.n).filter(|u| rest >> u & 1 == 1) {
                sums[set] += weight(pair(u, v)) * sums[rest & !(1 << u)];
            }
        }
        for at in each(free) {
            let (u, v) = ends(at);
            let both = 1 << u | 1 << v;
            let through = self.covered().filter(|covered| covered & both == both);
            potential[at] = through.map(|covered| FREE * sums[usize::from(covered & !both)]).sum();
        }
        self.covered().any(|covered| sums[usize::from(covered)] > 0.0)
    }

    fn need(&self, _vertex: usize) -> u32 {
        u32::from(self.n.is_multiple_of(2))
    }

    fn least(&self) -> usize {
        self.n / 2
    }
}
