//! The head of a proof: the game, the claim and the counts.

use super::error::ProofError;
use crate::graph6;
use crate::maker_breaker::{WinningSets, winning_sets};

/// Most vertices that a proof can be about.
const ORDER_MOST: usize = 11;

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
pub struct Head {
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

impl Head {
    /// Reads the ten lines, which must be these in this order.
    pub(super) fn read(text: &[u8]) -> Result<Self, ProofError> {
        let text = str::from_utf8(text).map_err(|_| ProofError::Head { line: "game" })?;
        let mut lines = text.split_terminator('\n');
        let mut next = |line: &'static str| {
            let value = lines
                .next()
                .and_then(|found| found.strip_prefix(line)?.strip_prefix(' '));
            value.ok_or(ProofError::Head { line })
        };
        let (game, n) = (next("game")?, next("n")?);
        let n = number(n).filter(|&n| (2..=ORDER_MOST as u64).contains(&n));
        let n = n.ok_or(ProofError::Head { line: "n" })? as usize;
        let mut graph = |line: &'static str| {
            let rows = graph6::decode(next(line)?).filter(|rows| rows.len() == n);
            rows.ok_or(ProofError::Head { line })
        };
        let (board, maker, breaker) = (graph("board")?, graph("maker")?, graph("breaker")?);
        let mut player = |line: &'static str| Player::named(next(line)?).ok_or(ProofError::Head { line });
        let (starter, winner) = (player("starter")?, player("winner")?);
        let mut count = |line: &'static str| number(next(line)?).ok_or(ProofError::Head { line });
        let (nodes, replies, bytes) = (count("nodes")?, count("replies")?, count("bytes")?);
        if lines.next().is_some() || !text.ends_with('\n') {
            return Err(ProofError::Head { line: "bytes" });
        }
        let head = Self {
            game: game.into(),
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
        if head.winning_sets().is_none() {
            return Err(ProofError::Head { line: "game" });
        }
        if (0..n).any(|v| head.maker[v] & !head.board[v] != 0) {
            return Err(ProofError::Head { line: "maker" });
        }
        if (0..n).any(|v| head.breaker[v] & !(head.board[v] & !head.maker[v]) != 0) {
            return Err(ProofError::Head { line: "breaker" });
        }
        // Two sets and a count each node; a pair, a number and a map each reply, that of the start among them.
        let node = 2 * (n * (n - 1) / 2).div_ceil(8) as u128 + 1;
        let reply = 5 + n as u128;
        if u128::from(bytes) != u128::from(nodes) * node + (u128::from(replies) + 1) * reply {
            return Err(ProofError::Head { line: "bytes" });
        }
        Ok(head)
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

/// A number as numbers are written.
fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}
