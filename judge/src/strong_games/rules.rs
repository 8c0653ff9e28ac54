//! The rules: whose edge completes a copy, and which moves there are.

use super::claim::{Boards, Claim, ORDER_MOST};
use crate::coloured::position::Position;
use crate::coloured::target::{Board, Target};

/// Most vertices.
const MOST: usize = ORDER_MOST as usize;

/// The first player.
pub const RED: usize = 0;
/// The second player.
pub const GREEN: usize = 1;

pub type Edge = (usize, usize);

/// The game: what both want, and on which boards. New vertices of a position are those without an edge, which are
/// alike.
pub struct Game {
    target: Target,
    boards: Boards,
}

impl Game {
    pub fn new(claim: &Claim) -> Self {
        Self {
            target: Target::new(claim.target.clone()),
            boards: claim.boards,
        }
    }

    /// New vertices that a player may use, at most two: Red those that all boards have, Green those that any has.
    /// Where the position has no room for Green's, an error.
    fn fresh(&self, position: &Position, colour: usize) -> Result<usize, &'static str> {
        let all = if colour == RED {
            self.boards.sure()
        } else {
            self.boards.possible()
        };
        let fresh = all.saturating_sub(position.n as u64).min(2) as usize;
        match (position.n + fresh <= MOST, colour) {
            (true, _) => Ok(fresh),
            (false, RED) => Ok(MOST - position.n),
            (false, _) => Err("it touches too many vertices"),
        }
    }

    /// The free edges that complete a copy for a player who has the edge `with`, in copies that need it; two at most.
    pub fn threats(&self, position: &Position, colour: usize, with: Edge) -> Result<Vec<Edge>, &'static str> {
        let n = position.n + self.fresh(position, colour)?;
        let board = Board {
            n,
            own: &position.rows[colour],
            // As the target is connected, no copy has a vertex that is on no board.
            free: &position.free().map(|row| row & ((1 << n) - 1)),
            most: 1,
            wanted: None,
        };
        let mut found = Vec::new();
        self.target.any_through(&board, with, &mut |missing| {
            // Without a missing edge the player owns a copy; that is asked elsewhere.
            if let [edge] = missing
                && !found.contains(edge)
            {
                found.push(*edge);
            }
            found.len() == 2
        });
        Ok(found)
    }

    /// True if a player owns a copy, or can complete one with a free edge.
    pub fn is_open(&self, position: &Position, colour: usize) -> Result<bool, &'static str> {
        for edge in position.edges(colour) {
            let owns = self.target.has_through(&position.rows[colour], position.n, edge);
            if owns || !self.threats(position, colour, edge)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if Red may take an edge: it is free, and every board has its vertices. New ones are numbered on.
    pub fn may_take(&self, position: &Position, (u, v): Edge) -> bool {
        let (low, high, n) = (u.min(v), u.max(v), position.n);
        let is_next = high <= n || (low, high) == (n, n + 1);
        let fresh = self.fresh(position, RED).unwrap_or(0);
        position.is_free(low, high) && is_next && high < n + fresh
    }

    /// All of Green's moves, one for all new vertices. On the smallest board he has at least one: else it is a tie.
    pub fn replies(&self, position: &Position) -> Result<Vec<Edge>, &'static str> {
        let n = position.n;
        let fresh = self.fresh(position, GREEN)?;
        let mut replies = position.free_pairs();
        if replies.iter().all(|edge| edge.1 >= n) && self.boards.sure() <= n as u64 {
            return Err("the smallest board is full");
        }
        replies.retain(|edge| edge.1 < n + fresh);
        Ok(replies)
    }
}
