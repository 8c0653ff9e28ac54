//! When columns of values repeat for ever.

use super::board::{Board, Column, TAKES_MOST, option};
use super::value::{Value, is_known};

/// What of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aspect {
    /// Who wins in normal play: whether the number may be 0, and whether it may be another.
    Normal,
    /// Who wins in misère play.
    Misere,
    /// The numbers.
    Grundy,
    /// Scores: these grow.
    Score,
}

/// Column `s + period` has the values of column `s`, for each `s` from `from` on. Scores are larger by a gain that
/// depends on the rest and on `s` modulo the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    pub from: usize,
    pub period: usize,
}

impl Repeat {
    /// Returns the repeat with the shortest period that these columns prove.
    ///
    /// Winners and numbers: each aspect of a column depends on the same aspect of that column and of the two before it
    /// alone, so that two consecutive columns that come again prove it.
    ///
    /// Scores: let each bound in the columns s and s + p differ by its gain, for all s from `from` to `from + p + 1`,
    /// with a gain that is the same at s and s + p. And, wherever Max moves, let no option gain more than the position
    /// does, and wherever Min moves none less. Then the bounds gain the same for ever, by induction over s and over the
    /// moves in a column. Take a position where Max moves, in column s: among its options, one that is best there
    /// gained as much as the position did from column s - p to s; it has the same gain from s to s + p, as had all
    /// others, which gain no more, so that it is best again. Where Min moves, likewise.
    pub fn find(board: &Board, columns: &[Column], aspect: Aspect) -> Option<Self> {
        match aspect {
            Aspect::Score if !board.is_plain() => None,
            Aspect::Score => (1..columns.len() / 2).find_map(|period| growing(board, columns, period)),
            _ => (1..columns.len() / 2).find_map(|period| constant(columns, period, aspect)),
        }
    }
}

/// The first of the indices up to `last` from which on all satisfy the condition, if it leaves as many as a move looks
/// back.
fn from(last: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
    let from = (0..=last).rev().take_while(|&s| holds(s)).last()?;
    (from + TAKES_MOST <= last + 1).then_some(from)
}

fn constant(columns: &[Column], period: usize, aspect: Aspect) -> Option<Repeat> {
    let of = |value: &Value| match aspect {
        Aspect::Normal => (value.grundy & 1) | u32::from(value.grundy > 1) << 1,
        Aspect::Misere => value.misere.into(),
        _ => value.grundy,
    };
    let last = columns.len() - 1 - period;
    let is_same = |s: usize| columns[s].iter().map(of).eq(columns[s + period].iter().map(of));
    from(last, is_same).map(|from| Repeat { from, period })
}

/// A bound: of the score when Max moves next, or Min; its side.
type Side = fn(&Value) -> i32;
const MAX_MOVES: [Side; 2] = [|value| value.max.least, |value| value.max.most];
const MIN_MOVES: [Side; 2] = [|value| value.min.least, |value| value.min.most];

/// What a bound gains; `None` where it says nothing. An error when it says something in one of the columns only.
fn gain(before: i32, after: i32) -> Result<Option<i32>, ()> {
    match (is_known(before), is_known(after)) {
        (true, true) => Ok(Some(after - before)),
        (false, false) if before == after => Ok(None),
        _ => Err(()),
    }
}

fn growing(board: &Board, columns: &[Column], period: usize) -> Option<Repeat> {
    let gains = |s: usize, rest: usize| {
        let (before, after) = (&columns[s][rest], &columns[s + period][rest]);
        let sides = [MAX_MOVES, MIN_MOVES].concat();
        sides
            .into_iter()
            .map(|side| gain(side(before), side(after)))
            .collect::<Result<Vec<_>, ()>>()
    };
    let rests = 0..columns[0].len();
    let last = (columns.len() - 1).checked_sub(2 * period)?;
    let is_same = |s: usize| {
        rests.clone().all(|rest| {
            let first = gains(s, rest);
            first.is_ok() && first == gains(s + period, rest)
        })
    };
    let from = from(last, is_same)?;
    let is_steady = |s: usize, rest: usize| {
        let list = board.steps(rest, s).next().into_iter().flatten();
        let options: Vec<[Value; 2]> = list
            .map(|step| [s, s + period].map(|singles| option(columns, singles, step)))
            .collect();
        let holds = |mover: Side, replier: Side, sign: i32| {
            let own = gain(mover(&columns[s][rest]), mover(&columns[s + period][rest]));
            options
                .iter()
                .all(|[before, after]| match (own, gain(replier(before), replier(after))) {
                    (Ok(Some(own)), Ok(Some(option))) => option * sign <= own * sign,
                    (Ok(_), Ok(_)) => true,
                    _ => false,
                })
        };
        (0..2).all(|side| holds(MAX_MOVES[side], MIN_MOVES[side], 1) && holds(MIN_MOVES[side], MAX_MOVES[side], -1))
    };
    let round = from + TAKES_MOST..from + TAKES_MOST + period;
    let is_steady = round.clone().all(|s| rests.clone().all(|rest| is_steady(s, rest)));
    is_steady.then_some(Repeat { from, period })
}
