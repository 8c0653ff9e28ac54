//! Sequences of threats: each of the attacker's moves leaves the other player one answer, and the last one none.

use super::super::group::mixed;
use super::super::set::{Set, each, least, one, size};
use super::board::Board;

/// The attacker's moves.
pub type Sequence = Vec<u8>;

/// Slots of positions that have failed.
const SLOTS: usize = 1 << 14;
/// Positions that a search may look at: fewer than one in a hundred of those in Qubic needs more.
pub const POSITIONS_MOST: u32 = 2000;

/// Searches for sequences, one after the other.
pub struct Sequences {
    /// Failed positions, each with the number of its search.
    failed: Vec<(u64, u32)>,
    number: u32,
    left: u32,
    line: Sequence,
}

impl Default for Sequences {
    fn default() -> Self {
        Self {
            failed: vec![(0, 0); SLOTS],
            number: 0,
            left: 0,
            line: Vec::new(),
        }
    }
}

fn stone(side: usize, element: usize) -> u64 {
    mixed((side * 1000 + element * 7 + 12345) as u64)
}

fn is_many(set: Set) -> bool {
    set & set.wrapping_sub(1) != 0
}

impl Sequences {
    /// A sequence with which `side`, who is to move, wins; it may look at so many positions. Where the other player has
    /// threats the first move must be one of them.
    pub fn find(&mut self, board: &mut Board, side: usize, most: u32) -> Option<Sequence> {
        let now = board.threats(side);
        if now != 0 {
            return Some(vec![least(now) as u8]);
        }
        self.number = self.number.wrapping_add(1);
        self.left = most;
        self.line.clear();
        let must = board.threats(1 - side);
        self.go(board, side, must, mixed(self.number.into()))
            .then(|| self.line.clone())
    }

    /// `must` are the elements with which the other player would complete a set.
    fn go(&mut self, board: &mut Board, side: usize, must: Set, hash: u64) -> bool {
        if is_many(must) || self.left == 0 {
            return false;
        }
        self.left -= 1;
        // For each element of a set that lacks two, the other one.
        let mut partner = [0u8; 128];
        let (mut candidates, mut twice): (Set, Option<usize>) = (0, None);
        for pair in board.pairs(side) {
            let (first, second) = (least(pair), least(pair & (pair - 1)));
            for (element, other) in [(first, second), (second, first)] {
                let is_new = candidates >> element & 1 == 0;
                if !is_new && usize::from(partner[element]) != other && (must == 0 || must == one(element)) {
                    twice = Some(element);
                }
                if is_new {
                    partner[element] = other as u8;
                }
            }
            candidates |= pair;
            if twice.is_some() {
                break;
            }
        }
        if let Some(element) = twice {
            self.line.push(element as u8);
            return true;
        }
        if must != 0 {
            candidates &= must;
        }
        let slot = (hash >> 50) as usize % SLOTS;
        if candidates == 0 || self.failed[slot] == (hash, self.number) {
            return false;
        }
        for element in each(candidates) {
            let reply = usize::from(partner[element]);
            board.put(side, element);
            board.put(1 - side, reply);
            let next = board.threats_through(1 - side, reply);
            self.line.push(element as u8);
            let wins = self.go(board, side, next, hash ^ stone(side, element) ^ stone(1 - side, reply));
            board.take(1 - side, reply);
            board.take(side, element);
            if wins {
                return true;
            }
            self.line.pop();
            if self.left == 0 {
                return false;
            }
        }
        self.failed[slot] = (hash, self.number);
        false
    }
}

/// Whether a sequence, played by `side` who is to move, wins as it stands.
pub fn wins(board: &mut Board, side: usize, sequence: &[u8]) -> bool {
    let mut made = Vec::new();
    let mut won = board.threats(side) != 0;
    for &element in sequence {
        let element = usize::from(element);
        let must = board.threats(1 - side);
        if won || board.free >> element & 1 == 0 || must & !one(element) != 0 {
            break;
        }
        board.put(side, element);
        made.push((side, element));
        let threats = board.threats_through(side, element);
        won = is_many(threats);
        if won || threats == 0 {
            break;
        }
        let reply = least(threats);
        board.put(1 - side, reply);
        made.push((1 - side, reply));
    }
    while let Some((side, element)) = made.pop() {
        board.take(side, element);
    }
    won
}

/// The free elements where a stone of the other side, placed before the sequence, could disturb it.
pub fn danger(board: &mut Board, side: usize, sequence: &[u8]) -> Set {
    let free = board.free;
    let mut danger: Set = 0;
    let mut made = Vec::new();
    let mut placed: Set = 0;
    for &element in sequence {
        let element = usize::from(element);
        danger |= one(element);
        let now = board.threats(side);
        if now != 0 {
            danger |= now;
            break;
        }
        board.put(side, element);
        made.push((side, element));
        let threats = board.threats_through(side, element);
        danger |= threats;
        if size(threats) != 1 {
            break;
        }
        let reply = least(threats);
        board.put(1 - side, reply);
        made.push((1 - side, reply));
        placed |= one(reply);
    }
    while let Some((side, element)) = made.pop() {
        board.take(side, element);
    }
    // Sets of the other side that come within two elements by its replies.
    for (set, lacks) in board.open_sets(1 - side) {
        if usize::from(lacks) <= 2 + size(set & placed) {
            danger |= set;
        }
    }
    danger & free
}
