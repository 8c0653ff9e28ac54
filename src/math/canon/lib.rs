//! The canonical form: one [`Key`] for each isomorphism class.
//!
//! There are two methods. Nearly always the colours of a few rounds of refinement (`colours`) distinguish all
//! vertices except twins, vertices with the same neighbours; sorting by colour is then a canonical labelling, and every
//! automorphism just permutes twins. All other graphs go through a search (`search`). The choice depends only on the
//! isomorphism class, so that the two never disagree.
//!
//! # Examples
//!
//! Two labellings of a path get the same key, a star another one.
//!
//! ```
//! use retrograph_canon::Canonical;
//! use graph::{Graph16, parse};
//!
//! let key = |text: &str| Canonical::of(&parse::<u16, 16>(text, 4).unwrap()).key;
//! assert_eq!(key("0-1,1-2,2-3"), key("2-0,0-3,3-1"));
//! assert_ne!(key("0-1,1-2,2-3"), key("0-1,0-2,0-3"));
//! # let _: Graph16 = key("0-1").graph(4);
//! ```

mod colours;
mod key;
mod labelling;
mod lanes;
mod layout;
mod node;
mod partition;
mod places;
mod portable;
mod search;
mod signature;
#[cfg(target_arch = "x86_64")]
mod simd;
mod two_colours;
pub mod vector;

pub use colours::{Colours, Early, Reach, far, with_edge};
pub use key::{Key, key_width};
pub use labelling::{Canonical, Sorted};
pub use lanes::{Lanes, NO_PAIRS, PAIRS, PairList};
pub use places::{Place, Places};
pub use two_colours::{CanonicalPair, Frame, PAIR_KEY_ORDER_MOST, PairKey, PairRefined, pair_key_width, pair_places};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use graph::{Graph16, TwoColoured};

    use super::*;

    fn pairs(n: usize) -> Vec<(usize, usize)> {
        (1..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect()
    }

    /// Graphs up to isomorphism: OEIS A000088.
    #[test]
    fn small_graphs_have_as_many_keys_as_classes() {
        let most = if cfg!(miri) { 4 } else { 6 };
        for (n, classes) in [1, 1, 2, 4, 11, 34, 156].into_iter().enumerate().take(most + 1).skip(1) {
            let pairs = pairs(n);
            let keys: BTreeSet<_> = (0..1u32 << pairs.len())
                .map(|edges| {
                    let chosen = pairs.iter().enumerate().filter(|(i, _)| edges >> i & 1 == 1);
                    let graph = chosen.fold(Graph16::empty(n), |graph, (_, &(u, v))| graph.toggled(u, v));
                    Canonical::of(&graph).key
                })
                .collect();
            assert_eq!(keys.len(), classes, "n = {n}");
        }
    }

    /// Graphs with red and green edges up to isomorphism, colours not exchanged: OEIS A004102.
    #[test]
    fn small_coloured_graphs_have_as_many_keys_as_classes() {
        let most = if cfg!(miri) { 3 } else { 5 };
        for (n, classes) in [1, 1, 3, 10, 66, 792].into_iter().enumerate().take(most + 1).skip(1) {
            let pairs = pairs(n);
            let mut keys = BTreeSet::new();
            for mut colours in 0..3u32.pow(pairs.len() as u32) {
                let mut graph = TwoColoured::<u16, 16>::empty(n);
                for &(u, v) in &pairs {
                    if colours % 3 > 0 {
                        graph = graph.toggled(colours as usize % 3 - 1, u, v);
                    }
                    colours /= 3;
                }
                let refined = PairRefined::new(None, &graph, None);
                let portable = CanonicalPair::of_pair(None, &graph, None, &refined).key;
                let unit = vector::Vector::detect();
                let refined = PairRefined::new(unit, &graph, None);
                assert_eq!(CanonicalPair::of_pair(unit, &graph, None, &refined).key, portable);
                keys.insert(portable.record());
            }
            assert_eq!(keys.len(), classes, "n = {n}");
        }
    }
}
