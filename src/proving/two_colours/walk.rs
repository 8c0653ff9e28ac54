//! The claims that choices lead to, made in the order in which a reader makes them, and the choices.
//!
//! A claim says that the loser, who is next, loses a position. Each of his moves loses at once, or the winner has a
//! reply that wins at once, or one that leads to a claim. Claims are checked in the order in which they are made, by
//! the number of moves made and then in batches; a choice is written where no claim made before the batch answers a
//! move.

use std::collections::HashSet;
use std::mem::take;

use proof::{KnownValues, Unproved};

use super::board::{Board, Colouring, End, Key};

/// What the winner can do.
enum Answer {
    /// He wins at once, or a claim made before answers.
    Won,
    /// The positions after his replies, with their keys.
    Open(Vec<(Colouring, Key)>),
}

/// All claims of a game.
pub struct Walk<'b, 'a, E> {
    board: &'b Board,
    /// 0 or 1.
    winner: usize,
    batch: usize,
    known: KnownValues<'a, E>,
    claimed: HashSet<Key>,
    /// The claims after as many moves as those of the next batch and two more.
    next: Vec<Colouring>,
    /// Number of claims.
    pub claims: u64,
    /// The choices.
    pub codes: Vec<u8>,
}

impl<'b, 'a, E> Walk<'b, 'a, E> {
    /// No claim yet.
    pub fn new(board: &'b Board, winner: usize, batch: usize, known: KnownValues<'a, E>) -> Self {
        Self {
            board,
            winner,
            batch,
            known,
            claimed: HashSet::new(),
            next: Vec::new(),
            claims: 0,
            codes: Vec::new(),
        }
    }

    /// Makes all claims.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn walk(&mut self) -> Result<(), Unproved<E>> {
        let start = self.board.start();
        match self.winner {
            1 => self.claim(start, self.board.key(&start)),
            _ => match self.answer(&start)? {
                Answer::Won => {}
                Answer::Open(replies) => self.choose(&start, replies)?,
            },
        }
        let mut checked = 0;
        while !self.next.is_empty() {
            let claims = take(&mut self.next);
            self.claimed.clear();
            for batch in claims.chunks(self.batch) {
                let looked = batch
                    .iter()
                    .map(|claim| self.look(claim))
                    .collect::<Result<Vec<_>, _>>()?;
                for (position, open) in batch.iter().zip(looked) {
                    for replies in open {
                        self.choose(position, replies)?;
                    }
                }
                checked += batch.len() as u64;
                if (self.known.watch)(self.claims, checked) {
                    return Err(Unproved::Stopped);
                }
            }
        }
        Ok(())
    }

    /// The winner's replies to those of the loser's moves that no claim answers.
    fn look(&self, claim: &Colouring) -> Result<Vec<Vec<(Colouring, Key)>>, Unproved<E>> {
        let loser = 1 - self.winner;
        let moves = self.board.moves(claim, loser);
        if moves.is_empty() && self.board.stuck(loser) != End::Loses {
            return Err(wrong(claim));
        }
        let mut open = Vec::new();
        for (end, after) in moves {
            match end {
                Some(End::Loses) => {}
                Some(_) => return Err(wrong(claim)),
                None => match self.answer(&after)? {
                    Answer::Won => {}
                    Answer::Open(replies) => open.push(replies),
                },
            }
        }
        Ok(open)
    }

    /// What the winner, who is next, can do.
    fn answer(&self, position: &Colouring) -> Result<Answer, Unproved<E>> {
        let moves = self.board.moves(position, self.winner);
        let is_stuck = moves.is_empty() && self.board.stuck(self.winner) == End::Wins;
        if is_stuck || moves.iter().any(|(end, _)| *end == Some(End::Wins)) {
            return Ok(Answer::Won);
        }
        let replies = moves.into_iter().filter(|(end, _)| end.is_none());
        let replies: Vec<_> = replies.map(|(_, after)| (after, self.board.key(&after))).collect();
        match () {
            () if replies.is_empty() => Err(wrong(position)),
            () if replies.iter().any(|(_, key)| self.claimed.contains(key)) => Ok(Answer::Won),
            () => Ok(Answer::Open(replies)),
        }
    }

    /// Writes down a reply that wins: to a claim if there is one, else to the position in which the loser has the
    /// fewest moves that do not lose at once.
    fn choose(&mut self, before: &Colouring, replies: Vec<(Colouring, Key)>) -> Result<(), Unproved<E>> {
        let mut best: Option<(usize, usize)> = None;
        for (number, (position, key)) in replies.iter().enumerate() {
            if self.claimed.contains(key) {
                best = Some((0, number));
                break;
            }
            if (self.known.is_lost)(&position.text()).map_err(Unproved::Value)? {
                let moves = self.board.moves(position, 1 - self.winner);
                let left = moves.iter().filter(|(end, _)| end.is_none()).count();
                if best.is_none_or(|(least, _)| left < least) {
                    best = Some((left, number));
                }
            }
        }
        let (_, number) = best.ok_or_else(|| wrong(before))?;
        self.codes.push(number as u8);
        let (position, key) = replies[number];
        self.claim(position, key);
        Ok(())
    }

    fn claim(&mut self, position: Colouring, key: Key) {
        if self.claimed.insert(key) {
            self.claims += 1;
            self.next.push(position);
        }
    }
}

fn wrong<E>(position: &Colouring) -> Unproved<E> {
    Unproved::Contradiction(position.text())
}
