//! Graphs that cannot be drawn in the plane.

use graph::{Graph16, is_planar};

use super::chromatic::weigh_degrees;
use crate::pairs::{Pairs, rows};
use crate::winning_sets::{Potential, WinningSets};

/// Graphs that are not planar.
pub(crate) struct NonPlanar {
    n: usize,
}

/// Edges of K3,3: no smaller graph is non-planar.
const LEAST: usize = 9;

impl NonPlanar {
    pub fn new(n: usize) -> Self {
        Self { n }
    }
}

impl WinningSets for NonPlanar {
    fn is_won(&self, pairs: Pairs) -> bool {
        !is_planar(&Graph16::from_rows(self.n, rows(pairs)))
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        weigh_degrees(maker, free, potential);
        self.is_won(maker | free)
    }

    fn need(&self, _vertex: usize) -> u32 {
        0
    }

    fn least(&self) -> usize {
        LEAST
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::form::Form;
    use crate::pairs::{all_pairs, each};

    fn graphs(n: usize) -> HashSet<Pairs> {
        let form = Form::new(n, None);
        let mut level = HashSet::from([0]);
        let mut all = level.clone();
        for _ in 0..n * (n - 1) / 2 {
            let next = level.iter().flat_map(|&graph: &Pairs| {
                let form = &form;
                each(all_pairs(n) & !graph).map(move |at| {
                    let more = graph | 1 << at;
                    form.map(more, 0).image(more)
                })
            });
            level = next.collect();
            all.extend(&level);
        }
        all
    }

    /// OEIS A005470: planar graphs on so many vertices.
    #[test]
    fn planar_graphs_are_counted() {
        let planar = [33, 142, 822, 6966];
        for (n, expected) in (5..=8).zip(planar) {
            let sets = NonPlanar::new(n);
            let judge = retrograph_judge::maker_breaker::winning_sets("non-planar", n).unwrap();
            let mut found = 0;
            for graph in graphs(n) {
                let is_planar = !sets.is_won(graph);
                found += usize::from(is_planar);
                if n < 8 {
                    let rows: Vec<u32> = rows(graph)[..n].iter().map(|&row| row.into()).collect();
                    assert_eq!(is_planar, !(judge.is_won)(&rows), "{n}: {graph:x}");
                }
            }
            assert_eq!(found, expected, "{n} vertices");
        }
    }

    #[test]
    fn random_graphs_are_judged_alike() {
        let mut rng = base::random::SplitMix64::new(11);
        for n in [9, 10, 11] {
            let sets = NonPlanar::new(n);
            let judge = retrograph_judge::maker_breaker::winning_sets("non-planar", n).unwrap();
            let mut planar = 0;
            for round in 0..60 {
                let order = rng.permutation(n * (n - 1) / 2);
                let edges = n + 1 + round % (n + 2);
                let graph = order.iter().take(edges).fold(0, |set, at| set | 1 << at);
                let rows: Vec<u32> = rows(graph)[..n].iter().map(|&row| row.into()).collect();
                assert_eq!(sets.is_won(graph), (judge.is_won)(&rows), "{n}: {graph:x}");
                planar += usize::from(!sets.is_won(graph));
            }
            assert!((10..50).contains(&planar), "{planar}");
        }
    }
}
