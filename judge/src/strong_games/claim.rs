//! What a proof about a strong game claims, and its counts.

use std::fmt;

use crate::number::number;
use crate::pattern;
use crate::proof::{Lines, ProofError};

/// Most vertices of a position, and of a board that has a number.
pub(super) const ORDER_MOST: u64 = 32;
const TARGET_MOST: usize = 8;

/// The boards that a proof is about: complete graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// On so many vertices.
    Order(u64),
    /// On infinitely many.
    Infinite,
    /// On so many vertices or more, and on infinitely many.
    From(u64),
}

impl Boards {
    fn named(text: &str) -> Option<Self> {
        if text == "infinite" {
            return Some(Self::Infinite);
        }
        let (digits, is_from) = match text.strip_suffix('+') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let n = number(digits).filter(|n| (2..=ORDER_MOST).contains(n))?;
        Some(if is_from { Self::From(n) } else { Self::Order(n) })
    }

    /// Vertices that every one of the boards has.
    pub(super) fn sure(self) -> u64 {
        match self {
            Self::Order(n) | Self::From(n) => n,
            Self::Infinite => u64::MAX,
        }
    }

    /// Vertices that one of the boards has.
    pub(super) fn possible(self) -> u64 {
        match self {
            Self::Order(n) => n,
            Self::Infinite | Self::From(_) => u64::MAX,
        }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Order(n) => write!(out, "{n}"),
            Self::Infinite => out.write_str("infinite"),
            Self::From(n) => write!(out, "{n}+"),
        }
    }
}

/// What a proof claims, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The game's name.
    pub game: String,
    /// Rows of the graph that the first player comes to own.
    pub target: Vec<u32>,
    /// The boards.
    pub boards: Boards,
    /// She moves at most so often.
    pub moves: u64,
    /// Positions in the body.
    pub entries: u64,
    /// Lines in the body.
    pub lines: u64,
    /// Bytes of the body.
    pub bytes: u64,
}

impl Claim {
    /// Reads the six lines, which must be these in this order.
    pub(super) fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        let target = target(&game).ok_or(ProofError::Head { line: "game" })?;
        let boards = Boards::named(lines.next("boards")?).ok_or(ProofError::Head { line: "boards" })?;
        Ok(Self {
            game,
            target,
            boards,
            moves: lines.count("moves")?,
            entries: lines.count("entries")?,
            lines: lines.count("lines")?,
            bytes: lines.end()?,
        })
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let name = self.game.split_once(':').map_or("", |(_, name)| name);
        let boards = match self.boards {
            Boards::Order(n) => format!("on the complete graph with {n} vertices"),
            Boards::Infinite => "on the infinite board".into(),
            Boards::From(n) => format!("on every complete graph with at least {n} vertices and on the infinite board"),
        };
        let moves = self.moves;
        format!("The first player wins the strong {name} game {boards}, within {moves} moves")
    }
}

/// The graph of a name: connected, on 3 to 8 vertices. So a missing edge has at most one end that the others lack.
fn target(game: &str) -> Option<Vec<u32>> {
    let rows = pattern::parse(game.strip_prefix("ramsey-achieve:")?)?;
    let mut reached = 1u32;
    for _ in 0..rows.len() {
        for v in 0..rows.len() {
            if reached >> v & 1 == 1 {
                reached |= rows[v];
            }
        }
    }
    ((3..=TARGET_MOST).contains(&rows.len()) && reached.count_ones() as usize == rows.len()).then_some(rows)
}
