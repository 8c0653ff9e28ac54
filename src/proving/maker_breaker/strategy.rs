//! The winner's strategy as a directed graph of positions, each with the loser to move.
//!
//! A node is two disjoint sets of pairs: those that are the winner's and free ones; all others count as the loser's. It
//! says that the winner wins from there. A position has at least what a node has, under some map of the vertices, when
//! the winner has the node's pairs and holds or may take its free ones. So a node answers many positions, and a reply
//! answers all of the loser's moves that leave the next node whole.

use super::bytes::NO_PAIR;
use super::pairs::{Map, Pairs};

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

/// A reply in 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub next: u32,
    /// [`NO_PAIR`] when the winner needs none.
    pub pair: u8,
    pub map: Map,
}

impl Step {
    fn reply(self) -> Reply {
        Reply {
            pair: (self.pair != NO_PAIR).then_some(self.pair),
            next: self.next,
            map: self.map,
        }
    }
}

/// The winner's pairs and the free ones of a node.
pub(super) type Sets = (Pairs, Pairs);

/// A strategy: nodes, and how the start leads to one of them. 24 bytes a node and 16 a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    nodes: Vec<Sets>,
    /// Where the replies of each node end.
    ends: Vec<u64>,
    replies: Vec<Step>,
    opening: Step,
}

impl Strategy {
    /// Of nodes with their replies, in order; those that the opening does not lead to are left out.
    pub(super) fn new(nodes: Vec<Sets>, ends: Vec<u64>, replies: Vec<Step>, opening: Step) -> Self {
        let mut strategy = Self {
            nodes,
            ends,
            replies,
            opening,
        };
        strategy.leave_out();
        strategy
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Number of replies, that of the opening not among them.
    pub fn replies(&self) -> usize {
        self.replies.len()
    }

    /// A node.
    pub fn node(&self, at: usize) -> Node {
        let ((won, free), steps) = self.steps(at);
        Node {
            won,
            free,
            replies: steps.iter().map(|step| step.reply()).collect(),
        }
    }

    /// From the start, with the winner's first move when he begins.
    pub fn opening(&self) -> Reply {
        self.opening.reply()
    }

    /// A node as it is kept.
    pub(super) fn steps(&self, at: usize) -> (Sets, &[Step]) {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        (self.nodes[at], &self.replies[start as usize..self.ends[at] as usize])
    }

    /// The opening as it is kept.
    pub(super) fn first_step(&self) -> Step {
        self.opening
    }

    /// Keeps the nodes that the opening leads to, in the same order and place.
    fn leave_out(&mut self) {
        let mut is_reached = vec![false; self.nodes.len()];
        is_reached[self.opening.next as usize] = true;
        for at in (0..self.nodes.len()).rev() {
            if is_reached[at] {
                let replies = self.steps(at).1;
                replies.iter().for_each(|reply| is_reached[reply.next as usize] = true);
            }
        }
        let mut numbers = vec![0; self.nodes.len()];
        let (mut kept, mut start, mut end) = (0, 0, 0);
        for at in 0..self.nodes.len() {
            let replies = start..self.ends[at] as usize;
            start = replies.end;
            if !is_reached[at] {
                continue;
            }
            for from in replies {
                self.replies[end] = self.replies[from];
                self.replies[end].next = numbers[self.replies[from].next as usize];
                end += 1;
            }
            self.nodes[kept] = self.nodes[at];
            self.ends[kept] = end as u64;
            numbers[at] = kept as u32;
            kept += 1;
        }
        self.nodes.truncate(kept);
        self.ends.truncate(kept);
        self.replies.truncate(end);
        self.opening.next = numbers[self.opening.next as usize];
    }
}
