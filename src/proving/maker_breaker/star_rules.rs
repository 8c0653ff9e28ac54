//! What can be said of a position from single vertices: Maker needs so many edges at each, and of a star whose edges
//! are claimed in turn he gets half.
//!
//! Of f free edges at a vertex Maker gets f / 2, rounded up when he moves there first and down when Breaker does. So
//! Breaker has won when that is less than the vertex still needs.

use super::pairs::{ORDER_MOST, Pairs, each, ends, stars};
use super::search::PASS;
use super::winning_sets::WinningSets;

/// The stars and needs of a game.
pub(super) struct StarRules {
    n: usize,
    stars: [Pairs; ORDER_MOST],
    needs: [u32; ORDER_MOST],
    is_idle: bool,
}

/// What the stars say of a position.
pub(super) enum Verdict {
    /// Nothing.
    Open,
    /// Breaker has won.
    Lost {
        /// The free edges that he needs.
        carrier: Pairs,
        /// The stars they are in, with all pairs.
        stars: Pairs,
        /// His move, when it is his turn.
        reply: u8,
    },
    /// Maker must play in this star, or Breaker wins there.
    Tight(Pairs),
}

impl StarRules {
    pub fn new(sets: &dyn WinningSets, n: usize) -> Self {
        let needs = std::array::from_fn(|v| if v < n { sets.need(v) } else { 0 });
        Self {
            n,
            stars: stars(n),
            needs,
            is_idle: needs == [0; ORDER_MOST],
        }
    }

    /// The star of each vertex that still needs edges: how many, and which are free.
    fn open(&self, maker: Pairs, free: Pairs) -> impl Iterator<Item = (usize, u32, Pairs)> {
        (0..self.n).filter_map(move |v| {
            let need = self.needs[v].saturating_sub((maker & self.stars[v]).count_ones());
            (need > 0).then_some((v, need, free & self.stars[v]))
        })
    }

    /// Edges of Breaker at a vertex that cannot get what it needs: as few as keep it so. The pairs of `dead`, which no
    /// winning set has, are not asked for.
    pub fn lost(&self, maker: Pairs, free: Pairs, dead: Pairs) -> Option<Pairs> {
        let mut open = self.open(maker, free);
        let (v, ..) = open.find(|(_, need, star)| star.count_ones() < *need)?;
        let star = self.stars[v] & !dead;
        let enough = star.count_ones() + 1 - self.needs[v];
        let lost = each(star & !(maker | free)).take(enough as usize);
        Some(lost.fold(0, |set, at| set | 1 << at))
    }

    /// With Breaker to move.
    pub fn breaker_moves(&self, maker: Pairs, free: Pairs) -> Verdict {
        if self.is_idle {
            return Verdict::Open;
        }
        // Vertices where one more edge of Breaker's leaves Maker no room.
        let mut even = 0u16;
        for (v, need, star) in self.open(maker, free) {
            let size = star.count_ones();
            if size < 2 * need {
                return Verdict::Lost {
                    carrier: star,
                    stars: self.stars[v],
                    reply: each(star).next().map_or(PASS, |at| at as u8),
                };
            }
            even |= u16::from(size == 2 * need) << v;
        }
        if even.count_ones() > 1 {
            for at in each(free) {
                let (u, v) = ends(at);
                if even >> u & even >> v & 1 == 1 {
                    let stars = self.stars[u] | self.stars[v];
                    return Verdict::Lost {
                        carrier: free & stars,
                        stars,
                        reply: at as u8,
                    };
                }
            }
        }
        Verdict::Open
    }

    /// With Maker to move.
    pub fn maker_moves(&self, maker: Pairs, free: Pairs) -> Verdict {
        if self.is_idle {
            return Verdict::Open;
        }
        let mut tight: Option<Pairs> = None;
        let mut stars = 0;
        for (v, need, star) in self.open(maker, free) {
            let size = star.count_ones();
            if size + 1 < 2 * need {
                return Verdict::Lost {
                    carrier: star,
                    stars: self.stars[v],
                    reply: PASS,
                };
            }
            if size + 1 == 2 * need {
                let common = tight.map_or(star, |common| common & star);
                if common == 0 {
                    // Whatever Maker plays, one of the stars misses it.
                    stars |= self.stars[v];
                    return Verdict::Lost {
                        carrier: free & stars,
                        stars,
                        reply: PASS,
                    };
                }
                stars |= self.stars[v];
                tight = Some(common);
            }
        }
        tight.map_or(Verdict::Open, Verdict::Tight)
    }
}
