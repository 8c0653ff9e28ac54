//! One of several kinds of winning sets.

use crate::pairs::Pairs;
use crate::winning_sets::{Potential, WinningSets};

/// What holds a winning set of some kind, none of which has fixed vertices.
pub(crate) struct Any(Vec<Box<dyn WinningSets>>);

impl Any {
    pub fn new(kinds: Vec<Box<dyn WinningSets>>) -> Self {
        Self(kinds)
    }
}

impl WinningSets for Any {
    fn is_won(&self, pairs: Pairs) -> bool {
        self.0.iter().any(|kind| kind.is_won(pairs))
    }

    fn threats(&self, maker: Pairs, free: Pairs) -> Pairs {
        self.0.iter().fold(0, |set, kind| set | kind.threats(maker, free))
    }

    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool {
        let mut sum = [0.0; 55];
        let mut is_open = false;
        for kind in &self.0 {
            if kind.weigh(maker, free, potential) {
                is_open = true;
                sum.iter_mut().zip(&*potential).for_each(|(sum, weight)| *sum += weight);
            }
        }
        *potential = sum;
        is_open
    }

    fn need(&self, vertex: usize) -> u32 {
        self.0.iter().map(|kind| kind.need(vertex)).min().unwrap_or(0)
    }

    fn least(&self) -> usize {
        self.0.iter().map(|kind| kind.least()).min().unwrap_or(0)
    }
}
