//! From the empty position to a strategy: the opening by its rules, everything else by search.

use std::io::{self, Read};

use proof::{CheckpointError, Control, Kept, Progress, SearchError, Unread};

use super::classes::{Class, Classes};
use super::forced::{After, Rules};
use super::opening::candidates;
use super::position::{Edge, Position};
use super::saved::{In, Out, position_of, too_large, wrong};
use super::search::{ByClass, End, Search};
use super::strategy::{Strategy, Without, listed};
use super::threats::Target;

/// Bytes for the strategy, beside the table.
pub(super) const RESERVED: u64 = 16 << 20;
/// First effort for a position after the opening, and by how much it grows when no candidate of the opening is won.
const EFFORT: u64 = 50_000;
const GROWTH: u64 = 2;
/// Positions of the opening that are read: some dozens in what was searched.
const OPENINGS_MOST: usize = 1 << 20;

/// What is known of a position of the opening.
#[derive(Clone)]
enum Known {
    /// Red wins: her move, none after the opening.
    Won(Vec<Edge>, Vec<Edge>, Option<Edge>),
    /// Not with this effort.
    Not(u64),
    /// Not with any.
    Never,
}

/// Answers whether Red wins.
pub(super) struct Solver<'a, T> {
    rules: &'a Rules<T>,
    has_opening: bool,
    classes: Classes,
    search: Search<'a, T>,
    known: ByClass<Known>,
    effort: u64,
    end: Option<End>,
    control: &'a Control<'a>,
    kept: &'a Kept,
    /// Why a checkpoint could not be written.
    failed: Option<CheckpointError>,
}

impl<'a, T: Target> Solver<'a, T> {
    /// Continues from the checkpoint, if there is one.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`], [`SearchError::Memory`].
    pub fn new(
        rules: &'a Rules<T>,
        has_opening: bool,
        search: Search<'a, T>,
        control: &'a Control<'a>,
        kept: &'a Kept,
    ) -> Result<Self, SearchError> {
        let mut solver = Self {
            rules,
            has_opening,
            classes: Classes::default(),
            search,
            known: ByClass::default(),
            effort: EFFORT,
            end: None,
            control,
            kept,
            failed: None,
        };
        kept.restored(control.memory, |reader| {
            let restored = solver.restore(&mut In(reader));
            restored.map_err(|error| match error.kind() {
                io::ErrorKind::OutOfMemory => Unread::Memory(RESERVED + solver.search.bytes),
                _ => error.into(),
            })
        })?;
        Ok(solver)
    }

    /// Why the last checkpoint could not be written, if that is why the search ended.
    pub fn failure(&mut self) -> Option<CheckpointError> {
        self.failed.take()
    }

    /// Between two pieces of the search: reports it, and writes the checkpoint. Returns whether to stop.
    fn pause(&mut self) -> bool {
        let progress: Progress = self.search.progress();
        let is_stopped = (self.control.watch)(&progress);
        self.failed = self.kept.keep(is_stopped, |out| self.save(&mut Out(out))).err();
        is_stopped || self.failed.is_some()
    }

    fn save(&self, out: &mut Out) -> io::Result<()> {
        self.search.save(out)?;
        out.number(self.effort)?;
        out.number(self.known.len() as u64)?;
        for (class, known) in &self.known {
            out.class(*class)?;
            match known {
                Known::Won(red, green, edge) => {
                    out.byte(0)?;
                    out.edges(red)?;
                    out.edges(green)?;
                    out.edges(&edge.iter().copied().collect::<Vec<_>>())?;
                }
                Known::Not(effort) => {
                    out.byte(1)?;
                    out.number(*effort)?;
                }
                Known::Never => out.byte(2)?,
            }
        }
        Ok(())
    }

    fn restore<R: Read>(&mut self, from: &mut In<R>) -> io::Result<()> {
        self.search.restore(from)?;
        self.effort = from.number()?;
        if !std::iter::successors(Some(EFFORT), |effort| effort.checked_mul(GROWTH)).any(|effort| effort == self.effort)
        {
            return Err(wrong());
        }
        for _ in 0..from.number()? {
            let class = from.class()?;
            let known = match from.byte()? {
                0 => {
                    let (red, green) = (from.edges()?, from.edges()?);
                    let position = position_of(&red, &green)?;
                    let edge = from.edges()?.first().copied();
                    if self.classes.of(&position) != class
                        || edge.is_some_and(|edge| !self.rules.may_take(&position, edge))
                    {
                        return Err(wrong());
                    }
                    Known::Won(red, green, edge)
                }
                1 => Known::Not(from.number()?),
                2 => Known::Never,
                _ => return Err(wrong()),
            };
            self.known.insert(class, known);
            if self.known.len() > OPENINGS_MOST {
                return Err(too_large());
            }
        }
        Ok(())
    }

    /// The search, for its counts.
    pub fn search(&self) -> &Search<'a, T> {
        &self.search
    }

    /// Whether Red wins from the empty position: [`End::Won`], [`End::Never`], [`End::Full`] or [`End::Stopped`].
    pub fn solve(&mut self) -> End {
        loop {
            let known = self.position(&Position::empty());
            match (known, self.end) {
                (Known::Won(..), _) => return End::Won,
                (Known::Never, _) => return End::Never,
                (Known::Not(_), Some(end)) => return end,
                (Known::Not(_), None) => self.effort = self.effort.saturating_mul(GROWTH),
            }
        }
    }

    fn position(&mut self, position: &Position) -> Known {
        let class = self.classes.of(position);
        match self.known.get(&class) {
            Some(Known::Not(effort)) if *effort < self.effort => {}
            Some(known) => return known.clone(),
            None => {}
        }
        let list = match self.has_opening {
            true => candidates(self.rules, position),
            false => None,
        };
        let known = match list {
            None => self.searched(position),
            Some(list) => self.opened(position, list),
        };
        self.known.insert(class, known.clone());
        known
    }

    fn searched(&mut self, position: &Position) -> Known {
        let effort = if self.has_opening { self.effort } else { u64::MAX };
        let end = match self.end {
            Some(end) => end,
            None => loop {
                match self.search.solve(position, effort) {
                    End::Paused if self.pause() => break End::Stopped,
                    End::Paused => {}
                    end => break end,
                }
            },
        };
        match end {
            End::Won => {
                let (red, green) = listed(position);
                Known::Won(red, green, None)
            }
            End::Never => Known::Never,
            End::Spent => Known::Not(self.effort),
            End::Full | End::Stopped | End::Paused => {
                self.end = Some(end);
                Known::Not(self.effort)
            }
        }
    }

    fn opened(&mut self, position: &Position, list: Vec<Edge>) -> Known {
        let mut never = true;
        for edge in list {
            match self.after(position, edge) {
                End::Won => {
                    let (red, green) = listed(position);
                    return Known::Won(red, green, Some(edge));
                }
                End::Never => {}
                _ => never = false,
            }
            if self.end.is_some() {
                return Known::Not(self.effort);
            }
        }
        match never {
            true => Known::Never,
            false => Known::Not(self.effort),
        }
    }

    /// Whether a move of the opening wins.
    fn after(&mut self, position: &Position, edge: Edge) -> End {
        let mut position = position.clone();
        if self.rules.red_plays(&mut position, edge) != After::Green {
            return End::Never;
        }
        let Some(replies) = self.rules.replies(&position).filter(|replies| !replies.is_empty()) else {
            return End::Never;
        };
        let mark = position.mark();
        let mut nexts = Vec::new();
        for reply in replies {
            if self.rules.green_plays(&mut position, reply) != After::Red {
                return End::Never;
            }
            let is_hard = matches!(self.known.get(&self.classes.of(&position)), Some(Known::Not(_)));
            nexts.push((!is_hard, position.clone()));
            position.back_to(mark);
        }
        // What was not won with less effort may fail again: it comes first.
        nexts.sort_by_key(|(is_easy, _)| *is_easy);
        for (_, next) in nexts {
            match self.position(&next) {
                Known::Won(..) => {}
                Known::Not(_) => return End::Spent,
                Known::Never => return End::Never,
            }
        }
        End::Won
    }

    /// The strategy, once Red is known to win. `is_stopped` is asked with the number of entries.
    ///
    /// # Errors
    /// [`Without`].
    pub fn strategy(&self, is_stopped: &mut dyn FnMut(usize) -> bool) -> Result<Strategy, Without> {
        let winning = |class: Class| match self.known.get(&class) {
            Some(Known::Won(red, green, Some(edge))) => Some((red.clone(), green.clone(), *edge)),
            _ => self.search.winning(class),
        };
        Strategy::of(self.rules, &winning, is_stopped)
    }
}
