//! From the empty position to a strategy: the opening by its rules, everything else by search.

use super::classes::{Class, Classes};
use super::forced::{After, Rules};
use super::opening::candidates;
use super::position::{Edge, Position};
use super::search::{ByClass, End, Search};
use super::strategy::{Strategy, listed};
use super::threats::Target;

/// First effort for a position after the opening, and by how much it grows when no candidate of the opening is won.
const EFFORT: u64 = 100_000;
const GROWTH: u64 = 4;

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
}

impl<'a, T: Target> Solver<'a, T> {
    pub fn new(rules: &'a Rules<T>, has_opening: bool, search: Search<'a, T>) -> Self {
        Self {
            rules,
            has_opening,
            classes: Classes::default(),
            search,
            known: ByClass::default(),
            effort: EFFORT,
            end: None,
        }
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
        let end = match self.end {
            Some(end) => end,
            None => self
                .search
                .solve(position, if self.has_opening { self.effort } else { u64::MAX }),
        };
        match end {
            End::Won => {
                let (red, blue) = listed(position);
                Known::Won(red, blue, None)
            }
            End::Never => Known::Never,
            End::Spent => Known::Not(self.effort),
            End::Full | End::Stopped => {
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
                    let (red, blue) = listed(position);
                    return Known::Won(red, blue, Some(edge));
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
        if self.rules.red_plays(&mut position, edge) != After::Blue {
            return End::Never;
        }
        let Some(replies) = self.rules.replies(&position).filter(|replies| !replies.is_empty()) else {
            return End::Never;
        };
        let mark = position.mark();
        for reply in replies {
            let known = match self.rules.blue_plays(&mut position, reply) {
                After::Red => self.position(&position.clone()),
                _ => Known::Never,
            };
            position.back_to(mark);
            match known {
                Known::Won(..) => {}
                Known::Not(_) => return End::Spent,
                Known::Never => return End::Never,
            }
        }
        End::Won
    }

    /// The strategy, once Red is known to win. `None` when `is_stopped`, asked with the number of entries, says so.
    pub fn strategy(&self, is_stopped: &mut dyn FnMut(usize) -> bool) -> Option<Strategy> {
        let winning = |class: Class| match self.known.get(&class) {
            Some(Known::Won(red, blue, Some(edge))) => Some((red.clone(), blue.clone(), *edge)),
            _ => self.search.winning(class),
        };
        Strategy::of(self.rules, &winning, is_stopped)
    }
}
