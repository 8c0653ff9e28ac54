//! What a proof about a Maker-Breaker game claims, and its counts.

use super::{WinningSets, winning_sets};
use crate::graph6;
use crate::proof::{Lines, ProofError};

/// Most vertices that a proof can be about.
const ORDER_MOST: u64 = 11;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Wants a winning set.
    Maker,
    /// Wants that Maker gets none.
    Breaker,
}

impl Player {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Maker => "Maker",
            Self::Breaker => "Breaker",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Maker, Self::Breaker]
            .into_iter()
            .find(|player| player.name() == name)
    }
}

/// What a proof claims, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The game's name.
    pub game: String,
    /// Number of vertices.
    pub n: usize,
    /// Rows of the edges there are.
    pub board: Vec<u32>,
    /// Rows of the edges that are Maker's at the start.
    pub maker: Vec<u32>,
    /// Rows of the edges that are Breaker's at the start.
    pub breaker: Vec<u32>,
    /// Who moves first.
    pub starter: Player,
    /// Who wins.
    pub winner: Player,
    /// Positions of the strategy.
    pub nodes: u64,
    /// Replies in them.
    pub replies: u64,
    /// Bytes of the body.
    pub bytes: u64,
}

impl Claim {
    /// Reads the ten lines, which must be these in this order.
    pub(super) fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        let n = lines.count("n")?;
        if !(2..=ORDER_MOST).contains(&n) {
            return Err(ProofError::Head { line: "n" });
        }
        let n = n as usize;
        let mut graph = |line: &'static str| {
            let rows = graph6::decode(lines.next(line)?).filter(|rows| rows.len() == n);
            rows.ok_or(ProofError::Head { line })
        };
        let (board, maker, breaker) = (graph("board")?, graph("maker")?, graph("breaker")?);
        let mut player = |line: &'static str| Player::named(lines.next(line)?).ok_or(ProofError::Head { line });
        let (starter, winner) = (player("starter")?, player("winner")?);
        let (nodes, replies) = (lines.count("nodes")?, lines.count("replies")?);
        let bytes = lines.end()?;
        let claim = Self {
            game,
            n,
            board,
            maker,
            breaker,
            starter,
            winner,
            nodes,
            replies,
            bytes,
        };
        if claim.winning_sets().is_none() {
            return Err(ProofError::Head { line: "game" });
        }
        if (0..n).any(|v| claim.maker[v] & !claim.board[v] != 0) {
            return Err(ProofError::Head { line: "maker" });
        }
        if (0..n).any(|v| claim.breaker[v] & !(claim.board[v] & !claim.maker[v]) != 0) {
            return Err(ProofError::Head { line: "breaker" });
        }
        // Two sets and a count each node; a pair, a number and a map each reply, that of the start among them.
        let node = 2 * (n * (n - 1) / 2).div_ceil(8) as u128 + 1;
        let reply = 5 + n as u128;
        if u128::from(bytes) != u128::from(nodes) * node + (u128::from(replies) + 1) * reply {
            return Err(ProofError::Head { line: "bytes" });
        }
        Ok(claim)
    }

    /// What Maker must own; there always is something.
    pub(super) fn winning_sets(&self) -> Option<WinningSets> {
        winning_sets(self.game.strip_prefix("maker-breaker:")?, self.n)
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let n = self.n;
        let words = self.winning_sets().map_or(String::new(), |sets| sets.words);
        let turn = if self.winner == self.starter { "first" } else { "second" };
        let is_whole = self.board.iter().all(|row| row.count_ones() as usize == n - 1);
        let board = match is_whole {
            true => format!("on {n} vertices"),
            false => format!("on the board {}", graph6::encode(&self.board)),
        };
        let claimed = |who: Player, rows: &[u32]| match rows.iter().all(|row| *row == 0) {
            true => String::new(),
            false => format!(", {}'s edges at the start being {}", who.name(), graph6::encode(rows)),
        };
        format!(
            "{}, moving {turn}, wins the {words} {board}{}{}",
            self.winner.name(),
            claimed(Player::Maker, &self.maker),
            claimed(Player::Breaker, &self.breaker),
        )
    }
}
