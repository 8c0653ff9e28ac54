//! Black's first moves, by weight: a search by proof numbers spreads over quiet moves that are all alike to it.
//!
//! Each of a few candidates is tried against all of White's replies, hard ones first, down to positions in which Black
//! has made three moves. Those are searched with an effort that grows until the candidates suffice. Qubic (4 x 4 x 4)
//! took 300 s of one core that way; proof numbers alone had not ended after 197 s, in five settings.

use std::collections::{HashMap, HashSet};

use super::super::hash::ByMixing;
use super::super::set::{each, one, size};
use super::ahead::{Ahead, Found};
use super::board::{BLACK, Board, Position, WHITE};
use super::held::{Held, held};
use super::holding::{Halt, Holding};
use super::numbers::{Beside, End, Numbers};
use super::sequences::POSITIONS_MOST;

/// Black's moves before positions are searched.
const MOVES: usize = 3;
/// The first effort, in positions opened, and by how much it grows.
pub const EFFORT: u64 = 400;
pub const GROWTH: u64 = 3;
/// Candidates at first; each growth adds one.
const CANDIDATES: usize = 3;

/// What is known of a position of the opening with Black to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// He wins: by this move, or, with none, by the table of proof numbers.
    Won(Option<u8>),
    /// Not with this effort.
    Not(u64),
    /// Not with any.
    Never,
}

/// Why the search ends early.
pub enum Interrupted {
    /// Between two pieces of work it was said so.
    Paused,
    /// What is known contradicts the rules.
    Contradiction,
}

/// Who gets what he wants.
pub enum Winner<S> {
    /// Black wins.
    Black(S),
    /// White keeps him from it.
    White(Held),
}

/// The opening.
pub struct Opening<'a, 'b> {
    pub numbers: Numbers<'a>,
    pub known: Openings,
    pub effort: u64,
    pub rounds: usize,
    /// Stones at the start.
    start: Position,
    /// Other threads, if there are any.
    ahead: Option<&'b Ahead>,
    /// Between two pieces of work: whether to go on.
    pause: &'b mut Pause<'b>,
}

/// Positions opened between two pauses.
const PIECE: u64 = 200;

/// Positions of White's search for each that may be opened: one takes about a tenth of the time.
const WHITES: u64 = 10;

/// Hears of the table, of what is known, of the effort and how often it has grown.
pub type Pause<'b> = dyn FnMut(&Numbers, &Openings, u64, usize) -> Result<(), Interrupted> + 'b;

/// Positions of the opening, least images.
pub type Openings = HashMap<Position, Known, ByMixing>;

impl<'a, 'b> Opening<'a, 'b> {
    pub fn new(numbers: Numbers<'a>, start: Position, ahead: Option<&'b Ahead>, pause: &'b mut Pause<'b>) -> Self {
        Self {
            numbers,
            known: HashMap::default(),
            effort: EFFORT,
            rounds: 0,
            start,
            ahead,
            pause,
        }
    }

    /// Who gets what he wants from the start.
    pub fn solve(&mut self, white_begins: bool) -> Result<Winner<()>, Interrupted> {
        let start = self.numbers.sides.least(self.start);
        let root = match white_begins {
            true => self.numbers.whites(start),
            false => self.numbers.blacks(start),
        };
        loop {
            match self.searched(root)? {
                End::Won => return Ok(Winner::Black(())),
                End::Never => {
                    let held = self.held(white_begins, u64::MAX)?;
                    return held.map(Winner::White).ok_or(Interrupted::Contradiction);
                }
                End::Spent => {}
            }
            if let Some(held) = self.held(white_begins, self.effort.saturating_mul(WHITES))? {
                return Ok(Winner::White(held));
            }
            let wins = match white_begins {
                true => self.after_move(start)?,
                false => self.wins(start)?,
            };
            if wins {
                return Ok(Winner::Black(()));
            }
            self.effort = self.effort.saturating_mul(GROWTH);
            self.rounds += 1;
        }
    }

    /// White's strategy, if it is found within so many positions. It starts anew each time, so that a search that was
    /// resumed finds the same.
    fn held(&mut self, white_begins: bool, most: u64) -> Result<Option<Held>, Interrupted> {
        let (sides, start) = (self.numbers.sides, self.start);
        let mut watch = |nodes: u64, bytes: u64| {
            self.numbers.beside = Beside { nodes, bytes };
            (self.pause)(&self.numbers, &self.known, self.effort, self.rounds)
        };
        let found = held(&mut Holding::new(sides, most, &mut watch), start, white_begins);
        self.numbers.beside = Beside::default();
        match found {
            Ok(held) => Ok(held),
            Err(Halt::Spent) => Ok(None),
            Err(Halt::Interrupted(why)) => Err(why),
        }
    }

    fn searched(&mut self, place: u32) -> Result<End, Interrupted> {
        let mut left = self.effort;
        while left > 0 {
            let piece = left.min(PIECE);
            match self.numbers.solve(place, piece) {
                End::Spent => {}
                end => return Ok(end),
            }
            left -= piece;
            (self.pause)(&self.numbers, &self.known, self.effort, self.rounds)?;
        }
        Ok(End::Spent)
    }

    /// Whether a position with Black to move is won, with this effort.
    fn wins(&mut self, position: Position) -> Result<bool, Interrupted> {
        match self.known.get(&position) {
            Some(Known::Won(_)) => return Ok(true),
            Some(Known::Never) => return Ok(false),
            Some(Known::Not(effort)) if *effort >= self.effort => return Ok(false),
            _ => {}
        }
        let made = size(position[BLACK]) - size(self.start[BLACK]);
        let found = match made >= MOVES {
            true => {
                while self.ahead.is_some_and(|ahead| ahead.is_busy_with(position)) {
                    (self.pause)(&self.numbers, &self.known, self.effort, self.rounds)?;
                }
                match self.ahead.and_then(|ahead| ahead.found(position)) {
                    Some(Found::Won(won)) => {
                        won.into_iter()
                            .for_each(|(black, white)| self.numbers.add_won(black, white));
                        (self.pause)(&self.numbers, &self.known, self.effort, self.rounds)?;
                        Known::Won(None)
                    }
                    Some(Found::Never) => Known::Never,
                    Some(Found::Not(effort)) if effort >= self.effort => Known::Not(effort),
                    _ => {
                        let place = self.numbers.blacks(position);
                        match self.searched(place)? {
                            End::Won => Known::Won(None),
                            End::Never => Known::Never,
                            End::Spent => Known::Not(self.effort),
                        }
                    }
                }
            }
            false => {
                let mut found = Known::Not(self.effort);
                for element in self.candidates(position) {
                    if self.after_move([position[0] | one(element), position[1]])? {
                        found = Known::Won(Some(element as u8));
                        break;
                    }
                }
                found
            }
        };
        self.known.insert(position, found);
        Ok(matches!(found, Known::Won(_)))
    }

    /// Black's moves that lead furthest and do not threaten, unless White does.
    fn candidates(&self, position: Position) -> Vec<usize> {
        let sides = self.numbers.sides;
        let mut board = Board::new(sides, position);
        let must = board.threats(WHITE);
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        for element in each(if must == 0 { board.free } else { must }) {
            board.put(BLACK, element);
            let is_quiet = board.threats_through(BLACK, element) == 0;
            if (is_quiet || must != 0) && seen.insert(sides.least(board.stones)) {
                found.push((board.lead(), element));
            }
            board.take(BLACK, element);
        }
        found.sort_by_key(|(lead, _)| -lead);
        let most = CANDIDATES + self.rounds;
        found.into_iter().map(|(_, element)| element).take(most).collect()
    }

    /// Whether Black wins with White to move.
    fn after_move(&mut self, position: Position) -> Result<bool, Interrupted> {
        let sides = self.numbers.sides;
        let place = self.numbers.whites(sides.least(position));
        let node = &self.numbers.nodes[place as usize];
        match [node.proof, node.disproof] {
            [0, _] => return Ok(true),
            [_, 0] => return Ok(false),
            _ => {}
        }
        let replies = self.numbers.unanswered(position, true, POSITIONS_MOST).replies;
        let mut next: Vec<(bool, i32, Position)> = Vec::new();
        for reply in each(replies) {
            let position = sides.least([position[0], position[1] | one(reply)]);
            // What was not won with less effort may fail again: it comes first.
            let is_new = match self.known.get(&position) {
                Some(Known::Won(_)) => continue,
                known => known.is_none(),
            };
            next.push((is_new, Board::new(sides, position).lead(), position));
        }
        next.sort_unstable();
        let made = size(position[BLACK]) - size(self.start[BLACK]);
        if let Some(ahead) = self.ahead.filter(|_| made >= MOVES) {
            ahead.want(next.iter().map(|(_, _, position)| *position), self.effort);
        }
        for (_, _, position) in next {
            if !self.wins(position)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
