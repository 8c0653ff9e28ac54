//! Positions, turns, and the choices there are.

use canon::vector::Vector;
use canon::{Frame, pair_places};
use game::values::Completion;
use games::{Offers, Terms};
use graph::{Graph16, Row, TwoColoured};

use crate::twins::{Rows, first_of_twins};

/// Red and green edges.
pub type Colouring = TwoColoured<u16, 16>;

/// Who is to colour edges, 0 or 1, and how many before the turn ends; of an offer Green, and one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub by: usize,
    pub due: u32,
}

/// The turn of an offer.
pub const OFFER: Turn = Turn { by: 1, due: 1 };

/// A position and its turn, the same for isomorphic ones.
pub type Key = ([Rows; 2], usize);

/// The rules on a board.
pub struct Board {
    terms: Terms,
    pub n: usize,
    vector: Option<Vector>,
    /// The pairs that the board lacks.
    absent: Rows,
    frame: Option<Frame<u16, 16>>,
    pub start: Colouring,
}

impl Board {
    pub fn new(terms: Terms, n: usize) -> Self {
        let all: Rows = std::array::from_fn(|v| if v < n { u16::below(n) & !u16::bit(v) } else { 0 });
        let absent = match &terms.board {
            Some(board) => std::array::from_fn(|v| all[v] & !board.rows()[v]),
            None => [0; 16],
        };
        let mut start = Colouring::empty(n);
        for (colour, edges) in terms.coloured.iter().enumerate() {
            for &(u, v) in edges {
                start = start.toggled(colour, u, v);
            }
        }
        Self {
            terms,
            n,
            vector: Vector::detect(),
            absent,
            frame: (absent != [0; 16]).then(|| Frame::new(n, [absent, [0; 16], [0; 16]])),
            start,
        }
    }

    pub fn bias(&self) -> [u32; 2] {
        self.terms.turns.bias
    }

    /// Who begins, 0 or 1; Green makes offers.
    pub fn starter(&self) -> usize {
        match self.offers() {
            Some(_) => 1,
            None => self.terms.turns.starter as usize,
        }
    }

    pub fn offers(&self) -> Option<Offers> {
        self.terms.form.offers
    }

    /// The board, and what is red and green at the start.
    pub fn graphs(&self) -> [Graph16; 3] {
        let all = u16::below(self.n);
        let board = std::array::from_fn(|v| match v < self.n {
            true => all & !u16::bit(v) & !self.absent[v],
            false => 0,
        });
        let whole = Graph16::from_rows(self.n, board);
        [whole, *self.start.layer(0), *self.start.layer(1)]
    }

    /// Who wins, 0 or 1, as soon as the red edges have the goal.
    fn hunter(&self) -> usize {
        match self.terms.form.completion {
            Some(Completion::WinsFor(player)) => player as usize,
            _ => unreachable!("one player wants the goal"),
        }
    }

    pub fn free(&self, at: &Colouring) -> Rows {
        let taken = at.union();
        let all = u16::below(self.n);
        std::array::from_fn(|v| match v < self.n {
            true => all & !u16::bit(v) & !self.absent[v] & !taken.rows()[v],
            false => 0,
        })
    }

    /// Who has won, if that is settled: the goal is there, or out of reach, or no offer can be made.
    pub fn settled(&self, at: &Colouring) -> Option<usize> {
        let free = self.free(at);
        let has_goal = |rows: Rows| {
            let graph = Graph16::from_rows(self.n, rows);
            self.terms.rules[0].violation(&graph).is_some()
        };
        let red = *at.layer(0).rows();
        let left = free.iter().map(|row| row.count()).sum::<u32>() / 2;
        let [reds, greens] = self.bias();
        match () {
            () if has_goal(red) => Some(self.hunter()),
            () if !has_goal(std::array::from_fn(|v| red[v] | free[v])) => Some(1 - self.hunter()),
            () if self.offers() == Some(Offers::All) && left < reds + greens => Some(1 - self.hunter()),
            () => None,
        }
    }

    /// The start of a player's turn.
    pub fn whole(&self, by: usize) -> Turn {
        let due = self.bias()[by];
        Turn { by, due }
    }

    /// The number of turns that positions can have.
    pub fn turns(&self) -> usize {
        self.bias().iter().sum::<u32>() as usize
    }

    fn number(&self, turn: Turn) -> usize {
        turn.due as usize - 1 + turn.by * self.bias()[0] as usize
    }

    /// The place of claims with as many edges and this turn.
    pub fn slot(&self, at: &Colouring, turn: Turn) -> usize {
        at.size() as usize * self.turns() + self.number(turn)
    }

    /// The key of a position and its turn.
    pub fn key(&self, at: &Colouring, turn: Turn) -> Key {
        let places = pair_places(self.vector, at, self.frame.as_ref());
        let mut key = [[0; 16]; 2];
        for (colour, rows) in key.iter_mut().enumerate() {
            for (u, v) in at.layer(colour).edges() {
                let (a, b) = (usize::from(places[u]), usize::from(places[v]));
                rows[a] |= u16::bit(b);
                rows[b] |= u16::bit(a);
            }
        }
        (key, self.number(turn))
    }

    /// The text of a position at the start of a turn, or anywhere where the number of edges says whose turn it is;
    /// `None` where it has none.
    pub fn text(&self, at: &Colouring, turn: Turn) -> Option<String> {
        match (self.terms.form.several, turn == self.whole(turn.by)) {
            (false, _) => Some(at.text()),
            (true, true) => Some(at.text() + [" next:red", " next:green"][turn.by]),
            (true, false) => None,
        }
    }

    /// What an edge more leads to, in order; where the turn may end and go on, both.
    pub fn edges(&self, at: &Colouring, turn: Turn) -> Vec<(Colouring, Turn)> {
        let relations = [*at.layer(0).rows(), *at.layer(1).rows(), self.absent];
        let mut found = Vec::new();
        for (u, v) in first_of_twins(self.n, &relations, &self.free(at)) {
            let after = at.toggled(turn.by, u, v);
            if turn.due > 1 {
                let due = turn.due - 1;
                found.push((after, Turn { due, ..turn }));
                continue;
            }
            found.push((after, self.whole(1 - turn.by)));
            if self.terms.form.several {
                found.push((after, Turn { due: 1, ..turn }));
            }
        }
        found
    }

    /// The free pairs in order, and how many of them an offer has, at least and at most.
    pub fn offered(&self, at: &Colouring) -> (Vec<(usize, usize)>, [usize; 2]) {
        let free = self.free(at);
        let pairs = (1..self.n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let pairs: Vec<_> = pairs.filter(|&(u, v)| free[v].has(u)).collect();
        let most = pairs.len().min(self.turns());
        let least = if self.offers() == Some(Offers::All) { most } else { 1 };
        (pairs, [least, most])
    }

    /// The position in which Red has these of an offer's edges.
    pub fn answered(&self, at: &Colouring, offer: &[(usize, usize)], kept: &[usize]) -> Colouring {
        let numbered = offer.iter().enumerate();
        numbered.fold(*at, |after, (number, &(u, v))| {
            after.toggled(usize::from(!kept.contains(&number)), u, v)
        })
    }
}
