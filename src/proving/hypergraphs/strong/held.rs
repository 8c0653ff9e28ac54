//! White's strategy that keeps Black from winning: positions with Black to move, each with replies that answer all of
//! Black's moves.

use std::collections::HashMap;

use super::super::group::Names;
use super::super::hash::ByMixing;
use super::super::maker_breaker::Then;
use super::super::set::{Set, one};
use super::board::{BLACK, Board, Position, WHITE};
use super::holding::{Halt, Holding, ordered};

/// A position with Black to move. What is neither White's nor in the carrier may be Black's.
pub struct Entry {
    pub position: Position,
    pub carrier: Set,
    pub replies: Vec<Reply>,
}

/// What White does after a move of Black.
pub struct Reply {
    /// His moves: all but the last one are threats.
    pub moves: Vec<u8>,
    pub then: Then,
}

/// The whole strategy.
pub struct Held {
    /// Each leads to entries before it.
    pub entries: Vec<Entry>,
    pub opening: Reply,
    pub maps: Vec<Vec<u8>>,
}

impl Held {
    /// The number of replies, the opening not counted, and of those that begin with a threat.
    pub fn counts(&self) -> [usize; 2] {
        let replies = || self.entries.iter().flat_map(|entry| &entry.replies);
        [
            replies().count(),
            replies().filter(|reply| reply.moves.len() > 1).count(),
        ]
    }
}

/// White's strategy from a position, if he has one.
///
/// # Errors
/// [`Halt`].
pub fn held<Why>(holding: &mut Holding<Why>, start: Position, white_begins: bool) -> Result<Option<Held>, Halt<Why>> {
    let holds = match white_begins {
        true => holding.answer(start)?.is_some(),
        false => holding.holds(start)?.is_some(),
    };
    if !holds {
        return Ok(None);
    }
    // What is left is to walk once more through what was found.
    holding.most = u64::MAX;
    let mut maker = Maker {
        holding,
        entries: Vec::new(),
        places: HashMap::default(),
        names: Names::default(),
    };
    let (opening, _) = match white_begins {
        true => maker.reply(start)?,
        false => maker.ended(start, Vec::new())?,
    };
    let Maker { entries, names, .. } = maker;
    Ok(Some(Held {
        entries,
        opening,
        maps: names.maps,
    }))
}

struct Maker<'s, 'a, 'b, Why> {
    holding: &'s mut Holding<'a, 'b, Why>,
    entries: Vec<Entry>,
    places: HashMap<Position, usize, ByMixing>,
    names: Names,
}

impl<Why> Maker<'_, '_, '_, Why> {
    /// White's reply in a position that he holds, and its carrier.
    fn reply(&mut self, position: Position) -> Result<(Reply, Set), Halt<Why>> {
        let answer = self.holding.answer(position)?.expect("White holds it");
        match answer.end {
            Some(end) => {
                let (reply, carrier) = self.ended(end, answer.moves)?;
                let carrier = self.holding.needed(position, &reply.moves, carrier);
                Ok((reply, carrier))
            }
            None => {
                let carrier = self.holding.needed(position, &answer.moves, 0);
                let reply = Reply {
                    moves: answer.moves,
                    then: Then::Decided,
                };
                Ok((reply, carrier))
            }
        }
    }

    /// The reply of moves that lead to a position with Black to move, and the carrier there.
    fn ended(&mut self, end: Position, moves: Vec<u8>) -> Result<(Reply, Set), Halt<Why>> {
        let sides = self.holding.sides;
        if let Some((then, carrier)) = Holding::<Why>::leaf(&Board::new(sides, end)) {
            return Ok((Reply { moves, then }, carrier));
        }
        let least = sides.group.least_pair(end);
        let map = self.names.of(&sides.group, least.map);
        let next = match self.places.get(&least.image) {
            Some(&next) => next,
            None => self.entry(least.image)?,
        };
        let carrier = sides.group.preimage(least.map, self.entries[next].carrier);
        let then = Then::Node { next, map };
        Ok((Reply { moves, then }, carrier))
    }

    /// The entry of a position, whose carrier is made of those of the entries after it.
    fn entry(&mut self, position: Position) -> Result<usize, Halt<Why>> {
        let board = Board::new(self.holding.sides, position);
        let (mut carrier, mut region) = (0, board.free);
        let mut replies = Vec::new();
        for element in ordered(&board, BLACK) {
            if region >> element & 1 == 0 {
                continue;
            }
            let (reply, needed) = self.reply([position[BLACK] | one(element), position[WHITE]])?;
            replies.push(reply);
            carrier |= needed;
            region &= needed & !one(element);
        }
        let entry = self.entries.len();
        self.entries.push(Entry {
            position,
            carrier,
            replies,
        });
        self.places.insert(position, entry);
        Ok(entry)
    }
}

/// The entries and the opening as bytes, for a board of `n` elements: docs/hypergraphs.md says what they mean.
pub fn body(held: &Held, n: usize) -> Vec<u8> {
    let width = n.div_ceil(8);
    let mut bytes = Vec::new();
    for entry in &held.entries {
        for set in [entry.position[WHITE], entry.carrier] {
            bytes.extend(&set.to_le_bytes()[..width]);
        }
        bytes.push(entry.replies.len() as u8);
        entry.replies.iter().for_each(|reply| add(&mut bytes, reply));
    }
    add(&mut bytes, &held.opening);
    bytes
}

fn add(bytes: &mut Vec<u8>, reply: &Reply) {
    bytes.extend([reply.then.kind(), reply.moves.len() as u8]);
    bytes.extend(&reply.moves);
    reply.then.add_to(bytes);
}
