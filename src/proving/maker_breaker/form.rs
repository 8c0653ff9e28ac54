//! The canonical form of a position: which vertex goes where.

use canon::vector::Vector;
use canon::{Frame, pair_places};
use graph::{Graph, TwoColoured};

use super::pairs::{Map, ORDER_MOST, Pairs, rows};

/// Labels positions canonically; two vertices may be fixed as a pair, which then stays where it is.
pub(super) struct Form {
    n: usize,
    fixed: Option<Fixed>,
    vector: Option<Vector>,
}

struct Fixed {
    ends: [u8; 2],
    frame: Frame<u16, 16>,
}

impl Form {
    pub fn new(n: usize, fixed: Option<(usize, usize)>) -> Self {
        let fixed = fixed.map(|(u, v)| {
            let mut relation = [0u16; 16];
            relation[u] |= 1 << v;
            relation[v] |= 1 << u;
            Fixed {
                ends: [u as u8, v as u8],
                frame: Frame::new(n, [relation, [0; 16], [0; 16]]),
            }
        });
        Self {
            n,
            fixed,
            vector: Vector::detect(),
        }
    }

    /// The map to the canonical form of two disjoint sets of pairs. With a fixed pair, neither set has it.
    pub fn map(&self, first: Pairs, second: Pairs) -> Map {
        let [red, green] = [first, second].map(|set| Graph::from_rows(self.n, rows(set)));
        let both = TwoColoured::new(red, green).expect("the sets are disjoint");
        let frame = self.fixed.as_ref().map(|fixed| &fixed.frame);
        let places: [u16; 16] = pair_places(self.vector, &both, frame);
        let mut map = Map::IDENTITY;
        for v in 0..self.n {
            map.0[v] = places[v] as u8;
        }
        if let Some(fixed) = &self.fixed {
            // Their places, smaller first, depend on the class alone; so does the permutation that brings them home.
            let mut found = fixed.ends.map(|v| map.0[usize::from(v)]);
            found.sort_unstable();
            let mut home = Map::IDENTITY.0;
            let [a, b] = fixed.ends;
            exchange(&mut home, found[0], a);
            exchange(&mut home, found[1], b);
            map = map.then(&Map(home));
        }
        map
    }
}

/// Follows a permutation by the exchange that brings the image of `from` to `to`.
fn exchange(map: &mut [u8; ORDER_MOST], from: u8, to: u8) {
    let image = map[usize::from(from)];
    for v in map.iter_mut() {
        *v = match *v {
            v if v == image => to,
            v if v == to => image,
            v => v,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::{all_pairs, pair};

    #[test]
    fn relabelled_positions_have_one_form() {
        let mut state = 7u64;
        let mut random = move |bound: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) % bound as u64) as usize
        };
        for n in 3..=ORDER_MOST {
            for round in 0..60 {
                let fixed = (round % 2 == 0).then_some((0, n - 1));
                let form = Form::new(n, fixed);
                let (mut first, mut second) = (0u64, 0u64);
                for at in crate::pairs::each(all_pairs(n)) {
                    match random(3) {
                        _ if fixed.is_some() && at == pair(0, n - 1) => {}
                        0 => first |= 1 << at,
                        1 => second |= 1 << at,
                        _ => {}
                    }
                }
                let canonical = |first, second| {
                    let map = form.map(first, second);
                    if let Some((u, v)) = fixed {
                        assert_eq!(map.pair(pair(u, v)), pair(u, v));
                    }
                    (map.image(first), map.image(second))
                };
                let mut other = Map::IDENTITY;
                let inner = if fixed.is_some() { 1..n - 1 } else { 0..n };
                for v in inner.clone() {
                    other.0.swap(v, inner.start + random(inner.len()));
                }
                if fixed.is_some() && random(2) == 0 {
                    other.0.swap(0, n - 1);
                }
                assert_eq!(
                    canonical(first, second),
                    canonical(other.image(first), other.image(second))
                );
            }
        }
    }
}
