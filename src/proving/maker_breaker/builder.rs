//! How a strategy is built, from the leaves up.
//!
//! The search is asked only *who wins* a position, which is a fact; everything else, the winner's moves among it,
//! follows from the position and from the nodes built before. So the strategy is the same whatever the search
//! remembers: memory, threads and interruptions change nothing.

use super::bytes::NO_PAIR;
use super::game::{Game, Player};
use super::halt::Halt;
use super::index::Index;
use super::pairs::{Map, Pairs, all_pairs, each, pair};
use super::patterns::Patterns;
use super::search::Search;
use super::star_rules::Verdict;
use super::strategy::{Sets, Step, Strategy};

/// Nodes found lately that are tried on each position as it stands.
const RECENT: usize = 4096;
/// Nodes from one look at the memory to the next.
const MEMORY_EVERY: usize = 1 << 10;
/// Bytes that a strategy may have in any case.
const MEMORY_LEAST: u64 = 1 << 20;

/// The strategy of the winner of `game`, within so many bytes.
pub(super) fn strategy(search: &mut Search, game: &Game, winner: Player, memory: u64) -> Result<Strategy, Halt> {
    let n = game.order();
    let mut builder = Builder {
        winner,
        n,
        all: all_pairs(n),
        dead: search.sets.fixed().map_or(0, |(u, v)| 1 << pair(u, v)),
        search,
        memory,
        nodes: Vec::new(),
        ends: Vec::new(),
        replies: Vec::new(),
        by_form: Index::new(),
        positions: Vec::new(),
        by_position: Index::new(),
        recent: Patterns::new(RECENT),
        recent_found: vec![(0, Map::IDENTITY); RECENT],
    };
    let (maker, free) = (game.maker(), game.free());
    let (reply, found) = match game.starter() == winner {
        true => builder.answer(maker, free)?,
        false => (NO_PAIR, builder.build(maker, free)?),
    };
    let opening = found.reply(reply);
    Ok(Strategy::new(builder.nodes, builder.ends, builder.replies, opening))
}

/// Where a position is in the strategy.
#[derive(Clone, Copy)]
struct Found {
    node: u32,
    /// From the position's vertices to the node's.
    map: Map,
}

impl Found {
    fn reply(self, pair: u8) -> Step {
        Step {
            next: self.node,
            pair,
            map: self.map,
        }
    }
}

struct Builder<'a, 'b> {
    search: &'a mut Search<'b>,
    winner: Player,
    n: usize,
    all: Pairs,
    /// A pair that no winning set has.
    dead: Pairs,
    memory: u64,
    nodes: Vec<Sets>,
    ends: Vec<u64>,
    replies: Vec<Step>,
    by_form: Index,
    /// Canonical positions of Maker's and free pairs, with the map from there.
    positions: Vec<(Pairs, Pairs, Found)>,
    by_position: Index,
    recent: Patterns,
    recent_found: Vec<(u32, Map)>,
}

impl Builder<'_, '_> {
    /// The winner's pairs of a position.
    fn won(&self, maker: Pairs, free: Pairs) -> Pairs {
        match self.winner {
            Player::Maker => maker,
            Player::Breaker => self.all & !(maker | free | self.dead),
        }
    }

    /// The position after a move of the winner.
    fn after(&self, maker: Pairs, free: Pairs, at: usize) -> (Pairs, Pairs) {
        match self.winner {
            Player::Maker => (maker | 1 << at, free & !(1 << at)),
            Player::Breaker => (maker, free & !(1 << at)),
        }
    }

    /// The winner's move in a position that he wins, and the node it leads to.
    fn answer(&mut self, maker: Pairs, free: Pairs) -> Result<(u8, Found), Halt> {
        if let Some((slot, lacking)) = self.recent.find_almost(self.won(maker, free), free) {
            let (node, map) = self.recent_found[slot];
            let pair = each(lacking).next().map_or(NO_PAIR, |at| at as u8);
            return Ok((pair, Found { node, map }));
        }
        let Some(at) = self.winning_move(maker, free)? else {
            return Ok((NO_PAIR, self.build(maker, free)?));
        };
        let (maker, free) = self.after(maker, free, at);
        Ok((at as u8, self.build(maker, free)?))
    }

    /// The first move that wins, in the order of the potential; `None` when none is needed.
    fn winning_move(&mut self, maker: Pairs, free: Pairs) -> Result<Option<usize>, Halt> {
        let mut region = free;
        match self.winner {
            Player::Breaker => {
                if let Verdict::Lost { reply, .. } = self.search.stars.breaker_moves(maker, free) {
                    return Ok((reply != super::search::PASS).then_some(reply.into()));
                }
                // Of two threats he can meet only one.
                let threats = self.search.sets.threats(maker, free);
                if threats.count_ones() > 1 {
                    return Err(Halt::Contradiction);
                }
                if threats != 0 {
                    region = threats;
                }
            }
            Player::Maker => {
                if self.search.sets.is_won(maker) {
                    return Ok(None);
                }
                if let Some(at) = each(self.search.sets.threats(maker, free)).next() {
                    return Ok(Some(at));
                }
                if let Verdict::Tight(star) = self.search.stars.maker_moves(maker, free) {
                    region &= star;
                }
            }
        }
        let mut potential = [0.0; 55];
        if !self.search.sets.weigh(maker, free, &mut potential) {
            return match self.winner {
                Player::Breaker => Ok(None),
                Player::Maker => Err(Halt::Contradiction),
            };
        }
        while let Some(at) = self.search.next(region, &potential) {
            let (maker, free) = self.after(maker, free, at);
            if self.search.winner(maker, free, self.winner.other())? == self.winner {
                return Ok(Some(at));
            }
            region &= !(1 << at);
        }
        // A position that the winner wins has a move that wins.
        Err(Halt::Contradiction)
    }

    /// The node for a position with the loser to move.
    fn build(&mut self, maker: Pairs, free: Pairs) -> Result<Found, Halt> {
        let won = self.won(maker, free);
        if let Some(slot) = self.recent.find_slot(won, free) {
            let (node, map) = self.recent_found[slot];
            return Ok(Found { node, map });
        }
        if let Some(leaf) = self.leaf(maker, free, won) {
            let found = self.node(leaf, 0, &[])?;
            return Ok(self.remember(found));
        }
        // Of a position that stars decide, nothing but the stars matters.
        if self.winner == Player::Breaker
            && let Verdict::Lost { carrier, stars, .. } = self.search.stars.maker_moves(maker, free)
        {
            let (free, won) = (free & carrier, won & stars);
            return self.built(self.all & !(won | free | self.dead), free, won);
        }
        self.built(maker, free, won)
    }

    fn built(&mut self, maker: Pairs, free: Pairs, won: Pairs) -> Result<Found, Halt> {
        let form = self.search.form.map(maker, free);
        let place = (form.image(maker), form.image(free));
        let same = |at: usize| (self.positions[at].0, self.positions[at].1) == place;
        if let Some(at) = self.by_position.find(place, same) {
            let found = self.positions[at].2;
            let map = form.then(&found.map);
            return Ok(Found { node: found.node, map });
        }
        // Without a free pair the game is over, and the winner has won.
        if free == 0 {
            return Err(Halt::Contradiction);
        }
        let mut potential = [0.0; 55];
        self.search.sets.weigh(maker, free, &mut potential);
        // Replies with the pairs they need after the move.
        let mut replies: Vec<(u8, Found, Pairs)> = Vec::new();
        let mut region = free;
        while let Some(at) = self.search.next(region, &potential) {
            let (maker, free) = match self.winner {
                Player::Maker => (maker, free & !(1 << at)),
                Player::Breaker => (maker | 1 << at, free & !(1 << at)),
            };
            let (reply, found) = self.answer(maker, free)?;
            let (won, free) = self.nodes[found.node as usize];
            let needed = found.map.inverse().image(won | free) | bit(reply);
            assert!(needed >> at & 1 == 0, "the reply answers the move");
            region &= needed;
            replies.push((reply, found, needed));
        }
        let mut at = 0;
        while at < replies.len() {
            let others = (0..replies.len()).filter(|&i| i != at);
            if others.fold(free, |common, i| common & replies[i].2) == 0 {
                replies.remove(at);
            } else {
                at += 1;
            }
        }
        let needed = replies.iter().fold(0, |all, (_, _, needed)| all | needed);
        let replies: Vec<Step> = replies.iter().map(|(reply, found, _)| found.reply(*reply)).collect();
        let found = self.node(needed & won, needed & free, &replies)?;
        let map = form.inverse().then(&found.map);
        let positions = &self.positions;
        self.by_position.insert(place, |at| (positions[at].0, positions[at].1));
        self.positions.push((place.0, place.1, Found { node: found.node, map }));
        Ok(self.remember(found))
    }

    /// The pairs with which the winner has won already, as few as there may be.
    fn leaf(&self, maker: Pairs, free: Pairs, won: Pairs) -> Option<Pairs> {
        let sets = self.search.sets;
        match self.winner {
            Player::Maker => sets.is_won(maker).then(|| sets.witness(maker)),
            Player::Breaker => self.search.stars.lost(maker, free, self.dead).or_else(|| {
                let is_lost = |lost: Pairs| !sets.is_won(self.all & !lost);
                is_lost(won).then(|| super::winning_sets::shrunk(won, is_lost))
            }),
        }
    }

    /// The node of these sets of pairs, in canonical labels; a new one gets the replies.
    fn node(&mut self, won: Pairs, free: Pairs, replies: &[Step]) -> Result<Found, Halt> {
        let map = self.search.form.map(won, free);
        let form = (map.image(won), map.image(free));
        let same = |at: usize| self.nodes[at] == form;
        if let Some(node) = self.by_form.find(form, same) {
            return Ok(Found { node: node as u32, map });
        }
        self.search.count_proof_node()?;
        let back = map.inverse();
        self.replies.extend(replies.iter().map(|reply| Step {
            next: reply.next,
            pair: match reply.pair {
                NO_PAIR => NO_PAIR,
                at => map.pair(at.into()) as u8,
            },
            map: cut(back.then(&reply.map), self.n),
        }));
        let nodes = &self.nodes;
        self.by_form.insert(form, |at| nodes[at]);
        let node = self.nodes.len() as u32;
        self.nodes.push(form);
        self.ends.push(self.replies.len() as u64);
        if self.nodes.len().is_multiple_of(MEMORY_EVERY) {
            self.make_room()?;
        }
        Ok(Found { node, map })
    }

    /// The table of positions gives way to the strategy, which at the end is there twice: as it is, and as bytes.
    fn make_room(&mut self) -> Result<(), Halt> {
        let positions = self.positions.len() * size_of::<(Pairs, Pairs, Found)>();
        let nodes = self.nodes.len() * (size_of::<Sets>() + size_of::<u64>());
        let replies = self.replies.len() * size_of::<Step>();
        let index = self.by_form.bytes() + self.by_position.bytes();
        let bytes = (positions + nodes + replies + index) as u64;
        if bytes > (self.memory / 5 * 2).max(MEMORY_LEAST) {
            return Err(Halt::Memory {
                needs: self.memory.max(MEMORY_LEAST) * 2,
                allowed: self.memory,
            });
        }
        self.search.table.limit(self.memory.saturating_sub(bytes));
        Ok(())
    }

    /// Lets later positions find the node as it stands here.
    fn remember(&mut self, found: Found) -> Found {
        let (won, free) = self.nodes[found.node as usize];
        let back = found.map.inverse();
        self.recent_found[self.recent.next_slot()] = (found.node, found.map);
        self.recent.insert(back.image(won), back.image(won | free), 0);
        found
    }
}

fn bit(reply: u8) -> Pairs {
    if reply == NO_PAIR { 0 } else { 1 << reply }
}

/// The map with vertices that are not there left where they are.
fn cut(mut map: Map, n: usize) -> Map {
    for v in n..map.0.len() {
        map.0[v] = v as u8;
    }
    map
}
