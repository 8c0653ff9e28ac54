//! Whether a strategy wins a strong game for Black.
//!
//! An entry is a position with White to move. It follows from earlier ones when no reply completes a set of White's,
//! and after each Black completes one, or wins by a sequence, or has a move to an earlier entry under a symmetry of
//! both players' winning sets. Positions only gain stones, so that this ends.
//!
//! A sequence is played as it stands: each of Black's moves must leave him a set with one element missing, which White
//! takes; where White could complete a set, Black's move takes that element. It wins when two are missing.

use super::claim::Claim;
use super::families::{self, Set, all, lies_in};
use super::maps::Maps;
use crate::proof::{Bytes, ProofError, each};
use crate::work::spent;

const BLACK: usize = 0;
const WHITE: usize = 1;

/// Stones of Black and White.
type Position = [Set; 2];

/// Why an entry does not follow.
type Why = &'static str;
const SETS: Why = "its stones are not two disjoint sets of the board";
const OVER: Why = "the game is over there";
const ELEMENT: Why = "a sequence or an answer has no such element, or it is not free";
const ORDER: Why = "an answer leads to an entry that does not come before it";
const ELSEWHERE: Why = "an answer leads to another position";
const LOST: Why = "a reply completes a winning set of White";
const UNANSWERED: Why = "a reply has no answer";

struct Answer {
    reply: usize,
    step: usize,
    next: usize,
    map: u64,
}

struct Entry<'a> {
    position: Position,
    sequences: Vec<&'a [u8]>,
    answers: Vec<Answer>,
}

fn wrong(entry: usize, why: Why) -> ProofError {
    let entry = entry as u64;
    ProofError::Entry { entry, why }
}

/// Checks every entry, then the opening.
pub(super) fn check(claim: &Claim, body: &[u8], threads: usize) -> Result<(), ProofError> {
    let mut bytes = Bytes(body);
    let board = claim.board(&mut bytes)?;
    let n = board.names.len();
    let maps = Maps::of_symmetries(&mut bytes, claim.maps, n, &board.wins)?;
    let game = Game {
        n,
        wins: &board.wins,
        maps,
    };
    // Where entries begin, and their positions: the rest is read when it is checked.
    let (mut starts, mut positions) = (Vec::new(), Vec::new());
    let [mut answers, mut sequences] = [0, 0];
    for entry in 0..claim.nodes {
        starts.push(bytes.0);
        let read = game.read(&mut bytes, entry as usize)?;
        positions.push(read.position);
        answers += read.answers.len() as u64;
        sequences += read.sequences.len() as u64;
    }
    if (answers, sequences) != (claim.replies, claim.sequences) {
        return Err(ProofError::Head { line: "replies" });
    }
    let checked = each(starts.len(), threads, |entry| {
        let read = game.read(&mut Bytes(starts[entry]), entry).expect("it was read before");
        game.follows(&read, &positions[..entry])
    });
    checked.map_err(|(entry, why)| wrong(entry, why))?;
    let step = bytes.number(1)?;
    let (next, map) = (bytes.number(4)? as usize, bytes.number(2)?);
    let black_begins = claim.turns.starts_with('B');
    let mut start = board.stones;
    let free = all(n) & !(start[BLACK] | start[WHITE]);
    let is_right = match black_begins {
        true => step < n as u64 && free >> step & 1 == 1,
        false => step == 255,
    };
    if is_right && black_begins {
        start[BLACK] |= 1 << step;
    }
    let leads = positions
        .get(next)
        .is_some_and(|wanted| game.image(map, start) == Some(*wanted));
    match is_right && leads {
        true if bytes.0.is_empty() => Ok(()),
        true => Err(ProofError::Body),
        false => {
            let why = "the opening does not lead to an entry";
            Err(ProofError::Claim { why })
        }
    }
}

struct Game<'a> {
    n: usize,
    wins: &'a [Vec<Set>; 2],
    maps: Maps<'a>,
}

impl Game<'_> {
    fn read<'a>(&self, bytes: &mut Bytes<'a>, entry: usize) -> Result<Entry<'a>, ProofError> {
        let position = [families::read(bytes, self.n)?, families::read(bytes, self.n)?];
        if position[BLACK] & position[WHITE] != 0 || !lies_in(position[BLACK] | position[WHITE], all(self.n)) {
            return Err(wrong(entry, SETS));
        }
        let mut sequences = Vec::new();
        for _ in 0..bytes.number(1)? {
            let length = bytes.number(1)? as usize;
            sequences.push(bytes.take(length)?);
        }
        let mut answers = Vec::new();
        for _ in 0..bytes.number(1)? {
            answers.push(Answer {
                reply: bytes.number(1)? as usize,
                step: bytes.number(1)? as usize,
                next: bytes.number(4)? as usize,
                map: bytes.number(2)?,
            });
        }
        Ok(Entry {
            position,
            sequences,
            answers,
        })
    }

    fn image(&self, map: u64, position: Position) -> Option<Position> {
        Some([
            self.maps.image(map, position[BLACK])?,
            self.maps.image(map, position[WHITE])?,
        ])
    }

    /// Whether an entry follows from those before it, whose positions these are.
    fn follows(&self, entry: &Entry, before: &[Position]) -> Result<(), Why> {
        let position = entry.position;
        if self.owns(BLACK, position) || self.owns(WHITE, position) {
            return Err(OVER);
        }
        let free = all(self.n) & !(position[BLACK] | position[WHITE]);
        if free == 0 {
            return Err(UNANSWERED);
        }
        let mut answered: Set = 0;
        for answer in &entry.answers {
            let (reply, step) = (answer.reply, answer.step);
            let is_free = |element: usize| element < self.n && free >> element & 1 == 1;
            if !is_free(reply) || !is_free(step) || reply == step {
                return Err(ELEMENT);
            }
            let wanted = before.get(answer.next).ok_or(ORDER)?;
            let after = [position[BLACK] | 1 << step, position[WHITE] | 1 << reply];
            if self.image(answer.map, after) != Some(*wanted) {
                return Err(ELSEWHERE);
            }
            answered |= 1 << reply;
        }
        for reply in (0..self.n).filter(|reply| free >> reply & 1 == 1) {
            let after = [position[BLACK], position[WHITE] | 1 << reply];
            if self.owns(WHITE, after) {
                return Err(LOST);
            }
            let wins = || entry.sequences.iter().any(|sequence| self.wins(after, sequence));
            if answered >> reply & 1 == 0 && self.threats(BLACK, after) == 0 && !wins() {
                return Err(UNANSWERED);
            }
        }
        Ok(())
    }

    fn owns(&self, side: usize, position: Position) -> bool {
        spent(self.wins[side].len() as u64) || self.wins[side].iter().any(|&set| lies_in(set, position[side]))
    }

    /// The elements with which a side would complete a set.
    fn threats(&self, side: usize, position: Position) -> Set {
        if spent(self.wins[side].len() as u64) {
            return 0;
        }
        let missing = self.wins[side].iter().map(|set| set & !position[side]);
        let missing = missing.filter(|set| set.count_ones() == 1 && set & position[1 - side] == 0);
        missing.fold(0, |threats, set| threats | set)
    }

    /// Whether Black, who is to move, wins by a sequence.
    fn wins(&self, mut position: Position, sequence: &[u8]) -> bool {
        for &element in sequence {
            let must = self.threats(WHITE, position);
            let step: Set = if usize::from(element) < self.n { 1 << element } else { 0 };
            if step == 0 || step & (position[BLACK] | position[WHITE]) != 0 || !lies_in(must, step) {
                return false;
            }
            position[BLACK] |= step;
            let threats = self.threats(BLACK, position);
            match threats.count_ones() {
                0 => return false,
                1 => position[WHITE] |= threats,
                _ => return true,
            }
        }
        false
    }
}
