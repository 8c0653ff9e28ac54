//! Proof numbers: depth first, with a table of all positions met (A. Nagai, 2002; L. V. Allis, 1994).
//!
//! Positions are least images. With White to move only those replies are looked at that no sequence answers, and a
//! position that is new counts them: that is its proof number. Without a sequence it is about as many as White's
//! replies, less what Black leads by in open sets.

use std::collections::{HashMap, HashSet};

use super::super::group::mixed;
use super::super::hash::ByMixing;
use super::super::set::{Set, each, one, size};
use super::board::{BLACK, Board, Position, Sides, WHITE};
use super::sequences::{POSITIONS_MOST, Sequence, Sequences, danger, wins};

/// Above all proof numbers.
pub const INFINITE: u32 = 1_000_000_000;
/// Stones up to which equal moves are looked for: later there are few.
const FEW_STONES: usize = 8;
/// Bytes of a position in the table, with its place in the index.
pub const NODE_BYTES: u64 = 112;

/// A position.
pub struct Node {
    pub position: Position,
    /// At least so many positions have to be won yet, or lost.
    pub proof: u32,
    pub disproof: u32,
    /// Whether White is to move.
    pub is_whites: bool,
    /// Whether its moves were looked at.
    pub is_open: bool,
    /// Where its moves lead; none where it is decided.
    pub next: Box<[u32]>,
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Black wins.
    Won,
    /// He does not.
    Never,
    /// So much was allowed.
    Spent,
}

/// The table, and what it took.
pub struct Numbers<'a> {
    pub sides: &'a Sides,
    pub nodes: Vec<Node>,
    /// The numbers of positions, by hash.
    places: HashMap<u64, u32, ByMixing>,
    pub sequences: Sequences,
    /// Positions whose moves were looked at.
    pub opened: u64,
    /// How many may be.
    until: u64,
    /// Bytes of the table.
    pub bytes: u64,
    /// What White's search takes at the moment.
    pub beside: Beside,
}

/// Positions and bytes of another search.
#[derive(Clone, Copy, Default)]
pub struct Beside {
    pub nodes: u64,
    pub bytes: u64,
}

fn hash(position: Position, is_whites: bool) -> u64 {
    let words = position.map(|set| [set as u64, (set >> 64) as u64]);
    let words = words.as_flattened().iter();
    words.fold(u64::from(is_whites) + 1, |hash, word| {
        mixed(hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// White's replies that nothing answers, and the sequences that answer the others.
pub struct Unanswered {
    pub replies: Set,
    pub sequences: Vec<Sequence>,
    /// For each sequence whether a reply needs it.
    pub is_needed: Vec<bool>,
}

impl<'a> Numbers<'a> {
    pub fn new(sides: &'a Sides) -> Self {
        Self {
            sides,
            nodes: Vec::new(),
            places: HashMap::default(),
            sequences: Sequences::default(),
            opened: 0,
            until: 0,
            bytes: 0,
            beside: Beside::default(),
        }
    }

    /// The number of a position in the table.
    pub fn place(&self, position: Position, is_whites: bool) -> Option<u32> {
        let place = *self.places.get(&hash(position, is_whites))?;
        let node = &self.nodes[place as usize];
        (node.position == position && node.is_whites == is_whites).then_some(place)
    }

    /// Adds a position.
    pub fn add(&mut self, node: Node) -> u32 {
        let place = self.nodes.len() as u32;
        self.places.insert(hash(node.position, node.is_whites), place);
        self.bytes += NODE_BYTES + 4 * node.next.len() as u64;
        self.nodes.push(node);
        place
    }

    /// Adds a position of Black's that is won by a move to another one.
    pub fn add_won(&mut self, black: Position, white: Position) {
        let won = |position, is_whites, next| Node {
            position,
            proof: 0,
            disproof: INFINITE,
            is_whites,
            is_open: true,
            next,
        };
        let next = match self.place(white, true) {
            Some(place) => {
                let node = &mut self.nodes[place as usize];
                (node.proof, node.disproof, node.is_open) = (0, INFINITE, true);
                place
            }
            None => self.add(won(white, true, Box::default())),
        };
        match self.place(black, false) {
            Some(place) => self.nodes[place as usize] = won(black, false, [next].into()),
            None => _ = self.add(won(black, false, [next].into())),
        }
    }

    /// Black's positions below one that he wins, each with the one that a move leads to.
    pub fn won(&self, place: u32) -> Vec<(Position, Position)> {
        let (mut found, mut seen, mut left) = (Vec::new(), HashSet::from([place]), vec![place]);
        while let Some(black) = left.pop() {
            let black = &self.nodes[black as usize];
            let mut next = black.next.iter().copied();
            let white = next
                .find(|&white| self.nodes[white as usize].proof == 0)
                .expect("a move wins");
            let white = &self.nodes[white as usize];
            found.push((black.position, white.position));
            left.extend(white.next.iter().copied().filter(|&black| seen.insert(black)));
        }
        found
    }

    fn fresh(&mut self, position: Position, is_whites: bool, [proof, disproof]: [u32; 2]) -> u32 {
        self.add(Node {
            position,
            proof,
            disproof,
            is_whites,
            is_open: proof == 0 || disproof == 0,
            next: Box::default(),
        })
    }

    /// White's replies that no sequence of Black's answers; `most` positions for each sequence.
    pub fn unanswered(&mut self, position: Position, only_unlike: bool, most: u32) -> Unanswered {
        let mut board = Board::new(self.sides, position);
        let mut found = Unanswered {
            replies: 0,
            sequences: Vec::new(),
            is_needed: Vec::new(),
        };
        let threats = board.threats(BLACK);
        let (mut replies, mut safe) = (board.free, 0);
        if threats != 0 {
            replies = threats;
        } else if let Some(sequence) = self.sequences.find(&mut board, BLACK, most) {
            safe = board.free & !danger(&mut board, BLACK, &sequence);
            found.sequences.push(sequence);
            found.is_needed.push(safe != 0);
        }
        let mut seen = HashSet::new();
        for reply in each(replies & !safe) {
            if only_unlike && !seen.insert(self.sides.least([position[0], position[1] | one(reply)])) {
                continue;
            }
            board.put(WHITE, reply);
            let mut answer = found
                .sequences
                .iter()
                .position(|sequence| wins(&mut board, BLACK, sequence));
            if answer.is_none()
                && let Some(sequence) = self.sequences.find(&mut board, BLACK, most)
            {
                answer = Some(found.sequences.len());
                found.sequences.push(sequence);
                found.is_needed.push(false);
            }
            board.take(WHITE, reply);
            match answer {
                Some(at) => found.is_needed[at] = true,
                None => found.replies |= one(reply),
            }
        }
        found
    }

    /// The position after a move of Black, with White to move.
    pub fn whites(&mut self, position: Position) -> u32 {
        if let Some(place) = self.place(position, true) {
            return place;
        }
        let numbers = self.first_numbers(position);
        self.fresh(position, true, numbers)
    }

    fn first_numbers(&mut self, position: Position) -> [u32; 2] {
        const WON: [u32; 2] = [0, INFINITE];
        const NEVER: [u32; 2] = [INFINITE, 0];
        let mut board = Board::new(self.sides, position);
        let threats = size(board.threats(BLACK));
        if board.threats(WHITE) != 0 || board.free == 0 {
            return NEVER;
        }
        match threats {
            0 => {}
            1 => return [1, 1],
            _ => return WON,
        }
        if self.sequences.find(&mut board, WHITE, POSITIONS_MOST).is_some() || !board.may_win(BLACK) {
            return NEVER;
        }
        let stones = size(position[0] | position[1]);
        if self.sequences.find(&mut board, BLACK, POSITIONS_MOST).is_some() {
            let unanswered = self.unanswered(position, stones < FEW_STONES, POSITIONS_MOST);
            return match size(unanswered.replies) as u32 {
                0 => WON,
                replies => [replies, 1],
            };
        }
        let replies = match stones < FEW_STONES {
            true => {
                let next = each(board.free).map(|reply| self.sides.least([position[0], position[1] | one(reply)]));
                next.collect::<HashSet<_>>().len()
            }
            false => size(board.free),
        };
        [(replies as i32 - board.lead() / 2).max(3) as u32, 1]
    }

    /// The position after a move of White, with Black to move.
    pub fn blacks(&mut self, position: Position) -> u32 {
        match self.place(position, false) {
            Some(place) => place,
            None => self.fresh(position, false, [1, 1]),
        }
    }

    fn open(&mut self, place: u32) {
        self.opened += 1;
        let Node {
            position, is_whites, ..
        } = self.nodes[place as usize];
        let next = match is_whites {
            true => self.replies(position),
            false => self.moves(position),
        };
        self.bytes += 4 * next.len() as u64;
        let node = &mut self.nodes[place as usize];
        node.is_open = true;
        [node.proof, node.disproof] = match (next.is_empty(), is_whites) {
            (true, true) => [0, INFINITE],
            (true, false) => [INFINITE, 0],
            _ => [1, 1],
        };
        node.next = next.into();
    }

    fn replies(&mut self, position: Position) -> Vec<u32> {
        let is_early = size(position[0] | position[1]) < FEW_STONES;
        let replies = self.unanswered(position, is_early, POSITIONS_MOST).replies;
        let next = each(replies).map(|reply| self.sides.least([position[0], position[1] | one(reply)]));
        let next: Vec<Position> = next.collect();
        let mut next: Vec<u32> = next.into_iter().map(|position| self.blacks(position)).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    fn moves(&mut self, position: Position) -> Vec<u32> {
        let mut board = Board::new(self.sides, position);
        let must = board.threats(WHITE);
        let mut candidates = if must == 0 { board.free } else { must };
        if size(must) > 1 {
            return Vec::new();
        }
        // What White would win by a sequence a move has to disturb.
        if must == 0
            && let Some(sequence) = self.sequences.find(&mut board, WHITE, POSITIONS_MOST)
        {
            for element in each(candidates) {
                board.put(BLACK, element);
                let disturbs = board.threats_through(BLACK, element) != 0 || !wins(&mut board, WHITE, &sequence);
                board.take(BLACK, element);
                if !disturbs {
                    candidates &= !one(element);
                }
            }
        }
        let mut next = Vec::new();
        for element in each(candidates) {
            let position = self.sides.least([position[0] | one(element), position[1]]);
            let place = self.whites(position);
            if !next.contains(&place) {
                next.push(place);
            }
            if self.nodes[place as usize].proof == 0 {
                break;
            }
        }
        next
    }

    fn update(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        if !node.is_open || node.next.is_empty() {
            return;
        }
        let next = node.next.iter().map(|&next| &self.nodes[next as usize]);
        // Of the player who is to move the numbers of the best move; of the other one those of all.
        let of = |node: &Node| match node.is_whites {
            // Black has moved.
            true => [node.proof, node.disproof],
            false => [node.disproof, node.proof],
        };
        let (mut best, mut sum, mut most, mut count) = (INFINITE, 0u64, 0u32, 0u64);
        for [own, other] in next.map(of) {
            best = best.min(own);
            if other > 0 {
                sum += u64::from(other);
                most = most.max(other);
                count += 1;
            }
        }
        // Positions may be reached in several ways; a sum counts them several times, which disproofs cannot afford.
        let all = match node.is_whites {
            true => sum,
            false => (u64::from(most) + count).saturating_sub(1),
        };
        let all = all.min(u64::from(INFINITE) - 1) as u32;
        let numbers = match (best, all) {
            (0, _) => [0, INFINITE],
            (_, 0) => [INFINITE, 0],
            (best, all) => [best, all],
        };
        let node = &mut self.nodes[place as usize];
        [node.proof, node.disproof] = match node.is_whites {
            true => [numbers[1], numbers[0]],
            false => numbers,
        };
    }

    /// Searches a position until the numbers reach these.
    fn search(&mut self, place: u32, proof: u32, disproof: u32) {
        if !self.nodes[place as usize].is_open {
            self.open(place);
        }
        loop {
            self.update(place);
            let node = &self.nodes[place as usize];
            let is_over = node.proof >= proof || node.disproof >= disproof || node.proof == 0 || node.disproof == 0;
            if is_over || node.next.is_empty() || self.opened >= self.until {
                return;
            }
            let (next, proof, disproof) = match node.is_whites {
                true => self.next_reply(node, proof, disproof),
                false => self.next_move(node, proof, disproof),
            };
            self.search(next, proof, disproof);
        }
    }

    /// White's reply that is searched next, and the numbers to which.
    fn next_reply(&self, node: &Node, proof: u32, disproof: u32) -> (u32, u32, u32) {
        let (mut best, mut second, mut sum) = (None::<(u32, &Node)>, INFINITE, 0u64);
        for &place in node.next.iter() {
            let next = &self.nodes[place as usize];
            if next.proof == 0 {
                continue;
            }
            sum += u64::from(next.proof);
            match best {
                Some((_, first))
                    if next.disproof > first.disproof
                        || next.disproof == first.disproof && next.proof <= first.proof =>
                {
                    second = second.min(next.disproof);
                }
                _ => {
                    second = best.map_or(INFINITE, |(_, first)| first.disproof);
                    best = Some((place, next));
                }
            }
        }
        let (place, next) = best.expect("one is not won yet");
        let most = (u64::from(proof) + u64::from(next.proof))
            .saturating_sub(sum)
            .min(INFINITE.into());
        (
            place,
            most as u32,
            disproof.min(second.saturating_add(1 + second / 4)).min(INFINITE),
        )
    }

    /// Black's move that is searched next, and the numbers to which.
    fn next_move(&self, node: &Node, proof: u32, disproof: u32) -> (u32, u32, u32) {
        let (mut best, mut second, mut count) = (None::<(u32, &Node)>, INFINITE, 0u32);
        for &place in node.next.iter() {
            let next = &self.nodes[place as usize];
            if next.disproof == 0 {
                continue;
            }
            count += 1;
            match best {
                Some((_, first))
                    if next.proof > first.proof || next.proof == first.proof && next.disproof >= first.disproof =>
                {
                    second = second.min(next.proof);
                }
                _ => {
                    second = best.map_or(INFINITE, |(_, first)| first.proof);
                    best = Some((place, next));
                }
            }
        }
        let (place, _) = best.expect("one is not lost yet");
        let least = disproof.saturating_sub(count.saturating_sub(1)).min(INFINITE);
        (
            place,
            proof.min(second.saturating_add(1 + second / 4)).min(INFINITE),
            least,
        )
    }

    /// Whether Black wins a position, when so many more positions may be opened.
    pub fn solve(&mut self, place: u32, effort: u64) -> End {
        self.until = self.opened.saturating_add(effort);
        self.search(place, INFINITE, INFINITE);
        let node = &self.nodes[place as usize];
        match [node.proof, node.disproof] {
            [0, _] => End::Won,
            [_, 0] => End::Never,
            _ => End::Spent,
        }
    }
}
