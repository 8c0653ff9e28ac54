//! What a proof about an avoidance game claims, and its counts.

use crate::proof::{Lines, ProofError};
use crate::rules::rules;

/// Most vertices that a proof can be about.
const ORDER_MOST: u64 = 16;

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    First,
    Second,
}

impl Winner {
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// Edges of the graph after the winner's turn that comes first: the second player's is before the game.
    pub fn edges(self) -> usize {
        match self {
            Self::First => 1,
            Self::Second => 0,
        }
    }
}

/// What a proof claims, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub game: String,
    pub n: usize,
    pub winner: Winner,
    pub levels: u64,
    pub positions: u64,
    pub replies: u64,
}

impl Claim {
    /// Reads the seven lines, which must be these in this order.
    pub fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        if rules(&game).is_none() {
            return Err(ProofError::Head { line: "game" });
        }
        let n = lines.count("n")?;
        if !(1..=ORDER_MOST).contains(&n) {
            return Err(ProofError::Head { line: "n" });
        }
        let winner = match lines.next("winner")? {
            "first" => Winner::First,
            "second" => Winner::Second,
            _ => return Err(ProofError::Head { line: "winner" }),
        };
        let claim = Self {
            game,
            n: n as usize,
            winner,
            levels: lines.count("levels")?,
            positions: lines.count("positions")?,
            replies: lines.count("replies")?,
        };
        // Two numbers a level; a level has more edges than the one before.
        if claim.levels > n * n {
            return Err(ProofError::Head { line: "levels" });
        }
        let bytes = u128::from(lines.end()?);
        let positions = u128::from(claim.positions) * claim.width() as u128;
        match bytes == 16 * u128::from(claim.levels) + positions + u128::from(claim.replies) {
            true => Ok(claim),
            false => Err(ProofError::Head { line: "bytes" }),
        }
    }

    /// Bytes of a position.
    pub fn width(&self) -> usize {
        (self.n * (self.n - 1) / 2).div_ceil(8).max(1)
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let (winner, game, n) = (self.winner.name(), &self.game, self.n);
        format!("The {winner} player wins the game {game} on {n} vertices")
    }
}
