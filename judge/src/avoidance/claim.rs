//! What a proof about an avoidance game claims.

use crate::graphs::with_edge;
use crate::proof::{Lines, ProofError};
use crate::rules::rules;
use crate::titles::{avoidance, vertices};

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

/// What a proof claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub game: String,
    pub n: usize,
    pub winner: Winner,
}

impl Claim {
    /// Reads the first three lines, which must be these in this order. The graph has at most `most` vertices.
    pub fn read(lines: &mut Lines, most: u64) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        if rules(&game).is_none() {
            return Err(ProofError::Head { line: "game" });
        }
        let n = lines.count("n")?;
        if !(1..=most).contains(&n) {
            return Err(ProofError::Head { line: "n" });
        }
        let winner = match lines.next("winner")? {
            "first" => Winner::First,
            "second" => Winner::Second,
            _ => return Err(ProofError::Head { line: "winner" }),
        };
        let n = n as usize;
        Ok(Self { game, n, winner })
    }

    /// The graph after the winner's turn that comes first; `None` where the rules forbid it. All graphs with one edge
    /// are isomorphic.
    pub fn start(&self) -> Option<Vec<u32>> {
        let empty = vec![0; self.n];
        let start = match self.winner {
            Winner::Second => empty,
            Winner::First if self.n < 2 => return None,
            Winner::First => with_edge(&empty, (0, 1)),
        };
        rules(&self.game)?.is_position(&start).then_some(start)
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let (winner, title, vertices) = (self.winner.name(), avoidance(&self.game), vertices(self.n));
        format!("The {winner} player wins {title} on {vertices}")
    }
}
