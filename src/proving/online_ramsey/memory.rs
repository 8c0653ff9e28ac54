//! What a committed Painter remembers while she plays: docs/committed-painter.md has the strategy.

use proof::play::BadMoves;

use graph::each;

use super::book::Book;
use super::committed::Draw;
use super::copies::Board;
use super::position::Position;
use super::row::{ORDER, Row};
use super::rules::Ready;

/// The edges that she remembers, and the list by which she plays once it refutes Builder.
#[derive(Clone)]
pub(super) struct Memory {
    /// On the vertices of the board, of which not all have an edge here.
    position: Position<2>,
    list: Option<usize>,
}

/// Where an answer leads.
enum Leaf {
    /// To an entry, or to the end.
    No,
    /// To a list.
    List(usize),
}

impl Memory {
    pub const NOTHING: Self = Self {
        position: Position::EMPTY,
        list: None,
    };

    /// The colour of a pair by the proof, and what is remembered then; all edges are in `board`.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`] when the proof has no answer.
    pub fn answer(&self, book: &Book, board: &Position<2>, at: (usize, usize)) -> Result<(usize, Self), BadMoves> {
        if let Some(list) = self.list {
            return Ok((self.listed(book, list, board, at)?, self.clone()));
        }
        let ready = book.rules.committed.as_ref().ok_or(BadMoves::Lacking)?;
        let own = ready.colour();
        let forgotten: [Row; ORDER] = std::array::from_fn(|v| board.rows[own][v] & !self.position.rows[own][v]);
        let draw = Draw {
            at,
            left: book.rounds - count(&self.position) - 1,
            position: Position {
                n: board.n,
                ..self.position.clone()
            },
        };
        let later = |draw: &Draw<2>| -> Result<(bool, Option<Draw<2>>), BadMoves> {
            let mut free = forgotten;
            (0..ORDER).for_each(|v| free[v] &= !draw.position.rows[own][v]);
            let mut draws = Vec::new();
            let lacks_none = ready.later_of(draw, &free, &mut draws);
            let lacks_none = lacks_none.map_err(|_| BadMoves::Lacking)?;
            Ok((lacks_none, draws.into_iter().next()))
        };
        let mut draw = match later(&draw)? {
            (true, _) => draw,
            (false, Some(first)) => first,
            (false, None) => return Ok((own, self.clone())),
        };
        loop {
            if let Some(leaf) = leaf(book, ready, &draw, 1 - own)? {
                return Ok((1 - own, Self::after(&draw, 1 - own, &leaf)));
            }
            match later(&draw)? {
                (_, Some(next)) => draw = next,
                (_, None) => break,
            }
        }
        let leaf = leaf(book, ready, &draw, own)?.ok_or(BadMoves::Lacking)?;
        Ok((own, Self::after(&draw, own, &leaf)))
    }

    fn after(draw: &Draw<2>, colour: usize, leaf: &Leaf) -> Self {
        Self {
            position: draw.position.with(draw.at, colour),
            list: match leaf {
                Leaf::No => None,
                Leaf::List(list) => Some(*list),
            },
        }
    }

    /// The colour of the first rule of a list whose graph the pair does not close.
    fn listed(&self, book: &Book, list: usize, board: &Position<2>, at: (usize, usize)) -> Result<usize, BadMoves> {
        let plans = book.rules.plans.as_ref().ok_or(BadMoves::Lacking)?;
        let holds = |colour: usize, finder| {
            let place = Board {
                own: &board.rows[colour],
                free: &[0; ORDER],
                n: board.n.max(at.1 + 1),
            };
            place.least(finder, at, 0) > 0
        };
        let mut rules = plans.rules(list);
        let found = rules.find(|&(colour, finder)| holds(colour, finder));
        found.map(|(colour, _)| colour).ok_or(BadMoves::Lacking)
    }
}

/// Whether Painter survives with a colour, by the proof.
fn leaf(book: &Book, ready: &Ready, draw: &Draw<2>, colour: usize) -> Result<Option<Leaf>, BadMoves> {
    if ready.closes(draw, colour) {
        return Ok(None);
    }
    let child = packed(&draw.position.with(draw.at, colour));
    if draw.left == 0 || book.find(&child, book.rounds - draw.left)?.is_some() {
        return Ok(Some(Leaf::No));
    }
    let plans = book.rules.plans.as_ref();
    let list = plans.and_then(|plans| plans.planner().refuting(&child, draw.left));
    Ok(list.map(Leaf::List))
}

fn count(position: &Position<2>) -> usize {
    position.edges().count()
}

/// The same without its vertices that have no edge.
fn packed(position: &Position<2>) -> Position<2> {
    let mut places = [0; ORDER];
    let mut n = 0;
    for v in (0..position.n).filter(|&v| position.joined(v) != 0) {
        places[v] = n;
        n += 1;
    }
    let mut packed = Position::EMPTY;
    for (colour, rows) in position.rows.iter().enumerate() {
        for v in 0..position.n {
            let row = each(rows[v]).fold(0, |row, u| row | 1 << places[u]);
            packed.rows[colour][places[v]] |= row;
        }
    }
    packed.n = n;
    packed
}
