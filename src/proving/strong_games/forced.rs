//! Moves and what they force, until nothing is open: no player can complete the target with one edge.

use super::board::Limits;
use super::position::{Edge, GREEN, ORDER_MOST, Position, RED};
use super::threats::{Target, Threats};

/// Where forced moves lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Red has two threats and Green none: Red wins, within the moves allowed.
    Won,
    /// Green has two threats, or Red would need more moves than are allowed.
    Lost,
    /// Nothing is open, and Red is to move.
    Red,
    /// Nothing is open, and Green is to move.
    Green,
}

/// The rules: target and limits.
pub struct Rules<T> {
    /// What both want.
    pub target: T,
    /// What is allowed.
    pub limits: Limits,
}

/// The number of fresh vertices of an edge, if it is free and they are the next ones.
#[inline]
pub fn fresh_in(position: &Position, (u, v): Edge) -> Option<usize> {
    let touched = position.touched();
    let (low, high) = (u.min(v) as usize, u.max(v) as usize);
    if low == high || high >= ORDER_MOST {
        return None;
    }
    match (low < touched, high < touched) {
        (true, true) => position.is_free(low, high).then_some(0),
        (true, false) if high == touched => Some(1),
        (false, _) if low == touched && high == touched + 1 => Some(2),
        _ => None,
    }
}

impl<T: Target> Rules<T> {
    /// The threats of a colour that need its edge.
    #[inline]
    pub fn threats(&self, position: &Position, colour: usize, (u, v): Edge) -> Threats {
        let touched = position.touched();
        let fresh = match colour {
            RED => self.limits.fresh_for_red(touched),
            // Too many vertices: as if Green had won.
            _ => match self.limits.fresh_for_green(touched) {
                Some(fresh) => fresh,
                None => return Threats::More((0, 0), (0, 0)),
            },
        };
        let vertices = (((1u64 << (touched + fresh)) - 1) & 0xffff_ffff) as u32;
        let (own, other) = (position.rows(colour), position.rows(1 - colour));
        self.target.threats(own, other, u as usize, v as usize, vertices)
    }

    /// Red takes an edge; then both take what they must. Nothing is open before.
    pub fn red_plays(&self, position: &mut Position, mut edge: Edge) -> After {
        let most = self.limits.moves;
        loop {
            position.play(RED, edge);
            let count = position.count(RED);
            let answer = match self.threats(position, RED, edge) {
                Threats::More(..) if count < most => return After::Won,
                Threats::More(..) => return After::Lost,
                // A double threat and the edge that completes the copy come after a quiet position.
                Threats::No if count + 2 <= most => return After::Green,
                Threats::One(answer) if count < most => answer,
                _ => return After::Lost,
            };
            position.play(GREEN, answer);
            edge = match self.threats(position, GREEN, answer) {
                Threats::More(..) => return After::Lost,
                Threats::No if count + 2 <= most => return After::Red,
                Threats::No => return After::Lost,
                Threats::One(answer) => answer,
            };
            if !self.may_take(position, edge) {
                return After::Lost;
            }
        }
    }

    /// Green takes an edge; then both take what they must. Nothing is open before.
    pub fn green_plays(&self, position: &mut Position, edge: Edge) -> After {
        position.play(GREEN, edge);
        match self.threats(position, GREEN, edge) {
            Threats::More(..) => After::Lost,
            Threats::No => After::Red,
            Threats::One(answer) if self.may_take(position, answer) => self.red_plays(position, answer),
            Threats::One(_) => After::Lost,
        }
    }

    /// Whether Red may take an edge: it is free, and its fresh vertices are the next ones and sure to be there.
    #[inline]
    pub fn may_take(&self, position: &Position, (u, v): Edge) -> bool {
        match fresh_in(position, (u, v)) {
            Some(fresh) => fresh == 0 || fresh <= self.limits.fresh_for_red(position.touched()),
            None => false,
        }
    }

    /// Whether Green may take an edge: it is free, and its fresh vertices are the next ones that he can use.
    pub fn green_may_take(&self, position: &Position, edge: Edge) -> bool {
        let most = self.limits.fresh_for_green(position.touched());
        fresh_in(position, edge)
            .zip(most)
            .is_some_and(|(fresh, most)| fresh <= most)
    }

    /// Green's moves: one for all fresh vertices. `None` when there are more vertices than a position can hold.
    pub fn replies(&self, position: &Position) -> Option<Vec<Edge>> {
        let touched = position.touched();
        let fresh = self.limits.fresh_for_green(touched)?;
        let mut replies = Vec::with_capacity(128);
        for v in 1..touched {
            replies.extend((0..v).filter(|&u| position.is_free(u, v)).map(|u| (u as u8, v as u8)));
        }
        // On the smallest board the moves with fresh vertices may not be there.
        if replies.is_empty() && self.limits.sure <= touched {
            return None;
        }
        if fresh >= 1 {
            replies.extend((0..touched).map(|u| (u as u8, touched as u8)));
        }
        if fresh >= 2 {
            replies.push((touched as u8, touched as u8 + 1));
        }
        Some(replies)
    }

    /// Red's moves that make no threat and those that do, one for all fresh vertices: edges between touched vertices,
    /// and from a vertex with a red edge to a fresh one; all, on small boards.
    pub fn moves(&self, position: &Position) -> Vec<Edge> {
        let touched = position.touched();
        let fresh = self.limits.fresh_for_red(touched);
        let mut moves = Vec::with_capacity(128);
        for v in 1..touched {
            moves.extend((0..v).filter(|&u| position.is_free(u, v)).map(|u| (u as u8, v as u8)));
        }
        if fresh >= 1 {
            let all = self.limits.all_moves;
            let from = (0..touched).filter(|&u| all || position.rows(RED)[u] != 0);
            moves.extend(from.map(|u| (u as u8, touched as u8)));
        }
        if fresh >= 2 && (self.limits.all_moves || touched == 0) {
            moves.push((touched as u8, touched as u8 + 1));
        }
        moves
    }
}
