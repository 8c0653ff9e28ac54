//! Black's strategy: positions with White to move, each with the sequences that answer most replies and with moves that
//! answer the others.

use std::collections::HashMap;

use super::super::group::Names;
use super::super::hash::ByMixing;
use super::super::set::{all, each, one, size};
use super::board::{BLACK, Board, Position, WHITE};
use super::numbers::Numbers;
use super::opening::{Known, Openings};
use super::sequences::{POSITIONS_MOST, Sequence};

/// A position with White to move.
pub struct Entry {
    pub position: Position,
    pub sequences: Vec<Sequence>,
    pub answers: Vec<Answer>,
}

/// A move of Black after a reply of White.
pub struct Answer {
    pub reply: u8,
    pub step: u8,
    /// The entry that the position then is, under a map.
    pub next: usize,
    pub map: usize,
}

/// The whole strategy.
pub struct Strategy {
    /// Each leads to entries before it.
    pub entries: Vec<Entry>,
    /// Black's first move, none when White begins; the entry, and the map to it.
    pub opening: (Option<u8>, usize, usize),
    /// The maps that answers name.
    pub maps: Vec<Vec<u8>>,
}

/// Why there is none.
pub enum Without {
    /// Whoever watches asked for it.
    Stopped,
    /// The table contradicts the rules.
    Contradiction,
}

impl Strategy {
    /// The number of answers, and of sequences.
    pub fn counts(&self) -> [usize; 2] {
        let answers = self.entries.iter().map(|entry| entry.answers.len()).sum();
        [answers, self.entries.iter().map(|entry| entry.sequences.len()).sum()]
    }
}

/// Makes a strategy from what a search has found.
pub struct Maker<'a, 'b> {
    pub numbers: Numbers<'a>,
    pub known: Openings,
    pub watch: &'b mut dyn FnMut(usize) -> bool,
    entries: Vec<Entry>,
    places: HashMap<Position, usize, ByMixing>,
    costs: HashMap<u32, u64, ByMixing>,
    names: Names,
}

impl<'a, 'b> Maker<'a, 'b> {
    pub fn new(numbers: Numbers<'a>, known: Openings, watch: &'b mut dyn FnMut(usize) -> bool) -> Self {
        Self {
            numbers,
            known,
            watch,
            entries: Vec::new(),
            places: HashMap::default(),
            costs: HashMap::default(),
            names: Names::default(),
        }
    }

    /// The strategy from a position.
    ///
    /// # Errors
    /// [`Without`].
    pub fn strategy(mut self, start: Position, white_begins: bool) -> Result<Strategy, Without> {
        let (step, position) = match white_begins {
            true => (None, start),
            false => {
                let step = self.step(start)?;
                (Some(step), [start[0] | one(step.into()), start[1]])
            }
        };
        let (next, map) = self.led(position)?;
        Ok(Strategy {
            opening: (step, next, map),
            entries: self.entries,
            maps: self.names.maps,
        })
    }

    /// The entry of a position with White to move, and the number of the map to it.
    fn led(&mut self, position: Position) -> Result<(usize, usize), Without> {
        let least = self.numbers.sides.group.least_pair(position);
        let entry = match self.places.get(&least.image) {
            Some(&entry) => entry,
            None => self.entry(least.image)?,
        };
        let name = self.names.of(&self.numbers.sides.group, least.map);
        Ok((entry, name))
    }

    fn entry(&mut self, position: Position) -> Result<usize, Without> {
        if (self.watch)(self.entries.len()) {
            return Err(Without::Stopped);
        }
        let board = Board::new(self.numbers.sides, position);
        let is_over = board.open_sets(BLACK).any(|(_, lacks)| lacks == 0);
        if is_over || board.threats(WHITE) != 0 || board.free == 0 {
            return Err(Without::Contradiction);
        }
        let is_double = size(board.threats(BLACK)) > 1;
        let (mut sequences, mut answers) = (Vec::new(), Vec::new());
        if !is_double {
            // More than the search, so that nothing is left that it has answered.
            let found = self.numbers.unanswered(position, false, 50 * POSITIONS_MOST);
            let needed = found.sequences.into_iter().zip(found.is_needed);
            sequences.extend(needed.filter(|(_, is_needed)| *is_needed).map(|(sequence, _)| sequence));
            for reply in each(found.replies) {
                let position = [position[0], position[1] | one(reply)];
                let step = self.step(position)?;
                let (next, map) = self.led([position[0] | one(step.into()), position[1]])?;
                answers.push(Answer {
                    reply: reply as u8,
                    step,
                    next,
                    map,
                });
            }
        }
        let entry = self.entries.len();
        self.entries.push(Entry {
            position,
            sequences,
            answers,
        });
        self.places.insert(position, entry);
        Ok(entry)
    }

    /// Black's move in a position that he wins.
    fn step(&mut self, position: Position) -> Result<u8, Without> {
        let group = &self.numbers.sides.group;
        let least = group.least_pair(position);
        if let Some(Known::Won(Some(step))) = self.known.get(&least.image) {
            let step = group.preimage(least.map, one((*step).into()));
            return Ok(step.trailing_zeros() as u8);
        }
        let place = self.numbers.place(least.image, false).ok_or(Without::Contradiction)?;
        let mut won = self.numbers.nodes[place as usize].next.to_vec();
        won.retain(|&next| self.numbers.nodes[next as usize].proof == 0);
        let costs: Vec<(u64, u32)> = won.into_iter().map(|next| (self.cost(next), next)).collect();
        let (_, next) = costs.into_iter().min().ok_or(Without::Contradiction)?;
        let wanted = self.numbers.nodes[next as usize].position;
        let sides = self.numbers.sides;
        let free = all(sides.n) & !(position[0] | position[1]);
        let leads = |element: &usize| sides.least([position[0] | one(*element), position[1]]) == wanted;
        let step = each(free).find(leads).ok_or(Without::Contradiction)?;
        Ok(step as u8)
    }

    /// About how many entries a position takes that is won.
    fn cost(&mut self, place: u32) -> u64 {
        if let Some(&cost) = self.costs.get(&place) {
            return cost;
        }
        let node = &self.numbers.nodes[place as usize];
        let is_whites = node.is_whites;
        let mut won = node.next.to_vec();
        won.retain(|&next| self.numbers.nodes[next as usize].proof == 0);
        let costs: Vec<u64> = won.into_iter().map(|next| self.cost(next)).collect();
        let cost = match is_whites {
            true => costs.into_iter().fold(1, u64::saturating_add),
            false => costs.into_iter().min().unwrap_or(0),
        };
        self.costs.insert(place, cost);
        cost
    }
}
