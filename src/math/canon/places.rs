//! The places of pairs of vertices, up to automorphisms.

/// The place of each pair of vertices in the canonical graph.
#[derive(Clone, Debug)]
pub enum Places<const W: usize> {
    /// Every automorphism permutes twins; the first canonical place of each vertex's class.
    Twins([u8; W]),
    /// For each pair, by column, the lowest canonical place in its orbit.
    Orbits(Vec<u16>),
}

/// A place: pairs in the same place are equivalent under an automorphism, and isomorphic graphs have the same places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(u16);

impl<const W: usize> Places<W> {
    /// Computes the places from a canonical order and generators of the automorphism group.
    #[cold]
    #[inline(never)]
    pub(super) fn orbits(n: usize, order: &[u8; W], generators: &[[u8; W]]) -> Self {
        let pairs = n * n.saturating_sub(1) / 2;
        let mut parent: Vec<u16> = (0..pairs as u16).collect();
        for generator in generators {
            for v in 1..n {
                for u in 0..v {
                    let image = pair_index(generator[u].into(), generator[v].into());
                    let (a, b) = (root(&parent, pair_index(u, v)), root(&parent, image));
                    parent[a.max(b)] = a.min(b) as u16;
                }
            }
        }
        let mut lowest = vec![u16::MAX; pairs];
        for j in 1..n {
            for i in 0..j {
                let orbit = root(&parent, pair_index(order[i].into(), order[j].into()));
                lowest[orbit] = lowest[orbit].min(pair_index(i, j) as u16);
            }
        }
        Self::Orbits((0..pairs).map(|pair| lowest[root(&parent, pair)]).collect())
    }

    /// Returns the place of the pair `uv`.
    #[inline(always)]
    pub fn of(&self, u: usize, v: usize) -> Place {
        match self {
            Self::Twins(class) => {
                let (a, b) = (class[u].min(class[v]), class[u].max(class[v]));
                Place(u16::from(b) << 8 | u16::from(a))
            }
            Self::Orbits(places) => Place(places[pair_index(u, v)]),
        }
    }
}

/// Index of a pair in column order.
#[inline(always)]
fn pair_index(u: usize, v: usize) -> usize {
    let (low, high) = (u.min(v), u.max(v));
    high * (high - 1) / 2 + low
}

fn root(parent: &[u16], mut pair: usize) -> usize {
    while usize::from(parent[pair]) != pair {
        pair = parent[pair].into();
    }
    pair
}
