//! Builder who keeps the edges of a colour in disjoint paths, and joins them to the path that is that colour's target.
//!
//! She only draws pairs that join two pieces, so that every edge of the colour counts, and she is short of moves as
//! soon as fewer are left than the joins that the path needs. What she wins, Builder wins; what she loses proves
//! nothing.
//!
//! A pair is *forced* when each other colour would complete its target on it. It stays so until it is drawn. So she
//! draws no forced pair before forced pairs alone make the path within the moves left, and then all of them: to draw
//! one sooner gains nothing.

use std::cmp::Reverse;

use super::form::Key;
use super::paths::{Paths, Pieces};
use super::position::{Position, Threats, target_threats_of, threats_after, threats_left};
use super::row::{ORDER, Pairs};
use super::search::{Search, Stop};

/// What distinguishes the positions of this Builder in the table from those of any other.
const MARK: u64 = 0xA076_1D64_78BD_642F;

/// A position as this Builder sees it; the path's colour has no threats in the set.
struct View {
    pieces: Pieces,
    lacking: usize,
    forced: Pairs,
}

impl View {
    fn new<const C: usize>(paths: &Paths, position: &Position<C>, threats: &Threats<C>) -> Self {
        let mut others = (0..C).filter(|&c| c != paths.colour).map(|c| &threats[c]);
        let mut forced = *others.next().expect("two colours");
        others.for_each(|other| forced.meet(position.n, other));
        let pieces = paths.pieces(position);
        Self {
            lacking: pieces.lacking(),
            pieces,
            forced,
        }
    }
}

impl<const C: usize> Search<'_, C> {
    /// Whether this Builder, who has not won yet, wins within `k` moves.
    pub fn wins_by_joining(&mut self, paths: &Paths, position: &Position<C>, k: usize) -> Result<bool, Stop> {
        let threats = self.threats_to_join(paths, position);
        self.joins(paths, position, &threats, k)
    }

    /// The first of her moves that wins within `k`, and the colours that do not complete their targets on it.
    ///
    /// # Errors
    /// [`Stop::Contradiction`] when there is none.
    pub fn winning_join(
        &mut self,
        paths: &Paths,
        position: &Position<C>,
        k: usize,
    ) -> Result<((usize, usize), Vec<usize>), Stop> {
        let threats = self.threats_to_join(paths, position);
        let view = View::new(paths, position, &threats);
        let at = match view.pieces.completed(&view.forced, k) {
            Some(at) => at,
            None => {
                let found = self.tries_to_join(paths, position, &threats, &view, k)?;
                found.ok_or(Stop::Contradiction)?
            }
        };
        let completes = |c: usize| match c == paths.colour {
            true => view.pieces.lacking_with(at) == 0,
            false => threats[c].has(position.n, at),
        };
        Ok((at, (0..C).filter(|&c| !completes(c)).collect()))
    }

    fn threats_to_join(&self, paths: &Paths, position: &Position<C>) -> Threats<C> {
        std::array::from_fn(|c| match c == paths.colour {
            true => Pairs::NONE,
            false => target_threats_of(&self.rules.targets[c], position, c),
        })
    }

    fn joins(&mut self, paths: &Paths, position: &Position<C>, threats: &Threats<C>, k: usize) -> Result<bool, Stop> {
        let view = View::new(paths, position, threats);
        if view.lacking > k {
            return Ok(false);
        }
        if view.pieces.completed(&view.forced, k).is_some() {
            return Ok(true);
        }
        if view.lacking == k {
            return Ok(false);
        }
        let Key(a, b) = self.rules.form(position).key;
        let key = Key(a ^ MARK, b);
        if let Some(known) = self.table().find(key).wins(k) {
            return Ok(known);
        }
        let wins = self.tries_to_join(paths, position, threats, &view, k)?.is_some();
        self.table().add(key, k, wins);
        Ok(wins)
    }

    /// The first move that is not forced and wins.
    fn tries_to_join(
        &mut self,
        paths: &Paths,
        position: &Position<C>,
        threats: &Threats<C>,
        view: &View,
        k: usize,
    ) -> Result<Option<(usize, usize)>, Stop> {
        self.count()?;
        let (n, pieces) = (position.n, &view.pieces);
        let mut degrees = [0; ORDER];
        (0..n).for_each(|v| degrees[v] = position.joined(v).count_ones());
        let mut moves = Vec::new();
        self.rules.kinds(position, &self.rules.form(position), |at, hash| {
            if !view.forced.has(n, at) && pieces.joins(at) && pieces.lacking_with(at) < k {
                let (ends, size) = pieces.ends_and_size(at);
                let apart = degrees[at.0].abs_diff(degrees[at.1]);
                moves.push(((apart, ends, Reverse(size)), hash, at));
            }
        });
        moves.sort_unstable();
        self.vary(&mut moves);
        for (.., at) in moves {
            if self.wins_with(paths, position, threats, view, at, k)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether she wins with this pair, of `k` moves the first. The colours that take a move from her come first.
    fn wins_with(
        &mut self,
        paths: &Paths,
        position: &Position<C>,
        threats: &Threats<C>,
        view: &View,
        at: (usize, usize),
        k: usize,
    ) -> Result<bool, Stop> {
        let n = position.n;
        for c in (0..C).filter(|&c| c != paths.colour && !threats[c].has(n, at)) {
            let child = position.with(at, c);
            let after = threats_after(&self.rules.targets, threats, n, &child, at, c);
            if !self.joins(paths, &child, &after, k - 1)? {
                return Ok(false);
            }
        }
        if view.pieces.lacking_with(at) == 0 {
            return Ok(true);
        }
        let child = position.with(at, paths.colour);
        self.joins(paths, &child, &threats_left(threats, n, &child, at), k - 1)
    }
}
