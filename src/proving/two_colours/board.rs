//! Positions, and the ways to colour an edge.

use canon::pair_places;
use canon::vector::Vector;
use game::values::Completion;
use games::{Form, Full, Terms};
use graph::{Graph16, Row, TwoColoured};

use super::twins::first_of_twins;

/// A position: red and green edges.
pub type Colouring = TwoColoured<u16, 16>;

/// A position under other labels, the same for isomorphic ones.
pub type Key = [[u16; 16]; 2];

/// How a move or a position without a move decides the game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Wins,
    Loses,
    Ties,
}

/// A game on a complete graph.
pub struct Board {
    terms: Terms,
    /// Number of vertices.
    pub n: usize,
    vector: Option<Vector>,
}

impl Board {
    pub fn new(terms: Terms, n: usize) -> Self {
        Self {
            terms,
            n,
            vector: Vector::detect(),
        }
    }

    fn form(&self) -> Form {
        self.terms.form
    }

    /// The position without an edge.
    pub fn start(&self) -> Colouring {
        Colouring::empty(self.n)
    }

    /// The ways in which a player, 0 or 1, may colour a free edge, in the order of the pairs; of those that swaps of
    /// twins make of each other, the first. How the game ends, if it does, and the position.
    pub fn moves(&self, position: &Colouring, by: usize) -> Vec<(Option<End>, Colouring)> {
        let layers = [*position.layer(0).rows(), *position.layer(1).rows()];
        let free = std::array::from_fn(|v| !(layers[0][v] | layers[1][v]));
        let safe = self.safe(position.layer(by), by);
        let end = |&(u, v): &(usize, usize)| match (safe[v].has(u), self.form().completion) {
            (true, _) => Some(None),
            (false, None) => None,
            (false, Some(Completion::Wins)) => Some(Some(End::Wins)),
            (false, Some(_)) => Some(Some(End::Loses)),
        };
        let pairs = first_of_twins(self.n, &layers, &free).into_iter();
        pairs
            .filter_map(|(u, v)| Some((end(&(u, v))?, position.toggled(by, u, v))))
            .collect()
    }

    /// The pairs that complete no copy that counts.
    fn safe(&self, own: &Graph16, by: usize) -> [u16; 16] {
        match self.form().red_alone && by == 1 {
            true => [!0; 16],
            false => self.terms.rules[by].open(own),
        }
    }

    /// How the game ends for a player, 0 or 1, who is next and has no move.
    pub fn stuck(&self, next: usize) -> End {
        match (self.form().full, next) {
            (Full::LastMoverWins, _) | (Full::GreenWins, 0) | (Full::RedWins, 1) => End::Loses,
            (Full::GreenWins | Full::RedWins, _) => End::Wins,
            (Full::Tie, _) => End::Ties,
        }
    }

    /// The key of a position.
    pub fn key(&self, position: &Colouring) -> Key {
        let places = pair_places(self.vector, position, None);
        let mut key = [[0; 16]; 2];
        for (colour, rows) in key.iter_mut().enumerate() {
            for (u, v) in position.layer(colour).edges() {
                let (a, b) = (usize::from(places[u]), usize::from(places[v]));
                rows[a] |= u16::bit(b);
                rows[b] |= u16::bit(a);
            }
        }
        key
    }
}
