//! On which boards a game is asked for, and within how many moves.

use std::fmt;

use super::position::ORDER_MOST;

/// The boards: complete graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// On so many vertices.
    Order(usize),
    /// On infinitely many vertices.
    Infinite,
    /// On every number of vertices from this one on, and on infinitely many: Red takes a fresh vertex only while fewer
    /// are touched.
    From(usize),
}

impl fmt::Display for Boards {
    /// As the head of a proof has it: `12`, `infinite`, `11+`.
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Order(n) => write!(out, "{n}"),
            Self::Infinite => out.write_str("infinite"),
            Self::From(n) => write!(out, "{n}+"),
        }
    }
}

impl Boards {
    /// Words that follow "wins the game".
    pub fn in_words(&self) -> String {
        match self {
            Self::Order(n) => format!("on the complete graph with {n} vertices"),
            Self::Infinite => "on the infinite board".into(),
            Self::From(n) => format!("on every complete graph with at least {n} vertices and on the infinite board"),
        }
    }
}

/// What moves are allowed in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Vertices that Red can rely on.
    pub sure: usize,
    /// Vertices that Green can use.
    pub possible: usize,
    /// Red's moves.
    pub moves: usize,
    /// Whether all of Red's moves are tried, not only those that have proved good.
    pub all_moves: bool,
}

/// Stands for infinitely many vertices and for any number of moves.
const WITHOUT: usize = usize::MAX;
/// On boards of so many vertices every move of Red is tried.
const SMALL: usize = 7;

impl Limits {
    /// The limits on these boards, within so many moves of Red.
    pub fn of(boards: Boards, moves: Option<usize>) -> Self {
        let (sure, possible) = match boards {
            Boards::Order(n) => (n, n),
            Boards::Infinite => (WITHOUT, WITHOUT),
            Boards::From(n) => (n, WITHOUT),
        };
        Self {
            sure,
            possible,
            moves: moves.unwrap_or(WITHOUT),
            all_moves: possible <= SMALL,
        }
    }

    /// Fresh vertices that Red can rely on and a position can hold, when so many vertices are touched.
    #[inline]
    pub fn room(&self, touched: usize) -> usize {
        self.sure.min(ORDER_MOST).saturating_sub(touched)
    }

    /// The same, at most two.
    #[inline]
    pub fn fresh_for_red(&self, touched: usize) -> usize {
        self.room(touched).min(2)
    }

    /// Fresh vertices that Green can use, at most two; `None` when there are more than a position can hold.
    #[inline]
    pub fn fresh_for_green(&self, touched: usize) -> Option<usize> {
        let fresh = self.possible.saturating_sub(touched).min(2);
        (touched + fresh <= ORDER_MOST).then_some(fresh)
    }
}
