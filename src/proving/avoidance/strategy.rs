//! A set of positions that the winner can keep to, from a finished search.
//!
//! The loser is next in each position; for each of his moves the set has the position after a reply of the winner. The
//! positions are plain graphs, not parts: so the check takes the rules of the game alone, and no theory of sums.
//!
//! The reply is the first, fewest open pairs first and then by key, that leads to a position already in the set, and if
//! there is none, the first that wins. Who wins is the same whatever the table still knows, and so is the set.

use std::collections::HashSet;

use graph::Graph16;

use super::kernel::Kernel;
use super::key::{Key, pair};
use super::search::{Halt, Search};
use super::triangle::{WIDTH, vertices};

/// Positions with as many edges, in the order of their keys, and the replies to the moves from each.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// The positions.
    pub keys: Vec<Key>,
    /// The pairs that the winner takes: for each position, one for each open pair in the order of their numbers.
    pub replies: Vec<u8>,
}

/// Why there is no set.
#[derive(Debug)]
pub enum Without {
    /// The search has no answer.
    Halt(Halt),
    /// It takes more bytes than allowed.
    Memory(u64),
}

impl From<Halt> for Without {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// Bytes of a key in a hash set, with its room to grow.
const BYTES_HASHED: u64 = 40;

/// The levels of the set that has `start`, with at most `memory` bytes.
///
/// # Errors
/// [`Without`].
pub fn certificate<K: Kernel>(search: &mut Search<K>, start: &Graph16, memory: u64) -> Result<Vec<Level>, Without> {
    let mut levels: Vec<Level> = Vec::new();
    let mut bytes = 0;
    let mut keys = vec![Key::of(start)];
    while !keys.is_empty() {
        let (mut next, mut replies) = (HashSet::new(), Vec::new());
        for key in &keys {
            answer(search, *key, &mut next, &mut replies)?;
            let now = bytes + 16 * keys.len() as u64 + 2 * replies.len() as u64 + BYTES_HASHED * next.len() as u64;
            if now > memory {
                return Err(Without::Memory(now));
            }
        }
        bytes += 16 * keys.len() as u64 + replies.len() as u64;
        let mut sorted: Vec<Key> = next.into_iter().collect();
        sorted.sort_unstable();
        let keys = std::mem::replace(&mut keys, sorted);
        levels.push(Level { keys, replies });
    }
    Ok(levels)
}

/// A position after a reply, with its key once that is asked for.
struct Answer {
    left: u32,
    key: Option<Key>,
    pair: u8,
    graph: Graph16,
}

impl Answer {
    fn key(&mut self) -> Key {
        *self.key.get_or_insert_with(|| Key::of(&self.graph))
    }
}

/// Appends the replies to all moves from a position, and adds the positions that they lead to.
fn answer<K: Kernel>(
    search: &mut Search<K>,
    key: Key,
    next: &mut HashSet<Key>,
    replies: &mut Vec<u8>,
) -> Result<(), Without> {
    let kernel = search.kernel();
    let graph = key.graph(kernel.order());
    // Moves that lead to isomorphic positions have isomorphic replies.
    let mut known: Vec<(Key, u32, Key)> = Vec::new();
    for (u, v) in pairs(kernel, &graph) {
        let after = graph.toggled(u, v);
        let mut answers: Vec<Answer> = pairs(kernel, &after)
            .map(|(u, v)| {
                let graph = after.toggled(u, v);
                Answer {
                    left: kernel.open(&graph).iter().map(|row| row.count_ones()).sum(),
                    key: None,
                    pair: pair(u, v),
                    graph,
                }
            })
            .collect();
        let class = Key::of(&after);
        let told = known.iter().find(|(from, ..)| *from == class);
        let chosen = match told {
            Some(&(_, left, to)) => answers
                .iter_mut()
                .position(|answer| answer.left == left && answer.key() == to),
            None => chosen(search, &mut answers, next)?,
        };
        // A move from a lost position has a reply.
        let chosen = &mut answers[chosen.ok_or(Halt::Contradiction)?];
        let to = chosen.key();
        if told.is_none() {
            known.push((class, chosen.left, to));
        }
        next.insert(to);
        replies.push(chosen.pair);
    }
    Ok(())
}

/// The answer to choose among all. Those already in the set come first: taking the one with the fewest open pairs, in
/// the set or not, makes n = 12 half as large again.
fn chosen<K: Kernel>(
    search: &mut Search<K>,
    answers: &mut [Answer],
    next: &HashSet<Key>,
) -> Result<Option<usize>, Halt> {
    for answer in answers.iter_mut() {
        answer.key();
    }
    answers.sort_unstable_by_key(|answer| (answer.left, answer.key, answer.pair));
    if let Some(at) = answers.iter_mut().position(|answer| next.contains(&answer.key())) {
        return Ok(Some(at));
    }
    for at in 0..answers.len() {
        let is_new = at == 0 || answers[at].key() != answers[at - 1].key();
        if is_new && search.is_lost(&answers[at].graph)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The open pairs of a graph in the order of their numbers.
pub fn pairs<K: Kernel>(kernel: &K, graph: &Graph16) -> impl Iterator<Item = (usize, usize)> + use<K> {
    let open = kernel.open(graph);
    (1..WIDTH).flat_map(move |v| vertices(open[v] & ((1 << v) - 1)).map(move |u| (u, v)))
}
