//! The claims that choices lead to, made in the order in which a reader makes them, and the choices.
//!
//! A claim says that the winner wins from a position with a turn. Where the winner chooses, a choice is written that
//! leads to a position that is won; all choices of the other player lead to claims.

use std::collections::{HashMap, HashSet};
use std::mem::take;

use games::Offers;
use proof::{KnownValues, Unproved};

use super::board::{Board, Colouring, Key, OFFER, Turn};

/// Claims between two looks at the clock.
const PIECE: u64 = 64;

/// All claims of a game.
pub struct Walk<'b, 'a, E> {
    board: &'b Board,
    /// 0 or 1.
    winner: usize,
    known: KnownValues<'a, E>,
    claimed: HashSet<Key>,
    /// The claims by the number of edges and then by the turn.
    levels: Vec<Vec<(Colouring, Turn)>>,
    /// Whether the winner wins, of positions with one number of edges.
    wins: HashMap<Key, bool>,
    /// Number of claims.
    pub claims: u64,
    /// The choices.
    pub codes: Vec<u8>,
}

impl<'b, 'a, E> Walk<'b, 'a, E> {
    /// No claim yet.
    pub fn new(board: &'b Board, winner: usize, known: KnownValues<'a, E>) -> Self {
        let pairs = board.n * board.n.saturating_sub(1) / 2;
        Self {
            board,
            winner,
            known,
            claimed: HashSet::new(),
            levels: vec![Vec::new(); (pairs + 1) * board.turns()],
            wins: HashMap::new(),
            claims: 0,
            codes: Vec::new(),
        }
    }

    /// Makes all claims.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn walk(&mut self) -> Result<(), Unproved<E>> {
        let board = self.board;
        let turn = match board.offers() {
            Some(_) => OFFER,
            None => board.whole(board.starter()),
        };
        self.claim(board.start, turn)?;
        let mut checked = 0;
        for slot in 0..self.levels.len() {
            if slot % board.turns() == 0 {
                self.wins.clear();
            }
            for (at, turn) in take(&mut self.levels[slot]) {
                self.claimed.remove(&board.key(&at, turn));
                match board.offers() {
                    None => self.edge(&at, turn)?,
                    Some(_) if self.winner == 1 => self.offer(&at)?,
                    Some(_) => self.answers(&at)?,
                }
                checked += 1;
                if checked % PIECE == 0 && (self.known.watch)(self.claims, checked) {
                    return Err(Unproved::Stopped);
                }
            }
        }
        Ok(())
    }

    fn edge(&mut self, at: &Colouring, turn: Turn) -> Result<(), Unproved<E>> {
        let choices = self.board.edges(at, turn);
        if turn.by != self.winner {
            self.codes.push(0);
            return choices
                .into_iter()
                .try_for_each(|(after, turn)| self.claim(after, turn));
        }
        let number = self.best(at, &choices)?;
        self.codes.push(number as u8);
        let (after, turn) = choices[number];
        self.claim(after, turn)
    }

    /// The offer to which each answer loses for Red.
    fn offer(&mut self, at: &Colouring) -> Result<(), Unproved<E>> {
        let board = self.board;
        let kept = board.bias()[0] as usize;
        let (free, [least, most]) = board.offered(at);
        for size in least..=most {
            for numbers in subsets(free.len(), size) {
                let offer: Vec<_> = numbers.iter().map(|&number| free[number]).collect();
                let answers = subsets(size, kept).map(|kept| board.answered(at, &offer, &kept));
                let answers: Vec<Colouring> = answers.collect();
                let mut is_won = true;
                for after in &answers {
                    is_won = is_won && self.wins(after, OFFER)?;
                }
                if !is_won {
                    continue;
                }
                if board.offers() == Some(Offers::UpToAll) {
                    self.codes.push(size as u8);
                }
                self.codes.extend(numbers.iter().map(|&number| number as u8));
                return answers.into_iter().try_for_each(|after| self.claim(after, OFFER));
            }
        }
        Err(wrong(at))
    }

    /// Red's answer to each offer.
    fn answers(&mut self, at: &Colouring) -> Result<(), Unproved<E>> {
        let board = self.board;
        let kept = board.bias()[0] as usize;
        let (free, [least, most]) = board.offered(at);
        for size in least..=most {
            for numbers in subsets(free.len(), size) {
                let offer: Vec<_> = numbers.iter().map(|&number| free[number]).collect();
                let answers: Vec<Vec<usize>> = subsets(size, kept).collect();
                let choices = answers.iter().map(|kept| (board.answered(at, &offer, kept), OFFER));
                let choices: Vec<_> = choices.collect();
                let number = self.best(at, &choices)?;
                self.codes.extend(answers[number].iter().map(|&kept| kept as u8));
                self.claim(choices[number].0, OFFER)?;
            }
        }
        Ok(())
    }

    /// The number of a choice that wins: at once, or by a claim made before, or else the first.
    fn best(&mut self, before: &Colouring, choices: &[(Colouring, Turn)]) -> Result<usize, Unproved<E>> {
        let is_done = |(after, turn): &(Colouring, Turn)| match self.board.settled(after) {
            Some(winner) => winner == self.winner,
            None => self.claimed.contains(&self.board.key(after, *turn)),
        };
        if let Some(number) = choices.iter().position(is_done) {
            return Ok(number);
        }
        for (number, (after, turn)) in choices.iter().enumerate() {
            if self.wins(after, *turn)? {
                return Ok(number);
            }
        }
        Err(wrong(before))
    }

    /// Whether the winner wins a position.
    fn wins(&mut self, at: &Colouring, turn: Turn) -> Result<bool, Unproved<E>> {
        if let Some(winner) = self.board.settled(at) {
            return Ok(winner == self.winner);
        }
        let key = self.board.key(at, turn);
        if let Some(&wins) = self.wins.get(&key) {
            return Ok(wins);
        }
        let wins = match self.board.text(at, turn) {
            Some(text) => !(self.known.is_lost)(&text).map_err(Unproved::Value)?,
            // Within a turn of several edges or more.
            None => {
                let is_winner = turn.by == self.winner;
                let mut wins = !is_winner;
                for (after, turn) in self.board.edges(at, turn) {
                    if wins != is_winner {
                        wins = self.wins(&after, turn)?;
                    }
                }
                wins
            }
        };
        self.wins.insert(key, wins);
        Ok(wins)
    }

    /// Claims a position that is not settled.
    fn claim(&mut self, at: Colouring, turn: Turn) -> Result<(), Unproved<E>> {
        match self.board.settled(&at) {
            Some(winner) if winner == self.winner => return Ok(()),
            Some(_) => return Err(wrong(&at)),
            None => {}
        }
        if self.claimed.insert(self.board.key(&at, turn)) {
            self.claims += 1;
            self.levels[self.board.slot(&at, turn)].push((at, turn));
        }
        Ok(())
    }
}

fn wrong<E>(position: &Colouring) -> Unproved<E> {
    Unproved::Contradiction(position.text())
}

/// The ascending lists of so many numbers below a bound, in order.
fn subsets(bound: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (count <= bound).then(|| (0..count).collect::<Vec<_>>());
    std::iter::from_fn(move || {
        let found = next.take()?;
        let at = (0..count).rev().find(|&at| found[at] < bound - count + at);
        next = at.map(|at| {
            let mut chosen = found.clone();
            chosen[at] += 1;
            (at + 1..count).for_each(|next| chosen[next] = chosen[next - 1] + 1);
            chosen
        });
        Some(found)
    })
}
