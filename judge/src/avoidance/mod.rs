//! Whether a proof about an avoidance game is right: a set of positions that the winner can keep to.

mod claim;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::nauty::{HAS_NAUTY, Nauty};
use crate::proof::{Bytes, Lines, ProofError, Proved, together};
use crate::rules::{Rules, rules};
use crate::triangle::{edges, with_edge};
use crate::work::spent;
use claim::{Claim, Winner};

/// Positions that a thread takes at a time.
const PIECE: usize = 256;

/// Steps of a canonical form.
const FORM_STEPS: u64 = 512;

const NO_GRAPH: &str = "its bytes are not a graph with as many edges as its level";
const NO_REPLY: &str = "a move of the loser has no reply";
const REPLY: &str = "the winner's reply is not a legal move";
const LEADS_OUT: &str = "the winner's reply leads to a position that the proof does not have";
const START: &str = "it does not have the position after the winner's first turn";

/// One level of the set: positions with as many edges, and the replies to all moves from them.
struct Level<'a> {
    edges: usize,
    positions: &'a [u8],
    replies: &'a [u8],
    /// Number of the first position.
    first: u64,
}

/// Checks a proof. Cost: a canonical form by nauty for each position and each reply, 20 bytes of memory for each
/// position of two levels.
///
/// The loser is next in every position of the set. Each of his moves has a reply that leads back into the set, up to
/// isomorphism, so it is he who runs out of moves.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let claim = Claim::read(lines)?;
    if !HAS_NAUTY {
        return Err(ProofError::Needs { what: "nauty" });
    }
    let rules = rules(&claim.game).ok_or(ProofError::Head { line: "game" })?;
    let levels = levels(&claim, body)?;
    let start = levels.first().filter(|level| !level.positions.is_empty());
    // All graphs with one edge are isomorphic.
    let has_start = claim.winner == Winner::Second || rules.is_position(&one_edge(claim.n));
    if start.is_none() || !has_start {
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
            ("positions", claim.positions.into()),
            ("replies", claim.replies.into()),
        ],
        game: claim.game,
    })
}

/// The levels of a body, which must be as many and as large as the head says.
fn levels<'a>(claim: &Claim, body: &'a [u8]) -> Result<Vec<Level<'a>>, ProofError> {
    let width = claim.width();
    let mut bytes = Bytes(body);
    let (mut levels, mut positions, mut replies) = (Vec::new(), 0, 0);
    for at in 0..claim.levels {
        let (count, answers) = (bytes.number(8)?, bytes.number(8)?);
        let length = usize::try_from(count).ok().and_then(|count| count.checked_mul(width));
        let level = Level {
            edges: 2 * at as usize + claim.winner.edges(),
            positions: bytes.take(length.ok_or(ProofError::Body)?)?,
            replies: bytes.take(usize::try_from(answers).map_err(|_| ProofError::Body)?)?,
            first: positions,
        };
        levels.push(level);
        positions += count;
        replies += answers;
    }
    match bytes.0.is_empty() && positions == claim.positions && replies == claim.replies {
        true => Ok(levels),
        false => Err(ProofError::Body),
    }
}

fn one_edge(n: usize) -> Vec<u32> {
    let rows = vec![0; n];
    match n {
        0 | 1 => rows,
        _ => with_edge(&rows, (0, 1)),
    }
}

/// The number of a piece's first position, and what was made of them.
type Made<T> = (usize, Result<Vec<T>, ProofError>);

struct Checker<'a> {
    n: usize,
    rules: &'a dyn Rules,
    threads: usize,
}

impl Checker<'_> {
    /// Bytes of a position.
    fn width(&self) -> usize {
        (self.n * (self.n - 1) / 2).div_ceil(8).max(1)
    }

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
        let forms = self.each(level, |nauty, _, rows| Ok(self.form(nauty, rows)))?;
        let mut forms: Vec<u128> = forms.into_iter().collect();
        forms.sort_unstable();
        Ok(forms)
    }

    /// Checks that each move from each position of a level has a reply that leads to one of these.
    fn level(&self, level: &Level, next: &[u128]) -> Result<(), ProofError> {
        // Where the replies of each position begin.
        let counts = self.each(level, |_, _, rows| Ok(self.moves(rows).len()))?;
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
        let checked = self.each(level, |nauty, at, rows| {
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
                if next.binary_search(&self.form(nauty, &answered)).is_err() {
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
        work: impl Fn(&mut Nauty, usize, &[u32]) -> Result<T, &'static str> + Sync,
    ) -> Result<Vec<T>, ProofError> {
        let width = self.width();
        let count = level.positions.len() / width;
        let taken = AtomicUsize::new(0);
        let done: Mutex<Vec<Made<T>>> = Mutex::new(Vec::new());
        let one = || {
            let mut nauty = Nauty::new();
            loop {
                let from = taken.fetch_add(1, Relaxed) * PIECE;
                if from >= count || spent(0) {
                    return;
                }
                let piece = from..count.min(from + PIECE);
                let made = piece.map(|at| {
                    let rows = self.rows(&level.positions[at * width..][..width], level.edges);
                    let made = rows.ok_or(NO_GRAPH).and_then(|rows| work(&mut nauty, at, &rows));
                    made.map_err(|why| ProofError::Entry {
                        entry: level.first + at as u64,
                        why,
                    })
                });
                let made = (from, made.collect());
                done.lock().expect("no thread panics").push(made);
            }
        };
        together(self.threads.min(count / PIECE + 1), &one);
        let mut done = done.into_inner().expect("no thread panics");
        done.sort_unstable_by_key(|(from, _)| *from);
        let mut all = Vec::with_capacity(count);
        for (_, made) in done {
            all.extend(made?);
        }
        Ok(all)
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

    /// The canonical graph as a number.
    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> u128 {
        let mut canonical = [0; 16];
        let canonical = &mut canonical[..self.n];
        spent(FORM_STEPS);
        nauty.canonical_into(rows, canonical);
        let pairs = (1..self.n).flat_map(|v| (0..v).map(move |u| (u, v)));
        pairs.fold(0, |form, (u, v)| form << 1 | u128::from(canonical[u] >> v & 1))
    }
}
