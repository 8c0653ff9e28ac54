//! Whether a strategy wins: every reply to every entry.
//!
//! Each entry is a position with Red to move in which no edge completes a copy for either player. She makes the move
//! that it gives. After every reply of Green, and what both must then do, a line of the entry wins, or the position is
//! again an entry. Positions only gain edges, so that this ends.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::claim::Claim;
use super::rules::{Edge, GREEN, Game, RED};
use crate::coloured::likeness::{KEPT, are_isomorphic, marks, number};
use crate::coloured::position::Position;
use crate::proof::{Bytes, ProofError, each};
use crate::work::spent;

/// Moves played for one entry; a proof that needs more is rejected.
const STEPS: u64 = 20_000_000;
/// Steps of a move, beside those of its threats.
const MOVE_STEPS: u64 = 64;
const TOO_MANY: &str = "it takes too many moves to check";

/// What was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Red's moves in the longest game.
    pub moves: u64,
    /// The most vertices with an edge.
    pub touched: u64,
}

struct Entry {
    position: Position,
    edge: Edge,
    lines: Vec<Vec<Edge>>,
}

fn wrong(entry: usize, why: &'static str) -> ProofError {
    let entry = entry as u64;
    ProofError::Entry { entry, why }
}

pub(super) fn check(claim: &Claim, body: &[u8], threads: usize) -> Result<Met, ProofError> {
    let index = Index::of(claim, body)?;
    let game = Game::new(claim);
    let (moves, touched) = (AtomicU64::new(0), AtomicU64::new(0));
    let checked = each(index.starts.len(), threads, |entry| {
        let mut met = Met::default();
        let mut checker = Checker {
            game: &game,
            index: &index,
            most: claim.moves,
            steps: 0,
            lines: Vec::new(),
            met: &mut met,
        };
        checker.entry(index.entry(entry))?;
        moves.fetch_max(met.moves, Relaxed);
        touched.fetch_max(met.touched, Relaxed);
        Ok(())
    });
    checked.map_err(|(entry, why)| wrong(entry, why))?;
    Ok(Met {
        moves: moves.into_inner(),
        touched: touched.into_inner(),
    })
}

/// Where entries begin, and where to look for a position.
struct Index<'a> {
    body: &'a [u8],
    starts: Vec<usize>,
    /// Fingerprints with the numbers of entries, in order.
    known: Vec<(u64, u32)>,
}

impl<'a> Index<'a> {
    fn of(claim: &Claim, body: &'a [u8]) -> Result<Self, ProofError> {
        let mut index = Self {
            body,
            starts: Vec::new(),
            known: Vec::new(),
        };
        let (mut at, mut lines) = (0, 0);
        while at < body.len() {
            let entries = index.starts.len();
            let mut rest = Bytes(&body[at..]);
            let entry = read(&mut rest, entries)?;
            lines += entry.lines.len() as u64;
            index.starts.push(at);
            let marks = marks(&entry.position, &KEPT);
            index.known.push((number(&entry.position, &marks), entries as u32));
            at = body.len() - rest.0.len();
        }
        if index.starts.len() as u64 != claim.entries || claim.entries > u64::from(u32::MAX) {
            return Err(ProofError::Head { line: "entries" });
        }
        if lines != claim.lines {
            return Err(ProofError::Head { line: "lines" });
        }
        index.known.sort_unstable();
        if index.starts.is_empty() || index.entry(0).position.n > 0 {
            let why = "the first entry is not the empty board";
            return Err(ProofError::Claim { why });
        }
        Ok(index)
    }

    fn entry(&self, number: usize) -> Entry {
        let mut rest = Bytes(&self.body[self.starts[number]..]);
        read(&mut rest, number).expect("it was read before")
    }

    fn has(&self, position: &Position) -> bool {
        let marks = marks(position, &KEPT);
        let whole = number(position, &marks);
        let first = self.known.partition_point(|known| known.0 < whole);
        let candidates = self.known[first..].iter().take_while(|known| known.0 == whole);
        candidates.into_iter().any(|&(_, entry)| {
            let other = self.entry(entry as usize).position;
            are_isomorphic(position, &marks, &other, &KEPT)
        })
    }
}

fn read(bytes: &mut Bytes, number: usize) -> Result<Entry, ProofError> {
    let edge = |bytes: &mut Bytes| -> Result<Edge, ProofError> {
        let (u, v) = (bytes.number(1)? as usize, bytes.number(1)? as usize);
        match u.max(v) < 32 && u != v {
            true => Ok((u, v)),
            false => Err(wrong(number, "an edge has no such ends")),
        }
    };
    let counts = [bytes.number(1)?, bytes.number(1)?];
    if counts[RED] != counts[GREEN] {
        return Err(wrong(number, "it is not Red's turn"));
    }
    let mut position = Position::empty(2);
    for colour in [RED, GREEN] {
        for _ in 0..counts[colour] {
            let (u, v) = edge(bytes)?;
            if !position.is_free(u, v) {
                return Err(wrong(number, "an edge is claimed twice"));
            }
            position = position.with((u, v), colour);
        }
    }
    let bare = |v: usize| position.rows[RED][v] | position.rows[GREEN][v] == 0;
    if (0..position.n).any(bare) {
        return Err(wrong(number, "a vertex has no edge"));
    }
    let chosen = edge(bytes)?;
    let mut lines = Vec::new();
    for _ in 0..bytes.number(2)? {
        let length = bytes.number(1)?;
        lines.push((0..length).map(|_| edge(bytes)).collect::<Result<_, _>>()?);
    }
    Ok(Entry {
        position,
        edge: chosen,
        lines,
    })
}

/// Where a move and what it forces lead.
enum After {
    /// Red has completed a copy, or will with her next move whatever Green does.
    Won,
    /// Nothing is open, and Red is to move.
    Red,
    /// Nothing is open, and Green is to move.
    Green,
}

struct Checker<'a> {
    game: &'a Game,
    index: &'a Index<'a>,
    most: u64,
    steps: u64,
    lines: Vec<Vec<Edge>>,
    met: &'a mut Met,
}

impl Checker<'_> {
    fn entry(&mut self, entry: Entry) -> Result<(), &'static str> {
        let mut position = entry.position;
        self.lines = entry.lines;
        for colour in [RED, GREEN] {
            if self.game.is_open(&position, colour)? {
                return Err("an edge completes a copy");
            }
        }
        match self.red(&mut position, entry.edge)? {
            After::Won => self.won(&position),
            After::Red => self.leaf(&position),
            After::Green => self.replies(&position),
        }
    }

    /// Red takes an edge, with nothing open before, and both take what they must.
    fn red(&mut self, position: &mut Position, mut edge: Edge) -> Result<After, &'static str> {
        loop {
            self.steps += 1;
            if self.steps > STEPS || spent(MOVE_STEPS) {
                return Err(TOO_MANY);
            }
            if !self.game.may_take(position, edge) {
                return Err("Red cannot take an edge");
            }
            *position = position.with(edge, RED);
            edge = match self.game.threats(position, RED, edge)?[..] {
                [] => return Ok(After::Green),
                [answer] => answer,
                _ => return Ok(After::Won),
            };
            *position = position.with(edge, GREEN);
            edge = match self.game.threats(position, GREEN, edge)?[..] {
                [] => return Ok(After::Red),
                [answer] => answer,
                _ => return Err("Green gets two threats"),
            };
        }
    }

    /// With two threats, her next move completes a copy.
    fn won(&mut self, position: &Position) -> Result<(), &'static str> {
        let moves = position.edges(RED).count() as u64 + 1;
        if moves > self.most {
            return Err("Red needs more moves than are claimed");
        }
        self.met.moves = self.met.moves.max(moves);
        self.met.touched = self.met.touched.max(position.n as u64);
        Ok(())
    }

    /// Green is to move, and nothing is open.
    fn replies(&mut self, position: &Position) -> Result<(), &'static str> {
        for edge in self.game.replies(position)? {
            if spent(MOVE_STEPS) {
                return Err(TOO_MANY);
            }
            let mut position = position.with(edge, GREEN);
            let after = match self.game.threats(&position, GREEN, edge)?[..] {
                [] => After::Red,
                [answer] => self.red(&mut position, answer)?,
                _ => return Err("Green gets two threats"),
            };
            match after {
                After::Won => self.won(&position)?,
                After::Red => self.leaf(&position)?,
                After::Green => self.replies(&position)?,
            }
        }
        Ok(())
    }

    /// Red is to move, and nothing is open: a line wins, or this is an entry.
    fn leaf(&mut self, position: &Position) -> Result<(), &'static str> {
        let lines = std::mem::take(&mut self.lines);
        let won = lines.iter().any(|line| self.line(position, line));
        self.lines = lines;
        match won || self.index.has(position) {
            true => Ok(()),
            false => Err("a reply of Green has no answer"),
        }
    }

    fn line(&mut self, position: &Position, line: &[Edge]) -> bool {
        let mut position = position.clone();
        for &edge in line {
            match self.red(&mut position, edge) {
                Ok(After::Won) => return self.won(&position).is_ok(),
                Ok(After::Red) => {}
                Ok(After::Green) | Err(_) => return false,
            }
        }
        false
    }
}
