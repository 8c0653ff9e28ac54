//! Whether Builder wins against a Painter who commits herself and forgets: the game L(X) of docs/committed-painter.md.
//!
//! A position has only the edges that she remembers. A draw is a pair and edges of the committed colour before it:
//! those that she has forgotten and that close graphs of the family with the pair. So Builder draws them only now.
//!
//! The value of a position is a fact about it, whatever the table has: a draw beats Painter if each other colour loses,
//! and the committed one loses or a draw with more edges before the same pair beats her.

use std::collections::HashMap;

use super::copies::Board;
use super::form::{Form, Key};
use super::position::Position;
use super::row::{ORDER, Row, USED_MOST, below};
use super::rules::Ready;
use super::search::{Search, Stop};

/// A pair, and the position with the edges that are drawn before it.
#[derive(Clone)]
pub(crate) struct Draw<const C: usize> {
    pub at: (usize, usize),
    pub position: Position<C>,
    /// Rounds left after the pair.
    pub left: usize,
}

/// By the key of a draw from one position whether it beats Painter, where that is known.
pub(crate) type Seen = HashMap<Key, Option<bool>>;

const NONE: [Row; ORDER] = [0; ORDER];

impl<const C: usize> Draw<C> {
    /// The vertices that it touches.
    fn order(&self) -> usize {
        self.position.n.max(self.at.1 + 1)
    }

    /// A number that draws share which are the same by a symmetry.
    pub fn key(&self) -> Key {
        let mut marked = Position::<4>::EMPTY;
        marked.rows[..C].copy_from_slice(&self.position.rows);
        let marked = marked.with(self.at, 3);
        let marked = Position {
            n: self.order(),
            ..marked
        };
        Form::of(&marked, &[0, 1, 2, 3]).key
    }

    /// Pairs that are neither edges nor its own.
    fn free(&self) -> [Row; ORDER] {
        let all = below(ORDER - 1) | 1 << (ORDER - 1);
        let mut free: [Row; ORDER] = std::array::from_fn(|v| all & !(self.position.joined(v) | 1 << v));
        free[self.at.0] &= !(1 << self.at.1);
        free[self.at.1] &= !(1 << self.at.0);
        free
    }
}

impl Ready {
    pub fn colour(&self) -> usize {
        self.commitment.colour
    }

    /// Whether a colour completes its target with the pair of a draw.
    pub fn closes<const C: usize>(&self, draw: &Draw<C>, colour: usize) -> bool {
        let board = Board {
            own: &draw.position.rows[colour],
            free: &NONE,
            n: draw.order(),
        };
        board.least(&self.targets[colour], draw.at, 0) == 0
    }

    /// Whether an edge of the committed colour is in a graph of the family.
    fn is_closed<const C: usize>(&self, position: &Position<C>, at: (usize, usize)) -> bool {
        let own = &position.rows[self.colour()];
        let is_large = |edges: usize| [at.0, at.1].iter().any(|&v| own[v].count_ones() as usize >= edges);
        let board = Board {
            own,
            free: &NONE,
            n: position.n,
        };
        self.commitment.closed.star.is_some_and(is_large)
            || self.graphs.iter().any(|finder| board.least(finder, at, 0) == 0)
    }

    /// Adds the draws of the same pair with the edges more that a graph of the family lacks; returns whether one lacks
    /// none.
    pub fn later<const C: usize>(&self, draw: &Draw<C>, draws: &mut Vec<Draw<C>>) -> Result<bool, Stop> {
        self.later_of(draw, &draw.free(), draws)
    }

    /// The same with edges of these alone.
    pub fn later_of<const C: usize>(
        &self,
        draw: &Draw<C>,
        free: &[Row; ORDER],
        draws: &mut Vec<Draw<C>>,
    ) -> Result<bool, Stop> {
        let (n, own) = (draw.order(), &draw.position.rows[self.colour()]);
        let board = Board { own, free, n };
        let mut copies = Vec::new();
        for finder in &self.graphs {
            board.list(finder, draw.at, draw.left, &mut copies);
        }
        let mut lacks_none = false;
        'copies: for copy in &copies {
            if copy.count == 0 {
                lacks_none = true;
                continue;
            }
            let pairs = copy.pairs().iter().map(|&(u, v)| (usize::from(u), usize::from(v)));
            let mut position = draw.position.clone();
            for at in pairs.clone() {
                if at.1 >= USED_MOST {
                    return Err(Stop::Vertices);
                }
                position = position.with(at, self.colour());
            }
            for at in pairs {
                if self.is_closed(&position, at) {
                    continue 'copies;
                }
            }
            let left = draw.left - usize::from(copy.count);
            draws.push(Draw {
                position,
                left,
                ..*draw
            });
        }
        if let Some(edges) = self.commitment.closed.star {
            for (centre, end) in [draw.at, (draw.at.1, draw.at.0)] {
                match (edges - 1).saturating_sub(own[centre].count_ones() as usize) {
                    0 => lacks_none = true,
                    lacking => {
                        let star = Star {
                            ready: self,
                            centre,
                            free: free[centre] & !(1 << end),
                            n,
                        };
                        star.list(draw, lacking, 0, draws)?;
                    }
                }
            }
        }
        Ok(lacks_none)
    }
}

/// The edges that a vertex lacks.
struct Star<'a> {
    ready: &'a Ready,
    centre: usize,
    /// Where they may lead.
    free: Row,
    /// All vertices from here on are new.
    n: usize,
}

impl Star<'_> {
    /// Adds the draws with `lacking` edges more to used vertices from `from` on and to new ones.
    fn list<const C: usize>(
        &self,
        draw: &Draw<C>,
        lacking: usize,
        from: usize,
        draws: &mut Vec<Draw<C>>,
    ) -> Result<(), Stop> {
        if lacking > draw.left {
            return Ok(());
        }
        if lacking == 0 {
            draws.push(draw.clone());
            return Ok(());
        }
        if self.free >> self.n & 1 == 1 {
            let mut full = Some(draw.clone());
            for w in self.n..self.n + lacking {
                full = match full {
                    Some(draw) => self.with(&draw, w)?,
                    None => None,
                };
            }
            draws.extend(full);
        }
        for w in (from..self.n).filter(|w| self.free >> w & 1 == 1) {
            if let Some(next) = self.with(draw, w)? {
                self.list(&next, lacking - 1, w + 1, draws)?;
            }
        }
        Ok(())
    }

    /// With one edge more, unless it is in a graph of the family.
    fn with<const C: usize>(&self, draw: &Draw<C>, w: usize) -> Result<Option<Draw<C>>, Stop> {
        if w >= USED_MOST {
            return Err(Stop::Vertices);
        }
        let edge = (w.min(self.centre), w.max(self.centre));
        let position = draw.position.with(edge, self.ready.colour());
        let is_right = !self.ready.is_closed(&position, edge);
        Ok(is_right.then_some(Draw {
            position,
            left: draw.left - 1,
            ..*draw
        }))
    }
}

impl<'a, const C: usize> Search<'a, C> {
    /// The commitment.
    ///
    /// # Panics
    /// Panics when there is none.
    pub fn ready(&self) -> &'a Ready {
        self.rules.committed.as_ref().expect("Painter commits herself")
    }

    /// The colours beside that of the commitment.
    pub fn others(&self) -> impl Iterator<Item = usize> + use<C> {
        let own = self.ready().colour();
        (0..C).filter(move |&c| c != own)
    }

    /// The least draws of each kind of pair, with `k` rounds left.
    pub fn draws(&self, position: &Position<C>, form: &Form, k: usize) -> Result<Vec<Draw<C>>, Stop> {
        let mut pairs = Vec::new();
        self.rules.kinds(position, form, |at, _| pairs.push(at));
        let mut draws = Vec::new();
        for at in pairs {
            if at.1 >= USED_MOST {
                return Err(Stop::Vertices);
            }
            let draw = Draw {
                at,
                position: position.clone(),
                left: k - 1,
            };
            let count = draws.len();
            if self.ready().later(&draw, &mut draws)? {
                draws.truncate(count);
                draws.push(draw);
            }
        }
        Ok(draws)
    }

    /// Whether Builder, who has not won yet, wins within `k` rounds.
    pub fn wins_late(&mut self, position: &Position<C>, k: usize) -> Result<bool, Stop> {
        if k == 0 {
            return Ok(false);
        }
        let form = self.rules.form(position);
        if let Some(known) = self.known(form.key, k) {
            return Ok(known);
        }
        if self.is_planless(position, form.key, k) {
            return Ok(false);
        }
        self.count()?;
        let draws = self.draws(position, &form, k)?;
        let wins = self.any_beats(&draws, &mut Seen::new())?;
        self.table().add(form.key, k, wins);
        Ok(wins)
    }

    /// Whether one of these draws beats Painter.
    pub fn any_beats(&mut self, draws: &[Draw<C>], seen: &mut Seen) -> Result<bool, Stop> {
        let mut open = Vec::new();
        for draw in draws {
            match self.glance(draw, seen)? {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => open.push(draw),
            }
        }
        self.vary(&mut open);
        for draw in open {
            if self.beats(draw, seen)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a draw beats Painter, as far as table and lists say.
    fn glance(&mut self, draw: &Draw<C>, seen: &mut Seen) -> Result<Option<bool>, Stop> {
        let key = draw.key();
        if let Some(found) = seen.get(&key) {
            return Ok(*found);
        }
        let mut found = Some(true);
        for c in self.others() {
            match self.glance_after(draw, c) {
                Some(true) => {}
                Some(false) => {
                    found = Some(false);
                    break;
                }
                None => found = None,
            }
        }
        if found != Some(false) {
            let own = match self.glance_after(draw, self.ready().colour()) {
                Some(false) => self.glance_later(draw, seen)?,
                known => known,
            };
            found = match own {
                Some(true) => found,
                other => other,
            };
        }
        seen.insert(key, found);
        Ok(found)
    }

    fn glance_later(&mut self, draw: &Draw<C>, seen: &mut Seen) -> Result<Option<bool>, Stop> {
        let mut draws = Vec::new();
        self.ready().later(draw, &mut draws)?;
        let mut found = Some(false);
        for later in &draws {
            match self.glance(later, seen)? {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => found = None,
            }
        }
        Ok(found)
    }

    fn glance_after(&mut self, draw: &Draw<C>, colour: usize) -> Option<bool> {
        if self.ready().closes(draw, colour) {
            return Some(true);
        }
        if draw.left == 0 {
            return Some(false);
        }
        let child = draw.position.with(draw.at, colour);
        let key = self.rules.form(&child).key;
        self.known(key, draw.left)
            .or_else(|| self.is_planless(&child, key, draw.left).then_some(false))
    }

    /// Whether a draw beats Painter. The committed colour comes first: with the other first K3, K5 and K4, K4 take two
    /// to four times the positions, though draws with more edges fall away.
    fn beats(&mut self, draw: &Draw<C>, seen: &mut Seen) -> Result<bool, Stop> {
        let key = draw.key();
        if let Some(Some(known)) = seen.get(&key) {
            return Ok(*known);
        }
        let mut wins = self.wins_after_draw(draw, self.ready().colour())?;
        if !wins {
            let mut draws = Vec::new();
            self.ready().later(draw, &mut draws)?;
            wins = self.any_beats(&draws, seen)?;
        }
        for c in self.others() {
            wins = wins && self.wins_after_draw(draw, c)?;
        }
        seen.insert(key, Some(wins));
        Ok(wins)
    }

    /// Whether Builder wins once the pair of a draw has a colour.
    pub fn wins_after_draw(&mut self, draw: &Draw<C>, colour: usize) -> Result<bool, Stop> {
        match self.ready().closes(draw, colour) {
            true => Ok(true),
            false => self.wins_late(&draw.position.with(draw.at, colour), draw.left),
        }
    }
}
