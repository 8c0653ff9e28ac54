//! Who wins a Maker-Breaker game: every position of labelled edges, to the end.

pub use retrograph_judge::maker_breaker::{WinningSets, winning_sets};

/// Whether Maker wins on these rows of free edges, when those of `maker` are his and all others Breaker's. Takes a byte
/// for each of the `3^free` positions.
///
/// # Panics
/// On more than 16 free edges.
pub fn maker_wins(sets: &WinningSets, free: &[u32], maker: &[u32], maker_begins: bool) -> bool {
    let n = free.len();
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let free: Vec<(usize, usize)> = pairs.filter(|&(u, v)| free[u] >> v & 1 == 1).collect();
    assert!(free.len() <= 16, "{} free edges, at most 16", free.len());
    let owned = |set: usize| {
        let mut rows = maker.to_vec();
        for (_, &(u, v)) in free.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
        }
        rows
    };
    let won: Vec<bool> = (0..1usize << free.len())
        .map(|set| (sets.is_won)(&owned(set)))
        .collect();
    let mut powers = vec![1usize; free.len() + 1];
    for at in 0..free.len() {
        powers[at + 1] = 3 * powers[at];
    }
    let mut known = vec![0; powers[free.len()]];
    Search {
        won: &won,
        powers: &powers,
        known: &mut known,
        edges: free.len(),
    }
    .maker_wins(0, 0, 0, maker_begins)
}

struct Search<'a> {
    /// For each set of Maker's edges.
    won: &'a [bool],
    powers: &'a [usize],
    /// By position, edges as digits: 0 free, 1 Maker's, 2 Breaker's. Who moves follows from the number of edges
    /// claimed.
    known: &'a mut [u8],
    edges: usize,
}

impl Search<'_> {
    fn maker_wins(&mut self, maker: usize, breaker: usize, position: usize, maker_moves: bool) -> bool {
        if self.known[position] != 0 {
            return self.known[position] == 1;
        }
        let is_free = |at: &usize| (maker | breaker) >> at & 1 == 0;
        let wins = if (maker | breaker) + 1 == 1 << self.edges {
            self.won[maker]
        } else if maker_moves {
            let mut moves = (0..self.edges).filter(is_free);
            moves.any(|at| self.maker_wins(maker | 1 << at, breaker, position + self.powers[at], false))
        } else {
            let mut moves = (0..self.edges).filter(is_free);
            moves.all(|at| self.maker_wins(maker, breaker | 1 << at, position + 2 * self.powers[at], true))
        };
        self.known[position] = if wins { 1 } else { 2 };
        wins
    }
}
