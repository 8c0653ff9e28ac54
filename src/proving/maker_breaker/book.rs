//! The nodes of a proof in the bytes of its body, read one at a time.

use proof::Opened;
use proof::play::{BadMoves, Unplayable};

use super::bytes::NO_PAIR;
use super::game::{Game, Player};
use super::pairs::{Map, ORDER_MOST, Pairs, all_pairs};
use super::strategy::{Node, Reply};
use graph::{Graph16, decode_graph6};

/// A proof as it was read. Memory: the body, and 8 bytes for each node.
pub(super) struct Book {
    pub game: Game,
    pub winner: Player,
    pub opening: Reply,
    body: Vec<u8>,
    /// Where each node begins.
    nodes: Vec<usize>,
}

impl Book {
    /// # Errors
    /// [`Unplayable`] when head and body do not have the form of a proof. Whether nodes follow is not asked.
    pub fn new(opened: Opened) -> Result<Self, Unplayable> {
        let (game, winner) = game(&opened)?;
        let count = opened.value("nodes").and_then(|nodes| nodes.parse::<u64>().ok());
        let count = count.ok_or_else(|| Unplayable("its head lacks the number of nodes".into()))?;
        let n = game.order();
        let (width, reply) = (width(n), 5 + n);
        let short = || Unplayable("its content is not what its head says".into());
        let mut nodes = Vec::new();
        let mut at = 0;
        for _ in 0..count {
            let replies = *opened.body.get(at + 2 * width).ok_or_else(short)?;
            nodes.push(at);
            at += 2 * width + 1 + usize::from(replies) * reply;
        }
        let last = opened.body.get(at..).filter(|rest| rest.len() == reply);
        let opening = last.and_then(|bytes| read_reply(bytes, n)).ok_or_else(short)?;
        Ok(Self {
            game,
            winner,
            opening,
            body: opened.body,
            nodes,
        })
    }

    /// Number of pairs of vertices.
    pub fn pairs(&self) -> usize {
        all_pairs(self.game.order()).count_ones() as usize
    }

    /// A node with its replies.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`] when there is none, or it is not of the form.
    pub fn node(&self, number: u32) -> Result<Node, BadMoves> {
        let n = self.game.order();
        let begin = *self.nodes.get(number as usize).ok_or(BadMoves::Lacking)?;
        let (won, rest) = self.body[begin..].split_at(width(n));
        let (free, rest) = rest.split_at(width(n));
        let set = |bytes: &[u8]| bytes.iter().rev().fold(0, |set, &byte| set << 8 | Pairs::from(byte));
        let (won, free) = (set(won), set(free));
        let replies = rest[1..].chunks_exact(5 + n).take(rest[0].into());
        let replies = replies.map(|bytes| read_reply(bytes, n).filter(|reply| reply.next < number));
        let replies: Option<Vec<Reply>> = replies.collect();
        match replies {
            Some(replies) if (won | free) & !all_pairs(n) == 0 => Ok(Node { won, free, replies }),
            _ => Err(BadMoves::Lacking),
        }
    }
}

/// Bytes of a set of pairs.
fn width(n: usize) -> usize {
    (n * (n - 1) / 2).div_ceil(8)
}

/// `None` when the map is not a bijection.
fn read_reply(bytes: &[u8], n: usize) -> Option<Reply> {
    let next = u32::from_le_bytes(bytes[1..5].try_into().expect("four bytes"));
    let mut map = Map::IDENTITY;
    map.0[..n].copy_from_slice(&bytes[5..5 + n]);
    let mut sorted = map.0;
    sorted.sort_unstable();
    (sorted == Map::IDENTITY.0).then_some(Reply {
        pair: (bytes[0] != NO_PAIR).then_some(bytes[0]),
        next,
        map,
    })
}

fn game(opened: &Opened) -> Result<(Game, Player), Unplayable> {
    let value = |word: &str| {
        let lacking = || {
            Unplayable(format!(
                "the line '{word}' of its head is missing or says what cannot be"
            ))
        };
        opened.value(word).ok_or_else(lacking)
    };
    let wrong = |word: &str| Unplayable(format!("the line '{word}' of its head says what cannot be"));
    let n = value("n")?.parse().map_err(|_| wrong("n"))?;
    if !(2..=ORDER_MOST).contains(&n) {
        return Err(wrong("n"));
    }
    let player = |word: &str| match value(word)? {
        "Maker" => Ok(Player::Maker),
        "Breaker" => Ok(Player::Breaker),
        _ => Err(wrong(word)),
    };
    let graph = |word: &str| -> Result<Graph16, Unplayable> { decode_graph6(value(word)?).map_err(|_| wrong(word)) };
    let game = Game::new(value("game")?, n, player("starter")?).map_err(|error| Unplayable(error.to_string()))?;
    let game = game.on(&graph("board")?, &graph("maker")?, &graph("breaker")?);
    Ok((game.map_err(|error| Unplayable(error.to_string()))?, player("winner")?))
}
