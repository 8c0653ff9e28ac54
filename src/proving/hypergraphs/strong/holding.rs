//! Whether White keeps Black from winning: he blocks, and by threats of his own he says where Black moves.
//!
//! A *carrier* is what White needs of the free elements: all others may be Black's. A move of Black outside of it
//! changes nothing, so that one reply answers many moves.

use std::collections::{HashMap, HashSet};

use super::super::hash::ByMixing;
use super::super::maker_breaker::{BOUND, Then, pairing, potential};
use super::super::set::{Set, each, least, minimal, one, size, union};
use super::board::{BLACK, Board, Position, Sides, WHITE};
use super::sequences::Sequences;

/// Positions that each search for a sequence of Black's may look at.
const SEQUENCE_MOST: u32 = 200;
/// Bytes of a position in the tables.
const KNOWN_BYTES: u64 = 96;
/// Positions between two looks at the watch.
const PAUSE: u64 = 256;

/// Why a search ends early.
pub enum Halt<Why> {
    /// So many positions were allowed.
    Spent,
    /// Whoever watches says so.
    Interrupted(Why),
}

/// White's moves from a position on: all but the last one are threats, and Black answers each of them.
pub struct Answer {
    pub moves: Vec<u8>,
    /// The position then, with Black to move; none when the last move completes a set, or threatens to complete two.
    pub end: Option<Position>,
}

/// A search, with what it has found.
pub struct Holding<'a, 'b, Why> {
    pub sides: &'a Sides,
    /// Positions with Black to move, least images: White's carrier, or none where Black wins.
    known: HashMap<Position, Option<Set>, ByMixing>,
    /// Positions with White to move, met between two threats, in which Black wins.
    lost: HashSet<Position, ByMixing>,
    sequences: Sequences,
    /// Positions searched, and how many may be.
    pub nodes: u64,
    pub most: u64,
    /// Hears of positions, and of bytes of the tables.
    watch: &'b mut dyn FnMut(u64, u64) -> Result<(), Why>,
}

impl<'a, 'b, Why> Holding<'a, 'b, Why> {
    pub fn new(sides: &'a Sides, most: u64, watch: &'b mut dyn FnMut(u64, u64) -> Result<(), Why>) -> Self {
        Self {
            sides,
            known: HashMap::default(),
            lost: HashSet::default(),
            sequences: Sequences::default(),
            nodes: 0,
            most,
            watch,
        }
    }

    /// What decides a position with Black to move, and White's carrier.
    pub fn leaf(board: &Board) -> Option<(Then, Set)> {
        let living = minimal(board.open_sets(BLACK).map(|(set, _)| set & board.free).collect());
        let Some(&first) = living.first() else {
            return Some((Then::Decided, 0));
        };
        if size(first) < 2 {
            return None;
        }
        if potential(living.iter().copied()) < BOUND / 2 {
            return Some((Then::Potential, union(&living)));
        }
        pairing(&living).map(|pairs| {
            let carrier = union(&pairs);
            (Then::Pairs(pairs), carrier)
        })
    }

    /// White's carrier of a position with Black to move; none where Black wins.
    pub fn holds(&mut self, position: Position) -> Result<Option<Set>, Halt<Why>> {
        let mut board = Board::new(self.sides, position);
        if let Some((_, carrier)) = Self::leaf(&board) {
            return Ok(Some(carrier));
        }
        if board.threats(BLACK) != 0 {
            return Ok(None);
        }
        let key = self.sides.group.least_pair(position);
        if let Some(&found) = self.known.get(&key.image) {
            return Ok(found.map(|carrier| self.sides.group.preimage(key.map, carrier)));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PAUSE) {
            let bytes = (self.known.len() + self.lost.len()) as u64 * KNOWN_BYTES;
            (self.watch)(self.nodes, bytes).map_err(Halt::Interrupted)?;
        }
        if self.nodes > self.most {
            return Err(Halt::Spent);
        }
        let must = board.threats(WHITE);
        let mut found = None;
        if must != 0 || self.sequences.find(&mut board, BLACK, SEQUENCE_MOST).is_none() {
            found = self.carrier(&board)?;
        }
        let carrier = found.map(|carrier| self.sides.group.image(key.map, carrier));
        self.known.insert(key.image, carrier);
        Ok(found)
    }

    /// What White needs against all moves of Black.
    fn carrier(&mut self, board: &Board) -> Result<Option<Set>, Halt<Why>> {
        let [black, white] = board.stones;
        let (mut needed, mut region) = (0, board.free);
        for element in ordered(board, BLACK) {
            if region >> element & 1 == 0 {
                continue;
            }
            let after = [black | one(element), white];
            let Some(answer) = self.answer(after)? else {
                return Ok(None);
            };
            let end = match answer.end {
                Some(end) => self.holds(end)?.unwrap_or_default(),
                None => 0,
            };
            let carrier = self.needed(after, &answer.moves, end);
            needed |= carrier;
            region &= carrier & !one(element);
        }
        Ok(Some(needed))
    }

    /// White's moves, if they keep Black from winning.
    pub fn answer(&mut self, position: Position) -> Result<Option<Answer>, Halt<Why>> {
        let mut board = Board::new(self.sides, position);
        let completes = board.threats(WHITE);
        if completes != 0 {
            return Ok(Some(Answer {
                moves: vec![least(completes) as u8],
                end: None,
            }));
        }
        let must = board.threats(BLACK);
        if size(must) > 1 {
            return Ok(None);
        }
        if board.free == 0 {
            return Ok(Some(Answer {
                moves: Vec::new(),
                end: Some(position),
            }));
        }
        for element in ordered(&board, WHITE) {
            if must & !one(element) != 0 {
                continue;
            }
            board.put(WHITE, element);
            let threats = board.threats_through(WHITE, element);
            let after = board.stones;
            board.take(WHITE, element);
            let mut moves = vec![element as u8];
            let end = match size(threats) {
                0 => match self.holds(after)? {
                    Some(_) => Some(after),
                    None => continue,
                },
                1 => match self.after_threat([after[BLACK] | threats, after[WHITE]])? {
                    Some(next) => {
                        moves.extend(next.moves);
                        next.end
                    }
                    None => continue,
                },
                _ => None,
            };
            return Ok(Some(Answer { moves, end }));
        }
        Ok(None)
    }

    /// The same after a threat and Black's answer.
    fn after_threat(&mut self, position: Position) -> Result<Option<Answer>, Halt<Why>> {
        let image = self.sides.least(position);
        if self.lost.contains(&image) {
            return Ok(None);
        }
        let answer = self.answer(position)?;
        if answer.is_none() {
            self.lost.insert(image);
        }
        Ok(answer)
    }

    /// What White needs of the elements that are free before his moves, when he needs `end` after them. With these his
    /// threats are threats, too, when all others are Black's: Black cannot complete a set instead.
    pub fn needed(&self, start: Position, moves: &[u8], end: Set) -> Set {
        let Some((&last, threats)) = moves.split_last() else {
            return end;
        };
        let mut board = Board::new(self.sides, start);
        let mut steps = Vec::new();
        for &element in threats {
            board.put(WHITE, element.into());
            let reply = least(board.threats_through(WHITE, element.into()));
            steps.push((board.stones, one(element.into()), one(reply)));
            board.put(BLACK, reply);
        }
        let last = one(last.into());
        let mut needed = end | last;
        let completes = board.threats(WHITE);
        if completes & last != 0 {
            needed = last;
            self.hit(board.stones, 1, &mut needed);
        } else {
            board.put(WHITE, least(last));
            let double = board.threats_through(WHITE, least(last));
            if size(double) > 1 {
                needed = last | one(least(double)) | one(least(double & (double - 1)));
                self.hit(board.stones, 2, &mut needed);
            }
        }
        for (stones, element, reply) in steps.into_iter().rev() {
            needed |= element | reply;
            self.hit(stones, 2, &mut needed);
        }
        needed
    }

    /// Adds free elements until each set that Black may complete has so many of those needed.
    fn hit(&self, stones: Position, count: usize, needed: &mut Set) {
        let board = Board::new(self.sides, stones);
        for (set, _) in board.open_sets(BLACK) {
            let left = set & board.free;
            let lacks = count.saturating_sub(size(left & *needed));
            let others = each(left & !*needed).take(lacks);
            *needed |= others.fold(0, |others, element| others | one(element));
        }
    }
}

/// The free elements, those first with which a side gains most.
pub fn ordered(board: &Board, side: usize) -> Vec<usize> {
    let mut weights = [0.0; 128];
    for (of, factor) in [(side, 1.0), (1 - side, 0.8)] {
        for (set, lacks) in board.open_sets(of) {
            let weight = factor * 0.3f64.powi(lacks.into());
            each(set & board.free).for_each(|element| weights[element] += weight);
        }
    }
    let mut order: Vec<usize> = each(board.free).collect();
    order.sort_by(|u, v| weights[*v].total_cmp(&weights[*u]));
    order
}
