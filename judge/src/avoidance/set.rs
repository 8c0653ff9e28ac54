//! A proof by a set of positions that the winner can keep to.

use super::claim::Claim;
use crate::coloured::form::form;
use crate::coloured::structure::Structure;
use crate::graphs::{edges, with_edge};
use crate::proof::{Bytes, Lines, ProofError, Proved, made};
use crate::rules::{Rules, rules};
use crate::work::spent;

/// Most vertices that a proof can be about.
pub(super) const ORDER_MOST: u64 = 16;

/// Positions that a thread takes at a time.
const PIECE: usize = 256;

const NO_GRAPH: &str = "its bytes are not a graph with as many edges as its level";
const NO_REPLY: &str = "a move of the loser has no reply";
const REPLY: &str = "the winner's reply is not a legal move";
const LEADS_OUT: &str = "the winner's reply leads to a position that the proof does not have";
const START: &str = "it does not have the position after the winner's first turn";

/// What the head says.
struct Head {
    claim: Claim,
    levels: u64,
    positions: u64,
    replies: u64,
}

impl Head {
    /// Reads the seven lines, which must be these in this order.
    fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let claim = Claim::read(&mut lines, ORDER_MOST)?;
        let head = Self {
            levels: lines.count("levels")?,
            positions: lines.count("positions")?,
            replies: lines.count("replies")?,
            claim,
        };
        // Two numbers a level; a level has more edges than the one before.
        let n = head.claim.n;
        if head.levels > (n * n) as u64 {
            return Err(ProofError::Head { line: "levels" });
        }
        let bytes = u128::from(lines.end()?);
        let positions = u128::from(head.positions) * width(n) as u128;
        match bytes == 16 * u128::from(head.levels) + positions + u128::from(head.replies) {
            true => Ok(head),
            false => Err(ProofError::Head { line: "bytes" }),
        }
    }
}

/// Bytes of a position.
fn width(n: usize) -> usize {
    (n * (n - 1) / 2).div_ceil(8).max(1)
}

/// One level of the set: positions with as many edges, and the replies to all moves from them.
struct Level<'a> {
    edges: usize,
    positions: &'a [u8],
    replies: &'a [u8],
    /// Number of the first position.
    first: u64,
}

/// Checks a proof. Cost: a canonical form for each position and each reply, 20 bytes of memory for each position of two
/// levels.
///
/// The loser is next in every position of the set. Each of his moves has a reply that leads back into the set, up to
/// isomorphism, so it is he who runs out of moves.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let head = Head::read(lines)?;
    let claim = &head.claim;
    let rules = rules(&claim.game).ok_or(ProofError::Head { line: "game" })?;
    let levels = levels(&head, body)?;
    let start = levels.first().filter(|level| !level.positions.is_empty());
    if start.is_none() || claim.start().is_none() {
        return Err(ProofError::Claim { why: START });
    }
    let checker = Checker {
        n: claim.n,
        rules: &*rules,
        threads,
    };
    checker.forms(&levels[0])?;
    for (at, level) in levels.iter().enumerate() {
        let next = levels.get(at + 1).map(|next| checker.forms(next)).transpose()?;
        checker.level(level, &next.unwrap_or_default())?;
    }
    Ok(Proved {
        sentence: claim.sentence(),
        facts: vec![
            ("n", (claim.n as u64).into()),
            ("winner", claim.winner.name().into()),
            ("positions", head.positions.into()),
            ("replies", head.replies.into()),
        ],
        game: claim.game.clone(),
    })
}

/// The levels of a body, which must be as many and as large as the head says.
fn levels<'a>(head: &Head, body: &'a [u8]) -> Result<Vec<Level<'a>>, ProofError> {
    let width = width(head.claim.n);
    let mut bytes = Bytes(body);
    let (mut levels, mut positions, mut replies) = (Vec::new(), 0, 0);
    for at in 0..head.levels {
        let (count, answers) = (bytes.number(8)?, bytes.number(8)?);
        let length = usize::try_from(count).ok().and_then(|count| count.checked_mul(width));
        let level = Level {
            edges: 2 * at as usize + head.claim.winner.edges(),
            positions: bytes.take(length.ok_or(ProofError::Body)?)?,
            replies: bytes.take(usize::try_from(answers).map_err(|_| ProofError::Body)?)?,
            first: positions,
        };
        levels.push(level);
        positions += count;
        replies += answers;
    }
    match bytes.0.is_empty() && positions == head.positions && replies == head.replies {
        true => Ok(levels),
        false => Err(ProofError::Body),
    }
}

struct Checker<'a> {
    n: usize,
    rules: &'a dyn Rules,
    threads: usize,
}

impl Checker<'_> {
    /// The legal moves in the order of their numbers: 0-1, 0-2, 1-2, 0-3 and so on.
    fn moves(&self, rows: &[u32]) -> Vec<(usize, usize)> {
        // Each pair is tried on all rows.
        spent((self.n * self.n * self.n * self.n) as u64 >> 3);
        let mut moves = self.rules.moves(rows);
        moves.sort_unstable_by_key(|&(u, v)| (v, u));
        moves
    }

    /// The canonical forms of a level, sorted.
    fn forms(&self, level: &Level) -> Result<Vec<u128>, ProofError> {
        let mut forms = self.each(level, |_, rows| Ok(self.form(rows)))?;
        forms.sort_unstable();
        Ok(forms)
    }

    /// Checks that each move from each position of a level has a reply that leads to one of these.
    fn level(&self, level: &Level, next: &[u128]) -> Result<(), ProofError> {
        // Where the replies of each position begin.
        let counts = self.each(level, |_, rows| Ok(self.moves(rows).len()))?;
        let mut starts = Vec::with_capacity(counts.len() + 1);
        let mut start = 0usize;
        for count in counts {
            starts.push(start);
            start += count;
        }
        if start != level.replies.len() {
            return Err(ProofError::Entry {
                entry: level.first,
                why: NO_REPLY,
            });
        }
        let checked = self.each(level, |at, rows| {
            let moves = self.moves(rows);
            for (&taken, &reply) in moves.iter().zip(&level.replies[starts[at]..]) {
                let after = with_edge(rows, taken);
                let (u, v) = self.pair(reply).ok_or(REPLY)?;
                if after[u] >> v & 1 == 1 {
                    return Err(REPLY);
                }
                let answered = with_edge(&after, (u, v));
                if !self.rules.is_position(&answered) {
                    return Err(REPLY);
                }
                if next.binary_search(&self.form(&answered)).is_err() {
                    return Err(LEADS_OUT);
                }
            }
            Ok(())
        });
        checked.map(drop)
    }

    /// What `work` makes of each position of a level, in their order, on several threads.
    fn each<T: Send>(
        &self,
        level: &Level,
        work: impl Fn(usize, &[u32]) -> Result<T, &'static str> + Sync,
    ) -> Result<Vec<T>, ProofError> {
        let width = width(self.n);
        let count = level.positions.len() / width;
        let all = made(
            count,
            self.threads,
            PIECE,
            || (),
            |(), at| {
                let rows = self.rows(&level.positions[at * width..][..width], level.edges);
                work(at, &rows.ok_or(NO_GRAPH)?)
            },
        );
        all.map_err(|(at, why)| ProofError::Entry {
            entry: level.first + at as u64,
            why,
        })
    }

    /// The rows of a graph: bit by bit, 0-1, 0-2, 1-2, 0-3 and so on, each byte from its most significant bit.
    fn rows(&self, bytes: &[u8], size: usize) -> Option<Vec<u32>> {
        let mut rows = vec![0; self.n];
        let mut pairs = (1..self.n).flat_map(|v| (0..v).map(move |u| (u, v)));
        for bit in 0..8 * bytes.len() {
            let is_edge = bytes[bit / 8] >> (7 - bit % 8) & 1 == 1;
            match pairs.next() {
                Some((u, v)) if is_edge => {
                    rows[u] |= 1 << v;
                    rows[v] |= 1 << u;
                }
                None if is_edge => return None,
                _ => {}
            }
        }
        (edges(&rows) == size).then_some(rows)
    }

    fn pair(&self, number: u8) -> Option<(usize, usize)> {
        let mut pairs = (1..self.n).flat_map(|v| (0..v).map(move |u| (u, v)));
        pairs.nth(number.into())
    }

    /// The canonical graph as a number; that it has as many vertices as all is known.
    fn form(&self, rows: &[u32]) -> u128 {
        let mut graph = Structure::EMPTY;
        graph.edge[..self.n].copy_from_slice(rows);
        form(&graph).0.edges()
    }
}
