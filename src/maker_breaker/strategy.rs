//! The winner's strategy as a directed graph of positions, each with the loser to move.
//!
//! A node is two disjoint sets of pairs: those that are the winner's and free ones; all others count as the loser's. It
//! says that the winner wins from there. A position has at least what a node has, under some map of the vertices, when
//! the winner has the node's pairs and holds or may take its free ones. So a node answers many positions, and a reply
//! answers all of the loser's moves that leave the next node whole.
//!
//! It is built from the leaves up by asking the search for the winner's moves; what a node needs is the union of what its
//! replies lead to, whatever carriers the search had.

use std::collections::HashMap;

use super::game::{Game, Player};
use super::pairs::{Map, Pairs, all_pairs, pair};
use super::patterns::Patterns;
use super::search::{PASS, Search, Stopped};
use super::star_rules::Verdict;

/// A position with the loser to move, in labels of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The winner's pairs.
    pub won: Pairs,
    /// The free pairs that the strategy needs.
    pub free: Pairs,
    /// Replies, which together answer every move; none where the game is decided: Maker holds a winning set, or no set
    /// is left without Breaker's pairs.
    pub replies: Vec<Reply>,
}

/// A move of the winner and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The pair he takes, `None` when he needs none.
    pub pair: Option<u8>,
    /// The number of the next node, smaller than that of the node replied from.
    pub next: u32,
    /// Which vertex of the next node each vertex is.
    pub map: Map,
}

/// A strategy: nodes, and how the start leads to one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The nodes; replies lead to smaller numbers.
    pub nodes: Vec<Node>,
    /// From the start, with the winner's first move when he begins.
    pub opening: Reply,
}

/// Nodes found lately that are tried on each position as it stands.
const RECENT: usize = 4096;

impl Strategy {
    /// The strategy of the winner of `game`.
    pub(super) fn of(search: &mut Search, game: &Game, winner: Player) -> Result<Self, Stopped> {
        let n = game.order();
        let mut builder = Builder {
            winner,
            n,
            all: all_pairs(n),
            dead: search.sets.fixed().map_or(0, |(u, v)| 1 << pair(u, v)),
            search,
            nodes: Vec::new(),
            by_form: HashMap::new(),
            by_position: HashMap::new(),
            recent: Patterns::new(RECENT),
            recent_found: vec![(0, Map::IDENTITY); RECENT],
        };
        let (maker, free) = (game.maker(), game.free());
        let (reply, (maker, free)) = match game.starter() == winner {
            true => builder.answer(maker, free)?,
            false => (PASS, (maker, free)),
        };
        let found = builder.build(maker, free)?;
        let opening = found.reply(reply);
        Ok(only_reachable(builder.nodes, opening))
    }
}

/// Where a position is in the strategy.
#[derive(Clone, Copy)]
struct Found {
    node: u32,
    /// From the position's vertices to the node's.
    map: Map,
}

impl Found {
    fn reply(self, reply: u8) -> Reply {
        Reply {
            pair: (reply != PASS).then_some(reply),
            next: self.node,
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
    nodes: Vec<Node>,
    by_form: HashMap<(Pairs, Pairs), u32>,
    /// By canonical position, with the map from there.
    by_position: HashMap<(Pairs, Pairs), Found>,
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

    /// The winner's move, and the position after it.
    fn answer(&mut self, maker: Pairs, free: Pairs) -> Result<(u8, (Pairs, Pairs)), Stopped> {
        let by_star = match self.winner {
            Player::Breaker => match self.search.stars.breaker_moves(maker, free) {
                Verdict::Lost { reply, .. } => Some(reply),
                _ => None,
            },
            Player::Maker => None,
        };
        let reply = match by_star {
            Some(reply) => reply,
            None => {
                let known = self.search.decided(maker, free, self.winner)?;
                assert_eq!(known.maker_wins, self.winner == Player::Maker, "a reply wins");
                known.reply
            }
        };
        let after = match (reply, self.winner) {
            (PASS, _) => (maker, free),
            (at, Player::Maker) => (maker | 1 << at, free & !(1 << at)),
            (at, Player::Breaker) => (maker, free & !(1 << at)),
        };
        Ok((reply, after))
    }

    /// The node for a position with the loser to move.
    fn build(&mut self, maker: Pairs, free: Pairs) -> Result<Found, Stopped> {
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

    fn built(&mut self, maker: Pairs, free: Pairs, won: Pairs) -> Result<Found, Stopped> {
        let form = self.search.form.map(maker, free);
        let place = (form.image(maker), form.image(free));
        if let Some(found) = self.by_position.get(&place) {
            let (node, map) = (found.node, form.then(&found.map));
            return Ok(Found { node, map });
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
            let (reply, (maker, free)) = self.answer(maker, free)?;
            let found = self.build(maker, free)?;
            let node = &self.nodes[found.node as usize];
            let needed = found.map.inverse().image(node.won | node.free) | bit(reply);
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
        let replies: Vec<Reply> = replies.iter().map(|(reply, found, _)| found.reply(*reply)).collect();
        let found = self.node(needed & won, needed & free, &replies)?;
        let map = form.inverse().then(&found.map);
        self.by_position.insert(place, Found { node: found.node, map });
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
    fn node(&mut self, won: Pairs, free: Pairs, replies: &[Reply]) -> Result<Found, Stopped> {
        let map = self.search.form.map(won, free);
        let form = (map.image(won), map.image(free));
        if let Some(&node) = self.by_form.get(&form) {
            return Ok(Found { node, map });
        }
        self.search.count_proof_node()?;
        let back = map.inverse();
        let moved = |reply: &Reply| Reply {
            pair: reply.pair.map(|at| map.pair(at.into()) as u8),
            next: reply.next,
            map: cut(back.then(&reply.map), self.n),
        };
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            won: form.0,
            free: form.1,
            replies: replies.iter().map(moved).collect(),
        });
        self.by_form.insert(form, node);
        Ok(Found { node, map })
    }

    /// Lets later positions find the node as it stands here.
    fn remember(&mut self, found: Found) -> Found {
        let node = &self.nodes[found.node as usize];
        let back = found.map.inverse();
        self.recent_found[self.recent.next_slot()] = (found.node, found.map);
        self.recent
            .insert(back.image(node.won), back.image(node.won | node.free), 0);
        found
    }
}

fn bit(reply: u8) -> Pairs {
    if reply == PASS { 0 } else { 1 << reply }
}

/// The map with vertices that are not there left where they are.
fn cut(mut map: Map, n: usize) -> Map {
    for v in n..map.0.len() {
        map.0[v] = v as u8;
    }
    map
}

/// The nodes that the opening leads to, in the same order.
fn only_reachable(nodes: Vec<Node>, mut opening: Reply) -> Strategy {
    let mut is_reached = vec![false; nodes.len()];
    is_reached[opening.next as usize] = true;
    for at in (0..nodes.len()).rev().filter(|&at| at <= opening.next as usize) {
        if is_reached[at] {
            nodes[at]
                .replies
                .iter()
                .for_each(|reply| is_reached[reply.next as usize] = true);
        }
    }
    let mut numbers = vec![0; nodes.len()];
    let mut kept: Vec<Node> = Vec::new();
    for (at, mut node) in nodes.into_iter().enumerate().filter(|(at, _)| is_reached[*at]) {
        numbers[at] = kept.len() as u32;
        node.replies
            .iter_mut()
            .for_each(|reply| reply.next = numbers[reply.next as usize]);
        kept.push(node);
    }
    opening.next = numbers[opening.next as usize];
    Strategy { nodes: kept, opening }
}
