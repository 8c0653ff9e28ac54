//! Odd cycles: Maker's graph is not bipartite.

use crate::pairs::{Pairs, each, ends, rows};
use crate::winning_sets::{Potential, WinningSets};

/// Graphs with an odd cycle.
pub(crate) struct OddCycle {
    n: usize,
}

impl OddCycle {
    pub fn new(n: usize) -> Self {
        Self { n }
    }
}

impl WinningSets for OddCycle {
    fn is_won(&self, pairs: Pairs) -> bool {
        let rows = rows(pairs);
        let mut seen = 0u16;
        (0..self.n).any(|start| {
            if seen >> start & 1 == 1 {
                return false;
            }
            // By the parity of walks from the start.
            let (mut even, mut odd) = (1u16 << start, 0u16);
            loop {
                let union = |set: u16| {
                    (0..self.n)
                        .filter(|v| set >> v & 1 == 1)
                        .fold(0, |all, v| all | rows[v])
                };
                let (more_odd, more_even) = (odd | union(even), even | union(odd));
                if (more_odd, more_even) == (odd, even) {
                    break;
                }
                (odd, even) = (more_odd, more_even);
            }
            seen |= even | odd;
            even & odd != 0
        })
    }

    /// The more of Maker's pairs at the ends, the better.
    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        let rows = rows(maker);
        for at in each(free) {
            let (u, v) = ends(at);
            potential[at] = f64::from(rows[u].count_ones() + rows[v].count_ones());
        }
        self.is_won(maker | free)
    }

    fn need(&self, _vertex: usize) -> u32 {
        0
    }

    fn least(&self) -> usize {
        3
    }
}
